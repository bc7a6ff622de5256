"""The table of one game: places and moves, who knows what, equal components, waiting abilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from encanta.compiling.compiler import Compiled
from encanta.machine.bits import mask_of, members
from encanta.machine.randomness import MASK, MULTIPLIER

State = list[Any]


ANY_NUMBER = 1 << 30
"""More than there ever are."""


def filled(row: Sequence[int]) -> list[int]:
    """What lies in a row, without its gaps."""
    return [x for x in row if x >= 0]


class Table:
    """The table of one game: which cell is what, who sees what."""

    def __init__(self, compiled: Compiled) -> None:
        layout = compiled.layout
        self.seats = layout.seats
        self.everyone = (1 << layout.seats) - 1
        self.orders = [tuple((first + i) % self.seats for i in range(self.seats)) for first in range(self.seats)]
        # Counted from nobody, it begins with the first seat.
        self.orders.append(self.orders[0])
        most = max((len(enum.members) for enum in layout.model.enums.values()), default=0)
        self.times_over = tuple(range(i) for i in range(max(layout.components, layout.size, most)))
        self.bits = (*(1 << i for i in range(max(layout.components, layout.seats))), 0)
        self.instances = layout.instances
        self.set_cells = tuple(i.cell for i in layout.instances if i.place.form == "set")
        self.list_cells = tuple(i.cell for i in layout.instances if i.place.form != "set")
        self.rows = frozenset(i.cell for i in layout.instances if i.place.form == "row")
        self.slots = {i.cell: i.slots for i in layout.instances if i.slots}
        self.holds = {i.cell: i.holds for i in layout.instances if i.holds is not None}
        self.pile_cells = tuple(c for c in self.list_cells if c not in self.rows)
        self.is_set = {i.cell: i.place.form == "set" for i in layout.instances}
        self.seers = {i.cell: i.seers for i in layout.instances}
        seats = range(self.seats)
        self.sets_in_sight = [[c for c in self.set_cells if self.seers[c] >> seat & 1] for seat in seats]
        self.lists_in_sight = [[c for c in self.list_cells if self.seers[c] >> seat & 1] for seat in seats]
        self.everything = (1 << layout.components) - 1
        # What was last found to lie in a list, as a set: long piles are looked at often, and change rarely.
        self._at_once: dict[tuple[int, int], bool] = {}
        self._last_held: dict[int, tuple[Sequence[int], int]] = {}
        self.owner = {i.cell: i.owner for i in layout.instances}
        self.known = layout.known
        self.known_cells = tuple(range(layout.known, layout.known + layout.seats))
        self.row_of = layout.row_of
        self.row_masks = layout.row_masks
        self.sides = layout.model.sides
        self.side_of = layout.side_of
        self.dropped: dict[int, tuple[int, ...]] = {i.cell: () for i in layout.instances}
        self.marks: dict[int, tuple[int, ...]] = {i.cell: () for i in layout.instances}
        self._learn_variables(compiled)
        self.running: dict[int, int] = {}
        self.owner_side = {
            i: (0 if a.whose is None else 1 if a.whose == "side" else 2) for i, a in enumerate(layout.abilities)
        }
        self.at_once = {i for i, a in enumerate(layout.abilities) if a.at_once}
        self.openings = {i for i, a in enumerate(layout.abilities) if a in layout.window_of}
        self.trig: dict[int, Any] = {}
        self.bodies = compiled.resume_bodies
        self.under_way = layout.running
        self.open = {window.name: cell for window, cell in layout.windows.items()}

    def _learn_variables(self, compiled: Compiled) -> None:
        """Which masks of components' variables are cleared on leaving a place, and tell equal ones apart in it."""
        layout = compiled.layout
        for variable, first in layout.variables.items():
            if variable.owner in (None, "player", "side") or not layout.is_masked(variable):
                continue
            cells = tuple(range(first, first + layout.members(variable)))
            for instance in layout.instances:
                if instance.place.component != variable.owner:
                    continue
                if instance.place.name in variable.leaving:
                    self.dropped[instance.cell] += cells
                if instance.place.name in variable.leaving or not variable.leaving:
                    self.marks[instance.cell] += cells

    # ------------------------------------------------------------------------------------------ looking

    def held(self, s: State, cell: int) -> int:
        """What lies in a place, as a set."""
        if cell < 0:
            return 0
        value = s[cell]
        if self.is_set[cell]:
            mask: int = value
            return mask
        last = self._last_held.get(cell)
        if last is not None and last[0] is value:
            return last[1]
        mask = mask_of(value)
        self._last_held[cell] = (value, mask)
        return mask

    def listed(self, s: State, cell: int) -> Sequence[int]:
        """What lies in a place, in order."""
        if cell < 0:
            return ()
        value = s[cell]
        if cell in self.rows:
            return filled(value)
        return members(value) if self.is_set[cell] else value

    def all_held(self, s: State, places: int) -> int:
        """What lies in any of a set of places."""
        found = 0
        for cell in members(places):
            found |= self.held(s, cell)
        return found

    def where(self, s: State, x: int) -> int:
        """The place a component lies in."""
        if x < 0:
            return -1
        bit = 1 << x
        for cell in self.set_cells:
            if s[cell] & bit:
                return cell
        for cell in self.list_cells:
            if x in s[cell]:
                return cell
        return -1

    def astray(self, s: State) -> int:
        """The components that do not lie in exactly one place: none, if nothing went wrong."""
        found = twice = 0
        for cell in (*self.set_cells, *self.list_cells):
            here = self.held(s, cell)
            twice |= found & here
            found |= here
        return twice | self.everything & ~found

    def visible(self, s: State, seat: int) -> int:
        """The components whose face a seat may know: those in sight, and those it has followed."""
        known: int = s[self.known + seat]
        return known | self.in_sight(s, seat)

    def in_sight(self, s: State, seat: int) -> int:
        """The components whose face a seat has before it."""
        found = 0
        for cell in self.sets_in_sight[seat]:
            found |= s[cell]
        for cell in self.lists_in_sight[seat]:
            if s[cell]:
                found |= self.held(s, cell)
        return found

    def clockwise(self, start: int, mask: int) -> Sequence[int]:
        """Players in seat order from one on."""
        order = self.orders[start]
        return order if mask == self.everyone else [p for p in order if mask >> p & 1]

    def decider(self, s: State, side: int) -> int:
        """Who decides for a side: its member whose turn it is, else its first seat."""
        current: int = s[4]
        return current if self.side_of[current] == side else self.sides[side][0]

    # ------------------------------------------------------------------------------------------- moving

    def room(self, s: State, cell: int) -> int:
        """How many more fit into a place."""
        most = self.holds.get(cell)
        return ANY_NUMBER if most is None else max(most - len(self.listed(s, cell)), 0)

    def fitting(self, s: State, items: Sequence[int], cell: int) -> list[int]:
        """Of some components those that fit into a place, the first ones first; what lies there already does."""
        here, room = self.held(s, cell), self.room(s, cell)
        found = []
        for x in items:
            if here >> x & 1:
                found.append(x)
            elif room > 0:
                room -= 1
                found.append(x)
        return found

    def deal_fitting(self, s: State, count: int, pile: int, first: int) -> None:
        """Deals as `deal` does, to places that hold only so many."""
        for _ in range(count):
            for seat in range(self.seats):
                self.draw(s, pile, min(1, self.room(s, first + seat)), first + seat, False)

    def draw(self, s: State, pile: int, count: int, target: int, bottom: bool) -> int:
        """Moves from the top of a pile; returns the set that moved."""
        items = s[pile]
        moved = items[: count if count > 0 else 0]
        if not moved or target < 0:
            return 0
        if not self.is_set.get(target):
            return self.put(s, moved, target, bottom)
        s[pile] = items[len(moved) :]
        mask = mask_of(moved)
        if self.seers[pile]:
            self._learn(s, mask, pile, target, mask)
        if self.dropped[pile]:
            self._drop(s, pile, mask)
        s[target] |= mask
        return mask

    def shift(self, s: State, mask: int, source: int, target: int, bottom: bool) -> int:
        """Moves a set that should lie in one set-like place; looks elsewhere if it does not."""
        if mask & ~s[source] or target < 0:
            return self.put(s, members(mask), target, bottom)
        if source == target or not mask:
            return 0
        before = s[source]
        s[source] = before ^ mask
        if self.seers[target] != self.everyone:
            self._learn(s, mask, source, target, before)
        if self.dropped[source]:
            self._drop(s, source, mask)
        if self.is_set[target]:
            s[target] |= mask
        else:
            self._add(s, members(mask), target, bottom)
        return mask

    def sweep(self, s: State, cells: Sequence[int], target: int) -> int:
        """Moves all that lies in some set-like places to another; returns the set that moved."""
        moved = 0
        for cell in cells:
            if s[cell] and cell != target:
                moved |= self.shift(s, s[cell], cell, target, False)
        return moved

    def put(self, s: State, items: Sequence[int], target: int, bottom: bool) -> int:
        """Moves components, wherever they lie, in order (the first ends on top); returns the set that moved."""
        if target < 0:
            return 0
        if len(items) == 1 and self._from_top(s, items[0], target, bottom):
            return 1 << items[0]
        moved = mask_of(items)
        if self.is_set[target]:
            moved &= ~s[target]
        left = moved
        for cell in self.set_cells:
            found = s[cell] & left
            if found:
                left &= ~found
                before = s[cell]
                s[cell] = before ^ found
                self._learn(s, found, cell, target, before)
                self._drop(s, cell, found)
        if left:
            for cell in self.list_cells:
                taken = mask_of(s[cell]) & left
                if taken:
                    s[cell] = self._without(cell, s[cell], taken)
                    if cell != target:
                        self._learn(s, taken, cell, target, taken)
                        self._drop(s, cell, taken)
        if self.is_set[target]:
            s[target] |= moved
        else:
            ordered = [x for x in items if moved >> x & 1]
            self._add(s, ordered, target, bottom)
        return moved

    def _without(self, cell: int, items: Sequence[int], taken: int) -> tuple[int, ...]:
        """A list without some components; a row keeps their slots as gaps."""
        if cell in self.rows:
            return tuple(-1 if x >= 0 and taken >> x & 1 else x for x in items)
        return tuple(x for x in items if not taken >> x & 1)

    def _add(self, s: State, items: Sequence[int], target: int, bottom: bool) -> None:
        """Puts components into a list: on top of a pile, below it, or into the gaps or new slots of a row."""
        if target in self.slots:
            coming = iter(items)
            s[target] = tuple(next(coming, -1) if x < 0 else x for x in s[target])
            return
        s[target] = (*s[target], *items) if bottom or target in self.rows else (*items, *s[target])

    def _from_top(self, s: State, x: int, target: int, bottom: bool) -> bool:
        """Moves one component that lies on top of a pile, which is where most lie that are moved alone."""
        for cell in self.pile_cells:
            items = s[cell]
            if items and items[0] == x and cell != target:
                s[cell] = items[1:]
                self._learn(s, 1 << x, cell, target, 1 << x)
                self._drop(s, cell, 1 << x)
                if self.is_set[target]:
                    s[target] |= 1 << x
                else:
                    self._add(s, (x,), target, bottom)
                return True
        return False

    def _learn(self, s: State, mask: int, source: int, target: int, before: int) -> None:
        """Who can still say which components these are: they were seen to leave; or who can no longer follow them.

        `before` is what lay in the source: from a hidden set nobody else can tell which part of it left.
        """
        saw, sees = self.seers[source], self.seers[target]
        if sees == self.everyone:
            return
        unclear = self.is_set[source]
        for seat, cell in enumerate(self.known_cells):
            if saw >> seat & 1:
                s[cell] |= mask
            elif unclear and not sees >> seat & 1 and s[cell] & before and mask != before:
                s[cell] &= ~before

    def _drop(self, s: State, cell: int, mask: int) -> None:
        for variable in self.dropped[cell]:
            s[variable] &= ~mask

    def gather(self, s: State, mask: int, target: int) -> None:
        """Brings components together without anybody taking note: no event, nothing remembered of them."""
        for cell in self.set_cells:
            found = s[cell] & mask
            if found and cell != target:
                s[cell] ^= found
                self._drop(s, cell, found)
        gathered = mask & ~self.held(s, target)
        for cell in self.list_cells:
            if cell != target:
                taken = mask_of(s[cell]) & mask
                if taken and cell in self.slots:
                    s[cell] = self._without(cell, s[cell], taken)
                    self._drop(s, cell, taken)
                elif taken:
                    s[cell] = tuple(x for x in s[cell] if x >= 0 and not taken >> x & 1)
                    self._drop(s, cell, taken)
                elif cell in self.rows and cell not in self.slots and not filled(s[cell]):
                    # A row begins anew when its kind is gathered, also one that nothing is left of.
                    s[cell] = ()
        for cell in self.known_cells:
            s[cell] &= ~mask
        if self.is_set[target]:
            s[target] |= mask
        else:
            if gathered:
                self._add(s, members(gathered), target, False)

    def lot_order(self, s: State, mask: int) -> tuple[int, ...]:
        """The elements of a set in an order by lot."""
        return self._mixed(s, members(mask))

    def _mixed(self, s: State, found: Sequence[int]) -> tuple[int, ...]:
        items = list(found)
        r = s[2]
        for i in range(len(items) - 1, 0, -1):
            r = r * MULTIPLIER & MASK
            j = r * (i + 1) >> 128
            items[i], items[j] = items[j], items[i]
        s[2] = r
        return tuple(items)

    def shuffle(self, s: State, cell: int) -> None:
        """Mixes a pile; nobody knows its order after that."""
        if cell < 0 or self.is_set[cell]:
            return
        s[cell] = self._mixed(s, s[cell])
        if any(s[known] for known in self.known_cells):
            mask = mask_of(s[cell])
            for known in self.known_cells:
                s[known] &= ~mask

    def slide(self, s: State, cell: int) -> None:
        """Closes the gaps of a row: all move up to its first slots."""
        if cell in self.rows:
            there = filled(s[cell])
            s[cell] = (*there, *(-1,) * (len(s[cell]) - len(there) if cell in self.slots else 0))

    def slot(self, s: State, x: int) -> int:
        """The number of the slot in which a component lies, from 1; 0 for what lies in no row."""
        if x >= 0:
            for cell in self.rows:
                if x in s[cell]:
                    number: int = s[cell].index(x)
                    return number + 1
        return 0

    def deal(self, s: State, count: int, pile: int, first: int) -> None:
        """Deals from a pile to everybody's place, one at a time, clockwise from the first seat."""
        targets = range(first, first + self.seats)
        if (pile, first) not in self._at_once:
            plain = not self.seers[pile] and not self.dropped[pile]
            self._at_once[pile, first] = plain and all(self.is_set[cell] for cell in targets)
        if not self._at_once[pile, first]:
            for _ in range(count):
                for cell in targets:
                    self.draw(s, pile, 1, cell, False)
            return
        # From a pile that nobody sees, card by card or all at once is the same.
        items = s[pile]
        dealt = items[: max(count, 0) * self.seats]
        s[pile] = items[len(dealt) :]
        bits = self.bits
        for seat, cell in enumerate(targets):
            mask = s[cell]
            for x in dealt[seat :: self.seats]:
                mask |= bits[x]
            s[cell] = mask

    def swap(self, s: State, a: int, b: int) -> None:
        """Two components change places; each takes the other's exact position."""
        if a < 0 or b < 0 or a == b:
            return
        here, there = self.where(s, a), self.where(s, b)
        self._learn(s, 1 << a, here, there, self.held(s, here))
        self._learn(s, 1 << b, there, here, self.held(s, there))
        for cell, old, new in ((here, a, b), (there, b, a)):
            if here == there and not self.is_set[here]:
                s[here] = tuple(b if x == a else a if x == b else x for x in s[here])
                return
            if self.is_set[cell]:
                s[cell] = s[cell] & ~(1 << old) | 1 << new
            else:
                s[cell] = tuple(new if x == old else x for x in s[cell])

    def see(self, s: State, mask: int, seats: int) -> None:
        """Some seats look at faces."""
        for seat in members(seats):
            s[self.known + seat] |= mask

    # ------------------------------------------------------------------------------------------ triggers

    def in_order(self, s: State, queue: tuple[Any, ...]) -> tuple[Any, ...]:
        """Abilities of one moment: state conditions; the side whose turn it is, then clockwise; as printed."""
        if len(queue) < 2:
            return queue
        return tuple(sorted(queue, key=lambda entry: self._distance(s, entry)))

    def _distance(self, s: State, entry: tuple[int, ...]) -> int:
        ability, owner = entry[:2]
        if ability in self.openings:
            return 2 * self.seats
        if ability in self.at_once:
            return self._distance_of(s, ability, owner) - 2 * self.seats
        return self._distance_of(s, ability, owner)

    def _distance_of(self, s: State, ability: int, owner: int) -> int:
        if owner < 0:
            return -1
        current: int = s[4]
        if self.owner_side[ability] == 2:
            return (owner - current) % self.seats
        return 0 if owner == self.side_of[current] else min((p - current) % self.seats for p in self.sides[owner])

    def run_queue(self, s: State, frame: Any, value: Any) -> Any:
        """Resolves the first of the waiting abilities; the others wait in the frame."""
        _, outer, queue = frame
        ability, owner, *things = queue[0]
        rest = queue[1:]
        return self.trig[ability](s, (0, outer, rest) if rest else outer, owner, *things)

    def unwound(self, s: State, frame: Any, numbers: frozenset[int], here: str) -> Any:
        """The frame that goes on after what is ended; what stands inside, from `here` outwards, is dropped."""
        dropped = {here}
        while frame is not None and frame[0] not in numbers:
            dropped.add(self.bodies[frame[0]])
            frame = frame[1]
        inside = dropped - ({self.bodies[frame[0]]} if frame is not None else set())
        for body in inside:
            if body in self.under_way:
                s[self.under_way[body]] -= 1
            if body in self.open:
                s[self.open[body]] = 0
        return frame
