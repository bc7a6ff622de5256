"""The laws that every rulebook keeps without being told to: one function each, looked at in random games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from encanta.checking import model as m
from encanta.compiling.layout import RANDOM, Instance, Layout
from encanta.machine import views
from encanta.machine.bits import members
from encanta.machine.names import Names
from encanta.machine.options import Options
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from encanta.machine.worlds import Worlds
from encanta.scenarios.cells import State, contents, row_name
from encanta.scenarios.things import instance_words

MOST_LISTED = 300
"""Options of a decision that are compared one by one."""


# ------------------------------------------------------------------------------------------ conservation


def lost(layout: Layout, state: State) -> list[str]:
    """What is wrong with where components lie: each lies in exactly one place, and in one for its kind."""
    seen: dict[int, Instance] = {}
    found = []
    for instance in layout.instances:
        for component in contents(state, instance):
            if component < 0 and instance.place.form == "row":
                continue
            if not _belongs(layout, instance, component):
                found.append(
                    f"{instance_words(layout, instance)} holds something that is no {instance.place.component}"
                )
            elif component in seen:
                first = instance_words(layout, seen[component])
                here = instance_words(layout, instance)
                found.append(f"{row_name(layout, component)} lies in {first} and in {here}")
            else:
                seen[component] = instance
    missing = set(range(layout.components)) - set(seen)
    found.extend(f"{row_name(layout, component)} lies nowhere" for component in sorted(missing))
    return found


def _belongs(layout: Layout, instance: Instance, component: int) -> bool:
    kind = layout.kinds[instance.place.component]
    return kind.first <= component < kind.last


# --------------------------------------------------------------------------------------- save and restore


def saved(state: State) -> str:
    """A state as text."""
    return json.dumps(state)


def restored(text: str) -> State:
    """The state that a text holds."""
    return [_as_tuple(cell) for cell in json.loads(text)]


def _as_tuple(cell: Any) -> Any:
    return tuple(_as_tuple(part) for part in cell) if isinstance(cell, list) else cell


def sample(options: Options, dice: Dice) -> list[int]:
    """Numbers of options worth looking at: all of them, or some where there are many."""
    count = len(options)
    if count <= MOST_LISTED:
        return list(range(count))
    return sorted({0, count - 1, *(dice.below(count) for _ in range(20))})


def bad_options(options: Options, dice: Dice) -> list[str]:
    """What is wrong with the options of a decision: there are some, and each is an option that stands for itself."""
    if len(options) == 0:
        return ["there is nothing to choose"]
    found = []
    for index in sample(options, dice):
        value = options.at(index)
        if value not in options:
            found.append(f"option {index} is said to be none")
        elif options.canonical(value) != value:
            found.append(f"option {index} stands for another one")
    if len(options) <= MOST_LISTED and len(set(options)) != len(options):
        found.append("an option is offered twice")
    return found


# ----------------------------------------------------------------------------------------- option purity


def unseen_pairs(program: Program, state: State, seat: int, dice: Dice, most: int) -> Iterator[tuple[int, int]]:
    """Pairs of different components that look alike face down and that a seat has seen neither of, by lot."""
    layout = program.layout
    hidden = Worlds(program).hidden(state, seat)
    for back in (mask for kind in layout.kinds.values() for mask in layout.backs(kind)):
        unseen = members(hidden & back)
        if len({layout.row_of[component] for component in unseen}) < 2:
            continue
        for _ in range(most):
            first = unseen[dice.below(len(unseen))]
            others = [component for component in unseen if layout.row_of[component] != layout.row_of[first]]
            yield first, others[dice.below(len(others))]


def exchanged(program: Program, state: State, first: int, second: int) -> State:
    """A state in which two components have changed places and everything else that is known of them."""
    return Worlds(program).permuted(state, {first: second, second: first})


def can_go_on(program: Program, state: State, value: int) -> bool:
    """Whether a decision can be made here."""
    return program.asked(state) >= 0 and value in program.options(state)


def swapped(value: int, first: int, second: int) -> int:
    """A component with two of them exchanged."""
    return second if value == first else first if value == second else value


def swapped_in(mask: int, first: int, second: int) -> int:
    """A set with two elements exchanged."""
    if (mask >> first & 1) == (mask >> second & 1):
        return mask
    return mask ^ (1 << first | 1 << second)


def leaks(program: Program, state: State, seat: int, first: int, second: int) -> list[str]:
    """What a seat can tell when two components that it has not seen are exchanged."""
    other = exchanged(program, state, first, second)
    found = []
    if seat == program.asked(state) and offer(program, state) != offer(program, other):
        found.append("something else is offered")
    if shown(program, state, seat) != shown(program, other, seat):
        found.append("something else is shown")
    return found


def offer(program: Program, state: State) -> object:
    """What is offered, as the asked seat can tell it: of two unseen components only the position."""
    site = program.site(state)
    options = program.options(state)
    count = len(options)
    if count > MOST_LISTED:
        return count
    if site.element != "component" or site.kind != "choose":
        return sorted(options)
    seen = views.visible(program, state, program.asked(state))
    places = positions(program.layout, state)

    def told(component: int) -> object:
        if component < 0:
            return component
        name = program.layout.row_of[component] if seen >> component & 1 else "hidden"
        return (name, places[component] if name == "hidden" else places[component][0])

    meant = [options.component(value) for value in options]
    if site.single:
        return sorted((told(component) for component in meant), key=repr)
    return sorted((sorted((told(one) for one in members(mask)), key=repr) for mask in meant), key=repr)


def positions(layout: Layout, state: State) -> dict[int, tuple[int, int]]:
    """Where each component lies: the place, and the position in a pile or a row (0 in a set)."""
    found = {}
    for instance in layout.instances:
        for index, component in enumerate(contents(state, instance)):
            if component >= 0:
                found[component] = (instance.cell, 0 if instance.place.form == "set" else index)
    return found


def shown(program: Program, state: State, seat: int) -> object:
    """Everything that a seat is shown: the faces it may know and how many others there are, and all variables."""
    return views.view(program, state, seat, Names(program.layout))


def owners(layout: Layout, variable: m.Variable) -> int:
    """How many have a variable of their own."""
    if variable.owner == "player":
        return layout.seats
    return len(layout.model.sides) if variable.owner == "side" else 1


def cells(program: Program, state: State) -> list[object]:
    """What is the same in every build: who is asked, chance, places, knowledge and variables; not frames."""
    layout = program.layout
    found: list[object] = [program.asked(state), state[RANDOM]]
    found.extend(state[instance.cell] for instance in layout.instances)
    found.extend(state[layout.known + seat] for seat in range(layout.seats))
    for variable, cell in layout.variables.items():
        width = owners(layout, variable) * layout.keys(variable.type)
        if variable.owner in layout.kinds:
            width = layout.members(variable) if layout.is_masked(variable) else 1
        found.extend(state[cell + offset] for offset in range(width))
    outcome = program.outcome(state)
    found.append(None if outcome is None else (outcome.kind, outcome.winners, outcome.reason))
    return found
