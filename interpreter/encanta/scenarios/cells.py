"""Reads and writes places and variables in the cells of a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from encanta.checking import model as m
from encanta.compiling.layout import Instance, Kind, Layout
from encanta.machine.bits import mask_of, members

State = list[Any]


def contents(state: State, instance: Instance) -> list[int]:
    """The components of a place: a pile from the top, a row by slots (-1: a gap), a set in ascending order."""
    cell = state[instance.cell]
    return list(cell if isinstance(cell, tuple) else members(cell))


def fill(state: State, instance: Instance, components: Iterable[int]) -> None:
    """Lets exactly these components lie in a place, in this order."""
    if instance.place.form == "set":
        state[instance.cell] = mask_of(components)
        return
    laid = tuple(components)
    state[instance.cell] = laid + (-1,) * (instance.slots - len(laid))


def kind_of(layout: Layout, component: int) -> Kind:
    """The kind that a component belongs to."""
    return next(kind for kind in layout.kinds.values() if kind.first <= component < kind.last)


def row_name(layout: Layout, component: int) -> str:
    """The name of a component's row; `gap` for an empty slot."""
    return layout.rows[layout.row_of[component]].name if component >= 0 else "gap"


def place_of(layout: Layout, state: State, component: int) -> Instance | None:
    """The place in which a component lies, or None while it lies in none."""
    for instance in layout.instances:
        cell = state[instance.cell]
        if component in cell if isinstance(cell, tuple) else cell >> component & 1:
            return instance
    return None


def of_component(layout: Layout, state: State, variable: m.Variable, component: int) -> int:
    """The value of a component's variable."""
    first = layout.variables[variable]
    if not layout.is_masked(variable):
        entries: Sequence[int] = state[first]
        at = component - layout.kinds[variable.owner or ""].first
        return entries[at] if at < len(entries) else m.NOTHING
    if variable.type.kind == "flag":
        return int(state[first] >> component & 1)
    found = (value for value in range(layout.members(variable)) if state[first + value] >> component & 1)
    return next(found, m.NOTHING)


def set_of_component(layout: Layout, state: State, variable: m.Variable, component: int, value: int) -> None:
    """Gives a component's variable a value."""
    first = layout.variables[variable]
    if not layout.is_masked(variable):
        at = component - layout.kinds[variable.owner or ""].first
        entries = state[first]
        state[first] = (*entries[:at], value, *entries[at + 1 :])
        return
    bit = 1 << component
    if variable.type.kind == "flag":
        state[first] = state[first] | bit if value else state[first] & ~bit
        return
    for member in range(layout.members(variable)):
        state[first + member] = state[first + member] | bit if member == value else state[first + member] & ~bit


def start_of(variable: m.Variable) -> int:
    """The value with which a component's variable begins."""
    if isinstance(variable.start, m.Const):
        return variable.start.value
    return m.NOTHING if variable.type.optional else 0


def owned(layout: Layout, variable: m.Variable, owner: int) -> int:
    """The cell of a variable of the game, a player or a side; the first, if it has a number for each of something."""
    return layout.variables[variable] + max(owner, 0) * layout.keys(variable.type)
