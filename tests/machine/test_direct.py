"""Whole games in one go: the same games as decision by decision, and an end to what has none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from encanta.compiling.layout import RESULT, SEAT
from encanta.machine.direct import Direct
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from encanta.machine.table import State
from encanta.play.opening import Request, open_program
from small_games import program_of

CORPUS = Path(__file__).parents[1] / "corpus"
GAMES = [
    ("hearts", 4),
    ("encantados", 2),
    ("encantados", 3),
    ("enkartados", 3),
    ("enchanted_garden", 2),
    *((str(CORPUS / name), None) for name in ("crazy_eights", "gin_rummy", "holdem_betting", "quay", "reef", "shore")),
    *((str(CORPUS / name), None) for name in ("doppelkopf_tricks", "skat_tricks", "tarot_tricks", "workshop")),
]
"""Games and how many play them (None: as few as can)."""


def below(seed: int, seats: int) -> list[Callable[[int], int]]:
    return [Dice(seed * 8 + seat).below for seat in range(seats)]


def step_by_step(program: Program, seed: int, quiet: int) -> tuple[State, int]:
    choosers, made = below(seed, program.seats), 0
    state = program.start(seed, quiet)
    while (seat := state[SEAT]) >= 0:
        options = program.options(state)
        program.advance(state, options.at(choosers[seat](len(options))))
        made += 1
    return state, made


def without_names(program: Program, state: State) -> list[Any]:
    """A final state with the reason of its end in words: the builds number them differently."""
    kind, winners, reason = state[RESULT]
    return [*state[:RESULT], (kind, winners, program.compiled.reasons[reason]), *state[RESULT + 1 :]]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_same_games_as_decision_by_decision(game: str, players: int | None) -> None:
    opened, problems = open_program(Request(game, players))
    assert opened is not None, problems
    program, direct = opened.program, Direct(opened.program.model)
    for seed in range(3):
        for quiet in (0, (1 << program.seats) - 1):
            state, made = step_by_step(program, seed, quiet)
            played = direct.play(seed, below(seed, program.seats), quiet)
            assert without_names(direct.program, played) == without_names(program, state)
            assert direct.decisions == made


ENDLESS = """\
phases:
  game: |
    repeat while any(deck):
      shuffle deck
"""


LONG = """\
state: {game: {rounds: integer}}
phases:
  game: |
    deal 2 from deck to each player's hand
    take turns clockwise from first of players:
      do turn
      until rounds is 30000
  turn: |
    set rounds to rounds + 1
    choose kept from hand
"""


def test_what_never_comes_to_an_end_is_stuck(tmp_path: Path) -> None:
    program = program_of(tmp_path, ENDLESS)
    direct = Direct(program.model)
    state = direct.play(1, below(1, 2))
    outcome = direct.program.outcome(state)
    assert outcome is not None
    assert (outcome.kind, outcome.reason) == ("stuck", "game")


def test_answers_begin_the_count_of_rounds_anew(tmp_path: Path) -> None:
    program = program_of(tmp_path, LONG)
    direct = Direct(program.model)
    outcome = direct.program.outcome(direct.play(1, below(1, 2)))
    assert outcome is not None
    assert outcome.kind == "nobody"
    assert direct.decisions == 30000
