"""What speaks against an action whatever is chosen next: requirements that no choice fulfils."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from encanta.checking import model as m
from encanta.compiling.trees import free_locals
from encanta.machine.asides import Probes
from encanta.machine.bits import members
from encanta.machine.options import vectors
from encanta.scenarios.session import Session

MOST_TRIED = 2_000


def hopeless(session: Session, body: m.Body, choices: Mapping[str, int]) -> list[str]:
    """The requirements that fail for every way to make the first choice that is not made yet; nothing if there are
    very many ways, or if that cannot be told before a later choice."""
    left = [choice for choice in body.choices if choice.local not in choices]
    known = {"you": session.seat, **choices}
    if not left or body.choices.index(left[0]) != len(body.choices) - len(left):
        return []
    choice = left[0]
    now = {**known, choice.local: m.NOTHING}
    ways = list(islice(_ways(session, choice, known), MOST_TRIED + 1))
    if len(ways) > MOST_TRIED:
        return []
    tests = [r for r in body.requires if choice.local in (needs := free_locals(r.condition)) and needs <= now.keys()]
    probes = Probes(session.program, [(r.condition, tuple(sorted(free_locals(r.condition)))) for r in tests])
    failing = list(range(len(tests))) if ways else []
    for way in ways:
        now[choice.local] = way
        failing = [number for number in failing if not probes.value(number, session.state, now)]
    return [tests[number].name for number in failing]


def _ways(session: Session, choice: m.Choice, known: Mapping[str, int]) -> Iterable[int]:
    """The different ways to make a choice, its requirements apart; of equal components only how many."""
    given = [(formula, tuple(sorted(free_locals(formula)))) for formula in (choice.source, choice.low)]
    if not all(set(names) <= known.keys() for _, names in given):
        return []
    probes = Probes(session.program, given)
    source, low = (probes.value(number, session.state, known) for number in range(2))
    there = list(members(source)) if isinstance(source, int) else list(source)
    return there if choice.single else vectors(_alike(session, choice, there), low, len(there))


def _alike(session: Session, choice: m.Choice, there: Iterable[int]) -> list[list[int]]:
    """What can be chosen in groups of the same face; where things bear marks, each by itself."""
    kind = choice.type.of if choice.type.of is not None else choice.type
    marked = any(variable.owner == kind.name for variable in session.layout.variables)
    groups: dict[int, list[int]] = {}
    for one in there:
        groups.setdefault(one if marked or kind.kind != "component" else session.layout.row_of[one], []).append(one)
    return list(groups.values())
