"""Abilities whose condition can never hold, or whose event can never happen; all others are passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books
from .models import marked

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
types: {color: [red, green, blue]}
options:
  style: {default: plain, about: the style, readings: {plain: as printed, wild: with more}}
  hold: {default: 3, type: 1..9, about: how many a table holds}
components:
  card: {has: {points: integer, color: optional color, dear: flag}}
places:
  deck: {pile of: card, home: yes}
  table: {set of: card, each: player, holds: hold}
  spot: {set of: card, each: player, holds: 2}
state:
  player: {coins: integer}
values:
  player: {worth: sum(points of table)}
phases:
  game: |
    each player:
      move top of deck to table
      move top of deck to spot
      coins +worth
events:
  player: {got(color c): {when: a card enters your table, if: color of it is c}}
abilities:
  player:
    one: {WHILE, when: WHEN, do: coins +1}
    other: {when: a card leaves your table, value: worth +1}
"""
CARDS = """\
card:
  low: {points: 1, color: red, copies: 12}
  high: {points: 4, color: green, dear: yes, abilities: {own: {in: [spot], while: OWN, value: worth +1}}}
  none: {points: 2}
"""


def found(
    folder: Path, condition: str, event: str = "a card enters your table", own: str = "dear of this"
) -> list[str]:
    text, places = marked(
        BOOK.replace("WHILE, ", f'while: "{condition}", ' if condition else "").replace("WHEN", event)
    )
    files = {"rulebook.yaml": text, "cards.yaml": CARDS.replace("OWN", own)}
    problems = [p for p in books.problems(folder, files) if p.code != "unused-name"]
    spans = [(p.span.start, p.span.end) for p in problems if p.span is not None and "rulebook" in p.span.source.name]
    assert spans == places, books.said(problems)
    assert all(p.severity == "warning" for p in problems)
    return [f"{p.code}: {p.message}" for p in problems]


@pytest.mark.parametrize(
    ("condition", "event"),
    [
        ("count(table) >= 3", "a card enters your table"),
        ("count(table) >= 9", "a card enters your table"),
        ("count(players) > 5", "a card enters your table"),
        ("style is wild", "a card enters your table"),
        ("style is wild and count(players) is 3", "a card enters your table"),
        ("count(spot) is 2 and any(spot where color is red)", "a card enters your table"),
        ("any(spot where not (points < 3))", "a card enters your table"),
        ("any(spot where color is nothing)", "a card enters your table"),
        ("any(table where points > 3)", "a green enters your table"),
        ("coins > 100", "a card enters your table"),
        ("worth > 100", "a high enters your table"),
        ("sum(points of spot) > 7", "a high leaves your spot"),
    ],
)
def test_what_may_act_some_day(condition: str, event: str, tmp_path: Path) -> None:
    assert found(tmp_path, condition, event) == []


@pytest.mark.parametrize(
    ("condition", "event", "message"),
    [
        ("«any(table where points > 4)»", "a card enters your table", "`any(table where points > 4)` can never hold"),
        ("«count(spot) > 2»", "a card enters your table", "`count(spot) > 2` can never hold, so `one` never acts"),
        ("«sum(points of spot) > 8»", "a card enters your table", "`sum(points of spot) > 8` can never hold"),
        ("«any(spot where color is blue)»", "a card enters your table", "can never hold, so `one` never acts"),
        ("«coins > 2 and any(deck where dear and points < 4)»", "a card enters your table", "can never hold"),
        ("", "«a blue enters your table»", "`a blue enters your table` can never happen, so `one` never acts"),
        ("", "[a red enters your table, «a blue leaves your spot»]", "can never happen, so `one` never hears of it"),
    ],
)
def test_what_never_acts(condition: str, event: str, message: str, tmp_path: Path) -> None:
    (problem,) = found(tmp_path, condition, event)
    assert problem.startswith("never-active: ")
    assert message in problem


def test_on_a_card(tmp_path: Path) -> None:
    assert found(tmp_path, "", own="points of this > 3") == []
    message = "never-active: `points of this > 4` can never hold, so `own` of `high` never acts"
    assert found(tmp_path, "", own="points of this > 4") == [message]


def test_a_named_event(tmp_path: Path) -> None:
    text = BOOK.replace("WHILE, ", "").replace("WHEN", "got(blue)")
    files = {"rulebook.yaml": text, "cards.yaml": CARDS.replace("OWN", "dear of this")}
    (problem,) = books.problems(tmp_path, files)
    assert problem.message == "`a card enters your table` can never happen, so `one` never acts"
