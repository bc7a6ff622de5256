"""Builds the position a scenario begins in: the seeded set-up, changed as given."""

from __future__ import annotations

from encanta.checking import model as m
from encanta.compiling.layout import FRAME, Instance, Kind, Layout
from encanta.machine.bits import mask_of, members
from encanta.machine.randomness import Dice
from encanta.scenarios.cells import State, contents, fill, set_of_component, start_of
from encanta.scenarios.codes import IMPOSSIBLE_GIVEN
from encanta.scenarios.given import Assigned, Given, Sight
from encanta.scenarios.items import Item, Listing
from encanta.scenarios.things import fits
from encanta.scenarios.words import unclear

_SALT = 0x5EED


def lay_out(layout: Layout, state: State, given: Given, seed: int) -> None:
    """Changes a seeded state as given.

    A place that is named holds exactly what is said. All others keep what the set-up put there; a component of theirs
    that is needed elsewhere is replaced by another from home. What nobody names lies at home, or where `...` stands.
    Raises Unclear if the components do not suffice.
    """
    dice = Dice(seed ^ _SALT)
    # A frame of its own: a program may remember what is offered for a frame, and that changes here.
    frame = state[FRAME]
    state[FRAME] = None if frame is None else (*frame,)
    for kind in layout.kinds.values():
        named = {i.cell: listing for i, listing in given.places if i.place.component == kind.component.name}
        if named:
            _Table(layout, state, kind, named, dice).lay()
    for assigned in given.variables:
        state[assigned.cell] = _value(layout, state, assigned)
    for sight in given.sights:
        state[layout.known + sight.seat] |= _seen(state, sight)


def _value(layout: Layout, state: State, assigned: Assigned) -> int | tuple[int, ...]:
    """The value of a variable where all components lie in their places. Raises Unclear."""
    values: list[int] = []
    for thing in assigned.things:
        if not thing.mask:
            values.append(thing.value)
            continue
        free = (c for c in members(thing.mask) if c not in values and fits(layout, state, thing, c))
        found = next(free, None)
        if found is None:
            raise unclear(IMPOSSIBLE_GIVEN, f"there is no `{thing.words}`", thing.span)
        values.append(found)
    if assigned.type.kind == "list":
        return tuple(values)
    return mask_of(values) if assigned.type.kind == "set" else values[0]


def _seen(state: State, sight: Sight) -> int:
    there = contents(state, sight.instance)
    if sight.position:
        if sight.position > len(there):
            raise unclear(IMPOSSIBLE_GIVEN, f"there is no position {sight.position} there", sight.span)
        there = there[sight.position - 1 : sight.position]
    mask = sum(1 << component for component in there if component >= 0)
    if not sight.mask:
        return mask
    # Of equal copies one is known, as one is named.
    both = mask & sight.mask
    if not both:
        raise unclear(IMPOSSIBLE_GIVEN, "there is none in that place", sight.span)
    return both & -both


class _Table:
    """Lays the components of one kind."""

    def __init__(self, layout: Layout, state: State, kind: Kind, named: dict[int, Listing], dice: Dice) -> None:
        self.layout, self.state, self.kind, self.named, self.dice = layout, state, kind, named, dice
        places = [i for i in layout.instances if i.place.component == kind.component.name]
        self.places = places
        self.home = next((i for i in places if i.place.home), places[0])
        self.loose = self._gathered()
        self.taken: dict[int, list[int]] = {}

    def lay(self) -> None:
        """Lay everything that is named, and the rest home."""
        before = {i.cell: contents(self.state, i) for i in self.places}
        for instance in self._named_places():
            self.taken[instance.cell] = [self._take(item) for item in self._rows(instance)]
        for instance in self._named_places():
            self._fill(instance)
        if self.home.cell not in self.named:
            fill(self.state, self.home, self.loose)
        self._forget(before)
        for instance in self._named_places():
            self._set_variables(instance)

    def _named_places(self) -> list[Instance]:
        """With the place that takes all that is left at the end."""
        return sorted((i for i in self.places if i.cell in self.named), key=lambda i: self.named[i.cell].open)

    def _rows(self, instance: Instance) -> list[Item]:
        return [item for item in self.named[instance.cell].items if item.kind == "row"]

    def _gathered(self) -> list[int]:
        """What lies at home, in its order, with what is emptied out of the named places in between, by the seed."""
        loose = contents(self.state, self.home)
        fill(self.state, self.home, ())
        for instance in self.places:
            if instance.cell in self.named and instance is not self.home:
                for component in contents(self.state, instance):
                    if component >= 0:
                        loose.insert(self.dice.below(len(loose) + 1), component)
                fill(self.state, instance, ())
        return loose

    def _take(self, item: Item) -> int:
        """A copy of a row: from home, else out of a place that is not named, which gets another one instead."""
        at = next((i for i, component in enumerate(self.loose) if item.mask >> component & 1), None)
        if at is not None:
            return self.loose.pop(at)
        for instance in self.places:
            there = contents(self.state, instance)
            found = next((c for c in there if c >= 0 and item.mask >> c & 1), None)
            if found is not None:
                self._replace(instance, there, found)
                return found
        raise unclear(IMPOSSIBLE_GIVEN, f"there is no copy of `{item.name}` left", item.span)

    def _replace(self, instance: Instance, there: list[int], leaving: int) -> None:
        at = there.index(leaving)
        instead = self._spare()
        there[at : at + 1] = [] if instead is None else [instead]
        fill(self.state, instance, there)

    def _spare(self) -> int | None:
        """A component from home that no named place still needs; None if there is none."""
        needed: dict[int, int] = {}
        for instance in self._named_places():
            if instance.cell not in self.taken:
                for item in self._rows(instance):
                    needed[item.mask] = needed.get(item.mask, 0) + 1
        for i in range(len(self.loose) - 1, -1, -1):
            mask = next((mask for mask in needed if mask >> self.loose[i] & 1), 0)
            if not mask or sum(mask >> c & 1 for c in self.loose) > needed[mask]:
                return self.loose.pop(i)
        return None

    def _fill(self, instance: Instance) -> None:
        listing = self.named[instance.cell]
        if listing.only_count is not None:
            fill(self.state, instance, self._more(listing.only_count, listing))
            return
        rows = iter(self.taken[instance.cell])
        laid: list[int] = []
        for item in listing.items:
            if item.kind == "row":
                laid.append(next(rows))
            elif item.kind == "gap":
                laid.append(m.NOTHING)
            else:
                laid.extend(self._more(len(self.loose) if item.kind == "rest" else item.count, listing))
        fill(self.state, instance, laid)

    def _more(self, count: int, listing: Listing) -> list[int]:
        if count > len(self.loose):
            message = f"{count} more are given, and {len(self.loose)} are left"
            raise unclear(IMPOSSIBLE_GIVEN, message, listing.span)
        taken, self.loose = self.loose[:count], self.loose[count:]
        return taken

    def _forget(self, before: dict[int, list[int]]) -> None:
        """What has moved, or lies in a named place, begins without variables, and nobody has seen it."""
        fresh = 0
        for instance in self.places:
            there = contents(self.state, instance)
            moved = there if instance.cell in self.named else set(there) - set(before[instance.cell])
            fresh |= sum(1 << component for component in moved if component >= 0)
        for seat in range(self.layout.seats):
            self.state[self.layout.known + seat] &= ~fresh
        for variable in self.layout.variables:
            if variable.owner == self.kind.component.name:
                for component in members(fresh):
                    set_of_component(self.layout, self.state, variable, component, start_of(variable))

    def _set_variables(self, instance: Instance) -> None:
        for item, component in zip(self._rows(instance), self.taken[instance.cell], strict=True):
            for variable, value in item.variables:
                set_of_component(self.layout, self.state, variable, component, value)
