"""`encanta replay FILE`: play a recorded game again and show what happened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli.common import JsonOption, LanguageOption

if TYPE_CHECKING:
    from encanta.machine.events import Event


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    trace: Annotated[bool, typer.Option("--trace", help="Show the causes of every event, and its rule.")] = False,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Take the rulebook from here.")] = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a recorded game again: every decision is held against the rules."""
    from encanta_cli.recordings import open_recording, replay_data

    recording, opened, played = open_recording(file, game, language)
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


def _lines(events: list[Event], trace: bool) -> Iterator[str]:
    from encanta.play.describing import event_line, story

    if not trace:
        yield from story(events, None, causes=False)
        return
    for event in events:
        place = "" if event.span is None else f"  ({event.span.source.name}:{event.span.line})"
        yield f"{event.index + 1:>5}  {event_line(event, None, causes=True)}{place}"
