"""Who sits at the table: whoever is asked for decisions, and the bots among them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from encanta.machine.randomness import Dice

if TYPE_CHECKING:
    from encanta.machine.game import Decision
    from encanta.machine.views import View


class Wish(Enum):
    """What a seat may answer instead of a value."""

    AGAIN = "the game has changed: ask whoever is to decide now"
    LEAVE = "stop here; the game stays unfinished"


class Seat(Protocol):
    """Somebody who decides."""

    def choose(self, decision: Decision, view: View) -> int | Wish:
        """One of the options of the decision, seeing only the view; or a wish."""

    def rewind(self, made: int) -> None:
        """Take note that the game stands where this seat has made `made` decisions."""


class RandomSeat:
    """A bot that takes every option with the same chance, from dice of its own."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._dice = Dice(seed)

    def choose(self, decision: Decision, view: View) -> int:
        """Any option."""
        options = decision.options
        return options.at(self._dice.below(len(options)))

    def rewind(self, made: int) -> None:
        """Put the dice back to where they were: each decision takes one throw."""
        self._dice = Dice(self._seed)
        for _ in range(made):
            self._dice.below(1)


class FirstSeat:
    """A bot that takes the first option, for games that should be easy to follow."""

    def choose(self, decision: Decision, view: View) -> int:
        """The first option."""
        return decision.options.at(0)

    def rewind(self, made: int) -> None:
        """Nothing to remember."""


def bot_seed(seed: int, seat: int) -> int:
    """The seed of a bot's own dice, from the seed of the game and the seat (from 0); never the game's own seed."""
    return (seed << 8 | seat) ^ 0x5851F42D4C957F2D


BOTS: dict[str, Callable[[int], Seat]] = {"random": RandomSeat, "first": lambda seed: FirstSeat()}
"""The kinds of bots by name; each is made from its seed."""

HUMAN = "human"
KINDS = (HUMAN, *BOTS)
"""Who may sit on a seat."""


def bot(kind: str, seed: int, seat: int) -> Seat:
    """The bot of a kind for a seat (from 0) of the game with a seed. Raises KeyError for a kind that is no bot."""
    return BOTS[kind](bot_seed(seed, seat))
