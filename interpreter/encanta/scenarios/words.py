"""What the words of a scenario stand for in one game: players, sides, places, variables, values and things."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.meaning_codes import WHOSE
from encanta.compiling.layout import Instance, Layout
from encanta.scenarios.codes import UNKNOWN_SEAT, UNKNOWN_SUBJECT, UNKNOWN_THING
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nearest import nearest
from encanta.text.spans import Span

NOTHING_WORDS = ("nothing", "nobody", "none")
OWNERS = (None, "player", "side")
_SEAT = re.compile(r"P([1-9][0-9]{0,2})")
_CALL = re.compile(r"(?P<name>\w+)\((?P<owner>[^()]+)\)")
_GENITIVE = re.compile(r"(?P<owner>.+)'s (?P<name>\w+)")
_OF = re.compile(r"(?P<name>\w+) of (?P<owner>.+)")


class Unclear(Exception):
    """Words of a scenario that cannot be understood; `diagnostic` says why and where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def unclear(code: str, message: str, span: Span, help: str | None = None) -> Unclear:
    """The exception for one problem."""
    return Unclear(error(code, message, span, help=help))


@dataclass(frozen=True, slots=True)
class PlaceSubject:
    """One place of the table."""

    instance: Instance


@dataclass(frozen=True, slots=True)
class VariableSubject:
    """A variable of the game (`owner` -1), a player or a side."""

    variable: m.Variable
    owner: int


@dataclass(frozen=True, slots=True)
class ValueSubject:
    """A declared value without parameters."""

    value: m.Value
    owner: int


Subject = PlaceSubject | VariableSubject | ValueSubject


class Words:
    """The names of one game. Every method that reads words raises Unclear if they mean nothing."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.model = layout.model
        self.seats = [f"P{seat + 1}" for seat in range(layout.seats)]
        self._row_names: dict[str, dict[str, str]] = {}
        self._variables = {v.name: v for v in self.model.variables if v.owner in OWNERS}
        self._values = {v.name: v for v in self.model.values if v.stands_alone and v.owner in (None, "player", "side")}

    # --------------------------------------------------------------------------------------- owners

    def seat(self, text: str, span: Span) -> int:
        """The seat (from 0) that `P1`, `P2`... stands for."""
        match = _SEAT.fullmatch(text.strip())
        if match is None or int(match[1]) > self.layout.seats:
            raise unclear(
                UNKNOWN_SEAT, f"there is no player `{text}`", span, f"the players are {', '.join(self.seats)}"
            )
        return int(match[1]) - 1

    def side(self, text: str, span: Span) -> int:
        """The number of the side that any of its players stands for; `P1's side` and `side of P1` are fine too."""
        text = text.strip().removesuffix("'s side").removeprefix("side of ")
        return self.layout.side_of[self.seat(text, span)]

    def _owner(self, each: str | None, name: str, text: str | None, span: Span) -> int:
        """The number of whom a thing named `name` belongs to; `each` says what kind of owner it has."""
        if each is None:
            if text is not None:
                raise unclear(WHOSE, f"`{name}` belongs to the whole game", span, f"write `{name}` alone")
            return m.NOTHING
        if text is None:
            whose = "P1's" if each in ("player", "side") else self.model.enums[each].members[0] + "'s"
            raise unclear(WHOSE, f"it is not said whose `{name}` is meant", span, f"write for example `{whose} {name}`")
        if each == "player":
            return self.seat(text, span)
        if each == "side":
            return self.side(text, span)
        return self.member(self.model.enums[each], text, span)

    # ------------------------------------------------------------------------------------- subjects

    def subject(self, text: str, span: Span) -> Subject:
        """The place, variable or value that is named: `deck`, `P1's hand`, `total of P2's side`, `display(red)`."""
        name, owner = _split(text.strip())
        place = self.model.places.get(name)
        if place is not None:
            return PlaceSubject(self._instance(place, owner, span))
        if name in self._variables:
            variable = self._variables[name]
            return VariableSubject(variable, self._owner(variable.owner, name, owner, span))
        if name in self._values:
            value = self._values[name]
            return ValueSubject(value, self._owner(value.owner, name, owner, span))
        raise self._unknown_subject(name, span)

    def declares(self, name: str) -> bool:
        """Whether a place, variable or value has this name."""
        return name in self.model.places or name in self._variables or name in self._values

    def _unknown_subject(self, name: str, span: Span) -> Unclear:
        known = [*self.model.places, *self._variables, *self._values]
        near = nearest(name, known)
        help = f"did you mean `{near}`?" if near else None
        return unclear(UNKNOWN_SUBJECT, f"the game has no place, variable or value `{name}`", span, help)

    def place(self, text: str, span: Span) -> Instance:
        """The place that is named."""
        name, owner = _split(text.strip())
        place = self.model.places.get(name)
        if place is None:
            near = nearest(name, self.model.places)
            help = f"did you mean `{near}`?" if near else None
            raise unclear(UNKNOWN_SUBJECT, f"the game has no place `{name}`", span, help)
        return self._instance(place, owner, span)

    def _instance(self, place: m.Place, owner: str | None, span: Span) -> Instance:
        number = self._owner(place.each, place.name, owner, span)
        return next(i for i in self.layout.by_place[place] if i.owner == number)

    # --------------------------------------------------------------------------------------- values

    def member(self, enum: m.Enum, text: str, span: Span) -> int:
        """The index of a member of an enumeration."""
        if text.strip() in enum.members:
            return enum.members.index(text.strip())
        raise self.unknown(text, f"one of {enum.name}", enum.members, span)

    def unknown(self, text: str, what: str, known: Iterable[str], span: Span) -> Unclear:
        """The exception for a word that is none of the known ones."""
        names = list(known)
        near = nearest(text, names)
        help = f"did you mean `{near}`?" if near else f"there are {', '.join(names)}" if 0 < len(names) <= 12 else None
        return unclear(UNKNOWN_THING, f"`{text}` is not {what}", span, help)

    def single(self, type_: m.Type, text: str, span: Span) -> int:
        """The value of a type that one word stands for. Components have no words of their own: see `things`."""
        text = text.strip()
        if text in NOTHING_WORDS and (type_.optional or type_.kind == "nothing"):
            return m.NOTHING
        kind = type_.kind
        if kind == "integer":
            return _integer(text, span)
        if kind == "flag":
            if text not in ("yes", "no"):
                raise unclear(UNKNOWN_THING, f"`{text}` is not `yes` or `no`", span)
            return int(text == "yes")
        if kind == "player":
            return self.seat(text, span)
        if kind == "side":
            return self.side(text, span)
        if kind == "enum":
            return self.member(self.model.enums[type_.name or ""], text, span)
        if kind == "place":
            return self.place(text, span).cell
        raise unclear(UNKNOWN_THING, f"`{text}` cannot stand here", span)

    def row_names(self, component: str) -> dict[str, str]:
        """The names of the rows of a component, by these names and by what is printed on them."""
        if component not in self._row_names:
            rows = self.model.components[component].rows
            printed = {row.title: row.name for row in rows if row.title}
            self._row_names[component] = printed | {row.name: row.name for row in rows}
        return self._row_names[component]

    def rows(self, component: str, name: str, span: Span) -> int:
        """The mask of all copies of a row, called by its name or as it is printed."""
        name = self.row_names(component).get(name, name)
        mask = self.layout.rows_mask(component, frozenset((name,)))
        if mask:
            return mask
        rows = [row.name for row in self.model.components[component].rows]
        if name in rows:
            raise unclear(UNKNOWN_THING, f"there is no copy of `{name}` in this game", span)
        raise self.unknown(name, f"a row of `{component}`", rows, span)

    def variables_of(self, component: str) -> dict[str, m.Variable]:
        """The variables that components of a kind have."""
        return {v.name: v for v in self.model.variables if v.owner == component}


def _split(text: str) -> tuple[str, str | None]:
    """The name of a thing and the words for its owner, if there are any."""
    for form in (_CALL, _GENITIVE, _OF):
        match = form.fullmatch(text)
        if match is not None:
            return match["name"], match["owner"].strip()
    return text, None


def _integer(text: str, span: Span) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text) is None:
        raise unclear(UNKNOWN_THING, f"`{text}` is not a whole number", span)
    return int(text)
