"""What is read the same in many ways of playing is read once while a rulebook is validated, and nothing is missed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from encanta.checking import session
from encanta.checking.configure import Rulebook, open_rulebook
from encanta.checking.coverage import validate_path
from encanta.checking.elaborate import elaborate
from encanta.checking.lending import Lending
from encanta.resources import rulebooks_root, shipped_games

from . import books
from .models import CARDS, HEAD

BOOK = f"""{HEAD}phases:
  game: |
    repeat goal times:
      do turn
  turn: |
    each player:
      take size
  other: |
    let extra = count(deck)
    each player:
      take extra
procedures:
  take n: move top n of deck to hand
values:
  game:
    size: 2
abilities:
  game:
    last: {{when: before turn, do: do other}}
"""


def with_reading(patch: str) -> dict[str, str]:
    """The rulebook with one more option whose second reading changes it."""
    readings = f"readings: {{first: {{about: nothing}}, second: {{about: something, {patch}}}}}"
    option = f"  further: {{about: more, default: first, {readings}}}\n"
    return {"rulebook.yaml": BOOK.replace("options:\n", f"options:\n{option}"), "cards.yaml": CARDS}


CASES = {
    "a name that a local has": (
        "add: {values: {game: {extra: 3}}}",
        ["name-hides: `extra` is the name of something declared already"],
    ),
    "a name that changes its kind": (
        "set: {values: {game: {size: none(deck)}}}",
        ["wrong-type: `size` is yes or no, and a number is needed"],
    ),
    "a name that goes": (
        "remove: {values: {game: size}}",
        ["unknown-name: nothing in this rulebook is called `size`"],
    ),
    "a verb that goes": ("remove: {procedures: [take]}", ["cannot-read: `size` is not a verb of this rulebook"]),
    "nothing wrong": ("add: {values: {game: {more: 3}}}, set: {values: {game: {size: more}}}", []),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_reading_breaks_elsewhere_is_found(name: str, tmp_path: Path) -> None:
    patch, wanted = CASES[name]
    found = [f"{problem.code}: {problem.message}" for problem in books.problems(tmp_path, with_reading(patch))]
    assert len(found) >= len(wanted), found
    assert all(any(said.startswith(start) for said in found) for start in wanted), found
    assert found == [] or wanted


def ways(rulebook: Rulebook) -> list[dict[str, Any]]:
    """Every number of players, and every reading alone."""
    least, most = rulebook.players
    readings = [(o.name, word) for o in rulebook.options.values() for word in o.words]
    alone = [{"players": players} for players in range(least, most + 1)]
    return alone + [{"players": most, "settings": {name: word}} for name, word in readings]


@pytest.mark.parametrize("game", shipped_games())
def test_what_was_lent_is_what_is_read_alone(game: str) -> None:
    rulebook, _ = open_rulebook(str(rulebooks_root() / game))
    assert rulebook is not None
    lending = Lending()
    for way in ways(rulebook):
        prepared, _ = rulebook.prepare(**way)
        if prepared is None:
            continue
        lent, found = elaborate(prepared.tree, prepared.cards, prepared.facts, lending)
        alone, same = elaborate(prepared.tree, prepared.cards, prepared.facts)
        assert found == same
        assert lent is not None
        assert alone is not None
        assert lent.bodies.keys() == alone.bodies.keys()


def test_little_is_read_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read: Counter[str] = Counter()
    keep = session.Session.keep

    def counting(self: session.Session, key: tuple[str, ...], what: Any, found: list[Any]) -> session.Done:
        read[key[-1]] += 1
        return keep(self, key, what, found)

    monkeypatch.setattr(session.Session, "keep", counting)
    files = with_reading(
        "set: {procedures: {take n: move bottom n of deck to hand}}, add: {state: {game: {more: flag}}}"
    )
    assert validate_path(books.write(tmp_path, files)).diagnostics == []
    assert read["take"] >= 2
    assert read["turn"] == 1, "what runs a procedure is not read again for what the procedure does"
    assert read["size"] == 1
