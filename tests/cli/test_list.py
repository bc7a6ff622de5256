"""`encanta list`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from encanta.resources import shipped_games

from .conftest import Run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "rulebook.yaml").write_text(text, encoding="utf-8")


def test_shipped_games_are_listed(run: Run, here: Path) -> None:
    ended = run("list", "--json")
    games = json.loads(ended.out)
    assert ended.code == 0
    assert [game["name"] for game in games] == shipped_games()
    for game in games:
        assert game["shipped"]
        assert game["title"]
        assert 1 <= game["players"]["least"] <= game["players"]["most"]
        assert (Path(game["folder"]) / "rulebook.yaml").is_file()


def test_games_of_this_folder_are_listed(run: Run, here: Path) -> None:
    write(here / "whist", "title: Whist\nplayers: 4\n")
    write(here / "patience", "title: Patience\nplayers: 1..2\n")
    (here / "notes").mkdir()
    lines = [line.split() for line in run("list").out.splitlines() if "in this folder" in line]
    assert lines == [
        ["patience", "Patience", "1", "to", "2", "players", "in", "this", "folder"],
        ["whist", "Whist", "4", "players", "in", "this", "folder"],
    ]
    mine = [game for game in json.loads(run("list", "--json").out) if not game["shipped"]]
    assert mine[1] == {
        "name": "whist",
        "title": "Whist",
        "players": {"least": 4, "most": 4},
        "shipped": False,
        "folder": str(here / "whist"),
    }


@pytest.mark.parametrize("text", ["title: [\n", "- a\n- b\n", "", "title: {a: b}\nplayers: some\n", "\ttitle: x\n"])
def test_a_broken_rulebook_is_listed_without_what_it_lacks(run: Run, here: Path, text: str) -> None:
    write(here / "odd", text)
    ended = run("list")
    assert ended.code == 0
    assert "encanta validate" in ended.out
    odd = [game for game in json.loads(run("list", "--json").out) if not game["shipped"]]
    assert [(game["title"], game["players"]) for game in odd] == [(None, None)]


def test_a_rulebook_that_is_not_utf8_is_listed(run: Run, here: Path) -> None:
    write(here / "odd", "")
    (here / "odd" / "rulebook.yaml").write_bytes(b"title: caf\xe9\n")
    assert [game["title"] for game in json.loads(run("list", "--json").out) if not game["shipped"]] == [None]


def test_a_title_cannot_steer_the_terminal(run: Run, here: Path) -> None:
    write(here / "odd", 'title: "\\e[2Jgone"\nplayers: 2\n')
    assert "\x1b" not in run("list").out
