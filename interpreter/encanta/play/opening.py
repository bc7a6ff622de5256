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
    from encanta.text.nodes import Mapping as Tree


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be played: a game's name or folder, and how.

    `players` None: as few as the game allows, but at least `seated`. `language` None: the rulebook's own.
    """

    game: str
    players: int | None = None
    variants: tuple[str, ...] = ()
    preset: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    seated: int = 0
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A program, what it was opened with, the words for players by language, and its key in the cache.

    `own` is the language that the rulebook is written in.
    """

    program: Program
    request: Request
    own: str
    words: Mapping[str, Mapping[str, str]]
    key: str | None = None

    @property
    def labels(self) -> Mapping[str, str]:
        """The words by which players know things, in the language that was asked for."""
        return self.words.get(self.request.language or self.own, {})

    @property
    def languages(self) -> list[str]:
        """The languages that there are words in."""
        return sorted({self.own, *self.words})


def open_program(request: Request) -> tuple[Opened | None, list[Diagnostic]]:
    """The program for a request, or None; and what is wrong (or doubtful) about the rulebook or the request."""
    from encanta.machine.program import Program

    values = sorted(request.values.items())
    key = cache.key(request.game, request.players, request.variants, request.preset, values, request.seated)
    kept = cache.load(key) if key is not None else None
    if kept is not None:
        compiled, own, words = kept
        return Opened(Program(compiled), request, own, words, key), []
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
    words = {language: labels_of(tree) for language, tree in rulebook.labels.items()}
    opened = Opened(load_program(model), request, own_language(rulebook), words, key)
    if key is not None:
        cache.store(key, (opened.program.compiled, opened.own, opened.words))
    return opened, problems


def own_language(rulebook: Rulebook) -> str:
    """The language that a rulebook is written in."""
    from encanta.text.nodes import Scalar

    language = rulebook.text.rulebook.get("language")
    return language.text if isinstance(language, Scalar) else "en"


def labels_of(tree: Tree) -> dict[str, str]:
    """The words of a file of labels."""
    from encanta.text.nodes import Scalar

    pairs = ((entry.key.text, entry.value) for entry in tree)
    return {name: node.text for name, node in pairs if isinstance(node, Scalar)}
