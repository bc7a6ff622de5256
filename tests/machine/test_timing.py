"""Different abilities on one step, ordered by the player whose turn it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

BOOK = """\
state:
  player: {coins: integer, rich: flag}
abilities:
  player:
    doubling: {when: your turn begins, if: not rich, do: set coins to coins * 2}
    adding: {when: your turn begins, do: coins +3}
    idle: {when: your turn begins, if: rich, do: coins +100}
phases:
  game: |
    each player:
      set coins to 1
    take turns once clockwise from first of players among [first of players]:
      do turn
  turn: |
    choose ending from players
    set coins to coins + count(players where it is ending) - 1
"""
TIMING = "timing: {ordered by: current}\n"


def started(folder: Path, text: str) -> tuple[Program, State]:
    program = program_of(folder, text)
    return program, program.start(1)


def coins(game: tuple[Program, State]) -> int:
    program, s = game
    first = next(cell for v, cell in program.layout.variables.items() if v.name == "coins")
    value: int = s[first]
    return value


@pytest.mark.parametrize(("first", "total"), [("doubling", 5), ("adding", 8)])
def test_the_player_whose_turn_it_is_orders_them(first: str, total: int, tmp_path: Path) -> None:
    program, s = started(tmp_path, BOOK + TIMING)
    site = program.site(s)
    members = program.model.enums[site.of or ""].members
    assert [members[o] for o in program.options(s)] == ["doubling", "adding"]
    assert program.asked(s) == 0
    program.advance(s, members.index(first))
    assert program.site(s).name == "ending"
    assert coins((program, s)) == total


def test_without_timing_they_go_as_written(tmp_path: Path) -> None:
    program, s = started(tmp_path, BOOK)
    assert program.site(s).name == "ending"
    assert coins((program, s)) == 5


def test_one_alone_is_not_asked_for(tmp_path: Path) -> None:
    text = BOOK.replace("set coins to 1", "set coins to 1; set rich to yes").replace(
        "doubling: {when", "doubling: {when"
    )
    program, s = started(
        tmp_path, (text + TIMING).replace("if: rich, do: coins +100", "if: coins > 90, do: coins +100")
    )
    assert program.site(s).name == "ending"
    assert coins((program, s)) == 4


LATCHES = """\
state:
  game: {begun: {type: flag, becomes yes when: turn begins}}
  player: {went: {type: flag, becomes yes when: your turn begins}}
phases:
  game: |
    take turns once clockwise from first of players among [first of players]:
      do turn
  turn: |
    choose ending from players where begun and went of first of players and not went of last of players
"""


def test_a_flag_may_become_yes_when_a_phase_begins(tmp_path: Path) -> None:
    program, s = started(tmp_path, LATCHES.replace("choose ending", "choose up to 1 ending"))
    assert len(program.options(s)) == 3
