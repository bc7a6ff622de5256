"""What does not change between two ways of playing is read once, and what was read stays as it was."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from encanta.checking import declare
from encanta.checking import model as m
from encanta.checking.configure import Prepared
from encanta.checking.elaborate import elaborate
from encanta.text.spans import Span

from . import books
from .models import CARDS, HEAD

BOOK = f"""{HEAD}phases:
  game: |
    repeat goal times:
      do turn
  turn:
    by style:
      plain: take_some
      wild: take_some; take_some
procedures:
  take_some: |
    each player:
      take size
  take n: move top n of deck to hand
values:
  game:
    size: {{by long: {{yes: 3, no: half}}}}
    half: {{2: 1, 3..4: 2}}
abilities:
  player:
    echo: {{when: hand becomes empty, do: take 1}}
"""
WAYS: list[dict[str, Any]] = [
    {"players": players, "settings": {"style": style, "long": long}}
    for players in (2, 3)
    for style in ("plain", "wild")
    for long in ("no", "yes")
]


def dump(what: Any, seen: dict[int, Any]) -> Any:
    """Everything in a model as plain values; a thing that comes again by its name."""
    if isinstance(what, Span):
        return what.start, what.end
    if isinstance(what, (list, tuple)):
        return [dump(part, seen) for part in what]
    if isinstance(what, dict):
        return {key: dump(part, seen) for key, part in what.items()}
    if isinstance(what, frozenset):
        return sorted(what)
    if not dataclasses.is_dataclass(what):
        return what
    if id(what) in seen:
        return type(what).__name__, getattr(what, "name", "")
    seen[id(what)] = what
    return type(what).__name__, [dump(getattr(what, field.name), seen) for field in dataclasses.fields(what)]


def ways(folder: Path) -> list[Prepared]:
    rulebook = books.opened(folder, {"rulebook.yaml": BOOK, "cards.yaml": CARDS})
    return [books.prepared(rulebook, **way) for way in WAYS]


def model(way: Prepared) -> m.Model:
    found, problems = elaborate(way.tree, way.cards, way.facts)
    assert found is not None, books.said(problems)
    return found


def test_models_are_what_they_are_when_read_alone_and_stay_so(tmp_path: Path) -> None:
    prepared = ways(tmp_path)
    together = [model(way) for way in prepared]
    dumps = [dump(found, {}) for found in together]
    alone = []
    for way in prepared:
        declare.forget()
        alone.append(dump(model(way), {}))
    assert dumps == alone
    assert [dump(found, {}) for found in together] == dumps


def test_unchanged_declarations_are_the_same_objects(tmp_path: Path) -> None:
    first, longer = (model(way) for way in ways(tmp_path)[:2])
    by_name = [{value.name: value for value in found.values} for found in (first, longer)]
    assert by_name[0]["half"] is by_name[1]["half"]
    assert by_name[0]["size"] is not by_name[1]["size"]
    assert first.bodies["take"] is longer.bodies["take"]
    assert first.bodies["take_some"] is not longer.bodies["take_some"]
    assert first.bodies["game"] is not longer.bodies["game"]
    assert first.places["deck"] is longer.places["deck"]
    assert first.abilities[0] is longer.abilities[0]


def test_diagnostics_come_again(tmp_path: Path) -> None:
    rulebook = books.opened(tmp_path, {"rulebook.yaml": BOOK.replace("take size", "take sze"), "cards.yaml": CARDS})
    for _ in range(2):
        for way in WAYS:
            found, problems = rulebook.configure(**way)
            assert found is None
            assert [p.code for p in problems if p.severity == "error"] == ["unknown-name"]
