"""What is shipped with the program, found wherever it is installed; and where generated files are kept between runs."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path

GRAMMAR_FILE = "rules.lark"
RULEBOOK_FILE = "rulebook.yaml"
CACHE_VARIABLE = "ENCANTA_CACHE"
"""The environment variable that names the folder of generated files; empty: none are kept."""


@cache
def grammar_root() -> Path:
    """The folder of the grammar and of the schema of the YAML around it."""
    return Path(str(files("encanta.grammar")))


@cache
def rulebooks_root() -> Path:
    """The folder that holds one folder for each shipped game."""
    return Path(str(files("encanta.rulebooks")))


def grammar_text() -> str:
    """The grammar of the small language."""
    return (grammar_root() / GRAMMAR_FILE).read_text(encoding="utf-8")


def games_in(folder: Path) -> list[str]:
    """The names of the folders in `folder` that are rulebooks, in alphabetical order; empty if it cannot be read."""
    try:
        return sorted(entry.name for entry in folder.iterdir() if is_rulebook(entry))
    except OSError:
        return []


def is_rulebook(folder: Path) -> bool:
    """Whether a path is a folder with a rulebook file in it."""
    try:
        return (folder / RULEBOOK_FILE).is_file()
    except (OSError, ValueError):
        # ValueError: a path that holds a NUL character.
        return False


def shipped_games() -> list[str]:
    """The names of the shipped games, in alphabetical order."""
    return games_in(rulebooks_root())


def cache_folder() -> Path:
    """Where generated files are kept between runs; it need not be there, nor be writable."""
    named = os.environ.get(CACHE_VARIABLE)
    if named is not None:
        # Nothing can be read or written below the null device, which is what an empty name asks for.
        return Path(named) if named else Path(os.devnull) / "encanta"
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "encanta"
    except RuntimeError:
        # There is no home.
        return Path(os.devnull) / "encanta"
