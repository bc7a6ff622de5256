"""A game that a scenario plays: its state, what is asked, and what led there."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

from encanta.checking import model as m
from encanta.compiling.layout import CURRENT, Layout
from encanta.machine import views, why
from encanta.machine.asides import Asides
from encanta.machine.options import Options
from encanta.machine.program import Outcome, Program, Site
from encanta.machine.shortages import Shortages
from encanta.scenarios.cells import State
from encanta.scenarios.under_way import under_way
from encanta.scenarios.words import Words

Again = Callable[[Program], State]
Told = Callable[[Sequence[int]], list[str]]


class Session:
    """One position of a game. Copies are independent.

    `beginning` makes the state in which it begins with a given program, `again` the present one. `asking` is the one
    that asks everything, and `named` counts what the scenario has named of all that has been done since without
    asking. `told` tells the events.
    """

    def __init__(
        self, program: Program, asking: Program, asides: Asides, words: Words, again: Again, told: Told
    ) -> None:
        self.program = program
        self.asking = asking
        self.asides = asides
        self.words = words
        self.beginning = self.again = again
        self.told = told
        self.state = again(program)
        self.taken: list[int] = []
        self.named = 0

    @property
    def layout(self) -> Layout:
        """The cells of the game."""
        return self.words.layout

    @property
    def seat(self) -> int:
        """Who is asked; -1 when the game is over."""
        return self.program.asked(self.state)

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.seat < 0

    @property
    def site(self) -> Site | None:
        """What is asked, or None when the game is over."""
        return None if self.over else self.program.site(self.state)

    @property
    def type(self) -> m.Type:
        """The type of one element of what is chosen; only while a choice is asked."""
        site = self.site
        assert site is not None, "a choice is asked"
        return m.Type(site.element, site.of)

    @property
    def options(self) -> Options:
        """What may be answered; only while somebody is asked."""
        return self.program.options(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.program.outcome(self.state)

    def take(self, value: int) -> None:
        """Answer with an option."""
        before = self.state[:]

        def again(program: Program) -> State:
            state = before[:]
            program.advance(state, value)
            return state

        self.again, self.named = again, 0
        self.program.advance(self.state, value)
        self.taken.append(value)

    def copy(self) -> Session:
        """The same position, to try something in."""
        other = copy.copy(self)
        other.state, other.taken = self.state[:], self.taken[:]
        return other

    def curious(self, state: State | None = None) -> Session:
        """The same position (or another one) with a program that asks everything."""
        other = self.copy()
        other.program = self.asking
        if state is not None:
            other.state = state
        return other

    def visible(self, seat: int) -> int:
        """The components whose face a seat may know, as a mask."""
        return views.visible(self.program, self.state, seat)

    def failing(self, body: m.Body, choices: dict[str, int]) -> list[str]:
        """What speaks against an action of the asked seat with some choices: names of requirements, a limit's words."""
        return [refusal.reason for refusal in why.refusals(self, body.name, choices) if not refusal.holds]

    def lacking(self, body: m.Body, choices: dict[str, int]) -> dict[str, str]:
        """By how much requirements of an action of the asked seat fail with some choices, by name, as far as told."""
        shortages = Shortages(self.program, body.requires)
        known = {"you": self.seat, **choices}
        found = {require.name: shortages.words(require.name, self.state, known) for require in body.requires}
        return {name: words for name, words in found.items() if words}

    @property
    def phases(self) -> list[str]:
        """The phases under way, the innermost first."""
        bodies = [] if self.over else under_way(self.program, self.state)
        return [body for body in bodies if body == self.words.model.root.name or self._is_phase(body)]

    def _is_phase(self, name: str) -> bool:
        body = self.words.model.bodies.get(name)
        return body is not None and body.kind == "phase"

    @property
    def current(self) -> int:
        """Whose turn it is."""
        seat: int = self.state[CURRENT]
        return seat

    def value(self, value: m.Value, owner: int) -> object:
        """A declared value as it stands now."""
        return self.asides.value(self.state, value, owner)

    def score(self, sheet: m.Sheet, owner: int, line: str) -> int:
        """A line of a score, or their `sum`, as it would be written down now."""
        if line == "sum":
            return self.asides.total(self.state, sheet, owner)
        return self.asides.line(self.state, sheet, owner, line)

    def event_texts(self) -> list[str]:
        """What has happened since the beginning of the scenario."""
        return self.told(self.taken)
