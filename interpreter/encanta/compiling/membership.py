"""Conditions on candidates as masks: a filter on what is printed becomes a single `&`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from encanta.checking import model as m
from encanta.compiling.printed import Printed
from encanta.compiling.trees import free_locals, substituted, walk

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas


class Membership:
    """Finds the mask of the candidates that fulfil a condition."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.printed = Printed(formulas)
        self._depth = 0

    def mask(self, condition: m.Expr, local: str) -> str | None:
        """A mask of the candidates for which a condition holds, or None where it must be asked one by one.

        The mask may hold more than the candidates, also below zero (all bits set); it is meant to be cut with a set.
        """
        if local not in free_locals(condition):
            code = self.formulas.truth(condition)
            return f"(-1 if {code} else 0)"
        printed = self.printed.mask(condition, local)
        if printed is not None:
            return str(printed)
        table = self._by_other(condition, local)
        if table is not None:
            return table
        rule = _MEMBERSHIP.get(type(condition))
        return rule(self, condition, local) if rule is not None else None

    def _by_other(self, condition: m.Expr, local: str) -> str | None:
        """The masks of a condition that depends on one other thing besides, of which there are few: by that thing."""
        others = {n.name: n for n in walk(condition) if isinstance(n, m.Local) and n.name != local}
        if len(others) != 1 or len(free_locals(condition)) != 2:
            return None
        (other,) = others.values()
        domain = self.formulas.layout.domain(other.type)
        if other.type.kind not in ("enum", "player", "side") or domain.bit_length() > _FEW:
            return None
        found: list[int] = []
        for x in (*range(domain.bit_length()), m.NOTHING):
            one = substituted(condition, {other.name: m.Const(other.type, other.span, x)})
            mask = self.printed.mask(one, local)
            if mask is None:
                return None
            found.append(mask)
        return f"{self.formulas.constants.keep(found, 'M')}[{self.formulas.code(other)}]"

    def by_value(self, key: m.Expr, local: str) -> list[int] | None:
        """The masks of the candidates that share a value of a printed property, by rising value."""
        if not (isinstance(key, m.Prop) and _is(key.of, local)) or self.formulas.is_changed(key.property):
            return None
        kind = self.formulas.layout.kinds[key.property.component]
        values = set(self.formulas.layout.property_table(key.property)[kind.first : kind.last])
        return [self._where_property(key.property, value.__eq__) for value in sorted(values)]

    def _member_logic(self, node: m.Logic, local: str) -> str | None:
        found = [self.mask(i, local) for i in node.items]
        if any(f is None for f in found):
            return None
        return "(" + (" & " if node.op == "and" else " | ").join(f for f in found if f is not None) + ")"

    def _member_not(self, node: m.Not, local: str) -> str | None:
        inner = self.mask(node.value, local)
        return None if inner is None else f"~{inner}"

    def _member_row(self, node: m.IsRow, local: str) -> str | None:
        return str(self.rows(node)) if _is(node.of, local) else None

    def _member_in(self, node: m.In, local: str) -> str | None:
        if _is(node.item, local) and local not in free_locals(node.set):
            return self.formulas.as_mask(node.set)
        prop = node.item
        if not (isinstance(prop, m.Prop) and _is(prop.of, local)) or self.formulas.is_changed(prop.property):
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
                return self.formulas.as_mask(other)
            found = self._member_is(one, other, local)
            if found is not None:
                return found
        return None

    def _member_is(self, one: m.Expr, other: m.Expr, local: str) -> str | None:
        if isinstance(one, m.Prop) and _is(one.of, local) and not self.formulas.is_changed(one.property):
            if isinstance(other, m.Const):
                wanted = other.value
                return str(self._where_property(one.property, lambda v: v == wanted))
            alike = one.type.kind in ("enum", "integer") and isinstance(other, m.Prop)
            if alike and isinstance(other, m.Prop) and not self.formulas.is_changed(other.property):
                return self._like(one.property, other)
            if one.type.kind == "enum":
                return f"{self._masks_by_value(one.property)}[{self.formulas.code(other)}]"
        if isinstance(one, m.Read) and one.owner is not None and _is(one.owner, local):
            return self._member_variable(one, other)
        if isinstance(one, m.WhereIs) and _is(one.of, local) and one.type.kind == "place":
            return f"held(s, {self.formulas.single(other)})"
        return None

    def _member_variable(self, one: m.Read, other: m.Expr) -> str | None:
        if one.variable.owner in (None, "player", "side") or not self.formulas.layout.is_masked(one.variable):
            return None
        first = self.formulas.layout.variables[one.variable]
        if one.variable.type.kind == "flag":
            return f"(s[{first}] if {self.formulas.code(other)} else ~s[{first}])"
        if self.formulas.nullable(other):
            return None
        return f"s[{first} + {self.formulas.code(other)}]"

    def _member_known(self, node: m.Known, local: str) -> str | None:
        if not _is(node.of, local) or local in free_locals(node.who):
            return None
        return f"visible(s, {self.formulas.code(node.who)})"

    def _member_value(self, node: m.ValueOf, local: str) -> str | None:
        """A value of the candidate: by its body, if that is not too deep in other values."""
        if self._depth >= _DEEPEST or self.formulas.asks_cards(node.value):
            return None
        self._depth += 1
        found = self.mask(self.formulas.written_out(node), local)
        self._depth -= 1
        return found

    def _member_flag(self, node: m.Expr, local: str) -> str | None:
        if isinstance(node, m.Read) and node.owner is not None and _is(node.owner, local):
            marked = node.variable.owner not in (None, "player", "side") and node.variable.type.kind == "flag"
            return f"s[{self.formulas.layout.variables[node.variable]}]" if marked else None
        if isinstance(node, m.Prop) and _is(node.of, local) and not self.formulas.is_changed(node.property):
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
        if self.formulas.is_changed(left.property):
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
        kind = self.formulas.layout.kinds[prop.component]
        table = self.formulas.layout.property_table(prop)
        return sum(1 << c for c in range(kind.first, kind.last) if test(table[c]))

    def _masks_by_value(self, prop: m.Property) -> str:
        count = len(self.formulas.model.enums[prop.type.name or ""].members)
        masks = [self._where_property(prop, value.__eq__) for value in (*range(count), m.NOTHING)]
        return self.formulas.constants.keep(masks, "M")

    def _like(self, prop: m.Property, other: m.Prop) -> str:
        """The components with the same value as another has printed: looked up by that other component."""
        values = [*self.formulas.layout.property_table(other.property), m.NOTHING]
        masks = [self._where_property(prop, value.__eq__) for value in values]
        return f"{self.formulas.constants.keep(masks, 'M')}[{self.formulas.code(other.of)}]"

    def rows(self, node: m.IsRow) -> int:
        """The components of the named rows."""
        return self.formulas.layout.rows_mask(node.of.type.name or "", node.rows)


_DEEPEST = 3
"""So deep are values looked into."""
_FEW = 64
"""So many things a table may be kept for."""


def _is(node: m.Expr, local: str) -> bool:
    return isinstance(node, m.Local) and node.name == local


_MEMBERSHIP: dict[type, Any] = {
    m.Logic: Membership._member_logic,
    m.Not: Membership._member_not,
    m.IsRow: Membership._member_row,
    m.In: Membership._member_in,
    m.Equal: Membership._member_equal,
    m.Compare: Membership._member_compare,
    m.Read: Membership._member_flag,
    m.Known: Membership._member_known,
    m.ValueOf: Membership._member_value,
    m.Prop: Membership._member_flag,
}
