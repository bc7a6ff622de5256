"""A game at one of its decisions, ready for questions: moves can be tried in it without changing anything."""

from __future__ import annotations

from collections.abc import Sequence

from encanta.machine.asides import Asides
from encanta.machine.game import Game
from encanta.machine.program import Program
from encanta.machine.table import State
from encanta.scenarios.asking import asking_program
from encanta.scenarios.session import Session
from encanta.scenarios.words import Words


def session_of(game: Game) -> Session:
    """The position of a game as scenarios see it."""
    program, seed, quiet, decisions = game.program, game.seed, game.quiet, tuple(game.decisions)

    def again(other: Program) -> State:
        # What asks everything has the same states, but more decisions lie between them.
        if not decisions:
            return (program if other.compiled is program.compiled else other).start(seed, quiet)
        state = program.start(seed, quiet)
        for value in decisions[:-1]:
            program.advance(state, value)
        other.advance(state, decisions[-1])
        return state

    return Session(program, asking_program(program), Asides(program), Words(program.layout), again, _told)


def _told(taken: Sequence[int]) -> list[str]:
    """Nobody asks a game under question what happened in the trials."""
    return []
