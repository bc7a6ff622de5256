"""Conditions that can be seen to be always or never true, from literals and equal sides alone."""

from __future__ import annotations

import operator
from collections.abc import Callable

from encanta.language import ast

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.eq,
    "is not": operator.ne,
}
_FLAGS = {"yes": True, "no": False}


def constant(node: ast.Expr, text: str) -> bool | None:
    """Whether a condition in `text` is always true (True), never (False), or neither that anybody could see (None).

    A bare `yes` or `no` is meant so, and does not count.
    """
    return None if isinstance(node, ast.Name) else _known(node, text)


def _known(node: ast.Expr, text: str) -> bool | None:
    if isinstance(node, ast.Name):
        return _FLAGS.get(node.id)
    if isinstance(node, ast.Unary) and node.op == "not":
        value = _known(node.value, text)
        return None if value is None else not value
    if not isinstance(node, ast.Binary):
        return None
    if node.op in ("and", "or"):
        return _logic(node, text)
    if node.op not in _COMPARE:
        return None
    left, right = node.left, node.right
    if isinstance(left, ast.Number) and isinstance(right, ast.Number):
        return _COMPARE[node.op](left.value, right.value)
    if _said(left, text) == _said(right, text):
        return _COMPARE[node.op](0, 0)
    return None


def _logic(node: ast.Binary, text: str) -> bool | None:
    """`and` is decided by one side that is never true, `or` by one that always is."""
    sides = (_known(node.left, text), _known(node.right, text))
    decisive = node.op == "or"
    if decisive in sides:
        return decisive
    return None if None in sides else not decisive


def _said(node: ast.Expr, text: str) -> str:
    return " ".join(text[node.at[0] : node.at[1]].split())
