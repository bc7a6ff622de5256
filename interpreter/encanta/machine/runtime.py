"""What generated code calls: moves, knowledge, chance, options; made for one program, with its tables at hand."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any

from encanta.compiling.compiler import Compiled
from encanta.machine.bits import first_of, mask_of, members
from encanta.machine.choosing import Choosing, several
from encanta.machine.copies import Copies
from encanta.machine.melds import is_meld, unmelded
from encanta.machine.options import Apart, Codes, OneOf, Options, some_subset
from encanta.machine.randomness import MASK, MULTIPLIER
from encanta.machine.table import State, Table, filled

ENOUGH = 20_000
"""Rounds of all loops, and steps, between two decisions after which a game is stuck."""
MOST_NUMBERS = 1_000
"""How many numbers of a range are looked at."""
LARGEST = 10**9 - 1
"""No product is larger, on either side of zero: whatever a rulebook reckons, numbers stay short."""


class Stuck(Exception):
    """A loop or a chain of triggers that never comes to a decision; `place` is a number of the program's places."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def one(x: int) -> int:
    """The set of one element, empty for nothing."""
    return 1 << x if x >= 0 else 0


def bit(mask: int, x: int) -> int:
    """Whether an element, which may be nothing, lies in a set."""
    return mask >> x & 1 if x >= 0 else 0


def alone(x: int) -> tuple[int, ...]:
    """The list of one element, empty for nothing."""
    return (x,) if x >= 0 else ()


def something(items: Sequence[int]) -> list[int]:
    """A list without its nothings."""
    return [x for x in items if x >= 0]


def highest(mask: int) -> int:
    """The highest element, or nothing."""
    return mask.bit_length() - 1


def first_in(items: Sequence[int]) -> int:
    """The first of a list, or nothing."""
    return items[0] if items else -1


def last_in(items: Sequence[int]) -> int:
    """The last of a list, or nothing."""
    return items[-1] if items else -1


def head(items: Sequence[int], count: int) -> Sequence[int]:
    """The first elements of a list, as many as there are."""
    return items[: count if count > 0 else 0]


def tail(items: Sequence[int], count: int) -> Sequence[int]:
    """The last elements of a list, the last one first."""
    return items[::-1][: count if count > 0 else 0]


def without(items: Sequence[int], mask: int) -> list[int]:
    """A list without the elements of a set."""
    return [x for x in items if not mask >> x & 1]


def divided(a: int, b: int) -> int:
    """Division rounded down; by 0 it gives 0."""
    return a // b if b else 0


def most(pairs: Sequence[tuple[int, int]]) -> int:
    """The elements with the greatest key, as a set."""
    best: int | None = None
    mask = 0
    for key, x in pairs:
        bit = 1 << x if x >= 0 else 0
        if best is None or key > best:
            best, mask = key, bit
        elif key == best:
            mask |= bit
    return mask


def first_part(mask: int, parts: Sequence[int]) -> int:
    """What a set has in common with the first of some sets that it meets; nothing if it meets none."""
    for part in parts:
        if mask & part:
            return mask & part
    return 0


def least(pairs: Sequence[tuple[int, int]]) -> int:
    """The elements with the least key, as a set."""
    return most([(-key, x) for key, x in pairs])


def which(s: State, first: int, count: int, x: int) -> int:
    """The value of a component's variable that is kept as one mask a value."""
    if x < 0:
        return -1
    for value in range(count):
        if s[first + value] >> x & 1:
            return value
    return -1


def assign(s: State, first: int, count: int, mask: int, value: int) -> None:
    """Gives components a value of such a variable."""
    for i in range(count):
        s[first + i] &= ~mask
    if value >= 0:
        s[first + value] |= mask


def entry(values: tuple[int, ...], index: int) -> int:
    """The value of a component's variable that is kept as a list."""
    return values[index] if 0 <= index < len(values) else 0


def entered(values: tuple[int, ...], mask: int, first: int, last: int, value: int) -> tuple[int, ...]:
    """Such a list with some components' values changed."""
    return tuple(value if mask >> c & 1 else values[c - first] for c in range(first, last))


def owned(s: State, first: int, owner: int) -> Any:
    """A variable of an owner who may be nobody."""
    return s[first + owner] if owner >= 0 else 0


def numbers(low: int, high: int) -> range:
    """The whole numbers of a range, and no more than a list may hold."""
    return range(low, min(high, low + MOST_NUMBERS - 1) + 1)


def product(left: int, right: int) -> int:
    """A product, or the largest number if it is beyond."""
    return max(-LARGEST, min(LARGEST, left * right))


def product_of(numbers: Sequence[int]) -> int:
    """The product of some numbers, 1 of none."""
    found = 1
    for number in numbers:
        found = product(found, number)
    return found


def shifted(first: int, owner: int) -> int:
    """The place of an owner who may be nobody."""
    return first + owner if owner >= 0 else -1


def use_limit(s: State, cell: int, times: int, owner: int) -> None:
    """Counts one use of what is allowed several times."""
    for i in range(cell, cell + times):
        if not s[i] >> owner & 1:
            s[i] |= 1 << owner
            return


def by_lot(s: State, mask: int) -> int:
    """One element of a set by lot, or nothing."""
    if not mask:
        return -1
    s[2] = r = s[2] * MULTIPLIER & MASK
    drawn: int = r * mask.bit_count() >> 128
    return members(mask)[drawn]


def joined(sides: Sequence[int], mask: int) -> int:
    """The players of some sides."""
    found = 0
    for side in members(mask):
        found |= sides[side]
    return found


def offered(codes: list[int], optional: bool) -> Options:
    """The actions on offer, with a pass where one may stop; nothing at all where there is no action."""
    return Codes((*codes, -1) if optional and codes else tuple(codes))


def how_many(options: Options) -> int:
    """The number of options, but not beyond two."""
    return options.few()


def can_take(
    mask: int, low: int, high: int, parts: Sequence[tuple[int, int, int]], otherwise: Callable[[], bool]
) -> bool:
    """Whether low..high elements can be taken, with at least and at most so many of some parts of the set.

    Parts that overlap without being the whole need a search, which `otherwise` does.
    """
    least_, most_, rest = 0, 0, mask
    for part, lo, hi in parts:
        here = mask & part
        if here == mask:
            low, high = max(low, lo), min(high, hi)
            continue
        if here & ~rest:
            return otherwise()
        rest ^= here
        hi = min(hi, here.bit_count())
        lo = max(lo, 0)
        if lo > hi:
            return False
        least_ += lo
        most_ += hi
    return max(low, least_) <= min(high, most_ + rest.bit_count())


def one_of(mask: int, test: Callable[[int], object] | None) -> Options:
    """One of a set of things that are all different."""
    if test is not None:
        for x in members(mask):
            if not test(x):
                mask ^= 1 << x
    return OneOf(mask)


def one_number(numbers: Sequence[int], test: Callable[[int], object] | None) -> Options:
    """One of some numbers."""
    return Codes(numbers if test is None else [n for n in numbers if test(n)])


def some_apart(
    s: State, mask: int, seat: int, low: int, high: int | None, exact: bool, test: Callable[[int], object] | None
) -> Options:
    """Several of a set of things that are all different."""
    there = mask.bit_count()
    if test is not None:
        return several([(x,) for x in members(mask)], there, low, high, exact, test)
    high = there if high is None else min(high, there)
    low = max(low, 0) if exact else min(max(low, 0), there)
    return Apart(mask, low, high) if low <= high else Codes(())


_HARMLESS = (
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "frozenset", "int", "iter", "len", "list",
    "map", "max", "min", "next", "range", "reversed", "set", "sorted", "sum", "tuple", "zip",
)  # fmt: skip
_BUILT_IN = {name: getattr(builtins, name) for name in _HARMLESS}
"""All that a program's text finds of Python itself: nothing with which it could open, import or run anything."""


def runtime(compiled: Compiled) -> dict[str, Any]:
    """The names that a program's text uses."""
    table = Table(compiled)
    plain = {
        f.__name__: f
        for f in (
            one, bit, alone, something, first_of, highest, first_in, last_in, head, tail, without, divided, most, least,
            which, first_part, assign, entry, entered, owned, product, product_of, shifted, use_limit, by_lot, joined,
            offered, how_many, can_take, numbers, one_of, one_number, is_meld, unmelded, some_apart, some_subset,
            members, mask_of, filled,
        )
    }  # fmt: skip
    choosing = Choosing(table)
    copies = Copies(table)
    shows = {"copied": copies.copied, "with_copied": copies.with_copied}
    chooses = {
        name: getattr(choosing, name)
        for name in ("alike", "one_alike", "one_plain", "one_placed", "some_placed", "some_alike")
    }
    methods = {
        name: getattr(table, name)
        for name in (
            "held", "listed", "all_held", "room", "fitting", "where", "draw", "shift", "put", "gather", "shuffle",
            "slide", "slot", "deal", "deal_fitting", "swap", "see",
            "sweep", "visible", "lot_order", "clockwise", "decider", "in_order", "run_queue", "unwound",
        )
    }  # fmt: skip
    return plain | methods | chooses | shows | {
        "__builtins__": _BUILT_IN,
        "OWNER": table.owner, "ORDERS": tuple(table.orders), "BIT": table.bits, "TIMES_OVER": table.times_over,
        "OneOf": OneOf, "ALONE": 1,
        "YES_NO": Codes((1, 0)), "C": [None, None],
        "Stuck": Stuck, "ENOUGH": ENOUGH, "TURNS": [0],
        "RETURNS": [frozenset(r) for r in compiled.returns], "_table": table,
    }  # fmt: skip
