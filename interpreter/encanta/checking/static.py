"""Works out formulas that are known before play: of options, numbers and the count of players only."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from encanta.checking.environment import BUILT_IN
from encanta.checking.model import OptionDecl
from encanta.language import ast
from encanta.text.nearest import nearest

Operation = Callable[[int, int], int]
_COMPARE: dict[str, Operation] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.eq,
    "is not": operator.ne,
}
_ARITH: dict[str, Operation] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left // right if right else 0,
}
_CALLS: dict[str, Callable[[list[int]], int]] = {"min": min, "max": max, "sum": sum}
_FLAGS = {"yes": 1, "no": 0}


class NotStatic(Exception):
    """A part of a formula that is known only in play; `at` is where it stands in the text of the formula.

    `near` is the name that was meant, if it is misspelt.
    """

    def __init__(self, message: str, at: ast.At, near: str | None = None) -> None:
        super().__init__(message)
        self.message, self.at, self.near = message, at, near


@dataclass(frozen=True, slots=True)
class Known:
    """What is known before play. `sides` is None where nothing is known of them."""

    players: int
    settings: Mapping[str, int]
    options: Mapping[str, OptionDecl]
    sides: int | None = None


def evaluate(formula: ast.Expr, known: Known) -> int:
    """The value of a formula; flags are 0 and 1, a reading is its index. Raises NotStatic."""
    if isinstance(formula, ast.Number):
        return formula.value
    if isinstance(formula, ast.Name):
        return _name(formula, known)
    if isinstance(formula, ast.Call):
        return _call(formula, known)
    if isinstance(formula, ast.Unary):
        value = evaluate(formula.value, known)
        return int(not value) if formula.op == "not" else -value
    if isinstance(formula, ast.Binary):
        return _binary(formula, known)
    if isinstance(formula, ast.Either):
        chosen = formula.then if evaluate(formula.condition, known) else formula.other
        return evaluate(chosen, known)
    raise NotStatic("this is known only in play", formula.at)


def _name(name: ast.Name, known: Known) -> int:
    if name.id in known.settings:
        return known.settings[name.id]
    if name.id in _FLAGS:
        return _FLAGS[name.id]
    if name.id == "players":
        raise NotStatic("`players` is a set; say `count(players)` for how many they are", name.at)
    message = f"`{name.id}` is no option, and only options and `count(players)` are known before play"
    raise NotStatic(message, name.at, nearest(name.id, known.settings))


def _call(call: ast.Call, known: Known) -> int:
    if call.name == "count":
        return _count(call, known)
    if call.name in _CALLS and call.args:
        return _CALLS[call.name]([evaluate(argument, known) for argument in call.args])
    near = nearest(call.name, ("count", *_CALLS)) if call.name not in BUILT_IN else None
    raise NotStatic(f"`{call.name}` of this is known only in play", call.at if near is None else call.name_at, near)


def _count(call: ast.Call, known: Known) -> int:
    """How many players or sides there are."""
    if len(call.args) != 1:
        message = f"`count` needs 1 in its brackets, and {len(call.args)} stand there; it is said `count(players)`"
        raise NotStatic(message, call.at)
    counted = call.args[0]
    if isinstance(counted, ast.Name) and counted.id == "players":
        return known.players
    if isinstance(counted, ast.Name) and counted.id == "sides" and known.sides is not None:
        return known.sides
    near = nearest(counted.id, ("players", "sides")) if isinstance(counted, ast.Name) else None
    if near is not None and isinstance(counted, ast.Name):
        raise NotStatic(f"`{counted.id}` is not known before play, only `players` and `sides` are", counted.at, near)
    raise NotStatic("`count` of this is known only in play", call.at)


def _binary(formula: ast.Binary, known: Known) -> int:
    if formula.op == "and":
        return int(bool(evaluate(formula.left, known)) and bool(evaluate(formula.right, known)))
    if formula.op == "or":
        return int(bool(evaluate(formula.left, known)) or bool(evaluate(formula.right, known)))
    if formula.op in ("in", "not in"):
        return int(_in(formula, known) == (formula.op == "in"))
    if formula.op in _COMPARE:
        left, right = _sides(formula.left, formula.right, known)
        return int(_COMPARE[formula.op](left, right))
    if formula.op in _ARITH:
        return _ARITH[formula.op](evaluate(formula.left, known), evaluate(formula.right, known))
    raise NotStatic("this is known only in play", formula.at)


def _in(formula: ast.Binary, known: Known) -> bool:
    if not isinstance(formula.right, ast.ListOf):
        raise NotStatic("only a list in brackets is known before play", formula.right.at)
    pairs = [_sides(formula.left, item, known) for item in formula.right.items]
    return any(left == right for left, right in pairs)


def _sides(left: ast.Expr, right: ast.Expr, known: Known) -> tuple[int, int]:
    """Both sides of a comparison; a word beside an option with readings is one of them."""
    return _beside(left, right, known), _beside(right, left, known)


def _beside(formula: ast.Expr, other: ast.Expr, known: Known) -> int:
    option = known.options.get(other.id) if isinstance(other, ast.Name) else None
    if isinstance(formula, ast.Name) and option is not None and option.members and formula.id not in known.settings:
        if formula.id not in option.members:
            near = nearest(formula.id, option.members)
            raise NotStatic(f"`{formula.id}` is no reading of `{option.name}`", formula.at, near)
        return option.members.index(formula.id)
    return evaluate(formula, known)
