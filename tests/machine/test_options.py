"""Options are counted, numbered and recognised without a list; here they are held against lists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from encanta.machine.bits import lowest, mask_of, members, nth
from encanta.machine.options import Apart, Codes, Lowest, OneOf, Options, Placed, PlacedSets, Subsets, some_subset

groups_of = st.lists(st.integers(1, 3), min_size=1, max_size=4)


def grouped(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Groups of equal elements with running numbers."""
    start = 0
    groups = []
    for size in sizes:
        groups.append(tuple(range(start, start + size)))
        start += size
    return groups


def different(groups: Sequence[Sequence[int]], low: int, high: int) -> set[tuple[int, ...]]:
    """How many of each group a choice takes, for every choice there is."""
    everything = [x for group in groups for x in group]
    found = set()
    for size in range(low, high + 1):
        for chosen in combinations(everything, size):
            found.add(tuple(sum(x in group for x in chosen) for group in groups))
    return found


def counts(groups: Sequence[Sequence[int]], mask: int) -> tuple[int, ...]:
    return tuple(sum(mask >> x & 1 for x in group) for group in groups)


def numbered(options: Options) -> list[int]:
    return [options.at(i) for i in range(len(options))]


@given(st.integers(0, 2**70))
def test_members_come_in_ascending_order(mask: int) -> None:
    found = list(members(mask))
    assert found == [i for i in range(mask.bit_length()) if mask >> i & 1]
    assert mask_of(found) == mask
    assert [nth(mask, i) for i in range(len(found))] == found
    assert list(members(lowest(mask, 3))) == found[:3]


@given(groups_of, st.integers(0, 4), st.integers(0, 4))
def test_every_different_set_is_offered_once(sizes: list[int], low: int, more: int) -> None:
    groups = grouped(sizes)
    high = min(low + more, sum(sizes))
    if low > high:
        return
    options = Subsets(groups, low, high)
    found = numbered(options)
    assert len(found) == len(set(found))
    assert {counts(groups, mask) for mask in found} == different(groups, low, high)
    assert all(options.canonical(mask) == mask for mask in found)
    assert options.few() == min(len(found), 2)


@given(st.integers(0, 2**9), st.integers(0, 4), st.integers(0, 4), st.integers(0, 2**9))
def test_sets_of_what_is_all_different_are_numbered_alike(mask: int, low: int, more: int, other: int) -> None:
    high = min(low + more, mask.bit_count())
    if low > high:
        return
    options, groups = Apart(mask, low, high), Subsets([(x,) for x in members(mask)], low, high)
    assert numbered(options) == numbered(groups)
    assert options.few() == min(len(options), 2)
    assert options.canonical(other) == groups.canonical(other)


@given(groups_of, st.integers(0, 3), st.data())
def test_joint_conditions_hold_for_all_that_is_offered(sizes: list[int], low: int, data: st.DataObject) -> None:
    groups = grouped(sizes)
    high = sum(sizes)
    if low > high:
        return
    most = data.draw(st.integers(0, 3))

    def few_of_the_first(mask: int) -> bool:
        return counts(groups, mask)[0] <= most

    options = Subsets(groups, low, high, few_of_the_first)
    assert options.few() == min(len(numbered(Subsets(groups, low, high, few_of_the_first))), 2)
    wanted = {c for c in different(groups, low, high) if c[0] <= most}
    assert {counts(groups, mask) for mask in numbered(options)} == wanted
    assert some_subset(groups, low, high, few_of_the_first) == bool(wanted)


@given(groups_of, st.data())
def test_an_equal_element_stands_for_the_one_that_is_offered(sizes: list[int], data: st.DataObject) -> None:
    groups = grouped(sizes)
    everything = [x for group in groups for x in group]
    chosen = data.draw(st.lists(st.sampled_from(everything), unique=True, min_size=1))
    options = Subsets(groups, len(chosen), len(chosen))
    canonical = options.canonical(mask_of(chosen))
    assert canonical is not None
    assert counts(groups, canonical) == counts(groups, mask_of(chosen))
    assert canonical in numbered(options)


def test_what_is_not_offered_is_no_option() -> None:
    assert Subsets([(0, 1), (2,)], 1, 1).canonical(0b11) is None
    assert Subsets([(0, 1), (2,)], 1, 1).canonical(0b1000) is None
    assert OneOf(0b101).canonical(1) is None
    assert Codes((0, 2, -1)).canonical(1) is None
    assert -1 in Codes((0, 2, -1))
    assert "a word" not in Codes((0,))


def test_one_of_equal_components() -> None:
    options = Lowest(0b110110, 0b010010, [0b000111, 0b111000], [0, 0, 0, 1, 1, 1])
    assert numbered(options) == [1, 4]
    assert options.canonical(2) == 1
    assert options.canonical(5) == 4
    assert options.canonical(0) is None


def test_unseen_components_are_offered_by_their_places() -> None:
    options = Placed([7, 3, 5], seen=1 << 3)
    assert numbered(options) == [-2, 3, -4]
    assert [options.component(v) for v in numbered(options)] == [7, 3, 5]
    assert options.canonical(7) is None, "naming an unseen component would tell that it is there"


def test_sets_of_unseen_components() -> None:
    options = PlacedSets([7, 3, 5], 2, 2, None)
    assert sorted(options.component(v) for v in numbered(options)) == sorted(
        mask_of(pair) for pair in combinations([7, 3, 5], 2)
    )
    assert options.canonical(mask_of([7, 3])) is None
