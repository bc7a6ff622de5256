"""`encanta validate`: checks rulebooks and reports every problem."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli import exits
from encanta_cli.common import GamesArgument, fail

if TYPE_CHECKING:
    from encanta.checking.coverage import Report
    from encanta.text.diagnostic import Diagnostic


class Format(StrEnum):
    """How diagnostics are written."""

    text = "text"
    short = "short"
    json = "json"
    sarif = "sarif"
    github = "github"


def command(
    games: GamesArgument = None,
    form: Annotated[Format, typer.Option("--format", help="How problems are written.")] = Format.text,
    everything: Annotated[
        bool, typer.Option("--all", help="Check every combination of options and variants, as far as feasible.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file is saved, until Ctrl-C.")] = False,
) -> None:
    """Check rulebooks and report every problem. Without arguments, the rulebook of this folder or those in it."""
    import gc

    from encanta.checking.structure_codes import UNKNOWN_GAME
    from encanta.text.diagnostic import has_errors

    # What is read of a rulebook is wanted until the end, so looking for what is not takes time in vain.
    gc.set_threshold(100_000, 20, 100)
    names = games or _here()
    found = _check(names, form, everything)
    if any(problem.code == UNKNOWN_GAME and problem.span is None for problem in found):
        raise typer.Exit(exits.USAGE)
    if watch:
        from encanta_cli.watching import again_and_again

        command = ["validate", *names, "--format", form.value, *(["--all"] if everything else [])]
        again_and_again(names, lambda: _quickly(names, form), command)
    if has_errors(found):
        raise typer.Exit(exits.FINDINGS)


def _check(names: list[str], form: Format, everything: bool) -> list[Diagnostic]:
    """Check rulebooks and write what is found."""
    from encanta.checking.coverage import validate_path
    from encanta.text.diagnostic import sort_diagnostics

    reports = {name: validate_path(name, everything) for name in names}
    found = sort_diagnostics(problem for report in reports.values() for problem in report.diagnostics)
    _write(found, form)
    if form is Format.text:
        _summary(reports, found)
    return found


def _quickly(names: list[str], form: Format) -> bool:
    """Check the least number of players with the defaults; False if that finds errors, which are written."""
    from encanta.checking.configure import open_rulebook
    from encanta.text.diagnostic import has_errors, sort_diagnostics
    from encanta_cli.output import say

    found: list[Diagnostic] = []
    for name in names:
        rulebook, problems = open_rulebook(name)
        found += problems
        if rulebook is not None:
            found += rulebook.configure(rulebook.players[0])[1]
    if has_errors(found):
        _write(sort_diagnostics(found), form)
        return False
    if form is Format.text:
        say("no errors with the defaults; looking at everything else")
    return True


def _here() -> list[str]:
    """The rulebooks that are meant where none is named: this folder, or the folders in it."""
    from pathlib import Path

    from encanta.resources import games_in, is_rulebook

    if is_rulebook(Path()):
        return ["."]
    names = games_in(Path())
    if not names:
        fail("there is no rulebook in this folder", "name a folder or a game, such as `encanta validate GAME`")
    return names


def _write(found: list[Diagnostic], form: Format) -> None:
    from encanta.text import render
    from encanta_cli.output import wants_color

    if form is Format.text:
        text = render.render_text(found, wants_color(sys.stdout))
    else:
        renderers = {
            Format.short: render.render_short,
            Format.json: render.render_json,
            Format.sarif: render.render_sarif,
            Format.github: render.render_github,
        }
        text = renderers[form](found)
    sys.stdout.write(text if not text or text.endswith("\n") else f"{text}\n")


def _summary(reports: dict[str, Report], found: list[Diagnostic]) -> None:
    """What was looked at, and how many problems there are."""
    if found:
        typer.echo()
    for name, report in reports.items():
        errors = sum(1 for problem in report.diagnostics if problem.severity == "error")
        warnings = len(report.diagnostics) - errors
        verdict = _verdict(errors, warnings)
        covered = f"; checked {', '.join(report.covered)}" if report.covered else ""
        typer.echo(f"{name}: {verdict}{covered}")


def _verdict(errors: int, warnings: int) -> str:
    parts = [_several(errors, "error")] if errors else []
    parts += [_several(warnings, "warning")] if warnings else []
    return ", ".join(parts) if parts else "no problems"


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
