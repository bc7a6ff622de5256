"""Tricks that two things could win alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.model import Component, Row
from encanta.checking.reading import parsed
from encanta.checking.tree import words
from encanta.language import ast
from encanta.language.parser import SyntaxFailure
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nodes import Scalar

if TYPE_CHECKING:
    from encanta.checking.session import Session

Line = tuple[Scalar, ast.Narrowing]


def unclear_winners(session: Session, kinds: Mapping[str, Component]) -> Iterator[Diagnostic]:
    """Tricks whose `wins` compares only properties, and not enough of them to tell any two components apart."""
    for key, item in session.items.items():
        trick = session.done[key].what if key[0] == "trick" else None
        if trick is None:
            continue
        lines = list(_lines(session, words(item.entry.value, "wins")))
        component = kinds[trick.kind]
        told = _told_apart_by([line for _, line in lines], frozenset(component.properties))
        alike = _alike(component, told) if told is not None else None
        if alike is not None:
            text, line = lines[-1]
            yield error(
                codes.UNCLEAR_WINNER,
                f"{_named(*alike)} could win this trick alike",
                text.span_of(*line.at),
                help="add a line that tells them apart, or end with `first`: what was played first wins",
            )


def _lines(session: Session, texts: list[Scalar]) -> Iterator[Line]:
    for text in texts:
        try:
            order: ast.Order = parsed(text, "order", session.env.vocabulary)
        except SyntaxFailure:
            continue
        yield from ((text, line) for line in order.lines)


def _told_apart_by(lines: list[ast.Narrowing], properties: frozenset[str]) -> frozenset[str] | None:
    """The properties that all winners share; None where it cannot be told, or where there is only one winner."""
    shared = set()
    for line in lines:
        name = _property(line.value) if line.kind in ("most", "least") else _as_led(line.value)
        if name is not None and name in properties:
            shared.add(name)
        elif line.kind != "keep" or not _is_plain(line.value, properties):
            return None
    return frozenset(shared)


def _property(node: ast.Expr | None) -> str | None:
    """`rank` or `rank of it`."""
    if isinstance(node, ast.Property) and isinstance(node.of, ast.Name) and node.of.id == "it":
        node = node.name
    return node.id if isinstance(node, ast.Name) else None


def _as_led(node: ast.Expr | None) -> str | None:
    """The property of `color is color of led`, which at least what was led fits."""
    if not isinstance(node, ast.Binary) or node.op != "is":
        return None
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(other, ast.Property) and isinstance(other.of, ast.Name) and other.of.id == "led":
            return _property(one)
    return None


def _is_plain(node: ast.Expr | None, properties: frozenset[str]) -> bool:
    """`color is trump`: nothing may fit it, so that it tells nothing apart."""
    if not isinstance(node, ast.Binary) or node.op != "is":
        return False
    names = [_property(side) for side in (node.left, node.right)]
    return None not in names and any(name in properties for name in names)


def _alike(component: Component, told: frozenset[str]) -> tuple[Row, Row] | None:
    """Two rows (or one that is there twice) that these properties do not tell apart."""
    first: dict[tuple[int | None, ...], Row] = {}
    for row in component.rows:
        shown = tuple(row.values.get(name) for name in sorted(told))
        other = first.setdefault(shown, row)
        if row.copies > 1 or (other is not row and row.copies and other.copies):
            return other, row
    return None


def _named(one: Row, other: Row) -> str:
    return f"two `{one.name}`" if one is other else f"`{one.name}` and `{other.name}`"
