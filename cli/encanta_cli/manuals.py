"""The manual of a game as it is set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from encanta.checking.configure import open_rulebook
from encanta.explain.manual import Manual, manual
from encanta.play.opening import Request, labels_of, own_language
from encanta_cli.opening import give_up, must_speak

if TYPE_CHECKING:
    from encanta.checking.configure import Prepared, Rulebook


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook as it is set up, its manual, and the words of a language, if one was asked for."""

    rulebook: Rulebook
    prepared: Prepared
    manual: Manual
    words: Mapping[str, str] = field(default_factory=dict)


def open_book(request: Request) -> Book:
    """The manual for a request. What is wrong with the rulebook or the request is shown, and ends the command."""
    rulebook, problems = open_rulebook(request.game)
    if rulebook is None:
        give_up(problems)
    players = request.players if request.players is not None else max(rulebook.players[0], request.seated)
    prepared, problems = rulebook.prepare(players, request.values, request.preset, request.variants)
    if prepared is None:
        give_up(problems)
    return Book(
        rulebook, prepared, manual(prepared.tree, prepared.cards, rulebook.sources), _words(rulebook, request.language)
    )


def _words(rulebook: Rulebook, language: str | None) -> dict[str, str]:
    """The labels of a language; none if none is asked for. What there is not ends the command."""
    if language is None:
        return {}
    must_speak(language, sorted({own_language(rulebook), *rulebook.labels}))
    return labels_of(rulebook.labels[language]) if language in rulebook.labels else {}
