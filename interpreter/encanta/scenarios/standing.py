"""What a written scenario expects: who is asked or how the game ended, and places and variables as they are."""

from __future__ import annotations

from collections.abc import Sequence

from encanta.machine.bits import members
from encanta.machine.program import Program
from encanta.scenarios.cells import State
from encanta.scenarios.drafts import Words, quoted
from encanta.scenarios.laying import Entry, called, listed, value_words
from encanta.scenarios.session import Session
from encanta.scenarios.things import instance_words

_MOST_SHOWN = 12
"""Components of a place that are expected one by one; of more only the number is."""


def ending(session: Session) -> list[Entry]:
    """Who is asked what, or how the game ended."""
    outcome = session.outcome
    if outcome is not None:
        seats = tuple(f"P{seat + 1}" for seat in outcome.winners)
        found: list[Entry] = [("over", "yes"), ("result", quoted(outcome.kind))]
        return [*found, ("winners", seats)] if seats else found
    site = session.site
    assert site is not None, "somebody is asked"
    phase = next(iter(session.phases), None)
    name = site.name or site.body
    return [
        ("asked", f"P{session.seat + 1}"),
        *([("question", quoted(name))] if name else []),
        *([("phase", quoted(phase))] if phase else []),
    ]


def standing(program: Program, state: State) -> list[Entry]:
    """The variables that are not as they begin, and (while the game goes on) the places that hold little."""
    layout = program.layout
    found: list[Entry] = []
    if program.asked(state) >= 0:
        found.extend(
            (instance_words(layout, instance), listed(layout, state, instance))
            for instance in layout.instances
            if len(listed(layout, state, instance)) <= _MOST_SHOWN
        )
    initial = program.compiled.initial
    for variable in layout.variables:
        if variable.owner not in layout.kinds:
            for owner in range(layout.owners(variable)):
                first = layout.variables[variable] + owner * layout.keys(variable.type)
                cells = range(first, first + layout.keys(variable.type))
                if any(state[cell] != initial[cell] for cell in cells):
                    found.append((called(layout, variable, owner), value_words(layout, state, variable, owner)))
    return found


def fields(program: Program, state: State, names: Sequence[str]) -> list[Entry]:
    """Places and variables of these names as they are."""
    layout, wanted = program.layout, set(names)
    found: list[Entry] = []
    for instance in layout.instances:
        name = instance_words(layout, instance)
        if name in wanted:
            there = listed(layout, state, instance)
            many = sum(component >= 0 for component in _cells(state, instance.cell))
            words: Words = there if many <= _MOST_SHOWN else f"count {many}"
            found.append((name, words))
    for variable in layout.variables:
        if variable.owner not in layout.kinds:
            found.extend(
                (called(layout, variable, owner), value_words(layout, state, variable, owner))
                for owner in range(layout.owners(variable))
                if called(layout, variable, owner) in wanted
            )
    return found


def _cells(state: State, cell: int) -> list[int]:
    return list(state[cell] if isinstance(state[cell], tuple) else members(state[cell]))
