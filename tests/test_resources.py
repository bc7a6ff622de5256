"""What is shipped is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import encanta
from encanta import resources


def test_the_grammar_is_read() -> None:
    assert "VERB" in resources.grammar_text()


def test_shipped_games_are_folders_with_a_rulebook() -> None:
    games = resources.shipped_games()
    assert games
    for name in games:
        assert (resources.rulebooks_root() / name / resources.RULEBOOK_FILE).is_file()


def test_a_folder_that_cannot_be_read_holds_no_games(tmp_path: Path) -> None:
    assert resources.games_in(tmp_path / "missing") == []
    assert not resources.is_rulebook(tmp_path)
    assert not resources.is_rulebook(Path("a\0b"))


def test_the_changelog_knows_the_version() -> None:
    changelog = (Path(__file__).parents[1] / "CHANGELOG.md").read_text()
    assert re.search(rf"^## \[(Unreleased|{re.escape(encanta.__version__)})\]", changelog, re.MULTILINE)


def test_generated_files_lie_where_the_variable_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(resources.CACHE_VARIABLE, str(tmp_path))
    assert resources.cache_folder() == tmp_path
    monkeypatch.delenv(resources.CACHE_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert resources.cache_folder() == tmp_path / "encanta"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert resources.cache_folder() == tmp_path / ".cache" / "encanta"


def test_an_empty_variable_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(resources.CACHE_VARIABLE, "")
    with pytest.raises(OSError, match="encanta"):
        resources.cache_folder().mkdir(parents=True)
