"""Loops that nothing ends are told; loops that something may end are passed over."""

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
  hand: {set of: card, each: player, seen by: owner}
  table: {set of: card, each: player}
state:
  game: {rounds: integer, over: flag, heard: {type: flag, becomes yes when: a card enters thrown}}
  player: {coins: integer, passed: {type: flag, reset: turn}}
values:
  game: {full: rounds + count(thrown) > 3}
  player: {rich: coins > 2}
phases:
  game: |
    LOOP
    do tidy
    each player:
      do turn
  turn: |
    offer any of draw
    TURN
  tidy: shuffle thrown
actions:
  draw: {about: draw, do: move top of deck to hand}
abilities:
  game:
    listens: {when: after tidy, do: ABILITY}
  player:
    changes: {while: any(table), value: rich is yes}
END
"""
CARDS = "card: {low: {points: 1, red: yes, copies: 9}, high: {points: 2, copies: 9}}\n"
PLAIN = {"TURN": "shuffle thrown", "ABILITY": "shuffle thrown", "END": ""}
GAME_END = "end:\n  done: {after: turn, if: rounds > 3, winners: players}"
LONGEST = "limits:\n  turn: {at most: 9, per: game, then: drawn}"


def found(folder: Path, loop: str, **changes: str) -> list[str]:
    text = BOOK.replace("LOOP", loop.replace("\n", "\n    "))
    for name, value in (PLAIN | changes).items():
        text = text.replace(name, value.replace("\n", "\n    ") if name == "TURN" else value)
    plain, places = marked(text)
    problems = books.problems(folder, {"rulebook.yaml": plain, "cards.yaml": CARDS})
    problems = [p for p in problems if p.code not in ("unused-name", "hidden-read")]
    assert [(p.span.start, p.span.end) for p in problems if p.span is not None] == places, books.said(problems)
    assert all(p.severity == "warning" for p in problems)
    return [f"{p.code}: {p.message}" for p in problems]


EACH = "take turns clockwise from first of players"


@pytest.mark.parametrize(
    ("loop", "changes"),
    [
        ("repeat while any(deck):\n  move top of deck to thrown", {}),
        ("repeat while any(deck):\n  each player:\n    draw", {}),
        ("repeat while any(deck where red):\n  move bottom of deck to top of deck", {}),
        ("repeat while not red of top of deck:\n  shuffle deck", {}),
        ("repeat 5 times:\n  shuffle deck", {}),
        ("repeat:\n  rounds +1\n  until full", {}),
        ("repeat:\n  move top of deck to thrown\n  until full", {}),
        ("repeat:\n  let x = random players\n  until x is first of players", {}),
        ("repeat:\n  each player:\n    do turn\n  until over", {"TURN": "set over to yes if coins > 3"}),
        ("repeat:\n  do tidy\n  until over", {"ABILITY": "set over to yes"}),
        ("repeat:\n  do tidy\n  until over", {"ABILITY": "end game"}),
        ("repeat:\n  do tidy\n  until heard", {}),
        (f"{EACH} among players where rich:\n  do turn", {"TURN": "move hand to table"}),
        (f"{EACH} among players where not passed:\n  do turn", {}),
        (f"{EACH}:\n  do turn\n  until current is last of players", {}),
        ("repeat:\n  each player:\n    do turn", {"END": GAME_END, "TURN": "rounds +1"}),
        ("repeat:\n  each player:\n    do turn", {"END": LONGEST}),
        ("repeat:\n  each player:\n    do turn", {"TURN": "end game if coins > 2"}),
        ("repeat:\n  each player:\n    do turn", {"TURN": "end game_\n".replace("game_", "game")}),
        ("repeat while place of top of deck is deck:\n  move top of deck to thrown", {}),
    ],
)
def test_a_loop_that_may_end(loop: str, changes: dict[str, str], tmp_path: Path) -> None:
    assert found(tmp_path, loop, **changes) == []


FOREVER = "so it would go on forever"


@pytest.mark.parametrize(
    ("loop", "changes", "message"),
    [
        (
            "repeat while «any(deck where red)»:\n  shuffle deck",
            {},
            f"nothing in this loop changes `any(deck where red)`, {FOREVER}",
        ),
        ("repeat while «any(thrown)»:\n  do tidy", {}, f"nothing in this loop changes `any(thrown)`, {FOREVER}"),
        ("repeat:\n  each player:\n    do turn\n  until «over»", {}, f"nothing in this loop changes `over`, {FOREVER}"),
        ("repeat:\n  shuffle deck\n  until «full»", {}, f"nothing in this loop changes `full`, {FOREVER}"),
        (
            "repeat while «count(players) > 1»:\n  rounds +1",
            {},
            f"nothing in this loop changes `count(players) > 1`, {FOREVER}",
        ),
        ("«repeat»:\n  each player:\n    do turn", {}, "nothing ever ends this loop"),
        (
            "«repeat»:\n  each player:\n    do turn",
            {"END": GAME_END},
            "nothing in this loop changes what could end it",
        ),
        (f"«{EACH}»:\n  do turn", {}, "nothing ever ends this loop"),
        (
            f"{EACH} among «players where rich»:\n  shuffle deck",
            {},
            f"nothing in this loop changes `players where rich`, {FOREVER}",
        ),
        (
            "repeat:\n  repeat:\n    rounds +1\n    until rounds > 3\n  until «over»",
            {},
            f"nothing in this loop changes `over`, {FOREVER}",
        ),
    ],
)
def test_a_loop_that_goes_on_forever(loop: str, changes: dict[str, str], message: str, tmp_path: Path) -> None:
    assert found(tmp_path, loop, **changes) == [f"endless-loop: {message}"]
