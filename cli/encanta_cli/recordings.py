"""Recordings on the command line: opening them, and what JSON shows of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from encanta.play.opening import Opened, Request
from encanta.resources import is_rulebook, shipped_games
from encanta_cli.common import fail
from encanta_cli.opening import give_up, open_request

if TYPE_CHECKING:
    from encanta.machine.events import Event
    from encanta.machine.game import Game
    from encanta.play.recording import Recording, Setup


def open_recording(path: Path, game: str | None = None, language: str | None = None) -> tuple[Recording, Opened, Game]:
    """A recording, its program, and the game after its decisions. `game` is another folder to find the rulebook in.

    Whatever is wrong with the recording is shown, and ends the command.
    """
    from encanta.play.replaying import replayed

    recording, opened = open_rules_of(path, game, language)
    played, problems = replayed(recording, opened.program, opened.labels)
    if problems:
        give_up(problems)
    return recording, opened, played


def open_rules_of(path: Path, game: str | None = None, language: str | None = None) -> tuple[Recording, Opened]:
    """A recording, and the program of the very rulebook that it was made with."""
    from dataclasses import replace

    from encanta.play.reading import read
    from encanta.play.replaying import other_rules

    recording, problems = read(path)
    if recording is None:
        give_up(problems)
    if game is not None:
        recording = replace(recording, setup=replace(recording.setup, game=game))
    _must_be_there(recording.setup.game)
    opened = open_request(request_of(recording.setup, language))
    changed = other_rules(recording, opened.program.model)
    if changed is not None:
        give_up([changed])
    return recording, opened


def _must_be_there(game: str) -> None:
    if not is_rulebook(Path(game)) and game not in shipped_games() and not Path(game).exists():
        fail(
            f"there is no game or folder `{game}`, with which the recording was made",
            "say where its rulebook is: `encanta replay FILE --game GAME`, `encanta play GAME --resume FILE`",
        )


def request_of(setup: Setup, language: str | None = None) -> Request:
    """What has to be opened to play a set-up; every option is set, so that no preset is needed any more."""
    values = {name: str(value) for name, value in setup.settings.items()}
    return Request(setup.game, setup.players, setup.variants, None, values, language=language)


def replay_data(game: Game, setup: Setup, *, events: bool) -> dict[str, Any]:
    """A game as JSON has it: the recording, the scores, and (with `events`) what happened."""
    from encanta.play.chronicle import Chronicle
    from encanta.play.recording import as_data, record
    from encanta_cli.scores import scores_data

    data: dict[str, Any] = {"recording": as_data(record(game, setup)), "scores": scores_data(game)}
    if events:
        data["events"] = [event_data(event) for event in Chronicle(game.program).events(game)]
    return data


def event_data(event: Event) -> dict[str, Any]:
    """An event as JSON has it: who may read it in full, what the others read, and its causes from the nearest on."""
    span = event.span
    seats = [seat + 1 for seat in range(event.seats.bit_length()) if event.seats >> seat & 1]
    return {
        "number": event.index + 1,
        "kind": event.kind,
        "text": event.text,
        "seats": seats,
        "public_text": event.public_text,
        "causes": list(event.causes),
        "rule": None if span is None else {"file": span.source.name, "line": span.line, "column": span.column},
    }
