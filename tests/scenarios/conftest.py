"""The rulebook Quay, and a way to run scenarios that a test writes down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from encanta.checking.configure import open_rulebook
from encanta.scenarios.games import Games
from encanta.scenarios.reading import parse_scenarios
from encanta.scenarios.running import Result, run
from encanta.text.spans import Source

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
QUAY = CORPUS / "quay"

RunText = Callable[..., list[Result]]


def games_of(folder: Path) -> Games:
    """The games of a rulebook that has no mistakes."""
    rulebook, found = open_rulebook(str(folder))
    assert rulebook is not None, found
    return Games(rulebook)


@pytest.fixture(scope="session")
def quay() -> Games:
    return games_of(QUAY)


@pytest.fixture
def results(quay: Games) -> RunText:
    """Runs the scenarios in a text; the text itself must be fine."""

    def run_text(text: str, games: Games | None = None) -> list[Result]:
        scenarios, found = parse_scenarios(Source("test.yaml", dedent(text)))
        assert found == []
        return [run(games or quay, scenario) for scenario in scenarios]

    return run_text


def said(result: Result) -> list[tuple[str, str, str]]:
    """What differs, as field, expected and actual."""
    return [(difference.what, difference.expected, difference.actual) for difference in result.differences]
