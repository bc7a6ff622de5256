"""What happened in a game, told by the traced build of its program, which is made when it is first needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from encanta.machine.game import Game

if TYPE_CHECKING:
    from encanta.machine.events import Event
    from encanta.machine.program import Program


class Chronicle:
    """Tells the events of games of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def _traced(self) -> Program:
        from encanta.machine.program import load_program

        return load_program(self._program.model, traced=True)

    def events(self, game: Game) -> list[Event]:
        """Everything that happened in a game."""
        return Game(self._traced, game.seed, game.decisions, game.names.labels).events()

    def since(self, game: Game, decisions: int) -> list[Event]:
        """What happened from a decision on (counted from 0), that decision included; nothing if there is no such."""
        events = self.events(game)
        begins = [at for at, event in enumerate(events) if event.kind == "decision"]
        return events[begins[decisions] :] if decisions < len(begins) else []
