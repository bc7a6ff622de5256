"""A small real game."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.play.opening import Opened, Request, open_program

SHORE = Path(__file__).parents[1] / "corpus" / "shore"


@pytest.fixture(scope="session")
def shore() -> Opened:
    """The game for three."""
    opened, problems = open_program(Request(str(SHORE), 3))
    assert problems == []
    assert opened is not None
    return opened
