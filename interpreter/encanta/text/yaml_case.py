"""What the explanations of YAML errors need to know about the lines around an error."""

from __future__ import annotations

import re
from typing import Any

from encanta.text.diagnostic import Fix
from encanta.text.nodes import Scalar
from encanta.text.spans import Source, Span

_KEY = re.compile(r"""[ \t]*(?:-[ ]+)*(?P<key>"[^"]*"|'[^']*'|[^\s'"\[\]{}#,&*!|>@%`-][^\[\]{}"'#]*?)[ ]*:[ \t]+""")
_DASH = re.compile(r"-[ ]+")
_ITEM = re.compile(r"[ \t]*(?:-[ ]+)+")
_COMMENT = re.compile(r"[ \t]#.*")
LONGEST_FIX = 200
_WORD = re.compile(r"[^\s,\[\]{}]+")


def shortened(text: str) -> str:
    """A text short enough to stand in a message: its first line, at most 40 characters."""
    lines = text.strip().splitlines()
    first = lines[0] if lines else ""
    return first if len(first) <= 40 else first[:37] + "..."


class Case:
    """An error of the YAML reader with the text around it.

    `at` is where the reading stopped, `context_at` where the thing began that could not be finished.
    """

    def __init__(
        self, source: Source, text: str, problem: Any, last: Scalar | None = None, bracket: int | None = None
    ) -> None:
        self.source = source
        self.text = text
        self.last = last
        self.bracket = bracket
        self.words = f"{problem.context or ''}: {problem.problem or ''}"
        self.at = self._index(problem.problem_mark, 0)
        self.context_at = self._index(problem.context_mark, self.at)

    def _index(self, mark: Any, otherwise: int) -> int:
        return otherwise if mark is None else min(mark.index, len(self.text))

    @property
    def char(self) -> str:
        """The character at which the reading stopped, empty at the end of the file."""
        return self.text[self.at : self.at + 1]

    def span(self, start: int, end: int) -> Span:
        """A span of the source."""
        return Span(self.source, start, min(end, len(self.text)))

    def insertion(self, at: int, text: str) -> Fix:
        """The fix that puts in a text."""
        return Fix(self.span(at, at), text)

    def word_at(self, at: int) -> Span:
        """The word that begins at an offset, at least one character unless the file ends there."""
        found = _WORD.match(self.text, at)
        return self.span(at, found.end() if found else at + 1)

    def line_number(self, at: int) -> int:
        """The line of an offset."""
        return self.source.line_col(at)[0]

    def line_start(self, line: int) -> int:
        """Where a line begins."""
        return self.source.line_start(line)

    def before_on_line(self, at: int) -> str:
        """What stands on the line before an offset."""
        return self.text[self.line_start(self.line_number(at)) : at]

    def rest_of_line(self, at: int) -> str:
        """What stands on the line from an offset on, without a comment and blanks at the end."""
        line = self.line_number(at)
        end = self.line_start(line) + len(self.source.line(line))
        return _COMMENT.sub("", self.text[at:end]).rstrip()

    def line_span(self, at: int) -> Span:
        """The text of a line, without indentation and comment."""
        line = self.line_number(at)
        start = self.line_start(line) + self.indent(line)
        return self.span(start, start + max(len(self.rest_of_line(start)), 1))

    def indent(self, line: int) -> int:
        """How many blanks a line begins with."""
        text = self.source.line(line)
        return len(text) - len(text.lstrip(" \t"))

    def line_above(self, line: int) -> int:
        """The nearest line above that is neither empty nor a comment, 0 if there is none."""
        for number in range(line - 1, max(line - 1000, 0), -1):
            text = self.source.line(number).strip()
            if text and not text.startswith("#"):
                return number
        return 0

    def goes_on_below(self, at: int) -> bool:
        """Whether the next line that is not empty is indented deeper than the line of an offset."""
        line = self.line_number(at)
        for number in range(line + 1, min(line + 100, self.source.line_count + 1)):
            if self.source.line(number).strip():
                return self.indent(number) > self.indent(line)
        return False

    def first_line(self) -> int:
        """The first line that is neither empty nor a comment."""
        for number in range(1, self.source.line_count):
            text = self.source.line(number).strip()
            if text and not text.startswith("#"):
                return number
        return 1

    def levels(self, line: int) -> list[int]:
        """The indentations that a line could have had: those of the lines above it that are still open."""
        found: list[int] = []
        number = self.line_above(line)
        while number:
            indent = self.indent(number)
            if not found or indent < min(found):
                found.extend(self._columns(number))
            if indent == 0:
                break
            number = self.line_above(number)
        return sorted(set(found)) or [0]

    def _columns(self, line: int) -> list[int]:
        """The indentation of a line, and that of whatever follows dashes on it."""
        text = self.source.line(line)
        columns = [self.indent(line)]
        found = _DASH.match(text, columns[0])
        while found and found.end() < len(text):
            columns.append(found.end())
            found = _DASH.match(text, columns[-1])
        return columns

    def _key_match(self, line: int) -> re.Match[str] | None:
        return _KEY.match(self.source.line(line))

    def key_text(self, line: int) -> str:
        """The key that a line begins with, or the line."""
        text = self.source.line(line)
        return text.partition(":")[0].strip().removeprefix("- ")

    def has_value(self, line: int) -> bool:
        """Whether a line is a key with a value after it."""
        found = self._key_match(line)
        return bool(found and self.source.line(line)[found.end() :].strip())

    def value_span(self, line: int) -> Span:
        """The value after the key of a line."""
        found = self._key_match(line)
        start = self.line_start(line) + (found.end() if found else self.indent(line))
        return self.span(start, start + max(len(self.rest_of_line(start)), 1))

    def value_start(self, at: int) -> int | None:
        """Where the value begins in whose text an offset stands; None if the line is not `key: value` up to there."""
        line = self.line_number(at)
        found = self._key_match(line)
        if found is None:
            return None
        start = self.line_start(line) + found.end()
        return start if start <= at else None

    def closes(self, scalar: Scalar) -> bool:
        """Whether a quoted scalar ends just before the error."""
        return scalar.style in ("single", "double") and not self.text[scalar.span.end : self.at].strip()

    def tab_lines(self) -> list[int]:
        """The lines indented with tabs in the section of the error: up to the next line without indentation."""
        found = []
        first = self.line_number(self.at)
        for number in range(first, self.source.line_count + 1):
            line = self.source.line(number)
            if number > first and line[:1].strip():
                break
            if re.match(r" *\t\s*\S", line):
                found.append(number)
        return found

    def tab_span(self, line: int, at: int | None = None) -> Span:
        """The tabs of a line's indentation, or those at an offset further on."""
        start = self.line_start(line)
        found = re.compile(r"[ ]*(\t[ \t]*)").match(self.text, start)
        if found:
            return self.span(found.start(1), found.end(1))
        return self.span(start if at is None else at, (start if at is None else at) + 1)


def quote_fix(case: Case, start: int) -> Fix | None:
    """The fix that puts the rest of the line in quotes, if it needs no more than that."""
    rest = case.rest_of_line(start)
    is_value = case.value_start(start) == start or _ITEM.fullmatch(case.before_on_line(start))
    if not rest or len(rest) > LONGEST_FIX or not is_value or case.goes_on_below(start):
        return None
    for quote, forbidden in (('"', '"\\'), ("'", "'")):
        if not set(rest) & set(forbidden):
            return Fix(case.span(start, start + len(rest)), f"{quote}{rest}{quote}")
    return None
