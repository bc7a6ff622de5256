"""Watches cells of a state that tell what no decision tells: how often phases ran, and the scores written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from encanta.compiling.layout import RESULT
from encanta.machine.names import Names
from encanta.simulate.tally import Spread, Tally

if TYPE_CHECKING:
    from encanta.machine.program import Program
    from encanta.machine.table import State

SUM = "sum"
"""The line under which the sum of a sheet is counted."""


class Watch:
    """What to look at after each decision of a game: call `cells` with the state, and `changed` if they differ.

    Before a game, all is as `nothing` says.
    What happens wholly between two decisions is seen only as far as it leaves a mark.
    """

    def __init__(self, program: Program) -> None:
        layout, longest = program.layout, program.model.longest
        self._bounds = [bound.name for bound in longest]
        counters = [layout.counters[name] for name in self._bounds]
        self._sheets = list(layout.sheets)
        bodies = [bound.body for bound in longest]
        # A count begins anew with each run of what it is counted in; if that is counted too, the run is seen.
        self._outer = [bodies.index(bound.per) if bound.per in bodies else None for bound in longest]
        self._names = Names(layout)
        # The cell of the result stands in front, twice, so that there are always several.
        numbers = [*counters, *(layout.sheets[sheet] for sheet in self._sheets)]
        self.cells: Callable[[State], tuple[Any, ...]] = itemgetter(RESULT, RESULT, *numbers)
        self.nothing: tuple[Any, ...] = (None, None, *(0 for _ in counters), *(() for _ in self._sheets))
        self._runs: Counter[str] = Counter()
        self._scores: list[tuple[int, Any]] = []

    def begin(self) -> None:
        """Forget the last game."""
        self._runs.clear()
        self._scores.clear()

    def changed(self, before: tuple[Any, ...], now: tuple[Any, ...]) -> None:
        """Take in how the cells differ after a decision."""
        count = len(self._bounds)
        old, new = before[2 : 2 + count], now[2 : 2 + count]
        for at, name in enumerate(self._bounds):
            outer = self._outer[at]
            anew = new[at] < old[at] or (outer is not None and new[outer] != old[outer])
            self._runs[name] += new[at] - (0 if anew else old[at])
        for at, (was, written) in enumerate(zip(before[2 + count :], now[2 + count :], strict=True)):
            if written is not was:
                self._scores.append((at, written))

    def saw(self, runs: Mapping[str, int], written: Iterable[tuple[int, Any]]) -> None:
        """Take in a game that was watched from inside: runs by bound, and scores with the number of their sheet."""
        self._runs.update(runs)
        self._scores.extend(written)

    def finish(self, tally: Tally) -> None:
        """Add the game to a tally."""
        for name in self._bounds:
            tally.lengths.setdefault(name, Spread()).add(self._runs[name])
        for at, written in self._scores:
            self._count(tally, at, written)

    def _count(self, tally: Tally, at: int, written: Any) -> None:
        sheet = self._sheets[at]
        for owner, points in enumerate(written):
            who = self._names.owner(sheet.owner, owner)
            for (line, _), value in zip(sheet.lines, points, strict=True):
                tally.scores.setdefault((sheet.name, who, line), Spread()).add(value)
            tally.scores.setdefault((sheet.name, who, SUM), Spread()).add(sum(points))
