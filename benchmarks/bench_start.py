"""How long the program takes from a cold start until it is done, as a person at a terminal waits for it."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

COMMANDS = ("--version", "--help", "list", "explain --list", "validate encantados", "play encantados --seed 1")
RUNS = 7


def seconds(arguments: list[str]) -> float:
    """The time of one run. Raises CalledProcessError if it fails."""
    started = time.perf_counter()
    subprocess.run(arguments, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Print the median of a few runs for each command, after one run that fills the caches."""
    program = str(Path(sys.executable).with_name("encanta"))
    for command in COMMANDS:
        arguments = [program, *command.split()]
        seconds(arguments)
        times = [seconds(arguments) for _ in range(RUNS)]
        print(f"encanta {command:<28} {statistics.median(times) * 1000:7.0f} ms   best {min(times) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
