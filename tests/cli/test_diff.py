"""`encanta diff`: old and new side by side for people, and as JSON; house rules as a game of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run("new", "shells").code == 0
    Path("house.yaml").write_text(
        "variant: Ours\nbase: shells\noptions: {forgotten: 2}\nset: {cards: {card: {whelk: {points: 4}}}}\n"
    )
    return tmp_path


def test_both_texts_stand_side_by_side_with_their_places(run: Run) -> None:
    ended = run("diff", "shells", "house.yaml")
    assert (ended.code, ended.err) == (0, "")
    assert "Shells with Ours (house), 2 players" in ended.out
    assert "option forgotten: 1 -> 2  (shells/rulebook.yaml:" in ended.out
    lines = ended.out.splitlines()
    at = lines.index("cards.card.whelk")
    assert lines[at + 1] == "  points"
    left, right = (side.strip() for side in lines[at + 2].split("|"))
    assert left.startswith("shells/cards.yaml:")
    assert right == "house.yaml:4"
    assert [side.strip() for side in lines[at + 3].split("|")] == ["2", "4"]


def test_the_same_as_json(run: Run) -> None:
    ended = run("diff", "house.yaml", "--json")
    data = json.loads(ended.out)
    assert [variant["name"] for variant in data["variants"]] == ["house"]
    assert [(s["option"], s["old"], s["new"]) for s in data["settings"]] == [("forgotten", "1", "2")]
    change = data["changes"][0]
    assert (change["thing"], change["part"], change["old"]["text"], change["new"]["text"]) == (
        "cards.card.whelk", "points", "2", "4",
    )  # fmt: skip
    assert change["new"]["place"] == {"file": "house.yaml", "line": 4, "column": 38}


def test_nothing_may_differ(run: Run) -> None:
    assert run("diff", "shells", "--set", "forgotten=1").out == "Shells, 2 players\nnothing is different\n"


@pytest.mark.parametrize(
    "arguments",
    [("shells",), ("shells", "big_set"), ("shells", "nowhere.yaml"), ("nothing", "big_sets"), ("shells", "--set", "x")],
)
def test_what_cannot_be_understood(run: Run, arguments: tuple[str, ...]) -> None:
    ended = run("diff", *arguments)
    assert ended.code == 2
    assert ended.err.startswith("error")


def test_a_mistake_in_the_house_rules_is_a_finding(run: Run) -> None:
    Path("house.yaml").write_text("variant: Ours\nbase: shells\nset: {cards: {card: {welk: {points: 4}}}}\n")
    ended = run("diff", "house.yaml")
    assert ended.code == 1
    assert "did you mean `whelk`?" in ended.err


def test_house_rules_can_be_played_validated_and_tested(run: Run) -> None:
    assert run("play", "./house.yaml", "--seed", "1").code == 0
    ended = run("validate", "house.yaml")
    assert (ended.code, ended.out) == (0, "house.yaml: no problems; checked 3 numbers of players\n")
    ended = run("test", "house.yaml")
    assert (ended.code, ended.err) == (0, "")


def test_house_rules_run_the_scenarios_that_name_them_and_those_beside_them(run: Run, folder: Path) -> None:
    scenario = "- scenario: {}\n  {}\n  expect: {{card whelk: {{points: {}}}}}\n"
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "ours.yaml").write_text(scenario.format("beside", "players: 2", 4))
    named = folder / "shells" / "scenarios" / "more.yaml"
    named.write_text(scenario.format("named", "variant: house", 4) + scenario.format("plain", "players: 2", 2))
    data = json.loads(run("test", "house.yaml", "--games", "0", "--json").out)["rulebooks"][0]
    assert {s["scenario"]: s["status"] for s in data["scenarios"]} == {"named": "passed", "beside": "passed"}
    (folder / "scenarios" / "ours.yaml").write_text(scenario.format("beside", "players: 2", 2))
    assert run("test", "house.yaml", "--games", "0").code == 1
