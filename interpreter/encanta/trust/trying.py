"""Tries changes of a rulebook: is it still one, and which scenario is the first to fail?"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from encanta.checking.configure import Rulebook, elaborated, make_rulebook
from encanta.checking.model import Model
from encanta.checking.registry_forms import LANGUAGE_KINDS
from encanta.checking.structure_codes import NEEDS_UNMET
from encanta.compiling.compiler import Compiled, compile_model
from encanta.machine.program import Program
from encanta.scenarios.forms import Scenario
from encanta.scenarios.games import Games
from encanta.scenarios.running import run
from encanta.text.diagnostic import Diagnostic, has_errors
from encanta.text.nodes import Mapping
from encanta.trust.choosing import Group
from encanta.trust.mutants import Mutant
from encanta.trust.spots import ROWS, changed

SECONDS = 20
"""Seconds that the scenarios of one change may take; a change that takes longer is noticed."""
_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Trial:
    """How a change fared.

    `status`: noticed (`by` a scenario), unnoticed, unreached (no scenario comes by it), invalid (it gives no rulebook),
    same (it gives the same game), crashed (`by` says how). `scenarios` is how many could have noticed.
    """

    number: int
    status: str
    by: str = ""
    scenarios: int = 0


class _TooLong(Exception):
    """A change under which scenarios take too long."""


class Laboratory:
    """Tries changes of one rulebook on its scenarios."""

    def __init__(self, rulebook: Rulebook, scenarios: Sequence[Scenario], seed: int | None = None) -> None:
        self.rulebook = rulebook
        self.scenarios = scenarios
        self.seed = seed
        self.plain = Games(rulebook)
        self._texts: dict[Group, Compiled] = {}
        self._noticing: dict[object, int] = {}

    def attempt(self, mutant: Mutant, groups: Sequence[Group]) -> Trial:
        """Try a change on the scenarios that can notice it, by games, until one of them fails."""
        count = sum(map(len, groups))
        try:
            with _in_time():
                return self._attempt(mutant, groups, count)
        except _TooLong:
            return Trial(mutant.number, "noticed", "it takes too long", count)
        except Exception as problem:
            return Trial(mutant.number, "crashed", f"{type(problem).__name__}: {problem}", count)

    def _attempt(self, mutant: Mutant, groups: Sequence[Group], count: int) -> Trial:
        rulebook = make_rulebook(changed(self.rulebook.text, mutant.spot, mutant.node))
        rulebook.chosen = self.rulebook.chosen
        if has_errors(rulebook.base.diagnostics):
            return Trial(mutant.number, "invalid")
        if not groups:
            return Trial(mutant.number, "unreached" if self._is_valid(rulebook, mutant) else "invalid")
        games = _ChangedGames(rulebook)
        same = True
        for number, group in enumerate(self._in_order(mutant, groups)):
            model, found = games.model_for(self.scenarios[group[0]])
            if model is None and number == 0 and not _is_unmet(found) and not self._is_unmet(group):
                return Trial(mutant.number, "invalid")
            if model is not None and self._is_the_same(mutant, games, model, group):
                continue
            same = False
            for scenario in group:
                if run(games, self.scenarios[scenario], self.seed).status != "passed":
                    self._noticing[mutant.spot.thing] = scenario
                    self._noticing[mutant.spot.tree] = scenario
                    return Trial(mutant.number, "noticed", self.scenarios[scenario].name, count)
        return Trial(mutant.number, "same" if same else "unnoticed", "", count)

    def _in_order(self, mutant: Mutant, groups: Sequence[Group]) -> list[Group]:
        """The scenario that noticed the last change of the same thing comes first, and its game.

        Of rows it is the one that noticed the last change of any row: what is printed is mostly looked at together.
        """
        last = self._noticing.get(mutant.spot.thing)
        if last is None and mutant.spot.tree == ROWS:
            last = self._noticing.get(ROWS)
        ordered = sorted(groups, key=lambda group: last not in group)
        if last is None or not ordered or last not in ordered[0]:
            return ordered
        return [(last, *(number for number in ordered[0] if number != last)), *ordered[1:]]

    def _is_valid(self, rulebook: Rulebook, mutant: Mutant) -> bool:
        """Whether a change that no scenario comes by gives a rulebook, played so that it counts."""
        variants = [mutant.spot.variant] if mutant.spot.variant is not None else []
        least = rulebook.stage(variants).offered.least
        model, found = rulebook.configure(least, dict(mutant.spot.settings), None, variants)
        return model is not None or _is_unmet(found)

    def _is_unmet(self, group: Group) -> bool:
        """Whether the game of some scenarios cannot be set up in the rulebook as it is either."""
        return self.plain.model_for(self.scenarios[group[0]])[0] is None

    def _is_the_same(self, mutant: Mutant, games: _ChangedGames, model: Model, group: Group) -> bool:
        """Whether a changed text gives the very same program, so that no scenario of this game can notice."""
        leaf = mutant.spot.leaf
        if leaf is None or leaf.kind not in LANGUAGE_KINDS | {"value"} or {"values", "scoring"} & set(mutant.spot.path):
            return False
        before, now = self._compiled(group), games.program(model).compiled
        return before is not None and all(getattr(before, f) == getattr(now, f) for f in ("text", "tables", "initial"))

    def _compiled(self, group: Group) -> Compiled | None:
        model, _ = self.plain.model_for(self.scenarios[group[0]])
        if model is None:
            return None
        key: Any = id(model)
        if key not in self._texts:
            self._texts[key] = compile_model(model)
        return self._texts[key]


def _is_unmet(found: Sequence[Diagnostic]) -> bool:
    """Whether a game cannot be set up only because of what the rulebook needs."""
    errors = [problem for problem in found if problem.severity == "error"]
    return bool(errors) and all(problem.code == NEEDS_UNMET for problem in errors)


@contextmanager
def _in_time() -> Iterator[None]:
    """Raises _TooLong after some seconds, where the system can do that."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# -------------------------------------------------------------------------------------------------- programs


class _ChangedGames(Games):
    """Games of a changed rulebook, whose programs share the code of all functions that are as they were."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self._quick: dict[tuple[object, ...], tuple[Model | None, list[Diagnostic]]] = {}

    telling = False

    def model(
        self,
        players: int,
        settings: dict[str, str] | None = None,
        preset: str | None = None,
        variants: Sequence[str] = (),
        extra: Mapping | None = None,
    ) -> tuple[Model | None, list[Diagnostic]]:
        """One way of playing. Only of the first that is asked for everything is found that is wrong with it."""
        if not self._models or extra is not None:
            return super().model(players, settings, preset, variants, extra)
        chosen = settings or {}
        key = (players, tuple(sorted(chosen.items())), preset, tuple(variants))
        if key not in self._quick:
            prepared, found = self.rulebook.prepare(players, chosen, preset, variants)
            if prepared is None:
                self._quick[key] = (None, found)
            else:
                self._quick[key] = elaborated(prepared, found, costs=False, reach=False)
        return self._quick[key]

    def program(self, model: Model, traced: bool = False) -> Program:
        """The program of a model; only what is new in it is compiled."""
        key = (id(model), traced)
        if key not in self._programs:
            compiled = compile_model(model, traced)
            self._programs[key] = Program(compiled, [_code(part) for part in functions(compiled.text)])
        return self._programs[key]


@lru_cache(maxsize=_KEPT)
def _code(text: str) -> CodeType:
    return compile(text, "<changed>", "exec")


def functions(text: str) -> list[str]:
    """A program's text cut into its functions, with what follows the last one."""
    found: list[list[str]] = [[]]
    for line in text.splitlines(keepends=True):
        if not line.startswith((" ", "\n")):
            found.append([])
        found[-1].append(line)
    return ["".join(lines) for lines in found if lines]
