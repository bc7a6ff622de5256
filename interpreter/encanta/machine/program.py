"""A program ready to run: start, ask, options, advance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from types import CodeType
from typing import Any

from encanta.compiling.compiler import Compiled, Model, compile_model
from encanta.compiling.layout import CURRENT, FRAME, QUIET, RANDOM, RESULT, SEAT
from encanta.compiling.sites import Site
from encanta.machine.bits import members
from encanta.machine.loading import code_of
from encanta.machine.options import Options
from encanta.machine.randomness import seeded
from encanta.machine.runtime import ENOUGH, Stuck, runtime
from encanta.machine.table import State, Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `kind`: won, drawn, nobody, stuck. `winners` are seats; `reason` names the end or the limit."""

    kind: str
    winners: tuple[int, ...]
    reason: str


class _Begun(Exception):
    """The first phase that runs for a player begins."""


def _begun(*_: Any) -> Any:
    raise _Begun


MOST_EXPLORED = 300
"""So many states are looked at for what can be reached."""
_KINDS = ("won", "drawn", "nobody", "stuck")


class Program:
    """A compiled rulebook for one number of players and one setting. Holds no game: states are plain lists.

    `code` is what its text was compiled to, where somebody has done that already.
    """

    def __init__(self, compiled: Compiled, code: Iterable[CodeType] | None = None) -> None:
        self.compiled = compiled
        self.model: Model = compiled.model
        self.layout = compiled.layout
        self.seats = compiled.layout.seats
        self.sites: tuple[Site, ...] = compiled.sites
        self._exploring: Program | None = None
        self.scope = runtime(compiled) | compiled.tables | {"TRACE": self._trace, "REACHABLE": self.reachable}
        self.listener: Callable[[State, Any, int, str, tuple[Any, ...]], None] | None = None
        self.code = tuple(code_of(compiled) if code is None else code)
        for part in self.code:
            exec(part, self.scope)
        self.table: Table = self.scope["_table"]
        self.table.trig = dict(self.scope["TRIG"])
        self._resume = self.scope["RES"]
        self._options = self.scope["OPT"]
        self._last = self.scope["C"]
        self._turns = self.scope["TURNS"]
        self._site_of = {number: site for number, (site, _) in compiled.decisions.items()}

    def twin(self) -> Program:
        """Another program of the same text, for whoever changes what its functions call."""
        return Program(self.compiled, self.code)

    # -------------------------------------------------------------------------------------------- play

    def start(self, seed: int, quiet: int = 0) -> State:
        """A new game, set up and advanced to its first decision.

        `quiet` is a mask of the seats that play by themselves: windows pass over them where they have nothing to say.
        """
        state = list(self.compiled.initial)
        state[QUIET] = quiet
        state[RANDOM] = seeded(seed)
        self._run(state, lambda: self.scope["start"](state, None))
        return state

    def set_up(self, seed: int) -> State:
        """A new game just before its first phase that runs for a player, or at its first decision if that comes sooner.

        Such a state has no frame yet: `enter` stands it at a phase.
        """
        phases = [name for body, (name, _, has_you) in self.compiled.bodies.items() if has_you and self._is_phase(body)]
        kept = {name: self.scope[name] for name in phases}
        state = list(self.compiled.initial)
        state[RANDOM] = seeded(seed)
        try:
            self.scope.update(dict.fromkeys(phases, _begun))
            self._run(state, lambda: self.scope["start"](state, None))
        except _Begun:
            pass
        finally:
            self.scope.update(kept)
        return state

    def _is_phase(self, name: str) -> bool:
        return name in self.model.bodies and self.model.bodies[name].kind == "phase"

    def advance(self, state: State, value: int) -> None:
        """Takes an option (which is not checked) and goes on to the next decision."""
        resume = self._resume
        frame = state[FRAME]
        self._turns[0] = 0
        try:
            frame = resume[frame[0]](state, frame, value)
            steps = 0
            while frame is not None:
                steps += 1
                if steps > ENOUGH:
                    raise Stuck(-1)
                frame = resume[frame[0]](state, frame, None)
        except Stuck as stuck:
            self._stuck(state, stuck)
        except RecursionError:
            self._stuck(state, Stuck(-1))

    def enter(self, state: State, phase: str, seat: int, given: Callable[[State], None] | None = None) -> None:
        """Stands a game at the beginning of a phase for a player.

        Every surrounding phase is entered at the statement that calls the next. `given` may change the state when all
        these phases have begun and nothing in the last one has happened yet. Raises `ValueError` if no phase leads to
        this one.
        """
        frame: Any = None
        for caller, callee in self._way_to(phase):
            core = self.compiled.cores.get(caller)
            if core is not None:
                frame = (core[0], frame, *(self._entered(caller, name, seat) for name in core[1]))
            resume, live = self.compiled.calls[(caller, callee)]
            if resume is not None:
                frame = (resume, frame, *(self._entered(caller, name, seat) for name in live))
            self.scope[f"begin_{self.compiled.bodies[callee][0]}"](state, frame)
            state[CURRENT] = seat
        if given is not None:
            given(state)
        name, _, has_you = self.compiled.bodies[phase]
        arguments = (seat,) if has_you else ()
        state[RESULT] = None
        self._run(state, lambda: self.scope[f"inside_{name}"](state, frame, *arguments))

    def _way_to(self, phase: str) -> list[tuple[str, str]]:
        """The chain of calls from the beginning of the game to a phase."""
        ways: dict[str, list[tuple[str, str]]] = {"": []}
        todo = [""]
        while todo:
            here = todo.pop(0)
            for caller, callee in self.compiled.calls:
                if caller == here and callee not in ways:
                    ways[callee] = [*ways[here], (caller, callee)]
                    todo.append(callee)
        if phase not in ways or not phase:
            raise ValueError(f"no phase leads to `{phase}`")
        return ways[phase]

    def _entered(self, body: str, name: str, seat: int) -> Any:
        """What a local of a surrounding phase holds: the player, where it is a player; else the least there is.

        One round of the table begins with that player; what is repeated so many times is in its first run where the
        number is written, and in its last one where it is worked out.
        """
        times = self.scope["TIMES"].get(name, 1)
        for begins, value in (("rest.", 0), ("turns.", self.layout.seats - 1), ("times.", times - 1)):
            if name.startswith(begins):
                return value
        known = self.model.bodies[body].locals if body in self.model.bodies else {}
        type_ = known.get(name)
        if name == "you" or (type_ is not None and type_.kind == "player"):
            return seat
        return -1 if type_ is not None and type_.kind not in ("set", "flag", "integer") else 0

    def _trace(self, state: State, frame: Any, place: int, kind: str, data: tuple[Any, ...]) -> None:
        if self.listener is not None:
            self.listener(state, frame, place, kind, data)

    def causes(self, place: int, frame: Any) -> tuple[str, ...]:
        """The phases, actions and abilities under way at a place of the program, from the inside out."""
        found = [self.compiled.places[place][1]]
        while frame is not None:
            body = self.compiled.resume_bodies[frame[0]]
            if body and body != found[-1]:
                found.append(body)
            frame = frame[1]
        return tuple(found)

    def reachable(self, state: State, you: int, kind: str, condition: Callable[[State], Any]) -> bool:
        """Whether a condition holds, or can come to hold by printed actions of a kind that a player may do now.

        Looked at are states that follow from the player's own decisions alone: where chance, somebody else or an unseen
        face decides, it is not gone on. At most `MOST_EXPLORED` of them.
        """
        if condition(state):
            return True
        if self._exploring is None:
            plain = not (self.compiled.traced or self.compiled.direct)
            self._exploring = self if plain else Program(compile_model(self.model))
        return self._exploring.explored(state, you, kind, condition)

    def explored(self, state: State, you: int, kind: str, condition: Callable[[State], Any]) -> bool:
        """The same, beginning with the first action; for a program that is neither traced nor direct."""
        bodies = [body.name for body in self.model.bodies.values() if body.on_row is not None and kind in body.kinds]
        may = self.scope.get("MAY", {})
        seen = self.table.visible(state, you)
        last = self._last[:]
        todo, left = [state], MOST_EXPLORED
        while todo and left > 0:
            here = todo.pop(0)
            for name in bodies:
                if not may[name](here, you):
                    continue
                for after in self._after(here, name, you, seen):
                    left -= 1
                    if condition(after):
                        self._last[:] = last
                        return True
                    todo.append(after)
                    if left <= 0:
                        break
        self._last[:] = last
        return False

    def _after(self, state: State, name: str, you: int, seen: int) -> Iterator[State]:
        """The states after an action in which only its player has decided anything, and seen nothing new."""
        function, suspends, _ = self.compiled.bodies[name]
        first = state[:]
        first[FRAME] = None
        todo: list[tuple[State, Any, int | None]] = [(first, None, None)]
        for _ in range(MOST_EXPLORED):
            if not todo:
                return
            here, frame, value = todo.pop()
            try:
                if frame is None:
                    frame = self.scope[function](here, None, you) if suspends else self.scope[function](here, you)
                else:
                    here[FRAME] = None
                    frame = self._resume[frame[0]](here, frame, value)
                while frame is not None:
                    frame = self._resume[frame[0]](here, frame, None)
            except (Stuck, RecursionError):
                continue
            if here[RANDOM] != state[RANDOM] or here[RESULT] is not None or self.table.visible(here, you) & ~seen:
                continue
            pending = here[FRAME]
            if pending is None:
                here[FRAME], here[SEAT] = state[FRAME], state[SEAT]
                yield here
            elif here[SEAT] == you:
                options = self._options[pending[0]](here, pending)
                todo += [(here[:], pending, option) for option in islice(options, MOST_EXPLORED)]

    def _run(self, state: State, first: Any) -> None:
        resume = self._resume
        self._turns[0] = 0
        try:
            frame = first()
            steps = 0
            while frame is not None:
                steps += 1
                if steps > ENOUGH:
                    raise Stuck(-1)
                frame = resume[frame[0]](state, frame, None)
        except Stuck as stuck:
            self._stuck(state, stuck)
        except RecursionError:
            self._stuck(state, Stuck(-1))

    def _stuck(self, state: State, stuck: Stuck) -> None:
        state[FRAME], state[SEAT], state[RESULT] = None, -1, (3, 0, stuck.place)

    def asked(self, state: State) -> int:
        """The seat that decides now; -1 when the game is over."""
        seat: int = state[SEAT]
        return seat

    def options(self, state: State) -> Options:
        """What may be chosen now."""
        frame = state[FRAME]
        if self._last[0] is frame:
            found: Options = self._last[1]
            return found
        made: Options = self._options[frame[0]](state, frame)
        self._last[0], self._last[1] = frame, made
        return made

    def site(self, state: State) -> Site:
        """The decision of the rulebook that is pending."""
        return self._site_of[state[FRAME][0]]

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        result = state[RESULT]
        if result is None:
            return None
        kind, winners, reason = result
        if kind == 3:
            place = self.compiled.places[reason][1] if reason >= 0 else "a chain of procedures and triggers"
            return Outcome("stuck", (), place)
        return Outcome(_KINDS[kind], tuple(members(winners)), self.compiled.reasons[reason])


def load_program(model: Model, traced: bool = False) -> Program:
    """Compiles a checked rulebook and makes it ready to run."""
    return Program(compile_model(model, traced))


__all__ = ["Outcome", "Program", "Site", "load_program"]
