"""How long a person at a terminal waits for the first question of a game, read anew or kept from before."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

RUNS = 7
PROGRAM = str(Path(sys.executable).with_name("encanta"))
ARGUMENTS = ("play", "encantados", "--players", "4", "--seed", "1")
PATIENCE = 20.0


def seconds(cache: str) -> float:
    """The time from the start to the first prompt. Raises TimeoutError if there is none."""
    started = time.perf_counter()
    process, end = pty.fork()
    if process == 0:
        os.execve(PROGRAM, [PROGRAM, *ARGUMENTS], os.environ | {"ENCANTA_CACHE": cache, "TERM": "xterm"})
    try:
        shown = b""
        while not shown.endswith(b"> "):
            if not select.select([end], [], [], PATIENCE)[0]:
                raise TimeoutError("no question")
            shown += os.read(end, 65536)
        return time.perf_counter() - started
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(end)


def report(label: str, times: list[float]) -> None:
    """One line of figures."""
    print(f"{label:<36} {statistics.median(times) * 1000:7.0f} ms   best {min(times) * 1000:.0f} ms")


def without_games(cache: str) -> float:
    """The time with a parser that is kept, but no game."""
    for folder in ("games", "programs"):
        shutil.rmtree(Path(cache) / folder, ignore_errors=True)
    return seconds(cache)


def main() -> None:
    """Print the median of a few runs."""
    with tempfile.TemporaryDirectory() as cache:
        seconds(cache)
        report("first move, rulebook read anew", [without_games(cache) for _ in range(RUNS)])
        report("first move, program kept", [seconds(cache) for _ in range(RUNS)])


if __name__ == "__main__":
    main()
