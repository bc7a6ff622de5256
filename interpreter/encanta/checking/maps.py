"""Numbers for each member of an enumeration: `cost(red) of it`, `used(color of paid)`."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import fit
from encanta.checking.environment import Thing, VariableSign
from encanta.checking.formulas import Leaf, failed, is_error, read
from encanta.checking.model import EFFECT, INTEGER, Expr, PropAt, Property, Read
from encanta.checking.ranges import indexed
from encanta.checking.scope import Scope
from encanta.checking.types import enum_type, optional
from encanta.language import ast


def is_map(thing: Thing) -> bool:
    """Whether a declared thing is a number for each member of an enumeration."""
    return isinstance(thing, (Property, VariableSign)) and thing.type.kind == "map" and thing.type.of == INTEGER


def keyed(leaf: Leaf, scope: Scope, thing: Thing, owner: Expr | None, node: ast.Call, at: ast.Node) -> Expr:
    """The number of a thing for the member in its brackets; `at` is all that says so."""
    assert isinstance(thing, (Property, VariableSign))
    key = key_of(leaf, scope, thing, node)
    if is_error(key):
        return failed(leaf, at)
    span = leaf.span(at)
    type = optional(INTEGER) if owner is not None and owner.type.optional else INTEGER
    if isinstance(thing, VariableSign):
        return Read(type, span, leaf.session.variable(thing), owner, key)
    return PropAt(type, span, thing, owner, key) if owner is not None else failed(leaf, at)


def key_of(leaf: Leaf, scope: Scope, thing: Property | VariableSign, node: ast.Call) -> Expr:
    """The member for which a number is asked."""
    if len(node.args) != 1:
        message = f"`{thing.name}` has a number for each {thing.type.name}, and one is named in its brackets"
        return leaf.wrong(codes.WRONG_ARGUMENTS, message, node)
    name = thing.type.name or ""
    if name in leaf.env.ranges:
        number = fit(leaf, read(leaf, scope, node.args[0], INTEGER), INTEGER, node.args[0])
        return number if is_error(number) else indexed(leaf.env, name, number)
    want = enum_type(name)
    return fit(leaf, read(leaf, scope, node.args[0], want), want, node.args[0])


def without_key(leaf: Leaf, thing: Thing, at: ast.Node) -> Expr:
    """Says that a number is asked of all members at once."""
    assert isinstance(thing, (Property, VariableSign))
    member = next(iter(leaf.env.members(thing.type.name or "")), "...")
    if thing.type.of == EFFECT:
        message = f"`{thing.name}` is an effect for each {thing.type.name}, not something with a value"
        return leaf.wrong(codes.WRONG_TYPE, message, at, f"carry it out: `do {thing.name} of ... for {member}`")
    message = f"`{thing.name}` has a number for each {thing.type.name}"
    return leaf.wrong(codes.WRONG_ARGUMENTS, message, at, f"say for which: `{thing.name}({member})`")
