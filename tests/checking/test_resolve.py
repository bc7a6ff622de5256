"""Branches and tables: what is chosen, what is shared, and what must be covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking.resolve import Resolver

from .books import TINY, at, opened, prepared, problems, said, text_at

BOOK = (
    TINY
    + """\
options:
  goal: {default: 3, about: rounds to win}
  open: {default: no, about: whether hands are open}
  wins:
    default: high
    about: which card wins
    readings: {high: the highest, low: the lowest}
values:
  game:
    plain: goal + 1
    size: {2: 10, 3..4: {by open: {yes: 8, no: 6}}}
    best: {by wins: {high: {is: goal + 2, about: most}, low: {2: 1, 3..4: 2}}}
actions:
  play:
    by open:
      yes: {do: shuffle deck}
      no: {do: take_cards 1, limit: {2: once per turn, 3..: twice per turn}}
"""
)


def test_branches_and_tables_stand_in_one_another(tmp_path: Path) -> None:
    book = opened(tmp_path, BOOK)
    two = prepared(book, 2).tree
    assert text_at(two, "values", "game", "size") == "10"
    assert text_at(two, "values", "game", "best", "is") == "goal + 2"
    assert text_at(two, "actions", "play", "limit") == "once per turn"
    four = prepared(book, 4, settings={"open": "yes", "wins": "low"}).tree
    assert text_at(four, "values", "game", "size") == "8"
    assert text_at(four, "values", "game", "best") == "2"
    assert text_at(four, "actions", "play", "do") == "shuffle deck"


def test_what_depends_on_nothing_is_shared(tmp_path: Path) -> None:
    book = opened(tmp_path, BOOK)
    one, other = prepared(book, 2).tree, prepared(book, 4, settings={"open": "yes"}).tree
    for path in (("places",), ("phases", "turn"), ("values", "game", "plain"), ("values", "game", "best", "is")):
        assert at(one, *path) is at(other, *path)
    assert at(one, "values", "game") is not at(other, "values", "game")


def test_the_same_settings_give_the_same_objects(tmp_path: Path) -> None:
    book = opened(tmp_path, BOOK)
    one, other = prepared(book, 2).tree, prepared(book, 2, settings={"goal": 9}).tree
    assert [entry.value for entry in one] == [entry.value for entry in other]


def test_a_tree_knows_on_what_it_depends(tmp_path: Path) -> None:
    stage = opened(tmp_path, BOOK).stage()
    assert Resolver(stage.options).depends(stage.tree) == ("#", "open", "wins")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("by wins: {high", "by win: {high", ["28 unknown-setting: `win` is no option of this rulebook"]),
        (
            "by wins: {high",
            "by goal: {high",
            ["28 branch-on-number: `goal` is a number, and a branch needs an option with readings"],
        ),
        ("{yes: 8, no: 6}", "{yes: 8}", ["27 missing-reading: this branch leaves out `no` of `open`"]),
        ("{yes: 8, no: 6}", "{yes: 8, off: 6}", ["27 unknown-reading: `off` is no reading of `open`"]),
        ("{2: 10, 3..4:", "{2: 10, 4:", ["27 table-gap: this table says nothing for 3 players"]),
        (
            "{2: 10, 3..4:",
            "{2: 10, 2..4:",
            ["27 table-overlap: `2..4` gives a value for 2 players, and there is one already"],
        ),
        (
            "low: {2: 1, 3..4: 2}",
            "low: {1: 7, 2: 1, 3..4: 2}",
            ["28 players-not-offered: the game is for 2 to 4 players, so `1` is never used"],
        ),
        (
            "high: {is: goal + 2",
            "high: {iss: goal + 2",
            ["28 unknown-key: `iss` is no key of a value"],
        ),
    ],
)
def test_a_wrong_branch_or_table(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    assert BOOK.count(old) == 1
    assert said(problems(tmp_path, BOOK.replace(old, new))) == expected


def test_rows_named_by_numbers_are_no_table(tmp_path: Path) -> None:
    book = opened(tmp_path, {"rulebook.yaml": TINY, "cards.yaml": "card:\n  1: {points: 1}\n  2: {points: 2}\n"})
    cards = prepared(book, 2).cards
    assert at(cards, "card").keys() == ("1", "2")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("sides", "players", "expected"),
    [
        ("", 4, ((0,), (1,), (2,), (3,))),
        ("sides: {4: teams of 2}\n", 4, ((0, 1), (2, 3))),
        ("sides: {4: teams of 2, seated: together}\n", 4, ((0, 1), (2, 3))),
        ("sides: {4: teams of 2, seated: alternating}\n", 4, ((0, 2), (1, 3))),
        ("sides: {4: teams of 2, seated: alternating}\n", 3, ((0,), (1,), (2,))),
    ],
)
def test_sides(sides: str, players: int, expected: tuple[tuple[int, ...], ...], tmp_path: Path) -> None:
    assert prepared(opened(tmp_path, TINY + sides), players).facts.sides == expected


def test_partners_may_sit_as_an_option_says(tmp_path: Path) -> None:
    sides = "sides: {4: teams of 2, seated: {by open: {yes: together, no: alternating}}}\n"
    book = opened(tmp_path, BOOK + sides)
    assert prepared(book, 4).facts.sides == ((0, 2), (1, 3))
    assert prepared(book, 4, settings={"open": True}).facts.sides == ((0, 1), (2, 3))


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ("{3: teams of 2}", "17 wrong-sides: 3 players cannot be divided into teams of 2"),
        ("{4: pairs}", "17 wrong-sides: `pairs` does not say how large the teams are"),
        ("{6: teams of 2}", "17 players-not-offered: the game is not for 6 players"),
        ("{four: teams of 2}", "17 wrong-sides: `four` is no number of players"),
        ("{4: teams of 2, seated: apart}", "17 unknown-word: `seated` is `together` or `alternating`, not `apart`"),
    ],
)
def test_wrong_sides(sides: str, expected: str, tmp_path: Path) -> None:
    assert said(problems(tmp_path, f"{TINY}sides: {sides}\n")) == [expected]
