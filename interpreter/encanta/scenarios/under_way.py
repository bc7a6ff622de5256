"""What is under way at a decision: phases, actions, procedures, from the inside out."""

from __future__ import annotations

from encanta.compiling.layout import FRAME
from encanta.machine.program import Program
from encanta.scenarios.cells import State


def under_way(program: Program, state: State) -> list[str]:
    """The names of the bodies that are under way where a decision is pending, the innermost first.

    A body in which nothing is left to do has no frame of its own any more; it is found by who runs whom.
    """
    frame = state[FRAME]
    found: list[str] = []
    while frame is not None:
        body = program.compiled.resume_bodies[frame[0]]
        if body and (not found or found[-1] != body):
            between = _way(program, body, found[-1]) if found else []
            found.extend([*reversed(between), body])
        frame = frame[1]
    return found


def _way(program: Program, outer: str, inner: str) -> list[str]:
    """What lies between a body and another one that it leads to; nothing if it does not lead there."""
    runs: dict[str, list[str]] = {}
    for caller, callee in program.compiled.calls:
        runs.setdefault(caller, []).append(callee)
    for site in program.sites:
        runs.setdefault(site.body, []).extend(site.actions)
    ways: dict[str, list[str]] = {outer: []}
    todo = [outer]
    while todo:
        here = todo.pop(0)
        for body in runs.get(here, []):
            if body == inner:
                return ways[here]
            if body not in ways:
                ways[body] = [*ways[here], body]
                todo.append(body)
    return []
