"""Formulas from trees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token

from encanta.language import ast
from encanta.language.build.trees import all_of, at_of, build, form


@form("formula", "paren", "order_", "place_")
def _inner(t: Any) -> Any:
    return build(t.children[0])


@form("name")
def _name(t: Any) -> ast.Name:
    return ast.Name(at_of(t), str(t.children[0]))


@form("number")
def _number(t: Any) -> ast.Number:
    return ast.Number(at_of(t), int(t.children[0]))


@form("call")
def _call(t: Any) -> ast.Call:
    return ast.Call(at_of(t), str(t.children[0]), all_of(t.children[1:]), at_of(t.children[0]))


@form("any_", "sum_", "none_")
def _built_in_call(t: Any) -> ast.Call:
    start = at_of(t)[0]
    name = t.data[:-1]
    return ast.Call(at_of(t), name, all_of(t.children), (start, start + len(name)))


@form("owned")
def _owned(t: Any) -> ast.Owned:
    return ast.Owned(at_of(t), build(t.children[0]), "of", str(t.children[1]), at_of(t.children[1]))


@form("yours", "theirs")
def _yours(t: Any) -> ast.Owned:
    return ast.Owned(at_of(t), None, t.data[:-1], str(t.children[0]), at_of(t.children[0]))


@form("property")
def _property(t: Any) -> ast.Property:
    return ast.Property(at_of(t), build(t.children[0]), build(t.children[1]))


@form("printed")
def _printed(t: Any) -> ast.Property:
    return ast.Property(at_of(t), build(t.children[0]), build(t.children[1]), True)


@form("place_of")
def _place_of(t: Any) -> ast.Property:
    name = t.children[0]
    named = ast.Name(at_of(name), str(name)) if isinstance(name, Token) else build(name)
    return ast.Property(at_of(t), named, build(t.children[1]))


@form("against")
def _against(t: Any) -> ast.Against:
    return ast.Against(at_of(t), build(t.children[0]), build(t.children[1]))


@form("some")
def _some(t: Any) -> ast.Position:
    which, count, of = t.children
    return ast.Position(at_of(t), str(which.children[0]), build(count), build(of))


@form("every")
def _every(t: Any) -> ast.Every:
    return ast.Every(at_of(t), build(t.children[0]))


@form("inline", "inline_up_to")
def _inline(t: Any) -> ast.Inline:
    return ast.Inline(at_of(t), int(t.children[0]), t.data == "inline_up_to", build(t.children[1]))


@form("lot")
def _lot(t: Any) -> ast.Lot:
    return ast.Lot(at_of(t), int(str(t.children[0]).split()[1]), build(t.children[1]))


@form("dice")
def _dice(t: Any) -> ast.Dice:
    words = str(t.children[0]).split()
    count, _, sides = words[-1].partition("d")
    return ast.Dice(at_of(t), int(count or 1), int(sides), len(words) > 1)


_PICKED = {"another": "another", "any_one": "any", "another_where": "another", "any_one_where": "any"}


@form("another", "any_one")
def _picked(t: Any) -> ast.Picked:
    return ast.Picked(at_of(t), _PICKED[t.data], None)


@form("another_where", "any_one_where")
def _picked_where(t: Any) -> ast.Picked:
    return ast.Picked(at_of(t), _PICKED[t.data], ast.Where(at_of(t), _players(t), build(t.children[0])))


@form("with_the_most", "with_the_least")
def _best(t: Any) -> ast.Picked:
    extreme = ast.Extreme(at_of(t), _players(t), t.data == "with_the_most", build(t.children[0]))
    return ast.Picked(at_of(t), "the", extreme)


def _players(t: Any) -> ast.Name:
    """All players, as they are meant by words such as `another player`."""
    start, end = at_of(t)
    return ast.Name((start, end), "players")


@form("not_", "negative")
def _unary(t: Any) -> ast.Unary:
    return ast.Unary(at_of(t), "not" if t.data == "not_" else "-", build(t.children[0]))


_OPS = {
    "or_": "or", "and_": "and", "is_": "is", "is_not": "is not", "in_": "in", "not_in": "not in",
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/",
}  # fmt: skip


@form(*_OPS)
def _binary(t: Any) -> ast.Binary:
    return ast.Binary(at_of(t), _OPS[t.data], build(t.children[0]), build(t.children[1]))


@form("in_numbers", "not_in_numbers")
def _in_numbers(t: Any) -> ast.Binary:
    left, low, high = (build(c) for c in t.children)
    numbers = ast.Numbers((low.at[0], high.at[1]), low, high)
    return ast.Binary(at_of(t), "in" if t.data == "in_numbers" else "not in", left, numbers)


@form("compare")
def _compare(t: Any) -> Any:
    left, op, right = t.children
    return ast.Binary(at_of(t), str(op.children[0]), build(left), build(right))


@form("is_a", "is_not_a")
def _is_a(t: Any) -> ast.IsA:
    value, _, word = t.children
    return ast.IsA(at_of(t), build(value), str(word), t.data == "is_not_a", at_of(word))


@form("is_nothing", "is_something")
def _is_nothing(t: Any) -> ast.IsNothing:
    return ast.IsNothing(at_of(t), build(t.children[0]), t.data == "is_something")


@form("is_known", "is_not_known")
def _is_known(t: Any) -> ast.IsKnown:
    return ast.IsKnown(at_of(t), build(t.children[0]), build(t.children[1]), t.data == "is_not_known")


@form("either")
def _either(t: Any) -> ast.Either:
    then, condition, other = t.children
    return ast.Either(at_of(t), build(then), build(condition), build(other))


@form("rate")
def _rate(t: Any) -> ast.Rate:
    amount, each, unit = t.children
    return ast.Rate(at_of(t), build(amount), build(each), build(unit))


@form("otherwise")
def _otherwise(t: Any) -> ast.Otherwise:
    return ast.Otherwise(at_of(t), build(t.children[0]), build(t.children[1]))


@form("select")
def _select(t: Any) -> ast.Expr:
    suffixes = []
    while t.data == "select":
        suffixes.append((t.children[1], at_of(t)[1]))
        t = t.children[0]
    return _suffixed(t, suffixes[::-1])


def _suffixed(t: Any, suffixes: list[tuple[Any, int]]) -> ast.Expr:
    """Suffixes belong to the nearest set before them: `score of hand where ...` narrows the hand."""
    if t.data in ("property", "printed"):
        inner = _suffixed(t.children[1], suffixes)
        at = (at_of(t)[0], suffixes[-1][1])
        return ast.Property(at, build(t.children[0]), inner, t.data == "printed")
    found: ast.Expr = build(t)
    if isinstance(found, ast.Inline | ast.Lot) and t.data in ("inline", "inline_up_to", "lot"):
        # What is picked, or drawn, is picked from what the suffixes leave.
        at = (found.at[0], suffixes[-1][1])
        return replace(found, at=at, of=_suffixed(t.children[1], suffixes))
    if isinstance(found, ast.Picked) and t.data in _PICKED:
        source: ast.Expr = _players(t)
        for suffix, end in suffixes:
            source = _narrowed(source, suffix, (found.at[0], end))
        return ast.Picked(source.at, found.kind, source)
    for suffix, end in suffixes:
        found = _narrowed(found, suffix, (at_of(t)[0], end))
    return found


def _narrowed(inner: ast.Expr, suffix: Any, at: ast.At) -> ast.Expr:
    first = suffix.children[0]
    if suffix.data == "where":
        return ast.Where(at, inner, build(first))
    if suffix.data == "named":
        return ast.As(at, inner, str(first), at_of(first))
    return ast.Extreme(at, inner, suffix.data == "with_most", build(first))


@form("numbers")
def _numbers(t: Any) -> ast.Numbers:
    return ast.Numbers(at_of(t), build(t.children[0]), build(t.children[1]))


@form("list")
def _list(t: Any) -> ast.ListOf:
    return ast.ListOf(at_of(t), all_of(t.children))
