"""Sets as bit masks: elements in ascending order, equal ones told apart only where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_WIDTH = 12
_SMALL = tuple(tuple(i for i in range(_WIDTH) if mask >> i & 1) for mask in range(1 << _WIDTH))
_FULL = (1 << _WIDTH) - 1
_FEW = 6
"""So many elements are found faster one by one."""


def members(mask: int) -> Sequence[int]:
    """The elements of a set, ascending. Small sets come from a table, large ones are put together from it."""
    if mask <= _FULL:
        return _SMALL[mask]
    found: list[int] = []
    if mask.bit_count() <= _FEW:
        while mask:
            found.append((mask & -mask).bit_length() - 1)
            mask &= mask - 1
        return found
    base = 0
    while mask:
        chunk = mask & _FULL
        if chunk:
            found += [base + i for i in _SMALL[chunk]]
        mask >>= _WIDTH
        base += _WIDTH
    return found


def mask_of(elements: Iterable[int]) -> int:
    """The set of some elements; nothing (-1) is left out."""
    mask = 0
    for element in elements:
        if element >= 0:
            mask |= 1 << element
    return mask


def first_of(mask: int) -> int:
    """The lowest element, or nothing."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, index: int) -> int:
    """The element at an index, counted from the lowest."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def lowest(mask: int, count: int) -> int:
    """The set of the `count` lowest elements (all, where there are fewer)."""
    taken = 0
    while mask and count > 0:
        low = mask & -mask
        taken |= low
        mask ^= low
        count -= 1
    return taken
