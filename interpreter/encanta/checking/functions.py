"""What is said with brackets: `count(hand)`, `max(a, b)`, declared values with arguments."""

from __future__ import annotations

from collections.abc import Callable

from encanta.checking import meaning_codes as codes
from encanta.checking.bans import shield_of
from encanta.checking.coercion import fit, lying_in, many, number, place, player, players
from encanta.checking.environment import BUILT_IN, ValueSign
from encanta.checking.formulas import Leaf, failed, is_error, read, reads
from encanta.checking.maps import is_map, keyed
from encanta.checking.melds import unmelded
from encanta.checking.members import arguments
from encanta.checking.model import (
    FLAG,
    INTEGER,
    PLAYER,
    AllOf,
    AnyOf,
    Arith,
    Clockwise,
    Compare,
    Const,
    Count,
    Distinct,
    Either,
    Expr,
    Fold,
    Local,
    Map,
    Not,
    Place,
    PlaceOf,
    Prop,
    Reachable,
    Read,
    Running,
    SetOf,
    Type,
    ValueOf,
    list_of,
    set_of,
)
from encanta.checking.names import find_thing, unknown, use
from encanta.checking.scope import Scope
from encanta.checking.types import certain, element, is_many
from encanta.language import ast
from encanta.text.nearest import nearest

BuiltIn = Callable[[Leaf, Scope, ast.Call], Expr]
_BUILT_IN: dict[str, tuple[BuiltIn, int, int]] = {}


def _function(*names: str, least: int = 1, most: int = 1) -> Callable[[BuiltIn], BuiltIn]:
    def keep(function: BuiltIn) -> BuiltIn:
        for name in names:
            _BUILT_IN[name] = (function, least, most)
        return function

    return keep


_SAID = {
    "sum": "sum(points of things)", "min": "min(a, b)", "max": "max(a, b)", "abs": "abs(number)", "full": "full(place)",
    "clockwise": "clockwise(player)", "unmelded": "unmelded(things, meld, points)", "during": "during(phase)",
    "reachable": "reachable(condition, kind)",
}  # fmt: skip


def _said(name: str) -> str:
    """How something built in is said that has brackets."""
    return f"`{_SAID.get(name, f'{name}(things)')}`"


@reads(ast.Call)
def _call(leaf: Leaf, scope: Scope, node: ast.Call, want: Type | None) -> Expr:
    built_in = _BUILT_IN.get(node.name)
    if built_in is not None and (node.name in BUILT_IN or find_thing(leaf, scope, node.name) is None):
        function, least, most = built_in
        if not least <= len(node.args) <= most:
            needed = str(least) if least == most else f"{least} or {most}"
            message = f"`{node.name}` needs {needed} in its brackets, and {len(node.args)} stand there"
            return leaf.wrong(codes.WRONG_ARGUMENTS, message, node, f"it is said {_said(node.name)}")
        return function(leaf, scope, node)
    found = find_thing(leaf, scope, node.name)
    if found is None:
        return _unknown_call(leaf, scope, node)
    thing, owner = found
    if is_map(thing):
        return keyed(leaf, scope, thing, owner, node, node)
    if not isinstance(thing, ValueSign):
        if not isinstance(thing, Place) and thing.type.kind == "error":
            return failed(leaf, node)
        return leaf.wrong(codes.WRONG_ARGUMENTS, f"`{node.name}` takes no arguments", node, "leave out the brackets")
    return use(leaf, scope, thing, owner, arguments(leaf, scope, thing, node.args), node)


def _unknown_call(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    if node.name in leaf.env.broken or leaf.env.owners(node.name):
        return unknown(leaf, scope, node.name, node.name_at)
    signs = [t for named in leaf.env.things.values() for t in named.values() if isinstance(t, ValueSign)]
    near = nearest(node.name, [*(sign.name for sign in signs if sign.parameters), *_BUILT_IN])
    near = near or nearest(node.name, [sign.name for sign in signs])
    help = f"did you mean `{near}`?" if near else "values with arguments are declared under `values`"
    message = f"no value of this rulebook is called `{node.name}`"
    return leaf.wrong(codes.UNKNOWN_NAME, message, node.name_at, help, near)


@_function("reachable", least=2, most=2)
def _reachable(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    condition = fit(leaf, read(leaf, scope, node.args[0], FLAG), FLAG, node.args[0])
    kind = node.args[1]
    name = kind.id if isinstance(kind, ast.Name) else leaf.said(kind)
    if name not in leaf.env.kinds:
        near = nearest(name, leaf.env.kinds)
        help = f"did you mean `{near}`?" if near else "kinds of actions stand under `kinds`"
        return leaf.wrong(codes.UNKNOWN_NAME, f"there is no kind of action `{name}`", kind, help, near)
    if scope.you is None or scope.you.type.kind != "player":
        return leaf.wrong(codes.NO_DOER, "nobody acts here who could do it", node, "it stands in what a player does")
    return condition if is_error(condition) else Reachable(FLAG, leaf.span(node), condition, name, scope.you)


@_function("count")
def _count(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    things = many(leaf, scope, node.args[0])
    return things if is_error(things) else Count(INTEGER, leaf.span(node), things)


@_function("any", "none")
def _any(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    things = many(leaf, scope, node.args[0])
    if is_error(things):
        return things
    span = leaf.span(node)
    some = AnyOf(FLAG, span, things)
    return some if node.name == "any" else Not(FLAG, span, some)


@_function("distinct")
def _distinct(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    things = many(leaf, scope, node.args[0])
    if is_error(things):
        return things
    return Distinct(set_of(certain(element(things.type))), leaf.span(node), things)


@_function("sum")
def _sum(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    return _fold(leaf, node, _numbers(leaf, scope, node.args[0]))


@_function("min", "max", most=2)
def _extreme(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    if len(node.args) == 1:
        return _fold(leaf, node, _numbers(leaf, scope, node.args[0]))
    left, right = (number(leaf, scope, arg) for arg in node.args)
    if is_error(left, right):
        return failed(leaf, node)
    return _fold(leaf, node, SetOf(list_of(INTEGER), leaf.span(node), (left, right)))


def _numbers(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A list of numbers."""
    values = read(leaf, scope, node)
    if is_error(values):
        return values
    if is_many(values.type) and element(values.type).kind == "integer":
        return values
    message = f"`{leaf.said(node)}` is {leaf.kind(values)}, and many numbers are needed"
    return leaf.wrong(codes.WRONG_TYPE, message, node, "say of what: `sum(points of hand)`")


def _fold(leaf: Leaf, node: ast.Call, values: Expr) -> Expr:
    return values if is_error(values) else Fold(INTEGER, leaf.span(node), node.name, values)


@_function("abs")
def _abs(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    value = read(leaf, scope, node.args[0])
    if is_error(value):
        return value
    if is_many(value.type) and element(value.type).kind == "integer":
        local = Local(element(value.type), value.span, leaf.work.fresh("it", element(value.type)))
        return Map(list_of(INTEGER), leaf.span(node), value, local.name, _size(leaf, node, local))
    value = fit(leaf, value, INTEGER, node.args[0])
    return value if is_error(value) else _size_of_one(leaf, node, value)


def _size_of_one(leaf: Leaf, node: ast.Call, value: Expr) -> Expr:
    """Whatever is longer than a name is worked out once: it is looked at twice, and there may be others inside."""
    of = value.of if isinstance(value, Prop) else value.owner if isinstance(value, Read) else value
    if of is None or isinstance(of, Const | Local):
        return _size(leaf, node, value)
    local = Local(INTEGER, value.span, leaf.work.fresh("it", INTEGER))
    alone = SetOf(list_of(INTEGER), value.span, (value,))
    sizes = Map(list_of(INTEGER), leaf.span(node), alone, local.name, _size(leaf, node, local))
    return Fold(INTEGER, leaf.span(node), "sum", sizes)


def _size(leaf: Leaf, node: ast.Call, value: Expr) -> Expr:
    span = leaf.span(node)
    zero = Const(INTEGER, span, 0)
    below = Compare(FLAG, span, "<", value, zero)
    return Either(INTEGER, span, below, Arith(INTEGER, span, "-", zero, value), value)


@_function("clockwise", most=2)
def _clockwise(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    span = leaf.span(node)
    start = player(leaf, scope, node.args[0])
    of = players(leaf, scope, node.args[1]) if len(node.args) > 1 else AllOf(set_of(PLAYER), span)
    return failed(leaf, node) if is_error(start, of) else Clockwise(list_of(PLAYER), span, start, of)


@_function("protected")
def _protected(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    who = player(leaf, scope, node.args[0])
    span = leaf.span(node)
    return who if is_error(who) else ValueOf(FLAG, span, shield_of(leaf.env), who, ())


@_function("full")
def _full(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    where = place(leaf, scope, node.args[0])
    if is_error(where):
        return where
    if not isinstance(where, PlaceOf):
        return leaf.wrong(codes.NOT_YET, "only a place that is named can be asked whether it is full", node.args[0])
    leaf.session.place(where.place.name)
    if where.place.capacity is None:
        message = f"`{where.place.name}` holds any number, so it is never full"
        return leaf.wrong(codes.WRONG_TYPE, message, node.args[0], "say how many it holds: `holds: 3`")
    span = leaf.span(node)
    return Compare(FLAG, span, ">=", Count(INTEGER, span, lying_in(leaf, where)), where.place.capacity)


@_function("unmelded", least=3, most=3)
def _unmelded(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    return unmelded(leaf, scope, node)


@_function("during")
def _during(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    phase = node.args[0]
    name = phase.id if isinstance(phase, ast.Name) else ""
    sign = leaf.env.bodies.get(name)
    if sign is None or sign.kind != "phase":
        phases = [b.name for b in leaf.env.bodies.values() if b.kind == "phase"]
        near = nearest(name, phases)
        help = f"did you mean `{near}`?" if near else f"phases are {', '.join(phases)}"
        return leaf.wrong(codes.UNKNOWN_NAME, f"`{leaf.said(phase)}` is no phase of this rulebook", phase, help)
    return Running(FLAG, leaf.span(node), name)
