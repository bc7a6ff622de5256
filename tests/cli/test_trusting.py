"""`encanta test --coverage` and `--mutants`: what they write, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run
from .test_test import quay as quay


@pytest.fixture
def lot(quay: Path) -> Path:
    """One scenario of the rulebook in this folder, in a file of its own."""
    file = quay / "scenarios" / "09.yaml"
    file.write_text(
        "- scenario: a lot\n  given: {at: load of P1, P1's hold: [red, red, red, green]}\n"
        "  play: ['P1: stow red with red, red', 'P1: pass']\n  expect: {P1's ship: [red, red]}\n",
        "utf-8",
    )
    return file


def test_coverage_is_no_fault(run: Run, lot: Path) -> None:
    ended = run("test", str(lot), "--coverage", "--games", "0", "--jobs", "1")
    assert ended.code == 0
    assert "action from_heap\n  it is never offered\n" in ended.out
    assert "random" not in ended.out


def test_coverage_as_data(run: Run, lot: Path) -> None:
    ended = run("test", str(lot), "--coverage", "--games", "1", "--jobs", "1", "--json")
    data = json.loads(ended.out)
    assert (ended.code, data["passed"]) == (0, True)
    (rulebook,) = data["rulebooks"]
    assert rulebook["reached"] < len(rulebook["things"])


def test_coverage_of_a_failing_scenario(run: Run, lot: Path) -> None:
    lot.write_text(lot.read_text("utf-8").replace("ship: [red, red]", "ship: [red]"), "utf-8")
    ended = run("test", str(lot), "--coverage", "--games", "0", "--jobs", "1")
    assert ended.code == 1
    assert "NOT PASSED a lot" in ended.out


def test_changes_that_nobody_notices(run: Run, lot: Path) -> None:
    ended = run("test", str(lot), "--mutants", "--part", "actions.sell", "--jobs", "1")
    assert ended.code == 1
    assert "UNNOTICED " in ended.out
    assert "without `never the last crate: count(hold) > 1`" in ended.out


def test_changes_that_are_all_noticed(run: Run, lot: Path) -> None:
    ended = run("test", str(lot), "--mutants", "--part", "actions.stow.limit", "--jobs", "1", "--json")
    data = json.loads(ended.out)
    assert data["rulebooks"][0]["counts"]["unnoticed"] == 2
    lot.write_text(
        "- scenario: two lots\n  given: {at: load of P1, P1's hold: [red, red, blue, blue, green]}\n"
        "  play: ['P1: stow red with red, red']\n"
        "  expect: {refused: [{'P1': 'stow blue with blue, blue', because: once per turn}]}\n",
        "utf-8",
    )
    ended = run("test", str(lot), "--mutants", "--part", "actions.stow.limit", "--jobs", "1", "--json")
    data = json.loads(ended.out)
    assert (ended.code, data["sound"]) == (0, True)
    assert {change["by"] for change in data["rulebooks"][0]["changes"]} == {"two lots"}


def test_a_few_by_lot(run: Run, lot: Path) -> None:
    found = []
    for seed in ("1", "1", "2"):
        ended = run("test", str(lot), "--mutants", "--limit", "3", "--seed", seed, "--jobs", "1", "--json")
        found.append([change["number"] for change in json.loads(ended.out)["rulebooks"][0]["changes"]])
    assert len(found[0]) == 3
    assert found[0] == found[1] != found[2]


def test_a_rulebook_with_a_mistake(run: Run, quay: Path) -> None:
    rules = quay / "rulebook.yaml"
    rules.write_text(rules.read_text("utf-8").replace("title: Quay", "titel: Quay"), "utf-8")
    for inquiry in ("--coverage", "--mutants"):
        ended = run("test", "quay", inquiry, "--jobs", "1")
        assert ended.code == 1
        assert "unknown-key" in ended.out
