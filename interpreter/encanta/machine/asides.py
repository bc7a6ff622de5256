"""Values and scores of a game as they stand now, worked out beside the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from encanta.compiling.asides import Expr, Ranking, Sheet, Value, compile_asides, compile_probes
from encanta.machine.program import Program
from encanta.machine.runtime import runtime
from encanta.machine.table import State


class Asides:
    """Works formulas out for states of one program; changes nothing."""

    def __init__(self, program: Program, more: Mapping[str, Any] | None = None) -> None:
        """`more` is what else the text of the formulas may call."""
        self._compiled = compile_asides(program.layout)
        self._scope = runtime(program.compiled) | {"REACHABLE": program.reachable}
        self._scope |= self._compiled.tables | dict(more or {})
        exec(compile(self._compiled.text, f"<{program.model.title!a}, asides>", "exec"), self._scope)

    def value(self, state: State, value: Value, owner: int) -> Any:
        """A declared value without parameters: an integer, a mask or a tuple. `owner` is -1 for the game's."""
        return self._scope[self._compiled.values[value]](state, owner)

    def line(self, state: State, sheet: Sheet, owner: int, line: str) -> int:
        """One line of a score as it would be written down now. Raises KeyError for a line that is not there."""
        points: int = self._scope[self._compiled.lines[sheet.name, line]](state, owner)
        return points

    def total(self, state: State, sheet: Sheet, owner: int) -> int:
        """All lines of a score together."""
        return sum(self.line(state, sheet, owner, line) for line, _ in sheet.lines)

    def quiet(self, state: State, window: str, seat: int) -> bool:
        """Whether a seat that plays by itself has nothing to say in a window. Never, where the window does not say."""
        function = self._compiled.quiet.get(window)
        return function is not None and bool(self._scope[function](state, seat))

    @property
    def ranking(self) -> Ranking | None:
        """How the rulebook finds winners, if they are those with most or least of something."""
        return self._compiled.ranking

    def rank(self, state: State, owner: int) -> int:
        """What a player or side has of that; 0 where nothing of the kind decides."""
        function = self._compiled.rank
        found: int = self._scope[function](state, owner) if function is not None else 0
        return found


class Probes:
    """Works out some formulas of a rulebook, each with the locals that it needs from outside."""

    def __init__(self, program: Program, formulas: Sequence[tuple[Expr, tuple[str, ...]]]) -> None:
        self._given = [names for _, names in formulas]
        compiled = compile_probes(program.layout, formulas)
        self._names = compiled.names
        self._scope = runtime(program.compiled) | compiled.tables | {"REACHABLE": program.reachable}
        exec(compile(compiled.text, f"<{program.model.title!a}, probes>", "exec"), self._scope)

    def value(self, number: int, state: State, known: Mapping[str, int]) -> Any:
        """The value of a formula by its number: an integer, a mask or a tuple. Raises KeyError for a missing local."""
        return self._scope[self._names[number]](state, *(known[name] for name in self._given[number]))
