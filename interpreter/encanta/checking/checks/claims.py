"""Claims that nobody holds against the truth: what becomes of an unseen thing depends on something, but not on what it
is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.sight import HIDDEN, sight, through
from encanta.checking.checks.whole import Whole
from encanta.checking.model.trees import parts, walk
from encanta.text.diagnostic import Diagnostic, Label, warning

_HANDLED = (m.Read, m.WhereIs, m.Known)
"""What is asked of a thing without a look at its face: its marks, where it lies, who has seen it."""


def claims(whole: Whole) -> Iterator[Diagnostic]:
    """The actions of windows in which an unseen thing is chosen and then judged by something else."""
    offered = {body.name: body for window in whole.model.windows for body in window.offers}
    for body in offered.values():
        yield from whole.memory.once(_unjudged, body)


def _unjudged(body: m.Body) -> tuple[Diagnostic, ...]:
    view = through("you", {choice.local: choice.source for choice in body.choices})
    stmts = [stmt for step in body.steps for stmt in step.stmts]
    found = []
    for choice in body.choices:
        element = choice.type.of if choice.type.of is not None else choice.type
        if element.kind != "component" or sight(choice.source, view).how != HIDDEN:
            continue
        test = _judged_by(choice.local, stmts)
        if test is not None and not any(_is_looked_at(choice.local, require.condition) for require in body.requires):
            found.append(_told(choice, test))
    return tuple(found)


def _told(choice: m.Choice, test: m.Expr) -> Diagnostic:
    message = f"what becomes of `{choice.local}` depends on this, and not on what `{choice.local}` is"
    labels = (Label(choice.span, "whoever chooses it does not see it"),)
    help = f"let the condition ask what `{choice.local}` is, or ask this before anything is chosen"
    return warning(codes.BLIND_CLAIM, message, test.span, labels=labels, help=help)


def _judged_by(local: str, stmts: Sequence[m.Stmt]) -> m.Expr | None:
    """The first condition on which it depends what happens to a thing, if nothing looks at the thing itself."""
    if any(_is_looked_at(local, stmt) for stmt in stmts):
        return None
    first = next((stmt for stmt in stmts if _names(local, stmt)), None)
    if not isinstance(first, m.If):
        return None
    return first.branches[0][0]


def _names(local: str, node: m.Stmt) -> bool:
    return any(isinstance(part, m.Local) and part.name == local for part in walk(node))


def _is_looked_at(local: str, node: m.Expr | m.Stmt | m.Choice) -> bool:
    """Whether anything in a node may read what a thing is: a formula about it, or something that it is given to."""
    asks = isinstance(node, m.Run) or (isinstance(node, m.Expr) and not isinstance(node, (m.Local, *_HANDLED)))
    inner = list(parts(node))
    if asks and any(isinstance(part, m.Local) and part.name == local for part in inner):
        return True
    return any(_is_looked_at(local, part) for part in inner)
