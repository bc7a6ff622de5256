"""Counts of many games, that add up to the same whatever the order in which they are merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TypeVar

K = TypeVar("K")


@dataclass(slots=True)
class Spread:
    """Numbers seen, kept as exact sums: how many, their sum, the sum of their squares, the least and the most."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        """Take in a number."""
        self.least = value if self.count == 0 else min(self.least, value)
        self.most = value if self.count == 0 else max(self.most, value)
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Spread) -> None:
        """Take in all numbers of another spread."""
        if other.count == 0:
            return
        self.least = other.least if self.count == 0 else min(self.least, other.least)
        self.most = other.most if self.count == 0 else max(self.most, other.most)
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The mean; 0 if nothing was seen."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of what was seen (divided by the count); 0 if nothing was seen."""
        if self.count == 0:
            return 0.0
        return sqrt(self.count * self.squares - self.total * self.total) / self.count


@dataclass(slots=True)
class Use:
    """How often something was offered and how often it was taken."""

    offered: int = 0
    used: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """A game in which something went wrong: its seed, after how many decisions, and what.

    `kind`: stuck (the rules never come to the next decision), lost (a component lies nowhere or in two places when the
    game is over) or error (the machine itself went wrong).
    """

    seed: int
    decisions: int
    kind: str
    message: str


@dataclass(slots=True)
class Tally:
    """What happened in some games."""

    games: int = 0
    decisions: int = 0
    shares: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(seat, how many won together): games."""
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(kind of outcome, its reason): games."""
    lengths: dict[str, Spread] = field(default_factory=dict)
    """Decisions a game, and runs of every phase that a limit bounds."""
    scores: dict[tuple[str, str, str], Spread] = field(default_factory=dict)
    """(sheet, owner, line): points, of every time the sheet was written."""
    actions: dict[tuple[str, str], Use] = field(default_factory=dict)
    """(where it is offered, action): times."""
    abilities: dict[str, Use] = field(default_factory=dict)
    """Optional abilities by name."""
    choices: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(where, name of what is chosen): times asked."""
    faults: list[Fault] = field(default_factory=list)

    def merge(self, other: Tally) -> None:
        """Take in another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.shares.update(other.shares)
        self.outcomes.update(other.outcomes)
        self.choices.update(other.choices)
        _merge_spreads(self.lengths, other.lengths)
        _merge_spreads(self.scores, other.scores)
        _merge_uses(self.actions, other.actions)
        _merge_uses(self.abilities, other.abilities)
        self.faults = sorted([*self.faults, *other.faults], key=lambda fault: fault.seed)

    def wins(self, seat: int) -> Fraction:
        """The games a seat won, a win that several share counting as a part of one."""
        return sum((Fraction(games, among) for (who, among), games in self.shares.items() if who == seat), Fraction())

    def ended(self, kind: str) -> int:
        """How many games ended in a way: won, drawn, nobody."""
        return sum(games for (how, _), games in self.outcomes.items() if how == kind)


def _merge_spreads(into: dict[K, Spread], other: dict[K, Spread]) -> None:
    for key, spread in other.items():
        into.setdefault(key, Spread()).merge(spread)


def _merge_uses(into: dict[K, Use], other: dict[K, Use]) -> None:
    for key, use in other.items():
        mine = into.setdefault(key, Use())
        mine.offered += use.offered
        mine.used += use.used


def merged(tallies: Iterable[Tally]) -> Tally:
    """One tally of several."""
    whole = Tally()
    for tally in tallies:
        whole.merge(tally)
    return whole
