"""Abilities that set each other off without end are told; circles that something may stop are passed over."""

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
  deck: {pile of: card, home: yes}
  hand: {set of: card, each: player}
  table: {set of: card, each: player}
  thrown: {pile of: card}
  small: {set of: card, each: player, holds: 2}
state:
  game: {rounds: integer, played: integer}
  player: {coins: integer, wins: integer}
phases:
  game: |
    each player:
      do turn
      do rest
  turn: move top of deck to hand
  rest: shuffle deck
procedures:
  draw: move top of deck to hand
  earn: coins +1
  pay_up: {require: {rich: coins > 1}, do: coins -1}
  both: earn; draw
abilities:
  game:
    g1: G1
  player:
    one: ONE
    two: TWO
"""
CARDS = "card: {low: {points: 1, red: yes, copies: 9}, high: {points: 2, copies: 9}}\n"
IDLE = "{when: your turn begins, do: shuffle thrown}"


def found(
    folder: Path, one: str, two: str = IDLE, game: str = IDLE.replace("your turn begins", "before turn")
) -> list[str]:
    text = BOOK.replace("G1", game).replace("ONE", one).replace("TWO", two)
    plain, places = marked(text)
    problems = books.problems(folder, {"rulebook.yaml": plain, "cards.yaml": CARDS})
    problems = [p for p in problems if p.code not in ("unused-name", "unreachable")]
    assert [(p.span.start, p.span.end) for p in problems if p.span is not None] == places, books.said(problems)
    assert all(p.severity == "warning" for p in problems)
    return [f"{p.code}: {p.message}" for p in problems]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("{when: coins rises, do: wins +1}", IDLE),
        ("{when: coins rises, do: coins -1}", IDLE),
        ("{when: coins rises, limit: once per turn, do: coins +1}", IDLE),
        ("{when: coins rises, optional: yes, do: coins +1}", IDLE),
        ("{when: coins rises, while: coins < 9, do: coins +1}", IDLE),
        ("{when: coins rises, do: coins +1 if any(hand)}", IDLE),
        ("{when: coins rises, do: left earns}", IDLE),
        ("{when: coins rises, do: pay_up}", IDLE),
        ("{when: coins rises, do: set coins to 3}", IDLE),
        ("{when: a card enters your hand, do: draw}", IDLE),
        ("{when: a card enters your hand, do: move it to hand}", IDLE),
        ("{when: a card enters your hand, do: move it to table}", "{when: a card enters your table, do: draw}"),
        (
            "{when: a card enters your hand, do: move it to small}",
            "{when: a card enters your small, do: move it to hand}",
        ),
        (
            "{when: a low enters your hand, do: move it to table}",
            "{when: a low enters your table, do: move it to hand}",
        ),
        ("{when: before draw, do: earn}", "{when: after earn, limit: once per turn, do: draw}"),
        ("{when: wins rises, do: coins +1}", "{when: coins falls, do: wins +1}"),
    ],
)
def test_what_comes_to_an_end(one: str, two: str, tmp_path: Path) -> None:
    assert found(tmp_path, one, two) == []


ONE = "trigger-cycle: `one` sets itself off, again and again without end"
BOTH = "trigger-cycle: `one` and `two` set each other off, again and again without end"


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [
        ("{when: «coins rises», do: coins +1}", IDLE, ONE),
        ("{when: «coins changes», do: coins -2}", IDLE, ONE),
        ("{when: «coins rises», do: earn}", IDLE, ONE),
        ("{when: «coins rises», do: shuffle deck; both}", IDLE, ONE),
        ("{when: before «draw», do: draw}", IDLE, ONE),
        ("{when: after «earn», do: both}", IDLE, ONE),
        ("{when: [your turn begins, «coins rises»], do: coins +1}", IDLE, ONE),
        ("{when: «coins rises», do: wins +1}", "{when: wins changes, do: coins +1}", BOTH),
        (
            "{when: «a card enters your hand», do: move it to table}",
            "{when: a card enters your table, do: move it to hand}",
            BOTH,
        ),
        ("{when: «a card enters your hand», do: move it to table}", "{when: a card leaves your hand, do: wins +1}", ""),
        ("{when: before «draw», do: earn}", "{when: after earn, do: draw}", BOTH),
    ],
)
def test_what_goes_on_without_end(one: str, two: str, message: str, tmp_path: Path) -> None:
    one = one if message else one.replace("«", "").replace("»", "")
    assert found(tmp_path, one, two) == ([message] if message else [])


def test_an_ability_of_the_game(tmp_path: Path) -> None:
    message = "trigger-cycle: `g1` sets itself off, again and again without end"
    assert found(tmp_path, IDLE, game="{when: «rounds rises», do: rounds +1}") == [message]
