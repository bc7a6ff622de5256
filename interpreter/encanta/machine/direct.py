"""Whole games played in one go: who decides is asked from inside of the program, which never stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from encanta.compiling.compiler import Model, compile_model
from encanta.compiling.layout import FRAME, QUIET, RANDOM, RESULT, SEAT
from encanta.machine.program import Program
from encanta.machine.randomness import seeded
from encanta.machine.runtime import ENOUGH, Stuck
from encanta.machine.table import State

Chooser = Callable[[int], int]
"""Decides: is told how many options there are (two or more), and says which of them is taken, counted from 0."""


class Direct:
    """Plays games of a model with choosers that need to know nothing but the number of options.

    The games are those that `Program` plays with the same answers, only faster: nothing is kept that could be stopped
    at, copied or gone on with. After a game `asked` tells for each site of `program.sites` how often something was
    chosen there, and `noted` what actions and abilities were offered and taken: (site, options, the one taken). `runs`
    tells how often what a limit bounds was run, `written` what was written on score sheets (the number of the sheet,
    its lines).
    """

    def __init__(self, model: Model) -> None:
        self.program = Program(compile_model(model, direct=True))
        self.asked = [0] * len(self.program.sites)
        self.noted: Counter[tuple[int, tuple[int, ...], int]] = Counter()
        self.written: list[tuple[int, Any]] = []
        self._bounds = [bound.name for bound in model.longest]
        self._runs = [0] * len(self._bounds)
        self._choosers: list[Chooser] = []
        self._turns = self.program.scope["TURNS"]
        self._none = [0] * len(self.asked)
        self.program.scope |= {
            "CHOOSE": self._choosers,
            "ASKED": self.asked,
            "noted": self._note,
            "RUNS": self._runs,
            "WRITTEN": self.written,
        }

    @property
    def runs(self) -> dict[str, int]:
        """How often what each limit bounds was run in the last game."""
        return dict(zip(self._bounds, self._runs, strict=True))

    @property
    def decisions(self) -> int:
        """How many decisions of the last game had two options or more."""
        return sum(self.asked) + self.noted.total()

    def _note(self, site: int, options: Sequence[int], taken: int) -> None:
        self.noted[site, tuple(options), taken] += 1
        self._turns[0] = 0

    def play(self, seed: int, choosers: Sequence[Chooser], quiet: int = 0) -> State:
        """Plays the game of a seed to its end; every seat has its chooser. Gives the final state.

        `quiet` is a mask of the seats that play by themselves, as for `Program.start`.
        """
        program = self.program
        self._choosers[:] = choosers
        self.asked[:] = self._none
        self.noted.clear()
        self.written.clear()
        self._runs[:] = [0] * len(self._runs)
        state = list(program.compiled.initial)
        state[QUIET] = quiet
        state[RANDOM] = seeded(seed)
        try:
            self._run(state)
        except Stuck as stuck:
            state[FRAME], state[SEAT], state[RESULT] = None, -1, (3, 0, stuck.place)
        except RecursionError:
            state[FRAME], state[SEAT], state[RESULT] = None, -1, (3, 0, -1)
        return state

    def _run(self, state: State) -> None:
        turns, resume = self._turns, self.program.scope["RES"]
        turns[0] = 0
        frame = self.program.scope["start"](state, None)
        steps = last = 0
        while frame is not None:
            frame = resume[frame[0]](state, frame, None)
            steps += 1
            if steps > ENOUGH:
                # So many steps are too many only if nobody was asked meanwhile.
                if self.decisions == last:
                    raise Stuck(-1)
                steps, last = 0, self.decisions
