"""Numbers of a range that has something for each of them: places, or numbers of a kind."""

from __future__ import annotations

from encanta.checking.environment import Environment, Thing
from encanta.checking.model import (
    FLAG,
    INTEGER,
    NOTHING,
    Arith,
    Compare,
    Const,
    Either,
    Expr,
    Logic,
    Numbers,
    Place,
    list_of,
)
from encanta.checking.types import enum_type
from encanta.text.spans import Span


def indexed(env: Environment, name: str, number: Expr) -> Expr:
    """The place of a number in a range, counted from 0; nothing for a number outside."""
    low, high = env.ranges[name]
    type, span = enum_type(name), number.span
    if isinstance(number, Const):
        return Const(type, span, number.value - low if low <= number.value <= high else NOTHING)
    least, most = Const(INTEGER, span, low), Const(INTEGER, span, high)
    inside = (Compare(FLAG, span, "<=", least, number), Compare(FLAG, span, "<=", number, most))
    at = Arith(type, span, "-", number, least)
    return Either(type, span, Logic(FLAG, span, "and", inside), at, Const(type, span, NOTHING))


def place_of_number(env: Environment, number: Expr, name: str) -> tuple[Thing, Expr] | None:
    """The place of that name that there is for a number, with the place of the number in its range."""
    for each in env.ranges:
        found = env.thing(each, name)
        if isinstance(found, Place):
            return found, indexed(env, each, number)
    return None


def all_of(env: Environment, name: str, span: Span) -> Expr:
    """All numbers of a range."""
    low, high = env.ranges[name]
    return Numbers(list_of(INTEGER), span, Const(INTEGER, span, low), Const(INTEGER, span, high))
