"""`encanta new`: the folder it makes can be used at once; it touches nothing that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_game_validates_tests_and_plays_untouched(run: Run) -> None:
    made = run("new", "my_game")
    assert made.code == 0
    assert "rulebook.yaml" in made.out
    for line in made.out.splitlines()[made.out.splitlines().index("try:") + 1 :]:
        command = line.split()[1:]
        ended = run(*command)
        assert (ended.code, ended.err) == (0, ""), ended.out
    assert "My game" in run("list").out
    assert run("fmt", "my_game", "--check").code == 0
    assert run("play", "my_game/variants/big_sets.yaml", "--seed", "1").code == 0


def test_a_folder_that_holds_something_is_a_usage_error(run: Run) -> None:
    Path("full").mkdir()
    Path("full/notes.txt").write_text("mine")
    ended = run("new", "full")
    assert ended.code == 2
    assert ended.err.startswith("error: there is something in the folder `full` already\nhelp: ")
    assert [path.name for path in Path("full").iterdir()] == ["notes.txt"]


def test_a_folder_below_a_file_is_a_usage_error(run: Run) -> None:
    Path("file").write_text("x")
    ended = run("new", "file/game")
    assert ended.code == 2
    assert "Traceback" not in ended.err
