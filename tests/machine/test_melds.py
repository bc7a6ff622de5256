"""Melds: what is one, which ones there are, and the best way to take some: held against trying everything."""

from __future__ import annotations

import itertools
import random

import pytest

from encanta.machine.bits import mask_of, members
from encanta.machine.melds import Kind, is_meld, melds_in, unmelded

COPIES = 2
CARDS = [(suit, rank) for suit in range(4) for rank in range(8) for _ in range(COPIES)]
SUIT = tuple(suit for suit, _ in CARDS)
RANK = tuple(rank for _, rank in CARDS)
ALIKE: Kind = (3, 4, (RANK,), (), ())
COLORFUL: Kind = (3, 4, (RANK,), (SUIT,), ())
RUN: Kind = (3, 64, (SUIT,), (), RANK)
PAIR: Kind = (2, 2, (SUIT, RANK), (), ())
SORTS = {
    "alike": (ALIKE,),
    "colorful": (COLORFUL,),
    "run": (RUN,),
    "either": (ALIKE, RUN),
    "three": (COLORFUL, RUN, PAIR),
}


def one(things: list[int], kind: Kind) -> bool:
    """The same said once more, in other words."""
    low, high, same, different, row = kind
    values = sorted(row[x] for x in things) if row else []
    return (
        low <= len(things) <= high
        and all(len({t[x] for x in things}) == 1 for t in same)
        and all(len({t[x] for x in things}) == len(things) for t in different)
        and all(later == earlier + 1 for earlier, later in itertools.pairwise(values))
    )


def hands(seed: int, size: int) -> list[list[int]]:
    dice = random.Random(seed)
    return [sorted(dice.sample(range(len(CARDS)), size)) for _ in range(12)]


@pytest.mark.parametrize("sort", SORTS)
def test_the_melds_in_a_hand(sort: str) -> None:
    kinds = SORTS[sort]
    found = 0
    for hand in hands(1, 11):
        subsets = [list(c) for n in range(2, 8) for c in itertools.combinations(hand, n)]
        wanted = {mask_of(s) for s in subsets if any(one(s, kind) for kind in kinds)}
        assert set(melds_in(mask_of(hand), kinds)) == wanted
        assert {mask_of(s) for s in subsets if is_meld(mask_of(s), kinds)} == wanted
        found += len(wanted)
    assert found


def least(hand: frozenset[int], melds: list[frozenset[int]]) -> int:
    """The least that can be left over, by trying every set of melds."""
    rest = [least(hand - meld, melds) for meld in melds if meld <= hand]
    return min([sum(RANK[x] for x in hand), *rest])


@pytest.mark.parametrize("sort", SORTS)
def test_the_least_is_left(sort: str) -> None:
    kinds = SORTS[sort]
    for hand in hands(2, 10):
        left = unmelded(mask_of(hand), kinds, lambda x: RANK[x])
        melds = [frozenset(members(meld)) for meld in melds_in(mask_of(hand), kinds)]
        assert sum(RANK[x] for x in members(left)) == least(frozenset(hand), melds)
        assert not left & ~mask_of(hand)


def test_what_lacks_a_value_is_no_part_of_a_meld() -> None:
    none = (-1, -1, -1, 3, 4, 5)
    assert not is_meld(0b111, ((3, 3, (none,), (), ()),))
    assert not is_meld(0b111, ((3, 3, (), (none,), ()),))
    assert not is_meld(0b111, ((3, 3, (), (), none),))
    assert is_meld(0b111000, ((3, 3, (), (), none),))
