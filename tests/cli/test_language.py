"""`--language`: the words of a rulebook in one of its languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

SHORE = str(Path(__file__).parents[1] / "corpus" / "shore")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_game_is_told_in_a_language(run: Run) -> None:
    plain, there = (run("play", SHORE, "--seed", "4", *more) for more in ((), ("--language", "es")))
    assert (plain.code, there.code) == (0, 0)
    assert "P1: pick\n" in plain.out
    assert "P1: recoger\n" in there.out
    assert "P1: pick\n" not in there.out
    assert "muro " in there.out.splitlines()[-4]
    # Only words differ, the game does not.
    assert plain.out.count("\n") == there.out.count("\n")


def test_a_recording_can_be_told_in_any_language(run: Run) -> None:
    run("play", SHORE, "--seed", "4", "--language", "es", "--record", "game.json")
    assert '"words": "recoger"' in Path("game.json").read_text(encoding="utf-8")
    assert "P1: pick\n" in run("replay", "game.json").out
    assert "P1: recoger\n" in run("replay", "game.json", "--language", "es").out


def test_figures_and_rules_are_named_too(run: Run) -> None:
    figures = run("simulate", SHORE, "--games", "5", "--jobs", "1", "--language", "es").out
    assert "recoger" in figures
    assert " pick " not in figures
    rules = run("show", SHORE, "rules", "--language", "es").out
    assert "pick (recoger): take a shell from the beach" in rules
    assert "pick (" not in run("show", SHORE, "rules").out


@pytest.mark.parametrize("command", [("play", SHORE), ("simulate", SHORE), ("show", SHORE, "cards")])
def test_a_language_that_is_not_there_gets_a_near_name(run: Run, command: tuple[str, ...]) -> None:
    ended = run(*command, "--language", "ess")
    assert ended.code == 2
    assert ended.err == "error: the rulebook has no words in `ess`\nhelp: did you mean `es`?\n"
    far = run(*command, "--language", "klingon")
    assert "help: it has en, es\n" in far.err
    assert run(*command, *(("--games", "1") if command[0] == "simulate" else ()), "--language", "en").code == 0
