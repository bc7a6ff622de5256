"""What people are shown who have to remember by themselves: a card that was looked at once only, as at a table."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from encanta.machine.events import Event
from encanta.machine.game import Decision, Game
from encanta.machine.program import Program
from encanta.machine.views import View
from encanta.play.chronicle import Chronicle
from encanta.play.describing import contents
from encanta.play.memory import faded, forgetful, still_shown
from encanta.play.opening import Request, open_program
from encanta.play.seats import FirstSeat, Seat
from encanta.play.table import Table

BOOK = """\
encanta: 1
title: Pairs
players: 2
components: {shell: {has: {size: integer}}}
places:
  sea: {pile of: shell, seen by: nobody, home: yes}
  sand: {pile of: shell}
  bed: {row of: shell, each: player, seen by: nobody}
phases:
  game: |
    shuffle sea
    deal 4 from sea to each player's bed
    repeat 6 times:
      do round
  round: |
    take turns once clockwise from first of players:
      do turn
  turn: offer exactly one of peek, lay, rest, take
actions:
  peek: {choose: {seen: from bed}, do: look at seen}
  lay: {choose: {laid: from bed}, do: move laid to sand}
  take: {choose: {pair: 2 from bed}, do: move pair to sand}
  rest: {do: move bottom of sea to sand}
"""


@cache
def program_of(folder: Path, sizes: tuple[int, ...]) -> Program:
    folder.mkdir(parents=True)
    (folder / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    rows = "".join(f"  s{size}: {{size: {size}, copies: {sizes.count(size)}}}\n" for size in dict.fromkeys(sizes))
    (folder / "cards.yaml").write_text("shell:\n" + rows, encoding="utf-8")
    opened, problems = open_program(Request(str(folder), 2))
    assert opened is not None, problems
    return opened.program


class Script(FirstSeat):
    """Answers by words, and notes what it is shown."""

    def __init__(self, *words: str) -> None:
        self.words = list(words)
        self.shown: list[str] = []
        self.offered: list[list[str]] = []

    def choose(self, decision: Decision, view: View) -> int:
        bed = next(place for place in view.places if place.title == f"P{decision.seat + 1}'s bed")
        self.shown.append(contents(bed))
        said = [decision.describe(value) for value in decision.options]
        self.offered.append(said)
        return decision.options.at(said.index(self.words.pop(0)) if self.words else 0)


def sat(program: Program, seat: Script, *, fading: bool) -> Table:
    other: Seat = Resting()
    chronicle = Chronicle(program)
    table = Table(
        Game(program, 1),
        [seat, other],
        people=frozenset({0}),
        sight=lambda table, seat: still_shown(table, seat, chronicle) if fading else None,
    )
    table.run()
    return table


class Resting(FirstSeat):
    """Does nothing that matters."""

    def choose(self, decision: Decision, view: View) -> int:
        return decision.site.actions.index("rest")


@pytest.fixture
def alike(tmp_path: Path) -> Program:
    """All shells are alike but one of each size lies at the bottom."""
    return program_of(tmp_path / "alike", (1,) * 20)


def test_by_default_all_that_was_seen_is_shown(alike: Program) -> None:
    seat = Script("peek", "P1's bed 2", "rest", "rest", "peek", "P1's bed 1", "rest")
    sat(alike, seat, fading=False)
    assert seat.shown[:3] == ["1: ?  2: ?  3: ?  4: ?"] * 2 + ["1: ?  2: s1  3: ?  4: ?"]
    assert seat.shown[6] == "1: s1  2: s1  3: ?  4: ?"


def test_a_fading_card_is_shown_once(alike: Program) -> None:
    seat = Script("peek", "P1's bed 2", "rest", "peek", "P1's bed 1", "rest", "peek", "P1's bed 2", "rest")
    sat(alike, seat, fading=True)
    unseen = "1: ?  2: ?  3: ?  4: ?"
    one, two = "1: s1  2: ?  3: ?  4: ?", "1: ?  2: s1  3: ?  4: ?"
    # Looking again shows again, also what the seat could know.
    assert seat.shown[:9] == [unseen, unseen, two, unseen, unseen, one, unseen, unseen, two]


def test_what_has_faded_is_offered_by_its_place(alike: Program) -> None:
    words = ["peek", "P1's bed 2", "peek", "P1's bed 1", "rest", "lay", "P1's bed 1", "rest"]
    seat = Script(*words)
    table = sat(alike, seat, fading=True)
    # Of two shells that are known to be alike, both are offered.
    assert seat.offered[6] == [f"P1's bed {slot}" for slot in (1, 2, 3, 4)]
    assert "1: -  2: ?  3: ?  4: ?" in seat.shown
    assert table.game.over
    several = Script("peek", "P1's bed 1", "peek", "P1's bed 2", "rest", "take", "P1's bed 1, P1's bed 2")
    sat(alike, several, fading=True)
    assert len(several.offered[6]) == 6
    assert not any("s1" in words for words in several.offered[6])


def test_with_all_faces_known_they_are_offered_by_their_places_where_they_have_faded(tmp_path: Path) -> None:
    mixed = program_of(tmp_path / "mixed", (1,) * 10 + (2,) * 10)
    game = Game(mixed, 2)
    game.state[mixed.layout.known] = (1 << mixed.layout.components) - 1
    game.take(1)
    plain = game.decision
    assert plain is not None
    said = sorted(plain.describe(value) for value in plain.options)
    assert [re.sub(r"\d\)", "_)", words) for words in said] == ["s1 (P1's bed _)"] * 3 + ["s2"]
    assert len(set(said)) == 4
    decision = forgetful(game, 0)
    assert [decision.describe(value) for value in decision.options] == [f"P1's bed {slot}" for slot in (1, 2, 3, 4)]
    for value in decision.options:
        other = game.copy()
        other.take(value)
        assert len(other.decisions) == 2


def test_the_log_tells_of_seen_cards_only_since_the_last_decision(alike: Program) -> None:
    game = Game(alike, 1)

    def event(kind: str, text: str, seats: int = 0b01) -> Event:
        return Event(0, kind, text, "something", seats, (), None)

    events = [
        event("look", "P1 saw s1"),
        event("decision", "P1: lay"),
        event("move", "s1"),
        event("decision", "P2: rest"),
    ]
    assert [one.told_to(0) for one in faded(events, 0, game)] == ["something", "P1: lay", "s1", "P2: rest"]
    assert [one.told_to(1) for one in faded(events[:3], 1, game)] == ["something"] * 3
