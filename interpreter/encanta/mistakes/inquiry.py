"""Tries samples of mistakes over several processes; the result does not depend on how many."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from encanta.mistakes.classes import Ground, class_named, ground, mistakes_of
from encanta.mistakes.mistake import Mistake
from encanta.mistakes.trying import Laboratory, Remark, Verdict, message_of
from encanta.scenarios.offers import Difference

_CHUNK = 10
"""Mistakes that a process tries before it reports."""

Report = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be tried: of each rulebook and each class so many mistakes (None: all), by a seed."""

    folders: tuple[Path, ...]
    classes: tuple[str, ...]
    sample: int | None
    seed: int = 1
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that was said of a mistake."""

    place: str
    code: str
    message: str
    help: str | None


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one mistake. `suggested` is None where there is nothing to suggest."""

    rulebook: str
    kind: str
    number: int
    about: str
    place: str
    found: bool
    on_line: bool
    suggested: bool | None
    said: tuple[Saying, ...]

    @property
    def fine(self) -> bool:
        """Whether there is nothing to better."""
        return self.found and self.on_line and self.suggested is not False


@dataclass(frozen=True, slots=True)
class Task:
    """Some mistakes of one class in one rulebook, by their numbers."""

    folder: Path
    kind: str
    numbers: range


class Bench:
    """Rulebooks with what mistakes are made in. Every process has one; equal orders give equal ones."""

    def __init__(self, order: Order, place: Path) -> None:
        self.order = order
        self.place = place
        self._rulebooks: dict[Path, tuple[Laboratory, Ground]] = {}
        self._mistakes: dict[tuple[Path, str], list[Mistake]] = {}

    def tasks(self) -> list[Task]:
        """Everything that is to be tried. Raises ValueError for a rulebook with mistakes."""
        found: list[Task] = []
        for folder in self.order.folders:
            for kind in self.order.classes:
                count = len(self.mistakes(folder, kind))
                count = count if self.order.sample is None else min(count, self.order.sample)
                found += [
                    Task(folder, kind, range(first, min(first + _CHUNK, count))) for first in range(0, count, _CHUNK)
                ]
        return found

    def mistakes(self, folder: Path, kind: str) -> list[Mistake]:
        """The mistakes of a class in a rulebook, in the order in which they are tried."""
        if (folder, kind) not in self._mistakes:
            lot = f"{folder.resolve().name} {self.order.seed}"
            self._mistakes[folder, kind] = mistakes_of(class_named(kind), self._rulebook(folder)[1], lot)
        return self._mistakes[folder, kind]

    def _rulebook(self, folder: Path) -> tuple[Laboratory, Ground]:
        if folder not in self._rulebooks:
            place = self.place / str(len(self._rulebooks))
            laboratory = Laboratory(folder, place, self.order.whole)
            self._rulebooks[folder] = laboratory, ground(laboratory.text, laboratory.rulebook, laboratory.scenarios)
        return self._rulebooks[folder]

    def attempt(self, task: Task) -> list[Trial]:
        """Try some mistakes; those that turn out to change nothing are left out."""
        laboratory, _ = self._rulebook(task.folder)
        mistakes = self.mistakes(task.folder, task.kind)
        tried = ((number, laboratory.verdict(mistakes[number])) for number in task.numbers)
        return [_trial(task, number, verdict, laboratory.copy) for number, verdict in tried if verdict.counts]


def _trial(task: Task, number: int, verdict: Verdict, copy: Path) -> Trial:
    mistake = verdict.mistake
    lines = sorted(mistake.lines)
    place = f"{_inside(mistake.source.name, copy)}:{lines[0]}"
    return Trial(
        task.folder.resolve().name,
        task.kind,
        number,
        mistake.about,
        place,
        verdict.found,
        verdict.on_line,
        verdict.suggested,
        tuple(_saying(problem, copy) for problem in verdict.said[:3]),
    )


def _saying(problem: Remark, copy: Path) -> Saying:
    span = problem.span
    place = f"{_inside(span.source.name, copy)}:{span.line}" if span is not None else ""
    if isinstance(problem, Difference):
        return Saying(place, "failed", message_of(problem), None)
    return Saying(place, problem.code, problem.message, problem.help)


def _inside(name: str, copy: Path) -> str:
    """The name of a file inside of its rulebook."""
    parts = Path(name).parts
    return "/".join(parts[parts.index(copy.name) + 1 :]) if copy.name in parts else name


# ------------------------------------------------------------------------------------- one or several processes


def try_all(order: Order, jobs: int, begin: Callable[[int], Report]) -> Iterator[Trial]:
    """Try what an order asks for. `begin` is told how many mistakes there are, and gives whom to tell of the tried.

    Raises ValueError for a rulebook with mistakes.
    """
    with TemporaryDirectory(prefix="encanta-") as place:
        _seldom()
        bench = Bench(order, Path(place))
        tasks = bench.tasks()
        report = begin(sum(len(task.numbers) for task in tasks))
        yield from _alone(bench, tasks, report) if jobs <= 1 else _together(order, tasks, jobs, report)


def _seldom() -> None:
    # Most of what is read is wanted until the end, so looking for what is not takes time in vain.
    gc.set_threshold(100_000, 20, 100)


def _alone(bench: Bench, tasks: Iterable[Task], report: Report) -> Iterator[Trial]:
    for task in tasks:
        yield from bench.attempt(task)
        report(len(task.numbers))


_bench: list[tuple[Bench, TemporaryDirectory[str]]] = []


def _prepare(order: Order) -> None:
    # Ctrl-C reaches every process of the terminal; only the first of them decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _seldom()
    folder = TemporaryDirectory(prefix="encanta-")
    _bench[:] = [(Bench(order, Path(folder.name)), folder)]


def _attempt(task: Task) -> list[Trial]:
    return _bench[0][0].attempt(task)


def _together(order: Order, tasks: Sequence[Task], jobs: int, report: Report) -> Iterator[Trial]:
    # Started afresh rather than forked: the same on every system, and safe whatever else this process runs.
    with _pool(order, jobs) as pool:
        waiting = {pool.submit(_attempt, task): task for task in tasks}
        for future in as_completed(waiting):
            yield from future.result()
            report(len(waiting[future].numbers))


@contextmanager
def _pool(order: Order, jobs: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (order,))
    try:
        yield pool
    finally:
        # Whatever went wrong: nobody begins another task.
        pool.shutdown(wait=True, cancel_futures=True)
