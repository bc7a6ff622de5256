"""The pages that explain diagnostic codes, one text file for each code."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

_SUFFIX = ".md"
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def pages_root() -> Path:
    """The folder of the pages."""
    return Path(str(files("encanta.explain"))) / "pages"


def page(code: str) -> str | None:
    """The page of a diagnostic code as Markdown text, or None if there is none."""
    # The code becomes part of a path: nothing but a code may reach the file system.
    if not _SLUG.fullmatch(code):
        return None
    path = pages_root() / f"{code}{_SUFFIX}"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def codes_with_pages() -> list[str]:
    """The codes that have a page, in alphabetical order."""
    root = pages_root()
    if not root.is_dir():
        return []
    return sorted(path.name.removesuffix(_SUFFIX) for path in root.iterdir() if path.suffix == _SUFFIX)


def title(text: str) -> str:
    """The title of a page: its first heading without the mark, or an empty text."""
    first = text.lstrip().partition("\n")[0]
    return first.lstrip("#").strip() if first.startswith("#") else ""
