"""Sentences that hold others: conditions, loops, turns."""

from __future__ import annotations

from encanta.checking.coercion import condition, many, number, player, players
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.locals import bind_local, lift
from encanta.checking.model import (
    PLAYER,
    AllOf,
    Clockwise,
    Current,
    Expr,
    ForEach,
    If,
    Local,
    Loop,
    Stmt,
    Stmts,
    Together,
    Turns,
    list_of,
    set_of,
)
from encanta.checking.scope import Scope
from encanta.checking.sentences import block, says
from encanta.checking.types import certain, element
from encanta.language import ast
from encanta.text.spans import Span


@says(ast.Block)
def _block(leaf: Leaf, scope: Scope, node: ast.Block) -> list[Stmt]:
    return list(block(leaf, scope, node))


@says(ast.WhenTrue)
def _when(leaf: Leaf, scope: Scope, node: ast.WhenTrue) -> list[Stmt]:
    test = condition(leaf, scope, node.condition)
    return [If(leaf.span(node), ((test, block(leaf, scope.child(), node.step)),), ())]


@says(ast.If)
def _if(leaf: Leaf, scope: Scope, node: ast.If) -> list[Stmt]:
    branches: list[tuple[Expr, Stmts]] = []
    inner: list[Scope] = []
    for test, body in node.branches:
        checked = condition(leaf, scope, test)
        inner.append(scope.child())
        branches.append((checked, block(leaf, inner[-1], body)))
    other: Stmts = ()
    if node.other is not None:
        inner.append(scope.child())
        other = block(leaf, inner[-1], node.other)
        lift(scope, inner)
    return [If(leaf.span(node), tuple(branches), other)]


@says(ast.ForEach)
def _for_each(leaf: Leaf, scope: Scope, node: ast.ForEach) -> list[Stmt]:
    things = many(leaf, scope, node.source)
    inner = scope.child()
    inner.loop = False
    local = bind_local(leaf, inner, node.name, certain(element(things.type)), node.name_at, watched=False)
    body = block(leaf, inner, node.body)
    return [] if local is None or is_error(things) else [ForEach(leaf.span(node), local, things, body)]


@says(ast.Repeat)
def _repeat(leaf: Leaf, scope: Scope, node: ast.Repeat) -> list[Stmt]:
    times = number(leaf, scope, node.value) if node.kind == "times" and node.value is not None else None
    test = condition(leaf, scope, node.value) if node.kind == "while" and node.value is not None else None
    inner = scope.child()
    inner.loop = True
    return [Loop(leaf.span(node), block(leaf, inner, node.body), times, test)]


def new_you(leaf: Leaf, scope: Scope, span: Span) -> tuple[Local, Scope]:
    """Another player as `you`, and the scope in which they are."""
    local = Local(PLAYER, span, leaf.work.fresh("you", PLAYER))
    inner = scope.child(local)
    inner.their = None
    return local, inner


def everybody(leaf: Leaf, scope: Scope, span: Span) -> Expr:
    """All players: from the one who acts clockwise, or in seat order where nobody acts."""
    players = AllOf(set_of(PLAYER), span)
    return players if scope.you is None else Clockwise(list_of(PLAYER), span, scope.you, players)


@says(ast.EachPlayer)
def _each_player(leaf: Leaf, scope: Scope, node: ast.EachPlayer) -> list[Stmt]:
    span = leaf.span(node)
    start = player(leaf, scope, node.start) if node.start is not None else scope.you
    among = players(leaf, scope, node.among) if node.among is not None else AllOf(set_of(PLAYER), span)
    order = among if start is None else Clockwise(list_of(PLAYER), span, start, among)
    local, inner = new_you(leaf, scope, span)
    inner.loop = False
    return [ForEach(span, local.name, order, block(leaf, inner, node.body))]


@says(ast.AllPlayers)
def _all_players(leaf: Leaf, scope: Scope, node: ast.AllPlayers) -> list[Stmt]:
    span = leaf.span(node)
    local, inner = new_you(leaf, scope, span)
    inner.loop = False
    return [Together(span, local.name, block(leaf, inner, node.body))]


@says(ast.Turns)
def _turns(leaf: Leaf, scope: Scope, node: ast.Turns) -> list[Stmt]:
    span = leaf.span(node)
    start = player(leaf, scope, node.start) if node.start is not None else Current(PLAYER, span)
    among = players(leaf, scope, node.among) if node.among is not None else None
    local, inner = new_you(leaf, scope, span)
    inner.loop = True
    return [Turns(span, local.name, start, among, node.once, block(leaf, inner, node.body))]
