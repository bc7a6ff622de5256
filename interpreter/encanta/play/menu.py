"""Turns a decision into something that a person can answer: numbered options, or a choice made piece by piece."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.machine.bits import mask_of, members
from encanta.machine.options import PlacedSets
from encanta.play.words import did_you_mean, meant

if TYPE_CHECKING:
    from encanta.machine.game import Decision

LISTED = 24
"""A choice of several things with more options than this is made piece by piece."""
ENUMERATED = 5_000
"""Up to here all options are looked at, so that each piece offered still leads to a complete choice."""
_NUMBERS = re.compile(r"\d+(?:[\s,]+\d+)*[\s,]*")
_COUNTED = re.compile(r"(\d+)\s*x?\s+(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answer:
    """What typed words come to: a value, or a complaint, or (neither) a choice that is not complete yet."""

    value: int | None = None
    complaint: str | None = None


class Menu:
    """How one decision is put to a person."""

    hint = ""

    def lines(self) -> list[str]:
        """What to choose from, one line each; numbers are put in front by whoever shows them."""
        raise AssertionError("each kind of menu lists its own")

    def answer(self, text: str) -> Answer:
        """What a typed line means."""
        raise AssertionError("each kind of menu reads its own")


def menu_for(decision: Decision) -> Menu:
    """The menu that suits a decision."""
    if decision.site.single or len(decision.options) <= LISTED:
        return ListMenu(decision)
    return PickMenu(decision)


class ListMenu(Menu):
    """All options, numbered."""

    hint = "type a number or the first letters"

    def __init__(self, decision: Decision) -> None:
        self._values = list(decision.options)
        self._words = [decision.describe(value) for value in self._values]
        self._printed = [decision.printed(value) for value in self._values]

    def lines(self) -> list[str]:
        """The options in words, with what is printed of actions."""
        both = zip(self._words, self._printed, strict=True)
        return [f"{word}: {printed}" if printed else word for word, printed in both]

    def answer(self, text: str) -> Answer:
        """The option with a number, or the only one whose words begin with (or hold) the text."""
        text = text.strip()
        if text.isascii() and text.isdigit():
            return self._numbered(text)
        found = meant(text, self._words)
        if len(found) == 1:
            return Answer(self._values[found[0]])
        if found:
            return Answer(complaint=f"`{text}` fits several: {', '.join(self._words[index] for index in found[:6])}")
        return Answer(complaint=did_you_mean(text, self._words))

    def _numbered(self, text: str) -> Answer:
        number = int(text) if len(text) < 10 else 0
        if 1 <= number <= len(self._values):
            return Answer(self._values[number - 1])
        return Answer(complaint=f"there is no option {text}; they go from 1 to {len(self._values)}")


class PickMenu(Menu):
    """A set put together from its pieces; equal pieces share a line."""

    hint = "type numbers or names (`2 red, blue`), `done` when complete, `back` to drop the last"

    def __init__(self, decision: Decision) -> None:
        self._options = decision.options
        self._describe = decision.describe
        self._all = list(decision.options) if len(decision.options) <= ENUMERATED else None
        self._entries = [(self._describe(self._value([group[0]])), group) for group in _groups(decision, self._all)]
        self._picked: list[int] = []

    def lines(self) -> list[str]:
        """The pieces that can still be picked, then what has been picked."""
        return [f"{word}{f' ({len(group)} of them)' if len(group) > 1 else ''}" for word, group in self._open()]

    @property
    def picked(self) -> str:
        """What has been picked so far, in words; empty if nothing has."""
        return self._describe(self._value(self._picked)) if self._picked else ""

    def _value(self, pieces: Sequence[int]) -> int:
        """The option for some pieces; what lies unseen is picked by its place."""
        mask = mask_of(pieces)
        return -2 - mask if isinstance(self._options, PlacedSets) else mask

    @property
    def complete(self) -> bool:
        """Whether what has been picked is an option."""
        return self._options.canonical(self._value(self._picked)) is not None

    def answer(self, text: str) -> Answer:
        """Pick what is named; an empty line or `done` ends the choice."""
        word = text.strip().casefold()
        if word in ("", "done", "none"):
            return self._finished()
        if word == "back":
            self._picked = self._picked[:-1]
            return Answer()
        before = list(self._picked)
        complaint = self._pick_all(text)
        if complaint is not None:
            self._picked = before
            return Answer(complaint=complaint)
        return self._finished() if self.complete and not self._open() else Answer()

    def _finished(self) -> Answer:
        value = self._options.canonical(self._value(self._picked))
        if value is None:
            return Answer(complaint=f"{self.picked or 'nothing'} is not a complete choice here")
        return Answer(value)

    def _pick_all(self, text: str) -> str | None:
        """Pick all that a line names; gives a complaint if something cannot be picked."""
        shown = self._open()
        if _NUMBERS.fullmatch(text.strip()):
            wanted = [(number, 1) for number in re.findall(r"\d+", text)]
        else:
            wanted = [_counted(piece) for piece in text.split(",") if piece.strip()]
        for name, count in wanted:
            complaint = self._pick(name, count, shown)
            if complaint is not None:
                return complaint
        return None

    def _pick(self, name: str, count: int, shown: list[tuple[str, list[int]]]) -> str | None:
        words = [word for word, _ in shown]
        if name.isdigit():
            found = [int(name) - 1] if len(name) < 10 and 1 <= int(name) <= len(shown) else []
        else:
            found = meant(name, words)
        if not found:
            return f"there is no number {name} here" if name.isdigit() else did_you_mean(name, words)
        if len({words[index] for index in found}) > 1:
            return f"`{name}` fits several: {', '.join(words[index] for index in found[:6])}"
        group = [element for index in found for element in shown[index][1] if element not in self._picked]
        if len(group) < count:
            return f"there are only {len(group)} of {words[found[0]]}" if group else f"no more {words[found[0]]} here"
        self._picked += group[:count]
        return None

    def _open(self) -> list[tuple[str, list[int]]]:
        """The pieces that can be picked next, by line."""
        can = self._reachable()
        lines = [(word, [element for element in group if can >> element & 1]) for word, group in self._entries]
        return [(word, group) for word, group in lines if group]

    def _reachable(self) -> int:
        chosen = mask_of(self._picked)
        if self._all is None:
            inner = self._options.inner if isinstance(self._options, PlacedSets) else self._options
            high = getattr(inner, "high", None)
            full = high is not None and len(self._picked) >= high
            return 0 if full else mask_of(element for _, group in self._entries for element in group) & ~chosen
        reachable = 0
        for option in self._all:
            pieces = option if option >= 0 else -2 - option
            if pieces & chosen == chosen:
                reachable |= pieces
        return reachable & ~chosen


def _counted(piece: str) -> tuple[str, int]:
    """The name and the number of `2 red` or `red`."""
    match = _COUNTED.fullmatch(piece.strip())
    if match is None or len(match[1]) > 4:
        return piece.strip(), 1
    return match[2].strip(), max(1, int(match[1]))


def _groups(decision: Decision, every: list[int] | None) -> list[list[int]]:
    """The pieces of a choice, equal ones together, in the order in which they are taken."""
    if isinstance(decision.options, PlacedSets):
        return [[place] for place in range(len(decision.options.items))]
    groups = getattr(decision.options, "groups", None)
    if groups is not None:
        return [list(group) for group in groups]
    union = 0
    for option in every if every is not None else decision.options:
        union |= option
    return [[element] for element in members(union)]
