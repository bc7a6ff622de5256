"""Small games for the tests of the machine."""

from __future__ import annotations

from pathlib import Path

from encanta.checking.configure import open_rulebook
from encanta.machine.program import Program, load_program

HEAD = """\
encanta: 1
title: Small
players: 2..4
types: {suit: [red, green, blue]}
components: {card: {has: {suit: suit, points: integer}}}
places:
  deck: {pile of: card, seen by: nobody, home: yes}
  thrown: {pile of: card}
  hand: {set of: card, each: player, seen by: owner}
  table: {row of: card, each: player, seen by: nobody}
  shown: {set of: card, each: player}
"""
CARDS = "card:\n" + "".join(
    f"  {suit}_{n}: {{suit: {suit}, points: {n}, copies: 2}}\n" for suit in ("red", "green", "blue") for n in (1, 2, 3)
)


def program_of(folder: Path, text: str, players: int = 2, traced: bool = False, cards: str = CARDS) -> Program:
    """The program of a rulebook: `HEAD`, then `text`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.yaml").write_text(HEAD + text, encoding="utf-8")
    (folder / "cards.yaml").write_text(cards, encoding="utf-8")
    rulebook, found = open_rulebook(str(folder))
    assert rulebook is not None, [d.message for d in found]
    model, found = rulebook.configure(players)
    assert model is not None, [(d.message, d.span and d.span.text) for d in found]
    return load_program(model, traced)
