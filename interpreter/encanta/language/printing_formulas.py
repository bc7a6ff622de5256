"""Writes formulas, with brackets only where the grammar, or a reader, needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from encanta.language import ast

# How tightly a form holds together: one that is written where a tighter one is wanted stands in brackets.
VALUE, CHAIN, ARGUMENT, CONDITION, AND, NOT, COMPARISON, SUM, TERM, FACTOR, OF, NOUN = range(12)

_BINARY = {
    "or": CONDITION, "and": AND,
    "is": COMPARISON, "is not": COMPARISON, "in": COMPARISON, "not in": COMPARISON,
    "<": COMPARISON, "<=": COMPARISON, ">": COMPARISON, ">=": COMPARISON,
    "+": SUM, "-": SUM, "*": TERM, "/": TERM,
}  # fmt: skip


def formula(node: ast.Expr, wanted: int = VALUE) -> str:
    """The text of a formula that can stand where one of the given tightness is wanted."""
    text, tightness = _WRITERS[type(node)](node)
    return f"({text})" if tightness < wanted else text


def with_article(word: str) -> str:
    """A word as one of its kind: `a card`, `an item`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


Written = tuple[str, int]


def _listed(items: tuple[ast.Expr, ...]) -> str:
    return ", ".join(formula(item) for item in items)


def _call(node: ast.Call) -> Written:
    return f"{node.name}({_listed(node.args)})", NOUN


def _owned(node: ast.Owned) -> Written:
    if node.owner is None:
        return f"{node.whose} {node.name}", NOUN
    return f"{formula(node.owner, NOUN)}'s {node.name}", NOUN


def _position(node: ast.Position) -> Written:
    if node.count is None:
        return f"{node.which} of {formula(node.of, OF)}", OF
    plain = isinstance(node.count, ast.Number | ast.Name | ast.Call)
    count = formula(node.count) if plain else f"({formula(node.count)})"
    return f"{node.which} {count} of {formula(node.of, OF)}", OF


def _inline(node: ast.Inline) -> Written:
    return _picked_from(f"{'up to ' if node.up_to else ''}{node.count} of", node.of)


def _picked_from(head: str, of: ast.Expr) -> Written:
    """What is picked from a set; conditions on the set stand behind it without brackets."""
    if isinstance(of, ast.Where | ast.Extreme):
        return f"{head} {formula(of)}", ARGUMENT
    return f"{head} {formula(of, OF)}", OF


def _picked(node: ast.Picked) -> Written:
    said = f"{node.kind} player"
    if node.source is None:
        return said, NOUN
    if node.kind == "the" and isinstance(node.source, ast.Extreme):
        return f"{said} with {'most' if node.source.most else 'least'} {formula(node.source.key, OF)}", OF
    return said + formula(node.source).removeprefix("players"), ARGUMENT


def _dice(node: ast.Dice) -> Written:
    return f"{'roll ' if node.rolled else ''}{node.count if node.count > 1 else ''}d{node.sides}", OF


def _unary(node: ast.Unary) -> Written:
    if node.op == "not":
        return f"not {formula(node.value, NOT)}", NOT
    inside = formula(node.value, FACTOR)
    return f"- {inside}" if inside.startswith("-") else f"-{inside}", FACTOR


def _binary(node: ast.Binary) -> Written:
    level = _BINARY[node.op]
    left_level = level + 1 if level == COMPARISON else level
    left, right = formula(node.left, left_level), formula(node.right, level + 1)
    if node.op == "or":
        # The grammar needs no brackets here, but whoever reads it does.
        left, right = (f"({t})" if _is_and(n) else t for t, n in ((left, node.left), (right, node.right)))
    return f"{left} {node.op} {right}", level


def _is_and(node: ast.Expr) -> bool:
    return isinstance(node, ast.Binary) and node.op == "and"


def _is_a(node: ast.IsA) -> Written:
    return f"{formula(node.value, SUM)} is {'not ' if node.negated else ''}{with_article(node.word)}", COMPARISON


def _is_nothing(node: ast.IsNothing) -> Written:
    return f"{formula(node.value, SUM)} is {'something' if node.something else 'nothing'}", COMPARISON


def _is_known(node: ast.IsKnown) -> Written:
    word = "is not known to" if node.negated else "is known to"
    return f"{formula(node.value, SUM)} {word} {formula(node.who, SUM)}", COMPARISON


def _either(node: ast.Either) -> Written:
    then, condition = formula(node.then, CHAIN), formula(node.condition, CONDITION)
    return f"{then} if {condition} else {formula(node.other)}", VALUE


def _rate(node: ast.Rate) -> Written:
    each = f"{formula(node.each)} " if node.each is not None else ""
    return f"{formula(node.amount, TERM)} per {each}{formula(node.unit, NOUN)}", TERM


def _set(node: ast.Expr) -> str:
    """The set of a selection: the suffixes of another one may stand before its own."""
    if isinstance(node, ast.Property | ast.Inline | ast.Lot | ast.Picked):
        # Without brackets a suffix would belong to what the property is of.
        return f"({formula(node)})"
    return formula(node) if isinstance(node, ast.Where | ast.As | ast.Extreme) else formula(node, OF)


def _where(node: ast.Where) -> Written:
    return f"{_set(node.set)} where {formula(node.condition, CONDITION)}", ARGUMENT


def _extreme(node: ast.Extreme) -> Written:
    return f"{_set(node.set)} with {'most' if node.most else 'least'} {formula(node.key, SUM)}", ARGUMENT


def _otherwise(node: ast.Otherwise) -> Written:
    return f"{formula(node.first, ARGUMENT)} otherwise {formula(node.second, CHAIN)}", CHAIN


def _between(left: ast.Expr, word: str, right: ast.Expr) -> Written:
    return f"{formula(left, NOUN)} {word} {formula(right, OF)}", OF


def _property(node: ast.Property) -> Written:
    text, binding = _between(node.name, "of", node.of)
    return f"printed {text}" if node.printed else text, binding


_WRITERS: dict[type[ast.Expr], Callable[[Any], Written]] = {
    ast.Name: lambda n: (n.id, NOUN),
    ast.Number: lambda n: (str(n.value), OF),
    ast.Call: _call,
    ast.Owned: _owned,
    ast.Property: _property,
    ast.Against: lambda n: _between(n.value, "against", n.foe),
    ast.Position: _position,
    ast.Every: lambda n: (f"every {formula(n.of, OF)}", OF),
    ast.Inline: _inline,
    ast.Picked: _picked,
    ast.Lot: lambda n: _picked_from(f"random {n.count} of", n.of),
    ast.Dice: _dice,
    ast.Unary: _unary,
    ast.Binary: _binary,
    ast.IsA: _is_a,
    ast.IsNothing: _is_nothing,
    ast.IsKnown: _is_known,
    ast.Either: _either,
    ast.Rate: _rate,
    ast.Where: _where,
    ast.As: lambda n: (f"{_set(n.set)} as {n.name}", ARGUMENT),
    ast.Extreme: _extreme,
    ast.Otherwise: _otherwise,
    ast.Numbers: lambda n: (f"{formula(n.low, SUM)}..{formula(n.high, SUM)}", ARGUMENT),
    ast.ListOf: lambda n: (f"[{_listed(n.items)}]", OF),
}
