"""From what the options say to a program that can be played; complaints go to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import NoReturn

import typer

from encanta.play.opening import Opened, Request, open_program
from encanta.play.seats import HUMAN, KINDS, is_kind
from encanta.text.diagnostic import Diagnostic
from encanta_cli import exits
from encanta_cli.common import Settings, fail, locate_game, near
from encanta_cli.output import wants_color

# What is wrong with the command and not with a rulebook.
_USAGE = frozenset({"players-not-offered", "needs-unmet", "file-missing", "file-is-folder"})


def open_game(game: str, settings: Settings) -> Opened:
    """The program of a game. A rulebook with errors ends the command; warnings are for `encanta validate` to show."""
    return open_request(request_for(game, settings))


def request_for(game: str, settings: Settings) -> Request:
    """What is asked for. A game that is not there ends the command with a usage error."""
    locate_game(game)
    seated = max(settings.seats, default=0)
    values = dict(settings.values)
    return Request(game, settings.players, settings.variants, settings.preset, values, seated, settings.language)


def open_request(request: Request) -> Opened:
    """The program for a request; what is wrong with the rulebook or the request is shown, and ends the command."""
    opened, problems = open_program(request)
    if opened is None:
        give_up(problems)
    if request.language is not None:
        must_speak(request.language, opened.languages)
    return opened


def must_speak(language: str, known: Sequence[str]) -> None:
    """End the command if a rulebook has no words in a language."""
    if language not in known:
        fail(f"the rulebook has no words in `{language}`", near(language, known) or f"it has {', '.join(known)}")


def give_up(problems: Iterable[Diagnostic], usage: bool = False) -> NoReturn:
    """Show errors on standard error and end the command; `usage`: the command is at fault, not a rulebook."""
    from encanta.text.diagnostic import sort_diagnostics
    from encanta.text.render import render_text

    errors = [problem for problem in sort_diagnostics(problems) if problem.severity == "error"]
    typer.echo(render_text(errors, wants_color(sys.stderr)), err=True, nl=False)
    usage = usage or (bool(errors) and all(problem.span is None or problem.code in _USAGE for problem in errors))
    raise typer.Exit(exits.USAGE if usage else exits.FINDINGS)


def seat_kinds(settings: Settings, players: int, *, interactive: bool, humans: bool = True) -> list[str]:
    """Who plays each seat: as `--seats` says; else a person on the first seat of a terminal, and random bots."""
    for seat, kind in settings.seats.items():
        if seat > players:
            fail(f"`--seats` names seat {seat}, but {players} play")
        if not is_kind(kind):
            fail(f"`{kind}` is nobody who can play", near(kind, KINDS) or f"a seat is one of {', '.join(KINDS)}")
        if kind == HUMAN and not humans:
            fail(f"seat {seat} cannot be a person here", "only bots play many games")
    kinds = [settings.seats.get(seat, "random") for seat in range(1, players + 1)]
    if interactive and not settings.seats:
        kinds[0] = HUMAN
    return kinds


def chosen_seed(settings: Settings) -> int:
    """The seed that was asked for, else a new one that is easy to type."""
    if settings.seed is not None:
        return settings.seed
    import secrets

    return secrets.randbelow(1_000_000)
