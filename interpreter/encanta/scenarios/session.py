"""A game that a scenario plays: its state, what is asked, and what led there."""

from __future__ import annotations

from encanta.checking import model as m
from encanta.compiling.layout import Layout
from encanta.machine import views
from encanta.machine.options import Options
from encanta.machine.program import Outcome, Program, Site
from encanta.scenarios.cells import State
from encanta.scenarios.words import Words


class Session:
    """One position of a game. Copies are independent."""

    def __init__(self, program: Program, words: Words, state: State) -> None:
        self.program = program
        self.words = words
        self.state = state
        self.taken: list[int] = []

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
        self.program.advance(self.state, value)
        self.taken.append(value)

    def copy(self) -> Session:
        """The same position, to try something in."""
        other = Session(self.program, self.words, self.state[:])
        other.taken = self.taken[:]
        return other

    def visible(self, seat: int) -> int:
        """The components whose face a seat may know, as a mask."""
        return views.visible(self.program, self.state, seat)
