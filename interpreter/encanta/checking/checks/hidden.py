"""Formulas that read what somebody does not know: properties of unseen things, what others have seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from encanta.checking import model as m
from encanta.checking.checks.sight import HIDDEN, SEEN, Named, Sight, View, facts, inside, sight
from encanta.checking.model.trees import parts
from encanta.text.spans import Span


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is read though it is not known: where it is said, where it is read, and what it is in words.

    `place` is where it certainly lies, None where it may lie somewhere else that is seen. `changed`: it is read by what
    changes a value or a property.
    """

    said: Span
    read: Span
    what: str
    place: m.Place | None
    changed: bool = False


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
        unknown = _unknown(expr, view)
        if unknown is not None:
            yield Hidden(expr.span, expr.span, *unknown)
        for part in _parts(expr):
            yield from hidden(part, view)
        if isinstance(expr, (m.Prop, m.Shown)):
            yield from _changed(expr, (expr.property.component, expr.property.name), expr.of, view)


def _through(expr: m.ValueOf, view: View) -> Iterator[Hidden]:
    """A declared value is complained about where it is said."""
    for part in _parts(expr):
        yield from hidden(part, view)
    for found in hidden(expr.value.body, inside(expr, view)):
        yield replace(found, said=expr.span)
    yield from _changed(expr, (expr.value.owner, expr.value.name), expr.owner, view)


def _changed(expr: m.Expr, named: Named, owner: m.Expr | None, view: View) -> Iterator[Hidden]:
    """What the static changes of a value or a property read, if it certainly is not known."""
    if named in view.inside:
        return
    yours = frozenset({"you"} if owner is not None and view.is_seer(owner) else ())
    plain = replace(view, sights={}, sources={}, yours=yours, anybody=frozenset(), inside=view.inside | {named})
    for ability, change in view.changes.get(named, ()):
        for part in (ability.condition, change.condition, change.amount):
            for found in hidden(part, plain) if part is not None else ():
                if found.place is not None:
                    yield replace(found, said=expr.span, changed=True)


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
    inner = view.seeing({expr.local: sight(expr.set, view)})
    yield from hidden(body, inner.looking_at_all(expr.local) if _are_all_players(expr.set) else inner)


def _are_all_players(things: m.Expr) -> bool:
    """Whether a set holds others than the seer, whatever is asked of them besides."""
    return isinstance(things, m.AllOf) and things.type.of is not None and things.type.of.kind == "player"


def _parts(expr: m.Expr) -> Iterator[m.Expr]:
    return (part for part in parts(expr) if isinstance(part, m.Expr))


# ------------------------------------------------------------------------------------------- single forms


Unknown = tuple[str, "m.Place | None"]


def _unknown(expr: m.Expr, view: View) -> Unknown | None:
    """What a formula reads by itself that may not be known, and where it certainly lies."""
    if isinstance(expr, (m.Prop, m.Shown)):
        prop = expr.property
        return None if prop.on_back else _face(f"the `{prop.name}` of a {prop.component}", expr.of, view)
    if isinstance(expr, m.IsRow):
        return _face(f"which {expr.of.type.name} it is", expr.of, view)
    if isinstance(expr, m.Known):
        return None if view.is_seer(expr.who) else ("what one player knows", None)
    if isinstance(expr, m.In) and expr.item.type.kind == "component":
        return _held(expr.set, view)
    if isinstance(expr, m.Equal):
        return _compared(expr, view)
    return None


def _face(what: str, of: m.Expr, view: View) -> Unknown | None:
    seen = sight(of, view)
    if seen.how == SEEN:
        return None
    if seen.place is None:
        return f"{what} that may lie where it is not seen", None
    return f"{what} in `{seen.place.name}`", seen.place if seen.how == HIDDEN or seen.some else None


def _held(things: m.Expr, view: View) -> Unknown | None:
    seen = sight(things, view)
    if seen.how != HIDDEN or seen.place is None:
        return None
    return f"what lies in `{seen.place.name}`", seen.place


def _compared(expr: m.Equal, view: View) -> Unknown | None:
    """Two things, or two sets, of which one is not seen; whether there is any can be known."""
    sides = (expr.left, expr.right)
    if any(isinstance(side, m.Const) for side in sides):
        return None
    element = expr.left.type.of or expr.left.type
    if element.kind != "component":
        return None
    return next((found for found in (_held(side, view) for side in sides) if found is not None), None)
