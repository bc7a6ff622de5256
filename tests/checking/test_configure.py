"""Opening and configuring rulebooks: variants, readings, names and counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking.configure import open_rulebook

from .books import CORPUS, TINY, at, opened, prepared, problems, said, text_at

HIGH_CARD = str(CORPUS / "high_card")

READINGS = (
    TINY
    + """\
options:
  mixing:
    default: once
    about: how often the deck is shuffled
    readings:
      once: {about: once}
      twice: {about: twice, set: {phases: {turn: shuffle deck; shuffle deck}}}
  looking:
    default: no
    about: whether a card is shown
    readings:
      no: none is
      yes: {about: one is, replace: {phases: {turn: reveal top of deck}}}
"""
)
LONG = """\
variant: Long
base: tiny
needs: {mixing: once}
add:
  options: {extra: {default: 2, type: 1..5, about: cards for everybody}}
  procedures: {extra_cards: take_cards extra}
set:
  players: 2..6
  phases: {taking: extra_cards}
"""


def test_what_a_rulebook_says_about_itself() -> None:
    book, found = open_rulebook(HIGH_CARD)
    assert book is not None
    assert found == []
    assert (book.title, book.players) == ("High card", (2, 4))
    assert book.about == "the highest card of each round wins it"
    assert list(book.options) == ["goal", "winner", "open"]
    assert list(book.variants) == ["short"]
    assert book.variants["short"].title == "Short game"
    assert book.variants["short"].about == "two rounds win, and two cards are out of the game"
    assert (book.root, book.presets, book.sources, book.chosen) == (CORPUS / "high_card", {}, None, None)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variants", [[], ["short"]])
def test_a_model_for_every_number_of_players(players: int, variants: list[str]) -> None:
    book, _ = open_rulebook(HIGH_CARD)
    assert book is not None
    model, found = book.configure(players, variants=variants)
    assert said(found) == []
    assert model is not None
    assert (model.title, model.players, len(model.sides)) == ("High card", players, {2: 2, 3: 3, 4: 2}[players])
    assert model.settings["goal"] == (2 if variants else {2: 5}.get(players, 3))
    assert len(model.setup) == (4 if variants else 3)
    assert sum(row.copies for row in model.components["card"].rows) == 20


def test_a_reading_changes_the_rules_by_name(tmp_path: Path) -> None:
    book = opened(tmp_path, READINGS)
    assert text_at(prepared(book, 2).tree, "phases", "turn") == "shuffle deck"
    ready = prepared(book, 2, settings={"mixing": "twice"})
    assert text_at(ready.tree, "phases", "turn") == "shuffle deck; shuffle deck"
    assert at(ready.tree, "places") is at(prepared(book, 2).tree, "places")


def test_two_readings_of_one_thing_are_a_conflict(tmp_path: Path) -> None:
    ready, found = opened(tmp_path, READINGS).prepare(2, {"mixing": "twice", "looking": True})
    assert ready is None
    assert said(found) == ["29 patch-conflict: two changes of `phases.turn` at once"]
    assert found[0].labels[0].span.line == 23


def test_a_variant_may_bring_options_and_more_players(tmp_path: Path) -> None:
    book = opened(tmp_path, {"rulebook.yaml": READINGS, "variants/long.yaml": LONG})
    ready = prepared(book, 6, variants=["long"])
    assert ready.facts.settings == {"mixing": 0, "looking": 0, "extra": 2}
    assert ready.facts.player_range == (2, 6)
    assert text_at(ready.tree, "procedures", "extra_cards") == "take_cards extra"
    assert prepared(book, 2, variants=["long"], settings={"extra": 5}).facts.settings["extra"] == 5
    assert [p.code for p in book.prepare(6)[1]] == ["players-not-offered"]


def test_a_variant_says_what_it_needs(tmp_path: Path) -> None:
    book = opened(tmp_path, {"rulebook.yaml": READINGS, "variants/long.yaml": LONG})
    _, found = book.prepare(2, {"mixing": "twice"}, variants=["long"])
    assert said(found) == ["3 needs-unmet: `Long` needs `mixing` to be `once`, not `twice`"]
    assert found[0].help == "set it, such as with `--set mixing=once`"


def test_a_variant_and_a_reading_can_be_in_conflict(tmp_path: Path) -> None:
    variant = "variant: Show\nset: {phases: {turn: reveal top of deck}}\n"
    book = opened(tmp_path, {"rulebook.yaml": READINGS, "variants/show.yaml": variant})
    _, found = book.prepare(2, {"mixing": "twice"}, variants=["show"])
    assert [problem.code for problem in found] == ["patch-conflict"]
    assert found[0].labels[0].span.source.name.endswith("variants/show.yaml")


def test_what_a_patch_leaves_incomplete_is_reported(tmp_path: Path) -> None:
    variant = (
        "variant: Less\nremove: {places: {deck: [pile of]}}\nreplace: {procedures: {take_cards n: {about: none}}}\n"
    )
    book = opened(tmp_path, {"rulebook.yaml": TINY, "variants/less.yaml": variant})
    _, found = book.prepare(2, variants=["less"])
    assert sorted(problem.message for problem in found) == [
        "`deck` has no `pile of` or `set of` or `row of` or `spot for` or `like`",
        "`take_cards n` has no `do` or `steps` or `announce`",
    ]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("state: {game: {deck: integer}}", ["17 name-twice: `deck` is a variable here, and a place elsewhere"]),
        ("state: {player: {deck: integer}}", ["17 name-twice: `deck` is a variable here, and a place elsewhere"]),
        ("state: {side: {hand: integer}}", []),
        ("values: {player: {hand(card c): 1}}", ["17 name-twice: `hand` is a value here, and a place elsewhere"]),
        ("actions: {turn: shuffle deck}", ["17 name-twice: `turn` is an action here, and a phase elsewhere"]),
        ("values: {game: {take_cards: 1}}", ["17 name-twice: `take_cards` is a value here, and a procedure elsewhere"]),
        ("types: {card: [red, black]}", ["5 name-twice: `card` is a component here, and a type elsewhere"]),
        (
            "values: {game: {cards: 1}}",
            ["17 name-twice: `card` has the plural `cards`, so a value cannot be called so"],
        ),
        (
            "options: {cards: {default: 1}}",
            ["17 name-twice: `card` has the plural `cards`, so an option cannot be called so"],
        ),
        (
            "types: {suit: [red, black]}\noptions: {suits: {default: 1, about: how many}}",
            ["18 name-twice: `suit` has the plural `suits`, so an option cannot be called so"],
        ),
        ("types: {suit: [red, black]}\noptions: {packs: {default: 1, about: how many}}", []),
        ("options: {hand: {default: 1}}", ["8 name-twice: `hand` is a place here, and an option elsewhere"]),
        ("state: {card: {points: integer}}", ["17 name-twice: `points` is a variable here, and a property elsewhere"]),
    ],
)
def test_one_namespace(more: str, expected: list[str], tmp_path: Path) -> None:
    found = [line for line in said(problems(tmp_path, f"{TINY}{more}\n")) if "unused-name" not in line]
    assert found == expected


def test_rows_of_unknown_components(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, {"rulebook.yaml": TINY, "cards.yaml": "cart: {one: {points: 1}}"})
    assert (problem.code, problem.help) == ("unknown-rows", "did you mean `card`?")


@pytest.mark.parametrize(
    ("component", "expected"),
    [
        ("count: 3", []),
        ("count: 4", ["5 wrong-count: the rows of `card` add up to 3, and there should be 4"]),
        ("count: 6, decks: 2", []),
        ("count: 3 * packs, decks: packs", []),
        ("count: 3, decks: packs", ["5 wrong-count: the rows of `card` add up to 6, and there should be 3"]),
        ("count: 3, decks: count(hand)", ["5 not-static: `count` of this is known only in play"]),
    ],
)
def test_components_add_up(component: str, expected: list[str], tmp_path: Path) -> None:
    text = TINY.replace("{has: {points: integer}}", f"{{has: {{points: integer}}, {component}}}")
    text += "options: {packs: {default: 2, type: 1..3, about: packs of cards}}\n"
    files = {"rulebook.yaml": text, "cards.yaml": "card: {one: {points: 1, copies: 2}, two: {points: 2}}"}
    assert said(problems(tmp_path, files)) == expected
