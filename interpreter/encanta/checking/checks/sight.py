"""Who sees the faces of things: whether everybody, or one player, sees all that a formula can mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from encanta.checking import model as m

SEEN, UNSURE, HIDDEN = "seen", "unsure", "hidden"


@dataclass(frozen=True, slots=True)
class Sight:
    """`how`: seen, hidden, or unsure where it cannot be told; `place` is where the hidden things lie, which are `some`
    of them where they lie with several players."""

    how: str
    place: m.Place | None = None
    some: bool = False


Named = tuple[str | None, str]
"""A value or a property: whose it is, and its name."""
Changes = Mapping[Named, "list[tuple[m.Ability, m.Change]]"]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What is known of locals. `seer` is the local of the player whose eyes count, None for everybody.

    `sights` says how the seer sees locals of components, `sources` of which set a local is an element,
    `yours` which locals are the seer or its side, `anybody` which are players of whom not all are the seer. `changes`
    are the static changes of values and properties, by the names of these; what is `inside` is looked into already.
    """

    seer: str | None = None
    sights: Mapping[str, Sight] = field(default_factory=dict)
    sources: Mapping[str, m.Expr] = field(default_factory=dict)
    yours: frozenset[str] = frozenset()
    anybody: frozenset[str] = frozenset()
    changes: Changes = field(default_factory=dict)
    inside: frozenset[Named] = frozenset()

    def seeing(self, names: Mapping[str, Sight]) -> View:
        """The view with more known of some locals."""
        return replace(self, sights={**self.sights, **names})

    def looking_at_all(self, local: str) -> View:
        """The view where a local stands for one player after the other."""
        return replace(self, anybody=self.anybody | {local})

    def is_seer(self, expr: m.Expr | None) -> bool:
        """Whether a formula certainly means the seer, or its side."""
        if isinstance(expr, m.SideOf):
            return self.is_seer(expr.player)
        return self.seer is not None and isinstance(expr, m.Local) and expr.name in self.yours


EVERYBODY = View()
_PLAIN = Sight(SEEN)
_NOT_SURE = Sight(UNSURE)


def through(seer: str, sources: Mapping[str, m.Expr]) -> View:
    """What the player of a local sees."""
    return View(seer, {}, sources, frozenset({seer}))


def sight(expr: m.Expr, view: View) -> Sight:
    """How the seer sees the faces of the components that a formula can mean."""
    reader = _READERS.get(type(expr))
    return reader(expr, view) if reader is not None else _NOT_SURE


def worst(sights: list[Sight]) -> Sight:
    """How something is seen that may be any of several things: hidden if one of them is."""
    for how in (HIDDEN, UNSURE):
        found = next((s for s in sights if s.how == how), None)
        if found is not None:
            return found
    return _PLAIN


def facts(test: m.Expr, view: View, holds: bool) -> frozenset[str]:
    """The locals whose faces the seer certainly knows where a condition holds (or where it does not)."""
    if isinstance(test, m.Known):
        return frozenset({test.of.name}) if holds and isinstance(test.of, m.Local) and view.is_seer(test.who) else _NONE
    if isinstance(test, m.Not):
        return facts(test.value, view, not holds)
    if isinstance(test, m.Logic):
        sides = [facts(item, view, holds) for item in test.items]
        joined: frozenset[str] = sides[0].union(*sides[1:])
        return joined if (test.op == "and") == holds else sides[0].intersection(*sides[1:])
    return _NONE


_NONE: frozenset[str] = frozenset()


def inside(value: m.ValueOf, view: View) -> View:
    """The view in the formula of a declared value: its owner and its parameters as they are given."""
    names: dict[str, Sight] = {}
    yours = set()
    given = list(zip((name for name, _ in value.value.parameters), value.args, strict=False))
    if value.owner is not None:
        given.append(("it" if value.owner.type.kind == "component" else "you", value.owner))
    for name, expr in given:
        names[name] = sight(expr, view)
        if view.is_seer(expr):
            yours.add(name)
    return replace(view, sights=names, sources={}, yours=frozenset(yours), anybody=frozenset())


# -------------------------------------------------------------------------------------------- single forms


def _local(expr: m.Local, view: View) -> Sight:
    if expr.name in view.sights:
        return view.sights[expr.name]
    source = view.sources.get(expr.name)
    return sight(source, view) if source is not None else _NOT_SURE


def _contents(expr: m.Contents, view: View) -> Sight:
    place = expr.place
    return _lying(place.place, place.owner, view) if isinstance(place, m.PlaceOf) else _NOT_SURE


def _lying(place: m.Place, owner: m.Expr | None, view: View) -> Sight:
    if place.seen_by == "everyone":
        return _PLAIN
    if place.seen_by == "nobody" or view.seer is None:
        return Sight(HIDDEN, place)
    if view.is_seer(owner):
        return _PLAIN
    another = isinstance(owner, m.Seat) and owner.which != "partner" and view.is_seer(owner.player)
    another = another or (isinstance(owner, m.Local) and owner.name in view.anybody)
    return Sight(HIDDEN if another else UNSURE, place)


def _all_in(expr: m.AllIn, view: View) -> Sight:
    places = expr.places
    if isinstance(places, m.AllOf) and places.place is not None:
        seen = _lying(places.place, None, view)
        return replace(seen, some=places.place.each == "player") if seen.how == UNSURE else seen
    if isinstance(places, m.SetOf):
        found = [_lying(p.place, p.owner, view) if isinstance(p, m.PlaceOf) else _NOT_SURE for p in places.items]
        return worst(found)
    return _NOT_SURE


def _filter(expr: m.Filter, view: View) -> Sight:
    known = expr.local in facts(expr.condition, view, True)
    return _PLAIN if known else sight(expr.set, view)


def _value(expr: m.ValueOf, view: View) -> Sight:
    return sight(expr.value.body, inside(expr, view))


def _shows(expr: m.Shows, view: View) -> Sight:
    """What shows a part lies in one of the places in which the part is active."""
    return worst([_lying(spot.place, expr.you, view) for spot in expr.spots])


def _parts(*names: str) -> Callable[[Any, View], Sight]:
    """Seen like the worst of some parts."""
    return lambda expr, view: worst([sight(getattr(expr, name), view) for name in names])


_READERS: dict[type, Callable[[Any, View], Sight]] = {
    m.Local: _local,
    m.Contents: _contents,
    m.AllIn: _all_in,
    m.Filter: _filter,
    m.Shows: _shows,
    m.ValueOf: _value,
    m.Const: lambda expr, view: _PLAIN,
    m.SetOf: lambda expr, view: worst([sight(item, view) for item in expr.items]),
    m.Extreme: _parts("set"),
    m.Ends: _parts("set"),
    m.Union: _parts("left", "right"),
    m.Minus: _parts("left"),
    m.Otherwise: _parts("first", "second"),
    m.Either: _parts("then", "other"),
}
