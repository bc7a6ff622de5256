"""`encanta fmt`: which files it takes, what it writes, and how it ends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from encanta.resources import rulebooks_root, shipped_games

from .conftest import Run

MESSY = "encanta:   1\ntitle: A game\nplayers: 2\nphases:\n    game:   do   turn # on\n    turn: end   game\n"
TIDY = "encanta: 1\ntitle: A game\nplayers: 2\nphases:\n  game: do turn  # on\n  turn: end game\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mygame").mkdir()
    (tmp_path / "mygame" / "rulebook.yaml").write_text(MESSY)
    return tmp_path / "mygame"


def test_a_folder_is_formatted_and_then_well(run: Run, folder: Path) -> None:
    ended = run("fmt", "mygame")
    assert (ended.code, ended.out) == (0, "formatted mygame/rulebook.yaml\n1 of 1 file were formatted\n")
    assert (folder / "rulebook.yaml").read_text() == TIDY
    assert run("fmt", "mygame").out == "1 file, all well laid out\n"


def test_check_changes_nothing_and_ends_with_findings(run: Run, folder: Path) -> None:
    ended = run("fmt", "--check")
    assert (ended.code, ended.out.splitlines()[0]) == (1, "would format mygame/rulebook.yaml")
    assert (folder / "rulebook.yaml").read_text() == MESSY


def test_diff_shows_lines_and_changes_nothing(run: Run, folder: Path) -> None:
    ended = run("fmt", "mygame/rulebook.yaml", "--diff")
    assert ended.code == 1
    assert "-encanta:   1\n+encanta: 1\n" in ended.out
    assert (folder / "rulebook.yaml").read_text() == MESSY


def test_a_file_that_cannot_be_read_is_a_finding_and_stays(run: Run, folder: Path) -> None:
    (folder / "rulebook.yaml").write_text("encanta: [1\ntitle: x\n")
    ended = run("fmt", "mygame")
    assert ended.code == 1
    assert "error[" in ended.err
    assert (folder / "rulebook.yaml").read_text() == "encanta: [1\ntitle: x\n"


def test_permissions_stay(run: Run, folder: Path) -> None:
    path = folder / "rulebook.yaml"
    path.chmod(0o640)
    run("fmt", "mygame")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["nowhere", "mygame/cards.csv", "."])
def test_what_has_no_layout_is_a_usage_error(run: Run, folder: Path, name: str) -> None:
    (folder / "cards.csv").write_text("name\n")
    ended = run("fmt", name)
    assert ended.code == 2
    assert ended.err.startswith("error: ")


def test_a_variant_outside_its_game_knows_the_verbs_of_the_game(run: Run, folder: Path) -> None:
    text = (folder / "rulebook.yaml").read_text() + "procedures:\n  heal n: end game\n"
    (folder / "rulebook.yaml").write_text(text)
    house = folder.parent / "house.yaml"
    house.write_text("variant: Ours\nbase: mygame\nset: {phases: {turn: heal   2}}\n")
    assert run("fmt", "house.yaml").code == 0
    assert "turn: heal 2}" in house.read_text()


@pytest.mark.parametrize("game", shipped_games())
def test_shipped_rulebooks_are_well_laid_out(run: Run, game: str, tmp_path: Path) -> None:
    shutil.copytree(rulebooks_root() / game, tmp_path / game)
    ended = run("fmt", str(tmp_path / game), "--diff")
    assert (ended.code, ended.out) == (0, "")
