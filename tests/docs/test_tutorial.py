"""Every step of the tutorial works: its files are written and changed as it says, its commands answer as it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta_cli.main import main

from .following import DOCS, apply, blocks, commands, dead_links, fits, follow

PAGE = DOCS / "tutorial.md"


def test_every_step_of_the_tutorial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert follow(PAGE.read_text(), capsys) >= 15
    assert (tmp_path / "rules.html").read_text().count("Our house rule") >= 1


def test_the_house_rule_shortens_games_as_the_tutorial_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks(PAGE.read_text()):
        if block.kind == "yaml" or "encanta new" in block.text:
            for arguments, _ in commands(block) if block.kind == "console" else ():
                main(arguments)
            if block.kind == "yaml":
                apply(block)
    capsys.readouterr()
    turns = []
    for more in ([], ["--variant", "house"]):
        assert main(["simulate", "shells", "--games", "300", "--jobs", "1", *more]) == 0
        line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("turn "))
        turns.append(float(line.split()[1]))
    assert turns[1] < turns[0]


@pytest.mark.parametrize(
    ("shown", "actual", "fine"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a"], ["a", "b"], False),
        (["a", "..."], ["a", "b", "c"], True),
        (["...", "c"], ["a", "b", "c"], True),
        (["a", "c"], ["a", "b", "c"], False),
        (["a...c"], ["abbc"], True),
        (["x"], ["a"], False),
    ],
)
def test_answers_are_compared_line_by_line(shown: list[str], actual: list[str], fine: bool) -> None:
    assert (fits(shown, actual) is None) == fine


def test_links_of_the_tutorial_lead_somewhere() -> None:
    assert dead_links(PAGE) == []
