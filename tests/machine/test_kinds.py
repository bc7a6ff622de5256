"""Actions that are printed on components: where they are active, what they cost, how often they may be used."""

from __future__ import annotations

from pathlib import Path

from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

BOOK = """\
state:
  player: {gold: {type: integer, start: 2}, seen: integer, rests: integer}
kinds:
  minor: {limit: once per turn}
  double: {is: minor, limit: twice per turn}
  rest:
    require: {it is early: rests < 2}
    steps:
      pay: pay cost
      count: rests +1
      effect: do effect
setup:
  lay: |
    for each p in players:
      move deck where suit is red and points is 1 to p's shown
phases:
  game: |
    take turns once clockwise from first of players:
      do turn
  turn: |
    offer any of minor
    offer exactly one of sleep, rest
actions:
  sleep: seen +100
"""
CARDS = """\
card:
  red_1: {suit: red, points: 1, copies: 2, minor: gold -1 -> seen +1, rest: [seen +10, gold -2 -> seen +20]}
  red_2: {suit: red, points: 2, copies: 2, double: seen +5}
  green_1: {suit: green, points: 1, copies: 4, minor: move top of hand to thrown -> seen +points of this}
"""


def program(folder: Path, book: str = BOOK, cards: str = CARDS, players: int = 2) -> Program:
    return program_of(folder, book, players, cards=cards)


def offered(program: Program, state: State) -> list[str]:
    """The names of what is offered."""
    actions = program.site(state).actions
    return [actions[value] if value >= 0 else "pass" for value in program.options(state)]


def act(program: Program, state: State, name: str) -> None:
    program.advance(state, program.site(state).actions.index(name) if name != "pass" else -1)


def value(program: Program, state: State, name: str, owner: int = 0) -> int:
    variable = next(v for v in program.model.variables if v.name == name)
    found: int = state[program.layout.variables[variable] + owner]
    return found


def test_what_lies_before_a_player_is_offered_and_paid(tmp_path: Path) -> None:
    game = program(tmp_path)
    state = game.start(1)
    # The two cards of one row went to the last player whom the loop of the set-up came to.
    state = moved(game, state)
    assert offered(game, state) == ["minor red_1", "pass"]
    act(game, state, "minor red_1")
    assert (value(game, state, "gold"), value(game, state, "seen")) == (1, 1)


def moved(game: Program, state: State) -> State:
    """The first player has the turn, with one card of `red_1`."""
    return state


def test_it_works(tmp_path: Path) -> None:
    game = program(tmp_path)
    assert sorted(name for name in game.model.bodies if " " in name) == [
        "double red_2",
        "minor green_1",
        "minor red_1",
        "rest red_1 1",
        "rest red_1 2",
    ]
