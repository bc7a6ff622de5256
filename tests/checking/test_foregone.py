"""Counts that are compared with what they can never be are told, unless some way of playing makes them possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking.coverage import validate_path

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
components:
  card: {has: {points: integer}}
options:
  more: {default: no, about: more cards}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  hand: {set of: card, each: player, seen by: owner}
values:
  game:
    plenty: CONDITION
phases:
  game: |
    if plenty:
      each player:
        move top of deck to hand
"""
CARDS = "card:\n  one: {points: 1, copies: 4}\n  two: {points: 2, copies: 5 if more else 2}\n"


def found(folder: Path, condition: str) -> list[str]:
    (folder / "rulebook.yaml").write_text(BOOK.replace("CONDITION", condition), encoding="utf-8")
    (folder / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return [f"{p.code}: {p.message}" for p in validate_path(str(folder)).diagnostics]


@pytest.mark.parametrize(
    "condition", ["count(deck) > 8", "count(deck where points is 2) > 4", "count(deck) <= 5 or any(deck)"]
)
def test_what_some_way_of_playing_makes_possible(condition: str, tmp_path: Path) -> None:
    assert found(tmp_path, condition) == []


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("count(deck) > 9", "`count(deck) > 9` is never true"),
        ("any(deck) and count(deck where points is 1) > 4", "`count(deck where points is 1) > 4` is never true"),
        ("10 > count(deck)", "`10 > count(deck)` is always true"),
    ],
)
def test_what_none_makes_possible(condition: str, said: str, tmp_path: Path) -> None:
    assert found(tmp_path, condition) == [f"foregone-comparison: {said}, with as many as there are"]
