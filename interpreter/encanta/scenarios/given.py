"""Reads what a scenario gives: the phase it begins in, what lies where, variables, and what is known."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.meaning_codes import WHOSE
from encanta.checking.structure_codes import WRONG_KIND
from encanta.compiling.layout import Instance
from encanta.scenarios.cells import owned
from encanta.scenarios.codes import IMPOSSIBLE_GIVEN, UNKNOWN_SUBJECT
from encanta.scenarios.items import Item, Listing, read_listing, scalars
from encanta.scenarios.things import Thing, element, read_thing, read_things
from encanta.scenarios.words import NOTHING_WORDS, PlaceSubject, Unclear, ValueSubject, VariableSubject, Words, unclear
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar
from encanta.text.spans import Span

_KNOWS = re.compile(r"(P[0-9]+) knows")


@dataclass(frozen=True, slots=True)
class At:
    """The phase in which a scenario begins, and for whom (-1: for nobody)."""

    phase: str
    seat: int
    span: Span


@dataclass(frozen=True, slots=True)
class Sight:
    """Faces that a seat has seen: all of a place, one position of it (from 1), or the copies of one row in it."""

    seat: int
    instance: Instance
    position: int
    mask: int
    span: Span


@dataclass(frozen=True, slots=True)
class Assigned:
    """What a variable is set to: the cell that keeps it, and the things; several only for a set or a list."""

    cell: int
    type: m.Type
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """Everything that is given, bound to one game."""

    at: At | None
    places: tuple[tuple[Instance, Listing], ...]
    variables: tuple[Assigned, ...]
    sights: tuple[Sight, ...]


NOTHING_GIVEN = Given(None, (), (), ())


def read_given(words: Words, node: Mapping | None, report: Callable[[Diagnostic], object]) -> Given:
    """What is given, with a report of everything that cannot be. What cannot be understood is left out."""
    if node is None:
        return NOTHING_GIVEN
    reader = _Reader(words)
    for entry in node:
        try:
            reader.entry(entry)
        except Unclear as problem:
            report(problem.diagnostic)
    given = Given(reader.at, tuple(reader.places.values()), tuple(reader.variables.values()), tuple(reader.sights))
    for found in impossible(words, given):
        report(found)
    return given


class _Reader:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.at: At | None = None
        self.places: dict[int, tuple[Instance, Listing]] = {}
        self.variables: dict[int, Assigned] = {}
        self.sights: list[Sight] = []
        self._first: dict[int, Span] = {}

    def entry(self, entry: Entry) -> None:
        """Take in one key of what is given. Raises Unclear."""
        key, value = entry.key.text, entry.value
        knows = _KNOWS.fullmatch(key)
        if key == "at":
            self.at = read_at(self.words, value)
        elif knows is not None:
            seat = self.words.seat(knows[1], entry.key.span)
            self.sights.extend(read_sight(self.words, seat, word) for word in scalars(value))
        else:
            self._subject(entry)

    def _subject(self, entry: Entry) -> None:
        subject = self.words.subject(entry.key.text, entry.key.span)
        if isinstance(subject, PlaceSubject):
            cell = subject.instance.cell
            self._once(cell, entry)
            self.places[cell] = (subject.instance, read_listing(self.words, subject.instance, entry.value))
        elif isinstance(subject, VariableSubject):
            for found in _assigned(self.words, subject, entry.value):
                self._once(found.cell, entry)
                self.variables[found.cell] = found
        else:
            raise _computed(subject, entry.key.span)

    def _once(self, cell: int, entry: Entry) -> None:
        first = self._first.setdefault(cell, entry.key.span)
        if first is not entry.key.span:
            label = (Label(first, "it is given here first"),)
            raise Unclear(error(IMPOSSIBLE_GIVEN, f"`{entry.key.text}` is given twice", entry.key.span, labels=label))


def _computed(subject: ValueSubject, span: Span) -> Unclear:
    help = "give the places and variables that it is computed from"
    return unclear(IMPOSSIBLE_GIVEN, f"`{subject.value.name}` is computed and cannot be given", span, help)


def _assigned(words: Words, subject: VariableSubject, node: Node) -> list[Assigned]:
    """What a variable is set to; one for each member that is named, where it has a number for each. Raises Unclear."""
    variable, first = subject.variable, owned(words.layout, subject.variable, subject.owner)
    type_ = variable.type
    if type_.kind == "map":
        return [Assigned(first + at, m.INTEGER, (thing,)) for at, thing in read_numbers(words, variable, node)]
    if type_.kind in ("set", "list"):
        things = read_things(words, element(type_), node)
        return [Assigned(first, type_, tuple(thing for thing in things if thing.words not in NOTHING_WORDS))]
    if not isinstance(node, Scalar):
        raise unclear(WRONG_KIND, f"the value of `{variable.name}` is one word", node.span)
    return [Assigned(first, type_, (_one(words, type_, node),))]


def _one(words: Words, type_: m.Type, node: Scalar) -> Thing:
    if type_.kind == "component":
        return read_thing(words, type_, node.text, node.span)
    return Thing(node.text.strip(), node.span, words.single(type_, node.text, node.span))


def read_numbers(words: Words, variable: m.Variable, node: Node) -> list[tuple[int, Thing]]:
    """The numbers of members of an enumeration, `{red: 2}`, by the index of the member. Raises Unclear."""
    enum = words.model.enums[variable.type.name or ""]
    if not isinstance(node, Mapping):
        help = f"write for example `{{{enum.members[0]}: 1}}`"
        raise unclear(WRONG_KIND, f"`{variable.name}` has a number for each of `{enum.name}`", node.span, help)
    found = []
    for entry in node:
        if not isinstance(entry.value, Scalar):
            raise unclear(WRONG_KIND, f"the number of `{entry.key.text}` is one word", entry.value.span)
        number = Thing(entry.value.text, entry.value.span, words.single(m.INTEGER, entry.value.text, entry.value.span))
        found.append((words.member(enum, entry.key.text, entry.key.span), number))
    return found


def read_at(words: Words, node: Node) -> At:
    """`PHASE` or `PHASE of P1`. Raises Unclear."""
    if not isinstance(node, Scalar):
        raise unclear(WRONG_KIND, "`at` names a phase: `PHASE of P1`", node.span)
    name, _, whose = node.text.strip().partition(" of ")
    phases = {body.name: body for body in words.model.bodies.values() if body.kind == "phase"}
    phases.setdefault(words.model.root.name, words.model.root)
    if name not in phases:
        near = nearest(name, phases)
        help = f"did you mean `{near}`?" if near else f"the phases are {', '.join(phases)}"
        raise unclear(UNKNOWN_SUBJECT, f"the game has no phase `{name}`", node.span, help)
    if not phases[name].has_you:
        if whose:
            raise unclear(WHOSE, f"the phase `{name}` runs for nobody in particular", node.span, f"write `{name}`")
        return At(name, m.NOTHING, node.span)
    if not whose:
        raise unclear(WHOSE, f"it is not said for whom `{name}` runs", node.span, f"write `{name} of P1`")
    return At(name, words.seat(whose, node.span), node.span)


def read_sight(words: Words, seat: int, node: Scalar) -> Sight:
    """`P3's hand`, `P3's hand 2` (a position) or `P3's hand red` (a row). Raises Unclear."""
    text, span = node.text.strip(), node.span
    whole = _known_place(words, text, span)
    if whole is not None:
        return Sight(seat, whole, 0, 0, span)
    place, _, last = text.rpartition(" ")
    instance = _known_place(words, place, span)
    if instance is None:
        instance = words.place(text, span)
    if last.isascii() and last.isdigit():
        return Sight(seat, instance, int(last), 0, span)
    return Sight(seat, instance, 0, words.rows(instance.place.component, last, span), span)


def _known_place(words: Words, text: str, span: Span) -> Instance | None:
    try:
        return words.place(text, span)
    except Unclear:
        return None


# ------------------------------------------------------------------------------------- what cannot be


def impossible(words: Words, given: Given) -> list[Diagnostic]:
    """Why a position cannot be: more copies than there are, more in a place than fits, components with no place."""
    found = [
        *_too_many(words, given),
        *(problem for instance, listing in given.places for problem in _misplaced(instance, listing)),
    ]
    for kind in words.layout.kinds.values():
        named = [(i, listing) for i, listing in given.places if i.place.component == kind.component.name]
        found.extend(_rests(named))
        if not found:
            found.extend(_left_over(words, named, kind.mask.bit_count()))
    return found


def _too_many(words: Words, given: Given) -> list[Diagnostic]:
    used: dict[int, int] = {}
    found = []
    for _, listing in given.places:
        for item in listing.items:
            if item.kind != "row":
                continue
            used[item.mask] = used.get(item.mask, 0) + 1
            copies = item.mask.bit_count()
            if used[item.mask] == copies + 1:
                are = "is only one copy" if copies == 1 else f"are only {copies} copies"
                found.append(error(IMPOSSIBLE_GIVEN, f"there {are} of `{item.name}`, and one more is given", item.span))
    return found


def _misplaced(instance: Instance, listing: Listing) -> list[Diagnostic]:
    found = []
    for item in listing.items:
        if item.kind == "hidden":
            found.append(error(IMPOSSIBLE_GIVEN, "a given component has a face", item.span, help="write `1 more`"))
        if item.kind == "gap" and instance.place.form != "row":
            message = f"`{instance.place.name}` has no slots, so it has no gaps"
            found.append(error(IMPOSSIBLE_GIVEN, message, item.span))
    capacity = instance.holds
    if capacity is not None and smallest(listing) > capacity:
        message = f"`{instance.place.name}` holds at most {capacity}, and {smallest(listing)} are given"
        found.append(error(IMPOSSIBLE_GIVEN, message, listing.span))
    return found


def _rests(named: list[tuple[Instance, Listing]]) -> list[Diagnostic]:
    """`...` takes all that is left, so it can stand only once."""
    rests = [item for instance, listing in named for item in listing.items if item.kind == "rest"]
    return [
        error(IMPOSSIBLE_GIVEN, "`...` takes all that is left, and stands twice", item.span, labels=_here(rests[0]))
        for item in rests[1:]
    ]


def _here(item: Item) -> tuple[Label, ...]:
    return (Label(item.span, "all that is left lies here already"),)


def _left_over(words: Words, named: list[tuple[Instance, Listing]], there: int) -> list[Diagnostic]:
    homes = [listing for instance, listing in named if instance.place.home]
    asked = sum(smallest(listing) for _, listing in named)
    if asked > there:
        name = named[-1][0].place.component
        return [
            error(IMPOSSIBLE_GIVEN, f"there are only {there} of `{name}`, and {asked} are given", named[-1][1].span)
        ]
    # With its home named and nowhere open, what is left over would have no place to lie in.
    if not homes or any(listing.open for _, listing in named):
        return []
    unnamed = {i.cell for i in words.layout.instances if i.place.component == named[0][0].place.component}
    unnamed -= {instance.cell for instance, _ in named}
    if asked == there and not unnamed:
        return []
    help = "put `...` in the place where the others lie"
    return [error(IMPOSSIBLE_GIVEN, "it is not said where what is left over lies", homes[0].span, help=help)]


def smallest(listing: Listing) -> int:
    """How many components a listing needs at least."""
    if listing.only_count is not None:
        return listing.only_count
    return sum(item.count for item in listing.items if item.kind in ("row", "more"))
