"""`--watch`: a save is answered while the program runs, at the table too."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import Run
from .typing import Terminal

PROGRAM = "from encanta_cli.main import run; run()"
PATIENCE = 20.0


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run("new", "shells").code == 0
    return tmp_path


class Watching:
    """The program while it runs, with what it writes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-c", PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)
        self.written = ""

    def until(self, text: str) -> str:
        """What is written until a text comes; the text is taken away with it."""
        deadline = time.monotonic() + PATIENCE
        assert self.process.stdout is not None
        while text not in self.written:
            assert time.monotonic() < deadline, f"no `{text}`, only: {self.written}"
            time.sleep(0.02)
            self.written += (self.process.stdout.read() or b"").decode()
        before, _, self.written = self.written.partition(text)
        return before

    def end(self) -> int:
        self.process.send_signal(2)
        return self.process.wait(PATIENCE)


@pytest.fixture
def watching() -> Iterator[Watching]:
    program = Watching("validate", "shells", "--watch")
    yield program
    if program.process.poll() is None:
        program.process.kill()
        program.process.wait()


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_rulebook_is_checked_again_on_every_save(watching: Watching, folder: Path) -> None:
    assert "shells: no problems" in watching.until("watching 6 files; Ctrl-C ends")
    replace(folder / "shells" / "cards.yaml", "points: 2", "pionts: 2")
    watching.until("saved: cards.yaml")
    found = watching.until("watching 6 files")
    assert "error[" in found
    assert "did you mean `points`?" in found
    replace(folder / "shells" / "cards.yaml", "pionts: 2", "points: 2")
    assert "no errors with the defaults" in (shown := watching.until("watching 6 files"))
    assert "shells: no problems" in shown
    assert watching.end() == 130


def test_a_new_file_is_watched_from_then_on(watching: Watching, folder: Path) -> None:
    watching.until("Ctrl-C ends")
    more = folder / "shells" / "variants" / "more.yaml"
    more.write_text("variant: More\nset: {options: {hand_size: {default: 4}}}\n")
    watching.until("saved: more.yaml")
    watching.until("watching 7 files")
    more.write_text("variant: More\nset: {options: {hand_sise: {default: 4}}}\n")
    assert "error[" in watching.until("watching 7 files")


def test_a_game_goes_on_with_the_rules_as_they_are_saved(folder: Path) -> None:
    terminal = Terminal(["play", "shells", "--seed", "3", "--seats", "1=human,2=first", "--watch"], folder)
    terminal.wait()
    terminal.type("pass")
    replace(folder / "shells" / "rulebook.yaml", "offer any of lay_out", "offer at most one of lay_out")
    shown = terminal.wait(re.compile(r"choices? still stands?[^>]*> $"))
    assert "saved: rulebook.yaml" in shown
    assert "the rules are as they are saved now" in shown
    replace(folder / "shells" / "rulebook.yaml", "at most one of lay_out", "at most one of lay_uot")
    shown = terminal.wait(re.compile(r"as they were[^>]*> $"))
    assert "did you mean `lay_out`?" in shown
    assert "pass" in terminal.type("table")
    terminal.type("quit")
    assert terminal.close() == 0


def test_lost_choices_are_named(folder: Path) -> None:
    terminal = Terminal(["play", "shells", "--seed", "3", "--seats", "1=human,2=human", "--watch"], folder)
    for _ in range(5):
        shown = terminal.wait() if not terminal.raw else terminal.type("1")
        while "press enter" in shown.rsplit("\n", 1)[-1]:
            shown = terminal.type("")
    replace(folder / "shells" / "rulebook.yaml", "set_size: {is: 2", "set_size: {is: 20")
    # With these rules nobody can lay out anything, so the game comes to its end by itself.
    assert terminal.close() == 0
    assert re.search(r"0 of \d choices still stand; then `P\d: lay out shells` can no longer be chosen", terminal.shown)
    assert "(the beach is empty)" in terminal.shown


def test_watching_needs_people(run: Run) -> None:
    ended = run("play", "shells", "--seats", "1=first,2=first", "--watch")
    assert ended.code == 2
    assert ended.err.startswith("error: `--watch` is for games with people")
