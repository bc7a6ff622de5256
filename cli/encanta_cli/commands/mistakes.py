"""`encanta mistakes`: puts mistakes into rulebooks and counts which are found."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli import exits
from encanta_cli.common import GamesArgument, JsonOption, fail, near

if TYPE_CHECKING:
    from collections.abc import Callable

    from encanta.mistakes.inquiry import Order, Trial


def command(
    games: GamesArgument = None,
    classes: Annotated[
        list[str] | None, typer.Option("--class", metavar="NAME", help="Only this class of mistakes; may be repeated.")
    ] = None,
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", min=1, help="How many mistakes of each class in each rulebook.")
    ] = 25,
    everything: Annotated[bool, typer.Option("--all", help="Try every mistake.")] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Look at every way of playing, also where one is enough to find a mistake.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which sample.")] = 1,
    wanting: Annotated[bool, typer.Option("--wanting", help="Show all that are not found or not said well.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write tables of Markdown.")] = False,
    as_json: JsonOption = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, max=256, help="How many processes."),
    ] = None,
) -> None:
    """Put mistakes into rulebooks, class by class, and count which are found, on which line, with which suggestion."""
    from encanta.mistakes import tables
    from encanta.mistakes.inquiry import Order
    from encanta.resources import shipped_games
    from encanta_cli.common import locate_game
    from encanta_cli.output import emit_json, say
    from encanta_cli.trusting import processes

    folders = tuple(locate_game(name) for name in games or shipped_games())
    order = Order(folders, _classes(classes), None if everything else sample, seed, whole)
    trials: list[Trial] = []
    stopped = _try(order, processes(jobs), trials)
    trials.sort(key=lambda trial: (trial.rulebook, trial.kind, trial.number))
    if as_json:
        emit_json(tables.as_json(trials))
    else:
        for line in tables.as_markdown(trials) if markdown else tables.as_lines(trials, wanting):
            say(line)
    if stopped:
        typer.echo(f"stopped after {len(trials)} mistakes; what was found until then is counted", err=True)
        raise typer.Exit(exits.INTERRUPTED)


def _classes(names: list[str] | None) -> tuple[str, ...]:
    """The names of the classes that are meant; dashes may stand for blanks."""
    from encanta.mistakes.classes import CLASSES

    known = [one.name for one in CLASSES]
    chosen = [name.replace("-", " ") for name in names or known]
    for name in chosen:
        if name not in known:
            fail(f"there is no class of mistakes `{name}`", near(name, known) or f"the classes are {', '.join(known)}")
    return tuple(chosen)


def _try(order: Order, jobs: int, trials: list[Trial]) -> bool:
    """Try what is asked for, and keep what comes of it; True if Ctrl-C cut it short."""
    from encanta.mistakes.inquiry import try_all
    from encanta_cli.output import progress

    with ExitStack() as stack:

        def begin(pieces: int) -> Callable[[int], object]:
            return stack.enter_context(progress(pieces, "mistakes"))

        try:
            trials.extend(try_all(order, jobs, begin))
        except ValueError as problem:
            fail(str(problem), "validate it first")
        except KeyboardInterrupt:
            return True
    return False
