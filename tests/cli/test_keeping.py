"""Games that are kept as scenarios: by `replay --scenario`, by `play --record FILE.yaml`, and at the table."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from .conftest import Run
from .test_test import quay as quay


@pytest.fixture
def recording(run: Run, quay: Path) -> Path:
    assert run("play", "quay", "--seed", "4", "--record", "game.json").code == 0
    return Path("game.json")


def test_a_recording_becomes_a_scenario_that_passes(run: Run, quay: Path, recording: Path) -> None:
    file = quay / "scenarios" / "08.yaml"
    ended = run("replay", str(recording), "--scenario", str(file))
    assert ended.code == 0
    assert ended.out.startswith(f"written to {file}: `a game with seed 4`, ")
    assert run("test", str(file)).out.endswith("fine; 1 scenario passed\n")


def test_positions_are_added_to_the_file(run: Run, quay: Path, recording: Path) -> None:
    file = quay / "scenarios" / "08.yaml"
    for step in ("0", "9", "9", "20"):
        assert run("replay", str(recording), "--scenario", str(file), "--at", step).code == 0
    text = file.read_text("utf-8")
    assert "- scenario: 'after 9 decisions, seed 4 (2)'\n" in text
    assert "# After 9 decisions of a game with seed 4.\n" in text
    assert run("test", str(file)).out.endswith("fine; 4 scenarios passed\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--at", "3"), "`--at` says where a scenario begins"),
        (("--scenario", "x.json"), "`x.json` is no file of scenarios"),
        (("--scenario", "x.yaml", "--at", "999"), "the recording has "),
        (("--scenario", "quay/rulebook.yaml"), "quay/rulebook.yaml is no file of scenarios"),
        (("--scenario", "nowhere/x.yaml"), "no such file or directory"),
    ],
)
def test_what_cannot_be_written(
    run: Run, quay: Path, recording: Path, arguments: tuple[str, ...], message: str
) -> None:
    ended = run("replay", str(recording), *arguments)
    assert ended.code == 2
    assert message in ended.err


def test_a_game_is_recorded_as_a_scenario(run: Run, quay: Path) -> None:
    ended = run("play", "quay", "--seed", "5", "--record", "quay/scenarios/07.yaml")
    assert ended.code == 0
    assert "written to quay/scenarios/07.yaml: `a game with seed 5`, " in ended.out
    assert run("test", "quay/scenarios/07.yaml").code == 0


def test_a_position_at_the_table(run: Run, quay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\nscenario\n1\nscenario here\n"))
    ended = run("play", "quay", "--seed", "5", "--seats", "1=human,2=human", "--record", "all.yaml")
    assert ended.code == 130
    assert "say in which file: `scenario FILE`" in ended.out
    assert "written to here.yaml: `after 1 decision, seed 5`, 0 lines of play" in ended.out
    assert "written to all.yaml: `a game with seed 5`, 1 line of play" in ended.out
    for name in ("here", "all"):
        (quay / "scenarios" / f"{name}.yaml").write_text(Path(f"{name}.yaml").read_text("utf-8"), "utf-8")
        assert run("test", f"quay/scenarios/{name}.yaml").code == 0
