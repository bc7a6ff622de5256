"""Which texts of cards come to matter in games, and which never do."""

from __future__ import annotations

from pathlib import Path

from encanta.play.opening import Request, open_program
from encanta.simulate.many import Order, simulate
from encanta.trust.mattering import simulate_noting, texts

RULES = """
encanta: 1
title: Lamps
players: 2
components:
  card: {has: {color: "one of [red, blue]", bonus: optional effect}}
places:
  deck: {pile of: card, home: yes}
  hand: {set of: card, each: player, seen by: owner, active: all}
  gone: {pile of: card}
state:
  player: {points: {type: integer}}
values:
  player: {worth: points}
setup:
  mix: shuffle deck
phases:
  game: |
    take turns clockwise from first of players:
      do turn
      until none(deck)
  turn: |
    move top of deck to hand
    offer any of light
    move hand where color is red to gone
actions:
  light:
    choose: {lamp: from hand}
    require: {it is dark: color of lamp is red}
    do: |
      do bonus of lamp
      move lamp to gone
end:
  all gone: {after: game, if: yes, winners: players with most points}
"""
CARDS = """
card:
  lamp: {color: red, copies: 4, bonus: points +1}
  watch: {color: blue, copies: 2, when: your turn ends, do: points +1}
  mirror: {color: blue, copies: 2, value: worth + 1}
  moon: {color: blue, copies: 1, when: points becomes 1000, do: points +1}
"""


def write(folder: Path) -> str:
    (folder / "rulebook.yaml").write_text(RULES.lstrip(), encoding="utf-8")
    (folder / "cards.yaml").write_text(CARDS.lstrip(), encoding="utf-8")
    return str(folder)


def order(game: str, games: int) -> Order:
    return Order(Request(game, players=2), ("random", "random"), 1, games)


def test_what_never_came_to_matter_is_listed(tmp_path: Path) -> None:
    game = write(tmp_path)
    opened, problems = open_program(order(game, 1).request)
    assert opened is not None, problems
    model = opened.program.model
    assert [(text.row, text.kind, text.name) for text in texts(model)] == [
        ("lamp", "effect", "bonus"),
        ("watch", "ability", "watch"),
        ("mirror", "change", "mirror"),
        ("moon", "ability", "moon"),
    ]
    result, never = simulate_noting(order(game, 30), lambda games: None, model)
    # Nobody reads the worth, and nobody comes to a thousand points.
    assert [text.row for text in never] == ["mirror", "moon"]
    assert result.tally == simulate(order(game, 30)).tally
