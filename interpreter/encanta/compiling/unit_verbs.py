"""Verbs of units that nothing listens to, written where they are said: no call, and the place of the sentence."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

from encanta.checking import model as m
from encanta.compiling.trees import rebuilt, renamed, substituted
from encanta.text.spans import Span

N = TypeVar("N", bound=m.Expr | m.Stmt)


def in_place(run: m.Run, mark: int) -> m.Stmts | None:
    """What a verb of a unit does, under names of its own; None where somebody it needs may be nobody."""
    whom = run.args[1] if len(run.args) > 1 else None
    people = {"you": run.you, "whom": whom} if whom is not None else {"you": run.you}
    if any(who is None or who.type.optional for who in people.values()):
        return None
    names: dict[str, m.Expr] = {}
    first: list[m.Stmt] = []
    for name, who in people.items():
        assert who is not None
        local = m.Local(m.PLAYER, run.span, f"{name}.{mark}")
        names[name] = who if isinstance(who, (m.Const, m.Local)) else local
        if names[name] is local:
            first.append(m.Let(run.span, local.name, who))
    amount, *rest = (stmt for step in run.body.steps for stmt in step.stmts)
    assert isinstance(amount, m.Let)
    given = substituted(amount.value, {amount.local: run.args[0]} | names)
    counted = m.Let(run.span, f"{amount.local}.{mark}", _at(given, run.span))
    done = (renamed(substituted(stmt, names), {amount.local: counted.local}) for stmt in rest)
    return (*first, counted, *(_at(stmt, run.span) for stmt in done))


def _at(node: N, span: Span) -> N:
    """A node and all inside it, as if it stood at another place."""
    return dataclasses.replace(rebuilt(node, lambda part: _at(part, span)), span=span)
