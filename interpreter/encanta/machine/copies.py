"""Components that show what others show: who copies whom, for whom."""

from __future__ import annotations

from typing import Any

from encanta.machine.bits import members
from encanta.machine.table import State, Table


class Copies:
    """Finds copies on a table."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def copied(self, s: State, own: int, rows: int, you: int, copies: tuple[Any, ...]) -> int:
        """The components of a set, those that show something by themselves, with those that copy it for a player.

        Each copy names who can do it (where they are active for a player, or for anybody), whom a component copies, and
        whether it copies a part wherever that lies. Who copies only each other, in a circle, shows nothing.
        """
        table, found = self._table, own
        waiting: list[tuple[int, tuple[Any, ...]]] = []
        for copy in copies:
            mask = (copy[0] if you >= 0 else copy[1])(s, you) & copy[2] & ~own
            if mask:
                waiting += [(x, copy) for x in members(mask)]
        while waiting:
            left = []
            for x, copy in waiting:
                reader = you if you >= 0 else table.owner.get(table.where(s, x), -1)
                target = copy[3](s, x, reader)
                if target >= 0 and (rows if copy[4] else found) >> target & 1:
                    found |= 1 << x
                else:
                    left.append((x, copy))
            if len(left) == len(waiting):
                return found
            waiting = left
        return found

    def with_copied(self, s: State, found: int, you: int, copies: tuple[Any, ...]) -> int:
        """A set of components with all that somebody copies for a player."""
        for copy in copies:
            for x in members(self._copying(s, you, copy)):
                target = copy[3](s, x, you)
                found |= 1 << target if target >= 0 else 0
        return found

    def _copying(self, s: State, you: int, copy: tuple[Any, ...]) -> int:
        mask: int = (copy[0] if you >= 0 else copy[1])(s, you) & copy[2]
        return mask
