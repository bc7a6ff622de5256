"""`encanta replay FILE`: play a recorded game again and show what happened."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from encanta_cli.common import JsonOption


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    trace: Annotated[bool, typer.Option("--trace", help="Show the causes of every event, and its rule.")] = False,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Take the rulebook from here.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a recorded game again: every decision is held against the rules."""
    from encanta_cli.recordings import open_recording, replay_data

    recording, played = open_recording(file, game)
    if as_json:
        from encanta_cli.output import emit_json

        emit_json(replay_data(played, recording.setup, events=trace))
        return
    from encanta.play.chronicle import Chronicle
    from encanta.play.describing import event_line
    from encanta_cli.scores import outcome_line, score_lines

    typer.echo(f"{recording.title}, seed {recording.setup.seed}: {recording.setup.players} players")
    for event in Chronicle(played.program).events(played):
        line = event_line(event, None, causes=trace)
        if trace and event.span is not None:
            line += f"  ({event.span.source.name}:{event.span.line})"
        typer.echo(line)
    typer.echo()
    for line in score_lines(played):
        typer.echo(line)
    typer.echo(outcome_line(played, played.outcome))
