"""What a seat is told of a game, held against what it is told of another one that it cannot tell from this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from encanta.compiling.layout import Variable
from encanta.machine.events import Event, Teller
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from encanta.play.quiet import PASS, Quiet
from encanta.scenarios import laws
from encanta.scenarios.cells import State, row_name

COMPARED = 40
"""Decisions of a game after which is looked at what seats are told when cards that they cannot see are exchanged."""


@dataclass(frozen=True, slots=True)
class Told:
    """The events of a game, and the position it came to."""

    events: list[Event]
    state: State


def told(
    traced: Program,
    seed: int,
    values: Sequence[int],
    quiet: int,
    look: Callable[[State, int, int], object] = lambda state, number, value: None,
) -> Told:
    """What happens in a game, as far as the decisions go on legally. `look` sees each position, with the number and the
    value of the decision that is made in it."""
    teller = Teller(traced, Names(traced.layout))
    traced.listener = teller.hear
    try:
        state = traced.start(seed, quiet)
        for number, value in enumerate(values):
            if not laws.can_go_on(traced, state, value):
                break
            look(state, number, value)
            teller.decide(state, value)
            traced.advance(state, value)
    finally:
        traced.listener = None
    return Told(teller.events, state)


# ------------------------------------------------------------------------------------------- quiet seats


@dataclass(frozen=True, slots=True)
class Spoken:
    """The same game where the quiet seats are asked, and pass whenever they have nothing to say: so many times."""

    told: Told
    passes: int


def spoken(traced: Program, judge: Quiet, seed: int, values: Sequence[int], quiet: int) -> Spoken:
    """A game of quiet seats played without them; passing because of `quiet` is no event."""
    teller = Teller(traced, Names(traced.layout))
    traced.listener = teller.hear
    passes = 0
    try:
        state = traced.start(seed)
        for value in (*values, None):
            while judge.passes(state, quiet):
                traced.advance(state, PASS)
                passes += 1
            if value is None or not laws.can_go_on(traced, state, value):
                break
            teller.decide(state, value)
            traced.advance(state, value)
    finally:
        traced.listener = None
    return Spoken(Told(teller.events, state), passes)


def first_difference(here: Sequence[Event], there: Sequence[Event]) -> str | None:
    """What happens first in only one of two games, or in another way."""
    for one, other in zip(here, there, strict=False):
        if one != other:
            return one.text
    if len(here) != len(there):
        return (here if len(here) > len(there) else there)[min(len(here), len(there))].text
    return None


# ---------------------------------------------------------------------------------------- what is told


@dataclass(frozen=True, slots=True)
class _Heard:
    """One change as the program tells it, with what a seat is told of it."""

    change: tuple[Any, ...]
    words: str


class Exchanges:
    """Looks at whether what seats are told depends on cards that they cannot see."""

    def __init__(self, traced: Program) -> None:
        self._program = traced
        self._names = Names(traced.layout)
        self._variables: dict[int, Variable] = {
            first + i: variable
            for variable, first in traced.layout.variables.items()
            for i in range(laws.owners(traced.layout, variable) * traced.layout.keys(variable.type))
        }

    def leaks(self, state: State, value: int, dice: Dice) -> Iterator[str]:
        """What a seat is told differently of a decision and all that follows when two cards change places that it
        sees neither before nor until then."""
        program = self._program
        seat = dice.below(program.seats)
        for first, second in laws.unseen_pairs(program, state, seat, dice, 1):
            other = laws.exchanged(program, state, first, second)
            mapped = self._mapped(state, value, first, second)
            if not laws.can_go_on(program, other, mapped):
                continue
            pair = 1 << first | 1 << second
            here = self._heard(state[:], value, seat, pair, (0, 0))
            there = self._heard(other, mapped, seat, pair, (first, second))
            names = " and ".join(row_name(program.layout, component) for component in (first, second))
            for words in _differing(here, there):
                yield f"`{words}` is told to P{seat + 1}, and something else if {names}, both unseen, change places"

    def _mapped(self, state: State, value: int, first: int, second: int) -> int:
        """The same decision where two cards have changed places; what is said by its place stays."""
        site = self._program.site(state)
        if site.kind != "choose" or site.element != "component" or value < 0:
            return value
        return (laws.swapped if site.single else laws.swapped_in)(value, first, second)

    def _heard(self, state: State, value: int, seat: int, pair: int, exchange: tuple[int, int]) -> list[_Heard]:
        """What a seat hears of a decision until it sees one of two cards; `exchange` is undone in what is compared."""
        program, teller = self._program, Teller(self._program, self._names)
        found: list[_Heard] = []
        seen = [False]

        def hear(now: State, frame: Any, place: int, kind: str, data: tuple[Any, ...]) -> None:
            count = len(teller.events)
            teller.hear(now, frame, place, kind, data)
            seen[0] = seen[0] or bool(program.table.visible(now, seat) & pair)
            if not seen[0] and len(teller.events) > count:
                change = (place, kind, *self._change(now, kind, data, exchange))
                found.append(_Heard(change, teller.events[-1].told_to(seat)))

        teller.decide(state, value)
        found.append(_Heard(("decision",), teller.events[-1].told_to(seat)))
        before, program.listener = program.listener, hear
        try:
            program.advance(state, value)
        finally:
            program.listener = before
        return found

    def _change(self, state: State, kind: str, data: tuple[Any, ...], exchange: tuple[int, int]) -> Iterable[Any]:
        """What really changed, with two cards taken for each other."""
        if kind == "move":
            before, moved, target = data
            sources = frozenset((laws.swapped(card, *exchange), source) for card, source in before)
            return sources, laws.swapped_in(moved, *exchange), target
        if kind == "look":
            return laws.swapped_in(data[0], *exchange), data[1]
        if kind == "set":
            return (data, self._value(state, data[0] + max(data[1], 0), exchange))
        return (data, state[data[0]]) if kind == "tally" else (data,)

    def _value(self, state: State, cell: int, exchange: tuple[int, int]) -> Any:
        value, variable = state[cell], self._variables.get(cell)
        if variable is None or (variable.type.of or variable.type).kind != "component":
            return value
        if isinstance(value, tuple):
            return tuple(laws.swapped(card, *exchange) for card in value)
        return (laws.swapped_in if variable.type.kind == "set" else laws.swapped)(value, *exchange)


def _differing(here: Sequence[_Heard], there: Sequence[_Heard]) -> Iterator[str]:
    """The first words that differ although the same has happened. What happens may depend on what nobody sees."""
    for one, other in zip(here, there, strict=False):
        if one.change != other.change:
            return
        if one.words != other.words:
            yield one.words
            return
