"""What formulas read and what sentences change: places, variables, locals and a few things besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from encanta.checking import model as m
from encanta.checking.model.trees import Node, walk

Touch = tuple[str, ...]
"""Something that is read or changed: a kind of thing, and its name."""

EVERYTHING: Touch = ("everything",)
PLACES: Touch = ("places",)
"""Any place: where something lies."""
KNOWN: Touch = ("known",)
LEAVING: Touch = ("leaving",)
CURRENT: Touch = ("current",)
PHASES: Touch = ("phases",)
_IN_PLACES = {"place", "places", "order"}

_PLAIN = (
    *(m.Const, m.OptionValue, m.Not, m.Logic, m.Compare, m.Equal, m.Arith, m.Either, m.Count, m.AnyOf, m.Filter),
    *(m.Map, m.Fold, m.Distinct, m.Extreme, m.In, m.Union, m.Minus, m.Otherwise, m.SetOf, m.Numbers, m.AllOf),
    *(m.SideOf, m.Members, m.Seat, m.Clockwise, m.OwnerOf, m.IsRow, m.IsMeld, m.Unmelded, m.PlaceOf, m.Ends),
)
"""Formulas that read nothing but what stands in them."""


class Reading:
    """What formulas read, through values and through the abilities that change these."""

    def __init__(self, changes: dict[tuple[str | None, str], list[m.Expr]]) -> None:
        self.changes = changes
        self._known: dict[tuple[str | None, str], frozenset[Touch]] = {}

    def of(self, expr: m.Expr) -> frozenset[Touch]:
        """Everything that a formula may read."""
        return frozenset(touch for node in walk(expr) for touch in self._one(node))

    def _one(self, node: Node) -> Iterable[Touch]:
        if isinstance(node, m.Local):
            return [("local", node.name)]
        if isinstance(node, m.Read):
            return _of_variable(node.variable)
        if isinstance(node, m.ValueOf):
            gained = _of_variable(node.value.gained) if node.value.gained is not None else []
            bounds = [part for part in (node.value.least, node.value.most) if part is not None]
            return [*gained, *self._changed((node.value.owner, node.value.name), [node.value.body, *bounds])]
        if isinstance(node, (m.Prop, m.PropAt)):
            return self._changed((node.property.component, node.property.name), [])
        if isinstance(node, m.Ends):
            return [("order", place[1]) if place[0] == "place" else place for place in places_in(node.set)]
        if isinstance(node, (m.Contents, m.AllIn)):
            return places_in(node)
        if isinstance(node, m.WhereIs):
            return [PLACES]
        simple = {m.Current: CURRENT, m.Running: PHASES, m.Known: KNOWN}.get(type(node))
        if simple is not None:
            return [simple]
        return [] if isinstance(node, _PLAIN) else [EVERYTHING]

    def _changed(self, named: tuple[str | None, str], more: list[m.Expr]) -> frozenset[Touch]:
        if named not in self._known:
            self._known[named] = frozenset()
            parts = [*more, *self.changes.get(named, ())]
            # The locals of a value are its own.
            found = frozenset[Touch]().union(*(self.of(part) for part in parts))
            self._known[named] = frozenset(touch for touch in found if touch[0] != "local")
        return self._known[named]


def _of_variable(variable: m.Variable) -> list[Touch]:
    found: list[Touch] = [("variable", variable.owner or "", variable.name)]
    if variable.latch is not None:
        found.append(EVERYTHING)
    if variable.leaving:
        found.append(LEAVING)
    if variable.reset is not None:
        found.append(("phase", variable.reset))
    return found


def places_in(expr: m.Expr) -> frozenset[Touch]:
    """Where what a formula means may lie."""
    if isinstance(expr, m.Contents) and isinstance(expr.place, m.PlaceOf):
        return frozenset({("place", expr.place.place.name)})
    if isinstance(expr, m.AllIn):
        places = expr.places
        if isinstance(places, m.AllOf) and places.place is not None:
            return frozenset({("place", places.place.name)})
        if isinstance(places, m.SetOf) and all(isinstance(item, m.PlaceOf) for item in places.items):
            return frozenset(("place", p.place.name) for p in places.items if isinstance(p, m.PlaceOf))
        return frozenset({PLACES})
    if isinstance(expr, (m.Filter, m.Ends, m.Extreme)):
        return places_in(expr.set)
    if isinstance(expr, m.Union):
        return places_in(expr.left) | places_in(expr.right)
    return places_in(expr.left) if isinstance(expr, m.Minus) else frozenset({PLACES})


def changed_by(stmts: Iterable[m.Stmt]) -> frozenset[Touch]:
    """Everything that sentences may change by themselves: not what stands inside them, nor what they run."""
    return frozenset(touch for stmt in stmts for touch in _change(stmt))


def _change(stmt: m.Stmt) -> Iterator[Touch]:
    if isinstance(stmt, (m.Let, m.Random)):
        yield "local", stmt.local
    elif isinstance(stmt, m.Choose):
        yield "local", stmt.choice.local
    elif isinstance(stmt, m.SetVar):
        yield "variable", stmt.variable.owner or "", stmt.variable.name
    elif isinstance(stmt, (m.Move, m.Gather)):
        yield from _moved(stmt.what, stmt.to if isinstance(stmt, m.Move) else stmt.into)
        for variable, _ in stmt.variables if isinstance(stmt, m.Move) else ():
            yield "variable", variable.owner or "", variable.name
    elif isinstance(stmt, m.Deal):
        source: Touch = ("place", stmt.source.place.name) if isinstance(stmt.source, m.PlaceOf) else PLACES
        yield from (source, ("place", stmt.place.name), KNOWN, LEAVING)
    elif isinstance(stmt, m.Shuffle):
        yield from (("order", stmt.place.place.name) if isinstance(stmt.place, m.PlaceOf) else PLACES, KNOWN)
    elif isinstance(stmt, m.Look):
        yield KNOWN
    elif isinstance(stmt, (m.ForEach, m.Together, m.Turns)):
        yield from (("local", stmt.local), CURRENT)
    elif isinstance(stmt, m.Tally):
        adds = stmt.sheet.adds_to
        yield from [("variable", adds.owner or "", adds.name)] if adds is not None else []
    elif isinstance(stmt, m.Run):
        yield from (("phase", stmt.body.name), PHASES)
    elif not isinstance(stmt, (m.If, m.Loop, m.Until, m.May, m.Offer, m.OpenWindow, m.Cost, m.EndPhase, m.EndGame)):
        yield EVERYTHING


def _moved(what: m.Expr, to: m.Expr) -> Iterator[Touch]:
    yield from places_in(what)
    yield from (("place", to.place.name) if isinstance(to, m.PlaceOf) else PLACES, KNOWN, LEAVING)


def meet(reads: frozenset[Touch], changes: frozenset[Touch]) -> bool:
    """Whether something that is read may be changed."""
    if not reads or not changes:
        return False
    if EVERYTHING in reads or EVERYTHING in changes or reads & changes:
        return True
    read, changed = {touch[0] for touch in reads}, {touch[0] for touch in changes}
    if (PLACES in reads and changed & {"place", "places"}) or (PLACES in changes and read & _IN_PLACES):
        return True
    # What moves from or to a pile changes what lies on top of it.
    return any(("place", touch[1]) in changes for touch in reads if touch[0] == "order")
