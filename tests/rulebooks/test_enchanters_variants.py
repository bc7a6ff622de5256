"""The variants of Enchanters in every pair, all at once, and where they cannot be played."""

from __future__ import annotations

from itertools import combinations

import pytest
import yaml

import encanta.resources as resources
from encanta.checking.configure import Rulebook, open_rulebook
from encanta.machine.program import load_program
from encanta.simulate.one_game import Player
from encanta.text.diagnostic import has_errors

GAME = resources.rulebooks_root() / "enchanters"
NEEDS = {
    f.stem: "needs" in yaml.safe_load(f.read_text(encoding="utf-8")) for f in sorted((GAME / "variants").glob("*.yaml"))
}
OVERLORD = {"overlord_in_play": "no"}


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    found, problems = open_rulebook(str(GAME))
    assert found is not None, problems
    return found


@pytest.mark.parametrize("first", NEEDS)
def test_every_pair_can_be_played(rulebook: Rulebook, first: str) -> None:
    for second in (other for other in NEEDS if other > first):
        model, problems = rulebook.configure(3, {}, variants=(first, second))
        assert model is not None, (second, problems)
        assert not has_errors(problems)


@pytest.mark.parametrize("variant", NEEDS)
def test_without_an_overlord_it_is_played_or_refused_with_the_reason(rulebook: Rulebook, variant: str) -> None:
    model, problems = rulebook.configure(2, OVERLORD, variants=(variant,))
    if not NEEDS[variant]:
        assert model is not None, problems
        return
    assert model is None
    (problem,) = [p for p in problems if p.severity == "error"]
    assert problem.code == "needs-unmet"
    assert "needs `overlord_in_play` to be `yes`" in problem.message


def test_there_are_pairs_of_both_sorts() -> None:
    assert len(list(combinations(NEEDS, 2))) == 45
    assert 0 < sum(NEEDS.values()) < len(NEEDS)


@pytest.mark.parametrize("players", [2, 4])
def test_all_of_them_at_once_play_games_to_the_end(rulebook: Rulebook, players: int) -> None:
    model, problems = rulebook.configure(players, {"kingdom_choice": "by_lot"}, variants=tuple(NEEDS))
    assert model is not None, problems
    player = Player(load_program(model), ["random"] * players)
    for seed in range(1, 11):
        player.play(seed)
    assert player.tally.games == 10
    assert player.tally.faults == []
