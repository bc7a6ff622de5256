"""The seeded set-up that a scenario begins with: the game up to where the phases around it stand."""

from __future__ import annotations

from typing import Any

from encanta.checking import model as m
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from encanta.scenarios.cells import State

_MOST_DECISIONS = 1000


def before_phase(program: Program, phase: str, seed: int) -> State:
    """A game as it stands when a phase, or one that comes before it in the same turn, first begins.

    What the surrounding phases do before that (gather, shuffle, deal) has been done; decisions on the way are made by
    the seed. If nothing of the kind ever begins, the game stands at its first decision.
    """
    watched = program.twin()
    caught: list[State] = []
    for body in _siblings(program, phase):
        _catch(watched, body, caught)
    state = watched.start(seed)
    dice = Dice(seed)
    for _ in range(_MOST_DECISIONS):
        if caught or watched.asked(state) < 0:
            break
        options = watched.options(state)
        watched.advance(state, options.at(dice.below(len(options))))
    found = caught[0] if caught else program.start(seed)
    # Nothing is under way any more: whoever enters the phases begins them anew.
    for cell in (*program.layout.running.values(), *program.layout.counters.values()):
        found[cell] = 0
    return found


def _siblings(program: Program, phase: str) -> list[m.Body]:
    """The phase, and the phases for players that are run by those that run it."""
    calls = program.compiled.calls
    callers = {caller for caller, callee in calls if callee == phase}
    names = {callee for caller, callee in calls if caller in callers} | {phase}
    bodies = program.model.bodies
    return [
        bodies[n] for n in names if n in bodies and (n == phase or (bodies[n].kind == "phase" and bodies[n].has_you))
    ]


def _catch(program: Program, body: m.Body, caught: list[State]) -> None:
    """Keep the state in which a body first begins."""
    name = program.compiled.bodies[body.name][0]
    function = program.scope[name]

    def begun(state: State, *rest: Any) -> Any:
        if not caught:
            caught.append(state[:])
        return function(state, *rest)

    program.scope[name] = begun
