"""`encanta why RECORDING@STEP`: why a move can be made or not, why something happened, how points came about."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from encanta_cli.common import JsonOption, fail

if TYPE_CHECKING:
    from encanta.machine.game import Game
    from encanta.play.opening import Opened
    from encanta.play.recording import Recording

SeatOption = Annotated[
    int | None, typer.Option("--seat", metavar="N", min=1, help="Say only what the player of this seat may know.")
]
EventOption = Annotated[
    int | None,
    typer.Option("--event", metavar="N", min=1, help="Why an event happened; `replay --trace` numbers them."),
]


def command(
    where: Annotated[
        str, typer.Argument(metavar="RECORDING[@STEP]", help="A recorded game, and before which decision.")
    ],
    move: Annotated[str | None, typer.Argument(metavar="[MOVE]", help="A move, such as `P1: lay red`.")] = None,
    seat: SeatOption = None,
    event: EventOption = None,
    score: Annotated[bool, typer.Option("--score", help="The lines of the scores, and what they come from.")] = False,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Take the rulebook from here.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Explain a recorded game as it stood before a decision (counted from 1; without @STEP, at its end).

    Without a move: what may be done there, and why the other actions may not.
    """
    if sum((move is not None, event is not None, score)) > 1:
        fail("a move, `--event` and `--score` are three questions", "ask one of them")
    path, step = _where(where)
    from encanta_cli.recordings import open_rules_of

    recording, opened = open_rules_of(path, game)
    if seat is not None and seat > recording.setup.players:
        fail(f"there is no seat {seat}: {recording.setup.players} play")
    played = _played(recording, opened, step)
    asker = None if seat is None else seat - 1
    if event is not None:
        _event(opened, played, event, asker, as_json)
    elif score:
        _score(played, asker, as_json)
    else:
        _position(played, move, asker, as_json)


def _where(text: str) -> tuple[Path, int | None]:
    """The file, and the number of the decision; None: at the end. A file may have an `@` in its name."""
    name, at, step = text.rpartition("@")
    if not at or (not step.isdigit() and Path(text).exists()):
        return Path(text), None
    if not (step.isascii() and step.isdigit() and 0 < len(step) < 10 and int(step)):
        fail(f"`{step}` is no number of a decision", "decisions are counted from 1: `game.json@12`")
    return Path(name), int(step)


def _played(recording: Recording, opened: Opened, step: int | None) -> Game:
    """The game before a decision, or at its end."""
    from dataclasses import replace

    from encanta.play.replaying import replayed
    from encanta_cli.opening import give_up

    count = len(recording.decisions)
    if step is not None and step > count + 1:
        fail(f"there is no decision {step}: the recording has {count}", f"`@{count + 1}` is its end")
    taken = recording if step is None else replace(recording, decisions=recording.decisions[: step - 1], outcome=None)
    played, problems = replayed(taken, opened.program, opened.labels)
    if problems:
        give_up(problems)
    return played


def _position(game: Game, move: str | None, asker: int | None, as_json: bool) -> None:
    from encanta.explain import wording
    from encanta.explain.overview import overview
    from encanta.explain.standing import session_of
    from encanta_cli import reasons

    session = session_of(game)
    if move is None:
        found = overview(game, session, asker)
        _write(as_json, lambda: reasons.overview_data(found), lambda: wording.overview_lines(found))
        return
    verdict = reasons.judged(session, move, asker, game.names)
    _write(as_json, lambda: reasons.verdict_data(verdict), lambda: wording.verdict_lines(verdict))


def _event(opened: Opened, game: Game, number: int, asker: int | None, as_json: bool) -> None:
    from encanta.explain import wording
    from encanta.explain.chain import chain
    from encanta.play.chronicle import Chronicle
    from encanta_cli import reasons

    events = Chronicle(opened.program, opened.key).events(game)
    if number > len(events):
        fail(
            f"there is no event {number}: up to here {len(events)} have happened",
            "`encanta replay --trace` numbers them",
        )
    told = events[number - 1]
    links = chain(events, number - 1, opened.program.model, asker)
    _write(
        as_json,
        lambda: reasons.chain_data(told, links, asker),
        lambda: wording.chain_lines(told, links, asker),
    )


def _score(game: Game, asker: int | None, as_json: bool) -> None:
    from encanta.explain import wording
    from encanta.explain.points import scores
    from encanta_cli import reasons

    found = scores(game, asker)
    _write(as_json, lambda: reasons.scores_data(found), lambda: wording.scores_lines(found))


def _write(as_json: bool, data: Any, lines: Any) -> None:
    from encanta_cli.output import emit_json, say

    if as_json:
        emit_json(data())
    else:
        for line in lines():
            say(line)
