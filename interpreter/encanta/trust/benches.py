"""Reaching and trying over several processes; the result does not depend on how many."""

from __future__ import annotations

import gc
import random
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from encanta.checking.configure import Rulebook
from encanta.scenarios.forms import Scenario
from encanta.scenarios.selecting import selection
from encanta.scenarios.testing import Examination, Plan, prepare
from encanta.trust.choosing import Chooser, Group
from encanta.trust.counting import Place
from encanta.trust.mutants import Mutant, mutants, vocabulary_of
from encanta.trust.reaching import CountingGames, Reached, reached_at_random, reached_by
from encanta.trust.trying import Laboratory, Trial

_CHUNK = 6
"""Changes that a process tries before it reports."""

Report = Callable[[int], object]
_Task = TypeVar("_Task")
_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be looked at: a rulebook, its scenario files (None: all), and of them those with some words (`-k`).

    `seed` is for scenarios that name none.
    """

    name: str
    files: tuple[Path, ...] | None = None
    words: str | None = None
    seed: int | None = None


@dataclass(slots=True)
class Coming:
    """What scenarios come by: their results as statuses, and every place that can be come by in their games."""

    statuses: dict[int, str] = field(default_factory=dict)
    reached: dict[int, Reached | None] = field(default_factory=dict)
    atlas: set[Place] = field(default_factory=set)


class Bench:
    """A rulebook opened with its scenarios. Every process has one; equal orders give equal ones."""

    def __init__(self, order: Order) -> None:
        select = None if order.words is None else selection(order.words)
        preparation = prepare(order.name, Plan(select, 0, order.seed, order.files))
        self.order = order
        self.opened: Examination = preparation.tested
        self.rulebook: Rulebook | None = preparation.rulebook
        self.scenarios: list[Scenario] = preparation.scenarios

    @property
    def rules(self) -> Rulebook:
        """The rulebook, of which somebody has seen to it that it is one."""
        assert self.rulebook is not None, "the rulebook can be opened"
        return self.rulebook

    @cached_property
    def counting(self) -> CountingGames:
        """Games that count."""
        return CountingGames(self.rules)

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All changes of the rulebook."""
        return mutants(self.rules.text, vocabulary_of(self.rules.text))

    @cached_property
    def laboratory(self) -> Laboratory:
        """Where changes are tried."""
        return Laboratory(self.rules, self.scenarios, self.order.seed)

    # ------------------------------------------------------------------------------------------ reaching

    def parts(self) -> list[tuple[int, ...]]:
        """The scenarios by the games that they are played in."""
        games: dict[object, list[int]] = {}
        for number, one in enumerate(self.scenarios):
            options = tuple((name.text, value.text) for name, value in one.options)
            variants = tuple(variant.text for variant in one.variants)
            preset = None if one.preset is None else one.preset.text
            games.setdefault((one.players, options, preset, variants), []).append(number)
        return [tuple(numbers) for numbers in games.values()]

    def reach(self, numbers: tuple[int, ...]) -> Coming:
        """What some scenarios come by."""
        coming = Coming()
        for number in numbers:
            scenario = self.scenarios[number]
            result, coming.reached[number] = reached_by(self.counting, scenario, self.order.seed)
            coming.statuses[number] = result.status
            model, _ = self.counting.model_for(scenario)
            if model is not None:
                coming.atlas.update(self.counting.build(model).places)
        return coming

    def reach_at_random(self, task: tuple[int, int, int]) -> Reached | None:
        """What random games come by: for a number of players, so many games, from a seed on."""
        players, games, seed = task
        return reached_at_random(self.counting, players, games, seed)

    # ------------------------------------------------------------------------------------------- trying

    def attempt(self, tasks: Sequence[tuple[int, tuple[Group, ...]]]) -> list[Trial]:
        """Try some changes, each on the scenarios that are named with it."""
        return [self.laboratory.attempt(self.mutants[number], groups) for number, groups in tasks]


# ----------------------------------------------------------------------------------------- over processes


def come_by(bench: Bench, jobs: int, report: Report) -> Coming:
    """What all scenarios come by. `report` hears how many more are done."""
    whole = Coming()
    for part in spread(bench, Bench.reach, bench.parts(), jobs):
        whole.statuses.update(part.statuses)
        whole.reached.update(part.reached)
        whole.atlas.update(part.atlas)
        report(len(part.statuses))
    return whole


def chosen(bench: Bench, limit: int | None, seed: int, part: str | None) -> list[Mutant]:
    """The changes that are to be tried: those of things whose name holds `part`, and of them `limit` by lot."""
    found = [m for m in bench.mutants if part is None or part in m.spot.name]
    if limit is None or limit >= len(found):
        return found
    return sorted(random.Random(seed).sample(found, limit), key=lambda mutant: mutant.number)


def try_all(bench: Bench, coming: Coming, wanted: Sequence[Mutant], jobs: int, report: Report) -> Iterator[Trial]:
    """How changes fare, in no order. Scenarios that do not pass as it is are left out."""
    passed = {number for number, status in coming.statuses.items() if status == "passed"}
    chooser = Chooser([coming.reached[n] for n in range(len(bench.scenarios))], coming.atlas)
    tasks = []
    for mutant in wanted:
        groups = (tuple(n for n in group if n in passed) for group in chooser.groups(mutant))
        tasks.append((mutant.number, tuple(group for group in groups if group)))
    # What is there by now stays: nobody needs to look through it for what can go.
    gc.collect()
    gc.freeze()
    chunks = [tuple(tasks[at : at + _CHUNK]) for at in range(0, len(tasks), _CHUNK)]
    for found in spread(bench, Bench.attempt, chunks, jobs):
        report(len(found))
        yield from found


def spread(bench: Bench, work: Callable[[Bench, _Task], _Done], tasks: Sequence[_Task], jobs: int) -> Iterator[_Done]:
    """What some work on each of the tasks gives, as it is done: here, or in `jobs` processes with own benches.

    `work` is a method of `Bench`.
    """
    if jobs <= 1 or len(tasks) <= 1:
        yield from (work(bench, task) for task in tasks)
        return
    # Started afresh rather than forked: the same on every system, and safe whatever else this process runs.
    context = get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks)), context, _prepare, (bench.order,)) as pool:
        waiting = {pool.submit(_work, work.__name__, task) for task in tasks}
        try:
            yield from _as_done(waiting)
        finally:
            for future in waiting:
                future.cancel()


def _as_done(waiting: Iterable[Future[Any]]) -> Iterator[Any]:
    left = set(waiting)
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


_bench: list[Bench] = []


def _prepare(order: Order) -> None:
    # Ctrl-C reaches every process of the terminal; only the first of them decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bench[:] = [Bench(order)]


def _work(name: str, task: object) -> Any:
    return getattr(_bench[0], name)(task)
