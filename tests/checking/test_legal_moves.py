"""Choices, requirements and windows that read what those who see them cannot know, through values and changes too."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books
from .models import marked

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
components:
  card: {has: {points: integer, red: flag}}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  thrown: {pile of: card}
  crib: {spot for: card, each: player, seen by: nobody}
  hand: {set of: card, each: player, seen by: owner}
  open: {set of: card, each: player}
state:
  player: {coins: integer}
values:
  game:
    deep: sum(points of deck)
  player:
    strength: coins
    reds: count(hand where red)
  card: {worth: points * 2}
setup:
  mix: shuffle deck
  deal: |
    deal 1 from deck to each player's hand
phases:
  game: |
    each player:
      offer any of play
      BLOCK
actions:
  play:
    about: play a card
    choose: {played: CHOICE}
    require: {allowed: "REQUIRED"}
    do: MOVED
windows:
  answers: {opens: a card enters open, asks: ASKS, offers: [play]}
abilities:
  player:
    bonus: {while: WHILE, value: VALUE}
"""
CARDS = "card: {low: {points: 1, red: yes, copies: 9}, high: {points: 2, copies: 9}}\n"
PLAIN = {
    "BLOCK": "move top of deck to hand",
    "CHOICE": "from hand",
    "REQUIRED": "any(hand)",
    "MOVED": "move played to open",
    "ASKS": "players where any(hand)",
    "WHILE": "coins > 2",
    "VALUE": "strength +1",
}


def found(folder: Path, changes: dict[str, str]) -> list[str]:
    text = BOOK
    for name, value in (PLAIN | changes).items():
        text = text.replace(name, value)
    plain, places = marked(text)
    problems = books.problems(folder, {"rulebook.yaml": plain, "cards.yaml": CARDS})
    problems = [p for p in problems if p.code != "unused-name"]
    assert [(p.span.start, p.span.end) for p in problems if p.span is not None] == places, books.said(problems)
    return [f"{p.code}: {p.message}" for p in problems]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"CHOICE": "from hand where red and worth > 2"},
        {"REQUIRED": "count(deck) > 3 and count(left's hand) > 1 and any(every open where red)"},
        {"REQUIRED": "strength > 1 and any(left's open where red)", "VALUE": "strength +(reds)"},
        {"REQUIRED": "any(left's hand where it is known to you and red)"},
        {"REQUIRED": "red of top of thrown and deep > 3", "BLOCK": "reveal deck"},
        {"REQUIRED": "red of top of deck", "BLOCK": "look at top of deck"},
        {"REQUIRED": "any(crib where red)", "MOVED": "move played to crib"},
        {"REQUIRED": "any(left's hand where red)", "BLOCK": "reveal left's hand"},
        {"REQUIRED": "any(players as p where any(p's open where red))"},
        {"BLOCK": "move top of deck to open if any(left's hand where red)"},
        {"ASKS": "players where strength > 2", "VALUE": "strength +(count(open where red))"},
    ],
)
def test_what_the_chooser_knows(changes: dict[str, str], tmp_path: Path) -> None:
    assert found(tmp_path, changes) == []


FACE = "hidden-read: `allowed` reads the `red` of a card in"
CHOOSER = "which the chooser may not know"
CASES = [
    ({"REQUIRED": "«red of top of deck»"}, f"{FACE} `deck`, {CHOOSER}"),
    ({"REQUIRED": "any(left's hand where «red»)"}, f"{FACE} `hand`, {CHOOSER}"),
    ({"REQUIRED": "any(every hand where «red»)"}, f"{FACE} `hand`, {CHOOSER}"),
    ({"REQUIRED": "any(players as p where any(p's hand where «red»))"}, f"{FACE} `hand`, {CHOOSER}"),
    (
        {"REQUIRED": "«deep» > 3"},
        f"hidden-read: `allowed` reads the `points` of a card in `deck`, {CHOOSER}",
    ),
    (
        {"CHOICE": "from hand where points > «deep»"},
        f"hidden-read: this choice reads the `points` of a card in `deck`, {CHOOSER}",
    ),
    (
        {"BLOCK": "choose other from players where any(it's hand where «red»)\n      move top of deck to other's open"},
        f"hidden-read: this choice reads the `red` of a card in `hand`, {CHOOSER}",
    ),
    (
        {"REQUIRED": "«strength» > 2", "WHILE": "red of top of deck"},
        f"{FACE} `deck`, {CHOOSER}",
    ),
    (
        {"REQUIRED": "«strength» > 2", "VALUE": "strength +(count(left's hand where red))"},
        f"{FACE} `hand`, {CHOOSER}",
    ),
    (
        {"ASKS": "players where «strength» > 2", "VALUE": "strength +(reds)"},
        "hidden-read: `asks` of a window reads the `red` of a card in `hand`, which not everybody knows",
    ),
]


@pytest.mark.parametrize(("changes", "message"), CASES)
def test_what_the_chooser_cannot_know(changes: dict[str, str], message: str, tmp_path: Path) -> None:
    assert found(tmp_path, changes) == [message]
