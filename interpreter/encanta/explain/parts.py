"""The parts of a condition that tell why it holds or not: both sides of comparisons, counts, sets, declared values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.model.trees import substituted
from encanta.compiling.trees import free_locals
from encanta.language.printing_formulas import with_article
from encanta.text.spans import Span

DEEPEST = 4
MOST = 16
"""Parts of one condition that are shown."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A formula inside a condition, as it is written, and how deep it stands below the condition."""

    expr: m.Expr
    text: str
    depth: int

    @property
    def span(self) -> Span:
        """Where it stands in the rulebook."""
        return self.expr.span


def parts_of(condition: m.Expr, known: frozenset[str]) -> list[Part]:
    """The parts of a condition that are worth their value, in the order in which they are read.

    `known` are the locals whose values there are; what needs others is left out.
    """
    found: list[Part] = []
    seen = {said(condition)}
    for part in _below(condition, 1):
        if part.text in seen or not free_locals(part.expr) <= known:
            continue
        seen.add(part.text)
        found.append(part)
        if len(found) == MOST:
            break
    return found


def said(expr: m.Expr) -> str:
    """A formula as it is written, on one line."""
    text = " ".join(expr.span.text.split())
    if isinstance(expr, m.IsRow) and text.isidentifier():
        # The place of `it is a wild` is that of the last word.
        return f"{said(expr.of)} is {with_article(text)}"
    return text


def _below(expr: m.Expr, depth: int) -> Iterator[Part]:
    if depth > DEEPEST:
        return
    for inner in _inner(expr):
        if not _is_plain(inner):
            yield Part(inner, said(inner), depth)
        yield from _below(inner, depth if _is_plain(inner) else depth + 1)


def _inner(expr: m.Expr) -> list[m.Expr]:
    """What a formula is worked out from, as far as a reader wants to know it."""
    if isinstance(expr, m.Logic):
        return list(expr.items)
    if isinstance(expr, m.Not):
        return [expr.value]
    if isinstance(expr, (m.Compare, m.Equal, m.Arith)):
        return [expr.left, expr.right]
    if isinstance(expr, m.In):
        return [expr.item, expr.set]
    if isinstance(expr, m.Either):
        return [expr.condition, expr.then, expr.other]
    if isinstance(expr, (m.Count, m.AnyOf, m.Filter, m.Extreme)):
        return [expr.set]
    if isinstance(expr, (m.Fold, m.Distinct)):
        return [expr.list]
    if isinstance(expr, (m.Union, m.Minus)):
        return [expr.left, expr.right]
    if isinstance(expr, m.Otherwise):
        return [expr.first, expr.second]
    if isinstance(expr, m.ValueOf):
        return [inside(expr)]
    if isinstance(expr, (m.IsRow, m.Known)):
        return [expr.of]
    return []


def inside(value: m.ValueOf) -> m.Expr:
    """The formula of a declared value, with its owner and its arguments as they are given."""
    names: dict[str, m.Expr] = dict(zip((name for name, _ in value.value.parameters), value.args, strict=True))
    if value.owner is not None:
        names["it" if value.owner.type.kind == "component" else "you"] = value.owner
    return substituted(value.value.body, names)


def _is_plain(expr: m.Expr) -> bool:
    """Whether a formula says its value by itself."""
    return isinstance(expr, (m.Const, m.AllOf)) or (isinstance(expr, m.Local) and expr.name in ("you", "it"))
