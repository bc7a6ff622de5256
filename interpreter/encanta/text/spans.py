"""Sources and spans: where a piece of text stands in a file."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text with the name users know it by. Two sources are equal only if they are the same object."""

    name: str
    text: str = field(repr=False)
    _starts: list[int] = field(init=False, repr=False, default_factory=list)

    def line_col(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1 (columns in characters), of an offset; clamped to the text."""
        starts = self._line_starts()
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line counted from 1, without its line end; empty for a line that is not there."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def line_start(self, number: int) -> int:
        """The offset at which a line counted from 1 begins; clamped to the lines there are."""
        starts = self._line_starts()
        return starts[min(max(number, 1), len(starts)) - 1]

    @property
    def line_count(self) -> int:
        """How many lines the text has; a text without line ends has one."""
        return len(self._line_starts())

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets."""
        return Span(self, start, end)

    def _line_starts(self) -> list[int]:
        # Filled on first use, since most sources are read without a complaint.
        if not self._starts:
            self._starts.append(0)
            self._starts.extend(match.end() for match in _LINE_END.finditer(self.text))
        return self._starts


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, as character offsets: `start` included, `end` excluded."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
        return self.source.line_col(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, counted from 1 in characters."""
        return self.source.line_col(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line on which the span ends."""
        return self.source.line_col(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column just after the last character."""
        return self.source.line_col(self.end)[1]

    @property
    def text(self) -> str:
        """The characters of the source that the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def point(self) -> Span:
        """The empty span at the start of this one."""
        return Span(self.source, self.start, self.start)

    def join(self, other: Span) -> Span:
        """The smallest span over both; this span unchanged if the other stands in another source."""
        if other.source is not self.source:
            return self
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


NO_SOURCE = Source("<nowhere>", "")
NOWHERE = Span(NO_SOURCE, 0, 0)
