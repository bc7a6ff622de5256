"""Reading phases, procedures, actions and steps of the set-up: choices, requirements, variables, steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking.bans import ban_of, not_banned
from encanta.checking.choices import read_choice
from encanta.checking.costs import Price, read_cost
from encanta.checking.formulas import Leaf, is_error, read_text
from encanta.checking.items import Item
from encanta.checking.limits import read_limit
from encanta.checking.locals import bind_local, report_unused
from encanta.checking.model import FLAG, PLAYER, Body, Cost, Expr, Local, Require, Step, Stmts, Type
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block
from encanta.checking.tree import about, entries, scalar, text_under, under
from encanta.checking.types import ERROR
from encanta.checking.values import bind_parameters, read_formula
from encanta.language import ast
from encanta.text.nodes import Node, Scalar

if TYPE_CHECKING:
    from encanta.checking.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """What comes before the steps, read once: the scope in which the steps stand, and what was gathered."""

    scope: Scope
    work: Work
    leaf: Leaf
    cost: Stmts


def head(session: Session, name: str) -> Head:
    """Reads the parameters, choices and variables of a body, if that was not done yet."""
    found: Head | None = session.heads.get(name)
    if found is None:
        session.reading.add(name)
        found = session.heads[name] = _head(session, name)
        session.reading.discard(name)
    return found


def head_known(session: Session, name: str) -> bool:
    """Whether it is known what a body requires, read now if it was not; not while it is being read."""
    if session.recall(("body", name)) is not None or name in session.heads:
        return True
    if name in session.reading or ("body", name) not in session.items:
        return False
    head(session, name)
    return True


def _head(session: Session, name: str) -> Head:
    item = session.items[("body", name)]
    body = session.body(name)
    assert body is not None
    work = Work()
    leaf = Leaf(item.entry.key, work, session)
    scope = Scope()
    if body.has_you:
        work.locals["you"] = PLAYER
        scope = Scope(Local(PLAYER, body.span, "you"))
    start = "header"
    cost = Price()
    if body.kind != "phase":
        bind_parameters(leaf, scope, session.env.bodies[name].parameters, item.entry.key, start)
        node = item.entry.value
        _choices(session, work, scope, body, under(node, "choose"))
        cost = read_cost(session, work, scope, body, node)
        before = scope.child()
        body.variables = _variables(session, work, scope, under(node, "with"))
        own = _requires(session, work, before, under(node, "require"))
        body.requires = (*_ban(session, scope, body), *own, *cost.requires)
        full = text_under(node, "full")
        if full is not None:
            body.full = read_formula(Leaf(full, work, session), before, FLAG)
    return Head(scope, work, leaf, cost.stmts)


def _choices(session: Session, work: Work, scope: Scope, body: Body, node: Node | None) -> None:
    for entry in entries(node):
        text = scalar(entry.value)
        if text is None:
            continue
        leaf = Leaf(text, work, session)
        name = entry.key.text
        try:
            pick: ast.Pick = leaf.tree("pick")
        except Unreadable:
            scope.bind(name, Local(ERROR, entry.key.span, name))
            continue
        named = Leaf(entry.key, work, session), (0, len(name))
        choice = read_choice(leaf, scope, name, named, pick, scope.you, certainly=True)
        if choice is not None:
            body.choices = (*body.choices, choice)


def _requires(session: Session, work: Work, scope: Scope, node: Node | None) -> tuple[Require, ...]:
    found = []
    for entry in entries(node):
        text = scalar(entry.value)
        if text is not None:
            test = read_formula(Leaf(text, work, session), scope, FLAG)
            found.append(Require(entry.key.text, test, entry.key.span))
    return tuple(found)


def _ban(session: Session, scope: Scope, body: Body) -> tuple[Require, ...]:
    """That nothing forbids it, if something may."""
    if body.name not in session.banned or scope.you is None or body.kind == "kind":
        return ()
    ban = ban_of(session.env, body.name, body.parameters, body.span)
    given = tuple(Local(type, body.span, name) for name, type in body.parameters)
    return (not_banned(ban, scope.you, given, f"`{body.name}`", body.span),)


def _variables(session: Session, work: Work, scope: Scope, node: Node | None) -> tuple[tuple[str, Type, Expr], ...]:
    """`with`: variables of one run; each formula sees the choices."""
    found: list[tuple[str, Type, Expr]] = []
    outer = scope.child()
    for entry in entries(node):
        text = scalar(entry.value)
        if text is None:
            continue
        leaf = Leaf(text, work, session)
        start, _ = read_text(leaf, outer)
        key = Leaf(entry.key, work, session)
        name = entry.key.text
        local = bind_local(key, scope, name, start.type, (0, len(name)), settable=True, watched=False)
        if local is not None and not is_error(start):
            found.append((local, start.type, start))
    return tuple(found)


def fill_body(session: Session, item: Item, work: Work) -> Body | None:
    """Reads what a phase, a procedure, an action or a kind of actions does."""
    from encanta.checking.kinds import inherit

    body = session.body(item.key[1])
    if body is None:
        return None
    top = head(session, item.key[1])
    node = item.entry.value
    limit = text_under(node, "limit")
    if limit is not None:
        body.limit = read_limit(Leaf(limit, top.work, session), body.name)
    top.work.printed = body.kind == "kind"
    body.steps = _steps(session, top.work, top.scope, node, item.entry.key)
    if body.kind == "kind":
        inherit(session, top.work, body, node)
    if top.cost:
        span = item.entry.key.span
        body.steps = (Step("cost", (Cost(span, top.cost),), span), *body.steps)
    report_unused(top.leaf)
    body.locals = dict(top.work.locals)
    work.found.extend(top.work.found)
    return body


def _steps(session: Session, work: Work, scope: Scope, node: Node, key: Scalar) -> tuple[Step, ...]:
    found = []
    do = text_under(node, "do", "do")
    if do is not None:
        found.append(Step("do", read_block(Leaf(do, work, session), scope.child()), key.span))
    for entry in entries(under(node, "steps")):
        text = text_under(entry.value, "do", "do")
        if text is not None:
            stmts = read_block(Leaf(text, work, session), scope.child())
            found.append(Step(entry.key.text, stmts, entry.key.span))
    return tuple(found)


def read_setup(session: Session, item: Item, work: Work) -> Body:
    """A step of the set-up, which nobody does."""
    node, key = item.entry.value, item.entry.key
    steps = _steps(session, work, Scope(), node, key)
    report_unused(Leaf(key, work, session))
    body = Body("setup", key.text, about(node), (), False, (), (), None, (), steps, key.span)
    body.locals = dict(work.locals)
    return body


def missing_root(session: Session) -> bool:
    """Whether there is no phase `game`."""
    sign = session.env.bodies.get("game")
    return sign is None or sign.kind != "phase"
