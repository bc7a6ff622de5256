"""What checks found out about single declarations, for all ways of playing that share these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E")


class Memory:
    """Keeps what was found out about a declaration; one that is read anew is another one."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], tuple[Any, Any]] = {}
        self._groups: dict[tuple[int, ...], tuple[Any, int]] = {}
        self._last: tuple[tuple[Any, ...], int] = ((), -1)

    def once(self, find: Callable[[D], T], declared: D) -> T:
        """What `find` says of a declaration, from which alone it must follow."""
        key = find, id(declared)
        found = self._kept.get(key)
        if found is None:
            # The declaration is kept too, so that nothing else gets its address.
            found = self._kept[key] = declared, find(declared)
        result: T = found[1]
        return result

    def once_with(self, find: Callable[[D, tuple[E, ...]], T], declared: D, others: tuple[E, ...]) -> T:
        """As `once`, for what follows from some others too."""
        key = find, id(declared), self._same(others)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = declared, find(declared, others)
        result: T = found[1]
        return result

    def _same(self, declared: tuple[Any, ...]) -> int:
        """A number that stands for just these declarations."""
        if self._last[0] is not declared:
            key = tuple(map(id, declared))
            _, number = self._groups.setdefault(key, (declared, len(self._groups)))
            self._last = declared, number
        return self._last[1]
