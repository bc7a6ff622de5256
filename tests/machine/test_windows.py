"""Windows: who is asked, in which order, what starts them over, when they close."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.machine.events import Teller
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from small_games import program_of

GAME = """\
values:
  game: {top_card: top of thrown}
phases:
  game: |
    deal 3 from deck to each player's hand
    move top of deck to thrown
    take turns clockwise from first of players:
      do turn
      until none(deck) or any(players where none(hand))
  turn: |
    choose played from hand
    move played to thrown
    move top of deck to hand
windows:
  echo:
    about: lay a card of the suit that was just laid
    during: [turn]
    opens: top_card changes
    asks: players
    order: clockwise from left of current
    offers: [answer]
    quiet: none(hand where suit is suit of top_card)
actions:
  answer:
    about: lay one more of the suit
    limit: twice per echo
    choose: {same: from hand where suit is suit of top_card}
    do: move same to thrown
limits:
  turn: {at most: 60, per: game, then: drawn}
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return program_of(tmp_path, GAME, players=3)


def hand(program: Program, s: list[object], seat: int) -> int:
    cell = next(i.cell for i in program.layout.instances if i.place.name == "hand" and i.owner == seat)
    found: int = s[cell]  # type: ignore[assignment]
    return found


def asked_in_window(program: Program, s: list[object]) -> bool:
    return program.asked(s) >= 0 and program.site(s).body == "echo"


def to_first_window(program: Program, seed: int) -> list[object] | None:
    s = program.start(seed)
    while program.asked(s) >= 0:
        if asked_in_window(program, s):
            return s
        program.advance(s, program.options(s).at(0))
    return None


def can_answer(program: Program, s: list[object], seat: int) -> bool:
    thrown = next(i.cell for i in program.layout.instances if i.place.name == "thrown")
    top = s[thrown][0]  # type: ignore[index]
    suit = program.layout.rows[program.layout.row_of[top]].values["suit"]
    return any(
        program.layout.rows[program.layout.row_of[x]].values["suit"] == suit
        for x in range(program.layout.components)
        if hand(program, s, seat) >> x & 1
    )


def test_seats_are_asked_in_order_and_passed_over_where_they_can_do_nothing(program: Program) -> None:
    windows = 0
    for seed in range(12):
        s = to_first_window(program, seed)
        if s is None:
            continue
        windows += 1
        current = s[4]
        order = [(current + i) % 3 for i in (1, 2, 3)]  # type: ignore[operator]
        wanted = [seat for seat in order if can_answer(program, s, seat)]
        seen = []
        while asked_in_window(program, s):
            seen.append(program.asked(s))
            assert -1 in program.options(s), "a reaction can always be left"
            program.advance(s, -1)
        assert seen == wanted
    assert windows > 3


def test_its_own_event_starts_it_over(program: Program) -> None:
    tried = 0
    for seed in range(40):
        s = to_first_window(program, seed)
        if s is None:
            continue
        program.advance(s, 0)
        if program.asked(s) >= 0 and program.site(s).kind == "choose":
            program.advance(s, program.options(s).at(0))
        if not asked_in_window(program, s):
            continue
        order = [(s[4] + i) % 3 for i in (1, 2, 3)]  # type: ignore[operator]
        first = next(seat for seat in order if can_answer(program, s, seat))
        assert program.asked(s) == first, "after a reaction that changes the top, asking begins anew"
        tried += 1
    assert tried > 3


def play(program: Program, seed: int, quiet: int, holds: object) -> list[str]:
    """The events of a random game in which windows are only answered where `holds` says that something is known."""
    names = Names(program.layout)
    teller = Teller(program, names)
    program.listener = teller.hear
    s = program.start(seed, quiet)
    dice = Dice(seed)
    while program.asked(s) >= 0:
        options = program.options(s)
        value = (
            -1 if asked_in_window(program, s) and program.asked(s) == holds else options.at(dice.below(len(options)))
        )
        program.advance(s, value)
    program.listener = None
    return [f"{e.kind} {e.text}" for e in teller.events]


def test_a_quiet_seat_passes_event_for_event_as_one_that_passes(tmp_path: Path) -> None:
    # Here being quiet and having nothing to lay are one, so that a quiet seat is one that is never asked in vain.
    open_hands = GAME.replace("quiet: none(hand where suit is suit of top_card)", "quiet: any(hand)")
    program = program_of(tmp_path, open_hands, players=3, traced=True)
    for seed in range(10):
        passing = play(program, seed, quiet=0, holds=1)
        quiet = play(program, seed, quiet=1 << 1, holds=None)
        assert quiet == passing


def test_games_with_windows_come_to_their_end(program: Program) -> None:
    for seed in range(60):
        s = program.start(seed)
        dice = Dice(seed)
        while program.asked(s) >= 0:
            options = program.options(s)
            program.advance(s, options.at(dice.below(len(options))))
        outcome = program.outcome(s)
        assert outcome is not None
        assert outcome.kind != "stuck"
