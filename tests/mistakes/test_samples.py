"""A sample of mistakes of every class in shipped rulebooks is found, on the right line, with the right suggestion."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil

import pytest

from encanta.mistakes.classes import CLASSES, Class
from encanta.mistakes.inquiry import Order, Trial, try_all
from encanta.resources import rulebooks_root

SAMPLES = {"hearts": 5, "encantados": 3, "enkartados": 2}
"""How many mistakes of each class are tried in a rulebook; `encanta mistakes` tries more, and all with `--all`."""


def tried(game: str, sample: int) -> Iterator[Trial]:
    order = Order((rulebooks_root() / game,), tuple(one.name for one in CLASSES), sample)
    return try_all(order, 1, lambda pieces: lambda done: None)


@cache
def trials() -> dict[str, list[Trial]]:
    """Everything that is tried, by class."""
    found: dict[str, list[Trial]] = {one.name: [] for one in CLASSES}
    for game, sample in SAMPLES.items():
        for trial in tried(game, sample):
            found[trial.kind].append(trial)
    return found


@pytest.mark.parametrize("what", CLASSES, ids=lambda what: what.name)
def test_a_class_of_mistakes_is_found_and_said_well(what: Class) -> None:
    found = trials()[what.name]
    asked = [trial for trial in found if trial.suggested is not None]
    assert len(found) >= 8
    assert_at_most(1 - what.share, found, [trial for trial in found if not trial.found])
    assert_at_most(1 - what.lines, found, [trial for trial in found if trial.found and not trial.on_line])
    assert_at_most(1 - what.suggested, asked, [trial for trial in asked if trial.found and not trial.suggested])


def assert_at_most(share: float, of: list[Trial], wanting: list[Trial]) -> None:
    """A small sample may hold one mistake more than its share; where all are to be found it may not."""
    assert len(wanting) <= ceil(share * len(of)), [(trial.place, trial.about, trial.said) for trial in wanting]


def test_a_sample_is_the_same_every_time() -> None:
    first, second = ([(trial.about, trial.place) for trial in tried("hearts", 1)] for _ in range(2))
    assert first == second
