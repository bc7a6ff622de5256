"""The durable form of a game: what it was set up with, and every decision; see docs/recordings.md."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from encanta.text.spans import Source

if TYPE_CHECKING:
    from encanta.checking.model import Model
    from encanta.machine.game import Game

FORMAT = 1
"""The version of the format that is written; older ones stay readable."""
KIND = "encanta recording"
SAFE = 2**53
"""Integers from here on are written as text, since many readers of JSON would round them."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is played with. `game` is the name or the path of its rulebook, `settings` every option in words.

    `quiet` are the seats (from 0) that play by themselves, and are passed over where they have nothing to say.
    """

    game: str
    players: int
    variants: tuple[str, ...] = ()
    settings: Mapping[str, str | int] = field(default_factory=dict)
    seed: int = 0
    seats: tuple[str, ...] = ()
    quiet: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision: the seat (from 0), the value, and the words for readers."""

    seat: int
    value: int
    words: str


@dataclass(frozen=True, slots=True)
class Ended:
    """How the game ended; winners are seats from 0."""

    kind: str
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A game, finished (then it has an outcome) or not. `source` is the file it was read from."""

    setup: Setup
    title: str
    fingerprint: str
    decisions: tuple[Decided, ...]
    outcome: Ended | None
    source: Source | None = None


def record(game: Game, setup: Setup) -> Recording:
    """The recording of a game as it stands."""
    model = game.program.model
    outcome = game.outcome
    ended = None if outcome is None else Ended(outcome.kind, tuple(outcome.winners), outcome.reason)
    return Recording(setup, model.title, model.fingerprint, tuple(_decided(game)), ended)


def _decided(game: Game) -> list[Decided]:
    again = type(game)(game.program, game.seed, labels=game.names.labels, quiet=game.quiet)
    found = []
    for value in game.decisions:
        decision = again.decision
        assert decision is not None, "a game goes on after its last decision only"
        found.append(Decided(decision.seat, value, decision.describe(value)))
        again.take(value)
    return found


def settings_in_words(model: Model) -> dict[str, str | int]:
    """Every option of a model with its value as a rulebook would write it."""
    words: dict[str, str | int] = {}
    for name, value in model.settings.items():
        option = model.options[name]
        if option.kind == "choice":
            words[name] = option.members[value]
        elif option.kind == "flag":
            words[name] = "yes" if value else "no"
        else:
            words[name] = value
    return words


# ----------------------------------------------------------------------------------------------- writing


def as_data(recording: Recording) -> dict[str, Any]:
    """The object that stands in the file."""
    setup = recording.setup
    outcome = recording.outcome
    return {
        "kind": KIND,
        "format": FORMAT,
        "game": setup.game,
        "title": recording.title,
        "fingerprint": recording.fingerprint,
        "players": setup.players,
        "variants": list(setup.variants),
        "settings": dict(setup.settings),
        "seed": _number(setup.seed),
        "seats": list(setup.seats),
        "quiet": [seat + 1 for seat in setup.quiet],
        "decisions": [{"seat": d.seat + 1, "value": _number(d.value), "words": d.words} for d in recording.decisions],
        "outcome": None if outcome is None else outcome_data(outcome.kind, outcome.winners, outcome.reason),
    }


def outcome_data(kind: str, winners: Sequence[int], reason: str) -> dict[str, Any]:
    """An outcome as JSON has it, with seats counted from 1."""
    return {"kind": kind, "winners": [seat + 1 for seat in winners], "reason": reason}


def _number(value: int) -> int | str:
    return value if -SAFE < value < SAFE else str(value)


def as_text(recording: Recording) -> str:
    """The text of the file: JSON with one decision a line."""
    lines = []
    for key, value in as_data(recording).items():
        if key == "decisions" and value:
            items = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value)
            lines.append(f'  "decisions": [\n{items}\n  ]')
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(recording: Recording, path: Path) -> None:
    """Write a recording to a file. A file that is there keeps its old text until the new one is complete.

    Raises OSError if that fails.
    """
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(as_text(recording))
        with suppress(OSError):
            # A temporary file is for its owner only; a recording is an ordinary file.
            Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
