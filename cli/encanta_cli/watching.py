"""Commands that look again whenever a file of the rulebook is saved."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from encanta.authoring.watching import INTERVAL, Watch, paths_of


class RulesChanged(Exception):
    """Files of the rulebook were saved while a person was asked."""

    def __init__(self, files: list[Path]) -> None:
        super().__init__(names_of(files))
        self.files = files


def watch_of(games: Iterable[str]) -> Watch:
    """Watches everything that some games are made of."""
    return Watch(path for game in games for path in paths_of(game))


def names_of(files: list[Path]) -> str:
    """The files that were saved, as they are called."""
    shown = ", ".join(file.name for file in files[:3])
    return shown if len(files) <= 3 else f"{shown} and {len(files) - 3} more"


def again_and_again(games: list[str], look: Callable[[], bool], command: list[str]) -> NoReturn:
    """Look again on every save, until Ctrl-C.

    `look` is quick, and says whether there is more to look for. That is what the arguments `command` do, in a process
    of its own that ends when the next file is saved.
    """
    from encanta_cli.output import say

    while True:
        watch = watch_of(games)
        say(f"watching {watch.count} files; Ctrl-C ends")
        sys.stdout.flush()
        changed = watch.wait()
        while changed:
            _clear()
            say(f"saved: {names_of(changed)}")
            more = look()
            sys.stdout.flush()
            changed = _thoroughly(command, watch) if more else []


def _thoroughly(arguments: list[str], watch: Watch) -> list[Path]:
    """Run the program until it ends, or a file is saved; gives the files that were."""
    process = subprocess.Popen([sys.executable, "-m", "encanta_cli", *arguments], stdin=subprocess.DEVNULL)
    try:
        while process.poll() is None:
            time.sleep(INTERVAL / 2)
            changed = watch.changed()
            if changed:
                return changed
        return []
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()


def _clear() -> None:
    """Begin a new page on a terminal; elsewhere, leave a line."""
    sys.stdout.write("\x1b[2J\x1b[H" if sys.stdout.isatty() else "\n")


class WatchedLines:
    """Reads lines that are typed, and looks at the files of a rulebook while it waits. Raises RulesChanged."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._buffer = b""

    def line(self) -> str:
        """The next line. Raises EOFError at the end of what is typed, RulesChanged when a file was saved."""
        while b"\n" not in self._buffer:
            changed = self._watch.changed()
            if changed:
                raise RulesChanged(changed)
            ready, _, _ = select.select([sys.stdin], [], [], INTERVAL)
            if not ready:
                continue
            data = os.read(sys.stdin.fileno(), 4096)
            if not data:
                raise EOFError
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")
