"""Decisions and games a second in `encanta simulate`, everything counted, in one process."""

from __future__ import annotations

import time

from encanta.machine.direct import Direct
from encanta.play.opening import Request, open_program
from encanta.simulate.one_game import Player

GAMES = 30


def main() -> None:
    """Print one line for each number of players."""
    for players in range(2, 7):
        opened, problems = open_program(Request("encantados", players))
        assert opened is not None, problems
        player = Player(opened.program, ("random",) * players, Direct(opened.program.model))
        started = time.perf_counter()
        for seed in range(1, GAMES + 1):
            player.play(seed)
        spent = time.perf_counter() - started
        tally = player.tally
        rates = f"{tally.decisions / spent:9,.0f} decisions a second  {tally.games / spent:6.1f} games a second"
        print(f"simulate, {players} players  {rates}  {tally.decisions / tally.games:7.0f} decisions a game")


if __name__ == "__main__":
    main()
