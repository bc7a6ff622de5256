"""Builds that count: what is played is what the plain build plays, and what was come by is noted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from encanta.checking.configure import open_rulebook
from encanta.scenarios.games import Games
from encanta.scenarios.reading import parse_scenarios
from encanta.text.spans import Source
from encanta.trust.benches import Bench
from encanta.trust.counting import HELD, LOOKED, Build
from encanta.trust.reaching import CountingGames, Reached, reached_at_random, reached_by

from .conftest import QUAY


@pytest.fixture(scope="module")
def games() -> CountingGames:
    rulebook, found = open_rulebook(str(QUAY))
    assert rulebook is not None, found
    return CountingGames(rulebook)


def reach(games: CountingGames, text: str) -> tuple[str, Reached]:
    (scenario,), found = parse_scenarios(Source("test.yaml", text))
    assert found == []
    result, reached = reached_by(games, scenario)
    assert reached is not None
    return result.status, reached


def held(reached: Reached, kind: str, name: str) -> int:
    return next((bits for mark, bits in reached.held.items() if mark.kind == kind and mark.thing[-1] == name), 0)


STOW = """\
- scenario: x
  given: {at: load of P1, P1's hold: [red, red, red, green], P2's hold: [blue]}
  play: ['P1: stow red with red, red', 'P1: pass']
  expect: {P1's ship: [red, red]}
"""


def test_statements_and_formulas_are_noted(games: CountingGames) -> None:
    status, reached = reach(games, STOW)
    assert status == "passed"
    assert held(reached, "require", "one barrel in a lot") == HELD
    assert held(reached, "require", "never the last crate") & HELD
    assert held(reached, "while", "winch") == LOOKED
    assert held(reached, "require", "a crate in store") == 0
    assert {"stow"} <= reached.taken
    assert {"stow", "sell"} <= reached.offered
    rules = (QUAY / "rulebook.yaml").read_text(encoding="utf-8")
    words = [rules[place[1] : place[2]] for place in reached.statements]
    assert "move stowed to ship with lot wanted" in words
    assert "move sold to buyer's hold" not in words


def test_notes_begin_anew_with_each_scenario(games: CountingGames) -> None:
    reach(games, STOW)
    _, reached = reach(games, "- scenario: x\n  given: {at: drop of P1}\n  expect: {asked: P1}\n")
    assert "stow" not in reached.taken
    assert held(reached, "require", "one barrel in a lot") == 0


def test_counting_changes_no_game(games: CountingGames) -> None:
    model, _ = games.model(3)
    assert model is not None
    counting = games.program(model)
    plain = Games(games.rulebook).program(model)
    one, other = counting.start(7), plain.start(7)
    for _ in range(200):
        assert counting.asked(one) == plain.asked(other)
        if plain.asked(other) < 0:
            break
        options = plain.options(other)
        assert list(counting.options(one)) == list(options)
        value = options.at(len(options) - 1)
        counting.advance(one, value)
        plain.advance(other, value)
    assert counting.outcome(one) == plain.outcome(other)


def test_the_model_is_as_it_was_afterwards(games: CountingGames) -> None:
    model, _ = games.model(2)
    assert model is not None
    before = [ability.condition for ability in model.abilities]
    build = Build(model)
    assert [ability.condition for ability in model.abilities] == before
    assert {mark.kind for mark in build.formulas} >= {"value", "require", "while", "if", "change", "end", "line"}


def test_random_games_reach_more_with_every_game(games: CountingGames) -> None:
    one, more = reached_at_random(games, 2, 1, 1), reached_at_random(games, 2, 4, 1)
    assert one is not None
    assert more is not None
    assert one.places <= more.places
    assert one.settings["barrels"] == "help"
    assert reached_at_random(games, 9, 1, 1) is None


def test_a_game_that_cannot_be_set_up_reaches_nothing(bench: Callable[..., Bench]) -> None:
    text = "- scenario: x\n  players: 9\n  expect: {invalid: not-offered}\n"
    opened = bench(text)
    result, reached = reached_by(opened.counting, opened.scenarios[0])
    assert reached is None
    assert result.scenario.title == "x"
