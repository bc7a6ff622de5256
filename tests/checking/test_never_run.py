"""Phases and procedures that nothing runs, and actions that nobody is offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
options:
  style: {default: plain, about: what is done, readings: {plain: as printed, wild: {about: more, READING}}}
components:
  card: {has: {points: integer, trick: optional effect}}
places:
  deck: {pile of: card, home: yes}
  table: {set of: card, each: player}
phases:
  game: |
    each player:
      offer any of draw
      GAME
  round: ROUND
  turn: |
    TURN
procedures:
  tidy: shuffle deck
actions:
  draw: {about: draw, require: {something left: any(deck)}, do: move top of deck to table}
  lay: {about: lay, require: {something there: any(table)}, do: move top of table to deck}
windows:
  answers: {opens: OPENS, asks: players where any(table), offers: [OFFERS]}
abilities:
  player:
    heard: {when: [after turn, after tidy, after lay], limit: once per game, do: DO}
"""
CARDS = "card: {one: {points: 1, trick: EFFECT}}\n"
PLAIN = {
    "READING": "set: {title: Other}",
    "GAME": "do turn, round",
    "ROUND": "tidy",
    "TURN": "offer any of lay",
    "OPENS": "a card enters table",
    "OFFERS": "draw",
    "DO": "shuffle deck",
    "EFFECT": "shuffle deck",
}
OFFER = "say `offer one of lay` where players may do it"
RUN = "run it where it belongs, or leave it out"


def found(folder: Path, **changes: str) -> list[str]:
    text, cards = BOOK, CARDS
    for name, value in (PLAIN | changes).items():
        text, cards = text.replace(name, value), cards.replace(name, value)
    problems = books.problems(folder, {"rulebook.yaml": text, "cards.yaml": cards})
    assert all(problem.severity == "warning" for problem in problems), books.said(problems)
    return [f"{p.code}: {p.span.text if p.span else ''}: {p.help}" for p in problems]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"GAME": "do round", "ROUND": "do turn; tidy"},
        {"GAME": "do turn", "ROUND": "shuffle deck", "DO": "tidy; do round"},
        {"GAME": "do turn", "EFFECT": "tidy", "ROUND": "shuffle deck", "DO": "do round"},
        {"TURN": "shuffle deck", "OFFERS": "lay"},
        {"TURN": "shuffle deck", "READING": "set: {phases: {round: offer any of lay}}"},
        {"GAME": "do turn", "READING": "set: {abilities: {player: {heard: {do: do round}}}}"},
    ],
)
def test_what_is_run_somewhere_is_passed_over(changes: dict[str, str], tmp_path: Path) -> None:
    unrun = [said for said in found(tmp_path, **changes) if not said.startswith("unused-name: round")]
    assert unrun == []


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        (
            {"GAME": "shuffle deck", "ROUND": "do turn"},
            [
                f"never-offered: lay: only `turn` would offer it, and nothing runs that; {OFFER}",
                f"unreachable: turn: only `round` would run it, and nothing runs that; {RUN}",
                f"unreachable: tidy: {RUN}",
                "unused-name: round: leave it out, or use it",
            ],
        ),
        (
            {"TURN": "shuffle deck"},
            [f"never-offered: lay: {OFFER}"],
        ),
        (
            {"ROUND": "do turn", "TURN": "offer any of lay"},
            [f"unreachable: tidy: {RUN}"],
        ),
    ],
)
def test_what_nothing_runs(changes: dict[str, str], problems: list[str], tmp_path: Path) -> None:
    assert sorted(found(tmp_path, **changes)) == sorted(problems)
