"""Choices: how many of what are chosen, and what must be true of them."""

from __future__ import annotations

from typing import Protocol

from encanta.checking import meaning_codes as codes
from encanta.checking.checks.sight import HIDDEN, sight, through
from encanta.checking.coercion import condition, many, number
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.locals import bind_local
from encanta.checking.model import INTEGER, Choice, Const, Expr, Local, set_of
from encanta.checking.scope import Scope
from encanta.checking.types import certain, element, optional
from encanta.language import ast


class Picked(Protocol):
    """What `choose` as a sentence and an entry of `choose:` have in common."""

    @property
    def quantity(self) -> ast.Quantity | None: ...
    @property
    def source(self) -> ast.Expr: ...
    @property
    def such_that(self) -> ast.Expr | None: ...
    @property
    def at(self) -> ast.At: ...


def read_choice(
    leaf: Leaf, scope: Scope, name: str, named: tuple[Leaf, ast.At], node: Picked, who: Expr | None, certainly: bool
) -> Choice | None:
    """A choice of a player; its name is bound in `scope`. `certainly`: something is always chosen (in an action).

    `named` is where the name stands: in the text itself, or in the key of the text.
    """
    low, high = quantity(leaf, scope, node.quantity, node.at)
    source = many(leaf, scope, node.source)
    single = node.quantity is None
    inner = certain(element(source.type))
    type = (inner if certainly else optional(inner)) if single else set_of(inner)
    if not single and inner.kind == "integer":
        message = "choosing several numbers is not part of this version of the language"
        type = leaf.wrong(codes.NOT_YET, message, node.source, "choose them one by one").type
    key, name_at = named
    local = bind_local(key, scope, name, type, name_at)
    check_seen(leaf, node.source, source, who)
    such_that = condition(leaf, scope, node.such_that) if node.such_that is not None else None
    bad = [e for e in (low, high, source, such_that) if e is not None and is_error(e)]
    if local is None or bad:
        return None
    return Choice(
        key.span(name_at) if key is not leaf else leaf.span(node.at), local, type, single, low, high, source, such_that
    )


def check_seen(leaf: Leaf, node: ast.Expr, source: Expr, who: Expr | None) -> None:
    """Things in a set have no places of their own by which somebody who does not see them could choose."""
    chooser = who.name if isinstance(who, Local) else ""
    seen = sight(source, through(chooser, leaf.work.sources))
    if seen.how != HIDDEN or seen.place is None or seen.place.name in leaf.work.shown:
        return
    if seen.place.form == "set":
        message = f"whoever chooses here does not see what lies in `{seen.place.name}`, and a set has no order"
        help = f"declare `{seen.place.name}` as `row of: {seen.place.component}`, or take one by lot with `random`"
        leaf.wrong(codes.CHOICE_BY_FACE, message, node, help)


def quantity(leaf: Leaf, scope: Scope, node: ast.Quantity | None, at: ast.At) -> tuple[Expr, Expr | None]:
    """The least and the most that are chosen; no most for any number."""
    if node is None:
        one = Const(INTEGER, leaf.span(at), 1)
        return one, one
    zero = Const(INTEGER, leaf.span(node), 0)
    low = number(leaf, scope, node.low) if node.low is not None else zero
    if node.kind == "exactly":
        return low, low
    high = number(leaf, scope, node.high) if node.high is not None else None
    return low, high
