"""Saves are noticed: what was written, came or went, in a folder of a rulebook and in a file of house rules."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from encanta.authoring.beginning import begin
from encanta.authoring.watching import INTERVAL, Watch, paths_of
from encanta.checking.configure import open_rulebook
from encanta.resources import rulebooks_root, shipped_games


@pytest.fixture
def game(tmp_path: Path) -> Path:
    begin(tmp_path / "shells")
    return tmp_path / "shells"


def save(path: Path, text: str) -> None:
    path.write_text(text)
    # The clock of a file system may be coarser than a test is fast.
    later = time.time_ns() + 5_000_000
    os.utime(path, ns=(later, later))


def test_nothing_has_changed_at_first(game: Path) -> None:
    watch = Watch([game])
    assert watch.count == 6
    assert watch.changed() == []


def test_what_is_written_comes_and_goes_is_noticed_once(game: Path) -> None:
    watch = Watch([game])
    save(game / "cards.yaml", "card: {}\n")
    assert watch.changed() == [game / "cards.yaml"]
    assert watch.changed() == []
    save(game / "variants" / "more.yaml", "variant: x\n")
    (game / "sources.yaml").unlink()
    assert watch.changed() == [game / "sources.yaml", game / "variants" / "more.yaml"]


def test_other_files_do_not_matter(game: Path) -> None:
    watch = Watch([game])
    (game / "rulebook.yaml~").write_text("x")
    (game / "notes.txt").write_text("x")
    assert watch.changed() == []


def test_waiting_ends_with_a_save(game: Path) -> None:
    watch = Watch([game])
    naps: list[float] = []

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            save(game / "cards.yaml", "card: {}\n")

    assert watch.wait(sleep) == [game / "cards.yaml"]
    assert naps == [INTERVAL] * 3


def test_what_is_watched_of_a_game(game: Path) -> None:
    house = game.parent / "house.yaml"
    house.write_text("variant: Ours\nbase: shells\n")
    assert paths_of(str(game)) == [game]
    assert paths_of(str(house)) == [house, game]
    assert paths_of(shipped_games()[0]) == [rulebooks_root() / shipped_games()[0]]
    assert paths_of("no such game") == []
    (game / "rulebook.yaml").write_text("encanta: [\n")
    assert paths_of(str(game)) == [game]


@pytest.mark.parametrize("name", ["shells", *shipped_games()])
def test_an_answer_comes_within_half_a_second(name: str, game: Path) -> None:
    where = str(game) if name == "shells" else name
    times = []
    for _ in range(4):
        begun = time.process_time()
        rulebook, _ = open_rulebook(where)
        assert rulebook is not None
        assert rulebook.configure(rulebook.players[0])[0] is not None
        times.append(time.process_time() - begun)
    # What other processes take meanwhile does not count. Twice as long on a slower machine.
    assert min(times) + INTERVAL < 1.0
