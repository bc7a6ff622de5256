"""Runs the command line inside the test, and gives what it wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from encanta_cli.main import main


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A function that runs the program with some arguments."""

    def run_program(*arguments: str) -> Ended:
        code = main(arguments)
        captured = capsys.readouterr()
        return Ended(code, captured.out, captured.err)

    return run_program
