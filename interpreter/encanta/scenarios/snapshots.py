"""Positions of a game: where its phases begin, and in what two positions differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from encanta.checking import model as m
from encanta.compiling.layout import FIRST_CELL, Layout
from encanta.machine import views
from encanta.machine.bits import members
from encanta.machine.program import Program
from encanta.scenarios.cells import State, contents, of_component, owned
from encanta.scenarios.things import instance_words, place_words

_MOST_OPTIONS = 300


@dataclass(frozen=True, slots=True)
class Begun:
    """The beginning of a phase, for a seat (-1: nobody): the state then, and how many decisions had been made."""

    phase: str
    seat: int
    state: State
    made: int


def beginnings(program: Program, seed: int, values: Iterable[int]) -> list[Begun]:
    """Where the phases of a game began."""
    watched = program.twin()
    found: list[Begun] = []
    made = 0
    for body in program.model.bodies.values():
        if body.kind == "phase" and body is not program.model.root:
            _watch(watched, body, lambda phase, seat, state: found.append(Begun(phase, seat, state, made)))
    state = watched.start(seed)
    for made, value in enumerate(values, 1):  # noqa: B007  what is told of a phase looks at it
        watched.advance(state, value)
    return found


def _watch(program: Program, body: m.Body, tell: Callable[[str, int, State], object]) -> None:
    name = f"inside_{program.compiled.bodies[body.name][0]}"
    function = program.scope[name]

    def begun(state: State, frame: Any, *arguments: Any) -> Any:
        tell(body.name, arguments[0] if body.has_you else m.NOTHING, state[:])
        return function(state, frame, *arguments)

    program.scope[name] = begun


# --------------------------------------------------------------------------------------------- likeness


def likeness(program: Program, state: State) -> dict[str, object]:
    """Everything that matters in a position by name; equal copies are not told apart, and chance is left out."""
    layout = program.layout
    found: dict[str, object] = {}
    for instance in layout.instances:
        there = [_sign(program, state, component) for component in contents(state, instance)]
        ordered = instance.place.form != "set"
        found[instance_words(layout, instance)] = there if ordered else sorted(there, key=repr)
    for variable in layout.variables:
        if variable.owner not in layout.kinds:
            for owner in range(layout.owners(variable)):
                found[_called(layout, variable, owner)] = _values(layout, state, variable, owner)
    for (name, phase), (cell, times) in layout.limits.items():
        found[f"how often `{name}` was used in its {phase}"] = state[cell : cell + times]
    found["what is asked"] = _asked(program, state)
    found["what else is under way"] = _others(layout, state)
    return found


def differing(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """The names of what differs in two positions of one program."""
    return [name for name, value in one.items() if other[name] != value]


def _sign(program: Program, state: State, component: int) -> object:
    """What a component is, its variables, and which seats know its face."""
    if component < 0:
        return "gap"
    layout = program.layout
    kind = next(kind for kind in layout.kinds.values() if kind.first <= component < kind.last)
    own = [v for v in layout.variables if v.owner == kind.component.name]
    values = tuple(_meaning(layout, state, v.type, of_component(layout, state, v, component)) for v in own)
    known = tuple(views.visible(program, state, seat) >> component & 1 for seat in range(layout.seats))
    return (layout.rows[layout.row_of[component]].name, values, known)


def _called(layout: Layout, variable: m.Variable, owner: int) -> str:
    if variable.owner is None:
        return variable.name
    seat = owner if variable.owner == "player" else layout.model.sides[owner][0]
    return f"P{seat + 1}'s {variable.name}"


def _values(layout: Layout, state: State, variable: m.Variable, owner: int) -> object:
    first = owned(layout, variable, owner)
    cells = state[first : first + layout.keys(variable.type)]
    return [_meaning(layout, state, variable.type, cell) for cell in cells]


def _meaning(layout: Layout, state: State, type_: m.Type, value: Any) -> object:
    of = type_.of if type_.kind in ("set", "list") and type_.of is not None else type_
    if of.kind != "component":
        return value
    parts = value if isinstance(value, tuple) else members(value) if type_.kind == "set" else (value,)
    return [None if c < 0 else (layout.row_of[c], place_words(layout, state, c)) for c in parts]


def _asked(program: Program, state: State) -> object:
    if program.asked(state) < 0:
        outcome = program.outcome(state)
        return None if outcome is None else (outcome.kind, outcome.winners, outcome.reason)
    site, options = program.site(state), program.options(state)
    offered: object = len(options)
    if len(options) <= _MOST_OPTIONS and site.element == "component" and site.kind == "choose":
        meant = (options.component(value) for value in options)
        sets = [[c] if site.single else members(c) for c in meant]
        offered = sorted((sorted((_named(program, state, c) for c in one), key=repr) for one in sets), key=repr)
    elif len(options) <= _MOST_OPTIONS:
        offered = sorted(options)
    return (program.asked(state), site.id, offered)


def _named(program: Program, state: State, component: int) -> object:
    if component < 0:
        return "nothing"
    return (_sign(program, state, component), place_words(program.layout, state, component))


def _others(layout: Layout, state: State) -> list[Any]:
    """Cells that are neither places, variables and limits nor what is only counted or kept for scores."""
    spoken = {instance.cell for instance in layout.instances} | {layout.known + seat for seat in range(layout.seats)}
    for variable, first in layout.variables.items():
        width = layout.owners(variable) * layout.keys(variable.type) if variable.owner not in layout.kinds else 1
        if variable.owner in layout.kinds and layout.is_masked(variable):
            width = layout.members(variable)
        spoken.update(range(first, first + width))
    for cell, times in layout.limits.values():
        spoken.update(range(cell, cell + times))
    spoken.update(layout.counters.values(), layout.sheets.values(), layout.running.values())
    return [state[cell] for cell in range(FIRST_CELL, layout.size) if cell not in spoken]
