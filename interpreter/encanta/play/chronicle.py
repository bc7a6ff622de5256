"""What happened in a game, told by the traced build of its program, which is made when it is first needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from encanta.machine.game import Game
from encanta.play import cache

if TYPE_CHECKING:
    from encanta.machine.events import Event
    from encanta.machine.program import Program
    from encanta.machine.table import State


class Chronicle:
    """Tells the events of games of one program; `key` is what the program is kept under in the cache."""

    def __init__(self, program: Program, key: str | None = None) -> None:
        self._program = program
        self._key = None if key is None else f"{key}-traced"

    @cached_property
    def _traced(self) -> Program:
        from encanta.machine.program import Program, load_program

        kept = cache.load(self._key) if self._key is not None else None
        if kept is not None:
            return Program(kept)
        program = load_program(self._program.model, traced=True)
        if self._key is not None:
            cache.store(self._key, program.compiled)
        return program

    def events(self, game: Game) -> list[Event]:
        """Everything that happened in a game."""
        return Game(self._traced, game.seed, game.decisions, game.names.labels, game.quiet).events()

    def seen_since(self, game: Game, decision: int | None, seat: int) -> int:
        """The components that a seat has seen since a decision (counted from 0; None: at all) and still knows."""
        traced, looked, begun = self._traced, 0, decision is None

        def hear(state: State, frame: Any, place: int, kind: str, data: tuple[Any, ...]) -> None:
            nonlocal looked
            if begun and kind == "look" and data[1] >> seat & 1:
                looked |= data[0]

        traced.listener = hear
        before = 0
        try:
            state = traced.start(game.seed, game.quiet)
            for number, value in enumerate(game.decisions):
                if number == decision:
                    begun, before = True, state[traced.layout.known + seat]
                traced.advance(state, value)
        finally:
            traced.listener = None
        known: int = state[traced.layout.known + seat]
        return known & (looked | ~before)

    def since(self, game: Game, decisions: int) -> list[Event]:
        """What happened from a decision on (counted from 0), that decision included; nothing if there is no such."""
        events = self.events(game)
        begins = [at for at, event in enumerate(events) if event.kind == "decision"]
        return events[begins[decisions] :] if decisions < len(begins) else []
