"""Which function makes a node of which tree, and what all of these functions need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from encanta.language import ast

Form = Callable[["Tree[Token]"], Any]
_FORMS: dict[str, Form] = {}


def build(tree: Any) -> Any:
    """The node for a tree, a token or nothing."""
    if tree is None or isinstance(tree, Token):
        return tree
    return _FORMS[tree.data](tree)


def at_of(tree: Any) -> ast.At:
    """Where a tree or a token stands."""
    if isinstance(tree, Token):
        return (tree.start_pos or 0, tree.end_pos or 0)
    meta = tree.meta
    return (0, 0) if meta.empty else (meta.start_pos, meta.end_pos)


def form(*names: str) -> Callable[[Form], Form]:
    """Marks the function that makes nodes of the trees with these names."""

    def keep(function: Form) -> Form:
        for name in names:
            _FORMS[name] = function
        return function

    return keep


def all_of(items: Any) -> tuple[Any, ...]:
    """The nodes of several trees; what is missing is left out."""
    return tuple(build(x) for x in items if x is not None)


def named(token: Token) -> tuple[str, ast.At]:
    """A word and where it stands."""
    return str(token), at_of(token)
