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


# ------------------------------------------------------------------------------------- costs in any text

ACT = "actions:\n  act: {limit: once per turn, do: seen +1}\n"
ARROWS = {
    "what can be paid": ("gold -2 -> seen +1", 1, 1),
    "what cannot be paid": ("gold -4 -> seen +1", 3, 0),
    "only a part of it": ("gold -2; mend 1 -> seen +1", 3, 0),
    "what follows goes as far as it can": ("gold -1 -> seen +1; give_up top of table; seen +1", 2, 2),
    "a step with a condition": ("gold -9 if gold > 5 -> seen +1", 3, 1),
}


@pytest.mark.parametrize("name", ARROWS)
def test_what_stands_right_of_an_arrow_follows_if_all_of_the_left_is_done(name: str, tmp_path: Path) -> None:
    text, gold, seen = ARROWS[name]
    book = BOOK.replace("    ready\n", f"    ready\n    {text}\n") + ACT
    program = program_of(tmp_path, book)
    state = program.start(1)
    assert (value(program, state, "gold"), value(program, state, "seen")) == (gold, seen)


def value(program: Program, state: State, name: str, owner: int = 0) -> int:
    """A variable of a player."""
    variable = next(v for v in program.model.variables if v.name == name)
    found: int = state[program.layout.variables[variable] + owner]
    return found


def test_an_arrow_that_begins_with_may_is_left_to_its_player(tmp_path: Path) -> None:
    book = BOOK.replace("    ready\n", "    ready\n    may mend 1 -> seen +1\n").replace('"set gold to 3"', "hurt +1")
    program = program_of(tmp_path, book + ACT)
    state = program.start(1)
    assert program.site(state).kind == "may"
    program.advance(state, 0)
    assert (value(program, state, "hurt"), value(program, state, "seen")) == (1, 0)
    state = program.start(1)
    program.advance(state, 1)
    assert (value(program, state, "hurt"), value(program, state, "seen")) == (0, 1)


def test_what_cannot_be_paid_is_not_asked(tmp_path: Path) -> None:
    book = BOOK.replace("    ready\n", "    ready\n    may mend 1 -> seen +1\n")
    program = program_of(tmp_path, book + ACT)
    assert program.site(program.start(1)).kind == "action"


def test_choices_of_a_cost_in_a_text_can_be_completed(tmp_path: Path) -> None:
    """Of two players only the one who can mend is chosen; who pays is the one whose turn it is."""
    arrow = "another player mends 2 -> seen +gold"
    book = BOOK.replace("    ready\n", f"    ready\n    for each n in 1..1:\n      {arrow}\n")
    book = book.replace('"set gold to 3"', "|\n    set gold to 3\n    set hurt of left of you to 2")
    program = program_of(tmp_path, book + ACT, 3)
    state = program.start(1)
    assert (value(program, state, "hurt", 1), value(program, state, "seen")) == (0, 3)
    book = book.replace("hurt of left of you to 2", "hurt of left of you to 2; set hurt of right of you to 2")
    program = program_of(tmp_path / "both", book + ACT, 3)
    state = program.start(1)
    assert program.site(state).name == "another_player"
    assert sorted(program.options(state)) == [1, 2]
    program.advance(state, 2)
    assert (value(program, state, "hurt", 1), value(program, state, "hurt", 2)) == (2, 0)
    assert value(program, state, "seen") == 3


def test_a_choice_named_in_a_cost_is_known_after_the_arrow(tmp_path: Path) -> None:
    book = BOOK.replace(
        "    ready\n", "    ready\n    choose 2 gone from hand; move gone to thrown -> seen +sum(points of gone)\n"
    )
    program = program_of(tmp_path, book + ACT)
    state = program.start(1)
    assert program.site(state).name == "gone"
    gone = next(iter(program.options(state)))
    points = sum(program.layout.rows[program.layout.row_of[x]].values["points"] for x in range(18) if gone >> x & 1)
    program.advance(state, gone)
    assert value(program, state, "seen") == points
