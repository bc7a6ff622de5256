"""States that a seat cannot tell from the one it is in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from encanta.compiling.layout import FRAME, RANDOM
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from encanta.machine.table import State
from encanta.machine.views import visible
from encanta.machine.worlds import Worlds
from encanta.play.opening import Request, open_program
from encanta.resources import shipped_games
from encanta.scenarios.laws import lost, positions

CORPUS = Path(__file__).parents[1] / "corpus"
GAMES = [str(CORPUS / name) for name in ("quay", "reef", "shore")] + shipped_games()


@cache
def program_of(game: str) -> Program:
    opened, problems = open_program(Request(game))
    assert opened is not None, problems
    return opened.program


def played(program: Program, seed: int, most: int) -> Iterator[State]:
    """The positions of a random game."""
    dice = Dice(seed)
    state = program.start(seed)
    for _ in range(most):
        if program.asked(state) < 0:
            return
        yield state
        options = program.options(state)
        program.advance(state, options.at(dice.below(len(options))))


@pytest.mark.parametrize("game", GAMES)
def test_a_world_agrees_with_all_that_a_seat_knows(game: str) -> None:
    program = program_of(game)
    worlds, layout, dice = Worlds(program), program.layout, Dice(1)
    differing = 0
    for state in played(program, 3, 60):
        seat = program.asked(state)
        world = worlds.imagined(state, seat, dice)
        seen = visible(program, state, seat)
        assert lost(layout, world) == []
        assert visible(program, world, seat) == seen
        here, there = positions(layout, state), positions(layout, world)
        assert all(there[x] == here[x] for x in here if seen >> x & 1)
        for instance in layout.instances:
            size = sum(cell == instance.cell for cell, _ in here.values())
            assert sum(cell == instance.cell for cell, _ in there.values()) == size
        for other in range(program.seats):
            assert state[layout.known + other].bit_count() == world[layout.known + other].bit_count()
        differing += here != there
    assert differing > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_world_is_the_same_whatever_lies_where_nobody_looks(game: str) -> None:
    program = program_of(game)
    worlds, layout, dice = Worlds(program), program.layout, Dice(5)
    compared = 0
    for number, state in enumerate(played(program, 4, 80)):
        for seat in range(program.seats):
            hidden = worlds.hidden(state, seat)
            found = [x for x in range(layout.components) if hidden >> x & 1]
            backs = [mask for kind in layout.kinds.values() for mask in layout.backs(kind)]
            unseen = [[x for x in found if mask >> x & 1] for mask in backs]
            for alike in filter(lambda alike: len(alike) > 1, unseen):
                first, second = alike[dice.below(len(alike))], alike[dice.below(len(alike))]
                other = worlds.permuted(state, {first: second, second: first})
                one, same = (worlds.imagined(s, seat, Dice(number)) for s in (state, other))
                assert one == same
                compared += first != second
    assert compared > 50


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_in_every_world(game: str) -> None:
    program = program_of(game)
    worlds, dice = Worlds(program), Dice(9)
    for state in played(program, 8, 40):
        seat = program.asked(state)
        world = worlds.imagined(state, seat, dice)
        assert list(program.options(world)) == list(program.options(state))
        for _ in range(60):
            if program.asked(world) < 0:
                break
            options = program.options(world)
            program.advance(world, options.at(dice.below(len(options))))
        assert lost(program.layout, world) == []
        outcome = program.outcome(world)
        assert outcome is None or outcome.kind != "stuck"


def test_worlds_tell_nothing_of_chance_to_come() -> None:
    program = program_of(str(CORPUS / "reef"))
    state = program.start(1)
    world = Worlds(program).imagined(state, 0, Dice(1))
    state[RANDOM] += 2
    assert Worlds(program).imagined(state, 0, Dice(1)) == world
    assert world[RANDOM] != state[RANDOM]


def test_changing_places_twice_changes_nothing() -> None:
    program = program_of(str(CORPUS / "quay"))
    worlds = Worlds(program)
    frames = 0
    for state in played(program, 2, 30):
        count = program.layout.components
        cycle = worlds.permuted(state, {x: (x + 1) % count for x in range(count)})
        assert worlds.permuted(cycle, {(x + 1) % count: x for x in range(count)}) == state
        frames += cycle[FRAME] != state[FRAME]
    assert frames, "pending effects hold components too"
