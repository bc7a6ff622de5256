"""Models of small rulebooks for the tests, typed formulas as short texts, and places marked in rulebooks."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from encanta.checking import model as m
from encanta.checking.configure import open_rulebook
from encanta.text.diagnostic import Diagnostic

from . import books

HEAD = """\
encanta: 1
title: Tiny
players: 2..4
types: {suit: [red, green, blue]}
options:
  goal: {default: 10, type: 1.., about: points that end the game}
  long: {default: no, about: a longer game}
  style: {default: plain, readings: {plain: as printed, wild: with jokers}, about: which cards}
components:
  card:
    has: {suit: optional suit, points: integer, bright: flag, marks: set of suit, trick: optional effect}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  thrown: {pile of: card}
  hand: {set of: card, each: player, seen by: owner}
  table: {set of: card, each: side}
  stack: {pile of: card, each: suit}
state:
  game: {starter: optional player, led: optional suit}
  side: {total: integer}
  player: {coins: integer}
  card: {group: {type: optional suit, reset: leaving table}}
"""
CARDS = """\
card:
  ace: {suit: red, points: 3, copies: 2}
  king: {suit: red, points: 2, marks: [red, blue]}
  joker: {points: 0, bright: yes, trick: take 1}
"""
VERBS = """\
procedures:
  take n: move top n of deck to hand
  hand_over cards to player other: move cards to other's hand
"""
MARKS = "«", "»"


def elaborated(
    folder: Path, text: str, cards: str | None = CARDS, players: int = 2
) -> tuple[m.Model | None, list[Diagnostic]]:
    """The model of a rulebook, and what is wrong or strange about it."""
    files = {"rulebook.yaml": text} | ({"cards.yaml": cards} if cards is not None else {})
    rulebook, found = open_rulebook(books.write(folder, files))
    assert rulebook is not None, books.said(found)
    return rulebook.configure(players)


def model_of(folder: Path, text: str, cards: str | None = CARDS, players: int = 2) -> m.Model:
    """The model of a rulebook in which nothing is wrong."""
    model, found = elaborated(folder, text, cards, players)
    assert model is not None, books.said(found)
    return model


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """A text without its marks, and the stretches that were marked."""
    opened, closed = MARKS
    places: list[tuple[int, int]] = []
    plain = ""
    start = 0
    for char in text:
        if char == opened:
            start = len(plain)
        elif char == closed:
            places.append((start, len(plain)))
        else:
            plain += char
    return plain, places


def shown(what: Any) -> str:
    """A part of a model as a short text: what it is and what it is made of, without types and places in the file."""
    if isinstance(what, tuple):
        return "[" + ", ".join(shown(part) for part in what) + "]"
    if isinstance(what, frozenset):
        return "{" + ", ".join(sorted(what)) + "}"
    if isinstance(what, m.Local):
        return what.name
    if isinstance(what, m.Const):
        return str(what.value)
    if isinstance(what, (m.Variable, m.Place, m.Value, m.Property, m.Body, m.Sheet)):
        return what.name
    if dataclasses.is_dataclass(what):
        fields = [f for f in dataclasses.fields(what) if f.name not in ("type", "span")]
        if isinstance(what, m.StepTrigger | m.Read | m.SetVar | m.WhereIs):
            # What is rarely said is shown only where it is.
            fields = [f for f in fields if f.default is dataclasses.MISSING or getattr(what, f.name) != f.default]
        names = [f.name for f in fields]
        return f"{type(what).__name__}({', '.join(shown(getattr(what, name)) for name in names)})"
    return str(what)


def pairs(name: str) -> dict[str, str]:
    """Texts of the language with what they become, from a file: a text, `=>` and the result, an empty line."""
    blocks = (books.CORPUS / name).read_text(encoding="utf-8").strip().split("\n\n")
    return dict(block.split("\n=> ") for block in blocks)
