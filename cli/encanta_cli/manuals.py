"""The manual of a game as it is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking.configure import open_rulebook
from encanta.explain.manual import Manual, manual
from encanta.play.opening import Request
from encanta_cli.opening import give_up

if TYPE_CHECKING:
    from encanta.checking.configure import Prepared, Rulebook


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook as it is set up, and its manual."""

    rulebook: Rulebook
    prepared: Prepared
    manual: Manual


def open_book(request: Request) -> Book:
    """The manual for a request. What is wrong with the rulebook or the request is shown, and ends the command."""
    rulebook, problems = open_rulebook(request.game)
    if rulebook is None:
        give_up(problems)
    players = request.players if request.players is not None else max(rulebook.players[0], request.seated)
    prepared, problems = rulebook.prepare(players, request.values, request.preset, request.variants)
    if prepared is None:
        give_up(problems)
    return Book(rulebook, prepared, manual(prepared.tree, prepared.cards, rulebook.sources))
