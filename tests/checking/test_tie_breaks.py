"""Tie-breaks that cannot break a tie are told where they stand; others are passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from .models import CARDS, HEAD, elaborated, marked

PLAIN = CARDS.replace(", trick: take 1", "")
BOOK = f"""{HEAD}phases: {{game: shuffle deck}}
values:
  game:
    best: players with most coins
    limit: 3
  player:
    worth: sum(points of hand)
    doubled(integer n): worth * n
end:
  done: {{after: game, if: count(players) > 1, winners: WINNERS}}
"""


@pytest.mark.parametrize(
    "winners",
    [
        "players with most coins",
        "players with most coins with least worth",
        "players with most coins with most count(hand)",
        "best with most worth",
        "players with most doubled(1) with most doubled(2)",
        "(players where coins > 2) with most coins",
        "players with most (coins if limit > 2 else worth)",
        "players with most count(hand where suit is red) with most count(hand where suit is green)",
    ],
)
def test_what_can_break_a_tie(winners: str, tmp_path: Path) -> None:
    assert "idle-tie-break" not in {p.code for p in elaborated(tmp_path, BOOK.replace("WINNERS", winners), PLAIN)[1]}


@pytest.mark.parametrize(
    ("winners", "message"),
    [
        ("players with most coins with least «coins»", "those who are left have the same `coins`"),
        ("players with most coins with least worth with most «coins»", "the same `coins`"),
        ("best with most «coins»", "the same `coins`"),
        ("(best where worth > 2) with most «coins of it»", "the same `coins of it`"),
        ("players with most «limit»", "`limit` is the same for all of them, so `with most` chooses nobody"),
        ("players with most coins with least «count(deck)»", "`count(deck)` is the same for all of them"),
        ("players with most count(hand where suit is red) with most «count(hand where suit is red)»", "have the same"),
    ],
)
def test_what_cannot(winners: str, message: str, tmp_path: Path) -> None:
    plain, places = marked(BOOK.replace("WINNERS", winners))
    problems = [p for p in elaborated(tmp_path, plain, PLAIN)[1] if p.code == "idle-tie-break"]
    assert [(p.span.start, p.span.end) for p in problems if p.span is not None] == places
    assert message in problems[0].message
    assert problems[0].severity == "warning"
