"""Recordings are read back as they were written, and a broken one gets a diagnostic at the exact place."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encanta.play import codes
from encanta.play.reading import read
from encanta.play.recording import Decided, Ended, Recording, Setup, as_data, as_text, write
from encanta.text.diagnostic import Diagnostic

SETUP = Setup("tides", 2, ("wet",), {"depth": 3, "moon": "full"}, 17, ("human", "random"))
EXAMPLE = Recording(
    SETUP,
    "Tides",
    "f00d",
    (Decided(0, 3, "fish"), Decided(1, -1, "pass"), Decided(0, 1 << 100, "“many” shells\n")),
    Ended("won", (1,), "all gone"),
)


def written(text: str, folder: Path) -> tuple[Recording | None, list[Diagnostic]]:
    path = folder / "game.json"
    path.write_text(text, encoding="utf-8")
    return read(path)


def complaint(text: str, folder: Path) -> Diagnostic:
    recording, problems = written(text, folder)
    assert recording is None
    assert len(problems) == 1
    return problems[0]


def changed(folder: Path, **changes: Any) -> Diagnostic:
    """What is said about the example with some keys changed."""
    return complaint(json.dumps(as_data(EXAMPLE) | changes, indent=2), folder)


def same(recording: Recording | None) -> Recording:
    assert recording is not None
    return Recording(recording.setup, recording.title, recording.fingerprint, recording.decisions, recording.outcome)


def test_a_recording_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write(EXAMPLE, path)
    recording, problems = read(path)
    assert problems == []
    assert same(recording) == EXAMPLE


decided = st.builds(Decided, st.integers(0, 1), st.integers(-1, 1 << 150), st.text(max_size=20))
outcomes = st.none() | st.builds(Ended, st.just("drawn"), st.just(()), st.text(max_size=9))


@given(st.lists(decided, max_size=6).map(tuple), outcomes, st.text(max_size=9), st.integers(0, 1 << 70))
def test_any_recording_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, decisions: Any, outcome: Any, title: str, seed: int
) -> None:
    setup = Setup("tides", 2, (), {}, seed, ("random", "random"))
    whole = Recording(setup, title, "f00d", tuple(decisions), outcome)
    recording, problems = written(as_text(whole), tmp_path_factory.mktemp("any"))
    assert problems == []
    assert same(recording) == whole


def test_the_file_is_json_with_one_decision_a_line() -> None:
    text = as_text(EXAMPLE)
    assert json.loads(text) == as_data(EXAMPLE)
    assert '    {"seat": 1, "value": 3, "words": "fish"},\n' in text
    assert json.loads(text)["decisions"][2]["value"] == str(1 << 100)


def test_a_file_that_is_there_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")
    monkeypatch.setattr("encanta.play.recording.as_text", lambda recording: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write(EXAMPLE, path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_recording_can_be_read_by_others(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    before = os.umask(0o022)
    try:
        write(EXAMPLE, path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_folder_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="game"):
        write(EXAMPLE, tmp_path / "missing" / "game.json")


def test_a_file_that_was_cut_off(tmp_path: Path) -> None:
    text = as_text(EXAMPLE)
    found = complaint(text[: len(text) // 2], tmp_path)
    assert found.code == codes.RECORDING_BROKEN
    assert found.span is not None


@pytest.mark.parametrize("text", ["", "   \n", "{", "[1, 2", '{"kind": ', '{"kind": "enc', "[tru", "[1, -"])
def test_what_ends_too_early(tmp_path: Path, text: str) -> None:
    assert complaint(text, tmp_path).message == "the recording ends too early"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "this is not a recording of a game"),
        ("3", "this is not a recording of a game"),
        ('{"kind": "tea"}', "this is not a recording of a game"),
        ("title: Tides", "the recording is not JSON from here on"),
        ("NaN", "the recording holds what no recording holds: it is nested or counted beyond bounds"),
        ("[" * 100_000, "the recording holds what no recording holds: it is nested or counted beyond bounds"),
        ("1" * 5_000, "the recording holds what no recording holds: it is nested or counted beyond bounds"),
    ],
)
def test_what_is_no_recording(tmp_path: Path, text: str, message: str) -> None:
    found = complaint(text, tmp_path)
    assert (found.code, found.message) == (codes.RECORDING_BROKEN, message)


def test_quiet_seats_are_read_and_may_be_missing(tmp_path: Path) -> None:
    quiet = replace(EXAMPLE, setup=replace(EXAMPLE.setup, quiet=(1,)))
    recording, problems = written(as_text(quiet), tmp_path)
    assert problems == []
    assert recording is not None
    assert recording.setup.quiet == (1,)
    older = "\n".join(line for line in as_text(EXAMPLE).splitlines() if '"quiet"' not in line)
    recording, problems = written(older, tmp_path)
    assert problems == []
    assert recording is not None
    assert recording.setup.quiet == ()
    assert changed(tmp_path, quiet=[1, 1]).message == "a seat is named twice among the quiet ones"
    assert changed(tmp_path, quiet=[3]).message == "there is no seat 3 among 2 players"


def test_another_format_is_told_apart(tmp_path: Path) -> None:
    found = changed(tmp_path, format=7)
    assert found.code == codes.RECORDING_FORMAT
    assert found.message == "the recording has format `7`, and this version of Encanta reads format 1"
    assert found.span is not None
    assert found.span.text == "7"


@pytest.mark.parametrize(
    ("changes", "message", "at"),
    [
        ({"players": "two"}, "`two` is no whole number", '"two"'),
        ({"players": 0}, "`0` is no number of players", "0"),
        ({"players": 3}, "3 play, but 2 seats are named", "["),
        ({"title": 3}, "`title` is a text", "3"),
        ({"seats": "human"}, "`seats` is a list", '"human"'),
        ({"seats": ["human", 7]}, "`seats` is a list of texts", "7"),
        ({"variants": {}}, "`variants` is a list", "{}"),
        ({"settings": []}, "`settings` gives each option a value", "[]"),
        ({"settings": {"depth": 1.5}}, "the option `depth` is set to neither a word nor a whole number", "1.5"),
        ({"seed": True}, "`True` is no whole number", "true"),
        ({"decisions": {}}, "`decisions` is a list", "{}"),
        ({"decisions": [7]}, "decision 1 has no seat and value", "7"),
        ({"decisions": [{"seat": 1}]}, "decision 1 has no `value`", "{"),
        ({"decisions": [{"seat": 3, "value": 1}]}, "there is no seat 3 among 2 players", "3"),
        ({"decisions": [{"seat": 1, "value": "x"}]}, "`x` is no whole number", '"x"'),
        ({"decisions": [{"seat": 1, "value": 1, "words": 5}]}, "the words of decision 1 are no text", "5"),
        ({"outcome": {"kind": "lost"}}, "an outcome is one of won, drawn, nobody, stuck", "{"),
        ({"outcome": {"kind": "won"}}, "the outcome has no list of winners", "{"),
        ({"outcome": {"kind": "won", "winners": [9]}}, "there is no seat 9 among 2 players", "9"),
        ({"sead": 1}, "a recording has no `sead`", "{"),
    ],
)
def test_what_is_wrong_is_shown_where_it_stands(tmp_path: Path, changes: dict[str, Any], message: str, at: str) -> None:
    found = changed(tmp_path, **changes)
    assert (found.code, found.message) == (codes.RECORDING_BROKEN, message)
    assert found.span is not None
    assert found.span.text == at


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    data = as_data(EXAMPLE)
    del data["seed"]
    assert complaint(json.dumps(data), tmp_path).message == "the recording has no `seed`"


def test_a_misspelt_key_gets_a_near_name(tmp_path: Path) -> None:
    assert changed(tmp_path, sead=1).help == "did you mean `seed`?"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    _, problems = read(tmp_path / "missing.json")
    assert [problem.code for problem in problems] == ["file-missing"]
