"""Selecting scenarios by words."""

from __future__ import annotations

import pytest

from encanta.scenarios.reading import parse_scenarios
from encanta.scenarios.selecting import BadSelection, selection
from encanta.text.spans import Source

SCENARIOS = parse_scenarios(
    Source(
        "scenarios/01_loading.yaml",
        "- {scenario: Two reds make a lot, rules: [Q-1], expect: {over: no}}\n"
        "- {scenario: the heap, rules: [Q-2], expect: {over: no}, cases: [{case: with a barrel}, {case: empty}]}\n",
    )
)[0]


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("reds", [0]),
        ("RED", [0]),
        ("two reds", [0]),
        ("reds two", []),
        ("q-2", [1, 2]),
        ("loading", [0, 1, 2]),
        ("not heap", [0]),
        ("heap and not barrel", [2]),
        ("reds or empty", [0, 2]),
        ("(reds or heap) and not (barrel or empty)", [0]),
        ("not not reds", [0]),
        ('"a lot"', [0]),
        ("'and' or barrel", [1]),
        ("heap and barrel or reds", [0, 1]),
    ],
)
def test_words_select(text: str, chosen: list[int]) -> None:
    fits = selection(text)
    assert [number for number, scenario in enumerate(SCENARIOS) if fits(scenario)] == chosen


@pytest.mark.parametrize("text", ["", "and", "reds and", "(reds", "reds)", "not", "()", "or reds"])
def test_what_is_no_selection_is_said(text: str) -> None:
    with pytest.raises(BadSelection):
        selection(text)
