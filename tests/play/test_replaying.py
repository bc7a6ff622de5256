"""A recorded game is played again; every decision is held against the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from encanta.machine.game import Game
from encanta.machine.program import Program
from encanta.play import codes
from encanta.play.reading import read
from encanta.play.recording import Decided, Ended, Recording, Setup, record, settings_in_words, write
from encanta.play.replaying import other_rules, replayed
from encanta.play.seats import bot
from encanta.play.table import Table
from encanta.text.diagnostic import Diagnostic

NewGame = Callable[[int], Game]


@pytest.fixture
def recording(new_game: NewGame, shore: Program, tmp_path: Path) -> Recording:
    """A whole game of bots, written to a file and read back."""
    table = Table(new_game(9), [bot("random", 9, seat) for seat in range(2)])
    table.run()
    setup = Setup("shore", 2, (), settings_in_words(shore.model), 9, ("random", "random"))
    path = tmp_path / "game.json"
    write(record(table.game, setup), path)
    found, problems = read(path)
    assert problems == []
    assert found is not None
    return found


def only(problems: list[Diagnostic]) -> Diagnostic:
    assert len(problems) == 1
    return problems[0]


def test_a_recording_says_in_words_what_was_decided(recording: Recording) -> None:
    assert recording.setup.settings == {"tides": 30, "walls": "any_number"}
    assert recording.decisions[0].words in ("dig", "pick")
    assert {decided.seat for decided in recording.decisions} == {0, 1}
    assert recording.outcome is not None
    assert recording.outcome.reason == "sea empty"


def test_a_recording_plays_again_to_the_same_state(recording: Recording, shore: Program, new_game: NewGame) -> None:
    game, problems = replayed(recording, shore)
    assert problems == []
    table = Table(new_game(9), [bot("random", 9, seat) for seat in range(2)])
    table.run()
    assert game.state == table.game.state
    assert game.over


def test_every_beginning_of_a_game_is_a_game_that_goes_on(recording: Recording, shore: Program) -> None:
    for count in range(0, len(recording.decisions), 7):
        part = replace(recording, decisions=recording.decisions[:count], outcome=None)
        game, problems = replayed(part, shore)
        assert problems == []
        assert len(game.decisions) == count


def test_other_rules_are_told_apart(recording: Recording, shore: Program) -> None:
    assert other_rules(recording, shore.model) is None
    problem = other_rules(replace(recording, fingerprint="other"), shore.model)
    assert problem is not None
    assert problem.code == codes.RECORDING_OTHER_RULES
    assert problem.span is not None
    assert problem.span.text == f'"{shore.model.fingerprint}"'


def test_an_illegal_decision_is_shown_with_its_number(recording: Recording, shore: Program) -> None:
    decisions = list(recording.decisions)
    decisions[4] = replace(decisions[4], value=1 << 90, words="fly away")
    game, problems = replayed(replace(recording, decisions=tuple(decisions)), shore)
    problem = only(problems)
    assert problem.code == codes.RECORDING_ILLEGAL
    assert problem.message.startswith("decision 5 (`fly away`) is not allowed: it is no answer to ")
    assert problem.span is not None
    assert problem.span.text == str(recording.decisions[4].value)
    assert problem.span.line == _line_of_decision(recording, 4)
    assert len(game.decisions) == 4


def _line_of_decision(recording: Recording, number: int) -> int:
    assert recording.source is not None
    lines = recording.source.text.split("\n")
    return next(at for at, line in enumerate(lines, 1) if '"decisions"' in line) + number + 1


def test_a_decision_of_the_wrong_seat(recording: Recording, shore: Program) -> None:
    decisions = (replace(recording.decisions[0], seat=1), *recording.decisions[1:])
    problem = only(replayed(replace(recording, decisions=decisions), shore)[1])
    assert (problem.code, problem.message) == (codes.RECORDING_ILLEGAL, "decision 1 is P1's to make, not P2's")


def test_a_decision_after_the_end(recording: Recording, shore: Program) -> None:
    longer = replace(recording, decisions=(*recording.decisions, Decided(0, 0, "")))
    problem = only(replayed(longer, shore)[1])
    assert problem.code == codes.RECORDING_ILLEGAL
    assert problem.message == f"decision {len(longer.decisions)} comes after the end of the game"


def test_an_outcome_that_is_not_so(recording: Recording, shore: Program) -> None:
    problem = only(replayed(replace(recording, outcome=Ended("drawn", (), "")), shore)[1])
    assert (problem.code, problem.message) == (codes.RECORDING_OUTCOME, "the decisions lead to another outcome")
    short = replace(recording, decisions=recording.decisions[:-1])
    problem = only(replayed(short, shore)[1])
    assert (problem.code, problem.message) == (codes.RECORDING_OUTCOME, "the game is not over after the last decision")
