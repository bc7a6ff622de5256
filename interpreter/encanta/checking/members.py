"""What belongs to something: `p's hand`, `color of led`, `points of hand`, `top 2 of deck`, `every hand`."""

from __future__ import annotations

from dataclasses import replace

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import as_many, fit, lying_in, number
from encanta.checking.environment import FOE, PLAYER, SIDE, ValueSign, VariableSign
from encanta.checking.formulas import Leaf, failed, is_error, read, reads
from encanta.checking.maps import is_map, keyed
from encanta.checking.model import (
    AllOf,
    Ends,
    Expr,
    Local,
    Map,
    Property,
    Shown,
    Type,
    ValueOf,
    list_of,
    set_of,
)
from encanta.checking.names import RELATIONS, nobody, owned_by, relation, use
from encanta.checking.scope import Scope
from encanta.checking.types import component_type, element, is_many, optional, place_type, same
from encanta.language import ast
from encanta.text.nearest import nearest


def member(leaf: Leaf, scope: Scope, owner: Expr, name: str, at: ast.Node, name_at: ast.At) -> Expr:
    """What one owner has under a name."""
    if is_error(owner):
        return failed(leaf, at)
    found = owned_by(leaf, owner, name)
    if found is not None:
        return use(leaf, scope, found[0], found[1], (), at)
    built_in = relation(leaf, owner, name, at)
    return built_in if built_in is not None else _no_member(leaf, owner, name, name_at)


_BEFORE_OF = ("top", "bottom", "first", "last", "slot")
"""Words of the language that `of` may follow, and that are misspelt as if they were names."""


def _no_member(leaf: Leaf, owner: Expr, name: str, at: ast.At) -> Expr:
    if name in leaf.env.broken:
        return failed(leaf, at)
    kind = owner.type.kind
    key = owner.type.name if kind in ("component", "enum") else kind
    names = [*leaf.env.things.get(key or "", {}), *RELATIONS, *_BEFORE_OF]
    if kind == PLAYER:
        names += leaf.env.things.get(SIDE, {})
    near = nearest(name, names)
    help = f"did you mean `{near}`?" if near else None
    if not help and kind == SIDE and leaf.env.thing(PLAYER, name) is not None:
        help = f"`{name}` belongs to each player: say `{name} of members`"
    return leaf.wrong(codes.UNKNOWN_NAME, f"{leaf.kind(owner)} has no `{name}`", at, help, near)


def arguments(leaf: Leaf, scope: Scope, sign: ValueSign, nodes: tuple[ast.Expr, ...]) -> tuple[Expr, ...]:
    """What stands in the brackets after a value, as its parameters need it."""
    wants = [p.type for p in sign.parameters]
    wants += [Type("error")] * (len(nodes) - len(wants))
    return tuple(fit(leaf, read(leaf, scope, n, w), w, n) for n, w in zip(nodes, wants, strict=False))


@reads(ast.Owned)
def _owned(leaf: Leaf, scope: Scope, node: ast.Owned, want: Type | None) -> Expr:
    owner = whose(leaf, scope, node)
    if owner.type.kind == "place" or is_many(owner.type):
        said = leaf.said(node.owner) if node.owner is not None else node.whose
        help = f"say `{node.name} of {said}`"
        return leaf.wrong(codes.WRONG_TYPE, f"`{said}` is {leaf.kind(owner)}, not one owner", node, help)
    return member(leaf, scope, owner, node.name, node, node.name_at)


def whose(leaf: Leaf, scope: Scope, node: ast.Owned) -> Expr:
    """The owner that is meant by `p's`, `your`, `their`."""
    if node.owner is not None:
        return read(leaf, scope, node.owner)
    if node.whose == "their":
        if scope.their is None:
            return leaf.wrong(codes.WHOSE, "nobody is meant by `their` here", node, "say whose: `p's ...`")
        return scope.their
    if scope.you is None:
        return nobody(leaf, node, "nobody is meant by `your` here")
    return scope.you


@reads(ast.Property)
def _property(leaf: Leaf, scope: Scope, node: ast.Property, want: Type | None) -> Expr:
    of = read(leaf, scope, node.of)
    if is_error(of):
        return of
    name = _said_name(node.name)
    if name is None:
        return leaf.wrong(codes.WRONG_TYPE, f"`{leaf.said(node.name)}` is nothing that a thing can have", node.name)
    if (of.type.kind == "place" and name not in RELATIONS) or (
        is_many(of.type) and element(of.type).kind == "place" and name not in RELATIONS
    ):
        of = lying_in(leaf, of)
    if not is_many(of.type):
        return _as_printed(leaf, node, _of_one(leaf, scope, node, of))
    local = Local(element(of.type), of.span, leaf.work.fresh("it", element(of.type)))
    body = _as_printed(leaf, node, _of_one(leaf, scope, node, local))
    if is_error(body):
        return body
    if is_many(body.type):
        message = f"each has a set of its own under `{name}`"
        return leaf.wrong(codes.WRONG_TYPE, message, node.name, "go through them with `for each`")
    return Map(list_of(body.type), leaf.span(node), of, local.name, body)


def _as_printed(leaf: Leaf, node: ast.Property, found: Expr) -> Expr:
    """`printed X of CARD`: what all parts of it show, wherever it lies."""
    if not node.printed or is_error(found):
        return found
    if not isinstance(found, Shown) or not found.property.symbol:
        message = f"`{leaf.said(node.name)}` is no symbol, so it is not printed on parts"
        return leaf.wrong(codes.WRONG_TYPE, message, node.name, "leave out `printed`")
    return replace(found, everything=True)


@reads(ast.Against)
def _against(leaf: Leaf, scope: Scope, node: ast.Against, want: Type | None) -> Expr:
    """`X against CARD`: a value, or a symbol, that depends on an opponent."""
    foe = read(leaf, scope, node.foe)
    if is_error(foe):
        return foe
    inner = scope.child()
    kinds = [type for type in leaf.env.foes.values() if foe.type.kind == "place" or same(type, foe.type)]
    foe = fit(leaf, foe, kinds[0], node.foe) if kinds else foe
    if is_error(foe):
        return foe
    for name in leaf.env.foes:
        inner.bind(name, foe)
    found = _own_value(leaf, inner, node) or read(leaf, inner, node.value)
    takes = isinstance(found, Shown) or (
        isinstance(found, ValueOf) and any(n == FOE for n, _ in found.value.parameters)
    )
    if is_error(found):
        return found
    if not kinds or not takes:
        message = f"`{leaf.said(node.value)}` does not depend on an opponent"
        help: str | None = "say so where it is declared: `against: foe`"
        if takes:
            message = f"`{leaf.said(node.foe)}` is {leaf.kind(foe)}, and that is nobody's opponent"
            help = None
        return leaf.wrong(codes.WRONG_TYPE, message, node.foe if takes else node.value, help)
    return found


def _own_value(leaf: Leaf, scope: Scope, node: ast.Against) -> Expr | None:
    """Your own value of the name, if it depends on an opponent: also where a candidate has a symbol of that name."""
    found = owned_by(leaf, scope.you, node.value.id) if isinstance(node.value, ast.Name) and scope.you else None
    if found is None or not isinstance(found[0], ValueSign) or found[0].foe is None:
        return None
    return use(leaf, scope, found[0], found[1], (), node)


def _said_name(node: ast.Expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else node.name if isinstance(node, ast.Call) else None


def _of_one(leaf: Leaf, scope: Scope, node: ast.Property, owner: Expr) -> Expr:
    """`X of owner`, where X is a name or a value with arguments; `abs(X) of owner` is the size of X."""
    name = node.name
    if isinstance(name, ast.Call):
        if name.name == "abs" and owned_by(leaf, owner, "abs") is None:
            return read(leaf, scope.looking_at(owner), name)
        found = owned_by(leaf, owner, name.name)
        if found is None:
            return _no_member(leaf, owner, name.name, name.name_at)
        sign = found[0]
        if is_map(sign):
            return keyed(leaf, scope, sign, found[1], name, node)
        if isinstance(sign, (Property, VariableSign)) and sign.type.kind == "error":
            return failed(leaf, node)
        if not isinstance(sign, ValueSign):
            message = f"`{name.name}` takes no arguments"
            return leaf.wrong(codes.WRONG_ARGUMENTS, message, name, f"say `{name.name} of ...`")
        return use(leaf, scope, sign, found[1], arguments(leaf, scope, sign, name.args), node)
    assert isinstance(name, ast.Name)
    return member(leaf, scope, owner, name.id, node, name.at)


@reads(ast.Position)
def _position(leaf: Leaf, scope: Scope, node: ast.Position, want: Type | None) -> Expr:
    things = as_many(leaf, read(leaf, scope, node.of, set_of(want) if want is not None else None), node.of)
    count = number(leaf, scope, node.count) if node.count is not None else None
    if is_error(things) or (count is not None and is_error(count)):
        return failed(leaf, node)
    inner = element(things.type)
    if inner.kind == "place" and count is None and node.which in ("top", "bottom"):
        things = lying_in(leaf, things)
        inner = element(things.type)
    type = optional(inner) if count is None else things.type
    return Ends(type, leaf.span(node), node.which, count, things)


@reads(ast.Every)
def _every(leaf: Leaf, scope: Scope, node: ast.Every, want: Type | None) -> Expr:
    of = node.of
    span = leaf.span(node)
    if isinstance(of, ast.Name) and of.id in leaf.env.places:
        place = leaf.env.places[of.id]
        return lying_in(leaf, AllOf(set_of(place_type(place.component)), span, place))
    if isinstance(of, ast.Name) and of.id in leaf.env.components:
        return AllOf(set_of(component_type(of.id)), span)
    things = read(leaf, scope, of)
    if is_error(things):
        return things
    inner = element(things.type) if is_many(things.type) else things.type
    if inner.kind != "place":
        message = f"`every` goes before places, and `{leaf.said(of)}` is {leaf.kind(things)}"
        return leaf.wrong(codes.WRONG_TYPE, message, of)
    return lying_in(leaf, things)
