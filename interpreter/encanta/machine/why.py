"""Why a move is not offered: each condition with its value, the first that fails first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from encanta.machine.program import Program
from encanta.machine.table import State
from encanta.text.source import Span


class Standing(Protocol):
    """A game as it stands, whether or not it has a log."""

    program: Program
    state: State


@dataclass(frozen=True, slots=True)
class Refusal:
    """One condition of an action. `reason` is its name in the rulebook, `holds` whether it is fulfilled now."""

    reason: str
    holds: bool
    value: str
    span: Span


def refusals(game: Standing, action: str, choices: Mapping[str, int]) -> list[Refusal]:
    """The conditions of an action for the seat that is asked, given the choices made so far, those that fail first.

    Conditions that need a choice which is not given are left out. Raises `KeyError` for an unknown action.
    """
    program = game.program
    body = program.model.bodies[action]
    seat = program.asked(game.state)
    limit = used_limit(game, action, seat)
    found = [] if limit is None else [limit]
    known: dict[str, int] = {"you": seat, **choices}
    functions = program.compiled.choosers[action]
    names = ["you", *(p for p, _ in body.parameters), *(c.local for c in body.choices)]
    for require, function, needs in zip(body.requires, functions, program.compiled.needs[action], strict=True):
        if needs <= set(known):
            arguments = [known.get(n, 0) for n in names]
            holds = bool(program.scope[function](game.state, *arguments))
            found.append(Refusal(require.name, holds, require.span.text, require.span))
    return sorted(found, key=lambda refusal: refusal.holds)


def used_limit(game: Standing, action: str, seat: int) -> Refusal | None:
    """How far a seat has used the limit of an action; None if the action has none."""
    limit = game.program.model.bodies[action].limit
    if limit is None:
        return None
    cell = game.program.layout.limit_cell(limit, action)
    used = sum(game.state[cell + i] >> seat & 1 for i in range(limit.times))
    times = {1: "once", 2: "twice"}.get(limit.times, f"{limit.times} times")
    reason = f"{times} per {limit.phase}"
    return Refusal(reason, used < limit.times, f"used {used} of {limit.times}", limit.span)
