"""Sets, sums and choices between values: `where`, `with most`, `otherwise`, lists, arithmetic, `a if c else b`."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import as_many, condition, fit, lying_in, number
from encanta.checking.comparing import pair
from encanta.checking.formulas import Leaf, failed, is_error, read, reads, reads_op
from encanta.checking.model import (
    INTEGER,
    NO_TYPE,
    Arith,
    Const,
    Count,
    Either,
    Expr,
    Extreme,
    Filter,
    Local,
    Minus,
    Numbers,
    Otherwise,
    SetOf,
    Type,
    Union,
    list_of,
    set_of,
)
from encanta.checking.scope import Scope
from encanta.checking.types import certain, element, is_many, same, unify
from encanta.language import ast


def candidate(leaf: Leaf, scope: Scope, node: ast.Expr) -> tuple[Expr, Local, Scope]:
    """A set that is looked through, what stands for each element, and the scope in which it is looked at."""
    name = None
    if isinstance(node, ast.As):
        name, node_at, node = node.name, node.name_at, node.set
        check_local_name(leaf, scope, name, node_at)
    things = as_many(leaf, read(leaf, scope, node), node)
    type = certain(element(things.type))
    local = Local(type, things.span, leaf.work.fresh(name or "it", type))
    leaf.work.sources[local.name] = things
    return things, local, scope.looking_at(local, *([name] if name is not None else []))


def check_local_name(leaf: Leaf, scope: Scope, name: str, at: ast.At) -> bool:
    """Whether a local may be called so: not like something declared, nor like another local in reach."""
    if leaf.env.is_declared(name):
        message = f"`{name}` is the name of something declared already"
        leaf.wrong(codes.NAME_HIDES, message, at, "call it something else")
        return False
    bound = scope.find(name)
    if bound is not None and bound.span is not None:
        leaf.wrong(codes.NAME_HIDES, f"`{name}` is bound here already", at, "call one of the two something else")
        return False
    return True


@reads(ast.Where)
def _where(leaf: Leaf, scope: Scope, node: ast.Where, want: Type | None) -> Expr:
    things, local, inner = candidate(leaf, scope, node.set)
    if is_error(things):
        return things
    if isinstance(node.set, ast.Property) and local.type.kind in ("integer", "flag", "enum"):
        # `points of hand where ...`: the nearest set before `where` is the hand.
        narrowed = ast.Where(node.at, node.set.of, node.condition)
        return read(leaf, scope, ast.Property(node.at, node.set.name, narrowed), want)
    test = condition(leaf, inner, node.condition)
    if is_error(test):
        return failed(leaf, node)
    return Filter(things.type, leaf.span(node), things, local.name, test)


@reads(ast.Extreme)
def _most(leaf: Leaf, scope: Scope, node: ast.Extreme, want: Type | None) -> Expr:
    things, local, inner = candidate(leaf, scope, node.set)
    if is_error(things):
        return things
    key = read(leaf, inner, node.key)
    if key.type.kind != "enum":
        key = fit(leaf, key, INTEGER, node.key)
    if is_error(key):
        return failed(leaf, node)
    return Extreme(set_of(local.type), leaf.span(node), things, local.name, key, node.most)


@reads(ast.As)
def _as(leaf: Leaf, scope: Scope, node: ast.As, want: Type | None) -> Expr:
    help = f"say what is asked of it: `... as {node.name} where ...`"
    return leaf.wrong(codes.WRONG_ARGUMENTS, f"nothing is asked of `{node.name}`", node.name_at, help)


@reads(ast.Otherwise)
def _otherwise(leaf: Leaf, scope: Scope, node: ast.Otherwise, want: Type | None) -> Expr:
    first = as_many(leaf, read(leaf, scope, node.first, want), node.first)
    second = as_many(leaf, read(leaf, scope, node.second, want), node.second)
    if is_error(first, second):
        return failed(leaf, node)
    type = unify(first.type, second.type)
    if type is None:
        return _unlike(leaf, node, first, second)
    return Otherwise(type, leaf.span(node), first, second)


def _unlike(leaf: Leaf, node: ast.Expr, one: Expr, other: Expr) -> Expr:
    message = f"this is either {leaf.kind(one)} or {leaf.kind(other)}"
    return leaf.wrong(codes.WRONG_TYPE, message, node, "both must be of one kind")


@reads(ast.Either)
def _either(leaf: Leaf, scope: Scope, node: ast.Either, want: Type | None) -> Expr:
    test = condition(leaf, scope, node.condition)
    if want is not None:
        then, other = read(leaf, scope, node.then, want), read(leaf, scope, node.other, want)
    else:
        then, other = pair(leaf, scope, node.then, node.other)
    if is_error(test, then, other):
        return failed(leaf, node)
    if "place" in (then.type.kind, other.type.kind) and is_many(then.type) != is_many(other.type):
        then, other = as_many(leaf, then, node.then), as_many(leaf, other, node.other)
    type = unify(then.type, other.type)
    if type is None and is_many(then.type) != is_many(other.type):
        then, other = as_many(leaf, then, node.then), as_many(leaf, other, node.other)
        type = unify(then.type, other.type)
    if type is None:
        return failed(leaf, node) if is_error(then, other) else _unlike(leaf, node, then, other)
    return Either(type, leaf.span(node), test, then, other)


@reads(ast.Numbers)
def _numbers(leaf: Leaf, scope: Scope, node: ast.Numbers, want: Type | None) -> Expr:
    low, high = number(leaf, scope, node.low), number(leaf, scope, node.high)
    return failed(leaf, node) if is_error(low, high) else Numbers(list_of(INTEGER), leaf.span(node), low, high)


@reads(ast.ListOf)
def _list(leaf: Leaf, scope: Scope, node: ast.ListOf, want: Type | None) -> Expr:
    inner = element(want) if want is not None and is_many(want) else None
    items = [read(leaf, scope, item, inner) for item in node.items]
    if is_error(*items):
        return failed(leaf, node)
    span = leaf.span(node)
    if any(is_many(item.type) for item in items):
        return _joined(leaf, node, items)
    type: Type | None = certain(items[0].type) if items else inner or NO_TYPE
    for item in items[1:]:
        type = unify(type, certain(item.type)) if type is not None else None
    if type is None:
        kinds = " and ".join(dict.fromkeys(leaf.kind(item) for item in items))
        return leaf.wrong(codes.WRONG_TYPE, f"this list holds {kinds}", node, "all must be of one kind")
    # Numbers have no bounds, so they are kept as a list.
    return SetOf(list_of(type) if type.kind == "integer" else set_of(type), span, tuple(items))


def _joined(leaf: Leaf, node: ast.ListOf, items: list[Expr]) -> Expr:
    """A list in which some items are sets: everything in any of them."""
    whole = as_many(leaf, items[0], node.items[0])
    for item, at in zip(items[1:], node.items[1:], strict=True):
        whole = _together(leaf, node, whole, as_many(leaf, item, at), "+")
        if is_error(whole):
            return whole
    return whole


def _together(leaf: Leaf, node: ast.Expr, left: Expr, right: Expr, op: str) -> Expr:
    if is_error(left, right):
        return failed(leaf, node)
    if not same(left.type, right.type):
        message = f"{leaf.kind(left)} and {leaf.kind(right)} cannot be put together"
        return leaf.wrong(codes.WRONG_TYPE, message, node)
    inner = unify(element(left.type), element(right.type)) or NO_TYPE
    if op == "+":
        return Union(set_of(inner), leaf.span(node), left, right)
    return Minus(left.type, leaf.span(node), left, right)


# --------------------------------------------------------------------------------------------- arithmetic

SET_KINDS = ("set", "list", "place", "component", "player", "side")


@reads_op("+", "-", "*", "/")
def _arithmetic(leaf: Leaf, scope: Scope, node: ast.Binary, want: Type | None) -> Expr:
    """Numbers reckoned with; `+` and `-` put sets together and take them apart."""
    left, right = read(leaf, scope, node.left, want), read(leaf, scope, node.right, want)
    if is_error(left, right):
        return failed(leaf, node)
    if node.op in ("+", "-") and left.type.kind in SET_KINDS and right.type.kind in SET_KINDS:
        return _sets(leaf, node, left, right)
    left, right = fit(leaf, left, INTEGER, node.left), fit(leaf, right, INTEGER, node.right)
    return failed(leaf, node) if is_error(left, right) else Arith(INTEGER, leaf.span(node), node.op, left, right)


def _sets(leaf: Leaf, node: ast.Binary, left: Expr, right: Expr) -> Expr:
    """`hand + table`: places are what lies in them, unless sets of places are meant."""
    places = [is_many(e.type) and element(e.type).kind == "place" for e in (left, right)]
    if not any(places):
        left, right = as_many(leaf, left, node.left), as_many(leaf, right, node.right)
        return _together(leaf, node, left, right, node.op)
    left, right = (SetOf(set_of(e.type), e.span, (e,)) if e.type.kind == "place" else e for e in (left, right))
    if element(left.type).kind != element(right.type).kind:
        left, right = (lying_in(leaf, e) if element(e.type).kind == "place" else e for e in (left, right))
    return _together(leaf, node, as_many(leaf, left, node.left), as_many(leaf, right, node.right), node.op)


@reads_op("negative")
def _negative(leaf: Leaf, scope: Scope, node: ast.Unary, want: Type | None) -> Expr:
    """`-x`."""
    value = number(leaf, scope, node.value)
    if is_error(value):
        return value
    if isinstance(value, Const):
        return Const(INTEGER, leaf.span(node), -value.value)
    return Arith(INTEGER, leaf.span(node), "-", Const(INTEGER, leaf.span(node), 0), value)


@reads(ast.Rate)
def _rate(leaf: Leaf, scope: Scope, node: ast.Rate, want: Type | None) -> Expr:
    """`1 per 2 cards`: so many for every so many of something."""
    amount = number(leaf, scope, node.amount)
    each = number(leaf, scope, node.each) if node.each is not None else None
    unit = read(leaf, scope, node.unit)
    if not is_error(unit) and unit.type.kind != "integer":
        things = as_many(leaf, unit, node.unit)
        unit = things if is_error(things) else Count(INTEGER, leaf.span(node.unit), things)
    if is_error(amount, unit) or (each is not None and is_error(each)):
        return failed(leaf, node)
    span = leaf.span(node)
    times = unit if each is None else Arith(INTEGER, span, "/", unit, each)
    return Arith(INTEGER, span, "*", amount, times)
