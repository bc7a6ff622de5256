"""Where everything lies: numbers for components, cells of the state for places, variables and counters."""

from __future__ import annotations

from dataclasses import dataclass, field

from encanta.checking import model as m
from encanta.checking.model import Place, Row, Type, Variable

FRAME, SEAT, RANDOM, RESULT, CURRENT, QUIET, FIRST_CELL = range(7)
"""Fixed cells: pending frame, seat asked (-1: none), randomness, outcome, whose turn it is, which seats pass unasked
where they have nothing to say (a mask); then the rulebook's."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One place of the table. `cell` is also its number as a value; `seers` is a mask of seats that see the faces.

    `holds`: how many fit into it (None: any number); `slots`: how many slots a row has, where it does not grow.
    """

    place: m.Place
    owner: int
    cell: int
    seers: int
    holds: int | None = None
    slots: int = 0


@dataclass(slots=True, eq=False)
class Kind:
    """The components of a kind: ids first..last-1, equal ones side by side."""

    component: m.Component
    first: int
    last: int
    row_of: list[int] = field(default_factory=list)

    @property
    def mask(self) -> int:
        return (1 << self.last) - (1 << self.first)


class Layout:
    """Numbers and cells for one model."""

    def __init__(self, model: m.Model) -> None:
        self.model = model
        self.size = FIRST_CELL
        self.seats = model.players
        self.side_of = [next(i for i, side in enumerate(model.sides) if p in side) for p in range(self.seats)]
        self.kinds: dict[str, Kind] = {}
        self.rows: list[m.Row] = []
        self.row_masks: list[int] = []
        self._tables: dict[m.Property, list[int]] = {}
        self._named: dict[str, dict[str, int]] = {}
        self._number_components()
        self.instances: list[Instance] = []
        self.by_place: dict[m.Place, list[Instance]] = {}
        for place in model.places.values():
            self._lay_place(place)
        self.known = self._cells(self.seats)
        self.variables: dict[m.Variable, int] = {}
        for variable in model.variables:
            self.variables[variable] = self._cells(self._width(variable))
        self.limits: dict[tuple[str, str], tuple[int, int]] = {}
        self.running: dict[str, int] = {}
        self.counters: dict[str, int] = {}
        self.windows = {window: self._cells(2) for window in model.windows}
        self.window_of = {_opening(window): window for window in model.windows if window.opens}
        self.abilities = [*model.abilities, *self.window_of]
        self.sheets = {sheet: self._cells(1) for sheet in model.sheets.values()}
        self.waiting: int | None = None
        """The cell of what waits until a cost is paid (None: nothing does), where costs are more than plain changes."""
        self.doing: int | None = None
        """The cell of what is being done (by number, 0: nothing), where an ability asks for it."""
        self.asked: set[str] = set()
        """The names of what abilities ask for."""
        self.busy: dict[m.Ability, int] = {}
        """The cells of abilities that stand in for the whole of a body: for whom each is being carried out."""

    # ------------------------------------------------------------------------------------- components

    def _number_components(self) -> None:
        at = 0
        for component in self.model.components.values():
            kind = Kind(component, at, at)
            for row in component.rows:
                if row.copies > 0:
                    self.rows.append(row)
                    self.row_masks.append((1 << (at + row.copies)) - (1 << at))
                    kind.row_of.extend([len(self.rows) - 1] * row.copies)
                    at += row.copies
            kind.last = at
            self.kinds[component.name] = kind
        self.components = at
        self.row_of = [r for kind in self.kinds.values() for r in kind.row_of]

    def backs(self, kind: Kind) -> list[int]:
        """The components of a kind that look alike face down, as sets."""
        shown = [p.name for p in kind.component.properties.values() if p.on_back]
        if not shown:
            return [kind.mask]
        found: dict[tuple[int, ...], int] = {}
        for row, mask in zip(self.rows, self.row_masks, strict=True):
            if mask & kind.mask:
                key = tuple(row.values.get(name, m.NOTHING) for name in shown)
                found[key] = found.get(key, 0) | mask
        return list(found.values())

    def property_table(self, prop: m.Property) -> list[int]:
        """The printed value of a property for every component id; -1 (nothing) where it has none."""
        found = self._tables.get(prop)
        if found is None:
            kind = self.kinds[prop.component]
            found = [m.NOTHING] * self.components
            for c in range(kind.first, kind.last):
                found[c] = self.rows[self.row_of[c]].values.get(prop.name, m.NOTHING)
            self._tables[prop] = found
        return found

    def map_table(self, prop: m.Property) -> list[list[int]]:
        """For every component id the printed numbers of a property that has one for each member of an enumeration."""
        kind = self.kinds[prop.component]
        none = [m.NOTHING] * self.keys(prop.type)
        return [
            list(self.rows[self.row_of[c]].maps[prop.name]) if kind.first <= c < kind.last else none
            for c in range(self.components)
        ]

    def owners(self, variable: m.Variable) -> int:
        """How many have a variable of the game, of players or of sides."""
        return 1 if variable.owner is None else self._owners(variable.owner)

    def keys(self, type_: m.Type) -> int:
        """How many numbers something has that has one for each member of an enumeration; else 1."""
        return len(self.model.enums[type_.name or ""].members) if type_.kind == "map" else 1

    def rows_mask(self, component: str, names: frozenset[str]) -> int:
        """All components of the named rows."""
        if component not in self._named:
            kind, named = self.kinds[component], self._named.setdefault(component, {})
            for row, row_mask in zip(self.rows, self.row_masks, strict=True):
                named[row.name] = named.get(row.name, 0) | row_mask & kind.mask
        mask = 0
        for name in names:
            mask |= self._named[component].get(name, 0)
        return mask

    # ------------------------------------------------------------------------------------------- cells

    def _cells(self, count: int) -> int:
        first = self.size
        self.size += count
        return first

    def _lay_place(self, place: m.Place) -> None:
        found = []
        holds = self.capacity(place)
        slots = holds or 0 if place.slotted else 0
        for owner in range(self._owners(place.each)):
            owner_number = owner if place.each is not None else m.NOTHING
            found.append(Instance(place, owner_number, self._cells(1), self._seers(place, owner), holds, slots))
        self.by_place[place] = found
        self.instances.extend(found)

    def capacity(self, place: m.Place) -> int | None:
        """How many a place holds at most."""
        from encanta.compiling.fold import Folder

        if place.capacity is None:
            return None
        most = Folder(self).expr(place.capacity)
        return max(most.value, 0) if isinstance(most, m.Const) else None

    def _owners(self, each: str | None) -> int:
        if each is None:
            return 1
        if each == "player":
            return self.seats
        if each == "side":
            return len(self.model.sides)
        return len(self.model.enums[each].members)

    def _seers(self, place: m.Place, owner: int) -> int:
        if place.seen_by == "everyone":
            return (1 << self.seats) - 1
        if place.seen_by == "owner" and place.each == "player":
            return 1 << owner
        if place.seen_by == "owner" and place.each == "side":
            return sum(1 << p for p in self.model.sides[owner])
        return 0

    def _width(self, variable: m.Variable) -> int:
        owner = variable.owner
        if owner is None:
            return self.keys(variable.type)
        if owner in ("player", "side"):
            return self._owners(owner) * self.keys(variable.type)
        return self.members(variable) if self.is_masked(variable) else 1

    def is_masked(self, variable: m.Variable) -> bool:
        """Whether a component's variable is kept as one mask of components for each of its values."""
        return variable.type.kind in ("flag", "enum", "player", "side")

    def members(self, variable: m.Variable) -> int:
        """How many masks a masked variable of components has: one for each value but nothing; a flag has one."""
        kind = variable.type.kind
        if kind == "flag":
            return 1
        if kind == "enum":
            return len(self.model.enums[variable.type.name or ""].members)
        return self.seats if kind == "player" else len(self.model.sides)

    def domain(self, element: m.Type) -> int:
        """The mask of everything of a type of elements."""
        if element.kind == "player":
            return (1 << self.seats) - 1
        if element.kind == "side":
            return (1 << len(self.model.sides)) - 1
        if element.kind == "enum":
            return (1 << len(self.model.enums[element.name or ""].members)) - 1
        if element.kind == "component":
            return self.kinds[element.name or ""].mask
        return 0

    # ---------------------------------------------------------------------------------------- counters

    def limit_cell(self, limit: m.LimitOf, ability: str) -> int:
        """The mask of who used up a limit (first of `times` cells, one for each use)."""
        key = (limit.key or ability, limit.phase)
        if key not in self.limits:
            self.limits[key] = (self._cells(limit.times), limit.times)
        return self.limits[key][0]

    def running_cell(self, phase: str) -> int:
        """Counts the runs of a phase that are under way."""
        if phase not in self.running:
            self.running[phase] = self._cells(1)
        return self.running[phase]

    def waiting_cell(self) -> int:
        """The cell of the abilities that wait until a cost is paid."""
        if self.waiting is None:
            self.waiting = self._cells(1)
        return self.waiting

    def ask_for_doing(self, name: str) -> None:
        """Keeps in mind what is being done, since something asks whether it is `name`."""
        if self.doing is None:
            self.doing = self._cells(1)
        self.asked.add(name)

    def doing_number(self, body: m.Body) -> int | None:
        """The number of a body that counts as what is being done: an action, or what is asked for; None for others."""
        if self.doing is None or not (body.kind == "action" or body.name in self.asked):
            return None
        return list(self.model.bodies.values()).index(body) + 1

    def doing_numbers(self, name: str) -> list[int]:
        """The numbers of what has a name, or is of a kind of actions of that name."""
        found = (self.doing_number(b) for b in self.model.bodies.values() if name == b.name or name in b.kinds)
        return [number for number in found if number is not None]

    def busy_cell(self, ability: m.Ability) -> int:
        """The mask of those for whom an ability is being carried out."""
        if ability not in self.busy:
            self.busy[ability] = self._cells(1)
        return self.busy[ability]

    def counter_cell(self, name: str) -> int:
        """Counts the runs that bound the longest game."""
        if name not in self.counters:
            self.counters[name] = self._cells(1)
        return self.counters[name]


def _opening(window: m.Window) -> m.Ability:
    """What opens a window, as an ability of the game that does nothing else."""
    return m.Ability(
        name=window.name,
        owner=None,
        row=None,
        condition=None,
        triggers=window.opens,
        instead=None,
        optional=False,
        event_condition=window.condition,
        during=window.during,
        limit=None,
        stmts=(m.OpenWindow(window.span, window, None),),
        changes=(),
        places=(),
        about=window.about,
        span=window.span,
    )


__all__ = [
    "CURRENT",
    "FIRST_CELL",
    "FRAME",
    "QUIET",
    "RANDOM",
    "RESULT",
    "SEAT",
    "Instance",
    "Kind",
    "Layout",
    "Place",
    "Row",
    "Type",
    "Variable",
]
