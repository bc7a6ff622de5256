"""`encanta fmt`: lays the files of rulebooks out in one way; comments stay, and so does the meaning."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli import exits
from encanta_cli.common import fail

if TYPE_CHECKING:
    from encanta.authoring.formatting import Formatted
    from encanta.text.diagnostic import Diagnostic

PathsArgument = Annotated[
    list[Path] | None, typer.Argument(metavar="[PATH]...", help="Folders of rulebooks, or files of them.")
]


def command(
    paths: PathsArgument = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say which files would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
) -> None:
    """Lay the YAML files of rulebooks out in one way. Without arguments, the rulebook of this folder or those in it.

    Indentation, blanks and the texts of the small language become regular; comments and line breaks stay.
    """
    from encanta_cli.output import say

    found = [formatted for path in paths or _here() for formatted in _formatted(path)]
    changed = [one for one in found if one.changed]
    for one in changed:
        if diff:
            _show(one)
        elif not check:
            _write(one)
        if not diff:
            say(f"{'would format' if check else 'formatted'} {_name(one.path)}")
    problems = [problem for one in found for problem in one.problems]
    _complain(problems)
    if not diff:
        say(_summary(len(changed), len(found), check))
    if problems or (changed and (check or diff)):
        raise typer.Exit(exits.FINDINGS)


def _here() -> list[Path]:
    from encanta_cli.commands.validate import _here as rulebooks_here

    return [Path(name) for name in rulebooks_here()]


def _formatted(path: Path) -> list[Formatted]:
    """The files of a folder, or one file, in their new form."""
    from encanta.authoring.formatting import files_of, format_file, words_of
    from encanta.text.source import ReadFailure
    from encanta_cli.opening import give_up

    folder, files = _target(path)
    words = words_of(files[0] if files else None, folder)
    try:
        return [format_file(file, words, folder) for file in files or files_of(path)]
    except ReadFailure as failure:
        give_up([failure.diagnostic])


def _target(path: Path) -> tuple[Path | None, list[Path]]:
    """The rulebook that a path belongs to, if there is one, and the file that is meant, if it is one."""
    from encanta.authoring.formatting import folder_of
    from encanta.resources import is_rulebook

    if path.is_dir():
        if not is_rulebook(path):
            fail(f"the folder `{path}` is no rulebook", "name a folder with a file `rulebook.yaml`, or a YAML file")
        return path, []
    if not path.exists():
        fail(f"there is no file or folder `{path}`")
    if path.suffix not in (".yaml", ".yml"):
        fail(f"`{path}` is no YAML file", "only the YAML files of a rulebook have a layout")
    return folder_of(path), [path]


def _write(one: Formatted) -> None:
    from encanta.authoring.files import replace_text

    try:
        replace_text(one.path, one.after)
    except OSError as problem:
        fail(f"`{one.path}` cannot be written: {(problem.strerror or str(problem)).lower()}")


def _show(one: Formatted) -> None:
    import difflib

    from encanta_cli.output import say

    name = _name(one.path)
    before, after = one.before.splitlines(), one.after.splitlines()
    for line in difflib.unified_diff(before, after, name, f"{name}, formatted", lineterm=""):
        say(line)


def _name(path: Path) -> str:
    from encanta.text.source import shown_name

    return shown_name(path)


def _complain(problems: list[Diagnostic]) -> None:
    from encanta.text.render import render_text
    from encanta_cli.output import wants_color

    if problems:
        typer.echo(render_text(problems, wants_color(sys.stderr)), err=True, nl=False)


def _summary(changed: int, looked: int, check: bool) -> str:
    files = f"{looked} file{'' if looked == 1 else 's'}"
    if not changed:
        return f"{files}, all well laid out"
    return f"{changed} of {files} {'would be' if check else 'were'} formatted"
