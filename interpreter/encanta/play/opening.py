"""From the name of a game and its settings to a program that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from encanta.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from encanta.machine.program import Program


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be played: a game's name or folder, and how.

    `players` None: as few as the game allows, but at least `seated`.
    """

    game: str
    players: int | None = None
    variants: tuple[str, ...] = ()
    preset: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    seated: int = 0


def open_program(request: Request) -> tuple[Program | None, list[Diagnostic]]:
    """The program for a request, or None; and what is wrong (or doubtful) about the rulebook or the request."""
    from encanta.checking.configure import open_rulebook
    from encanta.machine.program import load_program

    rulebook, problems = open_rulebook(request.game)
    if rulebook is None:
        return None, problems
    players = request.players if request.players is not None else max(rulebook.players[0], request.seated)
    model, more = rulebook.configure(players, request.values, request.preset, request.variants)
    problems = [*problems, *more]
    return (None if model is None else load_program(model)), problems
