"""`encanta show`: the pages of every shipped game, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from encanta.resources import shipped_games
from encanta_cli.commands.show import PAGES

from .conftest import Run

GAMES = shipped_games()


def page(run: Run, *arguments: str) -> dict[str, Any]:
    ended = run("show", *arguments, "--json")
    assert (ended.code, ended.err) == (0, "")
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_every_game_can_be_shown(run: Run, game: str, name: str) -> None:
    ended = run("show", game, name)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.strip()
    data = page(run, game, name)
    assert data["page"] == name
    assert data["title"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_all_there(run: Run, game: str) -> None:
    rules = page(run, game, "rules")["rules"]
    text = run("show", game, "rules").out
    sections = {rule["section"] for rule in rules}
    assert {"phases", "places"} <= sections
    for rule in rules:
        assert rule["name"] in text


@pytest.mark.parametrize("game", GAMES)
def test_options_show_their_value_and_change_with_the_settings(run: Run, game: str) -> None:
    options = page(run, game, "options")["options"]
    changed = next(option for option in options if option["readings"] and option["kind"] == "choice")
    other = next(r["name"] for r in changed["readings"] if r["name"] != changed["value"])
    again = page(run, game, "options", "--set", f"{changed['name']}={other}")["options"]
    found = next(option for option in again if option["name"] == changed["name"])
    assert (found["value"], found["default"]) == (other, changed["default"])
    text = run("show", game, "options", "--set", f"{changed['name']}={other}").out
    assert f"{changed['name']} = {other} (default {changed['default']})" in text
    assert f"* {other}:" in text


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_rule_is_shown_changed(run: Run, game: str) -> None:
    options = page(run, game, "options")["options"]
    before = page(run, game, "rules")["rules"]
    texts = []
    for option in options:
        for reading in option["readings"]:
            if reading["name"] != option["value"]:
                texts.append(page(run, game, "rules", "--set", f"{option['name']}={reading['name']}")["rules"])
                break
        if len(texts) == 3:
            break
    assert any(after != before for after in texts)


def test_a_page_that_is_not_there_gets_a_near_name(run: Run) -> None:
    ended = run("show", GAMES[0], "timng")
    assert ended.code == 2
    assert ended.err == (
        "error: there is no page `timng`, and nothing in these rules is called so\nhelp: did you mean `timing`?\n"
    )
    assert "the pages are rules, cards" in run("show", GAMES[0], "qqqqqqqqqq").err


def test_what_is_called_by_a_name_can_be_shown(run: Run) -> None:
    ended = run("show", "hearts", "round")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("phases: round")
    data = page(run, "hearts", "round")
    assert (data["page"], data["title"]) == ("round", "Hearts")
    assert "round" in [thing["name"] for thing in data["things"] if thing["section"] == "phases"]


def test_a_game_that_is_not_there_is_a_usage_error(run: Run) -> None:
    assert run("show", "no_such_game").code == 2


def test_settings_that_do_not_fit_are_usage_errors_all_at_once(run: Run) -> None:
    ended = run("show", GAMES[0], "--players", "99", "--set", "no_such_option=1")
    assert ended.code == 2
    assert "no_such_option" in ended.err
    assert "99" in ended.err
    assert "Traceback" not in ended.err


def test_the_rules_can_be_written_as_a_page(run: Run, tmp_path: Path) -> None:
    for game in GAMES:
        file = tmp_path / f"{game}.html"
        ended = run("show", game, "rules", "--html", str(file))
        assert (ended.code, ended.out, ended.err) == (0, f"wrote {file}\n", "")
        assert file.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    "arguments",
    [
        ("cards", "--html", "x.html"),
        ("rules", "--html", "x.html", "--json"),
        ("rules", "--language", "xx"),
        ("rules", "--html", "x.html", "--language", "xx"),
        ("rules", "--html", "no/such/folder/x.html"),
    ],
)
def test_what_does_not_go_with_a_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("show", GAMES[0], *arguments)
    assert ended.code == 2
    assert ended.err.startswith("error: ")
    assert list(tmp_path.iterdir()) == []
