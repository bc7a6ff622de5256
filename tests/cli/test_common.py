"""The options that all commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from encanta.resources import rulebooks_root, shipped_games
from encanta_cli.common import Settings, locate_game, parse_seats, parse_values, read_settings


def complaint(capsys: pytest.CaptureFixture[str], call: Callable[[], object]) -> str:
    """The usage error with which a call ends the program."""
    with pytest.raises(typer.Exit) as end:
        call()
    assert end.value.exit_code == 2
    return capsys.readouterr().err


def test_seats() -> None:
    assert parse_seats("1=human, 3 = random") == {1: "human", 3: "random"}


@pytest.mark.parametrize(
    "text", ["", "human", "1", "=human", "0=human", "x=human", "1=", "1=human,", "²=human", "1000=a"]
)
def test_badly_written_seats(capsys: pytest.CaptureFixture[str], text: str) -> None:
    message = complaint(capsys, lambda: parse_seats(text))
    assert "does not say who plays which seat" in message
    assert "1=human,2=random" in message


def test_a_seat_named_twice(capsys: pytest.CaptureFixture[str]) -> None:
    message = complaint(capsys, lambda: parse_seats("2=human,2=random"))
    assert message == "error: `--seats` names seat 2 twice, as `human` and as `random`\n"


def test_values() -> None:
    assert parse_values(["target=50", "first = a=b"]) == {"target": "50", "first": "a=b"}


@pytest.mark.parametrize("pair", ["target", "=5", "target=", ""])
def test_badly_written_values(capsys: pytest.CaptureFixture[str], pair: str) -> None:
    assert f"`--set {pair}` is not a name and a value" in complaint(capsys, lambda: parse_values([pair]))


def test_a_value_set_twice(capsys: pytest.CaptureFixture[str]) -> None:
    message = complaint(capsys, lambda: parse_values(["target=50", "target=60"]))
    assert message == "error: `--set` gives `target` twice, as `50` and as `60`\n"


def test_settings_put_it_together() -> None:
    read = read_settings(players=3, variants=["long"], preset="old", values=["target=50"], seed=7, seats="1=human")
    assert read == Settings(3, ("long",), "old", {"target": "50"}, 7, {1: "human"})
    assert read_settings() == Settings()


def test_a_seat_beyond_the_players(capsys: pytest.CaptureFixture[str]) -> None:
    message = complaint(capsys, lambda: read_settings(players=2, seats="1=human,3=random"))
    assert message == "error: `--seats` names seat 3, but 2 play\n"


def make_rulebook(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "rulebook.yaml").write_text("title: Mine\n")
    return folder


def test_a_shipped_game_is_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = shipped_games()[0]
    assert locate_game(name) == rulebooks_root() / name


def test_a_game_of_this_folder_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = shipped_games()[0]
    make_rulebook(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert locate_game(name).resolve() == tmp_path / name


def test_a_folder_that_is_no_rulebook_is_left_to_the_checks(tmp_path: Path) -> None:
    assert locate_game(str(tmp_path)) == tmp_path


def test_an_unknown_game_gets_a_near_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_rulebook(tmp_path / "my_whist")
    monkeypatch.chdir(tmp_path)
    message = complaint(capsys, lambda: locate_game("my_wihst"))
    assert message == "error: there is no game or folder `my_wihst`\nhelp: did you mean `my_whist`?\n"


@pytest.mark.parametrize("text", ["", "a\0b", "x" * 5000, "../nowhere"])
def test_odd_names_of_games(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    if text:
        assert "there is no game or folder" in complaint(capsys, lambda: locate_game(text))
    else:
        assert locate_game(text) == Path()
