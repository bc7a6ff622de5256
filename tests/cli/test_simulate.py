"""`encanta simulate`: the figures as text and as JSON, and what can go wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from encanta.play.opening import Request, open_program
from encanta.resources import shipped_games
from encanta.simulate.one_game import Player

from .conftest import Run

SHORE = str(Path(__file__).parents[1] / "corpus" / "shore")
CLOCK = ("seconds", "decisions_per_second")


def figures(run: Run, *arguments: str) -> dict[str, Any]:
    ended = run("simulate", *arguments, "--json")
    assert (ended.code, ended.err) == (0, "")
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


def without_clock(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in CLOCK}


@pytest.mark.parametrize("game", shipped_games())
def test_every_shipped_game_can_be_simulated(run: Run, game: str) -> None:
    data = figures(run, game, "--games", "2", "--jobs", "1")
    assert data["games"] == 2
    assert data["faults"] == []


def test_the_figures_fit_together(run: Run) -> None:
    data = figures(run, SHORE, "--games", "60", "--players", "3", "--jobs", "1")
    assert (data["players"], data["seed"], data["games"], data["stopped"]) == (3, 1, 60, False)
    won = sum(outcome["games"] for outcome in data["outcomes"] if outcome["kind"] == "won")
    assert sum(row["wins"] for row in data["wins"]) == pytest.approx(won, abs=0.001)
    assert data["wins"][0]["share"] == pytest.approx(data["wins"][0]["wins"] / 60, abs=0.001)
    lengths = data["lengths"]
    assert lengths["decisions"]["mean"] * 60 == pytest.approx(data["decisions"])
    assert lengths["round"]["least"] >= 1
    counted = sum(row["offered"] for row in data["abilities"]) + sum(row["asked"] for row in data["choices"])
    assert counted < data["decisions"]
    used = sum(row["used"] for row in data["actions"])
    assert counted + used == data["decisions"], "each decision is about an action, an ability or a choice"
    by_line = {(row["owner"], row["line"]): row for row in data["scores"]}
    for owner in ("P1", "P2", "P3"):
        parts = by_line[owner, "wall"]["mean"] + by_line[owner, "pouch"]["mean"]
        assert by_line[owner, "sum"]["mean"] == pytest.approx(parts, abs=0.001)
    assert {row["action"] for row in data["actions"]} == {"dig", "pick", "build", "pass"}
    assert [row["ability"] for row in data["abilities"]] == ["tide"]


def test_jobs_change_nothing_but_the_time(run: Run) -> None:
    alone, together = (figures(run, SHORE, "--games", "60", "--jobs", jobs) for jobs in ("1", "2"))
    assert without_clock(alone) == without_clock(together)


def test_the_seed_of_a_simulated_game_is_that_of_a_played_one(run: Run) -> None:
    data = figures(run, SHORE, "--games", "1", "--seed", "33", "--jobs", "1")
    played = json.loads(run("play", SHORE, "--seed", "33", "--json").out)
    assert data["decisions"] == len(played["recording"]["decisions"])
    assert data["outcomes"][0]["reason"] == played["recording"]["outcome"]["reason"]


def test_bots_are_chosen_seat_by_seat(run: Run) -> None:
    data = figures(run, SHORE, "--games", "5", "--seats", "2=first", "--jobs", "1")
    assert data["seats"] == ["random", "first"]


def test_the_text_shows_the_same_figures(run: Run) -> None:
    data = figures(run, SHORE, "--games", "20", "--jobs", "1")
    out = run("simulate", SHORE, "--games", "20", "--jobs", "1").out
    assert out.startswith("Shore: 20 games, 2 players, seeds 1 to 20\n")
    assert re.search(rf"^{data['decisions']:,} decisions in \d+\.\d s \([\d,]+ a second\)$", out, re.MULTILINE)
    row = next(row for row in data["actions"] if row["action"] == "build")
    share = f"{row['used'] / row['offered']:.1%}"
    assert re.search(rf"^turn +build +{row['offered']} +{row['used']} +{re.escape(share)}$", out, re.MULTILINE)
    assert re.search(r"^P1 +random +\d+\.\d +\d+\.\d%$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "1=human"], "seat 1 cannot be a person here"),
        (["--players", "9"], "the game is for 2 to 4 players, not for 9"),
        (["--games", "0"], "0 is not in the range"),
        (["--games", "many"], "'many' is not a valid"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--seats", "1=nobody"], "`nobody` is nobody who can play"),
    ],
)
def test_what_cannot_be_simulated_is_a_usage_error(run: Run, arguments: list[str], message: str) -> None:
    ended = run("simulate", SHORE, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_a_fault_of_the_machine_is_reported_with_its_seed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Player._play

    def faulty(self: Player, seed: int, made: list[int]) -> Any:
        if seed == 3:
            made[0] = 2
            raise ZeroDivisionError("oh")
        return play(self, seed, made)

    monkeypatch.setattr(Player, "_play", faulty)
    ended = run("simulate", SHORE, "--games", "5", "--jobs", "1")
    assert ended.code == 3
    first, second = ended.err.splitlines()
    assert first == "error: the game with seed 3 stops after 2 decisions: ZeroDivisionError: oh"
    assert second == "no scenario shows it by itself"
    assert "4 games" in ended.out


def test_rules_that_get_stuck_are_a_finding(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_text(
        "encanta: 1\ntitle: Mill\nplayers: 2\n"
        "components:\n  stone: {has: {weight: integer}}\n"
        "places:\n  bag: {pile of: stone, home: yes}\n  hand: {set of: stone, each: player}\n"
        "phases:\n  game: |\n    repeat while any(bag):\n      shuffle bag\n"
    )
    (tmp_path / "cards.yaml").write_text("stone:\n  pebble: {weight: 1, copies: 4}\n")
    opened, problems = open_program(Request(str(tmp_path)))
    assert opened is not None, problems
    ended = run("simulate", str(tmp_path), "--games", "2", "--jobs", "1")
    assert ended.code == 1
    assert "error: the game with seed 1 stops after 0 decisions" in ended.err
    assert re.search(r"^stuck .* 2$", ended.out, re.MULTILINE)


def interrupted(jobs: str, seconds: float) -> tuple[dict[str, Any], str]:
    """The figures of a simulation that gets Ctrl-C after some time, and what it says about that."""
    command = [sys.executable, "-c", "from encanta_cli.main import run; run()", "simulate", SHORE]
    command += ["--games", "1000000", "--jobs", jobs, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    data = json.loads(out)
    assert data["stopped"]
    return data, err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_says_so(jobs: str) -> None:
    # On a machine that has other things to do no game may be over yet.
    for seconds in (3, 10, 30):
        data, err = interrupted(jobs, seconds)
        if data["games"]:
            break
    assert 0 < data["games"] < 1_000_000
    assert err == f"stopped after {data['games']} of 1000000 games; what was counted until then is kept\n"
