"""What abilities forbid, and whom they protect."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

REST = """\
procedures:
  earn n: coins +n
  keep card c: move c to shown
  drop card c: move c to thrown
  mixed n: |
    earn n
    notes +1
state:
  game: {over: flag, answered: optional player}
  player: {coins: integer, notes: integer}
"""


def played(folder: Path, block: str, forbid: str, more: str = REST) -> tuple[Program, State]:
    """A game whose first player does something under a ban, up to the first question."""
    lines = "".join(f"    {line}\n" for line in block.splitlines())
    program = program_of(
        folder,
        f"""{more}abilities:
  player:
    hindered: {{while: you is first of players and not over, forbid: {forbid}}}
phases:
  game: |
    each player:
      move top 6 of deck to hand
    take turns once clockwise from first of players among [first of players]:
      do part
      choose last_one from players
      set answered to last_one
  part: |
{lines}""",
    )
    return program, program.start(1)


def number(game: tuple[Program, State], name: str, owner: int = 0) -> int:
    program, s = game
    first = next(cell for v, cell in program.layout.variables.items() if v.name == name)
    value: int = s[first + owner]
    return value


def size(game: tuple[Program, State], place: str, owner: int = 0) -> int:
    program, s = game
    cell = next(i.cell for i in program.layout.instances if i.place.name == place and i.owner in (owner, -1))
    return len(program.table.listed(s, cell))


def test_a_forbidden_verb_is_skipped_wherever_it_stands(tmp_path: Path) -> None:
    game = played(tmp_path, "earn 3\nmixed 2\neach other player earns 5\nset over to yes\nearn 1", "earn")
    assert (number(game, "coins"), number(game, "notes"), number(game, "coins", 1)) == (1, 1, 5)


def test_only_things_of_a_kind(tmp_path: Path) -> None:
    block = "for each c in hand:\n  keep c"
    game = played(tmp_path, block, "keep a red")
    program, s = game
    left = program.table.listed(s, next(i.cell for i in program.layout.instances if i.place.name == "hand"))
    shown = program.table.listed(s, next(i.cell for i in program.layout.instances if i.place.name == "shown"))
    suit = program.layout.property_table(program.model.components["card"].properties["suit"])
    assert all(suit[x] == 0 for x in left)
    assert all(suit[x] != 0 for x in shown)
    assert len(left) + len(shown) == 6


def test_several_bans_at_once(tmp_path: Path) -> None:
    game = played(tmp_path, "earn 3\nfor each c in hand:\n  drop c", "[earn, drop]")
    assert (number(game, "coins"), size(game, "hand")) == (0, 6)


ACTIONS = (
    REST.replace("  player: {coins", "  player: {tried: integer, coins")
    + """\
actions:
  work: earn 2
  idle: tried +1
"""
)


def test_a_forbidden_action_is_not_offered(tmp_path: Path) -> None:
    game = played(tmp_path, "offer exactly one of work, idle", "work", ACTIONS)
    assert (number(game, "coins"), number(game, "tried")) == (0, 1)


def test_what_a_forbidden_verb_costs_cannot_be_paid(tmp_path: Path) -> None:
    more = ACTIONS.replace("work: earn 2", "work: {cost: drop first of hand, do: earn 2}")
    game = played(tmp_path, "offer exactly one of work, idle", "drop", more)
    assert (number(game, "coins"), number(game, "tried"), size(game, "hand")) == (0, 1, 6)


@pytest.mark.parametrize(
    ("forbid", "said"),
    [
        ("eran", "there is no action or procedure `eran` to forbid"),
        ("part", "there is no action or procedure `part` to forbid"),
        ("earn a red", "`earn` is not done to anything"),
        ("keep a rde", "rde"),
        ("wild actions", "there is no kind of action `wild`"),
    ],
)
def test_what_cannot_be_forbidden_is_said(forbid: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=said):
        played(tmp_path, "earn 1", forbid)
