"""The flow of phases as a diagram."""

from __future__ import annotations

from pathlib import Path

from encanta.checking.configure import open_rulebook
from encanta.explain.flow import mermaid

BOOK = """\
encanta: 1
title: Small
players: 2
components: {card: {has: {points: integer}}}
places: {deck: {pile of: card, home: yes}, hand: {set of: card, each: player}}
setup: {mix: shuffle deck, hand_out: "deal 1 from deck to each player's hand"}
phases:
  game: |
    repeat 2 times:
      do round
  round: |
    take turns once clockwise from first of players:
      do night_time
      offer any of draw_one, rest
  night_time:
    steps:
      first_step: offer at most one of rest
actions:
  draw_one: move top of deck to hand
  rest: shuffle deck
end: {over: {after: game, if: yes, winners: players with most count(hand)}}
"""


def test_each_phase_leads_to_what_it_runs_and_offers(tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text("card: {one: {points: 1, copies: 9}}\n", encoding="utf-8")
    rulebook, found = open_rulebook(str(tmp_path))
    assert rulebook is not None, found
    model, found = rulebook.configure(2)
    assert model is not None, found
    assert mermaid(model) == (
        "flowchart TD\n"
        '    setup_n_mix[["mix"]]\n'
        '    setup_n_hand_out[["hand out"]]\n'
        "    setup_n_mix --> setup_n_hand_out\n"
        "    setup_n_hand_out --> n_game\n"
        '    n_game("game")\n'
        '    n_game -->|"1: again and again"| n_round\n'
        '    n_round("round")\n'
        '    n_round -->|"1: one round of turns"| n_night_time\n'
        '    n_round -->|"2: any"| n_draw_one\n'
        '    n_round -->|"3: any"| n_rest\n'
        '    n_night_time("night time")\n'
        '    n_night_time -->|"1: first_step, at most one"| n_rest\n'
        '    n_draw_one["draw one"]\n'
        '    n_rest["rest"]\n'
    )
