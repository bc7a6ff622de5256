"""What a rulebook says, thing by thing: for the pages of `show`, and for `?` at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking.registry import THINGS
from encanta.checking.registry_bodies import HAPPENING
from encanta.checking.registry_forms import Groups
from encanta.checking.row_names import printed_name
from encanta.explain.written import written
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence

_APART_SECTIONS = ("options", "presets")
_RULES = tuple(key for key in (*THINGS, *HAPPENING) if key.name not in _APART_SECTIONS)
GROUPED = tuple(key.name for key in _RULES if isinstance(key.form, Groups))
"""Sections in which the things are grouped by whose they are."""
SECTIONS = tuple(key.name for key in _RULES)
"""The sections that make up the rules, in the order of a rulebook."""
CARDS = "cards"
OPTIONS = "options"
_APART = ("about", "source", "assumed", "ruling")
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Thing:
    """A named thing of a rulebook. `path` is how sources name it; `text` is the rule itself, as it is written."""

    section: str
    name: str
    title: str
    path: str
    about: str
    sources: tuple[str, ...]
    text: tuple[str, ...]
    node: Node


@dataclass(frozen=True, slots=True)
class Notes:
    """What is documented beside the rules: where named things come from, rulings, and what is assumed and why."""

    about: str
    sources: dict[str, tuple[str, ...]]
    rulings: dict[str, str]
    assumed: dict[str, str]
    marks: dict[str, dict[str, tuple[str, ...]]]
    """By mark and by row, the fields of cards that have it."""


@dataclass(frozen=True, slots=True)
class Manual:
    """All things of a rulebook, in the order in which they are written."""

    title: str
    about: str
    things: tuple[Thing, ...]
    notes: Notes

    def of(self, *sections: str) -> list[Thing]:
        """The things of some sections."""
        return [thing for thing in self.things if thing.section in sections]


def manual(rulebook: Mapping, cards: Mapping | None, sources: Mapping | None) -> Manual:
    """The manual of a rulebook's trees."""
    notes = _notes(sources)
    things = [*_rules(rulebook, notes), *_options(rulebook, notes), *_cards(cards, notes)]
    return Manual(text_of(rulebook.get("title")), text_of(rulebook.get("about")), tuple(things), notes)


def text_of(node: Node | None) -> str:
    """A scalar's text, a list's texts joined; empty for nothing."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Sequence):
        return ", ".join(text_of(item) for item in node)
    return ""


def _texts(node: Node | None) -> tuple[str, ...]:
    if isinstance(node, Sequence):
        return tuple(text_of(item) for item in node)
    return (text_of(node),) if isinstance(node, Scalar) and node.text else ()


# --------------------------------------------------------------------------------------------- the sections


def _rules(rulebook: Mapping, notes: Notes) -> Iterator[Thing]:
    for section in SECTIONS:
        tree = rulebook.get(section)
        if not isinstance(tree, Mapping):
            continue
        if section in GROUPED:
            for group in tree:
                if isinstance(group.value, Mapping):
                    yield from _things(f"{section}.{group.key.text}", section, group.value, notes, group.key.text)
        else:
            yield from _things(section, section, tree, notes)


def _things(path: str, section: str, tree: Mapping, notes: Notes, group: str = "") -> Iterator[Thing]:
    for entry in tree:
        yield _thing(path, section, entry, notes, group)


def _thing(path: str, section: str, entry: Entry, notes: Notes, group: str = "") -> Thing:
    header = entry.key.text
    match = _WORD.match(header) if section not in ("checks", "end") else None
    name = match[0] if match else header
    path = f"{path}.{name}"
    title = f"{header} (of each {group})" if group and group != "game" else header
    return Thing(
        section=section,
        name=name,
        title=title,
        path=path,
        about=_about(entry.value),
        sources=(*_own_sources(entry.value), *notes.sources.get(path, ())),
        text=tuple(written(header, entry.value, _APART)),
        node=entry.value,
    )


def _about(node: Node) -> str:
    return text_of(node.get("about")) if isinstance(node, Mapping) else ""


def _own_sources(node: Node) -> tuple[str, ...]:
    return _texts(node.get("source")) if isinstance(node, Mapping) else ()


def _options(rulebook: Mapping, notes: Notes) -> Iterator[Thing]:
    tree = rulebook.get("options")
    if isinstance(tree, Mapping):
        yield from _things("options", OPTIONS, tree, notes)


def _cards(cards: Mapping | None, notes: Notes) -> Iterator[Thing]:
    for kind in cards if cards is not None else ():
        if isinstance(kind.value, Mapping):
            for row in kind.value:
                yield _card(kind.key.text, row, notes)


def _card(kind: str, row: Entry, notes: Notes) -> Thing:
    path = f"cards.{kind}.{row.key.text}"
    found = next((notes.sources[key] for key in (path, f"cards.{row.key.text}") if key in notes.sources), ())
    node = row.value
    return Thing(
        section=CARDS,
        name=row.key.text,
        title=f"{printed_name(row.key)} ({kind})",
        path=path,
        about=(text_of(node.get("text")) or _about(node)) if isinstance(node, Mapping) else "",
        sources=(*_own_sources(node), *found),
        text=tuple(written(row.key.text, node, (*_APART, "text"))),
        node=node,
    )


# ------------------------------------------------------------------------------------------------ the notes


def _notes(tree: Mapping | None) -> Notes:
    if tree is None:
        return Notes("", {}, {}, {}, {})
    sources = {name: _texts(node) for name, node in _pairs(tree.get("sources"))}
    return Notes(
        about=text_of(_entry(tree.get("sources"), "about")),
        sources={name: found for name, found in sources.items() if name != "about"},
        rulings={name: text_of(node) for name, node in _pairs(tree.get("rulings"))},
        assumed={name: text_of(node) for name, node in _pairs(tree.get("assumed"))},
        marks={mark: {row: _texts(fields) for row, fields in _pairs(rows)} for mark, rows in _pairs(tree.get("marks"))},
    )


def _pairs(node: Node | None) -> list[tuple[str, Node]]:
    return [(entry.key.text, entry.value) for entry in node] if isinstance(node, Mapping) else []


def _entry(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None
