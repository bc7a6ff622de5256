"""The rulebooks of the corpus that have scenarios: all pass, and every law holds."""

from __future__ import annotations

import pytest

from encanta.scenarios.testing import Plan, examine

from .conftest import CORPUS

WITH_SCENARIOS = sorted(path.parent.name for path in CORPUS.glob("*/scenarios"))


def test_there_are_some() -> None:
    assert {"quay", "reef"} <= set(WITH_SCENARIOS)


@pytest.mark.parametrize("name", WITH_SCENARIOS)
def test_a_rulebook_of_the_corpus_is_fine(name: str) -> None:
    examined = examine(str(CORPUS / name), Plan(games=2))
    assert examined.diagnostics == []
    assert [result.scenario.name for result in examined.results if result.status != "passed"] == []
    assert len(examined.results) > 0
    assert [finding for tally in examined.tallies for finding in tally.findings] == []
    assert examined.passed
