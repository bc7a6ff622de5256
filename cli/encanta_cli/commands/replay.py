"""`encanta replay FILE`: play a recorded game again and show what happened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli.common import JsonOption, LanguageOption, fail

if TYPE_CHECKING:
    from encanta.machine.events import Event
    from encanta.machine.game import Game
    from encanta.play.recording import Recording


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    trace: Annotated[bool, typer.Option("--trace", help="Show the causes of every event, and its rule.")] = False,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Take the rulebook from here.")] = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
    scenario: Annotated[
        Path | None, typer.Option("--scenario", metavar="FILE", help="Write the game to a file as a scenario.")
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="STEP", min=0, help="With --scenario: only from so many decisions on.")
    ] = None,
) -> None:
    """Play a recorded game again: every decision is held against the rules."""
    from encanta_cli.recordings import open_recording, replay_data

    if at is not None and scenario is None:
        fail("`--at` says where a scenario begins", "name its file: `--scenario FILE`")
    recording, opened, played = open_recording(file, game, language)
    if scenario is not None:
        _write_scenario(played, recording, scenario, at)
        return
    if as_json:
        from encanta_cli.output import emit_json

        emit_json(replay_data(played, recording.setup, events=trace))
        return
    from encanta.play.chronicle import Chronicle
    from encanta_cli.output import say
    from encanta_cli.scores import outcome_line, score_lines

    say(f"{recording.title}, seed {recording.setup.seed}: {recording.setup.players} players")
    for line in _lines(Chronicle(played.program, opened.key).events(played), trace):
        say(line)
    say()
    for line in score_lines(played):
        say(line)
    say(outcome_line(played, played.outcome))


def _write_scenario(played: Game, recording: Recording, path: Path, step: int | None) -> None:
    from encanta_cli.keeping import SUFFIXES, NotKept, keep_as_scenario
    from encanta_cli.output import say

    if path.suffix not in SUFFIXES:
        fail(f"`{path}` is no file of scenarios", f"its name ends with {' or '.join(SUFFIXES)}")
    if step is not None and step > len(played.decisions):
        fail(f"the recording has {len(played.decisions)} decisions", "`--at` is a number up to that")
    try:
        say(keep_as_scenario(played, recording.setup, path, step))
    except NotKept as problem:
        fail(f"no scenario can be written to {path}: {problem}", "the recording itself can be played again")


def _lines(events: list[Event], trace: bool) -> Iterator[str]:
    from encanta.play.describing import event_line, story

    if not trace:
        yield from story(events, None, causes=False)
        return
    for event in events:
        place = "" if event.span is None else f"  ({event.span.source.name}:{event.span.line})"
        yield f"{event.index + 1:>5}  {event_line(event, None, causes=True)}{place}"
