"""Static abilities, found by the value they change: written into the value, never looked for in play."""

from __future__ import annotations

import dataclasses

from encanta.checking import model as m
from encanta.checking.environment import FOE, READER
from encanta.compiling.bearing import bearing
from encanta.compiling.emit import Function, Text
from encanta.compiling.formulas import Formulas
from encanta.compiling.showing import Showing
from encanta.compiling.symbols import Symbols
from encanta.compiling.trees import free_locals, substituted
from encanta.text.source import Span

_ORDER = ("is", "+", "-", "times", "at least", "at most")


class Statics:
    """Puts the changes of static abilities into values and properties: set, add, times, floor, cap."""

    def __init__(self, formulas: Formulas, text: Text) -> None:
        self.formulas = formulas
        self.layout = formulas.layout
        self.model = formulas.model
        self.text = text
        self.showing = formulas.showing = Showing(formulas, text)
        self.symbols = formulas.symbols = Symbols(formulas, self, self.showing)
        self._of_property: dict[str, list[tuple[m.Ability, m.Change]]] = {}
        of_value: dict[m.Value, list[tuple[m.Ability, m.Change]]] = {}
        for ability in self.model.abilities:
            for change in ability.changes:
                if change.value is not None:
                    of_value.setdefault(change.value, []).append((ability, change))
                elif change.property is not None:
                    key = f"{change.property.component}.{change.property.name}"
                    self._of_property.setdefault(key, []).append((ability, change))
        formulas.changed_properties = set(self._of_property)
        for value in self.model.values:
            formulas.value_bodies[value] = self._changed(value, _sorted(of_value.get(value, [])))

    # ------------------------------------------------------------------------------------------ values

    def _changed(self, value: m.Value, changes: list[tuple[m.Ability, m.Change]]) -> m.Expr:
        body = value.body
        gained = self._gained(value)
        for ability, change in changes:
            if gained is not None and change.op != "is":
                body, gained = m.Arith(value.type, value.span, "+", body, gained), None
            if ability.row is not None:
                body = _printed_change(value, ability, change, body)
                continue
            amount, condition = change.amount, _both(change, ability)
            if value.owner == "player" and ability.owner == "side":
                you = m.SideOf(m.SIDE, change.span, m.Local(m.PLAYER, change.span, "you"))
                amount = substituted(amount, {"you": you})
                condition = substituted(condition, {"you": you}) if condition is not None else None
            new = _applied(change, body, amount)
            body = new if condition is None else m.Either(value.type, change.span, condition, new, body)
        if gained is not None:
            body = m.Arith(value.type, value.span, "+", body, gained)
        return _bounded(value, body)

    def _gained(self, value: m.Value) -> m.Expr | None:
        """What a value gained for a while; it is added to what the value is set to."""
        if value.gained is None:
            return None
        owner = {"player": m.PLAYER, "side": m.SIDE}.get(value.owner or "")
        you = m.Local(owner, value.span, "you") if owner is not None else None
        return m.Read(m.INTEGER, value.span, value.gained, you)

    def write_values(self) -> None:
        """Writes the values that are called by name; writing one may call another."""
        written: dict[m.Value, Function] = {}
        nothings = -1
        self.symbols.write()
        while set(self.formulas.calls) - set(written) or nothings != len(self.formulas.nullable_locals):
            # A parameter that turns out to be nothing in some call is written anew, with that in mind.
            if nothings != len(self.formulas.nullable_locals):
                written.clear()
                self.symbols.restart()
                nothings = len(self.formulas.nullable_locals)
            for value in list(self.formulas.calls):
                if value not in written:
                    written[value] = self._value_function(value)
            self.symbols.write()
        for function in written.values():
            self.text.add(function)

    def _value_function(self, value: m.Value) -> Function:
        f = self.formulas
        owner = [] if value.owner is None else ["you" if value.owner in ("player", "side") else "it"]
        names = [*owner, *(p for p, _ in value.parameters)]
        function = Function(f.calls[value], ["s", *(f.names.of(n) for n in names)])
        function.span = value.span
        body = f.prepared(f.value_bodies[value])
        code = (
            f.as_list(body)
            if value.type.kind == "list"
            else f.as_mask(body)
            if value.type.kind == "set"
            else f.single(body)
        )
        function.line(f"return {code}")
        return function

    # -------------------------------------------------------------------------------------- properties

    def write_properties(self) -> None:
        """Writes a function for each property that abilities change; only those are looked up by a call."""
        for component in self.model.components.values():
            for prop in component.properties.values():
                if self.formulas.is_changed(prop) and not prop.for_reader:
                    self._write_property(prop)

    def _write_property(self, prop: m.Property) -> None:
        f = self.formulas
        it = f.names.of("it")
        function = Function(f"p_{f.property_id(prop)}", ["s", it])
        table = f.constants.keep([*self.layout.property_table(prop), m.NOTHING], "T")
        function.line(f"_v = {table}[{it}]")
        self.write_changes(function, prop)
        function.line("return _v")
        self.text.add(function)

    def write_changes(self, function: Function, prop: m.Property) -> None:
        """Writes what abilities change of a number `_v` of the component `it`."""
        for ability, change in _sorted(self._of_property.get(f"{prop.component}.{prop.name}", [])):
            function.span = change.span
            self._write_change(function, ability, change)

    def _write_change(self, function: Function, ability: m.Ability, change: m.Change) -> None:
        f = self.formulas
        depth = function.depth
        if ability.owner in ("player", "side"):
            count = self.layout.seats if ability.owner == "player" else len(self.model.sides)
            function.line(f"for {f.names.of('you')} in range({count}):")
            function.depth += 1
        elif ability.owner is not None:
            self._bearers(function, ability, change)
        test = _both(change, ability)
        if test is not None:
            function.line(f"if {f.code(f.prepared(test))}:")
            function.depth += 1
        amount = f.code(f.prepared(_of_it(change, change.amount)))
        function.line(f"_v = {_operation(change.op, '_v', amount)}")
        function.depth = depth

    def _bearers(self, function: Function, ability: m.Ability, change: m.Change) -> None:
        """An ability printed on components acts for each of them that lies where it is active.

        Whoever reads a number is changed only by what is active for them.
        """
        f = self.formulas
        prop = change.property
        this, it, you = (f.names.of(n) for n in ("this", "it", "you"))
        reader = m.Local(m.PLAYER, change.span, READER) if prop is not None and prop.for_reader else None
        mask = f.code(bearing(ability, None))
        if reader is not None and any(s.place.each == "player" for s in ability.spots):
            own = f.code(bearing(ability, reader))
            mask = f"({own} if {f.names.of(READER)} >= 0 else {mask})"
        if _only_itself(change):
            function.line(f"if bit({mask}, {it}):")
            function.depth += 1
            function.line(f"{this} = {it}")
        else:
            function.line(f"for {this} in members({mask}):")
            function.depth += 1
        if reader is None:
            function.line(f"{you} = OWNER[where(s, {this})]")
        else:
            function.line(f"{you} = OWNER[where(s, {this})]")
            function.line(f"if {you} < 0: {you} = {f.names.of(READER)}")


def _only_itself(change: m.Change) -> bool:
    """Whether a change is for the component that bears it."""
    condition = change.condition
    return (
        isinstance(condition, m.Equal)
        and isinstance(condition.left, m.Local)
        and isinstance(condition.right, m.Local)
        and {condition.left.name, condition.right.name} == {change.local, "this"}
    )


def _printed_change(value: m.Value, ability: m.Ability, change: m.Change, body: m.Expr) -> m.Expr:
    """A value changed by all components that bear an ability of a row, for whom it is theirs."""
    span = change.span
    parameters = {name for name, _ in value.parameters}
    you = _whose(value, ability, span, parameters)
    bearers: m.Expr = bearing(ability, you)
    this = m.Local(m.Type("component", ability.owner), span, "this")
    owner: m.Expr = you if you is not None else _holder(this)
    names: dict[str, m.Expr] = {"you": owner}
    if FOE not in parameters:
        names[FOE] = m.Const(m.NO_TYPE, span, m.NOTHING)
    test = _both(change, ability)
    local = f"this.{id(change)}"
    names["this"] = m.Local(this.type, span, local)
    if value.owner == "side" and you is None:
        own = m.Equal(m.FLAG, span, m.SideOf(m.SIDE, span, owner), m.Local(m.SIDE, span, "you"))
        test = own if test is None else m.Logic(m.FLAG, span, "and", (own, test))
    if test is not None:
        bearers = m.Filter(bearers.type, span, bearers, local, substituted(test, names))
    amounts = m.Map(m.list_of(change.amount.type), span, bearers, local, substituted(change.amount, names))
    return _with_all(value, change, body, bearers, amounts)


def _whose(value: m.Value, ability: m.Ability, span: Span, parameters: set[str]) -> m.Expr | None:
    """Whose components change a value: those of its owner, or of whoever reads it; None if all do."""
    each = {spot.place.each for spot in ability.spots}
    if value.owner == "player":
        you = m.Local(m.PLAYER, span, "you")
        return m.SideOf(m.SIDE, span, you) if "side" in each and "player" not in each else you
    if value.owner == "side":
        return m.Local(m.SIDE, span, "you") if "player" not in each else None
    return m.Local(m.PLAYER, span, READER) if READER in parameters else None


def _holder(this: m.Expr) -> m.Expr:
    """The player in whose place a component lies."""
    place = m.WhereIs(m.Type("place", this.type.name, optional=True), this.span, this)
    return m.OwnerOf(m.Type("player", optional=True), this.span, place)


def _with_all(value: m.Value, change: m.Change, body: m.Expr, bearers: m.Expr, amounts: m.Map) -> m.Expr:
    """A value changed by every one of some amounts."""
    span, some = change.span, m.AnyOf(m.FLAG, change.span, bearers)
    if change.op == "is":
        alike = "this" not in free_locals(change.amount)
        last = amounts.body if alike else m.Ends(value.type, span, "last", None, amounts)
        return m.Either(value.type, span, some, last, body)
    if change.op in ("+", "-"):
        return m.Arith(value.type, span, change.op, body, m.Fold(m.INTEGER, span, "sum", amounts))
    if change.op == "times":
        return m.Arith(value.type, span, "*", body, m.Fold(m.INTEGER, span, "product", amounts))
    op = "max" if change.op == "at least" else "min"
    both = m.SetOf(m.list_of(m.INTEGER), span, (body, m.Fold(m.INTEGER, span, op, amounts)))
    return m.Either(value.type, span, some, m.Fold(value.type, span, op, both), body)


def _sorted(changes: list[tuple[m.Ability, m.Change]]) -> list[tuple[m.Ability, m.Change]]:
    return sorted(changes, key=lambda pair: _ORDER.index(pair[1].op))


def _of_it(change: m.Change, node: m.Expr) -> m.Expr:
    """A formula of a change, with the changed component as `it`."""
    if change.local == "it":
        return node
    component = change.property.component if change.property is not None else change.value and change.value.owner
    return substituted(node, {change.local: m.Local(m.Type("component", component or None), node.span, "it")})


def _both(change: m.Change, ability: m.Ability) -> m.Expr | None:
    """When a change applies: to this component, and while the ability holds."""
    own = None if change.condition is None else _of_it(change, change.condition)
    if own is None or ability.condition is None:
        return own if own is not None else ability.condition
    return m.Logic(m.FLAG, change.span, "and", (own, ability.condition))


def _bounded(value: m.Value, body: m.Expr) -> m.Expr:
    """A value within its own bounds, whatever changed it."""
    for op, bound in (("max", value.least), ("min", value.most)):
        if bound is not None:
            both = m.SetOf(m.list_of(m.INTEGER), value.span, (body, bound))
            body = m.Fold(value.type, value.span, op, both)
    return body


def _applied(change: m.Change, body: m.Expr, amount: m.Expr) -> m.Expr:
    if change.op == "is":
        return amount
    if change.op in ("+", "-"):
        return m.Arith(body.type, change.span, change.op, body, amount)
    if change.op == "times":
        return m.Arith(body.type, change.span, "*", body, amount)
    both = m.SetOf(m.list_of(m.INTEGER), change.span, (body, amount))
    return m.Fold(body.type, change.span, "max" if change.op == "at least" else "min", both)


def _operation(op: str, value: str, amount: str) -> str:
    forms = {
        "is": amount,
        "+": f"{value} + {amount}",
        "-": f"{value} - {amount}",
        "times": f"{value} * {amount}",
        "at least": f"max({value}, {amount})",
        "at most": f"min({value}, {amount})",
    }
    return forms[op]


__all__ = ["Statics", "dataclasses"]
