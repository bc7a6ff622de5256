"""Comparisons of counts with numbers that are decided by how many components there are."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.whole import Whole
from encanta.checking.milestones import Milestone
from encanta.checking.model.trees import Node, walk
from encanta.checking.payments import Payment
from encanta.text.diagnostic import Diagnostic, warning
from encanta.text.spans import Span

_OTHERS = (m.Body, m.Value, m.Variable, m.Place, m.Window, m.Component, m.Property, m.Type, Span)
"""Declarations that another one only names."""


def foregone(whole: Whole) -> Iterator[Diagnostic]:
    """Counts that are compared with what they always or never are, with the components there are."""
    for done in whole.session.done.values():
        if isinstance(done.what, (Milestone, Payment)):
            # Whether these can ever be had is asked elsewhere.
            continue
        for compared in whole.memory.once(_compared, done):
            found = whole.open_reckoner.bounds(compared, {})
            if (found.never or found.always) and compared.span not in whole.told:
                yield _told(compared, found.always)


def _told(compared: m.Compare, always: bool) -> Diagnostic:
    said = " ".join(compared.span.text.split())
    message = f"`{said}` is {'always' if always else 'never'} true, with as many as there are"
    return warning(codes.FOREGONE, message, compared.span, help="leave it out, or compare with another number")


def _compared(declared: Any) -> tuple[m.Compare, ...]:
    """The counts that a declaration compares with a number that stands there."""
    nodes = (node for root in _formulas(declared.what, ()) for node in walk(root))
    return tuple(node for node in nodes if isinstance(node, m.Compare) and _is_count(node))


def _is_count(node: m.Compare) -> bool:
    sides = (node.left, node.right)
    return any(_is_of_components(a) and isinstance(b, m.Const) for a, b in (sides, sides[::-1]))


def _is_of_components(node: m.Expr) -> bool:
    return isinstance(node, m.Count) and node.set.type.of is not None and node.set.type.of.kind == "component"


def _formulas(part: Any, above: tuple[int, ...]) -> Iterator[Node]:
    """The formulas, sentences and choices of a declaration, without those of others that it names."""
    if isinstance(part, (m.Expr, m.Stmt, m.Choice)):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _formulas(item, above)
    elif dataclasses.is_dataclass(part) and id(part) not in above and not (above and isinstance(part, _OTHERS)):
        for field in dataclasses.fields(part):
            yield from _formulas(getattr(part, field.name), (*above, id(part)))
