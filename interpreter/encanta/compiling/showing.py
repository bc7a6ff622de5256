"""What components show where they lie: which parts are active, and who copies whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.checking.environment import FOE, READER
from encanta.compiling.emit import Function, Text
from encanta.compiling.trees import substituted

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas

Part = tuple[str, str]
"""A part of a kind of component: both by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Copy:
    """Rows that copy what others show, with the names of the functions that say who does and whom."""

    copying: m.Copying
    component: str
    mask: int
    target: str


class Showing:
    """Writes what reads parts."""

    def __init__(self, formulas: Formulas, text: Text) -> None:
        self.formulas = formulas
        self.layout = formulas.layout
        self.model = formulas.model
        self.text = text
        self.written: dict[str, Function] = {}
        self.tables: dict[str, str] = {}
        self.active: list[frozenset[Part]] = [frozenset()]
        self.places: dict[int, tuple[int, int, int]] = {}
        self._number_places()
        self.copies = list(self._find_copies())
        self.all_parts = self._number_of(
            frozenset((c.name, part) for c in self.model.components.values() for part in c.parts)
        )
        for copy in self.copies:
            if copy.copying.part is not None:
                self.number(copy.copying.target.type.name or "", (copy.copying.part,))

    # ---------------------------------------------------------------------------------------- entrance

    def shows(self, node: m.Shows) -> str:
        """A mask of the components that show a part."""
        rows = self.layout.rows_mask(node.component, node.rows)
        you = "-1" if node.you is None else self.formulas.code(node.you)
        held = self._held_at(node.spots, node.you)
        own = f"({held} & {rows})"
        copies = [c for c in self.copies if self._may_copy(c, node)]
        if node.part is None or not copies:
            return own
        return f"copied(s, {own}, {rows}, {you}, {self._copy_table(node, copies)})"

    def held(self, node: m.Shows, you: m.Expr) -> str:
        """A mask of everything that lies where a part is active for a player, whatever its row."""
        return self._held_at(node.spots, you)

    def copies_of(self, node: m.Shows) -> str | None:
        """The table of those who may copy a part for others; None if nobody does."""
        copies = [c for c in self.copies if self._may_copy(c, node)]
        return self._copy_table(node, copies) if node.part is not None and copies else None

    def keep_table(self, name: str, text: str) -> str:
        """A table of functions, which are written before it."""
        self.tables[name] = text
        return name

    def finish(self) -> list[str]:
        """Puts all functions into the program; gives the lines of the tables that name them."""
        for function in self.written.values():
            self.text.add(function)
        return [f"{name} = {table}" for name, table in self.tables.items()]

    # ---------------------------------------------------------------------------------- where parts are

    def _number_places(self) -> None:
        """Gives every place the numbers of the sets of parts that are active on top of it and below, and its owner."""
        for instance in self.layout.instances:
            place = instance.place
            if not place.active:
                continue
            everywhere = place.active.get("all", ())
            top = self.number(place.component, (*everywhere, *place.active.get("top", ())))
            below = self.number(place.component, (*everywhere, *place.active.get("covered", ())))
            owner = instance.owner if place.each == "player" else -1
            self.places[instance.cell] = (top, below, owner)

    def number(self, component: str, parts: tuple[str, ...]) -> int:
        return self._number_of(frozenset((component, part) for part in parts))

    def _number_of(self, parts: frozenset[Part]) -> int:
        if parts not in self.active:
            self.active.append(parts)
        return self.active.index(parts)

    def sets_with(self, component: str, part: str) -> tuple[int, ...]:
        return tuple(i for i, parts in enumerate(self.active) if (component, part) in parts)

    def _held_at(self, spots: tuple[m.Spot, ...], you: m.Expr | None) -> str:
        """A mask of everything that lies at some spots: those of `you`, or of anybody, and those of the game."""
        each = {s.place.each for s in spots}
        key = ("spots", you is None, tuple((s.place.name, s.which) for s in spots))
        name = f"lies_{self.formulas.constants.name(key)}"
        if name not in self.written:
            function = Function(name, ["s", "y"])
            self._write_spots(function, spots, you is None or not each & {"player", "side"})
            self.written[name] = function
        return f"{name}(s, {'-1' if you is None else self.formulas.code(you)})"

    def _write_spots(self, function: Function, spots: tuple[m.Spot, ...], anybody: bool) -> None:
        common: list[str] = []
        own: list[str] = []
        for spot in spots:
            instances = self.layout.by_place[spot.place]
            if spot.place.each in ("player", "side") and not anybody:
                own.append(_held(spot, f"s[{instances[0].cell} + y]"))
            else:
                common += [_held(spot, f"s[{instance.cell}]") for instance in instances]
        if own:
            function.line(f"if y < 0: return {' | '.join(common) or '0'}")
        function.line(f"return {' | '.join((*own, *common)) or '0'}")

    # ------------------------------------------------------------------------------------------- copies

    def _find_copies(self) -> Iterator[Copy]:
        number = 0
        for component in self.model.components.values():
            seen: set[int] = set()
            for row in component.rows:
                if id(row.copying) in seen:
                    continue
                seen.add(id(row.copying))
                for copying in row.copying:
                    mask = self.layout.rows_mask(component.name, frozenset((row.name,)))
                    if mask:
                        yield Copy(copying, component.name, mask, f"whom_{number}")
                        number += 1

    def _may_copy(self, copy: Copy, node: m.Shows) -> bool:
        if copy.copying.target.type.name != node.component:
            return False
        return copy.copying.part is None or copy.copying.part == node.part

    def _copy_table(self, node: m.Shows, copies: list[Copy]) -> str:
        """The name of a table of copies: who copies actively, which rows they are, whom, and if a part in any place."""
        entries = []
        for copy in copies:
            spots = self._spots(copy)
            holder = f"{self._holder(spots)}"
            entries.append(f"({holder}, {copy.mask}, {self.target(copy)}, {int(copy.copying.part is not None)})")
        name = f"CT{self.formulas.constants.name(('copies', tuple(c.target for c in copies)))}"
        self.tables[name] = f"({', '.join(entries)},)"
        return name

    def _holder(self, spots: tuple[m.Spot, ...]) -> str:
        """The pair of functions for the spots of somebody and of anybody."""
        local = m.Local(m.PLAYER, self.model.root.span, "you")
        one = self._held_at(spots, local).partition("(")[0]
        anybody = self._held_at(spots, None).partition("(")[0]
        return f"{one}, {anybody}"

    def _spots(self, copy: Copy) -> tuple[m.Spot, ...]:
        part = copy.copying.shown_in
        found = []
        for place in self.model.places.values():
            if place.component == copy.component:
                found += [m.Spot(place, w) for w, parts in place.active.items() if part is None or part in parts]
        return tuple(found)

    def target(self, copy: Copy) -> str:
        """The name of the function that says whom a component copies for a reader, or nothing."""
        if copy.target not in self.written:
            f = self.formulas
            function = Function(copy.target, ["s", f.names.of("this"), f.names.of(READER)])
            function.span = copy.copying.span
            self.written[copy.target] = function
            if copy.copying.condition is not None:
                against = m.Const(m.INTEGER, copy.copying.span, m.NOTHING)
                test = f.prepared(against_nobody(copy.copying.condition, against))
                function.line(f"if not {f.code(test)}: return -1")
            against = m.Const(m.INTEGER, copy.copying.span, m.NOTHING)
            function.line(f"return {f.code(f.prepared(against_nobody(copy.copying.target, against)))}")
        return copy.target


def _held(spot: m.Spot, cell: str) -> str:
    """What lies at a spot, as a mask."""
    if spot.place.form == "set":
        return cell
    if spot.place.form == "spot":
        return _first(cell)
    if spot.which == "all":
        return f"mask_of(filled({cell}))" if spot.place.form == "row" else f"mask_of({cell})"
    return f"mask_of({cell}[1:])" if spot.which == "covered" else _first(cell)


def _first(cell: str) -> str:
    """The first of a tuple as a mask, without a call: this is asked again and again."""
    return f"(1 << _t[0] if (_t := {cell}) else 0)"


def against_nobody(node: m.Expr, nobody: m.Expr) -> m.Expr:
    return substituted(node, {FOE: nobody})
