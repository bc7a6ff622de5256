"""Tells what happened in a scenario: the same moves once more in the traced build."""

from __future__ import annotations

from collections.abc import Sequence

from encanta.machine.events import Event, Teller
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.scenarios.session import Again


def events_of(traced: Program, beginning: Again, taken: Sequence[int]) -> list[Event]:
    """What happened from a beginning on, with some answers given one after the other."""
    teller = Teller(traced, Names(traced.layout))
    traced.listener = teller.hear
    try:
        state = beginning(traced)
        for value in taken:
            if traced.asked(state) < 0 or value not in traced.options(state):
                # The builds differ, which the law of replays finds; what is told so far is right.
                break
            teller.decide(state, value)
            traced.advance(state, value)
    finally:
        traced.listener = None
    return teller.events
