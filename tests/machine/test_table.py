"""The table: nothing is lost, everybody knows just what could be seen and followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encanta.machine.bits import mask_of, members
from encanta.machine.choosing import Choosing
from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

QUIET = """\
phases:
  game: |
    deal 4 from deck to each player's hand
    take turns clockwise from first of players:
      do turn
      until any(thrown)
  turn: |
    choose any number of kept from hand
    move kept to thrown
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return program_of(tmp_path, QUIET, players=3)


def cell(program: Program, place: str, owner: int = -1) -> int:
    return next(i.cell for i in program.layout.instances if i.place.name == place and i.owner == owner)


def seen(program: Program, s: State, seat: int) -> set[int]:
    return set(members(program.table.visible(s, seat)))


def test_all_components_lie_somewhere(program: Program) -> None:
    s = program.start(1)
    everything = 0
    for instance in program.layout.instances:
        here = program.table.held(s, instance.cell)
        assert not here & everything
        everything |= here
    assert everything == (1 << program.layout.components) - 1


def test_a_hand_is_seen_by_its_owner_alone(program: Program) -> None:
    s = program.start(1)
    hand = set(members(s[cell(program, "hand", 0)]))
    assert hand <= seen(program, s, 0)
    assert not hand & seen(program, s, 1)


def test_what_leaves_the_open_is_remembered_by_all(program: Program) -> None:
    s = program.start(1)
    t = program.table
    card = first(s[cell(program, "hand", 0)])
    t.put(s, (card,), cell(program, "thrown"), False)
    t.put(s, (card,), cell(program, "hand", 1), False)
    assert all(card in seen(program, s, seat) for seat in range(3))


def test_who_sees_a_card_leave_knows_where_it_is(program: Program) -> None:
    s = program.start(1)
    t = program.table
    card = first(s[cell(program, "hand", 0)])
    t.shift(s, 1 << card, cell(program, "hand", 0), cell(program, "hand", 1), False)
    assert card in seen(program, s, 0)
    assert card in seen(program, s, 1)
    assert card not in seen(program, s, 2)


def test_what_leaves_a_hand_unseen_unsettles_what_others_knew_of_it(program: Program) -> None:
    s = program.start(1)
    t = program.table
    hand = s[cell(program, "hand", 0)]
    known, other = list(members(hand))[:2]
    t.see(s, 1 << known, 1 << 2)
    t.shift(s, 1 << other, cell(program, "hand", 0), cell(program, "hand", 1), False)
    assert known not in seen(program, s, 2), "it might have been this one that left"


def test_what_everybody_could_follow_stays_known(program: Program) -> None:
    s = program.start(1)
    t = program.table
    card = s[cell(program, "deck")][0]
    t.see(s, 1 << card, 1 << 2)
    t.draw(s, cell(program, "deck"), 1, cell(program, "hand", 0), False)
    assert card in seen(program, s, 2), "the top card of a pile is followed by whoever knew it"


def test_a_shuffle_ends_what_was_known(program: Program) -> None:
    s = program.start(1)
    t = program.table
    t.see(s, mask_of(s[cell(program, "deck")][:3]), 0b111)
    t.shuffle(s, cell(program, "deck"))
    assert not set(s[cell(program, "deck")]) & seen(program, s, 0)


def test_gathering_is_silent_and_forgotten(program: Program) -> None:
    s = program.start(1)
    t = program.table
    t.gather(s, (1 << program.layout.components) - 1, cell(program, "deck"))
    assert len(s[cell(program, "deck")]) == program.layout.components
    assert not seen(program, s, 0)


def test_rows_keep_their_slots(program: Program) -> None:
    s = program.start(1)
    t = program.table
    row, deck = cell(program, "table", 0), cell(program, "deck")
    t.put(s, s[deck][:3], row, False)
    slots = s[row]
    t.put(s, (slots[1],), cell(program, "thrown"), False)
    assert s[row] == (slots[0], -1, slots[2])
    assert list(t.listed(s, row)) == [slots[0], slots[2]]
    t.put(s, (s[deck][0],), row, False)
    assert len(s[row]) == 4, "a new card takes a new slot"


def test_a_swap_takes_the_exact_place(program: Program) -> None:
    s = program.start(1)
    t = program.table
    row, deck = cell(program, "table", 0), cell(program, "deck")
    t.put(s, s[deck][:3], row, False)
    slots = s[row]
    mine = first(s[cell(program, "hand", 0)])
    t.swap(s, mine, slots[1])
    assert s[row] == (slots[0], mine, slots[2])
    assert slots[1] in members(s[cell(program, "hand", 0)])


@given(st.integers(0, 2**18 - 1))
def test_the_lowest_of_each_kind(mask: int) -> None:
    program = _program()
    t = program.table
    wanted = 0
    for field in t.row_masks:
        wanted |= (mask & field) & -(mask & field)
    assert Choosing(t).lowest_of_each(mask) == wanted


def test_piles_are_listed_from_the_top(program: Program) -> None:
    s = program.start(1)
    t = program.table
    deck, thrown = cell(program, "deck"), cell(program, "thrown")
    a, b, c = s[deck][:3]
    t.put(s, (a, b), thrown, False)
    t.put(s, (c,), thrown, True)
    assert s[thrown] == (a, b, c)


def first(mask: int) -> int:
    return members(mask)[0]


_PROGRAMS: list[Program] = []


def _program() -> Program:
    if not _PROGRAMS:
        import tempfile

        _PROGRAMS.append(program_of(Path(tempfile.mkdtemp()), QUIET))
    return _PROGRAMS[0]
