"""Conditions: `is`, `in`, comparisons, `and`, `or`, `not`, and what words after an article mean."""

from __future__ import annotations

from typing import Literal

from encanta.checking import meaning_codes as codes
from encanta.checking.checks.sight import SEEN, View, sight
from encanta.checking.coercion import as_many, fit, lying_in, read_as
from encanta.checking.formulas import LITERALS, Leaf, failed, is_error, read, reads, reads_op
from encanta.checking.melds import is_meld
from encanta.checking.model import (
    FLAG,
    INTEGER,
    NO_TYPE,
    NOTHING,
    PLAYER,
    Compare,
    Const,
    Equal,
    Expr,
    In,
    IsRow,
    Known,
    Logic,
    Not,
    Prop,
    Property,
    Type,
    set_of,
)
from encanta.checking.names import find_thing, member_of, said_here
from encanta.checking.scope import Scope
from encanta.checking.types import describe, element, is_many, same, with_article
from encanta.language import ast
from encanta.text.nearest import nearest
from encanta.text.spans import Span


def is_word(leaf: Leaf, scope: Scope, node: ast.Expr) -> bool:
    """Whether a bare name is nothing by itself: a member of an enumeration or a row, which the other side explains."""
    if not isinstance(node, ast.Name) or node.id in LITERALS or node.id in leaf.env.options:
        return False
    if scope.find(node.id) is not None or find_thing(leaf, scope, node.id) is not None:
        return False
    return node.id not in ("players", "sides", "current", "you") and node.id not in leaf.env.plurals


def pair(leaf: Leaf, scope: Scope, left: ast.Expr, right: ast.Expr) -> tuple[Expr, Expr]:
    """Both sides of a comparison; the type of one says what a word on the other means."""
    if is_word(leaf, scope, left) and not is_word(leaf, scope, right):
        second = read(leaf, scope, right)
        return _other_side(leaf, scope, left, second), second
    first = read(leaf, scope, left)
    return first, _other_side(leaf, scope, right, first)


def _other_side(leaf: Leaf, scope: Scope, node: ast.Expr, known: Expr) -> Expr:
    """A side of a comparison where the other one is known; of what could not be understood, no word is asked for."""
    if is_error(known) and is_word(leaf, scope, node):
        return failed(leaf, node)
    if known.type.kind == "enum" and isinstance(node, ast.Name) and is_word(leaf, scope, node):
        found = member_of(leaf, known.type, node.id, leaf.span(node))
        return found if found is not None else _no_member(leaf, scope, node, known.type)
    return read(leaf, scope, node, known.type)


def _no_member(leaf: Leaf, scope: Scope, node: ast.Name, type: Type) -> Expr:
    members = leaf.env.members(type.name or "")
    near = nearest(node.id, members) or nearest(node.id, said_here(leaf, scope))
    help = f"did you mean `{near}`?" if near else f"it is one of {', '.join(members)}"
    message = f"`{node.id}` is not {describe(type, leaf.env.members)}"
    return leaf.wrong(codes.UNKNOWN_NAME, message, node, help, near)


def as_row(leaf: Leaf, scope: Scope, one: ast.Expr, other: ast.Expr) -> Expr | None:
    """`it is red_deck`: a component compared with the name of a row."""
    for subject, word in ((one, other), (other, one)):
        if isinstance(word, ast.Name) and is_word(leaf, scope, word) and not is_word(leaf, scope, subject):
            if not any(word.id in c.rows for c in leaf.env.components.values()):
                continue
            of = read(leaf, scope, subject)
            if of.type.kind == "component" and word.id in _rows(leaf, of.type):
                return IsRow(FLAG, leaf.span(subject).join(leaf.span(word)), of, frozenset({word.id}))
    return None


def _rows(leaf: Leaf, type: Type) -> frozenset[str]:
    return leaf.env.components[type.name].rows if type.name in leaf.env.components else frozenset()


# ----------------------------------------------------------------------------------------------- `is`, `in`


def _negated(leaf: Leaf, expr: Expr, node: ast.Node, negated: bool) -> Expr:
    return Not(FLAG, leaf.span(node), expr) if negated and not is_error(expr) else expr


@reads_op("and", "or")
def _logic(leaf: Leaf, scope: Scope, node: ast.Binary, want: Type | None) -> Expr:
    items = tuple(read_as(leaf, scope, side, FLAG) for side in _chain(node, node.op))
    op: Literal["and", "or"] = "and" if node.op == "and" else "or"
    return failed(leaf, node) if is_error(*items) else Logic(FLAG, leaf.span(node), op, items)


def _chain(node: ast.Expr, op: str) -> list[ast.Expr]:
    if isinstance(node, ast.Binary) and node.op == op:
        return [*_chain(node.left, op), *_chain(node.right, op)]
    return [node]


@reads_op("is", "is not")
def _is(leaf: Leaf, scope: Scope, node: ast.Binary, want: Type | None) -> Expr:
    return _negated(leaf, _equal(leaf, scope, node), node, node.op == "is not")


def _equal(leaf: Leaf, scope: Scope, node: ast.Binary) -> Expr:
    row = as_row(leaf, scope, node.left, node.right)
    if row is not None:
        return row
    left, right = pair(leaf, scope, node.left, node.right)
    if is_error(left, right):
        return failed(leaf, node)
    left, right = _level(leaf, left, right), _level(leaf, right, left)
    if not same(left.type, right.type):
        return _incomparable(leaf, node, left, right)
    return Equal(FLAG, leaf.span(node), left, right)


def _level(leaf: Leaf, expr: Expr, other: Expr) -> Expr:
    """A place as its contents where it is compared with a set of things."""
    if expr.type.kind == "place" and is_many(other.type):
        return lying_in(leaf, expr)
    return expr


def _incomparable(leaf: Leaf, node: ast.Binary, left: Expr, right: Expr) -> Expr:
    one, other = leaf.said(node.left), leaf.said(node.right)
    message = f"`{one}` is {leaf.kind(left)}, `{other}` is {leaf.kind(right)}"
    if one.isdigit() or other.isdigit():
        message = message.replace(f"`{one}`", one) if one.isdigit() else message.replace(f"`{other}`", other)
    help = None
    if left.type.kind == "component" and right.type.kind == "enum":
        help = f"say `{one} is a {other}`, or compare one of its properties"
    return leaf.wrong(codes.CANNOT_COMPARE, message, node, help)


@reads_op("in", "not in")
def _in(leaf: Leaf, scope: Scope, node: ast.Binary, want: Type | None) -> Expr:
    return _negated(leaf, _among(leaf, scope, node), node, node.op == "not in")


def _among(leaf: Leaf, scope: Scope, node: ast.Binary) -> Expr:
    rows = _in_rows(leaf, scope, node)
    if rows is not None:
        return rows
    if isinstance(node.right, ast.ListOf) or not is_word(leaf, scope, node.left):
        item = read(leaf, scope, node.left)
        things = read(leaf, scope, node.right, set_of(item.type))
    else:
        things = read(leaf, scope, node.right)
        item = _other_side(leaf, scope, node.left, _sample(things))
    if is_error(item, things):
        return failed(leaf, node)
    if item.type.kind != "place" or not is_many(things.type):
        things = _contents(leaf, things, item.type, node.right)
    if is_error(things):
        return things
    if not same(item.type, element(things.type)):
        said, whole = leaf.said(node.left), leaf.said(node.right)
        message = f"`{said}` is {leaf.kind(item)}, `{whole}` is {leaf.kind(things)}"
        return leaf.wrong(codes.CANNOT_COMPARE, message, node)
    return In(FLAG, leaf.span(node), item, things)


def _sample(things: Expr) -> Expr:
    """Something of the type of the elements of a set."""
    return Const(element(things.type) if is_many(things.type) else things.type, things.span, 0)


def _contents(leaf: Leaf, things: Expr, item: Type, node: ast.Expr) -> Expr:
    if item.kind == "component" and is_many(things.type) and element(things.type).kind == "place":
        return lying_in(leaf, things)
    return as_many(leaf, things, node)


def _in_rows(leaf: Leaf, scope: Scope, node: ast.Binary) -> Expr | None:
    """`it in [red_deck, blue_deck]`."""
    if not isinstance(node.right, ast.ListOf) or not node.right.items or is_word(leaf, scope, node.left):
        return None
    words = [item.id for item in node.right.items if isinstance(item, ast.Name) and is_word(leaf, scope, item)]
    if len(words) != len(node.right.items) or not any(words[0] in c.rows for c in leaf.env.components.values()):
        return None
    of = read(leaf, scope, node.left)
    if of.type.kind != "component" or not set(words) <= _rows(leaf, of.type):
        return None
    return IsRow(FLAG, leaf.span(node), of, frozenset(words))


@reads_op("<", "<=", ">", ">=")
def _compare(leaf: Leaf, scope: Scope, node: ast.Binary, want: Type | None) -> Expr:
    left, right = pair(leaf, scope, node.left, node.right)
    if is_error(left, right):
        return failed(leaf, node)
    if left.type.kind == "enum" and same(left.type, right.type):
        return Compare(FLAG, leaf.span(node), node.op, left, right)
    left, right = fit(leaf, left, INTEGER, node.left), fit(leaf, right, INTEGER, node.right)
    return failed(leaf, node) if is_error(left, right) else Compare(FLAG, leaf.span(node), node.op, left, right)


@reads(ast.IsNothing)
def _is_nothing(leaf: Leaf, scope: Scope, node: ast.IsNothing, want: Type | None) -> Expr:
    value = read(leaf, scope, node.value)
    if is_error(value):
        return value
    if is_many(value.type) or value.type.kind == "place":
        said = leaf.said(node.value)
        word = "any" if node.something else "none"
        message = f"`{said}` is {leaf.kind(value)}, and a set is never nothing"
        return leaf.wrong(codes.WRONG_TYPE, message, node, f"say `{word}({said})`", f"{word}({said})")
    span = leaf.span(node)
    return _negated(leaf, Equal(FLAG, span, value, Const(NO_TYPE, span, NOTHING)), node, node.something)


@reads(ast.IsKnown)
def _is_known(leaf: Leaf, scope: Scope, node: ast.IsKnown, want: Type | None) -> Expr:
    value = read(leaf, scope, node.value)
    who = read_as(leaf, scope, node.who, PLAYER)
    if is_error(value, who):
        return failed(leaf, node)
    if value.type.kind != "component":
        spot = fit(leaf, value, Type("component", value.type.name), node.value) if value.type.kind == "place" else None
        if spot is None:
            message = f"`{leaf.said(node.value)}` is {leaf.kind(value)}, and only a single component is known or not"
            help = f"say `any({leaf.said(node.value)} where it is known to ...)`" if is_many(value.type) else None
            return leaf.wrong(codes.WRONG_TYPE, message, node.value, help)
        value = spot
    if is_error(value):
        return value
    seen = sight(value, View(sources=leaf.work.sources))
    if seen.how == SEEN:
        message = f"`{leaf.said(node)}` is {'never' if node.negated else 'always'} true, since everybody sees it"
        leaf.warn(codes.KNOWN_IN_PUBLIC, message, leaf.span(node), "leave it out, or ask it of things that lie hidden")
    return _negated(leaf, Known(FLAG, leaf.span(node), value, who), node, node.negated)


@reads_op("not")
def _not(leaf: Leaf, scope: Scope, node: ast.Unary, want: Type | None) -> Expr:
    value = read_as(leaf, scope, node.value, FLAG)
    return value if is_error(value) else Not(FLAG, leaf.span(node), value)


# ----------------------------------------------------------------------------------- words after an article


@reads(ast.IsA)
def _is_a(leaf: Leaf, scope: Scope, node: ast.IsA, want: Type | None) -> Expr:
    value = read(leaf, scope, node.value)
    if is_error(value):
        return value
    if value.type.kind == "enum":
        word = ast.Name(node.word_at, node.word)
        found = member_of(leaf, value.type, node.word, leaf.span(word))
        if found is None:
            return _no_member(leaf, scope, word, value.type)
        return _negated(leaf, Equal(FLAG, leaf.span(node), value, found), node, node.negated)
    if is_many(value.type) and node.word in leaf.env.melds:
        return _negated(leaf, is_meld(leaf, value, leaf.env.melds[node.word], node), node, node.negated)
    if value.type.kind == "component":
        return _negated(leaf, kind_of(leaf, value, node.word, node.word_at), node, node.negated)
    message = f"`{leaf.said(node.value)}` is {leaf.kind(value)}, and only components are of a kind"
    return leaf.wrong(codes.CANNOT_COMPARE, message, node)


def kind_of(leaf: Leaf, it: Expr, word: str, at: ast.At) -> Expr:
    """Whether a component is `a WORD`: any at all, one with a property of that value, or one of a row."""
    span = leaf.span(at)
    component = leaf.env.components.get(it.type.name or "")
    if component is None:
        message = "this may be any kind of component, so it is not clear what can be said of it"
        return leaf.wrong(codes.UNCLEAR_WORD, message, at)
    if word == component.name:
        return Const(FLAG, span, 1)
    holding = [p for p in component.properties.values() if _can_be(leaf, p, word)]
    if len(holding) > 1:
        names = " or ".join(f"`{p.name}`" for p in holding)
        message = f"`{word}` may be said of {names}"
        return leaf.wrong(codes.UNCLEAR_WORD, message, at, f"say `{holding[0].name} is {word}`")
    if holding:
        return _has_value(leaf, it, holding[0], word, span)
    if word in component.rows:
        return IsRow(FLAG, span, it, frozenset({word}))
    return _no_kind(leaf, component.name, word, at)


def _can_be(leaf: Leaf, property: Property, word: str) -> bool:
    type = property.type.of or property.type
    return type.kind == "enum" and word in leaf.env.members(type.name or "")


def _has_value(leaf: Leaf, it: Expr, property: Property, word: str, span: Span) -> Expr:
    member = member_of(leaf, property.type, word, span)
    assert member is not None
    held = Prop(property.type, span, property, it)
    return In(FLAG, span, member, held) if is_many(property.type) else Equal(FLAG, span, held, member)


def _no_kind(leaf: Leaf, component: str, word: str, at: ast.At) -> Expr:
    sign = leaf.env.components[component]
    types = [p.type.of or p.type for p in sign.properties.values()]
    known = [m for t in types if t.kind == "enum" for m in leaf.env.members(t.name or "")]
    near = nearest(word, [*known, *sign.rows, component])
    help = f"did you mean `{near}`?" if near else None
    message = f"no {component} is {with_article(word)}"
    return leaf.wrong(codes.UNKNOWN_NAME, message, at, help, near)
