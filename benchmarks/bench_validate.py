"""How long validating the shipped rulebooks takes: opening, making one way of playing ready, and everything."""

from __future__ import annotations

import time
from collections.abc import Callable

from encanta.checking.configure import open_rulebook
from encanta.checking.coverage import validate_path
from encanta.language import grammar
from encanta.resources import rulebooks_root, shipped_games

ROUNDS = 5


def best(work: Callable[[], object]) -> float:
    """The shortest of several runs, in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def main() -> None:
    """Print one line for each shipped game."""
    grammar.load()
    for game in shipped_games():
        folder = str(rulebooks_root() / game)
        rulebook, _ = open_rulebook(folder)
        if rulebook is None:
            print(f"{game}: has errors")
            continue
        least, _ = rulebook.players
        ways = validate_path(folder).ways
        opening = best(lambda folder=folder: open_rulebook(folder))  # type: ignore[misc]
        ready = best(lambda rulebook=rulebook, least=least: rulebook.prepare(least))  # type: ignore[misc]
        model = best(lambda rulebook=rulebook, least=least: rulebook.configure(least))  # type: ignore[misc]
        whole = best(lambda folder=folder: validate_path(folder))  # type: ignore[misc]
        print(
            f"{game}: open {opening:.1f} ms, make ready {ready:.2f} ms, model {model:.2f} ms,"
            f" validate {whole:.0f} ms ({len(rulebook.options)} options, {ways} ways)"
        )


if __name__ == "__main__":
    main()
