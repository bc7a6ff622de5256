"""Plays many games over several processes; the result does not depend on how many."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import TYPE_CHECKING

from encanta.machine.direct import Direct
from encanta.play.opening import Request, open_program
from encanta.play.seats import is_thinking
from encanta.simulate.one_game import Player
from encanta.simulate.tally import Tally, merged

if TYPE_CHECKING:
    from encanta.machine.program import Program

CHUNK = 25
"""Games that a process plays before it reports. The same for any number of processes."""
WORTH = 100
"""So many games are worth a second build."""
LARGE = 4000
"""Programs of more lines take longer to compile than that gains."""
AHEAD = 3
"""Chunks for each process that are handed out before the first is back."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be simulated: games with the seeds from `seed` on, and the kind of bot on every seat.

    `by_steps`: always decision by decision, in the program that is given.
    """

    request: Request
    kinds: tuple[str, ...]
    seed: int
    games: int
    by_steps: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The counts, the seconds they took, and whether Ctrl-C cut it short."""

    tally: Tally
    seconds: float
    stopped: bool


Report = Callable[[int], None]


def simulate(
    order: Order, jobs: int = 1, report: Report = lambda games: None, program: Program | None = None
) -> Result:
    """Play the games of an order in `jobs` processes. `report` hears how many more games are done.

    `program` is what the order asks for, where it has been opened already. Ctrl-C ends it with the games that are done;
    several processes finish those under way. Raises ValueError if the rulebook cannot be opened as the order says.
    """
    started = time.perf_counter()
    chunks = _chunks(order)
    tallies: dict[int, Tally] = {}
    if jobs <= 1 or len(chunks) == 1:
        stopped = _alone(program or _opened(order), order, chunks, tallies, report)
    else:
        stopped = _together(order, chunks, min(jobs, len(chunks)), tallies, report)
    whole = merged(tallies[number] for number in sorted(tallies))
    return Result(whole, time.perf_counter() - started, stopped)


def _chunks(order: Order) -> list[range]:
    """The seeds of each chunk."""
    end = order.seed + order.games
    return [range(first, min(first + CHUNK, end)) for first in range(order.seed, end, CHUNK)]


# ------------------------------------------------------------------------------------------ in this process


def _direct(program: Program, order: Order) -> Direct | None:
    """What plays whole games in one go, where nobody has to think and it is worth being compiled."""
    if order.by_steps:
        return None
    few, large = order.games < WORTH, len(program.compiled.spans) > LARGE
    if few or large or any(is_thinking(kind) for kind in order.kinds):
        return None
    return Direct(program.model)


def _alone(program: Program, order: Order, chunks: list[range], tallies: dict[int, Tally], report: Report) -> bool:
    direct = _direct(program, order)
    for number, seeds in enumerate(chunks):
        player = Player(program, order.kinds, direct)
        try:
            for seed in seeds:
                player.play(seed)
                report(1)
        except KeyboardInterrupt:
            tallies[number] = player.tally
            return True
        tallies[number] = player.tally
    return False


def _opened(order: Order) -> Program:
    opened, problems = open_program(order.request)
    if opened is None:
        raise ValueError(problems[0].message if problems else "the rulebook cannot be opened")
    return opened.program


# -------------------------------------------------------------------------------------- in several processes


@dataclass(frozen=True, slots=True)
class _Worker:
    """What this process plays, if it is one of several, and the sign to stop after the game under way."""

    order: Order
    program: Program
    direct: Direct | None
    stop: Event


_worker: list[_Worker] = []


def _prepare(order: Order, stop: Event) -> None:
    # Ctrl-C reaches every process of the terminal; only the first of them decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    program = _opened(order)
    _worker[:] = [_Worker(order, program, _direct(program, order), stop)]


def _play_chunk(seeds: range) -> Tally:
    worker = _worker[0]
    player = Player(worker.program, worker.order.kinds, worker.direct)
    for seed in seeds:
        # Whoever asked for the games may have ended without a word.
        if worker.stop.is_set() or not _is_wanted():
            break
        player.play(seed)
    return player.tally


def _is_wanted() -> bool:
    """Whether the process that hands out the games still runs."""
    parent = parent_process()
    return parent is None or parent.is_alive()


def _together(order: Order, chunks: list[range], jobs: int, tallies: dict[int, Tally], report: Report) -> bool:
    # Started afresh rather than forked: the same on every system, and safe whatever else this process runs.
    context = get_context("spawn")
    stop = context.Event()
    waiting: deque[tuple[int, Future[Tally]]] = deque()
    rest = iter(enumerate(chunks))
    with ProcessPoolExecutor(jobs, context, _prepare, (order, stop)) as pool:
        try:
            _hand_out(pool, waiting, rest, jobs * AHEAD)
            while waiting:
                number, future = waiting[0]
                tallies[number] = future.result()
                waiting.popleft()
                report(len(chunks[number]))
                _hand_out(pool, waiting, rest, 1)
        except KeyboardInterrupt:
            stop.set()
            _keep_finished(waiting, tallies)
            return True
        finally:
            # Whatever else went wrong: nobody begins another game.
            stop.set()
    return False


def _hand_out(
    pool: ProcessPoolExecutor,
    waiting: deque[tuple[int, Future[Tally]]],
    rest: Iterator[tuple[int, range]],
    count: int,
) -> None:
    with _deaf():
        for number, seeds in islice(rest, count):
            waiting.append((number, pool.submit(_play_chunk, seeds)))


def _keep_finished(waiting: deque[tuple[int, Future[Tally]]], tallies: dict[int, Tally]) -> None:
    """Take in what is done, with the games under way; chunks that nobody has begun are dropped."""
    begun = [(number, future) for number, future in waiting if not future.cancel()]
    for number, future in begun:
        tallies[number] = future.result()


@contextmanager
def _deaf() -> Iterator[None]:
    """Puts Ctrl-C off for a moment, so that processes started in it never hear one before they are prepared."""
    with _put_off():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _put_off() -> Iterator[None]:
    """Ctrl-C that another thread hears is told only afterwards: some of what starts processes takes no notice of it."""
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed:
        raise KeyboardInterrupt
