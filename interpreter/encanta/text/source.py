"""Sources: loading a file as text, with a diagnostic for every way in which a file can fail to be text."""

from __future__ import annotations

import codecs
from itertools import islice
from pathlib import Path

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nearest import nearest
from encanta.text.spans import NO_SOURCE, NOWHERE, Source, Span

__all__ = ["MAX_BYTES", "NOWHERE", "NO_SOURCE", "ReadFailure", "Source", "Span", "load_source", "shown_name"]

MAX_BYTES = 2_000_000
_MANY_FILES = 1000


class ReadFailure(Exception):
    """A file that cannot be read; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def shown_name(path: Path) -> str:
    """The path as users know it: relative to the current folder if below it, with forward slashes."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (OSError, ValueError, RuntimeError):
        return path.as_posix()


def load_source(path: Path) -> Source:
    """The text of a file, without a byte order mark.

    Raises ReadFailure if the file is missing, a folder, unreadable, over 2 MB, not UTF-8, or not text.
    """
    name = shown_name(path)
    data = _read_bytes(path, name)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise ReadFailure(_not_utf8(name, data, problem)) from None
    if "\0" in text:
        raise ReadFailure(_has_nul(name, text))
    return Source(name, text)


def _read_bytes(path: Path, name: str) -> bytes:
    try:
        if path.is_dir():
            raise ReadFailure(_nowhere(codes.FILE_IS_FOLDER, name, f"`{name}` is a folder, not a file"))
        if path.exists() and not path.is_file():
            # A pipe or a device would be waited for without end.
            raise ReadFailure(_nowhere(codes.FILE_UNREADABLE, name, f"`{name}` is not a regular file"))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ReadFailure(_missing(path, name)) from None
    except (OSError, ValueError) as problem:
        # ValueError: a path that holds a NUL character.
        reason = getattr(problem, "strerror", None) or "the path is not valid"
        raise ReadFailure(
            _nowhere(codes.FILE_UNREADABLE, name, f"`{name}` cannot be opened: {reason.lower()}")
        ) from None
    if len(data) > MAX_BYTES:
        raise ReadFailure(_nowhere(codes.FILE_TOO_LARGE, name, f"`{name}` is larger than {MAX_BYTES // 1_000_000} MB"))
    return data


def _nowhere(code: str, name: str, message: str, help: str | None = None) -> Diagnostic:
    """A diagnostic about a whole file of which no text is known."""
    return error(code, message, Span(Source(name, ""), 0, 0), help=help)


def _missing(path: Path, name: str) -> Diagnostic:
    parent = path.parent
    if not parent.is_dir():
        return _nowhere(
            codes.FILE_MISSING, name, f"there is no file `{name}`, for there is no folder `{shown_name(parent)}`"
        )
    near = nearest(path.name, _names_in(parent))
    help = f"did you mean `{shown_name(parent / near)}`?" if near else None
    return _nowhere(codes.FILE_MISSING, name, f"there is no file `{name}`", help)


def _names_in(folder: Path) -> list[str]:
    """The names in a folder, or in the beginning of a very long one; none if it cannot be listed."""
    try:
        return [entry.name for entry in islice(folder.iterdir(), _MANY_FILES)]
    except OSError:
        return []


def _not_utf8(name: str, data: bytes, problem: UnicodeDecodeError) -> Diagnostic:
    # The text up to the bad byte is shown, with the rest of its line as replacement characters.
    line_end = data.find(b"\n", problem.start)
    shown = data[: line_end if line_end >= 0 else len(data)].decode("utf-8", "replace")
    start = len(data[: problem.start].decode("utf-8"))
    span = Span(Source(name, shown), start, start + 1)
    byte = data[problem.start]
    return error(
        codes.FILE_NOT_UTF8,
        f"`{name}` is not UTF-8: the byte 0x{byte:02X} on line {span.line} is not part of a character",
        span,
        help="save the file with the encoding UTF-8",
    )


def _has_nul(name: str, text: str) -> Diagnostic:
    start = text.index("\0")
    span = Span(Source(name, text), start, start + 1)
    return error(
        codes.FILE_HAS_NUL,
        f"`{name}` is not text: it has a NUL character on line {span.line}",
        span,
        help="a rulebook is a text file; if the file should be one, save it with the encoding UTF-8",
    )
