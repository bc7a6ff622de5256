"""Conditions that can be seen to be always or never true, from literals, counts and equal sides alone."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator

from encanta.language import ast

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.eq,
    "is not": operator.ne,
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "is": "is", "is not": "is not"}
_FLAGS = {"yes": True, "no": False}


def constants(node: ast.Expr, text: str) -> Iterator[tuple[ast.Expr, bool]]:
    """The parts of a condition in `text` that are always true (True) or never (False), and are not made of such.

    A bare `yes` or `no` is meant so, and does not count.
    """
    inner: list[tuple[ast.Expr, bool]] = []
    if isinstance(node, ast.Unary) and node.op == "not":
        inner.extend(constants(node.value, text))
    elif isinstance(node, ast.Binary) and node.op in ("and", "or"):
        inner.extend(constants(node.left, text))
        inner.extend(constants(node.right, text))
    known = None if inner or isinstance(node, ast.Name) else _known(node, text)
    yield from [(node, known)] if known is not None else inner


def _known(node: ast.Expr, text: str) -> bool | None:
    """Whether a condition is always true, never, or neither that anybody could see."""
    if isinstance(node, ast.Name):
        return _FLAGS.get(node.id)
    if isinstance(node, ast.Unary) and node.op == "not":
        value = _known(node.value, text)
        return None if value is None else not value
    if not isinstance(node, ast.Binary):
        return None
    if node.op in ("and", "or"):
        return _logic(node, text)
    return _comparison(node, text) if node.op in _COMPARE else None


def _comparison(node: ast.Binary, text: str) -> bool | None:
    left, right = node.left, node.right
    if isinstance(left, ast.Number) and isinstance(right, ast.Number):
        return _COMPARE[node.op](left.value, right.value)
    if _said(left, text) == _said(right, text):
        return _COMPARE[node.op](0, 0)
    least = _least(left)
    if least is not None and isinstance(right, ast.Number):
        return _count(node.op, least, right.value)
    least = _least(right)
    if least is not None and isinstance(left, ast.Number):
        return _count(_TURNED[node.op], least, left.value)
    return None


def _least(node: ast.Expr) -> int | None:
    """The least that a count can be: there is always a player. None if it is no count."""
    if not isinstance(node, ast.Call) or node.name != "count":
        return None
    return int(any(isinstance(argument, ast.Name) and argument.id == "players" for argument in node.args))


def _count(op: str, least: int, number: int) -> bool | None:
    """A count compared with a number."""
    some = max(number, least)
    answers = {_COMPARE[op](least, number), _COMPARE[op](some, number), _COMPARE[op](some + 1, number)}
    return answers.pop() if len(answers) == 1 else None


def _logic(node: ast.Binary, text: str) -> bool | None:
    """One side decides `and` if it is never true, and `or` if it always is; so do a side and its denial."""
    sides = (_known(node.left, text), _known(node.right, text))
    decisive = node.op == "or"
    if decisive in sides or _deny(node.left, node.right, text):
        return decisive
    return None if None in sides else not decisive


def _deny(left: ast.Expr, right: ast.Expr, text: str) -> bool:
    """Whether one of two conditions is `not` the other."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ast.Unary) and one.op == "not" and _said(one.value, text) == _said(other, text):
            return True
    return False


def _said(node: ast.Expr, text: str) -> str:
    """A part as it is written, on one line, without brackets around the whole of it."""
    return _stripped(" ".join(text[node.at[0] : node.at[1]].split()))


def _stripped(said: str) -> str:
    while said.startswith("(") and said.endswith(")") and _closes_at_end(said):
        said = said[1:-1].strip()
    return said


def _closes_at_end(said: str) -> bool:
    """Whether the first bracket is closed by the last one."""
    depth = 0
    for at, mark in enumerate(said):
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            return at == len(said) - 1
    return False
