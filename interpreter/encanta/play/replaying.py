"""Plays a recording again: every decision is held against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from encanta.machine.bits import mask_of
from encanta.machine.game import Game, Refused
from encanta.play import codes
from encanta.play.reading import Broken, span_at
from encanta.play.recording import Decided, Ended, Recording
from encanta.text.diagnostic import Diagnostic, error

if TYPE_CHECKING:
    from encanta.checking.model import Model
    from encanta.machine.program import Program


def other_rules(recording: Recording, model: Model) -> Diagnostic | None:
    """A diagnostic if a recording was made with another version of the rulebook than this one."""
    if recording.fingerprint == model.fingerprint:
        return None
    return _complaint(
        recording,
        Broken(
            f"the recording was made with another version of `{recording.setup.game}`",
            "fingerprint",
            code=codes.RECORDING_OTHER_RULES,
            help="the rulebook has changed since; `encanta replay --game FOLDER` takes the rulebook of another folder",
        ),
    )


def replayed(
    recording: Recording, program: Program, labels: Mapping[str, str] | None = None
) -> tuple[Game, list[Diagnostic]]:
    """The game after the decisions of a recording. With a diagnostic, it is the game just before what is wrong."""
    game = Game(program, recording.setup.seed, labels=labels, quiet=mask_of(recording.setup.quiet))
    for number, decided in enumerate(recording.decisions):
        problem = _take(game, decided, number)
        if problem is not None:
            return game, [_complaint(recording, problem)]
    problem = _wrong_outcome(game, recording.outcome)
    return game, [] if problem is None else [_complaint(recording, problem)]


def _take(game: Game, decided: Decided, number: int) -> Broken | None:
    """Take a decision, or say what is wrong with it."""
    decision = game.decision
    here = f"decision {number + 1}"
    if decision is None:
        return Broken(f"{here} comes after the end of the game", "decisions", number, code=codes.RECORDING_ILLEGAL)
    if decision.seat != decided.seat:
        message = f"{here} is P{decision.seat + 1}'s to make, not P{decided.seat + 1}'s"
        return Broken(message, "decisions", number, "seat", code=codes.RECORDING_ILLEGAL)
    try:
        game.take(decided.value)
    except Refused:
        words = f" (`{decided.words}`)" if decided.words else ""
        return Broken(
            f"{here}{words} is not allowed: it is no answer to `{decision.prompt}`",
            "decisions",
            number,
            "value",
            code=codes.RECORDING_ILLEGAL,
            help=f"there {_options(len(decision.options))} at this point",
        )
    return None


def _options(count: int) -> str:
    return "is 1 option" if count == 1 else f"are {count} options"


def _wrong_outcome(game: Game, recorded: Ended | None) -> Broken | None:
    outcome = game.outcome
    if recorded is None:
        # A recording may stop just before its outcome was written.
        return None
    if outcome is None:
        return Broken("the game is not over after the last decision", "outcome", code=codes.RECORDING_OUTCOME)
    if (outcome.kind, tuple(outcome.winners)) != (recorded.kind, recorded.winners):
        return Broken("the decisions lead to another outcome", "outcome", code=codes.RECORDING_OUTCOME)
    return None


def _complaint(recording: Recording, problem: Broken) -> Diagnostic:
    span = None if recording.source is None else span_at(recording.source, problem.path)
    return error(problem.code, problem.message, span, help=problem.help)
