"""What scenarios reach, and the reason given for what they do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from encanta.trust.coverage import Coverage, Standing, survey
from encanta.trust.coverage_report import as_json, as_text

from .conftest import QUAY, order

LOAD = """\
- scenario: a lot
  given: {at: load of P1, P1's hold: [red, red, red, green], P2's hold: [blue]}
  play: ['P1: stow red with red, red', 'P1: pass']
  expect: {P1's ship: [red, red]}
"""


def cover(folder: Path, text: str, games: int = 0, rulebook: Path = QUAY) -> Coverage:
    return survey(order(folder, text, rulebook), games, 1, lambda label, pieces: lambda done: None)


def standing(found: Coverage, kind: str, name: str) -> Standing:
    return next(one for one in found.standings if (one.thing.kind, one.thing.name) == (kind, name))


@pytest.mark.parametrize(
    ("kind", "name", "why"),
    [
        ("action", "stow", ""),
        ("action", "sell", "it is offered, and nobody takes it"),
        ("action", "from_heap", "it is never offered"),
        ("procedure", "dump", "no scenario comes by"),
        ("ability", "winch", "its `while` never holds"),
        ("ability", "crane", "nothing sets it off"),
        ("requirement", "stow: one barrel in a lot", ""),
        ("requirement", "from_store: a crate in store", "what it belongs to is never looked at"),
        ("score line", "ship", "the sheet is never written"),
        ("end", "rich", "it is never looked at"),
        ("limit", "turn", "no game gets so long"),
        ("option", "goal", "no scenario sets it"),
        ("reading", "barrels: help", ""),
        ("reading", "barrels: never", "no scenario chooses it"),
    ],
)
def test_why_something_is_not_reached(tmp_path: Path, kind: str, name: str, why: str) -> None:
    found = cover(tmp_path, LOAD)
    one = standing(found, kind, name)
    assert one.why == why
    assert bool(one.scenarios) == (not why)


def test_the_scenarios_that_reach_something_are_named(tmp_path: Path) -> None:
    second = LOAD.replace("a lot", "another").replace("['P1: stow red with red, red', 'P1: pass']", "['P1: pass']")
    found = cover(tmp_path, LOAD + second.replace("P1's ship: [red, red]", "P1's ship: []"))
    assert standing(found, "action", "stow").scenarios == (0,)
    assert standing(found, "phase", "load").scenarios == (0, 1)
    assert found.fine


def test_a_condition_with_one_answer_is_named(tmp_path: Path) -> None:
    found = cover(tmp_path, LOAD)
    assert standing(found, "requirement", "stow: one barrel in a lot").only == "yes"
    assert "ONE ANSWER" in as_text(found, False)
    refused = "- scenario: two\n  given: {at: load of P1, P1's hold: [red, barrel, barrel, green]}\n"
    refused += "  expect: {refused: ['P1: stow red with red, barrel, barrel']}\n"
    assert standing(cover(tmp_path, LOAD + refused), "requirement", "stow: one barrel in a lot").only == ""


def test_an_option_is_reached_when_it_is_set_otherwise(tmp_path: Path) -> None:
    set_so = LOAD + "  options: {goal: 3, barrels: never}\n"
    found = cover(tmp_path, set_so)
    assert standing(found, "option", "goal").scenarios == (0,)
    assert standing(found, "reading", "barrels: help").why == "no scenario chooses it"
    assert standing(cover(tmp_path, LOAD + "  options: {goal: 12}\n"), "option", "goal").scenarios == ()


def test_random_games_are_told_apart(tmp_path: Path) -> None:
    found = cover(tmp_path, LOAD, games=2)
    assert standing(found, "action", "from_heap").random
    assert not standing(found, "limit", "turn").random
    text = as_text(found, False)
    assert "action from_heap\n  it is never offered; random games reach it\n" in text
    assert "limit turn\n  no game gets so long; nor do random games\n" in text
    assert "random games reach" in text.splitlines()[-1]


def test_a_scenario_that_fails_is_named(tmp_path: Path) -> None:
    found = cover(tmp_path, LOAD.replace("[red, red]}", "[red]}"))
    assert found.left_out == ["a lot"]
    assert not found.fine
    assert "NOT PASSED a lot\n" in as_text(found, False)


def test_the_data_say_the_same(tmp_path: Path) -> None:
    found = cover(tmp_path, LOAD)
    data = as_json(found)
    assert data["reached"] == sum(one["reached"] for one in data["things"])
    sell = next(one for one in data["things"] if one["path"] == "actions.sell")
    assert sell["why"] == "it is offered, and nobody takes it"
    assert sell["random"] is None
    assert sell["scenarios"] == []
    assert sell["place"]["file"].endswith("rulebook.yaml")


def test_a_rulebook_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_text("encanta: 1\ntitel: x\n", encoding="utf-8")
    found = survey(order(tmp_path, LOAD, tmp_path), 0, 1, lambda label, pieces: lambda done: None)
    assert not found.fine
    assert found.standings == []


def test_ctrl_c_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> Callable[[int], object]:
        raise KeyboardInterrupt

    found = survey(order(tmp_path, LOAD), 0, 1, stop)
    assert found.stopped
    assert as_text(found, False).endswith(": stopped\n")
