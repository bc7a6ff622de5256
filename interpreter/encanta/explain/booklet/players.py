"""What differs with the number of players: the same rulebook for each number, held side by side."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass

from encanta.checking.configure import Prepared
from encanta.checking.options import static_value
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, below, name_in
from encanta.checking.static import Known
from encanta.checking.tree import NOTES, entries, scalar, text_under, under
from encanta.text.nodes import Mapping, Node, Scalar

_APART = frozenset({"components", "options", "presets", "needs", "players", "sides", "cards", "limits", "checks"})


@dataclass(frozen=True, slots=True)
class Row:
    """A thing that is not the same for every number of players: its name, and what it is for each."""

    name: str
    about: str
    values: tuple[Scalar | None, ...]


def differing(ways: Map[int, Prepared]) -> list[Row]:
    """The single values of the rulebook that are not the same for all numbers of players."""
    leaves = [dict(_leaves(prepared.tree, (), WHOLE)) for prepared in ways.values()]
    found = []
    for path in dict.fromkeys(path for one in leaves for path in one):
        values = tuple(one[path][0] if path in one else None for one in leaves)
        if len({None if value is None else value.text for value in values}) > 1:
            about = next(one[path][1] for one in leaves if path in one)
            found.append(Row(path[-1] if path[-1] != "is" else path[-2], about, values))
    return found


def _leaves(
    node: Node, path: tuple[str, ...], form: Form | None, about: str = ""
) -> Iterator[tuple[tuple[str, ...], tuple[Scalar, str]]]:
    if isinstance(node, Scalar):
        yield path, (node, about)
    elif isinstance(node, Mapping):
        own = node.get("about")
        said = own.text if path and isinstance(own, Scalar) else about
        for entry in node:
            name = name_in(form, entry.key.text) if form is not None else entry.key.text
            if (path or name not in _APART) and name not in NOTES:
                inner = below(form, entry.key.text) if form is not None else None
                yield from _leaves(entry.value, (*path, name), inner, said)


def pieces(prepared: Prepared, kind: str) -> int | None:
    """How many components of a kind there are; None where it is not said."""
    facts = prepared.facts
    known = Known(facts.players, facts.settings, facts.options, len(facts.sides))
    component = next(e.value for e in entries(prepared.tree.get("components")) if e.key.text == kind)
    rows = prepared.cards.get(kind) if prepared.cards is not None else None
    if rows is None:
        return (
            _number(text_under(component, "marker"), known, 0)
            or _number(text_under(component, "copies"), known, 0)
            or _number(text_under(component, "count"), known, 0)
            or None
        )
    total = sum(copies(row.value, known) for row in entries(rows))
    return total * _number(text_under(component, "decks"), known, 1)


def copies(row: Node, known: Known) -> int:
    """How many copies there are of a row with all its backs, before all of them are taken several times."""
    node = under(row, "copies")
    if isinstance(node, Mapping):
        return sum(_number(scalar(entry.value), known, 0) for entry in node)
    return _number(scalar(node), known, 1)


def known_of(prepared: Prepared) -> Known:
    """What is known before play."""
    facts = prepared.facts
    return Known(facts.players, facts.settings, facts.options, len(facts.sides))


def _number(node: Scalar | None, known: Known, default: int) -> int:
    value = default if node is None else static_value(node, known)
    return value if isinstance(value, int) else default
