"""Seats that play by themselves pass unasked where they have nothing to say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from encanta.machine.game import Game
from encanta.machine.program import Program
from encanta.play.opening import Request, open_program
from encanta.play.quiet import PASS, Quiet, asked_again, quiet_seats
from encanta.play.seats import bot
from encanta.play.table import Table

CORPUS = Path(__file__).parents[1] / "corpus"


@cache
def reef() -> Program:
    opened, problems = open_program(Request(str(CORPUS / "reef"), 3))
    assert opened is not None, problems
    return opened.program


def game_of(seed: int, quiet: int) -> Game:
    table = Table(Game(reef(), seed, quiet=quiet), [bot("random", seed, seat) for seat in range(3)])
    table.run()
    return table.game


def test_only_people_are_asked_for_nothing() -> None:
    assert quiet_seats(["human", "random", "thinking", "human"]) == (1, 2)


def test_a_seat_that_knows_nothing_to_lay_is_passed_over() -> None:
    program, judge = reef(), Quiet(reef())
    assert judge
    quiet, loud = game_of(1, 0b111), game_of(1, 0)
    assert len(quiet.decisions) < len(loud.decisions)
    for game in (quiet, loud):
        state = program.start(1, game.quiet)
        asked = 0
        for value in game.decisions:
            asked += judge.passes(state, 0b111)
            program.advance(state, value)
        assert (asked > 0) is (game is loud)


def test_nobody_else_is() -> None:
    judge = Quiet(reef())
    state = reef().start(1)
    assert not judge.passes(state, 0b111), "this is no window"
    assert not Quiet(opened("shore")), "there are no windows"


def opened(name: str) -> Program:
    found, problems = open_program(Request(str(CORPUS / name), 2))
    assert found is not None, problems
    return found.program


@pytest.mark.parametrize("still", [0, 0b001, 0b110, 0b111])
def test_the_same_game_with_fewer_quiet_seats_is_event_for_event_the_same(still: int) -> None:
    passes = 0
    for seed in range(1, 9):
        game = game_of(seed, 0b111)
        decisions = asked_again(reef(), seed, game.decisions, (0, 1, 2), still)
        again = Game(reef(), seed, decisions, quiet=still)
        said = [[event.text for event in one.events() if event.kind != "decision"] for one in (game, again)]
        assert said[0] == said[1]
        added = len(decisions) - len(game.decisions)
        assert [value for value in decisions if value != PASS] == [value for value in game.decisions if value != PASS]
        passes += added
    assert (passes > 0) is (still != 0b111)


def test_undo_and_copies_keep_the_quiet_seats() -> None:
    game = game_of(2, 0b011)
    assert game.quiet == 0b011
    copied = game.copy()
    copied.undo()
    assert copied.state == Game(reef(), 2, game.decisions[:-1], quiet=0b011).state
