"""A bot that remembers what it has seen: it plays on from positions that may be the true one, and takes what does best.

It sees what a person on its seat would see: options, and full positions made up by lot of what it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.compiling.layout import QUIET, RESULT, SEAT
from encanta.machine.randomness import Dice
from encanta.play.aims import Aims

if TYPE_CHECKING:
    from encanta.machine.game import Decision
    from encanta.machine.options import Options
    from encanta.machine.program import Program
    from encanta.machine.table import State
    from encanta.machine.views import View

EFFORT = 100
"""Decisions that are tried out for one of its own, unless another number is asked for: some milliseconds."""
MOST_OPTIONS = 12
"""Options that are looked at; of more, so many by lot."""
FAR = 60
"""Decisions that are looked ahead, if no score is written down before."""

Imagine = Callable[[Dice], "State"]
"""Makes a full position by lot, of all that a seat knows."""


@dataclass(slots=True)
class _Candidate:
    """An option, and how the positions after it turned out: leads in points, and wins of games that ended."""

    value: int
    tried: int = 0
    lead: int = 0
    won: float = 0.0

    def worth(self, prize: float) -> float:
        """What the option is worth, with what a win counts in points."""
        return (self.lead + prize * self.won) / self.tried if self.tried else float("-inf")


class Mind:
    """Thinks for any seat of games of one program."""

    def __init__(self, program: Program) -> None:
        # A program of its own: what is only tried out must not be counted, traced or remembered by anybody else.
        self._program = program.twin()
        self._aims = Aims(self._program)

    def choose(self, seat: int, options: Options, imagine: Imagine, dice: Dice, effort: int) -> int:
        """The option that did best, after so many decisions (about) were tried out."""
        candidates = [_Candidate(value) for value in _looked_at(options, dice)]
        search = _Search(self._program, self._aims, seat, imagine, dice)
        rounds = max(1, (len(candidates) - 1).bit_length())
        while len(candidates) > 1:
            search.compare(candidates, search.made + effort // rounds)
            candidates.sort(key=lambda candidate: -candidate.worth(search.prize))
            candidates = candidates[: (len(candidates) + 1) // 2]
        return candidates[0].value


def _looked_at(options: Options, dice: Dice) -> list[int]:
    count = len(options)
    if count <= MOST_OPTIONS:
        return list(options)
    taken: dict[int, None] = {}
    while len(taken) < MOST_OPTIONS:
        taken[options.at(dice.below(count))] = None
    return list(taken)


class _Search:
    """One decision under thought. `made` counts the decisions that were tried out."""

    def __init__(self, program: Program, aims: Aims, seat: int, imagine: Imagine, dice: Dice) -> None:
        self._program, self._aims = program, aims
        self._seat, self._imagine, self._dice = seat, imagine, dice
        self._everybody = (1 << program.seats) - 1
        self.made = 0
        self.prize = 1.0
        """What a win counts in points: as much as the greatest lead that was met."""

    def compare(self, candidates: Sequence[_Candidate], until: int) -> None:
        """Try all candidates out in the same positions, until so many decisions were made."""
        while self.made < until:
            world = self._imagine(self._dice)
            # Nobody is asked where they have nothing to say: that would only cost time.
            world[QUIET] = self._everybody
            # The same luck for all: what others do should differ only where it has to.
            luck = [self._dice.below(1 << 64) for _ in range(self._program.seats)]
            self.made += 1
            offered = self._program.options(world)
            for candidate in candidates:
                if candidate.value in offered:
                    self._try(world[:], candidate, [Dice(seed) for seed in luck])

    def _try(self, state: State, candidate: _Candidate, dice: Sequence[Dice]) -> None:
        program, aims = self._program, self._aims
        options_of, advance = program.options, program.advance
        before = aims.written(state)
        advance(state, candidate.value)
        left = FAR
        while state[SEAT] >= 0 and left and not aims.is_written(state, before):
            options = options_of(state)
            advance(state, options.at(dice[state[SEAT]].below(len(options))))
            left -= 1
        self.made += FAR - left + 1
        lead = aims.lead(state, self._seat, before)
        candidate.tried += 1
        candidate.lead += lead
        self.prize = max(self.prize, abs(lead))
        if state[RESULT] is not None:
            candidate.won += aims.won(state, self._seat)


class ThinkingSeat:
    """A bot with a mind; its dice depend only on its seed and on how many decisions it has made."""

    def __init__(self, mind: Mind, seed: int, effort: int = EFFORT) -> None:
        self._mind = mind
        self._seed = seed
        self._effort = effort
        self._made = 0

    def decide(self, seat: int, options: Options, imagine: Imagine) -> int:
        """One of the options, for a seat that knows what can be imagined."""
        dice = Dice(self._seed ^ self._made << 32)
        self._made += 1
        return self._mind.choose(seat, options, imagine, dice, self._effort)

    def choose(self, decision: Decision, view: View) -> int:
        """The option that seems best."""
        return self.decide(decision.seat, decision.options, decision.imagine)

    def rewind(self, made: int) -> None:
        """Go on as after so many decisions."""
        self._made = made
