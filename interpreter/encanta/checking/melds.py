"""Formulas about melds: whether things make one up, and what is left when melds are taken out."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import fit, many
from encanta.checking.formulas import Leaf, failed, is_error, read
from encanta.checking.model import FLAG, INTEGER, Expr, IsMeld, Local, Meld, Unmelded, set_of
from encanta.checking.scope import Scope
from encanta.checking.types import component_type, element
from encanta.language import ast
from encanta.text.nearest import nearest


def is_meld(leaf: Leaf, things: Expr, meld: Meld, node: ast.IsA) -> Expr:
    """`laid is a run`."""
    if not _fits(leaf, things, meld, node.value):
        return failed(leaf, node)
    return IsMeld(FLAG, leaf.span(node), things, meld)


def unmelded(leaf: Leaf, scope: Scope, node: ast.Call) -> Expr:
    """`unmelded(hand, run, points)`: the number is read for each thing, which is `it`."""
    things, named, number = node.args
    whole = many(leaf, scope, things)
    name = named.id if isinstance(named, ast.Name) else leaf.said(named)
    meld = leaf.env.melds.get(name)
    if meld is None:
        if name in leaf.env.broken:
            return failed(leaf, node)
        near = nearest(name, leaf.env.melds)
        help = f"did you mean `{near}`?" if near else "melds are declared under `melds`"
        return leaf.wrong(codes.UNKNOWN_NAME, f"there is no meld `{name}`", named, help, near)
    if is_error(whole) or not _fits(leaf, whole, meld, things):
        return failed(leaf, node)
    type = component_type(meld.component)
    it = Local(type, leaf.span(number), leaf.work.fresh("it", type))
    key = fit(leaf, read(leaf, scope.looking_at(it), number, INTEGER), INTEGER, number)
    if is_error(key):
        return failed(leaf, node)
    return Unmelded(set_of(type), leaf.span(node), whole, meld, it.name, key)


def _fits(leaf: Leaf, things: Expr, meld: Meld, node: ast.Expr) -> bool:
    """Whether a meld can be made of such things, or a diagnostic."""
    inner = element(things.type)
    if inner.kind in ("error", "nothing") or inner == component_type(meld.component):
        return True
    if inner.kind == "component" and inner.name in (None, meld.component):
        return True
    message = f"`{leaf.said(node)}` is {leaf.kind(things)}, and `{meld.name}` is made of `{meld.component}`"
    leaf.wrong(codes.CANNOT_COMPARE, message, node)
    return False
