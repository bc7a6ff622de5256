"""Places that hold only so many, rows that are filled up, costs, milestones, numbers to choose from, markers."""

from __future__ import annotations

from pathlib import Path

import pytest

import small_games
from encanta.machine.bits import members
from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

Played = tuple[Program, State]


def started(folder: Path, text: str, players: int = 2, seed: int = 1) -> Played:
    program = program_of(folder, text, players)
    return program, program.start(seed)


def cell(program: Program, place: str, owner: int = -1) -> int:
    return next(i.cell for i in program.layout.instances if i.place.name == place and i.owner == owner)


def held(played: Played, place: str, owner: int = -1) -> list[int]:
    program, s = played
    return list(program.table.listed(s, cell(program, place, owner)))


def raw(played: Played, place: str, owner: int = -1) -> tuple[int, ...]:
    program, s = played
    found: tuple[int, ...] = s[cell(program, place, owner)]
    return found


def number(played: Played, name: str, owner: int = 0) -> int:
    program, s = played
    first = next(cell for v, cell in program.layout.variables.items() if v.name == name)
    value: int = s[first + owner]
    return value


def game(block: str, more: str = "") -> str:
    """A game in which the first player does something and is asked afterwards."""
    lines = "".join(f"    {line}\n" for line in block.strip().splitlines())
    return f"""{more}phases:
  game: |
    do part
  part: |
    take turns once clockwise from first of players among [first of players]:
      do all_of_it
      choose last_one from players
      set answer to last_one
  all_of_it: |
{lines}state:
  game: {{answer: optional player}}
  player: {{n: {{type: integer, start: 5}}, counted: integer per suit}}
"""


PLACES = """\
places:
  deck: {pile of: card, seen by: nobody, home: yes}
  hand: {set of: card, each: player, holds: 3}
  stack: {pile of: card, holds: 2}
  one: {spot for: card}
  row: {row of: card, slots: 3, refill from: deck}
"""
HELD = {
    "a set": ("move top 5 of deck to hand", "hand", 0, 3),
    "a pile": ("move top 5 of deck to stack", "stack", -1, 2),
    "a spot": ("move top 2 of deck to one", "one", -1, 1),
    "a row": ("move top 5 of deck to row", "row", -1, 3),
    "one after the other": ("repeat 5 times:\n  move top of deck to hand", "hand", 0, 3),
    "what is dealt": ("deal 5 from deck to each player's hand", "hand", 1, 3),
    "what is gathered": ("gather top 5 of deck into hand", "hand", 0, 3),
    "what is there already": ("move top 2 of deck to hand; move (hand + top 3 of deck) to hand", "hand", 0, 3),
    "a row filled up": ("refill row", "row", -1, 3),
}


def placed(text: str) -> str:
    return text.replace("phases:", PLACES + "phases:", 1)


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    head = small_games.HEAD.split("places:")[0]
    monkeypatch.setattr(small_games, "HEAD", head)


@pytest.mark.parametrize("what", HELD)
@pytest.mark.usefixtures("places")
def test_what_does_not_fit_stays_where_it_is(what: str, tmp_path: Path) -> None:
    block, place, owner, most = HELD[what]
    played = started(tmp_path, placed(game(block)))
    assert len(held(played, place, owner)) == most
    everything = [x for i in played[0].layout.instances for x in played[0].table.listed(played[1], i.cell)]
    assert sorted(everything) == list(range(played[0].layout.components))


@pytest.mark.usefixtures("places")
def test_gaps_of_a_row_are_filled_first(tmp_path: Path) -> None:
    block = (
        "refill row\nset n to count(row)\nmove first of row to hand\nmove first of row to hand\nmove top of deck to row"
    )
    played = started(tmp_path, placed(game(block)))
    row = raw(played, "row")
    assert number(played, "n") == 3
    assert [x < 0 for x in row] == [False, True, False]
    assert len(row) == 3


@pytest.mark.usefixtures("places")
def test_full_says_whether_there_is_room(tmp_path: Path) -> None:
    block = "if full(hand):\n  set n to 1\nmove top 3 of deck to hand\nif full(hand) and full(row):\n  set n to 2\n"
    block += "refill row\nif full(hand) and full(row):\n  set n to n + 10"
    assert number(started(tmp_path, placed(game(block))), "n") == 15


MOMENTS = {"at once": [3, 3], "after take": [3, 3], "after all_of_it": [3, 3], "[]": [2, 1]}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.usefixtures("places")
def test_a_row_is_filled_at_its_moment(moment: str, tmp_path: Path) -> None:
    refill = "" if moment == "[]" else f", refill: {moment}"
    text = placed(game("refill row\ntake\ntake", "procedures:\n  take: move first of row to hand\n"))
    played = started(tmp_path, text.replace("refill from: deck}", f"refill from: deck{refill}}}"))
    assert len(held(played, "row")) == MOMENTS[moment][-1]


@pytest.mark.usefixtures("places")
def test_each_row_is_filled_from_its_own_pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    each = """places:
  deck: {pile of: card, seen by: nobody, home: yes}
  hand: {set of: card, each: player}
  heap: {pile of: card, each: points_range}
  row: {row of: card, each: points_range, slots: 2, refill from: heap, refill: at once}
"""
    block = "for each p in points_ranges:\n  move deck where points is p to p's heap\nrefill row\n"
    block += "move first of row of 2 to hand\nset n to count(row of 4) + sum(points of row of 2)"
    head = small_games.HEAD.replace("blue]}", "blue], points_range: 1..3}")
    monkeypatch.setattr(small_games, "HEAD", head)
    program = program_of(tmp_path, each + game(block))
    s = program.start(1)
    for owner in range(3):
        row = program.table.listed(s, cell(program, "row", owner))
        values = [program.layout.rows[program.layout.row_of[x]].values["points"] for x in row]
        assert values == [owner + 1] * 2
    assert number((program, s), "n") == 4


# ------------------------------------------------------------------------------------------------ costs

ACTIONS = """\
actions:
  idle: {about: do nothing, do: shuffle deck}
  act: {about: do something, cost: COST, do: set n to n + 100}
"""
COSTS = {
    "a number": ("n -5", True),
    "too great a number": ("n -6", False),
    "a thing of yours": ("choose given from hand; move given to thrown", True),
    "more than there is": ("choose 3 given from hand; move given to thrown", False),
    "all of it": ("move hand to thrown", True),
    "so many from a pile": ("move top 2 of deck to thrown", True),
    "more than lie in a pile": ("move top 99 of deck to thrown", False),
    "what lies before another": ("move first of (every hand of [left]) to thrown", False),
    "nothing": ("move top of thrown to hand", False),
    "two things, the second too much": ("[n -3, move top 99 of deck to thrown]", False),
    "two things": ("[n -3, move top 2 of deck to thrown]", True),
    "more and more": ("[n -3, choose 2 given from hand, move given to thrown]", True),
}


@pytest.mark.parametrize("cost", COSTS)
def test_an_action_is_offered_if_its_cost_can_be_paid(cost: str, tmp_path: Path) -> None:
    said, payable = COSTS[cost]
    actions = ACTIONS.replace("COST", said if said.startswith("[") else f'"{said}"')
    text = game("deal 2 from deck to each player's hand\noffer exactly one of act, idle", actions)
    program, s = started(tmp_path, text)
    assert (program.site(s).kind == "action") == payable
    if not payable:
        return
    before = number((program, s), "n")
    program.advance(s, 0)
    while program.site(s).name != "last_one":
        program.advance(s, program.options(s).at(0))
    assert number((program, s), "n") >= before + 100 - 5


def test_what_a_cost_sets_off_waits_until_all_is_paid(tmp_path: Path) -> None:
    actions = ACTIONS.replace("COST", "[move top of deck to thrown, move top of deck to thrown]")
    heard = (
        "abilities:\n  game:\n    heard: {when: a card enters thrown, do: 'set said to said * 10 + count(thrown)'}\n"
    )
    text = game("offer exactly one of act, idle", actions + heard).replace("{answer:", "{said: integer, answer:")
    program, s = started(tmp_path, text)
    program.advance(s, 0)
    assert number((program, s), "said") == 22


# ------------------------------------------------------------------------------------------- milestones

REACHED = """\
procedures:
  take: move top of deck to hand
milestones:
  three: {looked at: after take, met: count(hand) >= 3, MORE first: set n to n + 10, later: set n to n + 1}
"""


def reached(folder: Path, more: str = "", players: int = 3) -> Played:
    block = "repeat 4 times:\n  each player:\n    take"
    return started(folder, game(block, REACHED.replace("MORE", more)), players)


def test_the_first_and_later_ones_are_rewarded_once(tmp_path: Path) -> None:
    played = reached(tmp_path)
    assert [number(played, "n", p) for p in range(3)] == [15, 6, 6]
    assert [number(played, "three", p) for p in range(3)] == [1, 1, 1]


def test_only_so_many_may_claim_it(tmp_path: Path) -> None:
    played = reached(tmp_path, "claimants: 2,")
    assert [number(played, "n", p) for p in range(3)] == [15, 6, 5]


def test_it_is_claimed_if_wanted(tmp_path: Path) -> None:
    program, s = reached(tmp_path, "claim: if wanted, about: three cards,")
    assert (program.site(s).kind, program.site(s).name, program.asked(s)) == ("may", "three", 0)
    program.advance(s, 0)
    assert program.asked(s) == 1
    program.advance(s, 1)
    assert number((program, s), "n", 1) == 15


EACH = """\
procedures:
  take: move first of (deck where suit is red) to hand
milestones:
  suits_of:
    {each: card, looked at: after take, MORE met: place of it is thrown and points is count(hand), first: "GAIN"}
"""


def claims(folder: Path, more: str, gain: str) -> Played:
    block = "move deck where suit is green to thrown\ntake\ntake\nset n to n + count(thrown where you in claimants)"
    return started(folder, game(block, EACH.replace("MORE", more).replace("GAIN", gain)))


def test_each_of_a_kind_is_a_milestone(tmp_path: Path) -> None:
    played = claims(tmp_path, "", "set n to n + points of card * 10")
    assert number(played, "n") == 5 + 2 * 10 + 2 * 20 + 4


def test_one_at_a_time(tmp_path: Path) -> None:
    played = claims(tmp_path, "at a time: 1,", "set n to n + points of it * 10")
    assert number(played, "n") == 5 + 10 + 20 + 2


# --------------------------------------------------------------------------------------- numbers, markers


def test_a_number_is_chosen_from_a_range(tmp_path: Path) -> None:
    program, s = started(tmp_path, game("choose bid from 2..n such that bid is not 3\nset n to bid * 10"))
    assert list(program.options(s)) == [2, 4, 5]
    program.advance(s, 4)
    assert number((program, s), "n") == 40


def test_an_empty_range_offers_nothing(tmp_path: Path) -> None:
    block = (
        "choose bid from 6..n\nif bid is nothing:\n  set n to 77\nset n to n + count(2..4) + sum(1..3) + count(4..3)"
    )
    assert number(started(tmp_path, game(block)), "n") == 86


def test_numbers_for_each_member(tmp_path: Path) -> None:
    block = "counted(red) + 2\nset counted(blue) of left to 4\ncounted(suit of top of deck) + 0\n"
    block += "set n to counted(red) * 10 + counted(blue) of left + counted(green) + sum(counted(blue) of players)"
    program, s = started(tmp_path, game(block))
    assert number((program, s), "n") == 28


def test_a_marker_is_a_thing_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = small_games.HEAD.replace("points: integer}}}", "points: integer}}, lead: {marker: 1}}")
    head += "  box: {spot for: lead, home: yes}\n  held: {spot for: lead, each: player}\n"
    monkeypatch.setattr(small_games, "HEAD", head)
    block = "if holder of lead is nothing:\n  n + 1\nmove lead to left\nif holder of lead is left:\n  n + 10"
    played = started(tmp_path, game(block), 3)
    assert number(played, "n") == 16
    assert list(members(1 << held(played, "held", 1)[0])) == [played[0].layout.components - 1]


@pytest.mark.usefixtures("places")
def test_a_row_slides_and_slots_have_numbers(tmp_path: Path) -> None:
    """The gaps close towards the first slot; the number of a slot is that of the printed row."""
    block = """refill row
let second = first of (row where slot of it is 2)
let third = first of (row where slot of it is 3)
move second to one
set n to slot of third
slide row"""
    played = started(tmp_path, placed(game(block)))
    slots = raw(played, "row")
    assert [x >= 0 for x in slots] == [True, True, False]
    assert number(played, "n") == 3
    later = block + "\nset n to slot of third + 10 * slot of second"
    assert number(started(tmp_path, placed(game(later))), "n") == 2
    assert raw(started(tmp_path, placed(game("slide row"))), "row") == (-1, -1, -1)


@pytest.mark.usefixtures("places")
def test_only_a_row_can_slide(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="`deck` is no row"):
        started(tmp_path, placed(game("slide deck")))
