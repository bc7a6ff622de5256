"""Writes what is given: a position in the words of scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from encanta.checking import model as m
from encanta.compiling.layout import Instance, Kind, Layout
from encanta.machine.bits import members
from encanta.machine.program import Program
from encanta.scenarios.beginning import before_phase
from encanta.scenarios.cells import State, contents, of_component, owned, row_name, start_of
from encanta.scenarios.comparing import with_variables
from encanta.scenarios.drafts import Words, quoted
from encanta.scenarios.snapshots import Begun
from encanta.scenarios.things import element, instance_words, names_of, place_words

Entry = tuple[str, Words]


def given_for(program: Program, begun: Begun, seed: int) -> list[Entry]:
    """What is given for the beginning of a phase, so that the scenario of a seed begins so.

    Raises ValueError if nothing leads to the phase.
    """
    base = _base(program, begun, seed)
    whose = f" of P{begun.seat + 1}" if begun.seat >= 0 else ""
    found: list[Entry] = [("at", begun.phase + whose)]
    layout, state = program.layout, begun.state
    named = [kind for kind in layout.kinds.values() if _differs(layout, kind, state, base)]
    for instance in layout.instances:
        if any(instance.place.component == kind.component.name for kind in named):
            found.append((instance_words(layout, instance), listed(layout, state, instance)))
    found.extend(_variables(layout, state, base))
    for seat in range(layout.seats):
        known = [word for kind in named for word in _known(layout, state, seat, kind)]
        if known:
            found.append((f"P{seat + 1} knows", tuple(known)))
    return found


def _base(program: Program, begun: Begun, seed: int) -> State:
    """The position in which a scenario with only the phase would begin."""
    found: list[State] = []
    program.enter(before_phase(program, begun.phase, seed), begun.phase, begun.seat, lambda s: found.append(s[:]))
    return found[0]


def _differs(layout: Layout, kind: Kind, state: State, base: State) -> bool:
    """Whether the components of a kind lie otherwise, are known to others or have other variables."""
    cells = [i.cell for i in layout.instances if i.place.component == kind.component.name]
    if any(state[cell] != base[cell] for cell in cells):
        return True
    if any((state[layout.known + seat] ^ base[layout.known + seat]) & kind.mask for seat in range(layout.seats)):
        return True
    own = [v for v in layout.variables if v.owner == kind.component.name]
    return any(
        of_component(layout, state, v, c) != of_component(layout, base, v, c)
        for v in own
        for c in range(kind.first, kind.last)
    )


def listed(layout: Layout, state: State, instance: Instance) -> tuple[str, ...]:
    """The contents of a place, equal ones side by side in one entry."""
    there = [_entry(layout, state, component) for component in contents(state, instance)]
    if instance.place.form == "set":
        there.sort(key=list(there).index)
    found: list[str] = []
    for entry, group in groupby(there):
        count = len(list(group))
        single = entry == "gap" or " with " in entry or entry.startswith("{")
        found.extend([entry] * count if single or count == 1 else [f"{count} {entry}"])
    while found and found[-1] == "gap":
        found.pop()
    return tuple(quoted(entry) if not entry.startswith("{") else entry for entry in found)


def _entry(layout: Layout, state: State, component: int) -> str:
    name = row_name(layout, component)
    if component < 0:
        return name
    kind = next(kind for kind in layout.kinds.values() if kind.first <= component < kind.last)
    own = [v for v in layout.variables if v.owner == kind.component.name]
    values = [(v, of_component(layout, state, v, component)) for v in own]
    return with_variables(layout, name, [(v, value) for v, value in values if value != start_of(v)])


# -------------------------------------------------------------------------------------------- variables


def _variables(layout: Layout, state: State, base: State) -> Iterator[Entry]:
    for variable in layout.variables:
        if variable.owner in layout.kinds:
            continue
        for owner in range(layout.owners(variable)):
            first = owned(layout, variable, owner)
            cells = range(first, first + layout.keys(variable.type))
            if any(state[cell] != base[cell] for cell in cells):
                yield called(layout, variable, owner), value_words(layout, state, variable, owner, base)


def called(layout: Layout, variable: m.Variable, owner: int) -> str:
    """How a variable of the game, a player or a side is named."""
    if variable.owner is None:
        return variable.name
    seat = owner if variable.owner == "player" else layout.model.sides[owner][0]
    return f"P{seat + 1}'s {variable.name}"


def value_words(layout: Layout, state: State, variable: m.Variable, owner: int, base: State | None = None) -> Words:
    """A variable's value; of numbers for members those that differ from another state, or (without one) all."""
    type_, first = variable.type, owned(layout, variable, owner)
    if type_.kind == "map":
        names = layout.model.enums[type_.name or ""].members
        said = [
            f"{name}: {state[first + at]}"
            for at, name in enumerate(names)
            if base is None or state[first + at] != base[first + at]
        ]
        return f"{{{', '.join(said)}}}"
    value = state[first]
    if type_.kind in ("set", "list"):
        parts = value if isinstance(value, tuple) else members(value)
        return tuple(quoted(_single(layout, state, element(type_), part)) for part in parts)
    return quoted(_single(layout, state, type_, value))


def _single(layout: Layout, state: State, type_: m.Type, value: int) -> str:
    if type_.kind == "component" and value >= 0:
        return f"{row_name(layout, value)} of {place_words(layout, state, value)}"
    return names_of(layout, type_, value)


# ------------------------------------------------------------------------------------------- knowledge


def _known(layout: Layout, state: State, seat: int, kind: Kind) -> Iterator[str]:
    """The faces of a kind that a seat remembers where it cannot see them."""
    known = state[layout.known + seat]
    for instance in layout.instances:
        if instance.place.component != kind.component.name or instance.seers >> seat & 1:
            continue
        there = [component for component in contents(state, instance) if component >= 0]
        seen = [component for component in there if known >> component & 1]
        name = instance_words(layout, instance)
        if seen and len(seen) == len(there):
            yield quoted(name)
        elif instance.place.form == "set":
            yield from dict.fromkeys(quoted(f"{name} {row_name(layout, component)}") for component in seen)
        else:
            order = contents(state, instance)
            yield from (quoted(f"{name} {order.index(component) + 1}") for component in seen)
