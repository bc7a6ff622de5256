"""Values in words, as far as whoever asks may know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from encanta.checking import model as m
from encanta.checking.checks.hidden import hidden
from encanta.checking.checks.sight import EVERYBODY, View, through
from encanta.machine.bits import members
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.table import State
from encanta.machine.views import visible

MOST = 24
"""Elements of a set that are named."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who asks, and what that seat may know. `seat` None: somebody who has the whole game before them.

    `doer` is the seat that the local `you` means, `sources` what the locals of choices are taken from.
    """

    seat: int | None
    doer: int
    sources: Mapping[str, m.Expr] = field(default_factory=dict)

    def may_know(self, expr: m.Expr) -> bool:
        """Whether a formula reads only what this seat knows, by the rules of the game."""
        if self.seat is None:
            return True
        view = through("you", self.sources) if self.seat == self.doer else _everybody(self.sources)
        return next(hidden(expr, view), None) is None


def _everybody(sources: Mapping[str, m.Expr]) -> View:
    return View(EVERYBODY.seer, {}, sources)


class Showing:
    """Says values of one position."""

    def __init__(self, program: Program, state: State, names: Names, eyes: Eyes) -> None:
        self._names = names
        self._program = program
        self._state = state
        self._seen = -1 if eyes.seat is None else visible(program, state, eyes.seat)
        self._all = eyes.seat is None

    def value(self, type_: m.Type, value: Any) -> str:
        """A value of a type in words; of things that are not seen, how many there are."""
        if type_.kind in ("set", "list"):
            element = type_.of if type_.of is not None else m.INTEGER
            found = list(members(value)) if isinstance(value, int) else list(value)
            return self._several(element, found)
        if type_.kind == "place":
            return self._names.place(value)
        return self._single(type_, value)

    def _single(self, type_: m.Type, value: int) -> str:
        if value < 0 and type_.kind not in ("integer", "flag"):
            return "nothing"
        if type_.kind == "component" and not self._sees(value):
            return self._names.spot(self._state, self._program.table, value)
        return self._names.element(type_.kind, type_.name, value)

    def _several(self, element: m.Type, found: Iterable[int]) -> str:
        things = list(found)
        if element.kind != "component":
            return ", ".join(self._single(element, one) for one in things[:MOST]) or "nothing"
        counts = Counter(self._names.component(one) for one in things if self._sees(one))
        parts = [name if count == 1 else f"{count} {name}" for name, count in counts.items()]
        unseen = sum(1 for one in things if not self._sees(one))
        parts += [f"{unseen} that {'is' if unseen == 1 else 'are'} not seen"] if unseen else []
        return ", ".join(parts[:MOST]) or "nothing"

    def _sees(self, component: int) -> bool:
        return self._all or (component >= 0 and bool(self._seen >> component & 1))
