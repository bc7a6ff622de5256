"""Nodes of the language without the places where they stand, as text that can be compared and read."""

from __future__ import annotations

from dataclasses import Field, fields
from typing import Any

from encanta.language import ast
from encanta.language.parser import SyntaxFailure, Vocabulary, parse

VERBS = Vocabulary(
    frozenset({"heal", "take_cards", "hand_over", "search", "carry", "try"}), frozenset({"coin", "coins"})
)
"""The verbs of the rulebook that the tests imagine; `search` is the name of other things too."""


def shape(value: Any) -> str:
    """The form of a node: its class, and what it holds in the order of its fields, without places."""
    if isinstance(value, ast.Node):
        inside = [shape(getattr(value, f.name)) for f in fields(value) if _is_shown(f, getattr(value, f.name))]
        return f"{type(value).__name__}({', '.join(inside)})"
    if isinstance(value, tuple):
        return f"[{', '.join(shape(v[0] if _is_placed(v) else v) for v in value)}]"
    return "-" if value is None else str(value)


def _is_shown(field: Field[Any], value: Any) -> bool:
    """Whether it is neither a place nor something that is left out."""
    place = field.name == "at" or field.name.endswith("_at")
    return not place and not (field.default in (None, False) and value is field.default)


def _is_placed(value: Any) -> bool:
    """Whether it is a name with its place, as in `do deal, play`."""
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], tuple)


def failure_of(text: str, start: str) -> SyntaxFailure | None:
    """Why a text cannot be read, or None if it can; anything else that is raised goes on."""
    try:
        node = parse(text, start, VERBS)
    except SyntaxFailure as failure:
        return failure
    assert isinstance(node, ast.Node)
    return None
