"""Fitting what a formula gives to what is needed: contents of places, single things as sets, and messages."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.formulas import Leaf, failed, is_error, read
from encanta.checking.model import (
    FLAG,
    INTEGER,
    PLAYER,
    AllIn,
    Contents,
    Ends,
    Expr,
    Local,
    PlaceOf,
    SetOf,
    Type,
    list_of,
    set_of,
)
from encanta.checking.reading import warn_of_constant
from encanta.checking.scope import Scope
from encanta.checking.types import component_type, describe, element, is_many, optional, place_type, same
from encanta.language import ast

ORDERED = ("pile", "row")


def fit(leaf: Leaf, expr: Expr, want: Type, node: ast.Node) -> Expr:
    """`expr` as a value of the type that is wanted, or a diagnostic at `node`."""
    if is_error(expr) or want.kind == "error":
        return expr
    if is_many(want):
        return _fit_many(leaf, expr, want, node)
    if want.kind == "component" and expr.type.kind == "place":
        spot = _of_spot(leaf, expr)
        if spot is not None:
            return spot
    if expr.type.kind == "nothing" and not want.optional and want.kind in ("integer", "flag"):
        return mismatch(leaf, expr, want, node)
    if same(expr.type, want):
        return expr
    return mismatch(leaf, expr, want, node)


def _fit_many(leaf: Leaf, expr: Expr, want: Type, node: ast.Node) -> Expr:
    inner = element(want)
    if inner.kind == "component" and (expr.type.kind == "place" or _places(expr.type)):
        expr = lying_in(leaf, expr)
    elif not is_many(expr.type) and expr.type.kind != "nothing":
        expr = SetOf(set_of(expr.type), expr.span, (expr,))
    if is_many(expr.type) and (same(expr.type, want) or element(expr.type).kind == "nothing"):
        return expr
    return mismatch(leaf, expr, want, node)


def mismatch(leaf: Leaf, expr: Expr, want: Type, node: ast.Node) -> Expr:
    """Says that an expression is of the wrong kind."""
    needed = describe(want, leaf.env.members)
    return leaf.wrong(
        codes.WRONG_TYPE,
        f"`{leaf.said(node)}` is {leaf.kind(expr)}, and {needed} is needed",
        node,
        _way(leaf, expr, want, node),
    )


def _way(leaf: Leaf, expr: Expr, want: Type, node: ast.Node) -> str | None:
    """How to get from what there is to what is needed."""
    said, have = leaf.said(node), expr.type
    if want.kind == "integer" and (is_many(have) or have.kind == "place"):
        return f"say `count({said})` for how many there are"
    if want.kind == "flag" and (is_many(have) or have.kind == "place"):
        return f"say `any({said})` or `none({said})`"
    if want.kind == "flag" and have.optional:
        return f"say `{said} is something`"
    if want.kind == "component" and (is_many(have) or have.kind == "place"):
        return f"say `first of {said}`, or choose one"
    if want.kind == "side" and have.kind == "player":
        return f"say `side of {said}`"
    if want.kind == "player" and have.kind == "side":
        return f"say `members of {said}` for its players"
    return None


def _places(type: Type) -> bool:
    return is_many(type) and element(type).kind == "place"


def _of_spot(leaf: Leaf, expr: Expr) -> Expr | None:
    """What lies in a place with room for one."""
    forms = forms_of(leaf, expr)
    if forms != {"spot"}:
        return None
    contents = lying_in(leaf, expr)
    return Ends(optional(element(contents.type)), expr.span, "first", None, contents)


def forms_of(leaf: Leaf, expr: Expr) -> set[str]:
    """The forms that a place may have."""
    if isinstance(expr, PlaceOf):
        return {expr.place.form}
    name = expr.type.name
    return {p.form for p in leaf.env.places.values() if name in (None, p.component)}


def lying_in(leaf: Leaf, expr: Expr) -> Expr:
    """What lies in a place or in any of several places."""
    many = is_many(expr.type)
    name = element(expr.type).name if many else expr.type.name
    component = component_type(name) if name is not None else Type("component")
    if many:
        return AllIn(set_of(component), expr.span, expr)
    ordered = forms_of(leaf, expr) & set(ORDERED)
    return Contents(list_of(component) if ordered else set_of(component), expr.span, expr)


def as_many(leaf: Leaf, expr: Expr, node: ast.Node) -> Expr:
    """A set or a list: what lies in a place, a single thing as a set of one."""
    if is_error(expr) or is_many(expr.type):
        return expr
    if expr.type.kind == "place":
        return lying_in(leaf, expr)
    if expr.type.kind in ("component", "player", "side", "enum"):
        return SetOf(set_of(expr.type), expr.span, (expr,))
    message = f"`{leaf.said(node)}` is {leaf.kind(expr)}, and a set is needed"
    return leaf.wrong(codes.WRONG_TYPE, message, node)


# -------------------------------------------------------------------------------- reading what is wanted


def read_as(leaf: Leaf, scope: Scope, node: ast.Expr, want: Type) -> Expr:
    """A formula as a value of a type."""
    return fit(leaf, read(leaf, scope, node, want), want, node)


def number(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A formula as a number."""
    return read_as(leaf, scope, node, INTEGER)


def condition(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A formula as a condition; one that is always or never true is strange."""
    expr = read_as(leaf, scope, node, FLAG)
    if not is_error(expr):
        warn_of_constant(leaf, node)
    return expr


def player(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A formula as one player."""
    return read_as(leaf, scope, node, PLAYER)


def players(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A formula as a set of players."""
    return read_as(leaf, scope, node, set_of(PLAYER))


def many(leaf: Leaf, scope: Scope, node: ast.Expr, want: Type | None = None) -> Expr:
    """A formula as a set or a list of anything."""
    return as_many(leaf, read(leaf, scope, node, want), node)


def place_for(leaf: Leaf, scope: Scope, node: ast.Expr, what: Expr) -> Expr:
    """A formula as the place to which things move: a player or a side stands for the only place of theirs for such."""
    to = read(leaf, scope, node, place_type(None))
    if is_error(to, what) or to.type.kind not in ("player", "side"):
        return fit(leaf, to, place_type(None), node)
    kind = element(what.type).name if is_many(what.type) else what.type.name
    fitting = [p for p in leaf.env.places.values() if p.each == to.type.kind and p.component == kind]
    if len(fitting) == 1:
        return PlaceOf(place_type(kind), leaf.span(node), fitting[0], to)
    said = leaf.said(node)
    few = "has several places" if fitting else "has no place of their own"
    help = f"say which: `{said}'s {fitting[0].name}`" if fitting else f"a place with `each: {to.type.kind}` is needed"
    return leaf.wrong(codes.WRONG_TYPE, f"`{said}` {few} for `{kind or 'this'}`", node, help)


def place(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A formula as one place."""
    return read_as(leaf, scope, node, place_type(None))


def cards(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A formula as a component, a set or a list of components."""
    expr = read(leaf, scope, node)
    if is_error(expr) or expr.type.kind == "component":
        return expr
    if expr.type.kind == "place" or _places(expr.type):
        return lying_in(leaf, expr)
    if is_many(expr.type) and element(expr.type).kind == "component":
        return expr
    message = f"`{leaf.said(node)}` is {leaf.kind(expr)}, and only components can lie somewhere"
    return leaf.wrong(codes.WRONG_TYPE, message, node)


def same_local(expr: Expr, name: str) -> bool:
    """Whether an expression is a local of that name."""
    return isinstance(expr, Local) and expr.name == name


__all__ = ["as_many", "cards", "condition", "failed", "fit", "lying_in", "many", "number", "place", "player", "players"]
