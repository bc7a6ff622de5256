"""Counts add up to the same in whatever order they are merged."""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encanta.simulate.tally import Fault, Spread, Tally, Use, merged

NUMBERS = st.lists(st.integers(-1000, 1000), min_size=1, max_size=30)


def spread_of(numbers: list[int]) -> Spread:
    spread = Spread()
    for number in numbers:
        spread.add(number)
    return spread


@given(NUMBERS)
def test_a_spread_knows_mean_and_deviation(numbers: list[int]) -> None:
    spread = spread_of(numbers)
    assert spread.mean == pytest.approx(fmean(numbers))
    assert spread.deviation == pytest.approx(pstdev(numbers), abs=1e-9)
    assert (spread.least, spread.most, spread.count) == (min(numbers), max(numbers), len(numbers))


@given(NUMBERS, st.integers(0, 30))
def test_spreads_merge_to_the_spread_of_all(numbers: list[int], cut: int) -> None:
    spread = spread_of(numbers[:cut])
    spread.merge(spread_of(numbers[cut:]))
    assert spread == spread_of(numbers)


def test_an_empty_spread_is_nought() -> None:
    assert (Spread().mean, Spread().deviation) == (0.0, 0.0)


def example(seed: int) -> Tally:
    tally = Tally(games=1, decisions=seed * 3)
    tally.shares[seed % 3, 1 + seed % 2] += 1
    tally.outcomes["won", "first home"] += 1
    tally.lengths["decisions"] = spread_of([seed * 3])
    tally.scores["round", f"P{seed % 2}", "hand"] = spread_of([seed, -seed])
    tally.actions["turn", "draw"] = Use(seed, 1)
    tally.abilities["lucky"] = Use(1, seed % 2)
    tally.choices["turn", "kept"] += seed
    if seed % 4 == 0:
        tally.faults.append(Fault(seed, 1, "error", "broken"))
    return tally


@given(st.permutations(range(8)))
def test_tallies_merge_to_the_same_in_any_order(order: list[int]) -> None:
    assert merged(example(seed) for seed in order) == merged(example(seed) for seed in range(8))


def test_merging_leaves_the_parts_alone() -> None:
    part = example(2)
    merged([part, example(3)])
    assert part == example(2)


def test_a_shared_win_counts_in_parts() -> None:
    tally = Tally(games=3)
    tally.shares[0, 1] = 1
    tally.shares[0, 3] = 1
    tally.shares[1, 3] = 1
    assert tally.wins(0) == Fraction(4, 3)
    assert tally.wins(1) == Fraction(1, 3)
    assert tally.wins(2) == 0
