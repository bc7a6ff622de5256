"""Many games over several processes."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace

import pytest

from encanta.machine.direct import Direct
from encanta.play.opening import Opened, Request
from encanta.simulate import many
from encanta.simulate.many import CHUNK, Order, simulate
from encanta.simulate.one_game import Player

KINDS = ("random", "first", "random")


def order(shore: Opened, games: int, seed: int = 1) -> Order:
    return Order(shore.request, KINDS, seed, games)


def test_the_result_does_not_depend_on_the_processes(shore: Opened) -> None:
    # More chunks than are handed out at first, and a last one that is not full.
    wanted = order(shore, (2 * many.AHEAD + 4) * CHUNK + 5)
    alone = simulate(wanted, 1, program=shore.program)
    together = simulate(wanted, 2)
    assert alone.tally == together.tally
    assert list(alone.tally.scores) == list(together.tally.scores)
    assert alone.tally.games == wanted.games
    assert not alone.stopped


def test_each_game_has_its_own_seed(shore: Opened) -> None:
    first, second = (simulate(order(shore, 10, seed), program=shore.program).tally for seed in (1, 11))
    both = simulate(order(shore, 20), program=shore.program).tally
    assert first != second
    first.merge(second)
    assert first == both


def test_the_progress_is_reported(shore: Opened) -> None:
    heard: list[int] = []
    simulate(order(shore, CHUNK + 3), 1, heard.append, shore.program)
    assert sum(heard) == CHUNK + 3
    heard.clear()
    simulate(order(shore, CHUNK + 3), 2, heard.append)
    assert heard == [CHUNK, 3]


def interrupt_after(games: int) -> many.Report:
    done = [0]

    def report(more: int) -> None:
        done[0] += more
        if done[0] >= games:
            raise KeyboardInterrupt

    return report


def test_ctrl_c_keeps_the_games_that_are_done(shore: Opened) -> None:
    result = simulate(order(shore, 1000), 1, interrupt_after(30), shore.program)
    assert result.stopped
    assert result.tally == simulate(order(shore, 30), program=shore.program).tally


def test_ctrl_c_keeps_the_games_that_several_processes_have_done(shore: Opened) -> None:
    result = simulate(order(shore, 4000 * CHUNK), 2, interrupt_after(CHUNK))
    assert result.stopped
    assert CHUNK <= result.tally.games < 4000 * CHUNK
    assert result.tally.lengths["decisions"].count == result.tally.games
    assert result.seconds < 20


def test_a_real_ctrl_c_while_processes_start(shore: Opened) -> None:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    result = simulate(order(shore, 4000 * CHUNK), 2)
    timer.join()
    assert result.stopped
    assert result.tally.games < 4000 * CHUNK


def test_ctrl_c_while_games_are_handed_out_is_told_afterwards() -> None:
    done = []

    def hand_out() -> None:
        with many._deaf():
            other = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT))
            other.start()
            other.join()
            done.append("all handed out")

    with pytest.raises(KeyboardInterrupt):
        hand_out()
    assert done == ["all handed out"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nobody_plays_on_for_a_process_that_is_gone(shore: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    class Parent:
        alive = True

        def is_alive(self) -> bool:
            return self.alive

    parent = Parent()
    worker = many._Worker(order(shore, 3), shore.program, None, threading.Event())  # type: ignore[arg-type]
    monkeypatch.setattr(many, "_worker", [worker])
    monkeypatch.setattr(many, "parent_process", lambda: parent)
    assert many._play_chunk(range(1, 4)).games == 3
    parent.alive = False
    assert many._play_chunk(range(1, 4)).games == 0


def test_what_cannot_be_opened_is_a_value_error(shore: Opened) -> None:
    with pytest.raises(ValueError, match="no such game"):
        simulate(replace(order(shore, 1), request=Request("no such game")), 1)


def test_games_in_one_go_count_as_those_step_by_step(shore: Opened) -> None:
    direct = Direct(shore.program.model)
    at_once, steps = Player(shore.program, KINDS, direct), Player(shore.program, KINDS)
    for seed in range(8):
        at_once.play(seed)
        steps.play(seed)
    assert at_once.tally == steps.tally
    assert at_once.tally.games == 8


def test_a_game_that_breaks_in_one_go_is_told_step_by_step(shore: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    direct = Direct(shore.program.model)
    player, steps = Player(shore.program, KINDS, direct), Player(shore.program, KINDS)

    def broken(state: object, frame: object) -> None:
        raise LookupError

    monkeypatch.setitem(direct.program.scope, "start", broken)
    player.play(1)
    steps.play(1)
    assert player.tally == steps.tally
