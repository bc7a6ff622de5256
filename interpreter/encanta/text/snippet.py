"""Source lines with a line number, and under them carets and labels for the marked stretches."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from encanta.text.spans import Source, Span

_WIDTH = 100
_TAB = 4
_MANY_LINES = 4

Role = Literal["source", "primary", "label", "gap"]
Line = tuple[str, Role]


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch to point at: the primary one with `^`, others with `-` and their words."""

    span: Span
    text: str
    primary: bool


@dataclass(frozen=True, slots=True)
class _Underline:
    """The part of a mark that stands on one line, as columns of that line counted from 0."""

    line: int
    start: int
    end: int
    mark: Mark
    last: bool


def snippet(marks: list[Mark], width: int) -> list[Line]:
    """The lines to print for marks of one source, in the order of the source, with `width` digits of line number.

    A mark over many lines shows its first and its last line. Lines longer than about 100 columns are cut
    around what is marked. Lines without a mark between two marks become `...`.
    """
    source = marks[0].span.source
    underlines = [part for mark in marks for part in _underlines(source, mark)]
    lines: list[Line] = [(f"{' ' * width} |", "source")]
    before = 0
    for number in sorted({part.line for part in underlines}):
        if before and number > before + 1:
            lines.append(("...", "gap"))
        here = sorted((part for part in underlines if part.line == number), key=_underline_order)
        lines.extend(_marked_line(source, number, here, width))
        before = number
    return lines


def _underline_order(part: _Underline) -> tuple[bool, int, int]:
    return not part.mark.primary, part.start, part.end


def _underlines(source: Source, mark: Mark) -> list[_Underline]:
    """A mark line by line, without the white space around it; only first and last line if it has many."""
    span = _trimmed(mark.span)
    first = span.line
    last = span.end_line
    numbers = list(range(first, last + 1)) if last - first < _MANY_LINES else [first, last]
    parts = []
    for number in numbers:
        line = source.line(number)
        start = span.start - source.line_start(number) if number == first else _indent(line)
        end = span.end - source.line_start(number) if number == last else len(line.rstrip())
        if number in (first, last) or end > start:
            parts.append(_Underline(number, start, max(end, start), mark, number == last))
    return parts


def _trimmed(span: Span) -> Span:
    """The span without blanks and line ends after it, so that a block does not reach into the next line."""
    end = min(span.end, len(span.source.text))
    text = span.source.text[span.start : end]
    return Span(span.source, span.start, span.start + max(len(text.rstrip()), min(1, len(text))))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _marked_line(source: Source, number: int, parts: list[_Underline], width: int) -> list[Line]:
    line = source.line(number)
    window = _window(line, parts)
    shown, columns = _expand(line, window)
    lines: list[Line] = [(f"{number:>{width}} | {shown}".rstrip(), "source")]
    for part in parts:
        left = columns[min(max(part.start - window[0], 0), len(columns) - 1)]
        right = columns[min(max(part.end - window[0], 0), len(columns) - 1)]
        sign = "^" if part.mark.primary else "-"
        words = f" {part.mark.text}" if part.last and part.mark.text else ""
        under = " " * left + sign * max(right - left, 1)
        lines.append((f"{' ' * width} | {under}{words}", "primary" if part.mark.primary else "label"))
    return lines


def _window(line: str, parts: list[_Underline]) -> tuple[int, int]:
    """The characters of a long line to show: around the first mark, as much before it as after it."""
    if len(line) <= _WIDTH:
        return 0, len(line)
    start = parts[0].start
    room = max(_WIDTH - (min(parts[0].end, start + _WIDTH) - start), 0)
    left = max(min(start - room // 2, len(line) - _WIDTH), 0)
    return left, min(left + _WIDTH, len(line))


def _expand(line: str, window: tuple[int, int]) -> tuple[str, list[int]]:
    """The shown part of a line, and the screen column at which each of its characters begins.

    Tabs become spaces, characters that do not print a box, and the columns count wide characters twice.
    """
    left, right = window
    out = ["..."] if left else []
    column = 3 if left else 0
    columns = []
    for char in line[left:right]:
        columns.append(column)
        shown = _shown(char, column)
        out.append(shown)
        column += _columns(shown)
    columns.append(column)
    if right < len(line):
        out.append("...")
    return "".join(out), columns


def _shown(char: str, column: int) -> str:
    if char == "\t":
        return " " * (_TAB - column % _TAB)
    return char if prints(char) else "\ufffd"


def prints(char: str) -> bool:
    """Whether a terminal shows a character as itself: letters, signs, and blanks of any width."""
    return char.isprintable() or unicodedata.category(char) == "Zs"


def _columns(shown: str) -> int:
    """How many columns of a terminal a text takes."""
    if shown.isascii():
        return len(shown)
    if unicodedata.combining(shown) or unicodedata.category(shown) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(shown) in "WF" else 1
