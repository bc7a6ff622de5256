"""Looks at places, variables and values, and at what a seat knows and sees."""

from __future__ import annotations

from collections.abc import Callable

from encanta.checking import model as m
from encanta.checking.structure_codes import WRONG_KIND
from encanta.machine.bits import members
from encanta.scenarios.cells import contents, owned
from encanta.scenarios.comparing import Contents, listing_words
from encanta.scenarios.forms import node_words
from encanta.scenarios.given import read_numbers, read_sight
from encanta.scenarios.items import read_listing, scalars
from encanta.scenarios.looks import Look, Report, mapping_of, one
from encanta.scenarios.offers import Difference
from encanta.scenarios.session import Session
from encanta.scenarios.things import element, fits, names_of, read_things
from encanta.scenarios.words import PlaceSubject, Unclear, ValueSubject, VariableSubject, Words, unclear
from encanta.text.nodes import Entry, Scalar


def place(words: Words, subject: PlaceSubject, entry: Entry) -> Look:
    """The contents of a place."""
    instance = subject.instance
    listing = read_listing(words, instance, entry.value)

    def look(session: Session) -> list[Difference]:
        there = contents(session.state, instance)
        found = Contents(session.layout, session.state, there, -1)
        if found.agrees(listing, instance.place.form != "set"):
            return []
        expected, actual = listing_words(session.layout, listing), found.words(listing)
        return [Difference(entry.key.text, expected, actual, entry.value.span, actual)]

    return look


def valued(words: Words, subject: VariableSubject | ValueSubject, type_: m.Type, entry: Entry) -> Look:
    """A variable, or a value without parameters."""
    if type_.kind == "map" and isinstance(subject, VariableSubject):
        return _numbered(words, subject, entry)
    read = _value_reader(words, type_, entry)

    def look(session: Session) -> list[Difference]:
        actual = _read(session, subject)
        if read(session, actual):
            return []
        shown = _shown(session, type_, actual)
        if node_words(entry.value).startswith("count "):
            shown = f"count {len(_elements(type_, actual))}"
        return [Difference(entry.key.text, node_words(entry.value), shown, entry.value.span, shown)]

    return look


def _numbered(words: Words, subject: VariableSubject, entry: Entry) -> Look:
    """The numbers of those members that are named."""
    numbers = read_numbers(words, subject.variable, entry.value)
    members_ = words.model.enums[subject.variable.type.name or ""].members
    first = owned(words.layout, subject.variable, subject.owner)

    def look(session: Session) -> list[Difference]:
        found = []
        for at, number in numbers:
            what, actual = f"{entry.key.text}, {members_[at]}", str(session.state[first + at])
            found.extend(one(what, str(number.value), actual, number.span))
        return found

    return look


def _value_reader(words: Words, type_: m.Type, entry: Entry) -> Callable[[Session, object], bool]:
    """A test of a value against the words for it."""
    of = element(type_)
    node = entry.value
    several = type_.kind in ("set", "list")
    if several and isinstance(node, Scalar) and node.text.startswith("count "):
        count = words.single(m.INTEGER, node.text.removeprefix("count "), node.span)
        return lambda session, actual: len(_elements(type_, actual)) == count
    things = [thing for thing in read_things(words, of, node) if thing.words != "nothing" or not several]
    if not several and len(things) != 1:
        raise unclear(WRONG_KIND, f"`{entry.key.text}` has one value", node.span)

    def agrees(session: Session, actual: object) -> bool:
        left = _elements(type_, actual)
        for thing in things:
            found = next((v for v in left if fits(session.layout, session.state, thing, v)), None)
            if found is None:
                return False
            left.remove(found)
        return not left

    return agrees


def knows(words: Words, seat: int, entry: Entry) -> Look:
    """Faces that a seat knows."""
    sights = [read_sight(words, seat, word) for word in scalars(entry.value)]

    def look(session: Session) -> list[Difference]:
        found = []
        seen = session.visible(seat)
        for sight in sights:
            there = [c for c in contents(session.state, sight.instance) if c >= 0]
            chosen = there[sight.position - 1 : sight.position] if sight.position else there
            meant = sum(1 << component for component in chosen)
            known = meant & seen & sight.mask if sight.mask else meant if meant & ~seen == 0 else 0
            if not known:
                found.append(Difference(entry.key.text, sight.span.text, "it has not seen that", sight.span))
        return found

    return look


def sees(words: Words, seat: int, entry: Entry, report: Report) -> Look:
    """Places as a seat sees them."""
    places = []
    for inner in mapping_of(entry, "what a seat sees is a mapping of places"):
        try:
            instance = words.place(inner.key.text, inner.key.span)
            places.append((inner, instance, read_listing(words, instance, inner.value)))
        except Unclear as problem:
            report(problem.diagnostic)

    def look(session: Session) -> list[Difference]:
        found = []
        seen = session.visible(seat)
        for inner, instance, listing in places:
            there = Contents(session.layout, session.state, contents(session.state, instance), seen)
            if not there.agrees(listing, instance.place.form != "set"):
                what = f"P{seat + 1} sees {inner.key.text}"
                expected = listing_words(session.layout, listing)
                actual = there.words(listing)
                found.append(Difference(what, expected, actual, inner.value.span, actual))
        return found

    return look


def _elements(type_: m.Type, actual: object) -> list[int]:
    if isinstance(actual, tuple):
        return list(actual)
    number = int(actual) if isinstance(actual, (int, bool)) else 0
    return list(members(number)) if type_.kind in ("set", "list") else [number]


def _shown(session: Session, type_: m.Type, actual: object) -> str:
    if type_.kind in ("set", "list"):
        of = element(type_)
        return f"[{', '.join(names_of(session.layout, of, value) for value in _elements(type_, actual))}]"
    return names_of(session.layout, type_, int(actual) if isinstance(actual, (int, bool)) else 0)


def _read(session: Session, subject: VariableSubject | ValueSubject) -> object:
    if isinstance(subject, VariableSubject):
        cell: object = session.state[owned(session.layout, subject.variable, subject.owner)]
        return cell
    return session.value(subject.value, subject.owner)
