"""What `encanta test` does with `--coverage` and `--mutants`: how far the tests can be trusted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import typer

from encanta_cli import exits
from encanta_cli.output import emit_json, progress, wants_color

if TYPE_CHECKING:
    from encanta.trust.benches import Order
    from encanta.trust.coverage import Coverage
    from encanta.trust.mutation import Mutation, Sample

Begin = Callable[[str, int], Callable[[int], object]]


@contextmanager
def bars() -> Iterator[Begin]:
    """One progress bar after the other: gives a function that begins the next."""
    with ExitStack() as stack:

        def begin(label: str, pieces: int) -> Callable[[int], object]:
            stack.close()
            return stack.enter_context(progress(pieces, label))

        yield begin


def processes(jobs: int | None) -> int:
    """How many processes are used, unless it is said: one for each processor."""
    return jobs if jobs is not None else os.cpu_count() or 1


def try_changes(orders: list[Order], sample: Sample, jobs: int | None, as_json: bool) -> None:
    """Try the changes of rulebooks, write what became of them, and end the command."""
    from encanta.trust import mutation

    found: list[Mutation] = []
    for order in orders:
        with bars() as begin:
            found.append(mutation.inquire(order, sample, processes(jobs), begin))
        if not as_json:
            sys.stdout.write(mutation.as_text(found[-1], wants_color(sys.stdout)))
        if found[-1].stopped:
            break
    if as_json:
        _write("sound", all(one.sound for one in found), [mutation.as_json(one) for one in found])
    _exit(any(one.stopped for one in found), all(one.sound for one in found))


def show_coverage(orders: list[Order], games: int, jobs: int | None, as_json: bool) -> None:
    """Write what the tests of rulebooks reach, and end the command."""
    from encanta.trust import coverage_report as report
    from encanta.trust.coverage import survey

    found: list[Coverage] = []
    for order in orders:
        with bars() as begin:
            found.append(survey(order, games, processes(jobs), begin))
        if not as_json:
            sys.stdout.write(report.as_text(found[-1], wants_color(sys.stdout)))
        if found[-1].stopped:
            break
    fine = all(one.fine for one in found)
    if as_json:
        _write("passed", fine, [report.as_json(one) for one in found])
    _exit(any(one.stopped for one in found), fine)


def _write(key: str, fine: bool, rulebooks: list[dict[str, Any]]) -> None:
    emit_json({key: fine, "rulebooks": rulebooks})


def _exit(stopped: bool, fine: bool) -> None:
    if stopped:
        raise typer.Exit(exits.INTERRUPTED)
    if not fine:
        raise typer.Exit(exits.FINDINGS)
