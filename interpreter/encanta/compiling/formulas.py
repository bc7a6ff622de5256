"""Formulas to Python: sets become masks, filters on printed properties become a single `&`."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.fold import Folder
from encanta.compiling.layout import Layout
from encanta.compiling.trees import free_locals, rebuilt, substituted, walk

_PLAIN = re.compile(r"[a-z0-9_]{1,24}")


class Names:
    """Python names for locals. Nothing an author wrote gets into the generated text but plain small letters."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._fresh = itertools.count(1)

    def of(self, local: str) -> str:
        """The Python variable of a local."""
        if local not in self._names:
            tail = local if _PLAIN.fullmatch(local) else "x"
            self._names[local] = f"l{len(self._names)}_{tail}"
        return self._names[local]

    def fresh(self, tail: str = "t") -> str:
        """A Python variable that no local has."""
        return f"_{tail}{next(self._fresh)}"


class Formulas:
    """Turns typed formulas into Python expressions over the state `s`."""

    def __init__(self, layout: Layout, folder: Folder, constants: Constants) -> None:
        self.layout = layout
        self.model = layout.model
        self.folder = folder
        self.constants = constants
        self.names = Names()
        self.value_bodies: dict[m.Value, m.Expr] = {}
        self.changed_properties: set[str] = set()
        self.calls: dict[m.Value, str] = {}
        self.nullable_locals: set[str] = set()

    # ---------------------------------------------------------------------------------------- entrance

    def code(self, node: m.Expr) -> str:
        """A Python expression for a formula: an integer, a truth value, a mask or a sequence by its type."""
        code: str = _CODE[type(node)](self, node)
        return code

    def as_mask(self, node: m.Expr) -> str:
        """A set or list as a mask; a single thing as the set of it."""
        if node.type.kind == "list":
            return f"mask_of({self.code(node)})"
        if node.type.kind == "set":
            return self.code(node)
        return self._bit(self.code(node), self.nullable(node))

    def as_list(self, node: m.Expr) -> str:
        """A set or list as a sequence in order."""
        if node.type.kind == "list":
            return self.code(node)
        if node.type.kind == "set":
            return f"members({self.code(node)})"
        return f"alone({self.code(node)})"

    def prepared(self, node: m.Expr) -> m.Expr:
        """A formula with fixed parts worked out and short values written in place."""
        return self.folder.expr(self.inlined(node))

    # ----------------------------------------------------------------------------------------- nothing

    def nullable(self, node: m.Expr) -> bool:
        """Whether a single thing may be nothing, as far as can be seen."""
        if isinstance(node, m.Const):
            return node.value == m.NOTHING
        if isinstance(node, m.Local):
            return node.type.optional or node.name in self.nullable_locals
        if isinstance(node, (ir.Decider, ir.Somebody, m.Current)):
            return False
        if isinstance(node, (m.SideOf, m.PlaceOf)):
            inner = node.player if isinstance(node, m.SideOf) else node.owner
            return inner is not None and self.nullable(inner)
        if isinstance(node, m.Either):
            return self.nullable(node.then) or self.nullable(node.other)
        if isinstance(node, m.Read):
            return node.type.optional or (node.owner is not None and self.nullable(node.owner))
        if isinstance(node, m.Seat):
            return node.which == "partner" or self.nullable(node.player)
        return node.type.kind not in ("integer", "flag", "set", "list")

    def _bit(self, code: str, nullable: bool) -> str:
        if code.lstrip("-").isdigit():
            return "0" if int(code) < 0 else str(1 << int(code))
        return f"one({code})" if nullable else f"(1 << {code})"

    # -------------------------------------------------------------------------------------- inlining

    def inlined(self, node: m.Expr) -> m.Expr:
        """Writes the bodies of values in place of their names where the arguments are simple."""

        def change(part: Any) -> Any:
            part = rebuilt(part, change)
            if isinstance(part, m.ValueOf) and self._may_inline(part):
                return self._body_in_place(part)
            return part

        result: m.Expr = change(node)
        return result

    def _may_inline(self, node: m.ValueOf) -> bool:
        arguments = [a for a in (node.owner, *node.args) if a is not None]
        simple = all(isinstance(a, (m.Const, m.Local, m.OptionValue)) and not self.nullable(a) for a in arguments)
        return simple and sum(1 for _ in walk(self.value_bodies[node.value])) <= 40

    def _body_in_place(self, node: m.ValueOf) -> m.Expr:
        names: dict[str, m.Expr] = {}
        value = node.value
        if node.owner is not None:
            names["it" if value.owner not in (None, "player", "side") else "you"] = node.owner
        for (parameter, _), argument in zip(value.parameters, node.args, strict=True):
            names[parameter] = argument
        return substituted(self._with_fresh_binders(self.value_bodies[value]), names)

    def _with_fresh_binders(self, body: m.Expr) -> m.Expr:
        """Bodies written twice in one formula must not share the names they bind."""
        mark = next(_MARKS)

        def change(part: Any, bound: dict[str, str]) -> Any:
            if isinstance(part, m.Local):
                new = bound.get(part.name)
                return part if new is None else dataclasses.replace(part, name=new)
            if isinstance(part, (m.Filter, m.Map, m.Extreme)):
                inner = bound | {part.local: f"{part.local}.{mark}"}
                fields: dict[str, Any] = {"set": change(part.set, bound), "local": inner[part.local]}
                key = {m.Filter: "condition", m.Map: "body", m.Extreme: "key"}[type(part)]
                fields[key] = change(getattr(part, key), inner)
                return dataclasses.replace(part, **fields)
            return rebuilt(part, lambda p: change(p, bound))

        result: m.Expr = change(body, {})
        return result

    # ------------------------------------------------------------------------------------- single forms

    def _const(self, node: m.Const) -> str:
        return str(node.value)

    def _option(self, node: m.OptionValue) -> str:
        return str(self.model.settings[node.option])

    def _local(self, node: m.Local) -> str:
        return self.names.of(node.name)

    def _read(self, node: m.Read) -> str:
        first = self.layout.variables[node.variable]
        owner = node.variable.owner
        if owner is None or node.owner is None:
            return f"s[{first}]"
        if owner in ("player", "side"):
            return self._cell_of(first, node.owner)
        of = self.code(node.owner)
        if not self.layout.is_masked(node.variable):
            return f"entry(s[{first}], {of} - {self.layout.kinds[owner].first})"
        if node.variable.type.kind == "flag":
            return f"(s[{first}] >> {of} & 1)" if not self.nullable(node.owner) else f"bit(s[{first}], {of})"
        return f"which(s, {first}, {self.layout.members(node.variable)}, {of})"

    def _cell_of(self, first: int, owner: m.Expr) -> str:
        if isinstance(owner, m.Const) and owner.value >= 0:
            return f"s[{first + owner.value}]"
        code = self.code(owner)
        return f"owned(s, {first}, {code})" if self.nullable(owner) else f"s[{first} + {code}]"

    def place(self, node: m.Expr) -> str:
        """The number of a place's instance, which is its cell."""
        if not isinstance(node, m.PlaceOf):
            return self.code(node)
        instances = self.layout.by_place[node.place]
        if node.owner is None:
            return str(instances[0].cell)
        if isinstance(node.owner, m.Const):
            return str(instances[0].cell + node.owner.value) if node.owner.value >= 0 else "-1"
        owner = self.code(node.owner)
        first = instances[0].cell
        return f"shifted({first}, {owner})" if self.nullable(node.owner) else f"({first} + {owner})"

    def _contents(self, node: m.Contents) -> str:
        place = node.place
        if isinstance(place, m.PlaceOf):
            if place.owner is None or not self.nullable(place.owner):
                return f"s[{self.place(place)}]"
            empty = "()" if node.type.kind == "list" else "0"
            owner = self.code(place.owner)
            return f"(s[{self.layout.by_place[place.place][0].cell} + {owner}] if {owner} >= 0 else {empty})"
        reader = "listed" if node.type.kind == "list" else "held"
        return f"{reader}(s, {self.code(place)})"

    def _all_in(self, node: m.AllIn) -> str:
        if isinstance(node.places, m.AllOf) and node.places.place is not None:
            place = node.places.place
            found = [f"s[{i.cell}]" for i in self.layout.by_place[place]]
            if place.form not in _PILES:
                return "(" + " | ".join(found) + ")"
            return "(" + " | ".join(f"mask_of({f})" for f in found) + ")"
        return f"all_held(s, {self.as_mask(node.places)})"

    def _prop(self, node: m.Prop) -> str:
        prop = node.property
        of = self.code(node.of)
        if self.is_changed(prop):
            return f"p_{self.property_id(prop)}(s, {of})"
        table = [*self.layout.property_table(prop), m.NOTHING]
        return f"{self.constants.keep(table, 'T')}[{of}]"

    def is_changed(self, prop: m.Property) -> bool:
        """Whether static abilities may change a property in play."""
        return f"{prop.component}.{prop.name}" in self.changed_properties

    def property_id(self, prop: m.Property) -> str:
        """A short Python name for a property."""
        return self.constants.name(("property", prop.component, prop.name))

    def _value(self, node: m.ValueOf) -> str:
        if self._may_inline(node):
            return self.code(self.folder.expr(self._body_in_place(node)))
        name = self.calls.setdefault(node.value, f"v_{self.constants.name(('value', id(node.value)))}")
        arguments = [self.code(a) for a in (node.owner, *node.args) if a is not None]
        return f"{name}({', '.join(['s', *arguments])})"

    def _not(self, node: m.Not) -> str:
        return f"(not {self.code(node.value)})"

    def _logic(self, node: m.Logic) -> str:
        return "(" + f" {node.op} ".join(self.code(i) for i in node.items) + ")"

    def _compare(self, node: m.Compare) -> str:
        left, right = self.code(node.left), self.code(node.right)
        guards = [f"{c} >= 0" for n, c in ((node.left, left), (node.right, right)) if self.nullable(n)]
        return "(" + " and ".join([*guards, f"{left} {node.op} {right}"]) + ")"

    def _equal(self, node: m.Equal) -> str:
        kinds = {node.left.type.kind, node.right.type.kind}
        if kinds & {"set", "list"}:
            return f"({self.as_mask(node.left)} == {self.as_mask(node.right)})"
        if "flag" in kinds:
            return f"(bool({self.code(node.left)}) == bool({self.code(node.right)}))"
        return f"({self._single(node.left)} == {self._single(node.right)})"

    def _single(self, node: m.Expr) -> str:
        return self.place(node) if node.type.kind == "place" else self.code(node)

    def _arith(self, node: m.Arith) -> str:
        left, right = self.code(node.left), self.code(node.right)
        if node.op != "/":
            return f"({left} {node.op} {right})"
        if isinstance(node.right, m.Const) and node.right.value:
            return f"({left} // {right})"
        return f"divided({left}, {right})"

    def _either(self, node: m.Either) -> str:
        if node.type.kind == "set":
            then, other = self.as_mask(node.then), self.as_mask(node.other)
        elif node.type.kind == "list":
            then, other = self.as_list(node.then), self.as_list(node.other)
        else:
            then, other = self._single(node.then), self._single(node.other)
        return f"({then} if {self.code(node.condition)} else {other})"

    def _count(self, node: m.Count) -> str:
        if node.set.type.kind == "list":
            return f"len({self.code(node.set)})"
        return f"{self.as_mask(node.set)}.bit_count()"

    def _any(self, node: m.AnyOf) -> str:
        inner = self._without_order(node.set)
        if inner.type.kind == "list":
            return f"bool({self.code(inner)})"
        return f"({self.as_mask(inner)} != 0)"

    def _without_order(self, node: m.Expr) -> m.Expr:
        """A filtered list as a filtered set, where only its elements matter."""
        if not (isinstance(node, m.Filter) and node.type.kind == "list" and node.set.type.of is not None):
            return node
        if self.membership(node.condition, node.local) is None:
            return node
        return dataclasses.replace(node, type=m.set_of(node.set.type.of))

    # ----------------------------------------------------------------------------------------- filters

    def _filter(self, node: m.Filter) -> str:
        if node.type.kind == "list":
            return self._comprehension(node.set, node.local, node.condition, None, "[", "]")
        mask = self.membership(node.condition, node.local)
        if mask is not None:
            return f"({self.as_mask(node.set)} & {mask})"
        return self._comprehension(node.set, node.local, node.condition, None, "mask_of([", "])")

    def _map(self, node: m.Map) -> str:
        return self._comprehension(node.set, node.local, None, node.body, "[", "]")

    def _comprehension(
        self, source: m.Expr, local: str, condition: m.Expr | None, body: m.Expr | None, start: str, end: str
    ) -> str:
        hoisted: list[tuple[str, m.Expr]] = []
        if condition is not None:
            condition = self.hoist(condition, local, hoisted)
        if body is not None:
            body = self.hoist(body, local, hoisted)
        name = self.names.of(local)
        clauses = "".join(f"for {self.names.of(h)} in ({self.code(e)},) " for h, e in hoisted)
        result = name if body is None else self._single(body)
        test = f" if {self.code(condition)}" if condition is not None else ""
        return f"{start}{result} {clauses}for {name} in {self.as_list(source)}{test}{end}"

    def hoist(self, node: m.Expr, local: str, hoisted: list[tuple[str, m.Expr]]) -> m.Expr:
        """Takes what does not depend on the candidate out of a loop over candidates."""

        def change(part: Any, bound: frozenset[str]) -> Any:
            if isinstance(part, _COSTLY) and not free_locals(part) & bound:
                name = f"h.{next(_MARKS)}"
                hoisted.append((name, part))
                return m.Local(part.type, part.span, name)
            inner = bound | {part.local} if isinstance(part, (m.Filter, m.Map, m.Extreme)) else bound
            return rebuilt(part, lambda p: change(p, inner))

        result: m.Expr = change(node, frozenset((local,)))
        return result

    def renamed_candidate(self, node: m.Filter, local: str) -> m.Expr:
        """The condition of a filter with the candidate under another name."""
        element = node.set.type.of if node.set.type.of is not None else node.set.type
        return substituted(node.condition, {node.local: m.Local(element, node.span, local)})

    def membership(self, condition: m.Expr, local: str) -> str | None:
        """A mask of the candidates for which a condition holds, or None where it must be asked one by one.

        The mask may hold more than the candidates, also below zero (all bits set); it is meant to be cut with a set.
        """
        if local not in free_locals(condition):
            code = self.code(condition)
            return f"(-1 if {code} else 0)"
        rule = _MEMBERSHIP.get(type(condition))
        return rule(self, condition, local) if rule is not None else None

    def _member_logic(self, node: m.Logic, local: str) -> str | None:
        found = [self.membership(i, local) for i in node.items]
        if any(f is None for f in found):
            return None
        return "(" + (" & " if node.op == "and" else " | ").join(f for f in found if f is not None) + ")"

    def _member_not(self, node: m.Not, local: str) -> str | None:
        inner = self.membership(node.value, local)
        return None if inner is None else f"~{inner}"

    def _member_row(self, node: m.IsRow, local: str) -> str | None:
        return str(self._rows(node)) if _is(node.of, local) else None

    def _member_in(self, node: m.In, local: str) -> str | None:
        if _is(node.item, local) and local not in free_locals(node.set):
            return self.as_mask(node.set)
        prop = node.item
        if not (isinstance(prop, m.Prop) and _is(prop.of, local)) or self.is_changed(prop.property):
            return None
        if not (isinstance(node.set, m.SetOf) and all(isinstance(i, m.Const) for i in node.set.items)):
            return None
        wanted = {i.value for i in node.set.items if isinstance(i, m.Const)}
        return str(self._where_property(prop.property, lambda v: v in wanted))

    def _member_equal(self, node: m.Equal, local: str) -> str | None:
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if local in free_locals(other):
                continue
            if _is(one, local):
                return self.as_mask(other)
            found = self._member_is(one, other, local)
            if found is not None:
                return found
        return None

    def _member_is(self, one: m.Expr, other: m.Expr, local: str) -> str | None:
        if isinstance(one, m.Prop) and _is(one.of, local) and not self.is_changed(one.property):
            if isinstance(other, m.Const):
                wanted = other.value
                return str(self._where_property(one.property, lambda v: v == wanted))
            if one.type.kind == "enum":
                return f"{self._masks_by_value(one.property)}[{self.code(other)}]"
        if isinstance(one, m.Read) and one.owner is not None and _is(one.owner, local):
            return self._member_variable(one, other)
        if isinstance(one, m.WhereIs) and _is(one.of, local) and one.type.kind == "place":
            return f"held(s, {self._single(other)})"
        return None

    def _member_variable(self, one: m.Read, other: m.Expr) -> str | None:
        if one.variable.owner in (None, "player", "side") or not self.layout.is_masked(one.variable):
            return None
        first = self.layout.variables[one.variable]
        if one.variable.type.kind == "flag":
            return f"(s[{first}] if {self.code(other)} else ~s[{first}])"
        if self.nullable(other):
            return None
        return f"s[{first} + {self.code(other)}]"

    def _member_flag(self, node: m.Expr, local: str) -> str | None:
        if isinstance(node, m.Read) and node.owner is not None and _is(node.owner, local):
            marked = node.variable.owner not in (None, "player", "side") and node.variable.type.kind == "flag"
            return f"s[{self.layout.variables[node.variable]}]" if marked else None
        if isinstance(node, m.Prop) and _is(node.of, local) and not self.is_changed(node.property):
            return str(self._where_property(node.property, lambda v: v == 1))
        return None

    def _member_compare(self, node: m.Compare, local: str) -> str | None:
        left, right = node.left, node.right
        op = node.op
        if isinstance(left, m.Const):
            left, right = right, left
            op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
        if not (isinstance(left, m.Prop) and _is(left.of, local) and isinstance(right, m.Const)):
            return None
        if self.is_changed(left.property):
            return None
        bound = right.value
        lacking = left.property.type.optional or left.property.type.kind == "enum"
        tests: dict[str, Callable[[int], bool]] = {
            "<": lambda v: v < bound,
            "<=": lambda v: v <= bound,
            ">": lambda v: v > bound,
            ">=": lambda v: v >= bound,
        }
        test = tests[op]
        return str(self._where_property(left.property, lambda v: not (lacking and v == m.NOTHING) and test(v)))

    def _where_property(self, prop: m.Property, test: Callable[[int], bool]) -> int:
        kind = self.layout.kinds[prop.component]
        table = self.layout.property_table(prop)
        return sum(1 << c for c in range(kind.first, kind.last) if test(table[c]))

    def _masks_by_value(self, prop: m.Property) -> str:
        count = len(self.model.enums[prop.type.name or ""].members)
        masks = [self._where_property(prop, value.__eq__) for value in (*range(count), m.NOTHING)]
        return self.constants.keep(masks, "M")

    def _rows(self, node: m.IsRow) -> int:
        return self.layout.rows_mask(node.of.type.name or "", node.rows)

    # ---------------------------------------------------------------------------------- sets and lists

    def _fold(self, node: m.Fold) -> str:
        values = self._comprehended(node.list)
        if node.op == "sum":
            return f"sum({values})"
        return f"{node.op}({values}, default=0)"

    def _comprehended(self, node: m.Expr) -> str:
        return self.as_list(node)

    def _distinct(self, node: m.Distinct) -> str:
        return f"mask_of({self.as_list(node.list)})"

    def _extreme(self, node: m.Extreme) -> str:
        key = self.names.of(node.local)
        hoisted: list[tuple[str, m.Expr]] = []
        body = self.hoist(node.key, node.local, hoisted)
        clauses = "".join(f"for {self.names.of(h)} in ({self.code(e)},) " for h, e in hoisted)
        pairs = f"[({self.code(body)}, {key}) {clauses}for {key} in {self.as_list(node.set)}]"
        return f"{'most' if node.most else 'least'}({pairs})"

    def _ends(self, node: m.Ends) -> str:
        from_end = node.which in ("bottom", "last")
        if node.count is None:
            if node.set.type.kind == "set":
                mask = self.as_mask(node.set)
                return f"highest({mask})" if from_end else f"first_of({mask})"
            return f"{'last_in' if from_end else 'first_in'}({self.as_list(node.set)})"
        if node.type.kind == "set":
            return f"mask_of({self._slice(node, from_end)})"
        return self._slice(node, from_end)

    def _slice(self, node: m.Ends, from_end: bool) -> str:
        assert node.count is not None
        count = self.code(node.count)
        items = self.as_list(node.set)
        if from_end:
            return f"tail({items}, {count})"
        if isinstance(node.count, m.Const) and node.count.value >= 0:
            return f"{items}[:{count}]"
        return f"head({items}, {count})"

    def _in(self, node: m.In) -> str:
        if node.set.type.kind == "list":
            return f"({self._single(node.item)} in {self.code(node.set)})"
        item = self._single(node.item)
        if self.nullable(node.item):
            return f"bit({self.as_mask(node.set)}, {item})"
        return f"({self.as_mask(node.set)} >> {item} & 1)"

    def _union(self, node: m.Union) -> str:
        return f"({self.as_mask(node.left)} | {self.as_mask(node.right)})"

    def _minus(self, node: m.Minus) -> str:
        return f"({self.as_mask(node.left)} & ~{self.as_mask(node.right)})"

    def _otherwise(self, node: m.Otherwise) -> str:
        pick = self.as_list if node.type.kind == "list" else self.as_mask
        return f"({pick(node.first)} or {pick(node.second)})"

    def _set_of(self, node: m.SetOf) -> str:
        if not node.items:
            return "()" if node.type.kind == "list" else "0"
        if node.type.kind == "list":
            items = ", ".join(self._single(i) for i in node.items)
            plain = node.type.of is not None and node.type.of.kind in ("integer", "flag")
            return f"[{items}]" if plain else f"something([{items}])"
        found = []
        for item in node.items:
            single = self._single(item)
            found.append(self._bit(single, self.nullable(item)))
        return str(sum({int(f) for f in found})) if all(f.isdigit() for f in found) else "(" + " | ".join(found) + ")"

    def _all_of(self, node: m.AllOf) -> str:
        if node.place is not None:
            return str(sum(1 << i.cell for i in self.layout.by_place[node.place]))
        assert node.type.of is not None
        return str(self.layout.domain(node.type.of))

    # ------------------------------------------------------------------------------------------ people

    def _side_of(self, node: m.SideOf) -> str:
        player = self.code(node.player)
        table = [*self.layout.side_of, m.NOTHING]
        return f"{self.constants.keep(table, 'T')}[{player}]"

    def _members(self, node: m.Members) -> str:
        table = [sum(1 << p for p in side) for side in self.model.sides] + [0]
        return f"{self.constants.keep(table, 'M')}[{self.code(node.side)}]"

    def _seat(self, node: m.Seat) -> str:
        seats = self.layout.seats
        if node.which == "partner":
            partners = [_partner(self.model.sides, p) for p in range(seats)]
        else:
            # Clockwise is to the left: the next seat, counted upwards.
            step = 1 if node.which == "left" else -1
            partners = [(p + step) % seats for p in range(seats)]
        return f"{self.constants.keep([*partners, m.NOTHING], 'T')}[{self.code(node.player)}]"

    def _clockwise(self, node: m.Clockwise) -> str:
        return f"clockwise({self.code(node.start)}, {self.as_mask(node.set)})"

    def _where_is(self, node: m.WhereIs) -> str:
        return f"where(s, {self.code(node.of)})"

    def _owner_of(self, node: m.OwnerOf) -> str:
        return f"OWNER.get({self._single(node.place)}, -1)"

    def _is_row(self, node: m.IsRow) -> str:
        of = self.code(node.of)
        return f"({self._rows(node)} >> {of} & 1)" if not self.nullable(node.of) else f"bit({self._rows(node)}, {of})"

    def _running(self, node: m.Running) -> str:
        return f"(s[{self.layout.running_cell(node.phase)}] > 0)"

    def _limit_left(self, node: ir.LimitLeft) -> str:
        if node.times < 0:
            return f"(s[{node.cell}] <= {-node.times})"
        owner = self.code(node.owner) if node.owner is not None else "0"
        return f"(not s[{node.cell + node.times - 1}] >> {owner} & 1)"

    def _somebody(self, node: ir.Somebody) -> str:
        code = self.code(node.player)
        return f"max({code}, 0)" if self.nullable(node.player) else code

    def _decider(self, node: ir.Decider) -> str:
        return f"decider(s, {self.code(node.side)})"

    def _current(self, node: m.Current) -> str:
        return "s[4]"


def _partner(sides: tuple[tuple[int, ...], ...], player: int) -> int:
    side = next(s for s in sides if player in s)
    return side[(side.index(player) + 1) % len(side)] if len(side) > 1 else m.NOTHING


def _is(node: m.Expr, local: str) -> bool:
    return isinstance(node, m.Local) and node.name == local


class Constants:
    """Tables that the generated code looks things up in, each kept once."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {}
        self._names: dict[Any, str] = {}
        self._ids: dict[Any, str] = {}

    def keep(self, table: list[int], prefix: str) -> str:
        """The name of a table of integers."""
        key = (prefix, tuple(table))
        if key not in self._names:
            name = f"{prefix}{len(self._names)}"
            self._names[key] = name
            self.tables[name] = tuple(table)
        return self._names[key]

    def name(self, key: Any) -> str:
        """A short name for anything, the same for the same key."""
        return self._ids.setdefault(key, str(len(self._ids)))


_MARKS = itertools.count(1)
_PILES = ("pile", "row", "spot")
_COSTLY = (
    m.AllIn,
    m.Filter,
    m.Count,
    m.AnyOf,
    m.Map,
    m.Fold,
    m.ValueOf,
    m.Union,
    m.Extreme,
    m.Distinct,
    m.Ends,
    m.Members,
)
_CODE: dict[type, Any] = {
    m.Const: Formulas._const,
    m.OptionValue: Formulas._option,
    m.Local: Formulas._local,
    m.Read: Formulas._read,
    m.PlaceOf: Formulas.place,
    m.Contents: Formulas._contents,
    m.AllIn: Formulas._all_in,
    m.Prop: Formulas._prop,
    m.ValueOf: Formulas._value,
    m.Not: Formulas._not,
    m.Logic: Formulas._logic,
    m.Compare: Formulas._compare,
    m.Equal: Formulas._equal,
    m.Arith: Formulas._arith,
    m.Either: Formulas._either,
    m.Count: Formulas._count,
    m.AnyOf: Formulas._any,
    m.Filter: Formulas._filter,
    m.Map: Formulas._map,
    m.Fold: Formulas._fold,
    m.Distinct: Formulas._distinct,
    m.Extreme: Formulas._extreme,
    m.Ends: Formulas._ends,
    m.In: Formulas._in,
    m.Union: Formulas._union,
    m.Minus: Formulas._minus,
    m.Otherwise: Formulas._otherwise,
    m.SetOf: Formulas._set_of,
    m.AllOf: Formulas._all_of,
    m.SideOf: Formulas._side_of,
    m.Members: Formulas._members,
    m.Seat: Formulas._seat,
    m.Clockwise: Formulas._clockwise,
    m.WhereIs: Formulas._where_is,
    m.OwnerOf: Formulas._owner_of,
    m.IsRow: Formulas._is_row,
    m.Running: Formulas._running,
    ir.LimitLeft: Formulas._limit_left,
    ir.Decider: Formulas._decider,
    ir.Somebody: Formulas._somebody,
    m.Current: Formulas._current,
}
_MEMBERSHIP: dict[type, Any] = {
    m.Logic: Formulas._member_logic,
    m.Not: Formulas._member_not,
    m.IsRow: Formulas._member_row,
    m.In: Formulas._member_in,
    m.Equal: Formulas._member_equal,
    m.Compare: Formulas._member_compare,
    m.Read: Formulas._member_flag,
    m.Prop: Formulas._member_flag,
}
