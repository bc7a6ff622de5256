"""One mistake: how a file is changed, and what should be said about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from encanta.text.nodes import Mapping, Scalar
from encanta.text.source import Source
from encanta.text.spans import Span

Judge = Literal["first", "named", "pointed", "unguessed"]
"""What the right suggestion is.

first: the repair, or the first word that the help quotes, is wanted. named: message or help hold a wanted word.
pointed: a label points to the line of `elsewhere`. unguessed: nothing is suggested.
"""


@dataclass(frozen=True, slots=True)
class Edit:
    """The characters of a source from `start` to `end` become `new`."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """A mistake of some class. `about` says what was done.

    `at` are places in the source as it was, in characters: one of their lines (as they are after the change) is the
    right one. `wanted` are the words of which one should be suggested, `elsewhere` a place in the source as it was that
    should be pointed to. With neither there is nothing to suggest.
    """

    kind: str
    source: Source
    edits: tuple[Edit, ...]
    at: tuple[int, ...]
    wanted: tuple[str, ...]
    about: str
    judge: Judge = "first"
    elsewhere: int | None = None

    @property
    def has_suggestion(self) -> bool:
        """Whether there is a right suggestion."""
        return bool(self.wanted) or self.judge in ("pointed", "unguessed")

    @property
    def text(self) -> str:
        """The source with the mistake in it."""
        text = self.source.text
        for edit in sorted(self.edits, key=lambda edit: -edit.start):
            text = text[: edit.start] + edit.new + text[edit.end :]
        return text

    @property
    def lines(self) -> frozenset[int]:
        """The lines on which it may be reported."""
        return frozenset(self.line_of(at) for at in self.at)

    def line_of(self, at: int) -> int:
        """The line on which a character of the source stands after the change."""
        return self.text.count("\n", 0, self._moved(at)) + 1

    def _moved(self, at: int) -> int:
        """Where a character of the source is after the change."""
        before = [edit for edit in self.edits if edit.start < at and edit.end <= at]
        return at + sum(len(edit.new) - (edit.end - edit.start) for edit in before)


def instead(kind: str, span: Span, new: str, wanted: Sequence[str], about: str, judge: Judge = "first") -> Mistake:
    """Something else where a span is."""
    edit = Edit(span.start, span.end, new)
    return Mistake(kind, span.source, (edit,), (span.start,), tuple(wanted), about, judge)


# ------------------------------------------------------------------------------------- keys of mappings


def is_flow(node: Mapping) -> bool:
    """Whether a mapping stands in braces."""
    return node.span.source.text.startswith("{", node.span.start)


def insertion(node: Mapping, entry: str) -> tuple[Edit, int] | None:
    """How an entry is put in front of a mapping, and where it will stand; None where that is not simple."""
    source, text = node.span.source, node.span.source.text
    if is_flow(node):
        at = node.span.start + 1
        return Edit(at, at, f"{entry}, " if len(node) else entry), at
    if not len(node):
        return None
    key = node.entries[0].key.span
    line = source.line_start(key.line)
    indent = text[line : key.start]
    return (Edit(line, line, f"{indent}{entry}\n"), line) if not indent.strip() else None


def removal(node: Mapping, number: int) -> Edit | None:
    """How an entry of a mapping with others is taken out; None where that is not simple."""
    entries, text = node.entries, node.span.source.text
    entry = entries[number]
    if len(entries) < 2:
        return None
    if is_flow(node):
        if number + 1 < len(entries):
            return Edit(entry.key.span.start, entries[number + 1].key.span.start, "")
        return Edit(entries[number - 1].value.span.end, entry.value.span.end, "")
    source = node.span.source
    line = source.line_start(entry.key.span.line)
    if text[line : entry.key.span.start].strip():
        return None
    if number + 1 < len(entries):
        return Edit(line, source.line_start(entries[number + 1].key.span.line), "")
    end = text.find("\n", max(entry.value.span.end - 1, entry.key.span.end))
    return Edit(line, end + 1 if end >= 0 else len(text), "")


def one_line(node: object) -> str | None:
    """A value as it is written, if it is a single one on one line."""
    if not isinstance(node, Scalar):
        return None
    written = node.span.text
    return written if written and "\n" not in written else None
