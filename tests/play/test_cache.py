"""Compiled programs are kept between runs, and never used when anything has changed."""

from __future__ import annotations

import os
import pickle
import shutil
from pathlib import Path

import pytest

from encanta.machine.game import Game
from encanta.play import cache, opening
from encanta.play.chronicle import Chronicle
from encanta.play.opening import Opened, Request, open_program
from encanta.play.seats import bot
from encanta.play.table import Table

from .conftest import SHORE


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, not there yet."""
    monkeypatch.setenv("ENCANTA_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept" / "games"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A rulebook that a test may change."""
    return Path(shutil.copytree(SHORE, tmp_path / "shore"))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """What was made anew since the test began."""
    found: list[Request] = []
    make = opening._opened

    def spying(request: Request, key: str | None) -> object:
        found.append(request)
        return make(request, key)

    monkeypatch.setattr(opening, "_opened", spying)
    return found


def opened(book: Path, players: int = 2, **values: str) -> Opened:
    found, problems = open_program(Request(str(book), players, values=values))
    assert found is not None, problems
    return found


def test_a_program_is_made_once(book: Path, kept: Path, made: list[Request]) -> None:
    assert not kept.exists()
    first, second = opened(book), opened(book)
    assert len(made) == 1
    assert first.program.start(5) == second.program.start(5)
    assert first.labels == second.labels
    assert len(list(kept.iterdir())) == 1


def test_what_is_played_otherwise_is_made_anew(book: Path, made: list[Request]) -> None:
    opened(book)
    opened(book, 3)
    opened(book, walls="two")
    open_program(Request(str(book), 2, ("calm",)))
    assert len(made) == 4


@pytest.mark.parametrize("name", ["rulebook.yaml", "cards.yaml", "variants/calm.yaml"])
def test_a_changed_rulebook_is_made_anew(book: Path, made: list[Request], name: str) -> None:
    opened(book)
    path = book / name
    path.write_text(path.read_text() + "\n# a remark\n")
    opened(book)
    assert len(made) == 2


def test_a_broken_rulebook_is_not_hidden_by_the_cache(book: Path) -> None:
    opened(book)
    (book / "rulebook.yaml").write_text("encanta: 1\n")
    program, problems = open_program(Request(str(book), 2))
    assert program is None
    assert problems


def test_another_version_of_the_program_makes_it_anew(
    book: Path, made: list[Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(book)
    monkeypatch.setattr(cache, "_engine", lambda: ("another",))
    opened(book)
    assert len(made) == 2


def test_a_kept_program_plays_and_tells_the_same(book: Path) -> None:
    games, stories = [], []
    for _ in range(2):
        found = opened(book)
        table = Table(Game(found.program, 3), [bot("random", 3, seat) for seat in range(2)])
        table.run()
        games.append(table.game.state)
        events = Chronicle(found.program, found.key).events(table.game)
        stories.append([(event.text, event.causes) for event in events])
    assert games[0] == games[1]
    assert stories[0] == stories[1]


@pytest.mark.parametrize("damage", [b"", b"nonsense", pickle.dumps(None), b"\x80\x05cno_such_module\nNothing\n."])
def test_damage_is_no_harm(book: Path, kept: Path, made: list[Request], damage: bytes) -> None:
    opened(book)
    for path in kept.iterdir():
        path.write_bytes(damage)
    opened(book)
    assert len(made) == 2


def test_what_others_could_have_written_is_not_read(book: Path, kept: Path, made: list[Request]) -> None:
    opened(book)
    for path in kept.iterdir():
        path.chmod(0o666)
    opened(book)
    assert len(made) == 2
    kept.chmod(0o777)
    opened(book)
    assert len(made) == 3


def test_only_the_user_may_look(book: Path, kept: Path) -> None:
    opened(book)
    assert kept.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in kept.iterdir()} == {0o600}


def test_what_was_not_asked_for_longest_is_forgotten(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 2)
    for age, name in enumerate(("a", "b", "c")):
        cache.store(name, name)
        os.utime(kept / name, (age, age))
    assert cache.load("a") is None
    assert cache.load("b") == "b", "and now it is the last that was asked for"
    cache.store("d", "d")
    assert {path.name for path in kept.iterdir()} == {"b", "d"}


def test_a_cache_that_is_switched_off_keeps_nothing(
    book: Path, kept: Path, made: list[Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENCANTA_CACHE", "")
    opened(book)
    opened(book)
    assert len(made) == 2
    assert not kept.exists()


def test_a_cache_that_cannot_be_written_is_no_harm(book: Path, kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text("in the way")
    opened(book)
    opened(book)
    assert kept.read_text() == "in the way"


def test_a_rulebook_beyond_all_bounds_is_not_kept(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 100)
    assert opened(book).key is None


def test_a_variant_file_is_opened_without_the_cache(book: Path) -> None:
    found, problems = open_program(Request(str(book / "variants" / "calm.yaml"), 2))
    assert problems == []
    assert found is not None
    assert found.key is None
