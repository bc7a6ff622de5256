"""Carries a game over to changed rules: the choices that were made are made again, as long as they are still legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from encanta.machine.game import Decision, Game
from encanta.machine.program import Program

MOST_COMPARED = 5_000
"""Options that are compared by their words; beyond, only the number tells what was meant."""


@dataclass(frozen=True, slots=True)
class Made:
    """A decision as it was made: who, about what, and in which words."""

    seat: int
    kind: str
    name: str
    words: str
    value: int


@dataclass(frozen=True, slots=True)
class Carried:
    """A game under new rules with the choices that still stand, and the first one that does not."""

    game: Game
    kept: int
    made: int
    lost: Made | None

    @property
    def words(self) -> str:
        """What became of the choices, in a sentence."""
        if self.lost is None:
            return f"all {self.made} choices still stand" if self.made != 1 else "the one choice still stands"
        who = self.game.names.player(self.lost.seat)
        stand = f"{self.kept} of {self.made} choices still stand"
        return f"{stand}; then `{who}: {self.lost.words}` can no longer be chosen"


def decisions_of(game: Game) -> list[Made]:
    """The decisions of a game in words."""
    again = Game(game.program, game.seed, labels=game.names.labels, quiet=game.quiet)
    found = []
    for value in game.decisions:
        decision = again.decision
        assert decision is not None, "the game went on here"
        site = decision.site
        found.append(Made(decision.seat, site.kind, site.name, decision.describe(value), value))
        again.take(value)
    return found


def carried_over(game: Game, program: Program, labels: Mapping[str, str] | None = None) -> Carried:
    """The game from the same seed under other rules, with the same choices as far as they are offered.

    A choice is the same if the same seat is asked for something of the same name and the words are the same: numbers
    can mean something else under other rules.
    """
    made = decisions_of(game)
    new = Game(program, game.seed, labels=labels, quiet=game.quiet)
    for number, one in enumerate(made):
        value = _same(new.decision, one)
        if value is None:
            return Carried(new, number, len(made), one)
        new.take(value)
    return Carried(new, len(made), len(made), None)


def _same(decision: Decision | None, made: Made) -> int | None:
    """The option that is the choice that was made, or None."""
    if decision is None or decision.seat != made.seat:
        return None
    site = decision.site
    if (site.kind, site.name) != (made.kind, made.name):
        return None
    if made.value in decision.options and decision.describe(made.value) == made.words:
        return made.value
    options = islice(decision.options, MOST_COMPARED)
    return next((value for value in options if decision.describe(value) == made.words), None)
