"""Who listens to a change: found when compiling, so that what nobody listens to costs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.formulas import Formulas
from encanta.compiling.trees import parts, substituted, walk

_FROM_ELSEWHERE = (
    m.AllIn,
    m.Read,
    m.WhereIs,
    m.SlotOf,
    m.OwnerOf,
    m.ValueOf,
    m.Running,
    m.Current,
    m.Shown,
    m.Shows,
)
"""Formulas that look at more than one place that they name."""


@dataclass(frozen=True, slots=True, eq=False)
class Listener:
    """One trigger of one ability (or of a latch: then `latch` is the variable it sets)."""

    number: int
    trigger: m.MoveTrigger | m.EdgeTrigger
    ability: m.Ability | None
    latch: m.Variable | None


@dataclass(frozen=True, slots=True)
class Touched:
    """What a statement may change: places entered and left, variables written. None: any place of the component."""

    enters: frozenset[m.Place]
    leaves: frozenset[m.Place]
    variables: frozenset[m.Variable]


class Watch:
    """Finds the listeners of a statement."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.model = formulas.model
        self.listeners: list[Listener] = []
        for ability in formulas.layout.abilities:
            for trigger in ability.triggers:
                if not isinstance(trigger, m.StepTrigger):
                    self.listeners.append(Listener(len(self.listeners), trigger, ability, None))
        for variable in self.model.variables:
            if variable.latch is not None and not isinstance(variable.latch, m.StepTrigger):
                self.listeners.append(Listener(len(self.listeners), variable.latch, None, variable))
        self._reads: dict[int, tuple[frozenset[m.Place], frozenset[m.Variable]]] = {}

    def of(self, stmt: m.Stmt, source: m.Place | None = None) -> list[Listener]:
        """The listeners that a statement may wake; `source` if it is known from where a move takes."""
        touched = self.touched(stmt)
        if touched is None:
            return []
        if source is not None:
            variables = {v for v in touched.variables if source.name in v.leaving or not v.leaving}
            touched = Touched(touched.enters, frozenset((source,)), frozenset(variables))
        return [listener for listener in self.listeners if self._wakes(listener, touched)]

    def places_of(self, listener: Listener) -> frozenset[m.Place]:
        """The places that a listener's condition looks at."""
        if isinstance(listener.trigger, m.MoveTrigger):
            return frozenset((listener.trigger.place,))
        if listener.number not in self._reads:
            self._reads[listener.number] = self._reads_of(listener.trigger.value)
        return self._reads[listener.number][0]

    def minds_leaving(self, listener: Listener, move: m.Move) -> bool:
        """Whether a move can wake a listener only by what it takes out of sets of components."""
        touched = self.touched(move)
        if touched is None or any(p.form != "set" for p in self.places_of(listener)):
            return False
        entered = Touched(touched.enters, frozenset(), touched.variables)
        return not self._wakes(listener, entered)

    def stays_local(self, listener: Listener, place: m.Place) -> bool:
        """Whether a condition looks, for each owner, at nothing but the owner's own instance of a place."""
        trigger, ability = listener.trigger, listener.ability
        if not isinstance(trigger, m.EdgeTrigger) or ability is None or ability.whose != place.each:
            return False
        todo: list[m.Expr] = [self.formulas.prepared(trigger.value)]
        for node in walk(todo.pop()):
            if isinstance(node, m.PlaceOf):
                if node.place is not place or not (isinstance(node.owner, m.Local) and node.owner.name == "you"):
                    return False
            elif isinstance(
                node,
                (m.AllIn, m.Read, m.WhereIs, m.SlotOf, m.OwnerOf, m.ValueOf, m.Running, m.Current, m.Shown, m.Shows),
            ):
                return False
        return True

    def _wakes(self, listener: Listener, touched: Touched) -> bool:
        trigger = listener.trigger
        if isinstance(trigger, m.MoveTrigger):
            return trigger.place in (touched.enters if trigger.enters else touched.leaves)
        if listener.number not in self._reads:
            self._reads[listener.number] = self._reads_of(trigger.value)
        places, variables = self._reads[listener.number]
        return bool(places & (touched.enters | touched.leaves) or variables & touched.variables)

    def _reads_of(self, value: m.Expr) -> tuple[frozenset[m.Place], frozenset[m.Variable]]:
        places: set[m.Place] = set()
        variables: set[m.Variable] = set()
        todo: list[m.Expr] = [value]
        seen: set[m.Value] = set()
        shown: set[m.Property] = set()
        while todo:
            for node in walk(todo.pop()):
                if isinstance(node, (m.PlaceOf, m.AllOf)) and node.place is not None:
                    places.add(node.place)
                elif isinstance(node, m.Read):
                    variables.add(node.variable)
                elif isinstance(node, (m.WhereIs, m.OwnerOf, m.SlotOf)):
                    places |= set(self.model.places.values())
                elif isinstance(node, m.Shown):
                    places |= set(self.model.places.values())
                    todo += self._printed(node.property, shown)
                elif isinstance(node, m.Shows):
                    places |= self._of_kind(node.component) if node.part is None else set(self.model.places.values())
                elif isinstance(node, m.ValueOf) and node.value not in seen:
                    seen.add(node.value)
                    todo.append(self.formulas.value_bodies[node.value])
        return frozenset(places), frozenset(variables)

    def _printed(self, prop: m.Property, shown: set[m.Property]) -> list[m.Expr]:
        """All formulas that are printed for a property, and those of abilities that change it."""
        if prop in shown:
            return []
        shown.add(prop)
        rows = self.model.components[prop.component].rows
        printed = [p for row in rows for p in row.printed.get(prop.name, ())]
        found = [e for p in printed for e in (p.condition, p.amount) if e is not None]
        found += [
            c.target for component in self.model.components.values() for row in component.rows for c in row.copying
        ]
        for ability in self.model.abilities:
            for change in ability.changes:
                if change.property is prop:
                    found += [e for e in (ability.condition, change.condition, change.amount) if e is not None]
        return found

    # --------------------------------------------------------------------------------- what is changed

    def touched(self, stmt: m.Stmt) -> Touched | None:
        """What a statement may change, or None if it changes nothing that can be listened to."""
        none: frozenset[m.Place] = frozenset()
        if isinstance(stmt, m.Move):
            sources = self._holding(stmt.what)
            variables = {v for v, _ in stmt.variables} | self._dropped(sources)
            return Touched(frozenset(self._named(stmt.to)), frozenset(sources), frozenset(variables))
        if isinstance(stmt, m.Deal):
            return Touched(frozenset((stmt.place,)), frozenset(self._named(stmt.source)), frozenset())
        if isinstance(stmt, m.Swap):
            both = frozenset(self._holding(stmt.first) | self._holding(stmt.second))
            return Touched(both, both, frozenset(self._dropped(both)))
        if isinstance(stmt, m.SetVar):
            return Touched(none, none, frozenset((stmt.variable,)))
        if isinstance(stmt, m.Tally) and stmt.sheet.adds_to is not None:
            return Touched(none, none, frozenset((stmt.sheet.adds_to,)))
        return None

    def _dropped(self, places: Iterable[m.Place]) -> set[m.Variable]:
        names = {p.name for p in places}
        return {v for v in self.model.variables if names & set(v.leaving)}

    def _named(self, place: m.Expr) -> set[m.Place]:
        if isinstance(place, m.PlaceOf):
            return {place.place}
        return self._of_kind(place.type.name)

    def _of_kind(self, component: str | None) -> set[m.Place]:
        return {p for p in self.model.places.values() if component is None or p.component == component}

    def _holding(self, what: m.Expr) -> set[m.Place]:
        """The places from which components may come."""
        if isinstance(what, m.Ends) and isinstance(what.set, m.Contents):
            return self._named(what.set.place)
        if isinstance(what, m.Contents):
            return self._named(what.place)
        element = what.type.of if what.type.of is not None else what.type
        return self._of_kind(element.name)


def owners(formulas: Formulas, listener: Listener) -> list[m.Expr | None]:
    """Everybody for whom a listener listens, as constants; one None for the game's own."""
    owner = listener.ability.whose if listener.ability is not None else None
    if listener.latch is not None and listener.latch.owner in ("player", "side"):
        owner = listener.latch.owner
    span = listener.trigger.span
    if owner == "side":
        return [m.Const(m.SIDE, span, i) for i in range(len(formulas.model.sides))]
    if owner == "player":
        return [m.Const(m.PLAYER, span, i) for i in range(formulas.layout.seats)]
    return [None]


def owned(condition: m.Expr, owner: m.Expr | None) -> m.Expr:
    """A condition read for one owner."""
    return condition if owner is None else substituted(condition, {"you": owner})


__all__ = ["Listener", "Touched", "Watch", "ir", "owned", "owners", "parts"]
