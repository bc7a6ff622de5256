"""Whether a verb lets anybody decide something: seen from its texts, before they are understood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from encanta.checking.callers import blocks, calls_in
from encanta.checking.reading import parsed
from encanta.checking.session import Session
from encanta.checking.tree import entries, under
from encanta.language import ast
from encanta.language.parser import SyntaxFailure

_CHOICES = (ast.Choose, ast.Offer, ast.Open, ast.Play, ast.DoEffect, ast.Maybe, ast.Pay)
_PICKS = ("another", "any")


def makes_choices(session: Session, name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a phase, a procedure or an action, or anything that it runs, asks somebody."""
    node = session.node(("body", name))
    if node is None or name in seen:
        return False
    if any(True for _ in entries(under(node, "choose"))):
        return True
    for leaf in blocks(node):
        try:
            block: ast.Block = parsed(leaf, "block", session.env.vocabulary)
        except SyntaxFailure:
            continue
        if any(_asks(stmt) for stmt in _statements(block)):
            return True
        if any(makes_choices(session, call, seen | {name}) for call, _ in calls_in(session.env, leaf)):
            return True
    return False


def _asks(node: ast.Stmt) -> bool:
    if isinstance(node, ast.Doing):
        subject = node.subject
        return node.may or len(node.deeds) > 1 or (subject is not None and subject.kind in _PICKS) or _picks(node)
    return isinstance(node, _CHOICES) or (not isinstance(node, ast.Block) and _picks(node))


def _picks(node: object) -> bool:
    """Whether a sentence names something that is picked when it is carried out; lines below it do not count."""
    if isinstance(node, (ast.Inline, ast.Picked)):
        return True
    if isinstance(node, tuple):
        return any(_picks(item) for item in node)
    if not isinstance(node, ast.Node) or isinstance(node, ast.Block):
        return False
    return any(_picks(getattr(node, field.name)) for field in fields(node))


def _statements(node: ast.Stmt | None) -> Iterator[ast.Stmt]:
    """A statement and all below it."""
    if node is None:
        return
    yield node
    if isinstance(node, ast.Block):
        inner: tuple[ast.Stmt | None, ...] = node.body
    elif isinstance(node, ast.If):
        inner = (*(body for _, body in node.branches), node.other)
    elif isinstance(node, ast.WhenTrue):
        inner = (node.step,)
    elif isinstance(node, ast.Arrow):
        inner = (*node.cost, *node.effect)
    elif isinstance(node, (ast.ForEach, ast.Repeat, ast.EachPlayer, ast.AllPlayers, ast.Turns)):
        inner = (node.body,)
    else:
        inner = ()
    for stmt in inner:
        yield from _statements(stmt)
