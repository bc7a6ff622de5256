"""What checks found out about single declarations, for all ways of playing that share these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
D = TypeVar("D")


class Memory:
    """Keeps what was found out about a declaration; one that is read anew is another one."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    def once(self, find: Callable[[D], T], declared: D) -> T:
        """What `find` says of a declaration, from which alone it must follow."""
        key = find, id(declared)
        found = self._kept.get(key)
        if found is None:
            # The declaration is kept too, so that nothing else gets its address.
            found = self._kept[key] = declared, find(declared)
        result: T = found[1]
        return result

    def once_with(self, find: Callable[..., T], *declared: Any) -> T:
        """As `once`, for what follows from several declarations, or from tuples of them."""
        key = find, *(tuple(map(id, part)) if isinstance(part, tuple) else id(part) for part in declared)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = declared, find(*declared)
        result: T = found[1]
        return result
