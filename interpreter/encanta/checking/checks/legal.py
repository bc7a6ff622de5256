"""Choices, requirements and windows that depend on what those who see them cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking import meaning_codes as codes
from encanta.checking import model as m
from encanta.checking.checks.hidden import Hidden, hidden
from encanta.checking.checks.reached import sentences
from encanta.checking.checks.sight import Changes, View, sight
from encanta.checking.checks.whole import Whole
from encanta.checking.windows import what_it_reads
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.spans import Span

Found = tuple[str, Hidden]
"""What reads it, in words, and what is read."""
_HELP = "ask first whether `it is known to you`, or decide by what the chooser sees"


def unknown_to_choosers(whole: Whole) -> Iterator[Diagnostic]:
    """What certainly lies where the chooser does not see it, and was never shown; through values and their changes."""
    changing = tuple(ability for ability in whole.model.abilities if ability.changes)
    bodies: list[m.Body | m.Ability] = [*whole.model.bodies.values(), *whole.model.abilities]
    found = [one for body in bodies for one in whole.memory.once_with(_of_body, body, changing)]
    found += [one for window in whole.model.windows for one in whole.memory.once_with(_of_window, window, changing)]
    if found:
        yield from _told(found, _Flows.of(whole))


@dataclass(frozen=True, slots=True)
class _Flows:
    """Names of places: of which something is `shown` (all, if "*" is one of them), that are `shuffled`, into which
    things are `put` one by one, and into which they come `unseen`."""

    shown: frozenset[str] = frozenset()
    shuffled: frozenset[str] = frozenset()
    put: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()

    @classmethod
    def of(cls, whole: Whole) -> _Flows:
        """Those of a whole model."""
        parts = [whole.memory.once(_flows, body) for body in _all(whole.model)]
        shown, shuffled, put, unseen = (
            frozenset[str]().union(*names) for names in zip(*map(_sets, parts), strict=True)
        )
        return cls(shown, shuffled, put, unseen)

    def hide(self, place: m.Place) -> bool:
        """Whether nothing lets anybody know what lies in a place that is not seen."""
        if place.name in self.shown or "*" in self.shown:
            return False
        if place.seen_by == "nobody":
            # What players put somewhere face down, they know; what was shuffled there nobody does.
            return (place.home or place.name in self.shuffled) and place.name not in self.put
        return place.name in self.unseen


def _told(found: list[Found], flows: _Flows) -> Iterator[Diagnostic]:
    said: set[Span] = set()
    for what, read in found:
        if read.place is None or not flows.hide(read.place) or read.said in said:
            continue
        said.add(read.said)
        labels = (Label(read.read, "read here"),) if read.read != read.said else ()
        message = f"{what} reads {read.what}, which {_who(what)}"
        yield error(codes.HIDDEN_READ, message, read.said, labels=labels, help=_HELP)


def _who(what: str) -> str:
    return "not everybody knows" if "of a window" in what else "the chooser may not know"


def _of_body(body: m.Body | m.Ability, changing: tuple[m.Ability, ...]) -> tuple[Found, ...]:
    """The choices of a body, the requirements of an action, and the choices in its sentences."""
    changes = _changes(changing)
    found: list[Found] = []
    if isinstance(body, m.Body):
        view = View("you", yours=frozenset({"you"}), changes=changes)
        for choice in body.choices:
            found += _of_choice(choice, view)
        for require in body.requires if body.kind == "action" else ():
            found += [(f"`{require.name}`", one) for one in hidden(require.condition, view)]
    for stmt in sentences(body):
        if isinstance(stmt, m.Choose) and isinstance(stmt.who, m.Local):
            name = stmt.who.name
            found += _of_choice(stmt.choice, View(name, yours=frozenset({name}), changes=changes))
    return tuple(one for one in found if one[1].place is not None)


def _of_choice(choice: m.Choice, view: View) -> Iterator[Found]:
    asked = [choice.source, choice.low, *(part for part in (choice.high, choice.such_that) if part is not None)]
    inner = view.seeing({choice.local: sight(choice.source, view)})
    for part in asked:
        yield from (("this choice", one) for one in hidden(part, inner))


def _of_window(window: m.Window, changing: tuple[m.Ability, ...]) -> tuple[Found, ...]:
    """What a window reads through static changes; what it reads itself is told where it is read."""
    found: list[Found] = []
    for key, expr, view in what_it_reads(window):
        wider = View(view.seer, view.sights, view.sources, view.yours, changes=_changes(changing))
        found += [(f"`{key}` of a window", one) for one in hidden(expr, wider) if one.changed]
    return tuple(found)


def _changes(changing: tuple[m.Ability, ...]) -> Changes:
    found: dict[tuple[str | None, str], list[tuple[m.Ability, m.Change]]] = {}
    for ability in changing:
        for change in ability.changes:
            if change.value is not None:
                found.setdefault((change.value.owner, change.value.name), []).append((ability, change))
            if change.property is not None:
                found.setdefault((change.property.component, change.property.name), []).append((ability, change))
    return found


def _all(model: m.Model) -> Iterator[m.Body | m.Ability | m.Effect]:
    yield from model.setup
    yield from model.bodies.values()
    yield from model.abilities
    yield from (e for kind in model.components.values() for row in kind.rows for e in row.effects.values())


def _sets(flows: _Flows) -> tuple[frozenset[str], ...]:
    return flows.shown, flows.shuffled, flows.put, flows.unseen


def _flows(declared: m.Body | m.Ability | m.Effect) -> _Flows:
    """What the sentences of a declaration show and move."""
    shown, shuffled, put, unseen = set[str](), set[str](), set[str](), set[str]()
    sources: dict[str, m.Expr] = {}
    for stmt in sentences(declared):
        sources |= _bound(stmt)
        view = View(sources=sources)
        if isinstance(stmt, m.Look):
            place = sight(stmt.what, view).place
            shown.add(place.name if place is not None else "*")
        elif isinstance(stmt, m.Shuffle) and isinstance(stmt.place, m.PlaceOf):
            shuffled.add(stmt.place.place.name)
        elif isinstance(stmt, m.Deal):
            source = stmt.source.place if isinstance(stmt.source, m.PlaceOf) else None
            unseen |= {stmt.place.name} if source is None or source.seen_by == "nobody" else set()
        elif isinstance(stmt, m.Move) and isinstance(stmt.to, m.PlaceOf):
            put.add(stmt.to.place.name)
            place = sight(stmt.what, view).place
            unseen |= {stmt.to.place.name} if place is not None and place.seen_by == "nobody" else set()
    return _Flows(frozenset(shown), frozenset(shuffled), frozenset(put), frozenset(unseen))


def _bound(stmt: m.Stmt) -> dict[str, m.Expr]:
    """What a sentence binds a local to."""
    if isinstance(stmt, m.Let):
        return {stmt.local: stmt.value}
    if isinstance(stmt, (m.Random, m.ForEach)):
        return {stmt.local: stmt.set}
    return {stmt.choice.local: stmt.choice.source} if isinstance(stmt, m.Choose) else {}
