"""`encanta new FOLDER`: begins a rulebook with a small game that works."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from encanta_cli.common import fail


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to make; its name becomes the title.")],
) -> None:
    """Begin a rulebook: a small game that can be validated, tested and played as it is, and changed step by step.

    The folder must be empty, or not there yet.
    """
    from encanta.authoring.beginning import CannotBegin, begin
    from encanta_cli.output import say

    try:
        made = begin(folder)
    except CannotBegin as problem:
        fail(problem.message, "name a folder that is empty or not there yet")
    except OSError as problem:
        fail(f"the folder `{folder}` cannot be made: {(problem.strerror or str(problem)).lower()}")
    say(f"made {folder}")
    for name in made:
        say(f"  {name}")
    say("try:")
    for action in ("play", "test", "validate"):
        say(f"  encanta {action} {_quoted(folder)}")


def _quoted(folder: Path) -> str:
    """The folder as it can be typed."""
    import shlex

    return shlex.quote(str(folder))
