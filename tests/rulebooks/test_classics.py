"""Small rulebooks of other games, in the corpus: they validate, and players who choose at random come to an end."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from encanta.checking.configure import Rulebook, open_rulebook
from encanta.checking.coverage import validate_path
from encanta.machine.program import Program, load_program
from encanta.scenarios.testing import Plan, examine

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
GAMES = {
    "crazy_eights": (2, 4, 7),
    "gin_rummy": (2,),
    "holdem_betting": (2, 6),
    "bridge_tricks": (4,),
    "skat_tricks": (3,),
    "doppelkopf_tricks": (4,),
    "tarot_tricks": (4,),
}
"""The games, and for which numbers of players they are played."""
SHORT = {"crazy_eights": {"target": 20}, "gin_rummy": {"target": 1}}
TIMES = {"gin_rummy": 25}
PLAYED = [(game, players) for game, numbers in GAMES.items() for players in numbers]


@cache
def book(game: str) -> Rulebook:
    found, problems = open_rulebook(str(CORPUS / game))
    assert found is not None, problems
    return found


def program(game: str, players: int) -> Program:
    model, problems = book(game).configure(players, SHORT.get(game, {}))
    assert model is not None, problems
    return load_program(model)


def played(game: Program, seed: int) -> str:
    """How a game of players who choose at random ends."""
    choosing = random.Random(seed)
    state = game.start(seed)
    while game.asked(state) >= 0:
        options = game.options(state)
        game.advance(state, options.at(choosing.randrange(len(options))))
    outcome = game.outcome(state)
    assert outcome is not None
    return f"{outcome.kind}: {outcome.reason}"


@pytest.mark.parametrize("game", GAMES)
def test_it_validates_without_a_complaint(game: str) -> None:
    assert validate_path(str(CORPUS / game)).diagnostics == []


@pytest.mark.parametrize(("game", "players"), PLAYED)
def test_players_who_choose_at_random_come_to_an_end(game: str, players: int) -> None:
    ready = program(game, players)
    times = TIMES.get(game, 80)
    ends = Counter(played(ready, seed) for seed in range(1, times + 1))
    assert ends.total() == times
    assert not [end for end in ends if end.startswith("stuck")]
    assert sum(count for end, count in ends.items() if end.startswith("won")) > times // 2, ends


@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_the_laws(game: str) -> None:
    result = examine(str(CORPUS / game), Plan(games=1))
    assert [finding for tally in result.tallies for finding in tally.findings] == []
