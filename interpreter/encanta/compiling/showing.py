"""What components show where they lie: which parts are active, what symbols add up to, who copies whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.checking.environment import FOE, READER
from encanta.compiling.emit import Function, Text

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas
    from encanta.compiling.statics import Statics

Part = tuple[str, str]
"""A part of a kind of component: both by name."""


@dataclass(frozen=True, slots=True, eq=False)
class _Copy:
    """Rows that copy what others show, with the names of the functions that say who does and whom."""

    copying: m.Copying
    component: str
    mask: int
    target: str


@dataclass(slots=True)
class _Pending:
    """What is still to be written: functions of properties, places where parts are active, targets of copies."""

    properties: dict[m.Property, str] = field(default_factory=dict)
    written: dict[str, Function] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)


class Showing:
    """Writes what reads parts and symbols."""

    def __init__(self, formulas: Formulas, statics: Statics, text: Text) -> None:
        self.formulas = formulas
        self.layout = formulas.layout
        self.model = formulas.model
        self.statics = statics
        self.text = text
        self._pending = _Pending()
        self._active: list[frozenset[Part]] = [frozenset()]
        self._places: dict[int, tuple[int, int, int]] = {}
        self._number_places()
        self._copies = list(self._find_copies())
        self._all = self._number_of(
            frozenset((c.name, part) for c in self.model.components.values() for part in c.parts)
        )
        for copy in self._copies:
            if copy.copying.part is not None:
                self._number(copy.copying.target.type.name or "", (copy.copying.part,))

    # ---------------------------------------------------------------------------------------- entrance

    def shows(self, node: m.Shows) -> str:
        """A mask of the components that show a part."""
        rows = self.layout.rows_mask(node.component, node.rows)
        you = "-1" if node.you is None else self.formulas.code(node.you)
        held = self._held_at(node.spots, node.you)
        own = f"({held} & {rows})"
        copies = [c for c in self._copies if self._may_copy(c, node)]
        if node.part is None or not copies:
            return own
        return f"copied(s, {own}, {rows}, {you}, {self._copy_table(node, copies)})"

    def held(self, node: m.Shows, you: m.Expr) -> str:
        """A mask of everything that lies where a part is active for a player, whatever its row."""
        return self._held_at(node.spots, you)

    def copies_of(self, node: m.Shows) -> str | None:
        """The table of those who may copy a part for others; None if nobody does."""
        copies = [c for c in self._copies if self._may_copy(c, node)]
        return self._copy_table(node, copies) if node.part is not None and copies else None

    def keep_table(self, name: str, text: str) -> str:
        """A table of functions, which are written before it."""
        self._pending.tables[name] = text
        return name

    def shown(self, node: m.Shown) -> str:
        """A number that a component shows."""
        f = self.formulas
        prop = node.property
        of = f.code(node.of)
        if not prop.symbol and not self._is_read(prop):
            return f"{f.constants.keep([*self.layout.property_table(prop), m.NOTHING], 'T')}[{of}]"
        reader = "-1" if node.reader is None else f.code(node.reader)
        if node.reader is None or f.nullable(node.reader):
            f.nullable_locals.add(READER)
        foe = "-1" if node.foe is None else f.code(node.foe)
        name = self._function_of(prop)
        if node.everything and prop.symbol:
            return f"{name}k(s, {of}, {reader}, {foe}, {self._all}, -1)"
        return f"{name}(s, {of}, {reader}, {foe})"

    def write(self) -> None:
        """Writes the functions of everything that was asked for; writing one may ask for more."""
        while True:
            todo = [p for p, name in self._pending.properties.items() if name not in self._pending.written]
            if not todo:
                return
            for prop in todo:
                self._write_property(prop, self._pending.properties[prop])

    def restart(self) -> None:
        """Forgets what is written of numbers, since it has to be written anew."""
        names = tuple(self._pending.properties.values())
        for name in [n for n in self._pending.written if n.startswith(names)] if names else ():
            del self._pending.written[name]

    def finish(self) -> list[str]:
        """Puts all functions into the program; gives the lines of the tables that name them."""
        for function in self._pending.written.values():
            self.text.add(function)
        return [f"{name} = {table}" for name, table in self._pending.tables.items()]

    # ---------------------------------------------------------------------------------- where parts are

    def _number_places(self) -> None:
        """Gives every place the numbers of the sets of parts that are active on top of it and below, and its owner."""
        for instance in self.layout.instances:
            place = instance.place
            if not place.active:
                continue
            everywhere = place.active.get("all", ())
            top = self._number(place.component, (*everywhere, *place.active.get("top", ())))
            below = self._number(place.component, (*everywhere, *place.active.get("covered", ())))
            owner = instance.owner if place.each == "player" else -1
            self._places[instance.cell] = (top, below, owner)

    def _number(self, component: str, parts: tuple[str, ...]) -> int:
        return self._number_of(frozenset((component, part) for part in parts))

    def _number_of(self, parts: frozenset[Part]) -> int:
        if parts not in self._active:
            self._active.append(parts)
        return self._active.index(parts)

    def _sets_with(self, component: str, part: str) -> tuple[int, ...]:
        return tuple(i for i, parts in enumerate(self._active) if (component, part) in parts)

    def _held_at(self, spots: tuple[m.Spot, ...], you: m.Expr | None) -> str:
        """A mask of everything that lies at some spots: those of `you`, or of anybody, and those of the game."""
        each = {s.place.each for s in spots}
        key = ("spots", you is None, tuple((s.place.name, s.which) for s in spots))
        name = f"lies_{self.formulas.constants.name(key)}"
        if name not in self._pending.written:
            function = Function(name, ["s", "y"])
            self._write_spots(function, spots, you is None or not each & {"player", "side"})
            self._pending.written[name] = function
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

    def _find_copies(self) -> Iterator[_Copy]:
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
                        yield _Copy(copying, component.name, mask, f"whom_{number}")
                        number += 1

    def _may_copy(self, copy: _Copy, node: m.Shows) -> bool:
        if copy.copying.target.type.name != node.component:
            return False
        return copy.copying.part is None or copy.copying.part == node.part

    def _copy_table(self, node: m.Shows, copies: list[_Copy]) -> str:
        """The name of a table of copies: who copies actively, which rows they are, whom, and if a part in any place."""
        entries = []
        for copy in copies:
            spots = self._spots(copy)
            holder = f"{self._holder(spots)}"
            entries.append(f"({holder}, {copy.mask}, {self._target(copy)}, {int(copy.copying.part is not None)})")
        name = f"CT{self.formulas.constants.name(('copies', tuple(c.target for c in copies)))}"
        self._pending.tables[name] = f"({', '.join(entries)},)"
        return name

    def _holder(self, spots: tuple[m.Spot, ...]) -> str:
        """The pair of functions for the spots of somebody and of anybody."""
        local = m.Local(m.PLAYER, self.model.root.span, "you")
        one = self._held_at(spots, local).partition("(")[0]
        anybody = self._held_at(spots, None).partition("(")[0]
        return f"{one}, {anybody}"

    def _spots(self, copy: _Copy) -> tuple[m.Spot, ...]:
        part = copy.copying.shown_in
        found = []
        for place in self.model.places.values():
            if place.component == copy.component:
                found += [m.Spot(place, w) for w, parts in place.active.items() if part is None or part in parts]
        return tuple(found)

    def _target(self, copy: _Copy) -> str:
        """The name of the function that says whom a component copies for a reader, or nothing."""
        if copy.target not in self._pending.written:
            f = self.formulas
            function = Function(copy.target, ["s", f.names.of("this"), f.names.of(READER)])
            function.span = copy.copying.span
            self._pending.written[copy.target] = function
            if copy.copying.condition is not None:
                against = m.Const(m.INTEGER, copy.copying.span, m.NOTHING)
                test = f.prepared(_against_nobody(copy.copying.condition, against))
                function.line(f"if not {f.code(test)}: return -1")
            against = m.Const(m.INTEGER, copy.copying.span, m.NOTHING)
            function.line(f"return {f.code(f.prepared(_against_nobody(copy.copying.target, against)))}")
        return copy.target

    # ------------------------------------------------------------------------------------------ numbers

    def _is_read(self, prop: m.Property) -> bool:
        """Whether what is printed of a property depends on anything."""
        rows = self.model.components[prop.component].rows
        return self.formulas.is_changed(prop) or any(row.printed.get(prop.name) for row in rows)

    def _function_of(self, prop: m.Property) -> str:
        return self._pending.properties.setdefault(prop, f"shown_{self.formulas.constants.name(('shown', id(prop)))}_")

    def _write_property(self, prop: m.Property, name: str) -> None:
        f = self.formulas
        it, reader, foe = (f.names.of(n) for n in ("it", READER, FOE))
        function = Function(name, ["s", it, reader, foe, *(["seen=0"] if prop.symbol else [])])
        self._pending.written[name] = function
        if prop.symbol:
            self._write_where(function, it, reader)
            inner = Function(f"{name}k", ["s", it, reader, foe, "_k", "seen"])
            self._pending.written[inner.name] = inner
            # What is printed is printed once: where nothing more may be copied, all bits are set.
            inner.line(f"if {it} < 0 or seen >= 0 and seen >> {it} & 1: return 0")
            self._write_constants(inner, prop, it)
            self._write_formulas(inner, prop, it, reader, foe)
            self._write_copied(inner, prop, name, it, reader, foe)
            inner.line("return _v")
            function.line(f"_v = {inner.name}(s, {it}, {reader}, {foe}, _k, seen)")
        else:
            table = f.constants.keep([*self.layout.property_table(prop), m.NOTHING], "T")
            function.line(f"_v = {table}[{it}]")
            self._write_formulas(function, prop, it, reader, foe)
        self.statics.write_changes(function, prop)
        function.line("return _v")

    def _write_where(self, function: Function, it: str, reader: str) -> None:
        """Which parts are active where a component lies, and whose they are."""
        self._pending.tables["SHOWN"] = repr(self._places)
        function.line(f"if {it} < 0: return 0")
        function.line(f"_p = where(s, {it})")
        function.line("_a = SHOWN.get(_p)")
        function.line("_k = 0")
        function.line("if _a is not None:")
        function.line(f"    _k = _a[0] if _a[0] == _a[1] or s[_p][0] == {it} else _a[1]")
        function.line(f"    if _a[2] >= 0: {reader} = _a[2]")

    def _write_constants(self, function: Function, prop: m.Property, it: str) -> None:
        """What is printed as a plain number, added up for each set of parts before play."""
        width = self.layout.components
        table = [self._constant(prop, c, parts) for parts in self._active for c in range(width)]
        if any(table):
            function.line(f"_v = {self.formulas.constants.keep(table, 'T')}[_k * {width} + {it}]")
        else:
            function.line("_v = 0")

    def _constant(self, prop: m.Property, component: int, parts: frozenset[Part]) -> int:
        row = self.layout.rows[self.layout.row_of[component]]
        kind = next(k.component.name for k in self.layout.kinds.values() if k.first <= component < k.last)
        if kind != prop.component:
            return 0
        found = 0
        for printed in row.printed.get(prop.name, ()):
            amount = self._fixed(printed)
            if amount is not None and (printed.part is None or (kind, printed.part) in parts):
                found += amount
        return found

    def _fixed(self, printed: m.Printed) -> int | None:
        """The amount of something printed if it is the same in every game."""
        if printed.condition is not None:
            return None
        amount = self.formulas.prepared(printed.amount)
        return amount.value if isinstance(amount, m.Const) else None

    def _write_formulas(self, function: Function, prop: m.Property, it: str, reader: str, foe: str) -> None:
        """What depends on something: a function for each row that prints such."""
        cases: dict[int, str] = {}
        kind = self.layout.kinds[prop.component]
        written: dict[int, str] = {}
        for row, mask in zip(self.layout.rows, self.layout.row_masks, strict=True):
            printed = [p for p in row.printed.get(prop.name, ()) if not prop.symbol or self._fixed(p) is None]
            if not printed or not mask & kind.mask:
                continue
            key = id(row.printed[prop.name])
            if key not in written:
                written[key] = f"{function.name}_{len(written)}"
                self._write_row(written[key], prop, printed)
            cases |= {c: written[key] for c in range(kind.first, kind.last) if mask >> c & 1}
        if not cases:
            return
        table = f"D{function.name}"
        self._pending.tables[table] = f"{{{', '.join(f'{c}: {name}' for c, name in cases.items())}}}"
        function.line(f"_f = {table}.get({it})")
        sign, k = ("+=", ", _k") if prop.symbol else ("=", ", 0")
        function.line(f"if _f is not None: _v {sign} _f(s, {it}, {reader}, {foe}{k})")

    def _write_row(self, name: str, prop: m.Property, printed: list[m.Printed]) -> None:
        f = self.formulas
        function = Function(name, ["s", *(f.names.of(n) for n in ("this", READER, FOE)), "_k"])
        self._pending.written[name] = function
        function.line("_v = 0")
        for one in printed:
            function.span = one.span
            tests = []
            if one.part is not None:
                tests.append(f"_k in {self._sets_with(prop.component, one.part)}")
            if one.condition is not None:
                tests.append(f.code(f.prepared(one.condition)))
            test = f"if {' and '.join(tests)}: " if tests else ""
            function.line(f"{test}_v += {f.code(f.prepared(one.amount))}")
        function.line("return _v")

    def _write_copied(self, function: Function, prop: m.Property, name: str, it: str, reader: str, foe: str) -> None:
        """What is shown of others; a component that is reached again in a circle shows nothing more."""
        for copy in self._copies:
            copying = copy.copying
            if copying.target.type.name != prop.component:
                continue
            tests = [f"{copy.mask} >> {it} & 1", "seen >= 0"]
            if copying.shown_in is not None:
                tests.append(f"_k in {self._sets_with(copy.component, copying.shown_in)}")
            function.line(f"if {' and '.join(tests)}:")
            function.line(f"    _t = {self._target(copy)}(s, {it}, {reader})")
            if copying.part is None:
                function.line(f"    _v += {name}(s, _t, {reader}, {foe}, seen | 1 << {it})")
            else:
                parts = self._number(prop.component, (copying.part,))
                function.line(f"    _v += {name}k(s, _t, {reader}, {foe}, {parts}, seen | 1 << {it})")


def _held(spot: m.Spot, cell: str) -> str:
    """What lies at a spot, as a mask."""
    if spot.place.form == "set":
        return cell
    if spot.which == "all":
        return f"mask_of(filled({cell}))" if spot.place.form == "row" else f"mask_of({cell})"
    return f"one(first_in({cell}))" if spot.which == "top" else f"mask_of({cell}[1:])"


def _against_nobody(node: m.Expr, nobody: m.Expr) -> m.Expr:
    from encanta.compiling.trees import substituted

    return substituted(node, {FOE: nobody})
