"""Windows that somebody could keep open for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from .models import elaborated

BOOK = """\
encanta: 1
title: Tiny
players: 2..4
components:
  card: {has: {points: integer}}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  thrown: {pile of: card}
  hand: {set of: card, each: player, seen by: owner}
state:
  player: {coins: {type: integer, start: 3}}
phases:
  game: |
    each player:
      move top 3 of deck to hand
      coins -1
    move top of deck to thrown
actions:
  shout:
    about: throw one more card
    ACTION
windows:
  reactions: {opens: a card enters thrown, asks: players, offers: [shout], closes: all passed}
end:
  done: {after: game, if: any(thrown), winners: players with most coins}
"""
CARDS = "card:\n  one: {points: 1, copies: 30}\n"


def found(folder: Path, action: str) -> list[str]:
    text = BOOK.replace("ACTION", action)
    return [p.span.text for p in elaborated(folder, text, CARDS)[1] if p.code == "endless-window" and p.span]


@pytest.mark.parametrize(
    "effect",
    ["move top of deck to thrown", "coins +1", "|\n      if any(deck):\n        move top of deck to thrown"],
)
def test_what_can_always_be_done_is_told(effect: str, tmp_path: Path) -> None:
    assert found(tmp_path, f"do: {effect}") == ["shout"]


@pytest.mark.parametrize(
    "action",
    [
        "limit: once per reactions\n    do: coins +1",
        "cost: coins -1\n    do: move top of deck to thrown",
        "require: {few: count(thrown) < 9}\n    do: move top of deck to thrown",
        "choose: {c: from hand}\n    do: move c to thrown",
        "do: end game",
    ],
)
def test_what_comes_to_an_end_is_not(action: str, tmp_path: Path) -> None:
    assert found(tmp_path, action) == []
