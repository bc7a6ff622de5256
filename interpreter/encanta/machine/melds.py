"""Combinations of components: whether a set is one, which ones are in a set, what is left in the best way to take some.

A table of melds holds for each kind: least and greatest number, tables of the properties in which all are alike, tables
of those in which all differ, and the table of the one in which they follow each other (empty if there is none).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from encanta.machine.bits import mask_of, members

MOST_MELDS = 5_000
"""Of more melds than this in one set, the last ones are left out."""
Table = Sequence[int]
Kind = tuple[int, int, Sequence[Table], Sequence[Table], Table]


def is_meld(mask: int, kinds: Sequence[Kind]) -> bool:
    """Whether all of a set make up a meld of one of these kinds."""
    things = members(mask)
    return any(_is(things, kind) for kind in kinds)


def _is(things: Sequence[int], kind: Kind) -> bool:
    low, high, same, different, row = kind
    if not things or not low <= len(things) <= high:
        return False
    for table in same:
        if len({table[x] for x in things}) > 1 or table[things[0]] < 0:
            return False
    if any(not _distinct(things, table) for table in different):
        return False
    if not row:
        return True
    values = [row[x] for x in things]
    return _distinct(things, row) and max(values) - min(values) + 1 == len(values)


def _distinct(things: Sequence[int], table: Table) -> bool:
    """Whether all have a value, and no two the same."""
    values = {table[x] for x in things}
    return len(values) == len(things) and min(values, default=0) >= 0


def melds_in(mask: int, kinds: Sequence[Kind]) -> list[int]:
    """Every meld that can be made of things of a set."""
    found: dict[int, None] = {}
    for kind in kinds:
        for group in _alike(members(mask), kind[2]):
            for things in _rows(group, kind) if kind[4] else _groups(group, kind):
                if _is(things, kind):
                    found[mask_of(things)] = None
                    if len(found) >= MOST_MELDS:
                        return list(found)
    return list(found)


def _alike(things: Sequence[int], tables: Sequence[Table]) -> Iterator[list[int]]:
    groups: dict[tuple[int, ...], list[int]] = {}
    for x in things:
        groups.setdefault(tuple(table[x] for table in tables), []).append(x)
    return iter(groups.values())


def _groups(things: list[int], kind: Kind) -> Iterator[tuple[int, ...]]:
    for size in range(kind[0], min(kind[1], len(things)) + 1):
        yield from itertools.combinations(things, size)


def _rows(things: list[int], kind: Kind) -> Iterator[tuple[int, ...]]:
    """One thing for each of some values that follow each other."""
    by_value: dict[int, list[int]] = {}
    for x in things:
        by_value.setdefault(kind[4][x], []).append(x)
    for first in by_value:
        last = first
        while last in by_value and last - first < kind[1]:
            last += 1
            if last - first >= kind[0]:
                yield from itertools.product(*(by_value[value] for value in range(first, last)))


def unmelded(mask: int, kinds: Sequence[Kind], key: Callable[[int], int]) -> int:
    """What is left of a set when melds are taken out so that the sum of `key` over the rest is least."""
    melds = [(meld, sum(key(x) for x in members(meld))) for meld in melds_in(mask, kinds)]
    known: dict[int, tuple[int, int]] = {}

    def best(rest: int) -> tuple[int, int]:
        """The most that melds of the rest are worth, and what they leave."""
        if rest not in known:
            found = (0, rest)
            for meld, worth in melds:
                if not meld & ~rest:
                    more, left = best(rest ^ meld)
                    if worth + more > found[0]:
                        found = (worth + more, left)
            known[rest] = found
        return known[rest]

    return best(mask)[1]
