"""Selects scenarios by words: `search and not (red or "two decks")`."""

from __future__ import annotations

import re
from collections.abc import Callable

from encanta.scenarios.forms import Scenario

_TOKEN = re.compile(r'"([^"]*)"|\'([^\']*)\'|([()])|([^\s()]+)')
Test = Callable[[str], bool]


class BadSelection(ValueError):
    """A selection that cannot be read; the text says why."""


def selection(text: str) -> Callable[[Scenario], bool]:
    """A test for scenarios. Raises BadSelection.

    A word fits if the file, the title, the case or a rule of the scenario holds it, whatever the case of its letters;
    words are joined by `and`, `or` and `not`, with brackets; words side by side must stand there as they are.
    """
    parser = _Parser(text)
    test = parser.whole()
    return lambda scenario: test(haystack(scenario))


def haystack(scenario: Scenario) -> str:
    """The words by which a scenario is selected."""
    return "\n".join((scenario.span.source.name, scenario.name, *scenario.rules)).casefold()


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = [(m[3] or m[4] or m[1] or m[2] or "", bool(m[1] or m[2])) for m in _TOKEN.finditer(text)]
        self._at = 0

    def whole(self) -> Test:
        """The test for the whole text."""
        test = self._any()
        if self._at < len(self._tokens):
            raise BadSelection(f"`{self._tokens[self._at][0]}` does not fit there")
        return test

    def _next_is(self, *words: str) -> bool:
        if self._at >= len(self._tokens):
            return False
        word, quoted = self._tokens[self._at]
        return not quoted and word in words

    def _any(self) -> Test:
        tests = [self._all()]
        while self._next_is("or"):
            self._at += 1
            tests.append(self._all())
        return lambda text: any(test(text) for test in tests)

    def _all(self) -> Test:
        tests = [self._one()]
        while self._next_is("and"):
            self._at += 1
            tests.append(self._one())
        return lambda text: all(test(text) for test in tests)

    def _one(self) -> Test:
        if self._next_is("not"):
            self._at += 1
            negated = self._one()
            return lambda text: not negated(text)
        if self._next_is("("):
            self._at += 1
            inside = self._any()
            if not self._next_is(")"):
                raise BadSelection("a bracket is never closed")
            self._at += 1
            return inside
        return self._words()

    def _words(self) -> Test:
        words: list[str] = []
        while self._at < len(self._tokens) and not self._next_is("and", "or", "not", "(", ")"):
            words.append(self._tokens[self._at][0])
            self._at += 1
        if not words:
            raise BadSelection("a word is missing")
        wanted = " ".join(words).casefold()
        return lambda text: wanted in text
