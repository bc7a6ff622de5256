"""A small real game: shells lie in a hidden sea, on an open beach, in pouches and on walls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from encanta.machine.game import Game
from encanta.machine.program import Program
from encanta.play.opening import Request, open_program

SHORE = Path(__file__).parents[1] / "corpus" / "shore"


@pytest.fixture(scope="session")
def shore() -> Program:
    """The game for two."""
    opened, problems = open_program(Request(str(SHORE), 2))
    assert problems == []
    assert opened is not None
    return opened.program


@pytest.fixture
def new_game(shore: Program) -> Callable[[int], Game]:
    """Makes a game from a seed."""
    return lambda seed: Game(shore, seed)
