"""State conditions are put right before anything else, as often as needed, and for whom they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

STATE = """\
state:
  game: {seen: {type: integer}, asked: optional player}
  player: {coins: integer, notes: integer}
at once:
  changed: {each: player, while: coins >= 10, do: coins -10; notes +1}
abilities:
  player:
    first_written: {when: coins rises, do: set seen to coins}
"""


def played(folder: Path, block: str, more: str = STATE) -> tuple[Program, State]:
    """A game whose first player does something, up to the first question."""
    lines = "".join(f"    {line}\n" for line in block.splitlines())
    program = program_of(
        folder,
        f"""{more}phases:
  game: |
    take turns once clockwise from first of players among [first of players]:
      do part
      choose last_one from players
      set asked to last_one
  part: |
{lines}""",
    )
    return program, program.start(1)


def number(game: tuple[Program, State], name: str, owner: int = 0) -> int:
    program, s = game
    first = next(cell for v, cell in program.layout.variables.items() if v.name == name)
    value: int = s[first + owner]
    return value


@pytest.mark.parametrize(
    ("block", "coins", "notes", "seen"),
    [
        ("coins +9", 9, 0, 9),
        ("coins +10", 0, 1, 0),
        ("coins +37", 7, 3, 7),
        ("coins +4; coins +7", 1, 1, 1),
    ],
)
def test_it_is_put_right_before_other_abilities(block: str, coins: int, notes: int, seen: int, tmp_path: Path) -> None:
    game = played(tmp_path, block)
    assert (number(game, "coins"), number(game, "notes"), number(game, "seen")) == (coins, notes, seen)


def test_everybody_is_looked_at(tmp_path: Path) -> None:
    game = played(tmp_path, "each player:\n  coins +12")
    assert [number(game, "coins", seat) for seat in (0, 1)] == [2, 2]
    assert [number(game, "notes", seat) for seat in (0, 1)] == [1, 1]


def test_a_condition_of_the_game_may_ask(tmp_path: Path) -> None:
    more = """\
state: {game: {n: integer, chosen: optional player, asked: optional player}}
at once:
  high:
    while: n > 2
    do: |
      set n to 0
      set chosen to last of players
"""
    game = played(tmp_path, "n +5", more)
    assert number(game, "n") == 0
    assert number(game, "chosen") == 1


def test_what_never_comes_right_is_stuck(tmp_path: Path) -> None:
    more = STATE.replace("do: coins -10; notes +1", "do: notes +1")
    program, s = played(tmp_path, "coins +10", more)
    outcome = program.outcome(s)
    assert outcome is not None
    assert outcome.kind == "stuck"
