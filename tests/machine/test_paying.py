"""`pay` outside a cost: whoever does it chooses among the ways to pay; nothing happens where it cannot be paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.compiling.layout import SEAT
from encanta.machine.bits import members
from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

BOOK = """\
payments:
  price(card bought):
    owed: points of bought if it is suit of bought else 0
    spend: cards from hand
    pays: suit
    to: thrown
state:
  player: {gained: integer}
setup:
  hands: |
    HANDS
phases:
  game: |
    take turns once clockwise from first of players:
      do turn
  turn: |
    TURN
procedures:
  pay_for card c: |
    PAY
    gained +1
end:
  over: {after: game, if: 'yes', winners: players}
"""
CARDS = "card:\n" + "".join(
    f"  {suit}_{n}: {{suit: {suit}, points: {n}, copies: 4}}\n" for suit in ("red", "green", "blue") for n in (1, 2, 3)
)
SALE = "move deck where points > 1 to one's shown"
HANDS = {
    "enough": "let one = first of players\n    move deck where suit is red and points < 3 to one's hand\n    " + SALE,
    "too little": "let one = first of players\n    move deck where suit is blue and points is 1 to one's hand\n    "
    + SALE,
}
GREEN = "first of (every shown where suit is green and points is 2)"
RED = "first of (every shown where suit is red and points is 3)"


def game(folder: Path, hands: str, turn: str, pay: str = "pay price(c)") -> tuple[Program, State]:
    text = BOOK.replace("HANDS", HANDS[hands]).replace("TURN", turn).replace("PAY", pay)
    program = program_of(folder, text, cards=CARDS)
    return program, program.start(1)


def size(program: Program, state: State, name: str, owner: int = -1) -> int:
    cell = next(i.cell for i in program.layout.instances if i.place.name == name and i.owner == owner)
    return state[cell].bit_count() if isinstance(state[cell], int) else len(state[cell])


def bought(program: Program, state: State) -> int:
    return int(state[next(c for v, c in program.layout.variables.items() if v.name == "gained")])


def test_whoever_pays_chooses_among_the_distinct_ways(tmp_path: Path) -> None:
    program, state = game(tmp_path, "enough", f"pay_for {RED}")
    assert state[SEAT] == 0
    site = program.site(state)
    assert (site.kind, site.name) == ("choose", "spent")
    ways = list(program.options(state))
    # Four of each of two kinds are held, and three are owed: equal cards make no further way.
    assert len(ways) == 4
    assert all(len(list(members(way))) == 3 for way in ways)
    program.advance(state, ways[1])
    assert size(program, state, "thrown") == 3
    assert size(program, state, "hand", 0) == 5
    # The second player holds nothing, and has not paid; what follows is done all the same.
    assert state[SEAT] == -1


@pytest.mark.parametrize("turn", [f"pay_for {GREEN}", f"pay price({GREEN}); gained +1"])
def test_what_cannot_be_paid_is_not_paid(turn: str, tmp_path: Path) -> None:
    program, state = game(tmp_path, "enough", turn)
    assert size(program, state, "thrown") == 0
    assert size(program, state, "hand", 0) == 8
    assert bought(program, state) == 1
    assert state[SEAT] == -1


@pytest.mark.parametrize(("price", "paid"), [(RED, 1), (GREEN, 0)])
def test_what_stands_right_of_an_arrow_is_done_only_if_it_is_paid(price: str, paid: int, tmp_path: Path) -> None:
    program, state = game(tmp_path, "enough", f"pay_for {price}", "pay price(c) -> gained +2; gained -1")
    if paid:
        program.advance(state, program.options(state).at(0))
    assert bought(program, state) == (2 if paid else 1)
    assert size(program, state, "thrown") == 3 * paid


def test_it_may_be_left(tmp_path: Path) -> None:
    program, state = game(tmp_path, "enough", f"pay_for {RED}", "may pay price(c)")
    assert program.site(state).kind == "may"
    declined = state[:]
    program.advance(declined, 0)
    assert size(program, declined, "thrown") == 0
    program.advance(state, 1)
    assert program.site(state).name == "spent"


def test_only_one_way_is_not_asked(tmp_path: Path) -> None:
    hands = "first of (every shown where suit is blue and points is 2)"
    program, state = game(tmp_path, "too little", f"pay_for {hands}")
    # Four equal cards are held, and two of them pay: it makes no difference which.
    assert state[SEAT] == -1
    assert size(program, state, "thrown") == 2


def test_a_trigger_can_let_its_player_pay(tmp_path: Path) -> None:
    text = BOOK.replace("HANDS", HANDS["enough"]).replace("PAY", "pay price(c)")
    text = text.replace("TURN", "move top 1 of deck to table")
    text += f"abilities: {{player: {{toll: {{when: a card enters your table, do: pay_for {RED}}}}}}}\n"
    program = program_of(tmp_path, text, cards=CARDS)
    state = program.start(1)
    assert program.site(state).name == "spent"
    program.advance(state, program.options(state).at(0))
    assert size(program, state, "thrown") == 3
