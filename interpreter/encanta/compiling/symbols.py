"""Numbers that components show their readers: printed formulas, and what the active parts add up to of a symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.checking.environment import FOE, READER
from encanta.compiling.emit import Function
from encanta.compiling.showing import Part, Showing
from encanta.compiling.trees import free_locals

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas
    from encanta.compiling.statics import Statics


class Symbols:
    """Writes what reads such numbers; `parts` knows which parts are active where."""

    def __init__(self, formulas: Formulas, statics: Statics, parts: Showing) -> None:
        self.formulas = formulas
        self.layout = formulas.layout
        self.model = formulas.model
        self.statics = statics
        self.parts = parts
        self._names: dict[m.Property, str] = {}

    def shown(self, node: m.Shown) -> str:
        """A number that a component shows."""
        f = self.formulas
        prop = node.property
        of = f.code(node.of)
        if not prop.symbol and not self._is_read(prop):
            return f"{f.constants.keep([*self.layout.property_table(prop), m.NOTHING], 'T')}[{of}]"
        reader = "-1" if node.reader is None else f.code(node.reader)
        self._note_reader(node)
        foe = "-1" if node.foe is None else f.code(node.foe)
        name = self._function_of(prop)
        if node.everything and prop.symbol:
            return f"{name}k(s, {of}, {reader}, {foe}, {self.parts.all_parts}, -1)"
        return f"{name}(s, {of}, {reader}, {foe})"

    def summed(self, values: m.Expr) -> str | None:
        """What a symbol adds up to over all that lies in some places, place by place; None for anything else."""
        if not (isinstance(values, m.Map) and isinstance(values.body, m.Shown)):
            return None
        shown, places = values.body, _whole_places(values.set)
        if places is None or shown.everything or not shown.property.symbol or self.formulas.is_changed(shown.property):
            return None
        if not (isinstance(shown.of, m.Local) and shown.of.name == values.local):
            return None
        f = self.formulas
        others = [e for e in (shown.reader, shown.foe) if e is not None]
        if any(values.local in free_locals(e) for e in others) or any(f.nullable(p) for p in places):
            return None
        self._note_reader(shown)
        name = self._function_of(shown.property)
        reader, foe = ("-1" if e is None else f.code(e) for e in (shown.reader, shown.foe))
        return "(" + " + ".join(f"{name}at(s, {f.place(p)}, {reader}, {foe})" for p in places) + ")"

    def write(self) -> None:
        """Writes the functions of everything that was asked for; writing one may ask for more."""
        while True:
            todo = [p for p, name in self._names.items() if name not in self.parts.written]
            if not todo:
                return
            for prop in todo:
                self._write_property(prop, self._names[prop])

    def _note_reader(self, node: m.Shown) -> None:
        """Keeps in mind where nobody may be reading what is printed."""
        if node.reader is None or self.formulas.nullable(node.reader):
            self.formulas.nullable_locals.add(READER)

    def restart(self) -> None:
        """Forgets what is written of numbers, since it has to be written anew."""
        names = tuple(self._names.values())
        for name in [n for n in self.parts.written if n.startswith(names)] if names else ():
            del self.parts.written[name]

    def _is_read(self, prop: m.Property) -> bool:
        """Whether what is printed of a property depends on anything."""
        rows = self.model.components[prop.component].rows
        return self.formulas.is_changed(prop) or any(row.printed.get(prop.name) for row in rows)

    def _function_of(self, prop: m.Property) -> str:
        return self._names.setdefault(prop, f"shown_{self.formulas.constants.name(('shown', id(prop)))}_")

    def _write_property(self, prop: m.Property, name: str) -> None:
        f = self.formulas
        it, reader, foe = (f.names.of(n) for n in ("it", READER, FOE))
        function = Function(name, ["s", it, reader, foe, *(["seen=0"] if prop.symbol else [])])
        self.parts.written[name] = function
        if prop.symbol:
            self._write_where(function, it, reader)
            inner = Function(f"{name}k", ["s", it, reader, foe, "_k", "seen"])
            self.parts.written[inner.name] = inner
            # What is printed is printed once: where nothing more may be copied, all bits are set.
            inner.line(f"if {it} < 0 or seen >= 0 and seen >> {it} & 1: return 0")
            self._write_constants(inner, prop, it)
            self._write_formulas(inner, prop, it, reader, foe)
            self._write_copied(inner, prop, name, it, reader, foe)
            inner.line("return _v")
            function.line(f"_v = {inner.name}(s, {it}, {reader}, {foe}, _k, seen)")
            self._write_sum(name, reader, foe)
        else:
            table = f.constants.keep([*self.layout.property_table(prop), m.NOTHING], "T")
            function.line(f"_v = {table}[{it}]")
            self._write_formulas(function, prop, it, reader, foe)
        self.statics.write_changes(function, prop)
        function.line("return _v")

    def _write_where(self, function: Function, it: str, reader: str) -> None:
        """Which parts are active where a component lies, and whose they are."""
        self.parts.tables["SHOWN"] = repr(self.parts.places)
        function.line(f"if {it} < 0: return 0")
        function.line(f"_p = where(s, {it})")
        function.line("_a = SHOWN.get(_p)")
        function.line("_k = 0")
        function.line("if _a is not None:")
        function.line(f"    _k = _a[0] if _a[0] == _a[1] or s[_p][0] == {it} else _a[1]")
        function.line(f"    if _a[2] >= 0: {reader} = _a[2]")

    def _write_sum(self, name: str, reader: str, foe: str) -> None:
        """What everything in a place shows together: what lies on top, then what lies below."""
        function = Function(f"{name}at", ["s", "_p", reader, foe])
        self.parts.written[function.name] = function
        function.line("_a = SHOWN.get(_p)")
        function.line("if _a is None: return 0")
        function.line("_k, _below, _o = _a")
        function.line(f"if _o >= 0: {reader} = _o")
        function.line("_v = 0")
        function.line("for _x in listed(s, _p):")
        function.line(f"    _v += {name}k(s, _x, {reader}, {foe}, _k, 0)")
        function.line("    _k = _below")
        function.line("return _v")

    def _write_constants(self, function: Function, prop: m.Property, it: str) -> None:
        """What is printed as a plain number, added up for each set of parts before play."""
        width = self.layout.components
        table = [n for parts in self.parts.active for n in self._constants(prop, parts)]
        if any(table):
            function.line(f"_v = {self.formulas.constants.keep(table, 'T')}[_k * {width} + {it}]")
        else:
            function.line("_v = 0")

    def _constants(self, prop: m.Property, parts: frozenset[Part]) -> list[int]:
        """What each component shows with these parts active."""
        found = [0] * self.layout.components
        kind = self.layout.kinds[prop.component]
        for row, mask in zip(self.layout.rows, self.layout.row_masks, strict=True):
            shown = 0
            for printed in row.printed.get(prop.name, ()) if mask & kind.mask else ():
                amount = self._fixed(printed)
                if amount is not None and (printed.part is None or (prop.component, printed.part) in parts):
                    shown += amount
            if shown:
                found[mask.bit_length() - mask.bit_count() : mask.bit_length()] = [shown] * mask.bit_count()
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
        self.parts.tables[table] = f"{{{', '.join(f'{c}: {name}' for c, name in cases.items())}}}"
        function.line(f"_f = {table}.get({it})")
        sign, k = ("+=", ", _k") if prop.symbol else ("=", ", 0")
        function.line(f"if _f is not None: _v {sign} _f(s, {it}, {reader}, {foe}{k})")

    def _write_row(self, name: str, prop: m.Property, printed: list[m.Printed]) -> None:
        f = self.formulas
        function = Function(name, ["s", *(f.names.of(n) for n in ("this", READER, FOE)), "_k"])
        self.parts.written[name] = function
        function.line("_v = 0")
        for one in printed:
            function.span = one.span
            tests = []
            if one.part is not None:
                tests.append(f"_k in {self.parts.sets_with(prop.component, one.part)}")
            if one.condition is not None:
                tests.append(f.code(f.prepared(one.condition)))
            test = f"if {' and '.join(tests)}: " if tests else ""
            function.line(f"{test}_v += {f.code(f.prepared(one.amount))}")
        function.line("return _v")

    def _write_copied(self, function: Function, prop: m.Property, name: str, it: str, reader: str, foe: str) -> None:
        """What is shown of others; a component that is reached again in a circle shows nothing more."""
        for copy in self.parts.copies:
            copying = copy.copying
            if copying.target.type.name != prop.component:
                continue
            tests = [f"{copy.mask} >> {it} & 1", "seen >= 0"]
            if copying.shown_in is not None:
                tests.append(f"_k in {self.parts.sets_with(copy.component, copying.shown_in)}")
            function.line(f"if {' and '.join(tests)}:")
            function.line(f"    _t = {self.parts.target(copy)}(s, {it}, {reader})")
            if copying.part is None:
                function.line(f"    _v += {name}(s, _t, {reader}, {foe}, seen | 1 << {it})")
            else:
                parts = self.parts.number(prop.component, (copying.part,))
                function.line(f"    _v += {name}k(s, _t, {reader}, {foe}, {parts}, seen | 1 << {it})")


def _whole_places(node: m.Expr) -> list[m.PlaceOf] | None:
    """The places of which a set is all that lies there, each once; None if it is anything else."""
    if isinstance(node, m.Contents) and isinstance(node.place, m.PlaceOf):
        return [node.place]
    if not isinstance(node, m.Union):
        return None
    left, right = _whole_places(node.left), _whole_places(node.right)
    if left is None or right is None or {p.place for p in left} & {p.place for p in right}:
        return None
    return [*left, *right]
