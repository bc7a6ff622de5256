"""What may be chosen, made only when asked for: `len`, `at`, `in`, without a list where that can be helped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb

from encanta.machine.bits import lowest, members, nth

MOST_LISTED = 200_000
"""Choices of several under joint conditions are listed up to here; beyond, the last ones are left out."""
MOST_AT_ONCE = 4096
"""So many sets may be made before the first of them is looked at."""
MOST_TRIED = 100_000
"""So many sets are tried under joint conditions; what has not been found until then is not offered."""
MOST_KEPT = 5_000
"""So many choices of some of so many are kept in a list."""
MOST_NUMBERED = 2**62
"""Options beyond this one have no number; they can be taken all the same."""


class Options:
    """The values a decision may take, in a fixed order. Values are integers; sets are masks."""

    __slots__ = ()

    def __len__(self) -> int:
        raise AssertionError("each kind of options says how many there are")

    def at(self, index: int) -> int:
        """The option at an index from 0 to len - 1."""
        raise AssertionError("each kind of options numbers them")

    def canonical(self, value: int) -> int | None:
        """The option that stands for a value (an equal component for another), or None if it is no option."""
        raise AssertionError("each kind of options knows its own")

    def few(self) -> int:
        """How many options there are, but not beyond two."""
        return min(len(self), 2)

    def component(self, value: int) -> int:
        """The component (or the set) that an option stands for; another number only where faces are hidden."""
        return value

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.canonical(value) is not None

    def __iter__(self) -> Iterator[int]:
        return (self.at(i) for i in range(len(self)))


class Codes(Options):
    """A few integers: actions, players, kinds, places; yes and no."""

    __slots__ = ("codes",)

    def __init__(self, codes: Sequence[int]) -> None:
        self.codes = codes

    def __len__(self) -> int:
        return len(self.codes)

    def few(self) -> int:
        there = len(self.codes)
        return there if there < 2 else 2

    def at(self, index: int) -> int:
        return self.codes[index]

    def canonical(self, value: int) -> int | None:
        return value if value in self.codes else None


class OneOf(Options):
    """One element of a set; `groups` (if given) are sets of equal elements of which the first is offered for all."""

    __slots__ = ("groups", "mask")

    def __init__(self, mask: int, groups: Sequence[Sequence[int]] | None = None) -> None:
        self.mask = mask
        self.groups = groups

    def __len__(self) -> int:
        return self.mask.bit_count() if self.groups is None else len(self.groups)

    def few(self) -> int:
        if self.groups is not None:
            return min(len(self.groups), 2)
        return 2 if self.mask & (self.mask - 1) else int(self.mask != 0)

    def at(self, index: int) -> int:
        return nth(self.mask, index) if self.groups is None else self.groups[index][0]

    def canonical(self, value: int) -> int | None:
        if value < 0 or not self.mask >> value & 1:
            return None
        if self.groups is None:
            return value
        return next((group[0] for group in self.groups if value in group), None)


class Lowest(Options):
    """One component of a set: of equal ones that in `lowest`. `fields` are the masks of equal components."""

    __slots__ = ("field_of", "fields", "lowest", "mask")

    def __init__(self, mask: int, lowest: int, fields: Sequence[int], field_of: Sequence[int]) -> None:
        self.mask, self.lowest = mask, lowest
        self.fields, self.field_of = fields, field_of

    def __len__(self) -> int:
        return self.lowest.bit_count()

    def few(self) -> int:
        return 2 if self.lowest & (self.lowest - 1) else int(self.lowest != 0)

    def at(self, index: int) -> int:
        return nth(self.lowest, index)

    def canonical(self, value: int) -> int | None:
        if value < 0 or not self.mask >> value & 1:
            return None
        return nth(self.lowest & self.fields[self.field_of[value]], 0)


class Placed(Options):
    """One component of several in their places. Faces that the chooser sees are offered as such, the others by place:
    the option for the place at an index is -2 - index."""

    __slots__ = ("items", "seen", "values")

    def __init__(self, items: Sequence[int], seen: int) -> None:
        self.items, self.seen = items, seen
        self.values = [x if seen >> x & 1 else -2 - i for i, x in enumerate(items)]

    def __len__(self) -> int:
        return len(self.values)

    def at(self, index: int) -> int:
        return self.values[index]

    def canonical(self, value: int) -> int | None:
        return value if value in self.values else None

    def component(self, value: int) -> int:
        return value if value >= -1 else self.items[-2 - value]


class PlacedSets(Options):
    """Several components by their places: the option for a set of places (a mask of indexes) is -2 - mask."""

    __slots__ = ("inner", "items")

    def __init__(self, items: Sequence[int], low: int, high: int, such_that: Callable[[int], object] | None) -> None:
        self.items = items
        test = None if such_that is None else lambda places: such_that(self._components(places))
        self.inner = Subsets([(i,) for i in range(len(items))], low, high, test)

    def _components(self, places: int) -> int:
        mask = 0
        for i in members(places):
            mask |= 1 << self.items[i]
        return mask

    def __len__(self) -> int:
        return len(self.inner)

    def at(self, index: int) -> int:
        return -2 - self.inner.at(index)

    def canonical(self, value: int) -> int | None:
        places = None if value > -2 else self.inner.canonical(-2 - value)
        return None if places is None else -2 - places

    def component(self, value: int) -> int:
        return value if value >= -1 else self._components(-2 - value)


class Subsets(Options):
    """Sets of low..high elements; equal elements count once and leave in the order of their group."""

    __slots__ = ("_listed", "_table", "groups", "high", "low", "such_that")

    def __init__(
        self, groups: Sequence[Sequence[int]], low: int, high: int, such_that: Callable[[int], object] | None = None
    ) -> None:
        self.groups = groups
        self.low, self.high = low, high
        self.such_that = such_that
        self._listed: list[int] | None = None
        self._table: list[list[int]] | None = None

    # Without a joint condition the options are counted, not listed: ways[g][k] ways to take k from group g on.

    def _ways(self) -> list[list[int]]:
        if self._table is None:
            table = [[1] + [0] * self.high]
            for group in reversed(self.groups):
                later = table[-1]
                table.append([sum(later[k - x] for x in range(min(len(group), k) + 1)) for k in range(self.high + 1)])
            self._table = table[::-1]
        return self._table

    def _list(self) -> list[int]:
        if self._listed is None:
            assert self.such_that is not None
            found = islice(vectors(self.groups, self.low, self.high, MOST_AT_ONCE), MOST_TRIED)
            self._listed = list(islice(filter(self.such_that, found), MOST_LISTED))
        return self._listed

    def few(self) -> int:
        if self.such_that is None:
            there = sum(len(group) for group in self.groups)
            only_one = self.low == self.high and (self.low in (0, there) or len(self.groups) == 1)
            return 1 if only_one else 2
        if self._listed is not None:
            return min(len(self._listed), 2)
        found = 0
        for mask in islice(vectors(self.groups, self.low, self.high), MOST_TRIED):
            if self.such_that(mask):
                found += 1
                if found == 2:
                    break
        return found

    def __len__(self) -> int:
        if self.such_that is not None:
            return len(self._list())
        if self.low == self.high == 1:
            return len(self.groups)
        return min(sum(self._ways()[0][self.low : self.high + 1]), MOST_NUMBERED)

    def at(self, index: int) -> int:
        if self.such_that is not None:
            return self._list()[index]
        if self.low == self.high == 1:
            return 1 << self.groups[index][0]
        table = self._ways()
        size = self.low
        while index >= table[0][size]:
            index -= table[0][size]
            size += 1
        mask = 0
        for number, group in enumerate(self.groups):
            later = table[number + 1]
            taken = min(len(group), size)
            while index >= later[size - taken]:
                index -= later[size - taken]
                taken -= 1
            for element in group[:taken]:
                mask |= 1 << element
            size -= taken
        return mask

    def canonical(self, value: int) -> int | None:
        mask = rest = 0
        rest = value
        for group in self.groups:
            taken = sum(value >> element & 1 for element in group)
            for element in group:
                rest &= ~(1 << element)
            for element in group[:taken]:
                mask |= 1 << element
        if rest or not self.low <= mask.bit_count() <= self.high:
            return None
        return mask if self.such_that is None or self.such_that(mask) else None


class Apart(Options):
    """Sets of low..high of some elements that are all different, numbered as `Subsets` numbers them."""

    __slots__ = ("high", "low", "mask", "there")

    def __init__(self, mask: int, low: int, high: int) -> None:
        self.mask = mask
        self.there = mask.bit_count()
        self.low, self.high = low, high

    def few(self) -> int:
        return 1 if self.low == self.high and self.low in (0, self.there) else 2

    def __len__(self) -> int:
        if self.low == self.high:
            return min(comb(self.there, self.low), MOST_NUMBERED)
        return min(sum(comb(self.there, size) for size in range(self.low, self.high + 1)), MOST_NUMBERED)

    def at(self, index: int) -> int:
        size = self.low
        while index >= (ways := comb(self.there, size)):
            index -= ways
            size += 1
        elements = members(self.mask)
        if ways > MOST_KEPT:
            return self._found(elements, size, index)
        mask = 0
        for i in _choices(self.there, size)[index]:
            mask |= 1 << elements[i]
        return mask

    def _found(self, elements: Sequence[int], size: int, index: int) -> int:
        left, mask = self.there, 0
        for element in elements:
            if not size:
                break
            left -= 1
            ways = comb(left, size - 1)
            if index < ways:
                mask |= 1 << element
                size -= 1
            else:
                index -= ways
        return mask

    def canonical(self, value: int) -> int | None:
        return value if not value & ~self.mask and self.low <= value.bit_count() <= self.high else None


@lru_cache(maxsize=64)
def _choices(there: int, size: int) -> list[tuple[int, ...]]:
    """All choices of so many numbers below `there`, in the order in which they are numbered."""
    return list(combinations(range(there), size))


def vectors(groups: Sequence[Sequence[int]], low: int, high: int, most: int = 64) -> Iterable[int]:
    """Every different set of low..high elements, the largest share of the first group last.

    Up to about `most` of them are made at once, which is faster if all are wanted; more than that one by one.
    """
    ways = 1
    for group in groups:
        ways *= len(group) + 1
    return _at_once(groups, low, high) if ways <= most else _one_by_one(groups, low, high)


def _at_once(groups: Sequence[Sequence[int]], low: int, high: int) -> list[int]:
    rest = sum(map(len, groups))
    if rest < low:
        return []
    found = [(0, 0)]
    for group in groups:
        rest -= len(group)
        least = low - rest
        shares = list(enumerate(_prefixes(group)))
        found = [(x | share, n + k) for x, n in found for k, share in shares if least <= n + k <= high]
    return [x for x, _ in found]


def _one_by_one(groups: Sequence[Sequence[int]], low: int, high: int) -> Iterator[int]:
    sizes = [len(group) for group in groups]
    rest = [0] * (len(groups) + 1)
    for i in range(len(groups) - 1, -1, -1):
        rest[i] = rest[i + 1] + sizes[i]
    prefixes = [_prefixes(group) for group in groups]

    def walk(i: int, mask: int, need: int, room: int) -> Iterator[int]:
        if i == len(groups):
            if need <= 0:
                yield mask
            return
        for taken in range(max(0, need - rest[i + 1]), min(sizes[i], room) + 1):
            yield from walk(i + 1, mask | prefixes[i][taken], need - taken, room - taken)

    if rest[0] >= low:
        yield from walk(0, 0, low, high)


def _prefixes(group: Sequence[int]) -> list[int]:
    if len(group) == 1:
        return [0, 1 << group[0]]
    masks = [0]
    for element in group:
        masks.append(masks[-1] | 1 << element)
    return masks


def some_subset(groups: Sequence[Sequence[int]], low: int, high: int, such_that: Callable[[int], object]) -> bool:
    """Whether any set of low..high elements fulfils a condition."""
    return any(such_that(mask) for mask in islice(vectors(groups, low, high), MOST_TRIED))


__all__ = ["Apart", "Codes", "OneOf", "Options", "Subsets", "lowest", "members", "some_subset", "vectors"]
