"""Reading how games end: score sheets, ends, the longest game, and checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.deeds import named_body
from encanta.checking.environment import SIDE, VariableSign
from encanta.checking.flow import new_you
from encanta.checking.formulas import Leaf, is_error, read_text
from encanta.checking.items import Item
from encanta.checking.model import (
    FLAG,
    INTEGER,
    PLAYER,
    Body,
    Check,
    End,
    Expr,
    Fold,
    Longest,
    Map,
    Members,
    SetOf,
    Sheet,
    Variable,
    list_of,
    set_of,
)
from encanta.checking.reading import Work
from encanta.checking.scope import Scope
from encanta.checking.tree import entries, text_under, under
from encanta.checking.types import element, is_many
from encanta.checking.values import owner_scope, read_formula
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Scalar

if TYPE_CHECKING:
    from encanta.checking.session import Session


def read_sheet(session: Session, item: Item, work: Work) -> Sheet | None:
    """A score sheet; each line is read for its side or its player."""
    node, key = item.entry.value, item.entry.key
    of = text_under(node, "of")
    owner = of.text if of is not None else SIDE
    lines = []
    for entry in entries(under(node, "lines")):
        line = _line(session, work, owner, entry)
        if line is not None:
            lines.append((entry.key.text, line))
    adds = text_under(node, "adds to")
    variable = _adds_to(session, work, owner, adds) if adds is not None else None
    return Sheet(key.text, owner, tuple(lines), variable, key.span)


def _line(session: Session, work: Work, owner: str, entry: Entry) -> Expr | None:
    text = text_under(entry.value, "is", "is")
    if text is None:
        return None
    leaf = Leaf(text, work, session)
    scope = owner_scope(leaf, owner, entry.key.span)
    if text_under(entry.value, "each") is None:
        return read_formula(leaf, scope, INTEGER)
    local, inner = new_you(leaf, scope, entry.key.span)
    body = read_formula(leaf, inner, INTEGER)
    if is_error(body) or scope.you is None:
        return None
    if owner == SIDE:
        members: Expr = Members(set_of(PLAYER), body.span, scope.you)
    else:
        members = SetOf(set_of(PLAYER), body.span, (scope.you,))
    return Fold(INTEGER, body.span, "sum", Map(list_of(INTEGER), body.span, members, local.name, body))


def _adds_to(session: Session, work: Work, owner: str, name: Scalar) -> Variable | None:
    sign = session.env.thing(owner, name.text)
    if isinstance(sign, VariableSign) and sign.type.kind in ("integer", "error"):
        return session.variable(sign)
    known = [t.name for t in session.env.things.get(owner, {}).values() if isinstance(t, VariableSign)]
    near = nearest(name.text, known)
    help = f"did you mean `{near}`?" if near else f"declare it under `state: {owner}`"
    message = f"`{name.text}` is no number that each {owner} has"
    Leaf(name, work, session).wrong(codes.UNKNOWN_NAME, message, (0, len(name.text)), help, near)
    return None


def _phase(session: Session, work: Work, name: Scalar) -> Body | None:
    leaf = Leaf(name, work, session)
    sign = named_body(leaf, name.text, (0, len(name.text)), ("phase",))
    return session.body(name.text) if sign is not None else None


def read_end(session: Session, item: Item, work: Work) -> End | None:
    """A way in which the game ends."""
    node, key = item.entry.value, item.entry.key
    after, test = text_under(node, "after"), text_under(node, "if")
    body = _phase(session, work, after) if after is not None else None
    condition = read_formula(Leaf(test, work, session), Scope(), FLAG) if test is not None else None
    winners_text, result = text_under(node, "winners"), text_under(node, "result")
    winners = _winners(Leaf(winners_text, work, session)) if winners_text is not None else None
    if body is None or condition is None:
        return None
    return End(key.text, body, condition, winners, result.text if result is not None else None, key.span)


def _winners(leaf: Leaf) -> Expr | None:
    expr, node = read_text(leaf, Scope(), set_of(PLAYER))
    if node is None or is_error(expr):
        return None
    if expr.type.kind in ("player", "side"):
        return SetOf(set_of(expr.type), expr.span, (expr,))
    if is_many(expr.type) and element(expr.type).kind in ("player", "side"):
        return expr
    message = f"`{leaf.said(node)}` is {leaf.kind(expr)}, and only players or sides win"
    leaf.wrong(codes.WRONG_TYPE, message, node)
    return None


def read_longest(session: Session, item: Item, work: Work) -> Longest | None:
    """How often a phase runs at most, and what happens then."""
    node, key = item.entry.value, item.entry.key
    kinds = ("phase", "procedure", "action")
    counted = named_body(Leaf(key, work, session), key.text, (0, len(key.text)), kinds)
    most, per, then = (text_under(node, k) for k in ("at most", "per", "then"))
    if most is None or per is None or then is None:
        return None
    amount = read_formula(Leaf(most, work, session), Scope(), INTEGER)
    span = _phase(session, work, per)
    result = _result(Leaf(then, work, session))
    body = session.body(key.text) if counted is not None else None
    if body is None or span is None or result is None:
        return None
    return Longest(key.text, body, amount, span, result, key.span)


def _result(leaf: Leaf) -> str | None:
    """`drawn`, `nobody`, or the phase that ends."""
    text = leaf.scalar.text
    if text in ("drawn", "nobody"):
        return text
    if text.startswith("end "):
        name = text.removeprefix("end ").strip()
        start = text.index(name) if name else 0
        return name if named_body(leaf, name, (start, start + len(name)), ("phase",)) is not None else None
    help = "say `drawn`, `nobody`, or `end` and a phase"
    leaf.wrong(codes.UNKNOWN_NAME, f"`{text}` is no result of a game", (0, len(text)), help)
    return None


def read_check(session: Session, item: Item, work: Work) -> Check | None:
    """A condition that must always hold, or after a phase."""
    node, key = item.entry.value, item.entry.key
    text, after = text_under(node, "that", "that"), text_under(node, "after")
    body = _phase(session, work, after) if after is not None else None
    if text is None:
        return None
    return Check(key.text, body, read_formula(Leaf(text, work, session), Scope(), FLAG), key.span)
