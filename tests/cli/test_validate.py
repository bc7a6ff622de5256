"""`encanta validate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
GOOD = CORPUS / "high_card"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A rulebook with one mistake."""
    text = (GOOD / "rulebook.yaml").read_text().replace("home: yes", "home: true")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "rulebook.yaml").write_text(text)
    (tmp_path / "bad" / "cards.yaml").write_text((GOOD / "cards.yaml").read_text())
    return tmp_path / "bad"


def test_a_good_rulebook_says_what_was_checked(run) -> None:  # type: ignore[no-untyped-def]
    ended = run("validate", str(GOOD))
    assert (ended.code, ended.err) == (0, "")
    assert "no problems; checked 3 numbers of players, 2 readings alone, 1 variant alone" in ended.out


def test_a_mistake_is_shown_with_its_place(run, bad: Path) -> None:  # type: ignore[no-untyped-def]
    ended = run("validate", str(bad))
    assert ended.code == 1
    assert "error[flag-word]: a flag is `yes` or `no`, not `true`" in ended.out
    assert "^^^^" in ended.out
    assert "1 error; checked the base alone, read over the mistakes in its shape" in ended.out


def test_several_rulebooks_at_once(run, bad: Path) -> None:  # type: ignore[no-untyped-def]
    ended = run("validate", str(GOOD), str(bad), "--format", "short")
    assert ended.code == 1
    assert len(ended.out.splitlines()) == 1
    assert "rulebook.yaml:" in ended.out


@pytest.mark.parametrize("form", ["short", "github", "text"])
def test_nothing_but_the_summary_where_nothing_is_wrong(run, form: str) -> None:  # type: ignore[no-untyped-def]
    ended = run("validate", str(GOOD), "--format", form)
    assert ended.code == 0
    assert ended.out.strip().count("\n") == 0


def test_json_and_sarif_are_json(run, bad: Path) -> None:  # type: ignore[no-untyped-def]
    (problem,) = json.loads(run("validate", str(bad), "--format", "json").out)
    assert problem["code"] == "flag-word"
    assert json.loads(run("validate", str(bad), "--format", "sarif").out)["version"] == "2.1.0"
    assert json.loads(run("validate", str(GOOD), "--format", "json").out) == []


def test_github_annotations(run, bad: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("validate", str(bad), "--format", "github").out.startswith("::error ")


def test_everything(run) -> None:  # type: ignore[no-untyped-def]
    ended = run("validate", str(GOOD), "--all")
    assert ended.code == 0
    assert "all 24 combinations" in ended.out


def test_what_is_not_there_is_a_usage_error(run) -> None:  # type: ignore[no-untyped-def]
    ended = run("validate", "no_such_game")
    assert ended.code == 2
    assert "there is no game or folder `no_such_game`" in ended.out
    assert run("validate", str(GOOD), "--format", "xml").code == 2


def test_without_a_name_the_rulebooks_of_this_folder(run, bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(bad)
    assert run("validate").code == 1
    monkeypatch.chdir(bad.parent)
    assert "bad: 1 error" in run("validate").out
    monkeypatch.chdir(CORPUS / "high_card" / "variants")
    assert run("validate").code == 2
