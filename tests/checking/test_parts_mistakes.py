"""Mistakes in parts of rows, symbols, copies and opponents: each is reported once, where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books
from .models import marked

PILES = books.CORPUS / "piles"
BOOK = (PILES / "rulebook.yaml").read_text(encoding="utf-8")
CARDS = (PILES / "cards.yaml").read_text(encoding="utf-8")
MISTAKES = {
    # what is replaced, with what (the place of the mistake marked), code, a part of the message
    "no such part": ("covered: lower}", "covered: «lover»}", "unknown-name", "`lover` is no part of `card`"),
    "the top of a spot": ("active: fight}", "active: {top: «fight»}}", "wrong-type", "only in a pile"),
    "for everyone and each": ("pit: {spot for: card,", "pit: {spot for: card, each: player, for: «everyone»,", "whose",
        "cannot act for everyone"),
    "like nothing": ("like: tools", "like: «toolz»", "unknown-word", "no place `toolz`"),
    "like itself": ("like: tools", "like: «tricks»", "unknown-word", "like itself"),
    "no such back": ("copies: {dotted: 1,", "copies: {«doted»: 1,", "wrong-type", "`doted` is no back of `card`"),
    "a symbol twice": ("symbols: [force, guard, worth]", "symbols: [force, guard, worth, «size»]", "name-twice",
        "`size` is a property of `card` already"),
    "a foe of no kind": ("guard: {is: sum(guard of (tools + tricks)), against: foe}",
        "guard: {is: sum(guard of (tools + tricks)), against: «crad foe»}", "untyped-parameter", "of what kind"),
    "against what minds no foe": ("coins +1 if force against beast",
        "coins +1 if «all_worth» against beast", "wrong-type", "`all_worth` does not depend on an opponent"),
    "against a number": ("coins +1 if force against beast", "coins +1 if force against «coins»", "wrong-type",
        "nobody's opponent"),
    "printed and no symbol": ("sum(printed worth of (tools + tricks))", "sum(printed «strength» of (tools + tricks))",
        "wrong-type", "`strength` is no symbol"),
    "an effect for no member": ("do raid of beast for type of top of tools", "«do raid of beast»", "wrong-type",
        "an effect for each type"),
    "an effect for another member": ("do raid of beast for type of top of tools",
        "do raid of beast for «size of beast»", "wrong-type", "is needed"),
    "a member of one effect": ("do gift of beast\n", "do gift of beast for «type of beast»\n", "wrong-type",
        "one effect, the same for everything"),
    "an effect as a value": ("start_coins: 3", "start_coins: 3 + (1 if «raid of banner» is nothing else 0)",
        "wrong-type", "not something with a value"),
    "no such effect": ("raid: {tool:", "raid: {«tol»:", "wrong-type", "`tol` is not one of"),
    "one effect for all": ("raid: {tool: coins -1, trick: coins +2}", "raid: «coins -1»", "wrong-type",
        "an effect for each type"),
    "no such key": ("lower: {worth: 1}, gift", "lower: {«wurth»: 1}, gift", "unknown-name", "`wurth` is nothing"),
    "no such key in a row": ("Ford: {value:", "Ford: {«valeu»:", "unknown-name", "`valeu` is no property of a card"),
    "a wrong formula": ("strength: 4 + guard", "strength: 4 + «gard»", "unknown-name", "`gard`"),
    "a flag for a number": ("upper: {force: guard}", "upper: {force: «any(tools)»}", "wrong-type",
        "a number is needed"),
    "a wrong condition": ("while: foe is a beast, guard: 2", "while: «foe», guard: 2", "wrong-type",
        "yes or no is needed"),
    "copies of nothing": ("copy: top of tricks", "copy: top of «triks»", "unknown-name", "`triks`"),
    "copies of a number": ("copy: top of tricks", "copy: «coins»", "wrong-type", "is needed"),
    "an event about one": ("when: a beast enters your tools", "when: «strength of this changes»", "wrong-trigger",
        "cannot be about `this`"),
    "two of a name": ("Broom: {upper", "«long-knife»: {upper", "name-twice", "are both called `long_knife`"),
    "a section without rows": ("        Rat: {", "        Rat: «x»\n        Rot: {", "wrong-kind", "`Rat`"),
    "a wrong member above rows": ("      more:\n        Purse", "      «mroe»:\n        Purse", "wrong-type",
        "`mroe` is not one of base, more"),
}  # fmt: skip


def problems(folder: Path, text: str, cards: str) -> list[tuple[str, str, str]]:
    found = books.problems(folder, {"rulebook.yaml": text, "cards.yaml": cards})
    return [(d.code, d.message, d.span.text if d.span else "") for d in found if d.code != "unused-name"]


def test_the_rulebook_is_right(tmp_path: Path) -> None:
    assert problems(tmp_path, BOOK, CARDS) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_where_it_stands(mistake: str, tmp_path: Path) -> None:
    old, new, code, message = MISTAKES[mistake]
    assert (old in BOOK) != (old in CARDS)
    plain, places = marked(new)
    found = problems(tmp_path, BOOK.replace(old, plain, 1), CARDS.replace(old, plain, 1))
    assert [(c, message in m) for c, m, _ in found] == [(code, True)], found
    if places:
        assert found[0][2] == plain[places[0][0] : places[0][1]]
