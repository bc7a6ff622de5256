"""The pages of the diagnostics about scenarios: their examples do what they say."""

from __future__ import annotations

import re

import pytest

import encanta.scenarios.running  # noqa: F401  (registers all codes of this floor)
from encanta.explain.pages import page
from encanta.scenarios.games import Games
from encanta.scenarios.reading import parse_scenarios
from encanta.scenarios.running import run
from encanta.text.codes import CODES
from encanta.text.spans import Source

from .conftest import CORPUS, games_of

MINE = sorted(code.slug for code in CODES.values() if code.floor == "scenarios")
BLOCK = re.compile(r"^```yaml (bad|good) scenarios/tiny\.yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def games() -> Games:
    return games_of(CORPUS / "high_card")


def codes(games: Games, text: str) -> list[str]:
    scenarios, found = parse_scenarios(Source("tiny.yaml", text))
    results = [run(games, scenario) for scenario in scenarios]
    assert all(result.status != "failed" for result in results)
    return [problem.code for problem in (*found, *(p for result in results for p in result.diagnostics))]


@pytest.mark.parametrize("code", MINE)
def test_the_examples_of_a_page_are_right(code: str, games: Games) -> None:
    examples = dict(BLOCK.findall(page(code) or ""))
    assert set(examples) == {"bad", "good"}
    assert code in codes(games, examples["bad"])
    assert codes(games, examples["good"]) == []


def test_there_are_codes() -> None:
    assert len(MINE) > 5
