"""Each operator makes the changes it should, as texts that can be read again."""

from __future__ import annotations

import pytest

from encanta.language.parser import Vocabulary, parse
from encanta.trust.bending import Bent, bent

VERBS = Vocabulary(frozenset({"lay", "drop"}))


def changes(text: str, start: str = "formula", condition: bool = False) -> list[Bent]:
    return list(bent(parse(text, start, VERBS), condition))


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("3", {"4", "2"}),
        ("0", {"1"}),
        ("count(hand) >= 2", {"count(hand) > 2", "count(hand) >= 3", "count(hand) >= 1"}),
        ("a + b", {"a - b"}),
        ("a is b", {"a is not b"}),
        ("card in hand", {"card not in hand"}),
        ("any(hand)", {"none(hand)"}),
        ("min(a, b)", {"max(a, b)"}),
        ("hand where red", {"hand", "hand where not red"}),
        ("a if b else c", {"a", "c", "a if not b else c"}),
        ("top 2 of deck", {"bottom 2 of deck", "top 3 of deck", "top 1 of deck"}),
        ("left of you", {"right of you"}),
    ],
)
def test_formulas(text: str, new: set[str]) -> None:
    assert {change.text for change in changes(text)} == new


def test_a_condition_is_turned_round_or_loses_a_side() -> None:
    assert {change.text for change in changes("ready and not tired", condition=True)} == {
        "ready or not tired",
        "ready",
        "not tired",
        "not ready and not tired",
        "ready and tired",
    }
    assert [change.text for change in changes("ready", condition=True)] == ["not ready"]
    assert changes("ready") == []


@pytest.mark.parametrize(
    ("text", "start", "new"),
    [
        ("move top of deck to hand", "block", {"move bottom of deck to hand", "move top of deck to bottom of hand"}),
        ("choose up to 2 red from hand", "block", {"choose 2 red from hand", "choose up to 3 red from hand"}),
        ("lay\ndrop", "block", {"lay", "drop"}),
        ("do lay, drop", "block", {"do lay", "do drop"}),
        ("may lay", "block", {"lay"}),
        ("another player lays", "block", {"any player lays"}),
        ("offer exactly one of lay, drop", "block", {"offer any of lay, drop", "offer exactly one of lay"}),
        ("points + 1", "change", {"points - 1", "points + 2", "points + 0"}),
        ("once per turn", "limit", {"twice per turn"}),
        ("2 times per turn", "limit", {"3 times per turn", "once per turn"}),
        ("turn begins", "trigger", {"turn ends", "your turn begins"}),
        ("up to 2 from hand where red", "pick", {"2 from hand where red", "up to 2 from hand"}),
    ],
)
def test_other_texts(text: str, start: str, new: set[str]) -> None:
    assert new <= {change.text.strip() for change in changes(text, start)}


def test_an_if_is_done_always_and_never() -> None:
    found = changes("if ready:\n  lay\nelse:\n  drop\n", "block")
    kinds = {change.kind for change in found}
    assert kinds == {"always", "branch dropped", "negated"}
    always = next(change for change in found if change.kind == "always")
    assert always.text == "if 0 is 0:\n  lay\nelse:\n  drop"


def test_every_change_can_be_read_again_and_is_one() -> None:
    text = "if any(hand where red and not tired):\n  choose up to 2 red from hand\n  lay\nelse:\n  drop\n"
    found = changes(text, "block")
    assert len(found) > 8
    assert len({change.text for change in found}) == len(found)
    for change in found:
        parse(change.text, "block", VERBS)


def test_what_is_changed_is_named_with_its_place() -> None:
    (change,) = (change for change in changes("lay\npoints + 10\ndrop\n", "block") if change.new == "11")
    text = "lay\npoints + 10\ndrop\n"
    assert text[slice(*change.at)] == "10"
    assert text[slice(*change.within)].strip() == "points + 10"
    assert (change.kind, change.old) == ("number", "10")
