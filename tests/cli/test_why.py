"""`encanta why`: questions about a recorded game, from the command line and at the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run
from .typing import Terminal


@pytest.fixture(autouse=True)
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run("new", "shells").code == 0
    assert run("play", "shells", "--seed", "3", "--record", "game.json").code == 0
    return tmp_path / "game.json"


def test_what_may_be_done_before_a_decision(run: Run) -> None:
    ended = run("why", "game.json@1")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[0].endswith(" is asked: turn")
    assert "  lay out shells: " in ended.out
    data = json.loads(run("why", "game.json@1", "--json").out)
    assert data["question"] in ended.out
    assert data["options"][-1] == "pass"


def test_a_move_with_its_conditions(run: Run) -> None:
    who = run("why", "game.json@1").out[:2]
    ended = run("why", "game.json@1", f"{who}: lay_out cockle")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0] == f"{who}: lay_out cockle  -- cannot be made"
    assert lines[1].startswith("  no   laid: at least 2  (shells/rulebook.yaml:")
    data = json.loads(run("why", "game.json@1", f"{who}: lay_out cockle", "--json").out)
    assert data["possible"] is False
    first = data["conditions"][0]
    assert (first["name"], first["holds"], first["parts"][0]["value"]) == ("laid", False, "1")
    assert first["place"]["file"] == "shells/rulebook.yaml"


def test_an_event_by_the_number_that_a_trace_shows(run: Run) -> None:
    trace = run("replay", "game.json", "--trace").out.splitlines()
    line = next(line for line in trace if "'s collection" in line)
    number, text = line.split(maxsplit=1)
    ended = run("why", "game.json", "--event", number)
    assert ended.code == 0
    assert ended.out.splitlines()[0] == f"event {number}: {text.partition('  [')[0]}"
    assert "  the line: move laid to collection  (shells/rulebook.yaml:" in ended.out
    assert "  action: lay_out" in ended.out
    data = json.loads(run("why", "game.json", "--event", number, "--json").out)
    assert data["event"] == int(number)
    assert [link["kind"] for link in data["chain"]][:3] == ["rule", "rule", "decision"]


def test_the_lines_of_a_score(run: Run) -> None:
    ended = run("why", "game.json", "--score")
    assert ended.code == 0
    assert "sum(points of collection)  (shells/rulebook.yaml:" in ended.out
    data = json.loads(run("why", "game.json", "--score", "--json").out)["scores"]
    played = json.loads(run("replay", "game.json", "--json").out)["scores"]["shells"]
    assert [score["total"] for score in data] == [owner["total"] for owner in played]


def test_a_seat_is_not_told_what_another_one_holds(run: Run) -> None:
    who = run("why", "game.json@1").out[:2]
    other = "2" if who == "P1" else "1"
    ended = run("why", "game.json@1", "--seat", other)
    assert ended.code == 0
    assert "lay out shells:" not in ended.out
    assert "not for you to know" in run("why", "game.json@1", f"{who}: lay_out cockle, cockle", "--seat", other).out


@pytest.mark.parametrize(
    "arguments",
    [
        ("nowhere.json",),
        ("game.json@0",),
        ("game.json@x",),
        ("game.json@9999",),
        ("game.json", "hello"),
        ("game.json", "P1: dance"),
        ("game.json", "P9: pass"),
        ("game.json", "--event", "99999"),
        ("game.json", "--seat", "5"),
        ("game.json", "P1: pass", "--score"),
    ],
)
def test_what_cannot_be_understood(run: Run, arguments: tuple[str, ...]) -> None:
    ended = run("why", *arguments)
    assert ended.code in (1, 2)
    assert ended.err.startswith("error")
    assert "Traceback" not in ended.err
    if arguments[0] != "nowhere.json":
        assert ended.code == 2


def test_a_failing_scenario_says_why_a_move_cannot_be_made(run: Run) -> None:
    scenario = (
        "- scenario: too few\n  given:\n    at: turn of P1\n    P1's hand: [cockle, whelk]\n    beach: [scallop, ...]\n"
        "  play: ['P1: lay_out cockle']\n  expect: {asked: P2}\n"
        "- scenario: too few, with a pair\n  given:\n    at: turn of P1\n    P1's hand: [cockle, cockle, whelk]\n"
        "  play: ['P1: lay_out cockle']\n  expect: {asked: P2}\n"
    )
    Path("shells/scenarios/wrong.yaml").write_text(scenario)
    ended = run("test", "shells", "-k", "pair")
    assert ended.code == 1
    assert "  why it cannot be done:\n    P1: lay_out cockle  -- cannot be made\n" in ended.out
    assert "no   laid: at least 2" in ended.out


def test_at_the_table(tmp_path: Path) -> None:
    terminal = Terminal(["play", "shells", "--seed", "3", "--seats", "1=human,2=first"], tmp_path)
    terminal.wait()
    assert "may be made" in terminal.type("why") or "is asked" in terminal.shown
    assert "-- cannot be made" in terminal.type("why lay_out cockle")
    assert "is no action" in terminal.type("why dance") or "there is no action `dance`" in terminal.shown
    terminal.type("quit")
    assert terminal.close() == 0
