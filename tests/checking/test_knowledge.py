"""Who sees what: choices among things that are not seen, and knowledge of what everybody sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking import model as m

from .models import HEAD, elaborated, marked, model_of, shown
from .test_diagnostics_of_meaning import turn

UNSEEN_PLACES = """\
places:
  secret: {set of: card, each: player, seen by: nobody}
  covered: {row of: card, each: player, seen by: nobody}
"""
PLACES = HEAD.replace("places:\n", UNSEEN_PLACES)
CARDS = "card:\n  king: {suit: red, points: 2}\n"


def problems(folder: Path, block: str) -> tuple[list[tuple[str, str]], list[tuple[int, int]], list[tuple[int, int]]]:
    """Codes and messages of what is wrong with a block, where that is said, and where it should be."""
    plain, places = marked(PLACES + turn(block))
    found = [p for p in elaborated(folder, plain, CARDS)[1] if p.code not in ("unused-name", "unreachable")]
    spans = [(p.span.start, p.span.end) for p in found if p.span is not None]
    return [(p.code, p.message) for p in found], spans, places


UNSEEN = [
    "choose c from «left's hand»\nmove c to thrown",
    "choose c from «secret»\nmove c to thrown",
    "choose 2 c from «left's hand where points > 1»\nmove c to thrown",
    "choose c from «hand + secret»\nmove c to thrown",
    "choose c from «(secret where bright) otherwise hand»\nmove c to thrown",
    "left chooses c from «left's secret»\nmove c to thrown",
    "choose c from «every secret»\nmove c to thrown",
]


@pytest.mark.parametrize("block", UNSEEN)
def test_a_choice_among_things_that_the_chooser_does_not_see(block: str, tmp_path: Path) -> None:
    found, spans, places = problems(tmp_path, block)
    assert [code for code, _ in found] == ["choice-by-face"]
    assert spans == places
    assert "a set has no order" in found[0][1]


SEEN = [
    "choose c from hand\nmove c to thrown",
    "choose c from covered\nmove c to thrown",
    "choose c from left's covered\nmove c to thrown",
    "choose c from top 3 of deck\nmove c to thrown",
    "choose c from every table\nmove c to thrown",
    "choose c from secret where it is known to you\nmove c to thrown",
    "look at secret\nchoose c from secret\nmove c to thrown",
    "reveal left's hand\nchoose c from left's hand\nmove c to thrown",
    "let c = random left's hand\nmove c to thrown",
    "each player:\n  choose c from hand\n  move c to thrown",
    "all players:\n  choose c from hand\n  move c to thrown",
]


@pytest.mark.parametrize("block", SEEN)
def test_a_choice_among_things_that_are_seen_or_have_positions(block: str, tmp_path: Path) -> None:
    assert problems(tmp_path, block)[0] == []


def test_choices_of_actions_are_looked_at_too(tmp_path: Path) -> None:
    text = (
        PLACES + turn("offer any of grab") + "actions: {grab: {choose: {c: from «left's hand»}, do: move c to hand}}\n"
    )
    plain, places = marked(text)
    found = [p for p in elaborated(tmp_path, plain, CARDS)[1] if p.code not in ("unused-name", "unreachable")]
    assert [p.code for p in found] == ["choice-by-face"]
    assert found[0].span is not None
    assert [(found[0].span.start, found[0].span.end)] == places
    assert found[0].help is not None
    assert "`row of: card`" in found[0].help


PUBLIC = [
    ("move every table where «it is known to you» to thrown", "always"),
    ("move every table where «it is not known to left» to thrown", "never"),
    ("shuffle deck if «top of thrown is known to you»", "always"),
    ("take count(every table as t where «t is known to you»)", "always"),
]


@pytest.mark.parametrize(("block", "word"), PUBLIC)
def test_everybody_knows_what_everybody_sees(block: str, word: str, tmp_path: Path) -> None:
    found, spans, places = problems(tmp_path, block)
    assert [code for code, _ in found] == ["known-in-public"]
    assert spans == places
    assert f"is {word} true" in found[0][1]


@pytest.mark.parametrize(
    "block", ["reveal «top of thrown»", "look at «every table where bright»", "reveal «table» to left"]
)
def test_nothing_is_shown_where_everybody_sees(block: str, tmp_path: Path) -> None:
    found, spans, places = problems(tmp_path, block)
    assert [code for code, _ in found] == ["known-in-public"]
    assert spans == places
    assert found[0][1].startswith("everybody sees `")


@pytest.mark.parametrize("block", ["reveal top of deck", "look at every hand", "reveal hand to left", "look at secret"])
def test_what_lies_hidden_can_be_shown(block: str, tmp_path: Path) -> None:
    assert problems(tmp_path, block) == ([], [], [])


TOP = "Ends(top, None, Contents(PlaceOf(deck, None)))"


@pytest.mark.parametrize(
    ("block", "stmt"),
    [
        (
            "move secret where it is known to you to thrown",
            "Move(Filter(Contents(PlaceOf(secret, you)), it, Known(it, you)), PlaceOf(thrown, None), None, None, [])",
        ),
        (
            "shuffle deck if top of deck is not known to left of you",
            f"If([[Not(Known({TOP}, Seat(left, you))), [Shuffle(PlaceOf(deck, None))]]], [])",
        ),
    ],
)
def test_what_is_known(block: str, stmt: str, tmp_path: Path) -> None:
    model = model_of(tmp_path, PLACES + turn(block), CARDS)
    (found,) = model.bodies["turn"].steps[0].stmts
    assert shown(found) == stmt


@pytest.mark.parametrize(
    ("block", "message", "help"),
    [
        ("take 1 if «hand» is known to you", "`hand` is a place, and a card is needed", "first of hand"),
        ("take 1 if («hand where bright») is known to you", "only a single component is known", "any("),
        ("take 1 if «coins» is known to you", "`coins` is a number", ""),
        ("take 1 if top of deck is known to «side»", "a player is needed", "members"),
    ],
)
def test_what_cannot_be_known(block: str, message: str, help: str, tmp_path: Path) -> None:
    plain, places = marked(PLACES + turn(block))
    (problem,) = [p for p in elaborated(tmp_path, plain, CARDS)[1] if p.code not in ("unused-name", "unreachable")]
    assert problem.code == "wrong-type"
    assert problem.span is not None
    assert [(problem.span.start, problem.span.end)] == places
    assert message in problem.message
    assert help in (problem.help or "")


def test_on_a_spot_one_thing_is_known_or_not(tmp_path: Path) -> None:
    text = PLACES.replace("places:\n", "places:\n  held: {spot for: card, each: player, seen by: owner}\n")
    model = model_of(tmp_path, text + turn("take 1 if held is known to left of you"), CARDS)
    (found,) = model.bodies["turn"].steps[0].stmts
    assert isinstance(found, m.If)
    assert "Known(Ends(first, None, Contents(PlaceOf(held, you))), Seat(left, you))" in shown(found)
