"""Every shipped rulebook validates, its scenarios pass, and it keeps the laws of every game."""

from __future__ import annotations

import pytest

from encanta.checking.coverage import validate_path
from encanta.resources import rulebooks_root, shipped_games
from encanta.scenarios.testing import Plan, examine

GAMES = 2
"""Random games for each number of players; `encanta test --games` plays more."""


def test_there_are_games() -> None:
    assert shipped_games()


@pytest.mark.parametrize("game", shipped_games())
def test_it_validates_without_a_complaint(game: str) -> None:
    assert validate_path(str(rulebooks_root() / game)).diagnostics == []


@pytest.mark.parametrize("game", shipped_games())
def test_its_scenarios_pass(game: str) -> None:
    result = examine(str(rulebooks_root() / game), Plan(games=0))
    assert result.diagnostics == []
    assert result.results, "a game has scenarios"
    bad = [
        (one.scenario.name, [(d.what, d.expected, d.actual) for d in one.differences], one.diagnostics)
        for one in result.results
        if one.status != "passed"
    ]
    assert bad == []


@pytest.mark.parametrize("game", shipped_games())
def test_it_keeps_the_laws(game: str) -> None:
    tallies = examine(str(rulebooks_root() / game), Plan(select=lambda scenario: False, games=GAMES)).tallies
    assert [finding for tally in tallies for finding in tally.findings] == []
    assert all(tally.games == GAMES and tally.decisions > 0 for tally in tallies)
    assert sum(tally.exchanges for tally in tallies) > 0, "nothing is hidden, so nothing could leak"
    windows = "\nwindows:" in (rulebooks_root() / game / "rulebook.yaml").read_text(encoding="utf-8")
    assert (sum(tally.passes for tally in tallies) > 0) is windows, "seats that play by themselves pass unasked"
