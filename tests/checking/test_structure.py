"""The shape of a rulebook: keys, kinds, words and names."""

from __future__ import annotations

from pathlib import Path

import pytest

from .books import TINY, problems, said

CASES = [
    # (what is written instead of what, what is found)
    (
        "phases:",
        "phaces:",
        ["9 unknown-key: `phaces` is no section of a rulebook"],
    ),
    ("title: Tiny\n", "", ["1 missing-key: a rulebook has no `title`"]),
    ("title: Tiny", "title: [Tiny]", ["2 wrong-kind: `title` holds a text, not a list"]),
    ("title: Tiny", "title:", ["2 empty-value: nothing stands under `title`"]),
    ("players: 2..4", "players: two", ["3 bad-number: `players` is a number or a range, not `two`"]),
    ("players: 2..4", "players: 2..", ["3 bad-number: `players` needs a least and a most, not `2..`"]),
    ("players: 2..4", "players: 0..4", ["3 bad-number: `players` needs a least and a most, not `0..4`"]),
    ("encanta: 1", "encanta: one", ["1 bad-number: `encanta` is a number, not `one`"]),
    ("home: yes", "home: On", ["7 flag-word: a flag is `yes` or `no`, not `On`"]),
    (
        "seen by: owner",
        "seen by: owners",
        ["8 unknown-word: `seen by` is `everyone` or `owner` or `nobody`, not `owners`"],
    ),
    ("pile of: card", "pile of: a card", ["7 bad-name: `pile of` is the name of something, and `a card` is no name"]),
    (
        "deck: {pile of: card, home: yes, seen by: nobody}",
        "deck: {home: yes, seen by: nobody}",
        ["7 missing-key: `deck` has no `pile of` or `set of` or `row of` or `spot for` or `like`"],
    ),
    (
        "deck: {pile of: card,",
        "deck: {pile of: card, set of: card,",
        ["7 unknown-key: a place has either `pile of` or `set of`"],
    ),
    ("deck: {pile", "my deck: {pile", ["7 bad-name: `my deck` is no name for a place"]),
    ("take_cards n:", "deal n:", ["16 reserved-name: `deal` is a word of the language, so nothing can be called so"]),
    ("take_cards n:", "2cards n:", ["16 bad-name: `2cards n` is no name for a procedure"]),
    (
        "turn: shuffle deck",
        "turn: [shuffle deck, shuffle deck]",
        ["11 wrong-kind: `turn` holds what happens, in lines of the language, not a list"],
    ),
    (
        "turn: shuffle deck",
        "turn: {do: shuffle deck, limit: once per game}",
        ["11 unknown-key: `limit` is no key of a phase"],
    ),
    ("turn: shuffle deck", "turn: {about: a turn}", ["11 missing-key: `turn` has no `do` or `steps`"]),
    (
        "turn: shuffle deck",
        "turn: {do: shuffle deck, steps: {mix: shuffle deck}}",
        ["11 unknown-key: a phase has either `do` or `steps`"],
    ),
    (
        "phases:",
        "state:\n  game: [turns]\nphases:",
        ["10 wrong-kind: `game` holds names, each with a variable, not a list"],
    ),
    (
        "phases:",
        "state:\n  players: {total: integer}\nphases:",
        ["10 unknown-key: `players` is nobody whose variables could be declared"],
    ),
    (
        "phases:",
        "types: {color: [red, of]}\nphases:",
        ["9 reserved-name: `of` is a word of the language, so nothing can be called so"],
    ),
    (
        "phases:",
        "types: {color: {red: 1}}\nphases:",
        ["9 wrong-kind: `color` holds a list of names, or a range, not keys with values"],
    ),
    ("phases:", "end:\n  late: {if: none(deck), winners: players}\nphases:", ["10 missing-key: `late` has no `after`"]),
    ("players: 2..4", "types: {rank: 5..2}\nplayers: 2..4", ["3 bad-number: `5..2` ends before it begins"]),
]


@pytest.mark.parametrize(("old", "new", "expected"), CASES, ids=[new.split("\n")[0] for _, new, _ in CASES])
def test_a_mistake_gives_one_diagnostic(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    assert TINY.count(old) == 1
    assert said(problems(tmp_path, TINY.replace(old, new))) == expected


def test_a_near_key_is_offered_as_a_fix(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, TINY + "abilitys: {}\n")
    assert problem.help == "did you mean `abilities`?"
    assert problem.fix is not None
    assert problem.fix.replacement == "abilities"
    assert problem.span is not None
    assert problem.span.text == "abilitys"


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "  turn: {do: shuffle deck, limit: once per game}",
            "`limit` stands in an action, a kind of action, a procedure or some others",
        ),
        ("  turn: {do: shuffle deck, description: a turn}", "it is called `about` here"),
        (
            "  turn: {do: shuffle deck, colour: red}",
            "a phase has `do`, `steps`, `about`, `source`, `ruling` and `assumed`",
        ),
    ],
)
def test_help_says_where_a_key_belongs(line: str, help: str, tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, TINY.replace("  turn: shuffle deck", line))
    assert problem.help == help


def test_rows_in_the_rulebook_are_sent_to_their_file(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, TINY + "cards: {card: {one: {points: 1}}}\n")
    assert problem.help == "rows stand in a file of their own, `cards.yaml`"


def test_a_flag_in_other_words_has_a_fix(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, TINY.replace("home: yes", "home: true"))
    assert problem.fix is not None
    assert problem.fix.replacement == "yes"


def test_a_name_of_two_words_has_a_fix(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, TINY.replace("  turn:", "  my turn:"))
    assert problem.fix is not None
    assert problem.fix.replacement == "my_turn"


def test_everything_wrong_is_reported_in_one_run(tmp_path: Path) -> None:
    text = TINY.replace("home: yes", "home: on").replace("title: Tiny", "titel: Tiny")
    text = text.replace("seen by: owner", "seenby: owner")
    assert [problem.code for problem in problems(tmp_path, text)] == [
        "unknown-key",
        "flag-word",
        "unknown-key",
    ]


def test_a_list_in_brackets_may_be_a_formula(tmp_path: Path) -> None:
    text = TINY + "values:\n  game:\n    both: {is: [deck, deck]}\n    piles: [deck]\n"
    assert [problem for problem in problems(tmp_path, text) if problem.code == "wrong-kind"] == []


def test_a_list_with_dashes_is_no_formula(tmp_path: Path) -> None:
    text = TINY + "values:\n  game:\n    both:\n      - deck\n"
    assert said(problems(tmp_path, text)) == ["20 wrong-kind: `both` holds a formula, not a list"]


def test_files_beside_the_rulebook_are_checked_too(tmp_path: Path) -> None:
    files = {
        "rulebook.yaml": TINY,
        "cards.yaml": "card:\n  one: {points: 1, text: {a: 2}}\n",
        "sources.yaml": "ruling: {R-1: ties are shared}\n",
        "variants/long.yaml": "variant: Long\nsett: {}\n",
    }
    assert sorted(said(problems(tmp_path, files))) == [
        "1 unknown-key: `ruling` is no key of the sources",
        "2 unknown-key: `sett` is no key of a variant",
        "2 wrong-kind: `text` holds a text, not keys with values",
    ]


def test_an_empty_rulebook_and_a_list_are_no_rulebook(tmp_path: Path) -> None:
    assert [p.code for p in problems(tmp_path, "# nothing\n")] == ["empty-file"]
    assert [p.code for p in problems(tmp_path, "- title\n")] == ["wrong-kind"]


def test_below_a_misspelt_key_the_rest_is_checked(tmp_path: Path) -> None:
    text = TINY.replace("phases:", "phaces:").replace(
        "turn: shuffle deck", "turn: {do: shuffle deck, limit: once per game}"
    )
    assert said(problems(tmp_path, text)) == [
        "9 unknown-key: `phaces` is no section of a rulebook",
        "11 unknown-key: `limit` is no key of a phase",
    ]
