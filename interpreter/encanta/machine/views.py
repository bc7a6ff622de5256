"""What a seat may see: derived from places and from who has looked at what, never written by hand."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.compiling.layout import Place, Variable
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.table import State


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One place as a seat sees it: names from the top (for sets in order of their kinds), None for a hidden face.

    A row has the number of the slot of each, from 1, and how many slots there are. `backs` says what is seen of each
    face down, where the backs of its kind differ.
    """

    place: Place
    owner: int
    title: str
    cards: tuple[str | None, ...]
    slots: tuple[int, ...] = ()
    size: int = 0
    backs: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether every face is known."""
        return None not in self.cards


@dataclass(frozen=True, slots=True)
class VariableView:
    """A variable in words."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a seat may see."""

    seat: int
    places: tuple[PlaceView, ...]
    variables: tuple[VariableView, ...]


def visible(program: Program, state: State, seat: int) -> int:
    """The components whose face a seat may know, as a mask."""
    return program.table.visible(state, seat)


def view(program: Program, state: State, seat: int, names: Names, seen: int | None = None) -> View:
    """What a seat sees of a state; `seen` are the components whose faces it sees (None: all that it may know)."""
    if seen is None:
        seen = visible(program, state, seat)
    places = []
    for instance in program.layout.instances:
        items = program.table.listed(state, instance.cell)
        if instance.place.form == "set":
            items = sorted(items, key=lambda x: not seen >> x & 1)
        cards = [names.component(x) if seen >> x & 1 else None for x in items]
        backs = tuple(filter(None, (names.back(x) for x in items)))
        title = names.place(instance.cell)
        row = state[instance.cell] if instance.place.form == "row" else ()
        slots, size = tuple(number for number, x in enumerate(row, 1) if x >= 0), len(row)
        places.append(PlaceView(instance.place, instance.owner, title, tuple(cards), slots, size, backs))
    return View(seat, tuple(places), _variables(program, state, seen, names))


def _maps(program: Program, state: State, names: Names, variable: Variable, first: int) -> list[VariableView]:
    """A variable with a number for each member of an enumeration: all that are not 0."""
    members = program.layout.model.enums[variable.type.name or ""].members
    found = []
    for owner in range(program.layout.owners(variable)):
        cells = state[first + owner * len(members) : first + (owner + 1) * len(members)]
        said = ", ".join(f"{names.word(m)} {n}" for m, n in zip(members, cells, strict=True) if n) or "0"
        title = names.word(variable.name)
        title = title if variable.owner is None else f"{names.owner(variable.owner, owner)}'s {title}"
        found.append(VariableView(title, said))
    return found


def _variables(program: Program, state: State, seen: int, names: Names) -> tuple[VariableView, ...]:
    def said(kind: str, of: str | None, value: int) -> str:
        if kind == "component" and value >= 0:
            return names.seen(state, program.table, seen, value)
        return names.element(kind, of, value)

    found = []
    for variable, first in program.layout.variables.items():
        title = names.word(variable.name)
        kind, of = variable.type.kind, variable.type.name
        if kind in ("set", "list"):
            continue
        if kind == "map":
            found += _maps(program, state, names, variable, first)
        elif variable.owner is None:
            found.append(VariableView(title, said(kind, of, state[first])))
        elif variable.owner in ("player", "side"):
            count = program.seats if variable.owner == "player" else len(program.model.sides)
            for i in range(count):
                owner = names.owner(variable.owner, i)
                found.append(VariableView(f"{owner}'s {title}", said(kind, of, state[first + i])))
    return tuple(found)
