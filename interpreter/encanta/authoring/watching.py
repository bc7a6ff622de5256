"""Notices when the files of a rulebook are saved, by looking at their times again and again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

INTERVAL = 0.1
"""Seconds between two looks: with the check that follows, an answer comes within half a second."""
_SUFFIXES = (".yaml", ".yml", ".csv")
_Stamp = tuple[int, int]


class Watch:
    """Watches files and folders. What is written while somebody else is busy is noticed at the next look."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = list(paths)
        self._stamps = self._look()

    @property
    def count(self) -> int:
        """How many files are watched."""
        return len(self._stamps)

    def changed(self) -> list[Path]:
        """The files that were written, came or went since the last look."""
        before, self._stamps = self._stamps, self._look()
        names = {**before, **self._stamps}
        return sorted(path for path in names if before.get(path) != self._stamps.get(path))

    def wait(self, sleep: Callable[[float], object] = time.sleep) -> list[Path]:
        """Wait until something changes; gives what did."""
        while True:
            sleep(INTERVAL)
            found = self.changed()
            if found:
                return found

    def _look(self) -> dict[Path, _Stamp]:
        stamps = {}
        for path in self._files():
            try:
                status = path.stat()
            except OSError:
                # Editors that write a file anew take it away for a moment.
                continue
            stamps[path] = (status.st_mtime_ns, status.st_size)
        return stamps

    def _files(self) -> Iterable[Path]:
        for path in self._paths:
            if path.is_dir():
                yield from (file for file in path.rglob("*") if file.suffix in _SUFFIXES)
            else:
                yield path


def paths_of(game: str) -> list[Path]:
    """What is to be watched of a game: its folder, and the file of house rules if one was named.

    Nothing if there is no such game.
    """
    from encanta.checking.loading import load

    loaded = load(game)
    path = Path(game)
    found = [path] if path.is_file() else []
    if loaded.rulebook is not None:
        return [*found, loaded.rulebook.root]
    # A rulebook with errors is watched all the more.
    return [*found, *([path] if path.is_dir() else [path.parent] if path.is_file() else _shipped(game))]


def _shipped(game: str) -> list[Path]:
    from encanta.resources import rulebooks_root, shipped_games

    return [rulebooks_root() / game] if game in shipped_games() else []
