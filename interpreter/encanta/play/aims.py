"""What a player of a game wants: to win, and until then to stand well in what its winners are found by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.compiling.layout import RESULT, SEAT
from encanta.machine.asides import Asides
from encanta.machine.bits import members
from encanta.machine.randomness import Dice

if TYPE_CHECKING:
    from encanta.checking.model import Sheet
    from encanta.machine.program import Program
    from encanta.machine.table import State

TRIED = 12
"""Random games that are looked at where the rulebook does not say whether many points are good."""
LONGEST = 3_000
"""Decisions of each of them at most."""


class Aims:
    """Says of states of one program how well each seat stands.

    Points are what the rulebook finds its winners by (`players with least total`), together with the scores that are
    still to be added to them, as they would be written down now. Where winners are not found like that, points are
    the scores alone, and some random games tell whether many of them are good.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._asides = Asides(program)
        self._ranking = self._asides.ranking
        sheets = list(program.model.sheets.values())
        if self._ranking is not None:
            made_of = self._ranking.made_of
            sheets = [sheet for sheet in sheets if sheet.adds_to in made_of]
        self._sheets = [(sheet, program.layout.sheets[sheet]) for sheet in sheets]
        of = self._ranking.of if self._ranking is not None else sheets[0].owner if sheets else "player"
        self._by_side = of == "side"
        self._owner_of = program.layout.side_of if self._by_side else list(range(program.seats))
        self._owners = range(len(program.model.sides) if self._by_side else program.seats)
        self._sign = 1
        if self._ranking is not None:
            self._sign = 1 if self._ranking.most else -1
        elif sheets:
            self._sign = self._tried()

    def written(self, state: State) -> tuple[object, ...]:
        """What is written on the sheets of scores; another object as soon as one is written anew."""
        return tuple(state[cell] for _, cell in self._sheets)

    def is_written(self, state: State, before: tuple[object, ...]) -> bool:
        """Whether a sheet has been written since it looked like this."""
        return any(state[cell] is not old for (_, cell), old in zip(self._sheets, before, strict=True))

    def lead(self, state: State, seat: int, before: tuple[object, ...]) -> int:
        """By how much a seat is better than the best of the others (worse, if below zero).

        `before` is what was written when the points that are not yet added began to be made.
        """
        mine = self._owner_of[seat]
        points = [self._sign * self._points(state, owner, before) for owner in self._owners]
        others = [points[owner] for owner in self._owners if owner != mine]
        return points[mine] - max(others, default=0)

    def won(self, state: State, seat: int) -> float:
        """How a game that is over ended for a seat, from -1 to 1: a win that is shared is worth less."""
        kind, winners, _ = state[RESULT]
        if kind != 0 or not winners:
            return 0.0
        if not winners >> seat & 1:
            return -1.0
        sharing = {self._owner_of[winner] for winner in members(winners)}
        return 2.0 / len(sharing) - 1.0

    def _points(self, state: State, owner: int, before: tuple[object, ...]) -> int:
        found = self._asides.rank(state, owner)
        for (sheet, cell), old in zip(self._sheets, before, strict=True):
            if state[cell] is old:
                found += sum(self._asides.total(state, sheet, one) for one in self._kept_by(sheet, owner))
            elif self._ranking is None:
                found += sum(sum(state[cell][one]) for one in self._kept_by(sheet, owner))
        return found

    def _kept_by(self, sheet: Sheet, owner: int) -> tuple[int, ...]:
        """The owners of a sheet that count for a player or a side."""
        if (sheet.owner == "side") == self._by_side:
            return (owner,)
        sides = self._program.model.sides
        return sides[owner] if self._by_side else (self._program.layout.side_of[owner],)

    def _tried(self) -> int:
        """Whether those who win random games have more points than the others, or fewer (then -1)."""
        program, balance = self._program, 0
        for seed in range(TRIED):
            dice = Dice(seed)
            state = program.start(seed)
            before, made = (None,) * len(self._sheets), 0
            while state[SEAT] >= 0 and made < LONGEST:
                options = program.options(state)
                program.advance(state, options.at(dice.below(len(options))))
                made += 1
            if state[RESULT] is not None and state[RESULT][0] == 0:
                for seat in members(state[RESULT][1]):
                    lead = self.lead(state, seat, before)
                    balance += (lead > 0) - (lead < 0)
        return -1 if balance < 0 else 1
