"""How commands write: JSON, colour, and progress bars."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

SHOW_PROGRESS_AFTER = 1.0
"""Seconds that a piece of work takes before its progress bar appears."""


def emit_json(value: Any) -> None:
    """Write a value to standard output as indented JSON, characters as they are."""
    import json

    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def say(line: str = "") -> None:
    """Write a line to standard output; nothing in the texts of a rulebook may steer the terminal."""
    from encanta.text.render import visible

    sys.stdout.write(visible(line) + "\n")


def wants_color(stream: IO[str]) -> bool:
    """Whether colour may be written to a stream: it is a terminal, and nobody asked for none."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_interactive() -> bool:
    """Whether a person sits at both ends: what is typed and what is shown."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def console(*, stderr: bool = False) -> Console:
    """A rich console for standard output or standard error that shows texts as they are, without markup."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(file=stream, no_color=not wants_color(stream), markup=False, highlight=False, emoji=False)


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error; gives a function that is told how many more pieces of `total` are done.

    The bar shows only on a terminal, and only once the work has taken a second. It goes away at the end.
    """
    bar = _Bar(total, label)
    try:
        yield bar.advance
    finally:
        bar.stop()


class _Bar:
    """A bar that builds itself when it is first worth showing."""

    def __init__(self, total: int, label: str) -> None:
        self._total = total
        self._label = label
        self._done = 0
        self._started = time.monotonic()
        self._shows = sys.stderr.isatty()
        self._bar: Progress | None = None

    def advance(self, pieces: int) -> None:
        self._done += pieces
        if not self._shows:
            return
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self._done)
        elif time.monotonic() - self._started > SHOW_PROGRESS_AFTER:
            self._show()

    def _show(self) -> None:
        from rich.progress import Progress

        self._bar = Progress(console=console(stderr=True), transient=True)
        self._bar.add_task(self._label, total=self._total, completed=self._done)
        self._bar.start()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
