"""`encanta simulate --unused`: the texts of cards that never came to matter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

RULES = """
encanta: 1
title: Lamps
players: 2
components:
  card: {has: {color: "one of [red, blue]"}}
places:
  deck: {pile of: card, home: yes}
  hand: {set of: card, each: player, active: all}
state:
  player: {points: {type: integer}}
phases:
  game: |
    take turns clockwise from first of players:
      do turn
      until none(deck)
  turn: move top of deck to hand
end:
  all gone: {after: game, if: yes, winners: players with most points}
"""
WATCH = "  watch: {color: red, copies: 4, when: your turn ends, do: points +1}\n"
MOON = "  moon: {color: blue, when: points becomes 1000, do: points +1}\n"


def lamps(folder: Path, cards: str) -> str:
    (folder / "rulebook.yaml").write_text(RULES.lstrip(), encoding="utf-8")
    (folder / "cards.yaml").write_text(f"card:\n{cards}", encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("moon", [True, False])
def test_what_never_mattered_is_listed(run: Run, tmp_path: Path, moon: bool) -> None:
    game = lamps(tmp_path, WATCH + MOON if moon else WATCH)
    told = run("simulate", game, "--games", "5", "--unused", "--json")
    assert told.code == 0, told.err
    listed = [{"component": "card", "row": "moon", "kind": "ability", "text": "moon"}] if moon else []
    assert json.loads(told.out)["never_mattered"] == listed
    text = run("simulate", game, "--games", "5", "--unused").out
    lines = [line.split() for line in text.splitlines()]
    assert (["moon", "ability", "moon"] in lines) == moon
    assert ("texts that never came to matter: none" in text) != moon


def test_it_is_not_looked_at_unasked(run: Run, tmp_path: Path) -> None:
    told = run("simulate", lamps(tmp_path, WATCH), "--games", "5", "--jobs", "1", "--json")
    assert told.code == 0, told.err
    assert "never_mattered" not in json.loads(told.out)
