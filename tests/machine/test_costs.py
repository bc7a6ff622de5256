"""What costs need beforehand, whatever verb they say, and that all of it is paid before anything else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

BOOK = """\
state:
  player: {gold: integer, hurt: integer, seen: integer}
setup:
  deal: |
    deal 3 from deck to each player's hand
phases:
  game: |
    take turns once clockwise from first of players:
      do turn
  turn: |
    ready
    offer any of act
procedures:
  ready: "set gold to 3"
  mend n: {full: hurt >= n, do: set hurt to (hurt - n if hurt > n else 0)}
  give_up card c: {require: {not the last: count(hand) > 1}, do: move c to thrown}
  spoil:
    choose: {lost: from hand where points is 3}
    do: move lost to thrown
"""


def offered(program: Program, state: State) -> bool:
    """Whether the first player is offered the action in the first turn."""
    return program.asked(state) == 0 and program.site(state).kind == "action"


COSTS = {
    "a verb done in full": ("mend 1", "hurt +1", True),
    "a verb not done in full": ("mend 2", "hurt +1", False),
    "two parts of one number": ("gold -2; gold -2", "set hurt to 0", False),
    "two parts that fit": ("gold -2; gold -1", "set hurt to 0", True),
    "what a verb requires": ("give_up first of hand", "set hurt to 0", True),
    "what a verb does not allow": ("give_up first of hand", "move top 1 of deck to thrown", True),
    "what everybody does": ("each other player mends 1", "set hurt of left of you to 1", True),
    "what not everybody can do": ("each other player mends 1", "set hurt to 2", False),
    "what somebody else can do": ("another player mends 1", "set hurt of left of you to 1", True),
    "what nobody else can do": ("another player mends 1", "set hurt to 2", False),
    "a condition that does not hold": ("mend 5 if gold > 9", "set hurt to 0", True),
    "a condition that holds": ("mend 5 if gold > 2", "set hurt to 0", False),
    "a number that is named": ("let n = hurt + 1; mend n", "hurt +1", False),
    "nothing to give": ("give_up top of table", "set hurt to 0", False),
}


@pytest.mark.parametrize("name", COSTS)
def test_costs_are_payable_if_every_part_can_be_done_in_full(name: str, tmp_path: Path) -> None:
    cost, before, payable = COSTS[name]
    book = BOOK.replace('"set gold to 3"', f'"set gold to 3; {before}"')
    act = f'actions:\n  act: {{limit: once per turn, cost: "{cost}", do: seen +1}}\n'
    program = program_of(tmp_path, book + act)
    assert offered(program, program.start(1)) is payable


def test_what_a_verb_lets_choose_must_be_there(tmp_path: Path) -> None:
    text = "actions:\n  act: {limit: once per turn, cost: spoil, do: seen +1}\n"
    program = program_of(tmp_path, BOOK + text)
    for seed in range(1, 9):
        state = program.start(seed)
        hand = next(i.cell for i in program.layout.instances if i.place.name == "hand" and i.owner == 0)
        threes = [x for x in range(program.layout.components) if state[hand] >> x & 1 and "_3" in row(program, x)]
        assert offered(program, state) is bool(threes)


def row(program: Program, component: int) -> str:
    return program.layout.rows[program.layout.row_of[component]].name


def test_the_player_of_a_cost_is_chosen_with_the_action(tmp_path: Path) -> None:
    text = "actions:\n  act: {limit: once per turn, cost: another player mends 1, do: seen +1}\n"
    book = BOOK.replace(
        'ready: "set gold to 3"', "ready: |\n    set gold to 3\n    each other player hurts_now\n  hurt_now: hurt +1"
    )
    program = program_of(tmp_path, book + text, 3)
    state = program.start(1)
    act = program.model.bodies["act"]
    assert [choice.local for choice in act.choices] == ["another_player"]
    program.advance(state, 0)
    assert program.site(state).name == "another_player"
    assert sorted(program.options(state)) == [1, 2]


WAITING = """\
actions:
  act:
    limit: once per turn
    cost: waste; waste
    do: set seen to seen * 10
abilities:
  player:
    noticing: {when: gold falls, do: seen +gold}
"""


def test_what_a_cost_sets_off_waits_until_all_of_it_is_paid(tmp_path: Path) -> None:
    book = BOOK.replace("  spoil:", "  waste: gold -1\n  spoil:")
    program = program_of(tmp_path, book + WAITING)
    state = program.start(1)
    program.advance(state, 0)
    # Both losses are over when the first of them is noticed: 1 + 1, then what is bought.
    seen = program.layout.variables[next(v for v in program.model.variables if v.name == "seen")]
    assert state[seen] == 20
    assert program.layout.waiting is not None
    assert state[program.layout.waiting] is None


def test_ending_a_turn_inside_a_cost_drops_what_waits(tmp_path: Path) -> None:
    book = BOOK.replace("  spoil:", "  waste: gold -1; end turn\n  spoil:")
    program = program_of(tmp_path, book + WAITING)
    state = program.start(1)
    program.advance(state, 0)
    seen = program.layout.variables[next(v for v in program.model.variables if v.name == "seen")]
    assert state[seen] == 0
    assert program.layout.waiting is not None
    assert state[program.layout.waiting] is None


def test_a_choice_inside_a_cost_is_asked_while_it_is_paid(tmp_path: Path) -> None:
    book = BOOK.replace(
        "  spoil:", "  waste: |\n    gold -1\n    choose lost from hand\n    move lost to thrown\n  spoil:"
    )
    program = program_of(tmp_path, book + WAITING.replace("waste; waste", "waste"))
    state = program.start(1)
    program.advance(state, 0)
    assert Names(program.layout).player(program.asked(state))
    assert program.site(state).name == "lost"
    program.advance(state, next(iter(program.options(state))))
    seen = program.layout.variables[next(v for v in program.model.variables if v.name == "seen")]
    assert state[seen] == 20
