"""Seats that play by themselves, and pass unasked in windows in which they have nothing to say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from encanta.machine.asides import Asides
from encanta.machine.bits import mask_of
from encanta.play.seats import HUMAN

if TYPE_CHECKING:
    from encanta.machine.program import Program
    from encanta.machine.table import State

PASS = -1
"""The answer of a seat that leaves a window."""


def quiet_seats(kinds: Sequence[str]) -> tuple[int, ...]:
    """The seats that are passed over where they have nothing to say: all but those of people.

    A person is always asked, since the question itself tells them something.
    """
    return tuple(seat for seat, kind in enumerate(kinds) if kind != HUMAN)


class Quiet:
    """Tells when seats of one program would be passed over."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._asides = Asides(program)
        self._windows = frozenset(window.name for window in program.model.windows if window.quiet is not None)

    def __bool__(self) -> bool:
        return bool(self._windows)

    def passes(self, state: State, seats: int) -> bool:
        """Whether who is asked now would be passed over, if it were one of these seats (a mask)."""
        program = self._program
        seat = program.asked(state)
        if seat < 0 or not seats >> seat & 1:
            return False
        site = program.site(state)
        return site.kind == "action" and site.body in self._windows and self._asides.quiet(state, site.body, seat)


def asked_again(program: Program, seed: int, decisions: Iterable[int], quiet: Sequence[int], still: int) -> list[int]:
    """The decisions of the same game if of its quiet seats only those of the mask `still` are passed over: the others
    are asked, and pass."""
    speaking = mask_of(quiet) & ~still
    if not speaking:
        return list(decisions)
    judge = Quiet(program)
    state = program.start(seed, still)
    found: list[int] = []
    for value in decisions:
        while judge.passes(state, speaking):
            program.advance(state, PASS)
            found.append(PASS)
        program.advance(state, value)
        found.append(value)
    return found
