"""Changing rulebooks: the changes are real, and the scenarios of the corpus notice them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from .conftest import QUAY

HELPER = Path(__file__).resolve().parents[1] / "mutating.py"


@pytest.fixture(scope="module")
def mutating() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutating", HELPER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutating"] = module
    spec.loader.exec_module(module)
    return module


def test_changes_are_made_where_the_rules_are(mutating: ModuleType) -> None:
    text = (QUAY / "rulebook.yaml").read_text(encoding="utf-8")
    changes = [change for change in mutating.changes_of(QUAY) if change.file == "rulebook.yaml"]
    words = [change.words for change in changes]
    assert len(changes) > 100
    assert len({change.applied(text) for change in changes}) > 100
    assert not any("made up" in word or "`encanta:" in word for word in words)
    assert any("once per turn" in word for word in words)
    assert any("without `limit: once per turn`" in word for word in words)


@pytest.mark.parametrize(
    ("old", "new", "scenario"),
    [
        ("limit: once per turn", "limit: 2 times per turn", "crates of one color are loaded, with one barrel"),
        ("limit: once per voyage", "limit: 9 times per voyage", "the crane helps once in a voyage"),
        ("turn: {at most: 60", "turn: {at most: 61", None),
        ("top 2 of heap", "top 3 of heap", "a crate of the heap is taken from the two on top"),
        ("never the last crate: count(hold) > 1}", "never the last crate: count(hold) > 0}", "the last crate stays"),
        ("hold: {each: player, is: -count(hold)}", "hold: {each: player, is: count(hold)}", "a voyage ends with"),
        ("seen by: owner", "seen by: everyone", "crates of one color are loaded, with one barrel"),
        ("fewest is 1", "fewest is 2", "a heavier load"),
    ],
)
def test_a_change_makes_its_scenario_fail(mutating: ModuleType, old: str, new: str, scenario: str | None) -> None:
    change = mutating.change_named(QUAY, old, new)
    proof = mutating.prove(QUAY, mutating.scenarios_of(QUAY, None), [change], True, None)
    failing = [name for name, found in proof.items() if found]
    if scenario is None:
        assert failing == []
    else:
        assert any(name.startswith(scenario) for name in failing)
    assert len(failing) < len(proof)


def test_a_rulebook_that_is_none_proves_nothing(mutating: ModuleType) -> None:
    change = mutating.change_named(QUAY, "move dropped to heap", "move dropped to heaps")
    proof = mutating.prove(QUAY, mutating.scenarios_of(QUAY, "crane"), [change], True, None)
    assert list(proof.values()) == [[]]
