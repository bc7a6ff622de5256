"""From the name of a game and its settings to a program that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from encanta.play import cache
from encanta.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from encanta.checking.configure import Rulebook
    from encanta.machine.program import Program


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be played: a game's name or folder, and how.

    `players` None: as few as the game allows, but at least `seated`.
    """

    game: str
    players: int | None = None
    variants: tuple[str, ...] = ()
    preset: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    seated: int = 0


@dataclass(frozen=True, slots=True)
class Opened:
    """A program, what it was opened with, the words by which players know things, and its key in the cache."""

    program: Program
    request: Request
    labels: Mapping[str, str]
    key: str | None = None


def open_program(request: Request) -> tuple[Opened | None, list[Diagnostic]]:
    """The program for a request, or None; and what is wrong (or doubtful) about the rulebook or the request."""
    from encanta.machine.program import Program

    values = sorted(request.values.items())
    key = cache.key(request.game, request.players, request.variants, request.preset, values, request.seated)
    kept = cache.load(key) if key is not None else None
    if kept is not None:
        compiled, labels = kept
        return Opened(Program(compiled), request, labels, key), []
    return _opened(request, key)


def _opened(request: Request, key: str | None) -> tuple[Opened | None, list[Diagnostic]]:
    from encanta.checking.configure import open_rulebook
    from encanta.machine.program import load_program

    rulebook, problems = open_rulebook(request.game)
    if rulebook is None:
        return None, problems
    players = request.players if request.players is not None else max(rulebook.players[0], request.seated)
    model, more = rulebook.configure(players, request.values, request.preset, request.variants)
    problems = [*problems, *more]
    if model is None:
        return None, problems
    opened = Opened(load_program(model), request, labels_of(rulebook), key)
    if key is not None:
        cache.store(key, (opened.program.compiled, opened.labels))
    return opened, problems


def labels_of(rulebook: Rulebook) -> dict[str, str]:
    """The words by which players know things, in the language that the rulebook is written in."""
    from encanta.text.nodes import Scalar

    language = rulebook.text.rulebook.get("language")
    tree = rulebook.labels.get(language.text if isinstance(language, Scalar) else "en")
    pairs = ((entry.key.text, entry.value) for entry in tree or ())
    return {name: node.text for name, node in pairs if isinstance(node, Scalar)}
