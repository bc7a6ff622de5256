"""Carrying out what is printed on a component: `do effect of card`, `do effect of card for member`."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import fit
from encanta.checking.declare_parts import effect_name
from encanta.checking.formulas import Leaf, is_error, read
from encanta.checking.maps import without_key
from encanta.checking.model import EFFECT, FLAG, Const, Equal, Expr, If, Let, Local, Perform, Property, Stmt
from encanta.checking.scope import Scope
from encanta.checking.sentences import doer, one_component, says
from encanta.checking.types import enum_type
from encanta.language import ast
from encanta.text.nearest import nearest


@says(ast.DoEffect)
def _do_effect(leaf: Leaf, scope: Scope, node: ast.DoEffect) -> list[Stmt]:
    of = one_component(leaf, scope, node.of)
    you = doer(leaf, scope, node)
    if you is None or is_error(of):
        return []
    thing = leaf.env.thing(of.type.name or "", node.name)
    if isinstance(thing, Property) and thing.type.of == EFFECT:
        return _effect_for_member(leaf, scope, node, thing, of, you)
    if not isinstance(thing, Property) or thing.type.kind != "effect" or node.member is not None:
        if isinstance(thing, Property) and thing.type.kind == "effect" and node.member is not None:
            message = f"`{node.name}` is one effect, the same for everything"
            leaf.wrong(codes.WRONG_TYPE, message, node.member, "leave out what stands from `for` on")
            return []
        effects = [t.name for t in leaf.env.things.get(of.type.name or "", {}).values() if isinstance(t, Property)]
        near = nearest(node.name, effects)
        help = f"did you mean `{near}`?" if near else "effects are properties of the type `effect`"
        leaf.wrong(codes.UNKNOWN_NAME, f"{leaf.kind(of)} has no effect `{node.name}`", node.name_at, help)
        return []
    return [Perform(leaf.span(node), thing, of, you)]


def _effect_for_member(
    leaf: Leaf, scope: Scope, node: ast.DoEffect, thing: Property, of: Expr, you: Expr
) -> list[Stmt]:
    """One of several effects; for nothing, and where there is none for a member, nothing is done."""
    if node.member is None:
        without_key(leaf, thing, node)
        return []
    want = enum_type(thing.type.name or "")
    member = fit(leaf, read(leaf, scope, node.member, want), want, node.member)
    if is_error(member):
        return []
    span = leaf.span(node)
    card = Local(of.type, span, leaf.work.fresh("of", of.type))
    key = Local(member.type, span, leaf.work.fresh("key", member.type))
    branches = []
    for index, name in enumerate(leaf.env.members(want.name or "")):
        prop = leaf.env.components[of.type.name or ""].properties[effect_name(thing.name, name)]
        test = Equal(FLAG, span, key, Const(want, span, index))
        branches.append((test, (Perform(span, prop, card, you),)))
    lets = (Let(span, card.name, of), Let(span, key.name, member))
    return [*lets, If(span, tuple(branches), ())]
