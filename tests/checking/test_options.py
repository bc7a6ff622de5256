"""Options: their forms, values, presets, needs, and what branches by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .books import TINY, opened, prepared, problems, said

OPTIONS = """\
options:
  goal: {default: {2: 5, 3..4: 3}, type: 1..9, about: rounds to win}
  lives: {default: 3, about: any number}
  open: {default: no, about: whether hands are open}
  wins:
    default: high
    about: which card wins
    readings: {high: the highest, low: {about: the lowest}, middle: neither}
presets:
  quick: {goal: 1, wins: low}
"""
BOOK = TINY + OPTIONS


def test_kinds_of_options(tmp_path: Path) -> None:
    options = opened(tmp_path, BOOK).options
    assert {name: option.kind for name, option in options.items()} == {
        "goal": "integer",
        "lives": "integer",
        "open": "flag",
        "wins": "choice",
    }
    assert options["wins"].members == ("high", "low", "middle")
    assert (options["goal"].low, options["goal"].high) == (1, 9)
    assert options["wins"].readings["low"].about == "the lowest"
    assert options["wins"].decl.members == ("high", "low", "middle")


def test_defaults_may_depend_on_the_number_of_players(tmp_path: Path) -> None:
    book = opened(tmp_path, BOOK)
    assert prepared(book, 2).facts.settings == {"goal": 5, "lives": 3, "open": 0, "wins": 0}
    assert prepared(book, 4).facts.settings["goal"] == 3


def test_a_preset_goes_before_defaults_and_settings_before_a_preset(tmp_path: Path) -> None:
    book = opened(tmp_path, BOOK)
    assert prepared(book, 2, preset="quick").facts.settings == {"goal": 1, "lives": 3, "open": 0, "wins": 1}
    settings = prepared(book, 2, preset="quick", settings={"goal": "7", "open": True, "lives": -4}).facts.settings
    assert settings == {"goal": 7, "lives": -4, "open": 1, "wins": 1}


@pytest.mark.parametrize(
    ("name", "value", "code", "message", "help"),
    [
        ("gaol", "3", "unknown-setting", "`gaol` is no option of this rulebook", "did you mean `goal`?"),
        ("goal", "10", "option-value", "`goal` is between 1 and 9, not 10", "it may be between 1 and 9"),
        ("goal", "many", "option-value", "`goal` is a number, and `many` is none", "it may be between 1 and 9"),
        ("open", "true", "option-value", "`open` is `yes` or `no`", "it may be `no`, `yes`"),
        ("wins", "hihg", "unknown-reading", "`hihg` is no reading of `wins`", "did you mean `high`?"),
    ],
)
def test_a_setting_that_cannot_be(name: str, value: str, code: str, message: str, help: str, tmp_path: Path) -> None:
    ready, found = opened(tmp_path, BOOK).prepare(2, {name: value})
    assert ready is None
    assert [(problem.code, problem.message, problem.help) for problem in found] == [(code, message, help)]


def test_unknown_presets_variants_and_numbers_of_players(tmp_path: Path) -> None:
    book = opened(tmp_path, BOOK)
    assert said(book.prepare(2, preset="quik")[1]) == ["0 unknown-setting: `quik` is no preset of this rulebook"]
    assert said(book.prepare(2, variants=["long"])[1]) == ["0 unknown-setting: `long` is no variant of this rulebook"]
    assert said(book.prepare(5)[1]) == ["3 players-not-offered: the game is for 2 to 4 players, not for 5"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("default: 3,", "default: some,", ["19 option-form: `lives` has no readings, so its default cannot be `some`"]),
        ("default: no,", "default: off,", ["20 flag-word: a flag is `yes` or `no`, not `off`"]),
        ("default: high", "default: hi", ["22 unknown-reading: `hi` is no reading of `wins`"]),
        ("default: {2: 5, 3..4: 3}", "default: {2: 5, 3: 3}", ["18 table-gap: this table says nothing for 4 players"]),
        (
            "default: {2: 5, 3..4: 3}",
            "default: {2: 50, 3..4: 3}",
            ["18 option-value: `goal` is between 1 and 9, not 50"],
        ),
        ("type: 1..9", "type: text", ["18 option-form: `text` is no type of an option"]),
        (
            "type: 1..9",
            "type: 1..9, readings: {a: b}",
            ["18 option-form: `goal` has a type and readings, so it is a number and a choice at once"],
        ),
        ("quick: {goal: 1", "quick: {goals: 1", ["26 unknown-setting: `goals` is no option of this rulebook"]),
        ("wins: low", "wins: lower", ["26 unknown-reading: `lower` is no reading of `wins`"]),
        (
            "low: {about: the lowest}",
            "low: {add: {options: {more: {default: 1}}}}",
            ["24 unknown-key: a reading cannot change `options`"],
        ),
    ],
)
def test_a_wrong_declaration(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    assert BOOK.count(old) == 1
    found = said(problems(tmp_path, BOOK.replace(old, new)))
    assert [
        line for line in found if "unknown-reading: `5`" not in line and "unknown-reading: `3`" not in line
    ] == expected


NEEDS = [
    ("goal >= 3 or count(players) > 2", {"goal": 2}, 2, False),
    ("goal >= 3 or count(players) > 2", {"goal": 2}, 3, True),
    ("wins is low", {"wins": "low"}, 2, True),
    ("wins is not low", {"wins": "low"}, 2, False),
    ("wins in [low, middle] and not open", {"wins": "middle"}, 2, True),
    ("open", {}, 2, False),
    ("open is no", {}, 2, True),
    ("(3 if open else 4) is 4", {}, 2, True),
    ("max(goal, lives) * 2 - 1 is 9", {}, 2, True),
    ("lives / 2 is 1", {}, 2, True),
    ("count(sides) is 3", {}, 3, True),
]


@pytest.mark.parametrize(("need", "settings", "players", "met"), NEEDS)
def test_needs_are_worked_out_before_play(
    need: str, settings: dict[str, object], players: int, met: bool, tmp_path: Path
) -> None:
    book = opened(tmp_path, BOOK.replace("components:", f"needs:\n  it must be so: {need}\ncomponents:"))
    _, found = book.prepare(players, settings)
    expected = [] if met else [f"5 needs-unmet: {players} players cannot play so: it must be so"]
    assert said(found) == expected


@pytest.mark.parametrize(
    ("need", "expected"),
    [
        ("count(deck) > 1", "5 not-static: `count` of this is known only in play"),
        ("players", "5 not-static: `players` is a set; say `count(players)` for how many they are"),
        ("gaol > 1", "5 not-static: `gaol` is no option, and only options and `count(players)` are known before play"),
        ("wins is lower", "5 not-static: `lower` is no reading of `wins`"),
        ("goal >", "5 cannot-read: this ends too early"),
    ],
)
def test_a_need_that_is_not_known_before_play(need: str, expected: str, tmp_path: Path) -> None:
    book = opened(tmp_path, BOOK.replace("components:", f"needs:\n  it must be so: {need}\ncomponents:"))
    assert said(book.prepare(2)[1]) == [expected]
