"""The table of what games demand is in order, and the rulebook that uses what it calls built can be played."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from encanta.checking.configure import open_rulebook
from encanta.checking.coverage import validate_path
from encanta.machine.program import load_program
from encanta.machine.randomness import Dice

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "demands.md").read_text(encoding="utf-8")
WORKSHOP = ROOT / "tests" / "corpus" / "workshop"
ROW = re.compile(
    r"^\| ([a-z0-9-]+) \| ([EKGN](?: [EKGN])*) \| (.+?) \| (.+) \| \*\*(built|partly|to come)\*\*(: .+)? \|$", re.M
)


def rows() -> list[tuple[str, ...]]:
    return ROW.findall(PAGE)


def test_every_line_of_a_table_is_read() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| demand", "| ---"))]
    assert len(rows()) == len(lines) > 150


def test_no_demand_stands_twice() -> None:
    assert [key for key, count in Counter(row[0] for row in rows()).items() if count > 1] == []


def test_the_numbers_at_the_top_are_right() -> None:
    states = Counter(row[4] for row in rows())
    said = f"{states['built']} are built, {states['partly']} partly, {states['to come']} are to come."
    assert f"Of {len(rows())} demands {said}" in PAGE


def test_what_is_not_built_says_why_or_how() -> None:
    assert [row[0] for row in rows() if row[4] != "built" and not row[5]] == []


def test_the_workshop_is_right() -> None:
    assert [problem.message for problem in validate_path(str(WORKSHOP)).diagnostics] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_workshop_can_be_played(players: int) -> None:
    rulebook, found = open_rulebook(str(WORKSHOP))
    assert rulebook is not None, found
    model, found = rulebook.configure(players)
    assert model is not None, found
    program, dice = load_program(model), Dice(players)
    for seed in range(10):
        state = program.start(seed)
        while program.outcome(state) is None:
            options = program.options(state)
            program.advance(state, options.at(dice.below(len(options))))
        outcome = program.outcome(state)
        assert outcome is not None
        assert outcome.kind != "stuck"
