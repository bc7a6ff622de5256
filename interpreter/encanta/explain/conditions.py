"""Conditions with their values: what each of their parts comes to in one position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.compiling.trees import free_locals
from encanta.explain.parts import Part, parts_of, said
from encanta.explain.showing import Eyes, Showing
from encanta.machine.asides import Probes
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.shortages import lacking
from encanta.machine.table import State
from encanta.text.spans import Span


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a condition: its text, its value in words (None: not for the asker to know), and how deep it stands."""

    text: str
    value: str | None
    depth: int
    span: Span


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of a move. `holds` is None where the asker may not know it. `name` is how the rulebook calls it."""

    name: str
    text: str
    holds: bool | None
    span: Span
    parts: tuple[Shown, ...] = ()
    short: str = ""
    """By how much it fails, where that can be said."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A condition to be looked at, and the locals that it may read."""

    name: str
    expr: m.Expr
    known: Mapping[str, int]
    require: m.Require | None = None


class Looking:
    """Looks at conditions in one position, for one asker."""

    def __init__(self, program: Program, state: State, names: Names, eyes: Eyes) -> None:
        self.program = program
        self.state = state
        self.eyes = eyes
        self.showing = Showing(program, state, names, eyes)

    def conditions(self, asked: Sequence[Asked]) -> list[Condition]:
        """The conditions with their values; those that need a local that is not known are left out."""
        ready = [one for one in asked if free_locals(one.expr) <= one.known.keys()]
        parts = [parts_of(one.expr, frozenset(one.known)) for one in ready]
        exprs = [(e, one.known) for one, inner in zip(ready, parts, strict=True) for e in (one.expr, *_exprs(inner))]
        values = self.values(exprs)
        found = []
        for one, inner in zip(ready, parts, strict=True):
            mine, values = values[: len(inner) + 1], values[len(inner) + 1 :]
            knows = self.eyes.may_know(one.expr)
            shown = tuple(self._shown(part, value) for part, value in zip(inner, mine[1:], strict=True))
            holds = bool(mine[0]) if knows else None
            short = self._short(one) if holds is False else ""
            found.append(Condition(one.name, said(one.expr), holds, one.expr.span, shown, short))
        return found

    def _short(self, one: Asked) -> str:
        return lacking(self.program, one.require, self.state, one.known) if one.require is not None else ""

    def values(self, asked: Sequence[tuple[m.Expr, Mapping[str, int]]]) -> list[object]:
        """What formulas come to, each with the locals that are known there."""
        given = [tuple(sorted(free_locals(expr))) for expr, _ in asked]
        probes = Probes(self.program, [(expr, names) for (expr, _), names in zip(asked, given, strict=True)])
        return [probes.value(number, self.state, known) for number, (_, known) in enumerate(asked)]

    def _shown(self, part: Part, value: object) -> Shown:
        knows = self.eyes.may_know(part.expr)
        words = self.showing.value(part.expr.type, value) if knows else None
        return Shown(part.text, words, part.depth, part.span)


def _exprs(parts: Sequence[Part]) -> list[m.Expr]:
    return [part.expr for part in parts]
