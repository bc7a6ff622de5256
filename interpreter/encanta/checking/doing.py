"""Sentences about who does what with a verb: one, each, all, somebody picked; of their own will, or one of several."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.bans import open_to, unprotected
from encanta.checking.coercion import player
from encanta.checking.deeds import base_verb, run_of
from encanta.checking.flow import everybody
from encanta.checking.formulas import Leaf
from encanta.checking.making_choices import makes_choices
from encanta.checking.model import FLAG, INTEGER, PLAYER, Choice, Const, Enum, Expr, Local, Stmt, set_of
from encanta.checking.needs import doable, something
from encanta.checking.picking import others, pick_player
from encanta.checking.scope import Picks, Scope
from encanta.checking.sentences import doer, says
from encanta.checking.types import enum_type, optional
from encanta.language import ast
from encanta.language.printer import written

NEITHER = "no"
"""How leaving it is called where one of several may be done."""


@says(ast.Doing)
def _doing(leaf: Leaf, scope: Scope, node: ast.Doing) -> list[Stmt]:
    subject = node.subject
    if subject is None or subject.kind == "one":
        return _one_does(leaf, scope, node)
    if subject.kind in ("another", "any"):
        return _some_player_does(leaf, scope, node, subject)
    return _all_do(leaf, scope, node, subject)


def _one_does(leaf: Leaf, scope: Scope, node: ast.Doing) -> list[Stmt]:
    who = scope.you
    inner = scope.child()
    if node.subject is not None and node.subject.who is not None:
        who = player(leaf, scope, node.subject.who)
        inner.their = who
        deeds = _if_there(who, _deeds(leaf, inner, node, who))
        open_ = open_to(leaf, scope, who, leaf.span(node.subject))
        return deeds if open_ is None else [model.If(leaf.span(node), ((open_, tuple(deeds)),), ())]
    elif node.may or len(node.deeds) > 1:
        who = doer(leaf, scope, node)
        if who is None:
            return []
    return _if_there(who, _deeds(leaf, inner, node, who))


def _some_player_does(leaf: Leaf, scope: Scope, node: ast.Doing, subject: ast.Subject) -> list[Stmt]:
    """`another player VERBs`, `any player VERBs`: the one who acts picks the player."""
    you = doer(leaf, scope, subject)
    if you is None:
        return []
    span = leaf.span(subject)
    among: Expr = model.AllOf(set_of(PLAYER), span)
    if subject.kind == "another":
        among = others(leaf, among, you, span)
    picks = Picks(you)
    who = pick_player(leaf, scope, picks, unprotected(leaf, scope, among, span), subject.kind, span)
    inner = scope.child()
    inner.their = who
    return [*picks.stmts, *_if_there(who, _deeds(leaf, inner, node, who))]


def _all_do(leaf: Leaf, scope: Scope, node: ast.Doing, subject: ast.Subject) -> list[Stmt]:
    """Each in turn; or all at once, then what they pick is picked by everybody first."""
    span = leaf.span(subject)
    local = Local(PLAYER, span, leaf.work.fresh("them", PLAYER))
    among = everybody(leaf, scope, span)
    if subject.kind in ("each other", "all other"):
        you = doer(leaf, scope, subject)
        if you is None:
            return []
        among = others(leaf, among, you, span)
    among = unprotected(leaf, scope, among, span)
    inner = scope.child()
    inner.their = local
    at_once = subject.kind in ("all", "all other")
    if at_once and (node.may or any(makes_choices(leaf.session, base_verb(leaf, d)) for d in node.deeds)):
        return _not_at_once(leaf, subject)
    stmts = tuple(_deeds(leaf, inner, node, local))
    if at_once and len(stmts) == 1 and isinstance(stmts[0], model.Run):
        stmts = _looked_at_first(leaf, stmts[0])
        if len(stmts) > 1:
            return [model.Together(leaf.span(node), local.name, stmts, among)]
    if not at_once or not any(isinstance(stmt, model.Choose) for stmt in stmts):
        # Where nobody decides anything, it makes no difference who comes first.
        return [model.ForEach(leaf.span(node), local.name, among, stmts)]
    if len(node.deeds) > 1:
        return _not_at_once(leaf, subject)
    return [model.Together(leaf.span(node), local.name, stmts, among)]


def _looked_at_first(leaf: Leaf, run: model.Run) -> tuple[Stmt, ...]:
    """What is done to which things, where these are looked up for everybody before anything moves."""
    lets: list[Stmt] = []
    args: list[Expr] = []
    for arg in run.args:
        if arg.type.kind != "component" or isinstance(arg, (Const, Local)):
            args.append(arg)
            continue
        thing = Local(optional(arg.type), arg.span, leaf.work.fresh("meant", optional(arg.type)))
        lets.append(model.Let(arg.span, thing.name, arg))
        args.append(thing)
    return (*lets, dataclasses.replace(run, args=tuple(args)))


def _not_at_once(leaf: Leaf, subject: ast.Subject) -> list[Stmt]:
    said = leaf.said(subject)
    message = f"`{said}` before a verb that asks for decisions is not part of this version of the language"
    help = "write `all players:` with the choices in the lines below, or say `each player`"
    leaf.wrong(codes.NOT_YET, message, subject, help)
    return []


def _if_there(who: Expr | None, stmts: list[Stmt]) -> list[Stmt]:
    """Statements in which somebody picks, who may be nobody."""
    picking = (model.Choose, model.If)
    if who is None or not who.type.optional or not any(isinstance(stmt, picking) for stmt in stmts):
        return stmts
    return [model.If(stmts[0].span, ((something(who), tuple(stmts)),), ())]


# ------------------------------------------------------------------------------------------------ deeds


def _deeds(leaf: Leaf, scope: Scope, node: ast.Doing, who: Expr | None) -> list[Stmt]:
    """What somebody does, may do, or does one of."""
    ways = [_way(leaf, scope, deed, who) for deed in node.deeds]
    if any(not way for way in ways):
        return []
    if len(ways) > 1:
        return _one_of(leaf, scope, node, ways, who) if who is not None else []
    stmts = ways[0]
    if not node.may or who is None:
        return [] if node.may else stmts
    span = leaf.span(node)
    may = model.May(span, who, tuple(stmts))
    if len(stmts) == 1 and isinstance(stmts[0], model.Run):
        return [may]
    # Nobody is asked whether to do something with nothing to pick for it.
    return [model.If(span, ((doable(leaf, scope.child(who), node, stmts), (may,)),), ())]


def _way(leaf: Leaf, scope: Scope, deed: ast.Deed, who: Expr | None) -> list[Stmt]:
    """One deed with what is picked in it by the doer; nothing after a diagnostic."""
    inner = scope.child()
    inner.picks = picks = Picks(who)
    run = run_of(leaf, inner, deed, who)
    if run is None:
        return []
    stmt: Stmt = run
    for local, things in reversed(picks.loops):
        stmt = model.ForEach(run.span, local, things, (stmt,))
    return [*picks.stmts, stmt]


# ----------------------------------------------------------------------------------------- one of several


def _one_of(leaf: Leaf, scope: Scope, node: ast.Doing, ways: Sequence[list[Stmt]], who: Expr) -> list[Stmt]:
    """`A or else B`: the doer picks among what can be done in full; if nothing can, the first is done as it goes."""
    span = leaf.span(node)
    inner = scope.child(who)
    tests = [doable(leaf, inner, node, way) for way in ways]
    kind = _kind_of(leaf, [_words(leaf, deed) for deed in node.deeds], node.may)
    which = Local(optional(kind), span, leaf.work.fresh("which", optional(kind)))
    one = Const(INTEGER, span, 1)
    source = _possible(leaf, tests, kind, node)
    choose = model.Choose(span, who, Choice(span, which.name, which.type, True, one, one, source, None))
    last = len(ways) if node.may else 0
    first: list[Stmt] = [choose]
    if not any(_always(test) for test in tests):
        any_of_them = model.Logic(FLAG, span, "or", tuple(tests))
        default = model.Let(span, which.name, Const(kind, span, last))
        first = [default, model.If(span, ((any_of_them, (choose,)),), ())]
    branches = tuple((_is(which, kind, i), tuple(way)) for i, way in enumerate(ways))
    return [*first, model.If(span, branches, ())]


def _possible(leaf: Leaf, tests: Sequence[Expr], kind: model.Type, node: ast.Doing) -> Expr:
    """Those of the ways that can be done in full; with `may`, leaving it too."""
    span = leaf.span(node)
    every = model.AllOf(set_of(kind), span)
    if all(_always(test) for test in tests):
        return every
    it = Local(kind, span, leaf.work.fresh("it", kind))
    cases: list[Expr] = [
        model.Logic(FLAG, span, "and", (_is(it, kind, index), test)) for index, test in enumerate(tests)
    ]
    if node.may:
        cases.append(_is(it, kind, len(tests)))
    return model.Filter(every.type, span, every, it.name, model.Logic(FLAG, span, "or", tuple(cases)))


def _is(local: Local, kind: model.Type, index: int) -> Expr:
    return model.Equal(FLAG, local.span, local, Const(kind, local.span, index))


def _always(test: Expr) -> bool:
    return isinstance(test, Const) and test.value == 1


def _kind_of(leaf: Leaf, words: list[str], may: bool) -> model.Type:
    """An enumeration of what can be done, whose members are the words for it."""
    name = " or else ".join([*words, *([NEITHER] if may else [])])
    members = (*words, *((NEITHER,) if may else ()))
    leaf.env.enums.setdefault(name, Enum(name, members, leaf.scalar.span))
    return enum_type(name)


def _words(leaf: Leaf, deed: ast.Deed) -> str:
    return written(dataclasses.replace(deed, verb=base_verb(leaf, deed)))
