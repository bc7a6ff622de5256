"""Statements that run through without stopping, and the watch kept around each change."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.answering import Answering
from encanta.compiling.capacity import is_bounded
from encanta.compiling.choosing import Choosing
from encanta.compiling.emit import Function
from encanta.compiling.formulas import Formulas
from encanta.compiling.listening import Listening
from encanta.compiling.sites import Sites
from encanta.compiling.suspending import ANSWERED, Suspending
from encanta.compiling.trees import locals_in, substituted, walk
from encanta.compiling.watch import Watch


class Plain:
    """Writes statements as ordinary Python."""

    def __init__(
        self, formulas: Formulas, choosing: Choosing, suspending: Suspending, watch: Watch, sites: Sites, traced: bool
    ) -> None:
        self.formulas = formulas
        self.layout = formulas.layout
        self.choosing = choosing
        self.suspending = suspending
        self.watch = watch
        self.sites = sites
        self.traced = traced
        self.direct = suspending.direct
        self.where = ""
        self.answering = Answering(self)
        self.listening = Listening(self, watch)
        self.waits = False
        self._origins: dict[str, m.PlaceOf] = {}
        self._fresh: str | None = None
        self._chosen_just_now: str | None = None

    # ----------------------------------------------------------------------------------------- entrance

    def stmt(self, function: Function, stmt: m.Stmt) -> None:
        """Writes a statement that cannot be interrupted."""
        function.span = stmt.span
        self._chosen_just_now, self._fresh = self._fresh, None
        if not isinstance(stmt, _STILL):
            self.formulas.within.clear()
        if isinstance(stmt, (m.Move, m.Deal, m.Swap, m.SetVar, m.Tally)):
            self.listening.watched(function, stmt)
            if self.waits and self.listening.wakes_abilities(stmt):
                function.line("_paid += _q")
        elif isinstance(stmt, ANSWERED):
            self.answering.stmt(function, stmt)
        else:
            _PLAIN[type(stmt)](self, function, stmt)

    def leaf(self, function: Function, stmt: m.Stmt) -> None:
        """Writes a change alone, without what listens to it."""
        _LEAF[type(stmt)](self, function, stmt)

    def code(self, node: m.Expr) -> str:
        """A formula as Python."""
        return self.formulas.code(self.formulas.prepared(node))

    def test(self, node: m.Expr) -> str:
        """A formula of yes or no where only its truth counts."""
        return self.formulas.truth(self.formulas.prepared(node))

    def py(self, local: str) -> str:
        """The Python variable of a local."""
        return self.formulas.names.of(local)

    def _body(self, function: Function, stmts: m.Stmts) -> None:
        function.depth += 1
        for stmt in stmts:
            self.stmt(function, stmt)
        if not stmts:
            function.line("pass")
        self.chosen(None)
        function.depth -= 1

    # ---------------------------------------------------------------------------------------- structure

    def _if(self, function: Function, stmt: m.If) -> None:
        word = "if"
        for condition, body in stmt.branches:
            function.line(f"{word} {self.test(condition)}:")
            self._body(function, body)
            word = "elif"
        if stmt.other:
            function.line("else:")
            self._body(function, stmt.other)

    def _loop(self, function: Function, stmt: m.Loop) -> None:
        taken = _taken_one_by_one(stmt)
        if taken is not None:
            self._loop_over(function, stmt, taken)
            return
        function.line("while True:")
        function.depth += 1
        self.counted(function, stmt)
        function.depth -= 1
        self.formulas.within.clear()
        self._body(function, stmt.body)

    def _loop_over(self, function: Function, stmt: m.Loop, taken: ir.TakeFirst) -> None:
        """Each element of what is taken one by one. Rounds count only where something inside may go on for long."""
        rest = self.py(taken.rest)
        function.line(f"for {self.py(taken.local)} in {rest if taken.ordered else f'members({rest})'}:")
        function.depth += 1
        inside = [node for part in stmt.body for node in walk(part)]
        if any(isinstance(node, _LONG) for node in inside):
            self.counted(function, stmt)
        function.depth -= 1
        self.formulas.within.clear()
        self._body(function, stmt.body[2:])

    def counted(self, function: Function, stmt: m.Stmt) -> None:
        """Counts a round of a loop, so that one that never ends is found out."""
        function.line("TURNS[0] += 1")
        function.line(f"if TURNS[0] > ENOUGH: raise Stuck({self.sites.place(stmt.span, self.where)})")

    def _until(self, function: Function, stmt: m.Until) -> None:
        function.line(f"if {self.test(stmt.condition)}: break")

    def _let(self, function: Function, stmt: m.Let) -> None:
        prepared = self.formulas.prepared(stmt.value)
        if prepared.type.kind == "list":
            items = self.formulas.as_list(prepared)
            held = items if _ORDER.fullmatch(items) else f"tuple({items})"
            function.line(f"{self.py(stmt.local)} = {held}")
        else:
            function.line(f"{self.py(stmt.local)} = {self.formulas.single(prepared)}")
        self._remember(stmt.local, stmt.value)
        self.formulas.let(stmt.local, prepared)
        if self.formulas.nullable(prepared):
            self.formulas.nullable_locals.add(stmt.local)

    def _random(self, function: Function, stmt: m.Random) -> None:
        self.formulas.nullable_locals.add(stmt.local)
        function.line(f"{self.py(stmt.local)} = by_lot(s, {self.formulas.as_mask(self.formulas.prepared(stmt.set))})")

    def _take_first(self, function: Function, stmt: ir.TakeFirst) -> None:
        local, rest = self.py(stmt.local), self.py(stmt.rest)
        if stmt.ordered:
            function.line(f"{local} = {rest}[0]; {rest} = {rest}[1:]")
        else:
            function.line(f"{local} = first_of({rest}); {rest} &= {rest} - 1")

    def _cost(self, function: Function, stmt: m.Cost) -> None:
        for part in stmt.stmts:
            self.stmt(function, part)

    def cost(self, function: Function, stmt: m.Cost) -> None:
        """Writes a cost that sets something off: all of that waits in `_paid` until it is paid."""
        function.line("_paid = ()")
        self.waits = True
        self._cost(function, stmt)
        self.waits = False

    def _run(self, function: Function, stmt: m.Run) -> None:
        test, call = run_test(self.formulas, self.choosing, stmt), self.call_of(stmt)
        function.line(f"if {test}: {call}" if test is not None else call)

    def call_of(self, stmt: m.Run) -> str:
        """The call of a body that is not interrupted."""
        return f"{self.suspending.name(stmt.body)}({', '.join(['s', *run_arguments(self.formulas, stmt)])})"

    # ----------------------------------------------------------------------------------------- counters

    def _restarted(self, function: Function, stmt: ir.Restart) -> None:
        self._restart_all(function, stmt.name)

    def _set_cell(self, function: Function, stmt: ir.SetCell) -> None:
        function.line(f"s[{stmt.cell}] = {stmt.value}")

    def _put_cell(self, function: Function, stmt: ir.PutCell) -> None:
        function.line(f"s[{stmt.cell}] = {self.code(stmt.value)}")

    def _set_busy(self, function: Function, stmt: ir.SetBusy) -> None:
        bit = "1" if stmt.owner is None else f"1 << {self.code(stmt.owner)}"
        function.line(f"s[{stmt.cell}] |= {bit}" if stmt.busy else f"s[{stmt.cell}] &= ~({bit})")

    def _hold(self, function: Function, stmt: ir.Hold) -> None:
        function.line(f"{self.py(stmt.local)} = s[{self.layout.waiting}] is None")
        function.line(f"if {self.py(stmt.local)}: s[{self.layout.waiting}] = ()")

    def _keep(self, function: Function, stmt: ir.Keep) -> None:
        function.line(f"{self.py(stmt.local)} = s[{self.layout.waiting}] is None")

    def _drop(self, function: Function, stmt: ir.Release) -> None:
        function.line(f"if {self.code(stmt.held)}: s[{self.layout.waiting}] = None")

    def _lot_order(self, function: Function, stmt: ir.LotOrder) -> None:
        mask = self.formulas.as_mask(self.formulas.prepared(stmt.set))
        function.line(f"{self.py(stmt.local)} = lot_order(s, {mask})")

    def _begin(self, function: Function, stmt: ir.Begin) -> None:
        name = stmt.body.name
        self._restart_all(function, name)
        for index, bound in enumerate(self.layout.model.longest):
            cell = self.layout.counter_cell(bound.name)
            if bound.per.name == name:
                function.line(f"s[{cell}] = 0")
            if bound.body.name == name:
                function.line(f"s[{cell}] += 1")
                if self.direct:
                    function.line(f"RUNS[{index}] += 1")
        if name in self.layout.running:
            function.line(f"s[{self.layout.running[name]}] += 1")
        self._trace(function, stmt, "begin", "()")

    def _restart_all(self, function: Function, name: str) -> None:
        for variable, first in self.layout.variables.items():
            if variable.reset == name:
                self._restart(function, variable, first)
        for (_, phase), (cell, times) in self.layout.limits.items():
            if phase == name:
                for used in range(cell, cell + times):
                    function.line(f"s[{used}] = 0")

    def _restart(self, function: Function, variable: m.Variable, first: int) -> None:
        value = self.code(variable.start) if variable.start is not None else self.resting(variable)
        for cell in range(first, first + self._width(variable)):
            function.line(f"s[{cell}] = {value}")

    def resting(self, variable: m.Variable) -> str:
        """The value of a variable before anything sets it."""
        if variable.owner not in (None, "player", "side"):
            return "0" if self.layout.is_masked(variable) else "()"
        if variable.type.kind in ("set", "flag", "integer") and not variable.type.optional:
            return "0"
        if variable.type.kind == "list":
            return "()"
        return "-1" if variable.type.optional else "0"

    def _width(self, variable: m.Variable) -> int:
        return self.layout._width(variable)

    def _leave(self, function: Function, stmt: ir.Leave) -> None:
        function.line(f"s[{self.layout.running[stmt.body.name]}] -= 1")

    def _use_limit(self, function: Function, stmt: ir.UseLimit) -> None:
        owner = self.code(stmt.owner) if stmt.owner is not None else "0"
        if stmt.times == 1:
            function.line(f"s[{stmt.cell}] |= 1 << {owner}")
        else:
            function.line(f"use_limit(s, {stmt.cell}, {stmt.times}, {owner})")

    def _set_current(self, function: Function, stmt: ir.SetCurrent) -> None:
        function.line(f"s[4] = {self.code(stmt.player)}")

    # ------------------------------------------------------------------------------------------ moves

    def remember_origin(self, choice: m.Choice) -> None:
        """Notes from where the chosen components come, so that a move need not look for them."""
        self._remember(choice.local, choice.source)

    def chosen(self, local: str | None) -> None:
        """Notes that the statement that is written next follows upon a choice (None: it does not). Nothing has moved
        since then, so that what was chosen still lies where it came from."""
        self._fresh = local

    def was_just_chosen(self, stmt: m.Move) -> bool:
        """Whether a move takes what was chosen just before it, so that it surely lies where it was chosen from."""
        return isinstance(stmt.what, m.Local) and stmt.what.name == self._chosen_just_now

    def _remember(self, local: str, source: m.Expr) -> None:
        place = self.formulas.only_place(self.formulas.prepared(source))
        if place is not None:
            self._origins[local] = place

    def origin_locals(self, what: m.Expr) -> frozenset[str]:
        """The locals that say from where a move is likely to take."""
        place = self.origin_place(what)
        return locals_in(place) if place is not None else frozenset()

    def origin_place(self, what: m.Expr) -> m.PlaceOf | None:
        """The set-like place that what is moved is likely to lie in."""
        place: m.Expr | None = None
        if isinstance(what, m.Local):
            place = self._origins.get(what.name)
        elif isinstance(what, m.Contents):
            place = what.place
        if not isinstance(place, m.PlaceOf) or place.place.form != "set":
            return None
        if isinstance(what, m.Contents) and place.owner is not None:
            # What lies there now is meant, so that it is certain where it lies.
            return None if self.formulas.nullable(self.formulas.prepared(place.owner)) else place
        yours = isinstance(place.owner, m.Local) and place.owner.name == "you"
        if not (place.owner is None or yours or isinstance(place.owner, (m.Const, m.SideOf))):
            return None
        return place

    def _origin(self, what: m.Expr) -> str | None:
        """The cell of the set that components are likely to come from."""
        place = self.origin_place(what)
        return None if place is None else self.formulas.place(self.formulas.folder.expr(place))

    def _move(self, function: Function, stmt: m.Move) -> None:
        f = self.formulas
        to = f.folder.expr(stmt.to)
        target = f.place(to)
        what = f.prepared(stmt.what)
        self._before_trace(function, what)
        bottom = str(stmt.end == "bottom")
        origin = self._origin(stmt.what)
        pile = self._drawn_from(what)
        if is_bounded(self.layout, to):
            items = f.as_list(what) if what.type.kind in ("list", "set") else f"alone({f.code(what)})"
            function.line(f"_m = put(s, fitting(s, {items}, {target}), {target}, {bottom})")
        elif pile is not None and isinstance(what, m.Ends):
            count = f.code(what.count) if what.count is not None else "1"
            function.line(f"_m = draw(s, {pile}, {count}, {target}, {bottom})")
        elif (cells := self._all_of_sets(what)) and self._is_set(to):
            if self._is_open(what, to):
                emptied = " = ".join(f"s[{c}]" for c in cells)
                function.line(f"_t = {self._number_of(to)}")
                function.line(f"if _t >= 0: _m = {f.as_mask(what)}; {emptied} = 0; s[_t] |= _m")
                function.line("else: _m = 0")
            else:
                function.line(f"_m = sweep(s, {cells}, {target})")
        elif origin is not None and what.type.kind != "list" and self._is_open(self.origin_place(stmt.what), to):
            moves = f"s[{origin}] ^= _m; s[{target}] |= _m"
            function.line(f"_m = {f.as_mask(what)}")
            if self.was_just_chosen(stmt):
                function.line(moves)
            else:
                function.line(f"if _m & ~s[{origin}]: _m = put(s, members(_m), {target}, {bottom})")
                function.line(f"else: {moves}")
        elif origin is not None and what.type.kind != "list":
            function.line(f"_m = shift(s, {f.as_mask(what)}, {origin}, {target}, {bottom})")
        elif what.type.kind in ("list", "set"):
            function.line(f"_m = put(s, {f.as_list(what)}, {target}, {bottom})")
        else:
            function.line(f"_m = put(s, alone({f.code(what)}), {target}, {bottom})")
        for variable, value in stmt.variables:
            function.line(f"{self._masked_set(variable, '_m', value)}")
        self._trace(function, stmt, "move", f"(_before, _m, {target})")

    def _all_of_sets(self, what: m.Expr) -> tuple[int, ...]:
        """The cells of a set-like place of everybody, if all that lies in them is meant."""
        if not (isinstance(what, m.AllIn) and isinstance(what.places, m.AllOf) and what.places.place is not None):
            return ()
        place = what.places.place
        return tuple(i.cell for i in self.layout.by_place[place]) if place.form == "set" else ()

    def _is_open(self, source: m.Expr | None, to: m.Expr) -> bool:
        """Whether a move to another place is nothing but that: everybody sees it, and nothing is dropped on leaving."""
        if isinstance(source, m.AllIn) and isinstance(source.places, m.AllOf):
            place, nobodys = source.places.place, False
        elif isinstance(source, m.PlaceOf):
            place, nobodys = source.place, self.formulas.nullable(source) or self.formulas.nullable(to)
        else:
            return False
        if place is None or nobodys or not isinstance(to, m.PlaceOf) or to.place.form != "set" or to.place is place:
            return False
        drops = any(place.name in variable.leaving for variable in self.layout.variables)
        return to.place.seen_by == "everyone" and not drops

    def _number_of(self, to: m.Expr) -> str:
        """The number of a place, below zero where it belongs to nobody."""
        target = self.formulas.place(to)
        owner = to.owner if isinstance(to, m.PlaceOf) else None
        if owner is None or not target.startswith("shifted("):
            return target
        code = self.formulas.code(owner)
        first = self.layout.by_place[to.place][0].cell if isinstance(to, m.PlaceOf) else 0
        return f"{first} + {code} if {code} >= 0 else -1" if code.isidentifier() else target

    def _is_set(self, to: m.Expr) -> bool:
        return isinstance(to, m.PlaceOf) and to.place.form == "set"

    def _drawn_from(self, what: m.Expr) -> str | None:
        if not (isinstance(what, m.Ends) and what.which in ("top", "first") and isinstance(what.set, m.Contents)):
            return None
        place = what.set.place
        if not (isinstance(place, m.PlaceOf) and place.place.form == "pile") or self.formulas.nullable(place):
            return None
        return self.formulas.place(place)

    def _masked_set(self, variable: m.Variable, mask: str, value: m.Expr) -> str:
        first = self.layout.variables[variable]
        code = self.code(value)
        if variable.type.kind == "flag":
            return f"s[{first}] = s[{first}] | {mask} if {code} else s[{first}] & ~{mask}"
        if not self.layout.is_masked(variable):
            kind = self.layout.kinds[variable.owner or ""]
            return f"s[{first}] = entered(s[{first}], {mask}, {kind.first}, {kind.last}, {code})"
        return f"assign(s, {first}, {self.layout.members(variable)}, {mask}, {code})"

    def _gather(self, function: Function, stmt: m.Gather) -> None:
        f = self.formulas
        into = f.folder.expr(stmt.into)
        what, target = f.as_mask(f.prepared(stmt.what)), f.place(into)
        if is_bounded(self.layout, into):
            what = f"mask_of(fitting(s, members({what}), {target}))"
        function.line(f"gather(s, {what}, {target})")

    def _shuffle(self, function: Function, stmt: m.Shuffle) -> None:
        f = self.formulas
        place = stmt.place.place if isinstance(stmt.place, m.Contents) else stmt.place
        function.line(f"shuffle(s, {f.place(f.folder.expr(place))})")
        self._trace(function, stmt, "shuffle", f"({f.place(f.folder.expr(place))},)")

    def _slide(self, function: Function, stmt: m.Slide) -> None:
        place = self.formulas.place(self.formulas.folder.expr(stmt.place))
        function.line(f"slide(s, {place})")
        self._trace(function, stmt, "slide", f"({place},)")

    def _deal(self, function: Function, stmt: m.Deal) -> None:
        f = self.formulas
        source = stmt.source.place if isinstance(stmt.source, m.Contents) else stmt.source
        first = self.layout.by_place[stmt.place][0].cell
        deal = "deal" if stmt.place.capacity is None else "deal_fitting"
        function.line(f"{deal}(s, {self.code(stmt.count)}, {f.place(f.folder.expr(source))}, {first})")
        self._trace(function, stmt, "deal", f"({self.code(stmt.count)}, {first})")

    def _swap(self, function: Function, stmt: m.Swap) -> None:
        function.line(f"swap(s, {self.code(stmt.first)}, {self.code(stmt.second)})")

    def _look(self, function: Function, stmt: m.Look) -> None:
        seats = f"1 << {self.code(stmt.who)}" if stmt.who is not None else str((1 << self.layout.seats) - 1)
        mask = self.formulas.as_mask(self.formulas.prepared(stmt.what))
        function.line(f"_m = {mask}")
        function.line(f"see(s, _m, {seats})")
        self._trace(function, stmt, "look", f"(_m, {seats})")

    def _set_var(self, function: Function, stmt: m.SetVar) -> None:
        variable = stmt.variable
        first = self.layout.variables[variable]
        if stmt.key is not None:
            prepared = (None if e is None else self.formulas.prepared(e) for e in (stmt.owner, stmt.key))
            owner_, key = prepared
            assert key is not None
            cell, known = self.formulas.key_cell(variable, owner_, key)
            function.line(f"{f'if {known}: ' if known else ''}s[{cell}] = {self._stored(variable, stmt.value)}")
        elif variable.owner is None or stmt.owner is None:
            function.line(f"s[{first}] = {self._stored(variable, stmt.value)}")
        elif variable.owner in ("player", "side"):
            owner = self.code(stmt.owner)
            guard = f"if {owner} >= 0: " if self.formulas.nullable(self.formulas.prepared(stmt.owner)) else ""
            function.line(f"{guard}s[{first} + {owner}] = {self._stored(variable, stmt.value)}")
        else:
            function.line(f"_m = one({self.code(stmt.owner)})")
            function.line(self._masked_set(variable, "_m", stmt.value))
        owner_code = self.code(stmt.owner) if stmt.owner is not None else "-1"
        self._trace(function, stmt, "set", f"({first}, {owner_code})")

    def _stored(self, variable: m.Variable, value: m.Expr) -> str:
        prepared = self.formulas.prepared(value)
        if variable.type.kind == "set":
            return self.formulas.as_mask(prepared)
        if variable.type.kind == "flag":
            return f"int(bool({self.formulas.code(prepared)}))"
        return self.formulas.single(prepared)

    def _tally(self, function: Function, stmt: m.Tally) -> None:
        sheet = stmt.sheet
        kind = m.SIDE if sheet.owner == "side" else m.PLAYER
        count = len(self.layout.model.sides) if sheet.owner == "side" else self.layout.seats
        rows = []
        hoisted: list[tuple[str, m.Expr]] = []
        lines = [self.formulas.hoist(self.formulas.prepared(line), "you", hoisted) for _, line in sheet.lines]
        for local, node in hoisted:
            form = {"set": self.formulas.as_mask, "list": self.formulas.as_list}
            function.line(f"{self.py(local)} = {form.get(node.type.kind, self.formulas.code)(node)}")
        for owner in range(count):
            you = m.Const(kind, sheet.span, owner)
            rows.append(f"({', '.join(self.code(substituted(line, {'you': you})) for line in lines)},)")
        cell = self.layout.sheets[sheet]
        function.line(f"s[{cell}] = ({', '.join(rows)},)")
        if self.direct:
            function.line(f"WRITTEN.append(({list(self.layout.sheets).index(sheet)}, s[{cell}]))")
        if sheet.adds_to is not None:
            first = self.layout.variables[sheet.adds_to]
            function.line(f"for _i, _row in enumerate(s[{cell}]): s[{first} + _i] += sum(_row)")
        self._trace(function, stmt, "tally", f"({cell},)")

    # ------------------------------------------------------------------------------------------- trace

    def _before_trace(self, function: Function, what: m.Expr) -> None:
        if self.traced:
            items = (
                self.formulas.as_list(what)
                if what.type.kind in ("set", "list")
                else f"alone({self.formulas.code(what)})"
            )
            function.line(f"_before = [(_c, where(s, _c)) for _c in {items}]")

    def _trace(self, function: Function, stmt: m.Stmt, kind: str, data: str) -> None:
        if self.traced:
            function.line(f"TRACE(s, K, {self.sites.place(stmt.span, self.where)}, {kind!r}, {data})")


_ORDER = re.compile(r"ORDERS\[[^\[\]]*(\[[^\[\]]*\])?\]|\(\)")
"""What is a tuple already."""
_STILL = (m.Let, m.If, m.Choose, ir.Pick, ir.Ask)
"""What itself moves nothing."""
_LONG = (m.Loop, m.Run, m.Perform, m.Offer, m.Numbers)
"""What may take long inside of a loop."""


def _taken_one_by_one(stmt: m.Loop) -> ir.TakeFirst | None:
    """How a loop takes its elements, if it is one over a set or a list and changes these in no other way."""
    if len(stmt.body) < 2 or not isinstance(stmt.body[0], m.Until) or not isinstance(stmt.body[1], ir.TakeFirst):
        return None
    taken = stmt.body[1]
    empty = stmt.body[0].condition
    inner = empty.value.set if isinstance(empty, m.Not) and isinstance(empty.value, m.AnyOf) else None
    if not (isinstance(inner, m.Local) and inner.name == taken.rest):
        return None
    return taken if all(taken.rest not in locals_in(part) for part in stmt.body[2:]) else None


def run_arguments(f: Formulas, stmt: m.Run) -> list[str]:
    """The arguments of a run as Python: who does it, then the parameters."""
    found = []
    if stmt.body.has_you:
        found.append(f.code(f.prepared(stmt.you)) if stmt.you is not None else "s[4]")
    for (_, type_), argument in zip(stmt.body.parameters, stmt.args, strict=True):
        prepared = f.prepared(argument)
        if type_.kind == "set":
            found.append(f.as_mask(prepared))
        elif type_.kind == "list":
            found.append(f"tuple({f.as_list(prepared)})")
        else:
            found.append(f.single(prepared))
    return found


def run_test(f: Formulas, choosing: Choosing, stmt: m.Run) -> str | None:
    """When a run happens at all: nobody and nothing do nothing, and what is chosen in it must be possible."""
    return can_run(f, stmt, choosing.possible)


def can_run(f: Formulas, stmt: m.Run, possible: Callable[[m.Body], str | None]) -> str | None:
    """The test of a run; `possible` names the function that says whether a body can be done."""
    given = zip(stmt.body.parameters, stmt.args, strict=True)
    arguments = [a for (_, type_), a in given if not type_.optional]
    if stmt.you is not None and stmt.body.has_you:
        arguments.insert(0, stmt.you)
    tests = [f"{f.code(f.prepared(a))} >= 0" for a in arguments if f.nullable(f.prepared(a))]
    if stmt.body.kind in ("procedure", "action") and (stmt.body.requires or stmt.body.choices):
        name = possible(stmt.body)
        if name is not None:
            tests.append(f"{name}({', '.join(['s', *run_arguments(f, stmt)])})")
    return f"({' and '.join(tests)})" if tests else None


_PLAIN: dict[type, Any] = {
    m.If: Plain._if,
    m.Loop: Plain._loop,
    m.Until: Plain._until,
    m.Let: Plain._let,
    m.Random: Plain._random,
    m.Run: Plain._run,
    m.Cost: Plain._cost,
    m.Gather: Plain._gather,
    m.Shuffle: Plain._shuffle,
    m.Slide: Plain._slide,
    m.Look: Plain._look,
    ir.TakeFirst: Plain._take_first,
    ir.Begin: Plain._begin,
    ir.Leave: Plain._leave,
    ir.UseLimit: Plain._use_limit,
    ir.SetCurrent: Plain._set_current,
    ir.SetCell: Plain._set_cell,
    ir.PutCell: Plain._put_cell,
    ir.SetBusy: Plain._set_busy,
    ir.Restart: Plain._restarted,
    ir.LotOrder: Plain._lot_order,
    ir.Hold: Plain._hold,
    ir.Keep: Plain._keep,
    ir.Release: Plain._drop,
}
_LEAF: dict[type, Any] = {
    m.Move: Plain._move,
    m.Deal: Plain._deal,
    m.Swap: Plain._swap,
    m.SetVar: Plain._set_var,
    m.Tally: Plain._tally,
}
__all__ = ["Plain", "Watch", "run_arguments", "run_test"]
