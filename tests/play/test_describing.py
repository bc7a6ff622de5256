"""Places and events in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from encanta.machine.events import Event
from encanta.play.describing import contents, event_line, heading, story, worth_showing


def place(form: str, *cards: str | None, name: str = "hand", seen_by: str = "owner") -> Any:
    return SimpleNamespace(
        title="P1's hand", cards=cards, backs=(), place=SimpleNamespace(form=form, name=name, seen_by=seen_by)
    )


@pytest.mark.parametrize(
    ("form", "cards", "words"),
    [
        ("set", (), "empty"),
        ("set", ("red", "blue", "red"), "blue, 2 red"),
        ("set", (None, "red", None), "red, 2 cards face down"),
        ("set", (None,), "1 card face down"),
        ("pile", ("red", "blue", "red"), "red, blue, red"),
        ("pile", (None, None), "2 cards face down"),
        ("pile", ("red", None), "red, ?"),
        (
            "set",
            tuple(f"card {n:02}" for n in range(30)),
            ", ".join(f"card {n:02}" for n in range(24)) + ", and 6 more",
        ),
        ("pile", ("red",) * 14, ", ".join(["red"] * 12) + ", and 2 more"),
    ],
)
def test_contents(form: str, cards: tuple[str | None, ...], words: str) -> None:
    assert contents(place(form, *cards)) == words


@pytest.mark.parametrize(
    ("slots", "size", "words"),
    [
        ((1, 2, 3), 3, "1: red  2: ?  3: blue"),
        ((1, 3, 4), 5, "1: red  2: -  3: ?  4: blue  5: -"),
        ((1, 2, 15), 15, "1: red  2: ?  " + "  ".join(f"{n}: -" for n in range(3, 13)) + "  and 3 more"),
    ],
)
def test_a_row_shows_its_slots_by_number(slots: tuple[int, ...], size: int, words: str) -> None:
    row = place("row", "red", None, "blue")
    row.slots, row.size = slots, size
    assert contents(row) == words


@pytest.mark.parametrize(
    ("backs", "words"),
    [(("blue", "blue"), "2 cards face down (blue)"), (("blue", "gold"), "? (blue), ? (gold)")],
)
def test_backs_are_told_once_where_all_are_alike(backs: tuple[str, ...], words: str) -> None:
    pile = place("pile", None, None)
    pile.backs = backs
    assert contents(pile) == words


def test_headings_count() -> None:
    assert heading(place("set")) == "P1's hand"
    assert heading(place("set", None, "red")) == "P1's hand (2)"


def test_places_that_nobody_uses_just_now_are_left_out() -> None:
    mine, theirs = place("set", name="looked_at"), place("set", "red", name="looked_at")
    table = place("set", name="table", seen_by="everyone")
    assert worth_showing([mine, table]) == [table]
    assert worth_showing([mine, theirs]) == [mine, theirs]


def test_an_event_is_told_as_a_seat_may_know_it() -> None:
    event = Event(0, "move", "red from deck", "a card from deck", 0b01, ("draw", "turn"), None)
    assert event_line(event, 0, causes=False) == "red from deck"
    assert event_line(event, 1, causes=False) == "a card from deck"
    assert event_line(event, None, causes=True) == "red from deck  [draw < turn]"


def test_a_story_does_not_say_twice_whose_turn_it_is() -> None:
    def begin(text: str) -> Event:
        return Event(0, "begin", text, text, 0b11, (), None)

    move = Event(0, "move", "red from deck", "a card from deck", 0b11, (), None)
    events = [begin("P1"), begin("P1"), move, begin("P1"), begin("P2"), move, begin("P1")]
    assert story(events, 0, causes=False) == ["P1", "red from deck", "P2", "red from deck", "P1"]
