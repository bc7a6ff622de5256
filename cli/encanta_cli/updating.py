"""`encanta test --update`: rewrites what failing scenarios expect, and shows what it changes."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from encanta_cli import exits
from encanta_cli.output import is_interactive, progress, say

if TYPE_CHECKING:
    from encanta.scenarios.games import Games
    from encanta.scenarios.testing import Select
    from encanta.scenarios.updating import Updated

Target = tuple[str, tuple[Path, ...] | None]


def update(targets: Iterable[Target], select: Select | None, seed: int | None) -> None:
    """Rewrite the scenario files of rulebooks, and end the command. At a terminal each file is asked about."""
    fine = True
    for root, files in targets:
        for path, found in _found(root, files, select, seed):
            fine &= _write(path, found)
    if not fine:
        raise typer.Exit(exits.FINDINGS)


def _found(
    root: str, files: tuple[Path, ...] | None, select: Select | None, seed: int | None
) -> Iterator[tuple[Path, Updated]]:
    from encanta.checking.configure import open_rulebook
    from encanta.scenarios.games import Games
    from encanta.scenarios.reading import scenario_files
    from encanta_cli.opening import give_up

    rulebook, problems = open_rulebook(root)
    if rulebook is None:
        give_up(problems)
    paths = scenario_files(rulebook.root) if files is None else list(files)
    games = Games(rulebook)
    found = []
    with progress(len(paths), "files") as advance:
        for path in paths:
            found.append((path, _updated(games, path, select, seed)))
            advance(1)
    yield from found


def _updated(games: Games, path: Path, select: Select | None, seed: int | None) -> Updated:
    from encanta.scenarios.reading import parse_scenarios
    from encanta.scenarios.updating import updated
    from encanta.text.diagnostic import has_errors
    from encanta.text.source import ReadFailure, load_source
    from encanta_cli.opening import give_up

    try:
        source = load_source(path)
    except ReadFailure as failure:
        give_up([failure.diagnostic])
    scenarios, problems = parse_scenarios(source)
    if has_errors(problems):
        give_up(problems)
    names = None if select is None else [scenario.name for scenario in scenarios if select(scenario)]
    return updated(games, source, seed, names)


def _write(path: Path, found: Updated) -> bool:
    """Show what changes in a file and write it; whether all its scenarios pass then."""
    from encanta.authoring.files import replace_text

    for name in found.left:
        say(f"LEFT {name}: what it expects cannot be rewritten")
    if found.text == found.source.text:
        return not found.left
    old, new = (text.splitlines(keepends=True) for text in (found.source.text, found.text))
    for line in difflib.unified_diff(old, new, found.source.name, found.source.name):
        say(line.rstrip("\n"))
    if is_interactive() and not typer.confirm(f"write {found.source.name}?", default=False):
        return False
    try:
        replace_text(path, found.text)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        typer.echo(f"error: `{found.source.name}` cannot be written: {reason}", err=True)
        return False
    many = "scenario expects" if len(found.changed) == 1 else "scenarios expect"
    say(f"{found.source.name}: {len(found.changed)} {many} what is so now")
    return not found.left
