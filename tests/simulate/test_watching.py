"""What is seen between the decisions: runs of phases, and scores."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from encanta.compiling.layout import FIRST_CELL
from encanta.machine.game import Game
from encanta.play.opening import Opened
from encanta.play.seats import bot
from encanta.play.table import Table
from encanta.simulate.one_game import Player
from encanta.simulate.tally import Tally
from encanta.simulate.watching import Watch

ROUND, TURN, GAME = object(), object(), object()


def watch() -> Watch:
    """Turns are counted in rounds, rounds in the game."""
    longest = (
        SimpleNamespace(name="turn", body=TURN, per=ROUND),
        SimpleNamespace(name="round", body=ROUND, per=GAME),
    )
    layout = SimpleNamespace(counters={"turn": FIRST_CELL, "round": FIRST_CELL + 1}, sheets={})
    return Watch(SimpleNamespace(layout=layout, model=SimpleNamespace(longest=longest)))  # type: ignore[arg-type]


def runs(*counts: tuple[int, int]) -> dict[str, int]:
    """The lengths of a game that showed these counts of turns and rounds, one after the other."""
    watching = watch()
    cells = [watching.cells([None] * FIRST_CELL + list(pair)) for pair in counts]
    for before, now in pairwise(cells):
        watching.changed(before, now)
    tally = Tally()
    watching.finish(tally)
    return {name: spread.total for name, spread in tally.lengths.items()}


def test_runs_add_up_over_the_runs_of_what_they_are_counted_in() -> None:
    assert runs((0, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2)) == {"turn": 5, "round": 2}


def test_a_round_of_a_single_turn_is_not_lost() -> None:
    assert runs((0, 0), (1, 1), (1, 2), (1, 3)) == {"turn": 3, "round": 3}


def test_several_runs_between_two_decisions() -> None:
    assert runs((0, 0), (4, 1)) == {"turn": 4, "round": 1}


def test_what_is_counted_is_what_happened(shore: Opened) -> None:
    """The counts of a simulated game are those of the same game played at a table and told by its chronicle."""
    from encanta.play.chronicle import Chronicle

    program = shore.program
    table = Table(Game(program, 11), [bot("random", 11, seat) for seat in range(3)])
    table.run()
    player = Player(program, ("random",) * 3)
    player.play(11)
    tally = player.tally
    assert tally.decisions == len(table.game.decisions)
    events = Chronicle(program).events(table.game)
    tallied = [event for event in events if event.kind == "tally"]
    assert tally.lengths["round"].total == len(tallied)
    sums = {owner: tally.scores["worth", owner, "sum"] for owner in ("P1", "P2", "P3")}
    assert {spread.count for spread in sums.values()} == {len(tallied)}
    last: dict[str, Any] = {owner: total for owner, _, total in table.game.scores()["worth"]}
    for owner, spread in sums.items():
        assert spread.least <= last[owner] <= spread.most
    decided = [event.text.split(": ")[1] for event in events if event.kind == "decision"]
    for name in ("dig", "pick", "build", "pass"):
        assert tally.actions["turn", name].used == decided.count(name)
