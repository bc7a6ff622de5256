"""A game with somebody on every seat: asks, takes what is decided, and takes it back where nothing came out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from encanta.compiling.layout import RANDOM
from encanta.machine.views import visible
from encanta.play.memory import forgetful
from encanta.play.seats import Seat, Wish

if TYPE_CHECKING:
    from encanta.machine.game import Game
    from encanta.machine.program import Outcome


class Table:
    """Runs a game from where it stands.

    `after` is called with the seat after each decision that was taken. `people` are the seats whose decisions nobody
    else may take back. `sight` says what faces a person is shown (None: all that they may know).
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        after: Callable[[int], None] | None = None,
        people: frozenset[int] = frozenset(),
        sight: Callable[[Table, int], int | None] = lambda table, seat: None,
    ) -> None:
        if len(seats) != game.program.seats:
            raise ValueError(f"{game.program.seats} play, but {len(seats)} seats are taken")
        self.game = game
        self._seats = seats
        self._after = after
        self._people = people
        self._sight = sight
        self._deciders = deciders(game)
        self._rewind_seats()

    def run(self) -> Outcome | None:
        """Play until the game is over, or until somebody leaves (then there is no outcome)."""
        while (decision := self.game.decision) is not None:
            seat = decision.seat
            seen = self._sight(self, seat) if seat in self._people else None
            if seen is not None:
                decision = forgetful(self.game, seen)
            value = self._seats[seat].choose(decision, self.game.view(seat, seen))
            if value is Wish.LEAVE:
                return None
            if isinstance(value, int):
                self._take(seat, value)
        return self.game.outcome

    def _take(self, seat: int, value: int) -> None:
        self.game.take(value)
        self._deciders.append(seat)
        if self._after is not None:
            self._after(seat)

    def take_back(self, seat: int) -> str | None:
        """Go back to the last decision of a seat. Gives None if that is done, else the reason why it cannot be.

        Nothing may have come out since: no chance used, and no face seen by the seat that it had not seen before. Nor
        may another person have decided since; what bots decided is taken back too.
        """
        if seat not in self._deciders:
            return "there is nothing to take back"
        count = self._last(seat)
        other = next((decider for decider in self._deciders[count:] if decider in self._people - {seat}), None)
        if other is not None:
            return f"that cannot be taken back: {self.game.names.player(other)} has decided since"
        before = self._stood(count)
        reason = self._came_out(before, seat)
        if reason is None:
            self.game = before
            del self._deciders[count:]
            self._rewind_seats()
        return reason

    def _came_out(self, before: Game, seat: int) -> str | None:
        state, old = self.game.state, before.state
        if state[RANDOM] != old[RANDOM]:
            return "that cannot be taken back: chance has had its say since"
        program = self.game.program
        if visible(program, state, seat) & ~visible(program, old, seat):
            return "that cannot be taken back: something hidden has been seen since"
        return None

    def last_decision(self, seat: int) -> int | None:
        """The number of the last decision of a seat, counted from 0; None if it has made none."""
        return self._last(seat) if seat in self._deciders else None

    def undecided_since(self, seat: int) -> int:
        """The number of the last decision of a seat, counted from 0; 0 if it has made none."""
        return self._last(seat) if seat in self._deciders else 0

    def _last(self, seat: int) -> int:
        """How many decisions were made before the last one of a seat."""
        return len(self._deciders) - self._deciders[::-1].index(seat) - 1

    def _stood(self, count: int) -> Game:
        """The game as it stood after so many decisions."""
        game = self.game
        return type(game)(game.program, game.seed, game.decisions[:count], game.names.labels, game.quiet)

    def _rewind_seats(self) -> None:
        for number, seat in enumerate(self._seats):
            seat.rewind(self._deciders.count(number))


def deciders(game: Game) -> list[int]:
    """The seat that made each decision of a game so far, in order."""
    program = game.program
    state = program.start(game.seed, game.quiet)
    found = []
    for value in game.decisions:
        found.append(program.asked(state))
        program.advance(state, value)
    return found
