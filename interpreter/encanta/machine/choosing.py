"""Options among components: equal ones once, unseen ones by their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from encanta.machine.bits import first_of, mask_of, members
from encanta.machine.options import Codes, Lowest, OneOf, Options, Placed, PlacedSets, Subsets
from encanta.machine.table import State, Table


def several(
    groups: list[Any], count: int, low: int, high: int | None, exact: bool, test: Callable[[int], object] | None
) -> Options:
    high = count if high is None else min(high, count)
    low = max(low, 0)
    if not exact:
        low = min(low, count)
    if low > high:
        return Codes(())
    return Subsets(groups, low, high, test)


class Choosing:
    """Makes the options of choices among the components of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = table.seats
        self.known = table.known
        self.known_cells = table.known_cells
        self.row_of, self.row_masks = table.row_of, table.row_masks
        self.set_cells, self.list_cells = table.set_cells, table.list_cells
        self.marks = table.marks
        self.others = [[c for q, c in enumerate(self.known_cells) if q != seat] for seat in range(self.seats)]
        self.all_fields = (1 << len(table.row_of)) - 1
        self.bottoms = sum(mask & -mask for mask in table.row_masks)
        self.tops = sum(1 << mask.bit_length() - 1 for mask in table.row_masks)
        self.below_tops = self.all_fields & ~self.tops
        self.bottoms_below_tops = self.bottoms & ~self.tops

    def alike(self, s: State, mask: int, seat: int) -> list[Sequence[int]]:
        """Components in groups that the chooser need not tell apart: same face, same place, same variables.

        In a group the one that most seats know stands first: it is the one that leaves.
        """
        groups: list[Sequence[int]] = []
        rest = mask
        known = 0
        for cell in self.known_cells:
            known |= s[cell]
        while rest:
            low = rest & -rest
            same = rest & self.row_masks[self.row_of[low.bit_length() - 1]]
            rest ^= same
            if same == low:
                groups.append((low.bit_length() - 1,))
            else:
                for part in self._parts(s, same):
                    groups.append(self._ordered(s, part) if known & part else members(part))
        return groups

    def _parts(self, s: State, same: int) -> list[int]:
        """Equal components, split by where they lie and what marks they bear."""
        parts = []
        for cell in self.set_cells:
            here = s[cell] & same
            if here:
                same ^= here
                parts += self._marked(s, here, self.marks[cell])
                if not same:
                    return parts
        for cell in self.list_cells:
            here = mask_of(s[cell]) & same
            if here:
                for run in self._runs(s[cell], here, cell in self.table.rows):
                    parts += self._marked(s, run, self.marks[cell])
        return parts

    def _runs(self, items: Sequence[int], here: int, slots: bool) -> list[int]:
        """Equal components of an ordered place: in a pile only those next to each other are alike, in a row none."""
        if not here & (here - 1):
            return [here]
        runs: list[int] = []
        last = False
        for x in items:
            meant = x >= 0 and bool(here >> x & 1)
            if meant and last and not slots:
                runs[-1] |= 1 << x
            elif meant:
                runs.append(1 << x)
            last = meant
        return runs

    def _marked(self, s: State, here: int, marks: tuple[int, ...]) -> list[int]:
        parts = [here]
        for cell in marks:
            mark = s[cell]
            if mark & here:
                parts = [p for part in parts for p in (part & mark, part & ~mark) if p]
        return parts

    def _ordered(self, s: State, part: int) -> Sequence[int]:
        return sorted(members(part), key=lambda x: -sum(s[cell] >> x & 1 for cell in self.known_cells))

    def one_alike(self, s: State, mask: int, seat: int, test: Callable[[int], object] | None) -> Options:
        """One component of a set; equal ones are offered once."""
        if not mask & (mask - 1):
            return OneOf(mask) if test is None or (mask and test(first_of(mask))) else OneOf(0)
        groups = self.alike(s, mask, seat)
        if test is not None:
            groups = [group for group in groups if test(group[0])]
        return OneOf(mask_of(x for group in groups for x in group), groups)

    def one_plain(self, s: State, mask: int, seat: int) -> Options:
        """The same where all lie in one place: of each kind the lowest is offered, one that the others know before one
        that they do not (equal components have neighbouring numbers)."""
        if not mask & (mask - 1):
            return OneOf(mask)
        known = s[self.known + (seat + 1) % self.seats] & mask
        for other in self.others[seat]:
            if s[other] & mask != known:
                return self.one_alike(s, mask, seat, None)
        lowest = self.lowest_of_each(mask & ~known)
        if known:
            first = self.lowest_of_each(known)
            for x in members(first):
                lowest &= ~self.row_masks[self.row_of[x]]
            lowest |= first
        return Lowest(mask, lowest, self.row_masks, self.row_of)

    def lowest_of_each(self, mask: int) -> int:
        """The lowest component of each kind: in every field of equal ones, `m & -m`, all fields at once."""
        turned = mask ^ self.all_fields
        negative = ((turned & self.below_tops) + self.bottoms_below_tops) ^ ((turned ^ self.bottoms) & self.tops)
        return mask & negative

    def by_place(self, s: State, mask: int, seen: int) -> list[int]:
        """Components in the order of the places they lie in, from the top or the first slot; what lies unordered comes
        after what is seen there, so that a position tells nothing of a face."""
        found: list[int] = []
        for cell in self.set_cells:
            if s[cell] & mask:
                found += [*members(s[cell] & mask & seen), *members(s[cell] & mask & ~seen)]
        return found + [x for cell in self.list_cells for x in self.table.listed(s, cell) if mask >> x & 1]

    def one_placed(self, s: State, mask: int, seat: int, test: Callable[[int], object] | None) -> Options:
        """One component of a set that the chooser may not see: unseen ones are offered by place and never merged."""
        seen = self.table.visible(s, seat)
        if not mask & ~seen:
            return self.one_alike(s, mask, seat, test)
        return Placed([x for x in self.by_place(s, mask, seen) if test is None or test(x)], seen)

    def some_placed(
        self,
        s: State,
        mask: int,
        seat: int,
        low: int,
        high: int | None,
        exact: bool,
        test: Callable[[int], object] | None,
    ) -> Options:
        """Several components of such a set."""
        seen = self.table.visible(s, seat)
        if not mask & ~seen:
            return self.some_alike(s, mask, seat, low, high, exact, test)
        count = mask.bit_count()
        high = count if high is None else min(high, count)
        low = max(low, 0) if exact else min(max(low, 0), count)
        return PlacedSets(self.by_place(s, mask, seen), low, high, test) if low <= high else Codes(())

    def some_alike(
        self,
        s: State,
        mask: int,
        seat: int,
        low: int,
        high: int | None,
        exact: bool,
        test: Callable[[int], object] | None,
    ) -> Options:
        """Several components of a set; equal ones are offered once."""
        return several(self.alike(s, mask, seat), mask.bit_count(), low, high, exact, test)
