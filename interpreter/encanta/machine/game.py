"""A game in progress: one decision at a time, a log of decisions, and everything that can be told from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from encanta.machine.events import Event, Teller
from encanta.machine.names import Names
from encanta.machine.options import Options
from encanta.machine.program import Outcome, Program, Site, load_program
from encanta.machine.randomness import Dice
from encanta.machine.table import State
from encanta.machine.views import View, view
from encanta.machine.worlds import Worlds


class Refused(Exception):
    """An answer that is none of the options."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Decision:
    """What is asked: `seat` decides at `site` from `options`; `describe` gives the words for a value.

    `imagine` makes full states by lot that agree with all that the seat knows.
    """

    seat: int
    site: Site
    options: Options
    describe: Callable[[int], str]
    imagine: Callable[[Dice], State]
    printed: Callable[[int], str] = lambda value: ""
    """What is printed of an action on a component, for a value that takes one."""

    @property
    def prompt(self) -> str:
        """The question in a few words."""
        if self.site.kind == "action":
            return self.site.body
        if self.site.kind == "may":
            return self.site.about or self.site.name
        return f"{self.site.body}: choose {self.site.name}"


class Game:
    """A game of one program from one seed. The decisions are its durable form; the state is made from them.

    `quiet` is a mask of the seats that play by themselves: windows pass over them where they have nothing to say.
    """

    def __init__(
        self,
        program: Program,
        seed: int,
        decisions: Sequence[int] = (),
        labels: Mapping[str, str] | None = None,
        quiet: int = 0,
    ) -> None:
        self.program = program
        self.seed = seed
        self.quiet = quiet
        self.names = Names(program.layout, labels)
        self.worlds = Worlds(program)
        self.decisions: list[int] = []
        self.state: State = program.start(seed, quiet)
        for value in decisions:
            self.take(value)

    @property
    def decision(self) -> Decision | None:
        """The decision that is pending, or None when the game is over."""
        return self.asked()

    def asked(self, seen: int | None = None) -> Decision | None:
        """The decision that is pending, in the words of somebody who sees only some faces (None: all they may know)."""
        seat = self.program.asked(self.state)
        if seat < 0:
            return None
        site = self.program.site(self.state)
        options = self.program.options(self.state)
        state = self.state[:]
        return Decision(
            seat,
            site,
            options,
            lambda v: self.names.option_in(self.program.table, state, site, options, v, seen),
            lambda dice: self.worlds.imagined(state, seat, dice),
            lambda v: self.names.printed(site.actions[v]) if site.kind == "action" and v >= 0 else "",
        )

    def take(self, value: int) -> None:
        """Answers the pending decision; raises `Refused` if the answer is none of the options."""
        decision = self.decision
        if decision is None:
            raise Refused("the game is over")
        canonical = decision.options.canonical(value)
        if canonical is None:
            raise Refused("this is not offered")
        self.program.advance(self.state, canonical)
        self.decisions.append(canonical)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.program.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.program.asked(self.state) < 0

    def copy(self) -> Game:
        """The same game, to be played on separately."""
        other = Game.__new__(Game)
        other.program, other.seed, other.quiet = self.program, self.seed, self.quiet
        other.names, other.worlds = self.names, self.worlds
        other.decisions = list(self.decisions)
        other.state = self.state[:]
        return other

    def undo(self) -> None:
        """Takes the last decision back, by playing the others again."""
        decisions = self.decisions[:-1]
        self.state = self.program.start(self.seed, self.quiet)
        for value in decisions:
            self.program.advance(self.state, value)
        self.decisions = decisions

    def view(self, seat: int, seen: int | None = None) -> View:
        """What a seat may see now; `seen` are the components whose faces it sees (None: all that it may know)."""
        return view(self.program, self.state, seat, self.names, seen)

    def events(self) -> list[Event]:
        """Everything that happened, told by the traced build of the same program."""
        traced = self.program if self.program.compiled.traced else load_program(self.program.model, traced=True)
        teller = Teller(traced, self.names)
        traced.listener = teller.hear
        try:
            state = traced.start(self.seed, self.quiet)
            for value in self.decisions:
                teller.decide(state, value)
                traced.advance(state, value)
        finally:
            traced.listener = None
        return teller.events

    def scores(self) -> dict[str, list[tuple[str, list[tuple[str, int]], int]]]:
        """The score sheets last written down: for each sheet, owner, its lines and their sum."""
        found = {}
        for sheet, cell in self.program.layout.sheets.items():
            rows = []
            for owner, values in enumerate(self.state[cell]):
                lines = [(name, value) for (name, _), value in zip(sheet.lines, values, strict=True)]
                rows.append((self.names.owner(sheet.owner, owner), lines, sum(values)))
            found[sheet.name] = rows
        return found


__all__ = ["Decision", "Event", "Game", "Outcome", "Program", "Refused", "View", "load_program"]
