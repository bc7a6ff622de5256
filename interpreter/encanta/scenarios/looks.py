"""What looking at a field of an expectation means, and the words it is written in."""

from __future__ import annotations

from collections.abc import Callable

from encanta.checking.structure_codes import WRONG_KIND
from encanta.scenarios.offers import Difference
from encanta.scenarios.session import Session
from encanta.scenarios.words import unclear
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Entry, Mapping, Scalar
from encanta.text.spans import Span

Look = Callable[[Session], list[Difference]]
"""Looks at a position and gives what differs. Raises Unclear where words mean nothing at that moment."""

Report = Callable[[Diagnostic], object]


def one(what: str, expected: str, actual: str, span: Span, sayable: bool = True) -> list[Difference]:
    """The difference between two texts, none if they are the same. `sayable`: whether a scenario can say the second."""
    return [] if expected == actual else [Difference(what, expected, actual, span, actual if sayable else None)]


def text_of(entry: Entry) -> str:
    """The one word under a key. Raises Unclear."""
    if not isinstance(entry.value, Scalar):
        raise unclear(WRONG_KIND, f"`{entry.key.text}` is one word", entry.value.span)
    return entry.value.text.strip()


def mapping_of(entry: Entry, what: str) -> Mapping:
    """The mapping under a key; `what` says what it should be. Raises Unclear."""
    if not isinstance(entry.value, Mapping):
        raise unclear(WRONG_KIND, what, entry.value.span)
    return entry.value
