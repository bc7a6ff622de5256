"""Formulas that read what somebody does not know: properties of unseen things, what others have seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from encanta.checking import model as m
from encanta.checking.checks.sight import HIDDEN, SEEN, Sight, View, facts, inside, sight
from encanta.text.spans import Span


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is read though it is not known: where it is said, where it is read, and what it is in words."""

    said: Span
    read: Span
    what: str


def hidden(expr: m.Expr, view: View) -> Iterator[Hidden]:
    """Everything in a formula that the seer (or, without one, somebody) may not know; through declared values."""
    if isinstance(expr, m.ValueOf):
        yield from _through(expr, view)
    elif isinstance(expr, m.Logic):
        yield from _one_after_another(expr, view)
    elif isinstance(expr, m.Either):
        yield from hidden(expr.condition, view)
        yield from hidden(expr.then, _told(view, expr.condition, True))
        yield from hidden(expr.other, _told(view, expr.condition, False))
    elif isinstance(expr, (m.Filter, m.Map, m.Extreme)):
        yield from _of_each(expr, view)
    else:
        what = _unknown(expr, view)
        if what is not None:
            yield Hidden(expr.span, expr.span, what)
        for part in _parts(expr):
            yield from hidden(part, view)


def _through(expr: m.ValueOf, view: View) -> Iterator[Hidden]:
    """A declared value is complained about where it is said."""
    for part in _parts(expr):
        yield from hidden(part, view)
    for found in hidden(expr.value.body, inside(expr, view)):
        yield Hidden(expr.span, found.read, found.what)


def _one_after_another(expr: m.Logic, view: View) -> Iterator[Hidden]:
    """`it is known to you and ...`: what follows reads what the condition before has made sure of."""
    for item in expr.items:
        yield from hidden(item, view)
        view = _told(view, item, expr.op == "and")


def _told(view: View, test: m.Expr, holds: bool) -> View:
    return view.seeing(dict.fromkeys(facts(test, view, holds), Sight(SEEN)))


def _of_each(expr: m.Filter | m.Map | m.Extreme, view: View) -> Iterator[Hidden]:
    yield from hidden(expr.set, view)
    body = expr.condition if isinstance(expr, m.Filter) else expr.body if isinstance(expr, m.Map) else expr.key
    yield from hidden(body, view.seeing({expr.local: sight(expr.set, view)}))


def _parts(expr: m.Expr) -> Iterator[m.Expr]:
    for field in fields(expr):
        value = getattr(expr, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, m.Expr):
                yield part


# ------------------------------------------------------------------------------------------- single forms


def _unknown(expr: m.Expr, view: View) -> str | None:
    """What a formula reads by itself that may not be known."""
    if isinstance(expr, m.Prop):
        return _face(f"the `{expr.property.name}` of a {expr.property.component}", expr.of, view)
    if isinstance(expr, m.IsRow):
        return _face(f"which {expr.of.type.name} it is", expr.of, view)
    if isinstance(expr, m.Known):
        return None if view.is_seer(expr.who) else "what one player knows"
    if isinstance(expr, m.In) and expr.item.type.kind == "component":
        return _held(expr.set, view)
    if isinstance(expr, m.Equal):
        return _compared(expr, view)
    return None


def _face(what: str, of: m.Expr, view: View) -> str | None:
    seen = sight(of, view)
    if seen.how == SEEN:
        return None
    return f"{what} in `{seen.place.name}`" if seen.place is not None else f"{what} that may lie where it is not seen"


def _held(things: m.Expr, view: View) -> str | None:
    seen = sight(things, view)
    return f"what lies in `{seen.place.name}`" if seen.how == HIDDEN and seen.place is not None else None


def _compared(expr: m.Equal, view: View) -> str | None:
    """Two things, or two sets, of which one is not seen; whether there is any can be known."""
    sides = (expr.left, expr.right)
    if any(isinstance(side, m.Const) for side in sides):
        return None
    element = expr.left.type.of or expr.left.type
    if element.kind != "component":
        return None
    return next((what for what in (_held(side, view) for side in sides) if what is not None), None)
