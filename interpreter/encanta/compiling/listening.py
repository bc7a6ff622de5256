"""The watch kept around each change: what is looked at before it, what is compared after it, who is woken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.compiling.bearing import bearer, bearing
from encanta.compiling.emit import Function
from encanta.compiling.trees import substituted
from encanta.compiling.watch import Listener, Watch, owned, owners

if TYPE_CHECKING:
    from encanta.compiling.plain import Plain


class Listening:
    """Writes changes with what listens to them."""

    def __init__(self, plain: Plain, watch: Watch) -> None:
        self.plain = plain
        self.watch = watch
        self.formulas = plain.formulas
        self.layout = plain.layout

    def wakes_abilities(self, stmt: m.Stmt) -> bool:
        """Whether an ability may have to resolve after a statement."""
        return any(listener.ability is not None for listener in self.watch.of(stmt))

    def watched(self, function: Function, stmt: m.Stmt) -> None:
        """Writes a change with what listens to it; leaves in `_q` what has to resolve, if abilities listen.

        A move that can be expected to take from one place is watched as such, and as anything else where it does not.
        """
        everybody = self.watch.of(stmt)
        place = (
            self.plain.origin_place(stmt.what) if isinstance(stmt, m.Move) and stmt.what.type.kind != "list" else None
        )
        likely = everybody if place is None else self.watch.of(stmt, place.place)
        if any(listener.ability is not None for listener in everybody):
            function.line("_q = ()")
        if place is None or len(likely) == len(everybody):
            self._watch_sources(function, stmt, everybody)
            return
        assert isinstance(stmt, m.Move)
        if self.plain.was_just_chosen(stmt):
            self._watch(function, stmt, likely, place.place)
            return
        mask = self.formulas.as_mask(self.formulas.prepared(stmt.what))
        function.line(f"if {mask} & ~s[{self.formulas.place(self.formulas.folder.expr(place))}]:")
        function.depth += 1
        self._watch(function, stmt, everybody, None)
        function.depth -= 1
        function.line("else:")
        function.depth += 1
        self._watch(function, stmt, likely, place.place)
        function.depth -= 1

    def _watch_sources(self, function: Function, stmt: m.Stmt, everybody: list[Listener]) -> None:
        """Watches a move from anywhere: who only minds what leaves some sets is asked if one of these is touched."""
        minding = [] if not isinstance(stmt, m.Move) else [x for x in everybody if self.watch.minds_leaving(x, stmt)]
        if not isinstance(stmt, m.Move) or not minding:
            self._watch(function, stmt, everybody, None)
            return
        what = self.formulas.as_mask(self.formulas.prepared(stmt.what))
        places = {p for x in minding for p in self.watch.places_of(x)}
        held = " | ".join(f"s[{i.cell}]" for p in sorted(places, key=lambda p: p.name) for i in self.layout.by_place[p])
        function.line(f"if {what} & ({held}):")
        function.depth += 1
        self._watch(function, stmt, everybody, None)
        function.depth -= 1
        function.line("else:")
        function.depth += 1
        self._watch(function, stmt, [x for x in everybody if x not in minding], None)
        function.depth -= 1

    def _watch(self, function: Function, stmt: m.Stmt, listeners: list[Listener], source: m.Place | None) -> None:
        after = [self._before(function, listener, stmt, source) for listener in listeners]
        self.plain.leaf(function, stmt)
        for write in after:
            write()

    def _before(
        self, function: Function, listener: Listener, stmt: m.Stmt, source: m.Place | None
    ) -> Callable[[], None]:
        if isinstance(listener.trigger, m.MoveTrigger):
            return self._before_move(function, listener, listener.trigger, stmt)
        return self._before_edge(function, listener, listener.trigger, stmt, source)

    def _before_move(
        self, function: Function, listener: Listener, trigger: m.MoveTrigger, stmt: m.Stmt
    ) -> Callable[[], None]:
        held = self.formulas.names.fresh("b")
        cells = tuple(i.cell for i in self.layout.by_place[trigger.place])
        text = str(cells)
        if trigger.enters and isinstance(stmt, m.Move) and isinstance(stmt.to, m.PlaceOf):
            text = f"({self.formulas.place(self.formulas.folder.expr(stmt.to))},)"
        function.line(f"{held} = [(_c, held(s, _c)) for _c in {text}]")
        source = None
        if trigger.source is not None:
            source = self.formulas.names.fresh("b")
            cells = tuple(i.cell for i in self.layout.by_place[trigger.source])
            function.line(f"{source} = all_held(s, {sum(1 << c for c in cells)})")
        return lambda: self._after_move(function, listener, trigger, held, source)

    def _after_move(
        self, function: Function, listener: Listener, trigger: m.MoveTrigger, held: str, source: str | None
    ) -> None:
        it = self.plain.py("it")
        new = "held(s, _c) & ~_x" if trigger.enters else "_x & ~held(s, _c)"
        if source is not None:
            new = f"{new} & {source}"
        asked: m.Expr | None = None
        if trigger.condition is not None:
            mask = self.formulas.membership(self.formulas.prepared(trigger.condition), "it")
            if mask is None:
                asked = trigger.condition
            else:
                new = f"({new}) & {mask}"
        function.line(f"for _c, _x in {held}:")
        function.depth += 1
        function.line(f"for {it} in members({new}):")
        function.depth += 1
        if asked is not None:
            function.line(f"if not {self.plain.code(asked)}: continue")
        self._wake(function, listener, trigger)
        function.depth -= 2

    def _wake(self, function: Function, listener: Listener, trigger: m.MoveTrigger) -> None:
        if listener.latch is not None:
            function.line(f"s[{self.layout.variables[listener.latch]}] = 1")
            return
        assert listener.ability is not None
        you = self.plain.py("you.w")
        whose = listener.ability.whose
        local = m.Local(m.SIDE if whose == "side" else m.PLAYER, trigger.span, "you.w")
        if trigger.yours and whose is not None:
            owner = "OWNER[_c]"
            if whose == "side" and trigger.place.each == "player":
                owner = f"{self.formulas.constants.keep(list(self.layout.side_of), 'T')}[OWNER[_c]]"
            function.line(f"{you} = {owner}")
            self._queue(function, listener.ability, local)
            return
        if whose is None:
            self._queue(function, listener.ability, None)
            return
        count = len(owners(self.formulas, listener))
        function.line(f"for {you} in range({count}):")
        function.depth += 1
        self._queue(function, listener.ability, local)
        function.depth -= 1

    def _queue(self, function: Function, ability: m.Ability, owner: m.Expr | None, it: bool = True) -> None:
        if ability.row is not None:
            self._queue_borne(function, ability, owner, it)
            return
        tests = [c for c in (ability.condition, ability.event_condition) if c is not None]
        codes = [self.plain.code(owned(c, owner)) for c in tests]
        codes += [f"s[{self.layout.running_cell(d)}] > 0" for d in ability.during]
        own = self.formulas.code(owner) if owner is not None else "-1"
        thing = self.plain.py("it") if it else "-1"
        window = self.layout.window_of.get(ability)
        if window is not None:
            # A window that is open is not opened again: it starts over.
            open_, again = (self.layout.windows[window] + i for i in (0, 1))
            queued = f"_q += (({self.ability_number(ability)}, -1, -1),)"
            function.line(f"if {' and '.join(codes) or 'True'}:")
            function.line(f"    if s[{open_}]: s[{again}] = 1")
            function.line(f"    else: {queued}")
            return
        entry = f"_q += (({self.ability_number(ability)}, {own}, {thing}),)"
        function.line(f"if {' and '.join(codes)}: {entry}" if codes else entry)

    def _queue_borne(self, function: Function, ability: m.Ability, owner: m.Expr | None, it: bool) -> None:
        """An ability of a row waits once for each component that bears it."""
        shows, one = bearing(ability, owner), bearer(ability, "this.w")
        this = self.plain.py(one.name)
        tests = [c for c in (ability.condition, ability.event_condition) if c is not None]
        codes = [f"s[{self.layout.running_cell(d)}] > 0" for d in ability.during]
        codes += [self.plain.code(substituted(owned(c, owner), {"this": one})) for c in tests]
        own = self.formulas.code(owner) if owner is not None else "-1"
        thing = self.plain.py("it") if it else "-1"
        entry = f"_q += (({self.ability_number(ability)}, {own}, {this}, {thing}),)"
        function.line(f"for {this} in members({self.formulas.code(shows)}):")
        function.line(f"    if {' and '.join(codes)}: {entry}" if codes else f"    {entry}")

    def ability_number(self, ability: m.Ability) -> int:
        """The number of a triggered ability in the table of their functions."""
        return self.layout.abilities.index(ability)

    def _before_edge(
        self, function: Function, listener: Listener, trigger: m.EdgeTrigger, stmt: m.Stmt, source: m.Place | None
    ) -> Callable[[], None]:
        old = self.formulas.names.fresh("e")
        everybody = owners(self.formulas, listener)
        if source is not None:
            everybody = self._only_owner(function, listener, stmt, everybody, source)
        values = [self._edge_value(owned(trigger.value, owner)) for owner in everybody]
        if listener.latch is not None and len(values) == 1 and listener.latch.owner is None:
            # A latch that is set already need not be watched.
            values = [f"s[{self.layout.variables[listener.latch]}] or {values[0]}"]
        function.line(f"{old} = ({', '.join(values)},)")
        return lambda: self._after_edge(function, listener, trigger, old, everybody)

    def _only_owner(
        self,
        function: Function,
        listener: Listener,
        stmt: m.Stmt,
        everybody: list[m.Expr | None],
        source: m.Place,
    ) -> list[m.Expr | None]:
        """Where only the place that is entered can change the condition, only its owner is looked at."""
        if not (isinstance(stmt, m.Move) and isinstance(stmt.to, m.PlaceOf) and stmt.to.owner is not None):
            return everybody
        owner = self.formulas.prepared(stmt.to.owner)
        if source is stmt.to.place or self.formulas.nullable(owner):
            return everybody
        if not self.watch.stays_local(listener, stmt.to.place):
            return everybody
        local = m.Local(owner.type, stmt.span, f"owner.{listener.number}")
        function.line(f"{self.plain.py(local.name)} = {self.formulas.code(owner)}")
        return [local]

    def _edge_value(self, value: m.Expr) -> str:
        prepared = self.formulas.prepared(value)
        if prepared.type.kind == "list":
            return f"tuple({self.formulas.code(prepared)})"
        return self.formulas.single(prepared)

    def _after_edge(
        self,
        function: Function,
        listener: Listener,
        trigger: m.EdgeTrigger,
        old: str,
        everybody: list[m.Expr | None],
    ) -> None:
        for index, owner in enumerate(everybody):
            function.line(f"if {self._edge_test(trigger, owner, f'{old}[{index}]')}:")
            function.depth += 1
            if listener.latch is not None:
                offset = owner.value if isinstance(owner, m.Const) else 0
                function.line(f"s[{self.layout.variables[listener.latch] + offset}] = 1")
            elif listener.ability is not None:
                self._queue(function, listener.ability, owner, it=False)
            function.depth -= 1

    def _edge_test(self, trigger: m.EdgeTrigger, owner: m.Expr | None, old: str) -> str:
        new = self._edge_value(owned(trigger.value, owner))
        sign = {"changes": "!=", "rises": ">", "falls": "<"}.get(trigger.kind)
        if sign is not None:
            return f"{new} {sign} {old}"
        assert trigger.target is not None
        target = self.formulas.prepared(owned(trigger.target, owner))
        if trigger.value.type.kind == "flag" and isinstance(target, m.Const):
            return f"not {old} and {new}" if target.value else f"{old} and not {new}"
        code = self._edge_value(target)
        return f"{old} != {code} and {new} == {code}"
