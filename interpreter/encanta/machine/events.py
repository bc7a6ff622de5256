"""What happened and why: the changes of a game, told to whoever may know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encanta.compiling.layout import CURRENT, Type
from encanta.machine.bits import mask_of, members
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.table import State
from encanta.text.source import Span


@dataclass(frozen=True, slots=True)
class Event:
    """One change. `text` is for the seats in the mask `seats`, `public_text` for the others.

    `kind`: decision, move, deal, shuffle, slide, look, set, tally, begin. `causes` names what was under way, from the
    inside out.
    """

    index: int
    kind: str
    text: str
    public_text: str
    seats: int
    causes: tuple[str, ...]
    span: Span | None

    def told_to(self, seat: int) -> str:
        """The words for one seat."""
        return self.text if self.seats >> seat & 1 else self.public_text


class Teller:
    """Listens to a traced program and writes down its events."""

    def __init__(self, program: Program, names: Names) -> None:
        self.program = program
        self.names = names
        self.events: list[Event] = []
        self.everyone = (1 << program.seats) - 1
        self._variables = {
            first + i: (variable, i)
            for variable, first in program.layout.variables.items()
            for i in range(program.seats)
        }

    def hear(self, state: State, frame: Any, place: int, kind: str, data: tuple[Any, ...]) -> None:
        """Takes in one change as the program tells it."""
        told = _TELL[kind](self, state, data)
        if told is None:
            return
        text, public, seats = told
        span = self.program.compiled.places[place][0]
        causes = self.program.causes(place, frame)
        self.events.append(Event(len(self.events), kind, text, public, seats, causes, span))

    def decide(self, state: State, value: int) -> None:
        """Takes in a decision before it is carried out."""
        site = self.program.site(state)
        who = self.names.player(self.program.asked(state))
        options = self.program.options(state)
        text = f"{who}: {self.names.answer_in(self.program.table, state, site, options, value)}"
        seats, public = self.everyone, text
        if site.element == "component" and site.kind == "choose":
            chosen = options.component(value)
            mask = chosen if not site.single else (1 << chosen if chosen >= 0 else 0)
            seats = self._knowing(state, mask)
            # Which slot was touched is public; what lies in it is not.
            public = text if value < -1 else f"{who}: {_many(mask.bit_count())}"
        causes = (site.body,)
        self.events.append(Event(len(self.events), "decision", text, public, seats, causes, site.span))

    # ------------------------------------------------------------------------------------------- kinds

    def _knowing(self, state: State, mask: int) -> int:
        table = self.program.table
        return sum(1 << q for q in range(self.program.seats) if not mask & ~table.visible(state, q))

    def _move(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int] | None:
        before, moved, target = data
        by_source: dict[int, int] = {}
        for card, source in before:
            if moved >> card & 1:
                by_source[source] = by_source.get(source, 0) | 1 << card
        if not by_source:
            return None
        to = self.names.place(target)
        parts = [
            (self._things(mask), _many(mask.bit_count()), self.names.place(src))
            for src, mask in sorted(by_source.items())
        ]
        text = "; ".join(f"{things} from {source} to {to}" for things, _, source in parts)
        public = "; ".join(f"{number} from {source} to {to}" for _, number, source in parts)
        return text, public, self._knowing(state, moved)

    def _things(self, mask: int) -> str:
        counts: dict[str, int] = {}
        for x in members(mask):
            name = self.names.component(x)
            counts[name] = counts.get(name, 0) + 1
        return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counts.items())

    def _deal(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int]:
        count, first = data
        text = f"{_many(count)} dealt to each {self.names.place(first).split(' ', 1)[-1]}"
        return text, text, self.everyone

    def _shuffle(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int]:
        text = f"{self.names.place(data[0])} shuffled"
        return text, text, self.everyone

    def _slide(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int] | None:
        if data[0] < 0:
            return None
        text = f"{self.names.place(data[0])} moves up"
        return text, text, self.everyone

    def _look(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int] | None:
        mask, seats = data
        if not mask:
            return None
        who = ", ".join(self.names.player(p) for p in members(seats))
        return f"{who} saw {self._things(mask)}", f"{who} saw {_many(mask.bit_count())}", seats

    def _set(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int] | None:
        first, owner = data
        variable, _ = self._variables[first]
        if variable.owner not in (None, "player", "side") or variable.type.kind == "map":
            return None
        value = state[first + max(owner, 0)]
        title = self.names.word(variable.name)
        if variable.owner is not None:
            title = f"{self.names.owner(variable.owner, owner)}'s {title}"
        words, public, seats = self._value(state, variable.type, value)
        return f"{title} is {words}", f"{title} is {public}", seats

    def _value(self, state: State, type_: Type, value: Any) -> tuple[str, str, int]:
        """A value in words; what others read who may not know its components; and the seats that may."""
        several = type_.kind in ("set", "list")
        element = type_.of if several and type_.of is not None else type_
        found = list(value if isinstance(value, tuple) else members(value)) if several else [value]
        words = ", ".join(self.names.element(element.kind, element.name, x) for x in found) or "nothing"
        mask = mask_of(found) if element.kind == "component" else 0
        if not mask:
            return words, words, self.everyone
        hidden = _many(mask.bit_count()) if several else self.names.spot(state, self.program.table, value)
        return words, hidden, self._knowing(state, mask)

    def _tally(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int]:
        cell = data[0]
        sheet = next(s for s, c in self.program.layout.sheets.items() if c == cell)
        totals = [f"{self.names.owner(sheet.owner, i)} {sum(lines)}" for i, lines in enumerate(state[cell])]
        text = f"{self.names.word(sheet.name)} counted: {', '.join(totals)}"
        return text, text, self.everyone

    def _begin(self, state: State, data: tuple[Any, ...]) -> tuple[str, str, int]:
        text = f"{self.names.player(state[CURRENT])}'s turn"
        return text, text, self.everyone


def _many(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


_TELL = {
    "move": Teller._move,
    "deal": Teller._deal,
    "shuffle": Teller._shuffle,
    "slide": Teller._slide,
    "look": Teller._look,
    "set": Teller._set,
    "tally": Teller._tally,
    "begin": Teller._begin,
}
