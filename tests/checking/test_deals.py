"""Deals that need more than there is for some number of players, or more than fits; others are passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books
from .models import marked

BOOK = """\
encanta: 1
title: Tiny
players: 2..5
options:
  more: {default: 5, type: 1..9, about: how many are dealt}
components:
  card: {has: {points: integer, low: flag}}
places:
  deck: {pile of: card, home: yes}
  heap: {pile of: card}
  table: {set of: card}
  hand: {set of: card, each: player, seen by: owner}
  small: {set of: card, each: player, holds: 3}
values:
  game:
    dealt: {2: 10, 3: 7, 4: 5, 5: 4}
phases:
  game: |
    GAME
  round: |
    ROUND
procedures:
  clear: gather every hand into deck
abilities:
  game:
    tidy: {when: after round, do: gather table into deck}
  player:
    mover: {when: EVENT, do: DO}
"""
CARDS = "card: {one: {points: 1, copies: 12, low: yes}, two: {points: 2, copies: 10}}\n"
PLAIN = {"GAME": "do round", "ROUND": "shuffle deck", "EVENT": "a card enters small", "DO": "shuffle heap"}


PASSED = ("unused-name", "unreachable")


def found(folder: Path, **changes: str) -> list[str]:
    text = BOOK
    for name, value in (PLAIN | changes).items():
        text = text.replace(f"    {name}\n", "".join(f"    {line}\n" for line in value.split("; "))).replace(
            name, value
        )
    plain, places = marked(text)
    problems = [
        p for p in books.problems(folder, {"rulebook.yaml": plain, "cards.yaml": CARDS}) if p.code not in PASSED
    ]
    spans = [(p.span.start, p.span.end) for p in problems if p.span is not None]
    assert spans == places, books.said(problems)
    return [f"{p.code}: {p.message}: {p.help}" for p in problems]


@pytest.mark.parametrize(
    "changes",
    [
        {"ROUND": "deal 4 from deck to each player's hand"},
        {"ROUND": "deal dealt from deck to each player's hand"},
        {"ROUND": "deal 2 from deck to each player's hand; deal 2 from deck to each player's small"},
        {"ROUND": "deal 3 from deck to each player's hand; clear; deal 3 from deck to each player's hand"},
        {"ROUND": "if count(players) < 5: ; ; deal 5 from deck to each player's hand".replace(": ; ; ", ":;   ")},
        {"ROUND": "if count(table) > 5:;   deal 9 from deck to each player's hand"},
        {"ROUND": "repeat 3 times:;   deal 2 from deck to each player's hand"},
        {"GAME": "repeat 3 times:;   do round", "ROUND": "deal 3 from deck to each player's hand; clear"},
        {"ROUND": "deal 3 from deck to each player's small; deal 3 from deck to each player's hand", "DO": "clear"},
        {
            "ROUND": "move top 4 of deck to heap; deal 1 from heap to each player's hand; shuffle heap",
            "GAME": "shuffle deck",
        },
    ],
)
def test_a_deal_that_can_be_made(changes: dict[str, str], tmp_path: Path) -> None:
    text = {name: value.replace(":;", ":\n     ").replace(";   ", "\n      ") for name, value in changes.items()}
    assert found(tmp_path, **text) == []


@pytest.mark.parametrize(
    ("round", "message"),
    [
        (
            "deal «5» from deck to each player's hand",
            "5 players are dealt 5 each, which is 25, and `deck` holds at most 22 then: deal at most 4",
        ),
        (
            "deal «more + 1» from deck to each player's hand",
            "4 players are dealt 6 each, which is 24, and `deck` holds at most 22 then: deal at most 5",
        ),
        (
            "deal 3 from deck to each player's hand; deal «3» from deck to each player's small",
            "4 players are dealt 3 each, which is 12, and `deck` holds at most 10 then: deal at most 2",
        ),
        (
            "move deck where low to heap; deal «7» from heap to each player's hand",
            "2 players are dealt 7 each, which is 14, and `heap` holds at most 12 then: deal at most 6",
        ),
        (
            "move top 4 of deck to heap; deal «1» from heap to each player's hand",
            "5 players are dealt 1 each, which is 5, and `heap` holds at most 4 then: let there be more of them",
        ),
    ],
)
def test_a_deal_that_needs_too_many(round: str, message: str, tmp_path: Path) -> None:
    assert found(tmp_path, ROUND=round) == [f"short-deal: {message}"]


def test_a_deal_into_a_place_that_holds_less(tmp_path: Path) -> None:
    message = "no-room: each player is dealt 4, and `small` holds 3 at most: deal less, or let it hold more"
    assert found(tmp_path, ROUND="deal «4» from deck to each player's small") == [message]
