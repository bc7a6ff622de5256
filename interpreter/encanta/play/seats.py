"""Who sits at the table: whoever is asked for decisions, and the bots among them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from encanta.machine.randomness import Dice

if TYPE_CHECKING:
    from encanta.machine.game import Decision
    from encanta.machine.program import Program
    from encanta.machine.views import View
    from encanta.play.thinking import Mind, ThinkingSeat


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
"""The kinds of bots that need nothing but a seed, by name."""

HUMAN = "human"
THINKING = "thinking"
KINDS = (HUMAN, *BOTS, THINKING)
"""Who may sit on a seat. A bot that thinks may be told how hard: `thinking:300`."""
HARDEST = 1_000_000
"""The greatest effort that a thinking bot can be told."""


def is_kind(kind: str) -> bool:
    """Whether words name somebody who can play."""
    return kind in KINDS or _effort(kind) is not None


def is_thinking(kind: str) -> bool:
    """Whether words name a bot that thinks."""
    return kind == THINKING or _effort(kind) is not None


def _effort(kind: str) -> int | None:
    """How hard a bot is to think, where its kind says so."""
    name, colon, effort = kind.partition(":")
    if name != THINKING or not colon or not effort.isascii() or not effort.isdigit() or len(effort) > 7:
        return None
    return int(effort) if 1 <= int(effort) <= HARDEST else None


def bot(kind: str, seed: int, seat: int) -> Seat:
    """A bot that does not think, for a seat (from 0) of the game with a seed. Raises KeyError for any other kind."""
    return BOTS[kind](bot_seed(seed, seat))


class Bots:
    """Makes the bots for games of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def _mind(self) -> Mind:
        from encanta.play.thinking import Mind

        return Mind(self._program)

    def bot(self, kind: str, seed: int, seat: int) -> Seat:
        """The bot of a kind for a seat (from 0) of the game with a seed. Raises KeyError for a kind that is no bot."""
        return self.thinker(kind, seed, seat) if is_thinking(kind) else bot(kind, seed, seat)

    def thinker(self, kind: str, seed: int, seat: int) -> ThinkingSeat:
        """A bot that thinks, as hard as its kind says."""
        from encanta.play.thinking import EFFORT, ThinkingSeat

        return ThinkingSeat(self._mind, bot_seed(seed, seat), _effort(kind) or EFFORT)
