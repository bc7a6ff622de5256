"""States that a seat cannot tell from the one it is in: unseen components change places, all else stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from encanta.compiling.frames import LIST, ONE, SET, UNCLEAR, WAITING
from encanta.compiling.layout import FRAME, RANDOM, Kind, Layout
from encanta.machine.bits import mask_of, members
from encanta.machine.randomness import Dice, seeded

if TYPE_CHECKING:
    from encanta.machine.program import Program
    from encanta.machine.table import State


_MOST_COMPONENTS = 10_000
"""No rulebook has more; a larger number is a set."""


@dataclass(slots=True)
class _Cells:
    """The cells of a layout that hold components: as masks, as tuples, as numbers, or with one entry for each."""

    masks: list[int] = field(default_factory=list)
    tuples: list[int] = field(default_factory=list)
    singles: list[int] = field(default_factory=list)
    entries: list[tuple[int, Kind, bool]] = field(default_factory=list)
    """Cell, kind, and whether the entries are components themselves."""
    marks: list[int] = field(default_factory=list)
    """Those masks that tell of components what everybody may know: who has seen them, what marks they bear."""
    waiting: int | None = None
    """The cell of the abilities that wait until a cost is paid."""


def _cells(layout: Layout) -> _Cells:
    found = _Cells()
    for instance in layout.instances:
        (found.masks if instance.place.form == "set" else found.tuples).append(instance.cell)
    found.marks.extend(range(layout.known, layout.known + layout.seats))
    for variable, first in layout.variables.items():
        if variable.owner in layout.kinds:
            if layout.is_masked(variable):
                found.marks.extend(range(first, first + layout.members(variable)))
            else:
                found.entries.append((first, layout.kinds[variable.owner], variable.type.kind == "component"))
            continue
        cells = range(first, first + layout.owners(variable) * layout.keys(variable.type))
        element = variable.type.of or variable.type
        if element.kind == "component":
            kind = variable.type.kind
            (found.masks if kind == "set" else found.tuples if kind == "list" else found.singles).extend(cells)
    found.masks.extend(found.marks)
    found.waiting = layout.waiting
    return found


class Worlds:
    """Makes states of one program that differ in what some seat cannot see."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._layout = program.layout
        self._frames = program.compiled.frames
        self._cells = _cells(program.layout)

    def permuted(self, state: State, to: Mapping[int, int]) -> State:
        """The state in which components have taken each other's part: places, knowledge, variables, pending effects.

        `to` permutes components of one kind; those that it does not name stay.
        """
        numbers = [*range(self._layout.components), -1]
        for x, y in to.items():
            numbers[x] = y
        return _Renaming(mask_of(to), numbers, self._frames).state(self._cells, state)

    def imagined(self, state: State, seat: int, dice: Dice) -> State:
        """A full state by lot that agrees with all that a seat knows; chance to come is by lot too.

        Faces that the seat may know stay where they are. All others are dealt anew among the places they lie in, those
        with equal backs among each other; who else has seen what lies at a place, and what marks it bears, is the same
        for whatever lies there.
        """
        hidden = self.hidden(state, seat)
        signs = _signs(self._cells, self._frames, state, hidden)
        numbers = [*range(self._layout.components), -1]
        moved = 0
        for back in (mask for kind in self._layout.kinds.values() for mask in self._layout.backs(kind)):
            there = hidden & back
            if there & (there - 1):
                slots = self._slots(state, there, signs)
                for x, y in zip(slots, _shuffled(sorted(slots), dice), strict=True):
                    numbers[x] = y
                moved |= there
        world = _Renaming(moved, numbers, self._frames).state(self._cells, state)
        world[RANDOM] = seeded(dice.below(1 << 64))
        return world

    def hidden(self, state: State, seat: int) -> int:
        """The components that a seat cannot tell apart; without those of which the program itself does not say what
        the effects under way hold of them."""
        everything = (1 << self._layout.components) - 1
        return everything & ~self._program.table.visible(state, seat) & ~_unclear(self._frames, state[FRAME])

    def _slots(self, state: State, there: int, signs: list[int]) -> list[int]:
        """Components in the order of the spots they lie in; in a set in the order of what is known of them."""
        found: list[int] = []
        for instance in self._layout.instances:
            cell = state[instance.cell]
            if isinstance(cell, tuple):
                found += [x for x in cell if x >= 0 and there >> x & 1]
            elif cell & there:
                found += sorted(members(cell & there), key=lambda x: ([sign >> x & 1 for sign in signs], x))
        return found


def _shuffled(items: list[int], dice: Dice) -> list[int]:
    below = dice.below
    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


class _Renaming:
    """Writes other components for some; `numbers` holds the new number of each, with -1 at its end for nothing."""

    def __init__(self, moved: int, numbers: list[int], frames: list[tuple[int, ...]]) -> None:
        self._moved, self._numbers, self._frames = moved, numbers, frames

    def state(self, cells: _Cells, state: State) -> State:
        """A state renamed throughout, with a frame of its own, as a program may remember the options of a frame."""
        new = state[:]
        for cell in cells.masks:
            if new[cell] & self._moved:
                new[cell] = self._mask(new[cell])
        numbers = self._numbers
        for cell in cells.tuples:
            new[cell] = tuple([numbers[x] for x in new[cell]])
        for cell in cells.singles:
            new[cell] = numbers[new[cell]]
        for cell, kind, components in cells.entries:
            new[cell] = self._entries(new[cell], kind, components)
        if cells.waiting is not None and new[cells.waiting] is not None:
            new[cells.waiting] = self._local(WAITING, new[cells.waiting])
        new[FRAME] = self._frame(state[FRAME])
        return new

    def _mask(self, mask: int) -> int:
        numbers, found = self._numbers, mask & ~self._moved
        for x in members(mask & self._moved):
            found |= 1 << numbers[x]
        return found

    def _entries(self, values: tuple[int, ...], kind: Kind, components: bool) -> tuple[int, ...]:
        new = list(values)
        for x in members(self._moved & kind.mask):
            new[self._numbers[x] - kind.first] = values[x - kind.first]
        return tuple(self._numbers[x] for x in new) if components else tuple(new)

    def _frame(self, frame: Any) -> Any:
        if frame is None:
            return None
        found = [self._local(role, value) for role, value in zip(self._frames[frame[0]], frame[2:], strict=True)]
        return (frame[0], self._frame(frame[1]), *found)

    def _local(self, role: int, value: Any) -> Any:
        if role == ONE:
            return self._numbers[value]
        if role == SET:
            return self._mask(value)
        if role == LIST:
            return tuple(self._numbers[x] for x in value)
        if role == WAITING:
            # An ability waits with its number, its owner, and the components that it is about.
            return tuple((*waiting[:2], *(self._numbers[x] for x in waiting[2:])) for waiting in value)
        return value


def _locals(frames: list[tuple[int, ...]], frame: Any) -> Iterator[tuple[int, Any]]:
    """The locals of a frame and of those around it, with their roles."""
    while frame is not None:
        yield from zip(frames[frame[0]], frame[2:], strict=True)
        frame = frame[1]


def _signs(cells: _Cells, frames: list[tuple[int, ...]], state: State, hidden: int) -> list[int]:
    """Sets of components that tell unseen ones in one place apart without showing a face."""
    found: list[int] = [state[cell] for cell in cells.marks]
    found += [1 << state[cell] for cell in cells.singles if state[cell] >= 0]
    for cell, kind, _ in cells.entries:
        by_value: dict[int, int] = {}
        for x, value in enumerate(state[cell], kind.first):
            by_value[value] = by_value.get(value, 0) | 1 << x
        found += [by_value[value] for value in sorted(by_value)]
    waiting = state[cells.waiting] if cells.waiting is not None else None
    found += [1 << x for one in waiting or () for x in one[2:] if x >= 0]
    for role, value in _locals(frames, state[FRAME]):
        if role == ONE and value >= 0:
            found.append(1 << value)
        elif role == SET:
            found.append(value)
        elif role in (LIST, WAITING):
            found += [1 << x for x in (value if role == LIST else [x for one in value for x in one[2:]]) if x >= 0]
    return [mask for mask in found if mask & hidden]


def _unclear(frames: list[tuple[int, ...]], frame: Any) -> int:
    """Every component that a local may stand for of which the program does not say what it is."""
    found = 0
    for role, value in _locals(frames, frame):
        if role == UNCLEAR:
            for number in value if isinstance(value, tuple) else (value,):
                if isinstance(number, int) and number >= 0:
                    found |= number | (1 << number if number < _MOST_COMPONENTS else 0)
    return found
