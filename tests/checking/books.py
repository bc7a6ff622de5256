"""Small rulebooks for the tests, written to a folder or kept as text."""

from __future__ import annotations

from collections.abc import Mapping as Map
from pathlib import Path

from encanta.checking.configure import Prepared, Rulebook, open_rulebook
from encanta.checking.coverage import validate_path
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Mapping, Node, Scalar
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml

CORPUS = Path(__file__).resolve().parents[1] / "corpus"

TINY = """\
encanta: 1
title: Tiny
players: 2..4
components:
  card: {has: {points: integer}}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  hand: {set of: card, each: player, seen by: owner}
phases:
  game: do turn, taking
  turn: shuffle deck
  taking: |
    each player:
      take_cards 1
procedures:
  take_cards n: move top n of deck to hand
"""


def tree(text: str) -> Mapping:
    """The tree of a YAML text that is right."""
    node, found = read_yaml(Source("book.yaml", text))
    assert not found, found
    assert isinstance(node, Mapping)
    return node


def at(node: Node | None, *keys: str) -> Node:
    """What stands below some keys."""
    for key in keys:
        assert isinstance(node, Mapping)
        node = node.get(key)
    assert node is not None
    return node


def text_at(node: Node | None, *keys: str) -> str:
    """The single value below some keys."""
    found = at(node, *keys)
    assert isinstance(found, Scalar)
    return found.text


def write(folder: Path, files: Map[str, str]) -> str:
    """Write the files of a rulebook, and give the folder back as a text."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder)


def problems(folder: Path, files: Map[str, str] | str) -> list[Diagnostic]:
    """What validating a rulebook finds."""
    files = {"rulebook.yaml": files} if isinstance(files, str) else files
    return validate_path(write(folder, files)).diagnostics


def said(found: list[Diagnostic]) -> list[str]:
    """Line, code and message of each diagnostic."""
    return [f"{problem.span.line if problem.span else 0} {problem.code}: {problem.message}" for problem in found]


def opened(folder: Path, files: Map[str, str] | str) -> Rulebook:
    """A rulebook in which nothing is wrong."""
    files = {"rulebook.yaml": files} if isinstance(files, str) else files
    rulebook, found = open_rulebook(write(folder, files))
    assert rulebook is not None, said(found)
    return rulebook


def prepared(rulebook: Rulebook, players: int, **more: object) -> Prepared:
    """A rulebook made ready for some players; `more` as for `prepare`."""
    ready, found = rulebook.prepare(players, **more)  # type: ignore[arg-type]
    assert ready is not None, said(found)
    return ready
