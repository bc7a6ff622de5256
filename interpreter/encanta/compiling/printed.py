"""Formulas that depend on nothing but what is printed on a candidate: worked out for each of them before play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from encanta.checking import model as m
from encanta.compiling.fold import arithmetic, compared
from encanta.compiling.trees import walk

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas


class _Unprinted(Exception):
    """A formula that cannot be worked out before play."""


class Printed:
    """Works formulas of one candidate out."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas

    def values(self, node: m.Expr, local: str) -> dict[int, int] | None:
        """The value of a formula for each candidate that `local` may be; None if it is not fixed before play."""
        types: dict[tuple[str, str | None], m.Type] = {}
        for part in walk(node):
            if isinstance(part, _CHANGING):
                return None
            if isinstance(part, m.Local) and part.name == local:
                types[part.type.kind, part.type.name] = part.type
        if len(types) != 1:
            return None
        domain = self.formulas.layout.domain(next(iter(types.values())))
        try:
            return {x: self._value(node, local, x) for x in range(domain.bit_length()) if domain >> x & 1}
        except _Unprinted:
            return None

    def mask(self, condition: m.Expr, local: str) -> int | None:
        """The candidates for which a condition holds, if that is fixed before play."""
        found = self.values(condition, local)
        return None if found is None else sum(1 << x for x, value in found.items() if value)

    def _value(self, node: m.Expr, local: str, x: int) -> int:
        rule = _RULES.get(type(node))
        if rule is None:
            raise _Unprinted
        found: int = rule(self, node, lambda part: self._value(part, local, x), (local, x))
        return found

    def _const(self, node: m.Const, of: _Of, bound: tuple[str, int]) -> int:
        return node.value

    def _option(self, node: m.OptionValue, of: _Of, bound: tuple[str, int]) -> int:
        return self.formulas.model.settings[node.option]

    def _local(self, node: m.Local, of: _Of, bound: tuple[str, int]) -> int:
        if node.name != bound[0]:
            raise _Unprinted
        return bound[1]

    def _prop(self, node: m.Prop, of: _Of, bound: tuple[str, int]) -> int:
        if self.formulas.is_changed(node.property) or node.type.kind == "effect":
            raise _Unprinted
        component = of(node.of)
        return self.formulas.layout.property_table(node.property)[component] if component >= 0 else m.NOTHING

    def _row(self, node: m.IsRow, of: _Of, bound: tuple[str, int]) -> int:
        component = of(node.of)
        return self.formulas.membership_of.rows(node) >> component & 1 if component >= 0 else 0

    def _not(self, node: m.Not, of: _Of, bound: tuple[str, int]) -> int:
        return int(not of(node.value))

    def _logic(self, node: m.Logic, of: _Of, bound: tuple[str, int]) -> int:
        found = [bool(of(item)) for item in node.items]
        return int(all(found) if node.op == "and" else any(found))

    def _compare(self, node: m.Compare, of: _Of, bound: tuple[str, int]) -> int:
        left, right = of(node.left), of(node.right)
        lacking = any(self.formulas.nullable(n) and v < 0 for n, v in ((node.left, left), (node.right, right)))
        return int(not lacking and compared(node.op, left, right))

    def _equal(self, node: m.Equal, of: _Of, bound: tuple[str, int]) -> int:
        kinds = {node.left.type.kind, node.right.type.kind}
        if kinds & {"set", "list", "place"}:
            raise _Unprinted
        left, right = of(node.left), of(node.right)
        return int(bool(left) == bool(right) if "flag" in kinds else left == right)

    def _arith(self, node: m.Arith, of: _Of, bound: tuple[str, int]) -> int:
        if node.op == "*" and not (isinstance(node.left, m.Const) or isinstance(node.right, m.Const)):
            raise _Unprinted
        return arithmetic(node.op, of(node.left), of(node.right))

    def _either(self, node: m.Either, of: _Of, bound: tuple[str, int]) -> int:
        if node.type.kind in ("set", "list", "place"):
            raise _Unprinted
        return of(node.then if of(node.condition) else node.other)


_Of = Callable[[m.Expr], int]
_CHANGING = (m.Read, m.Contents, m.AllIn, m.WhereIs, m.ValueOf, m.Filter, m.Known)
"""What is surely no part of such a formula."""
_RULES: dict[type, Any] = {
    m.Const: Printed._const,
    m.OptionValue: Printed._option,
    m.Local: Printed._local,
    m.Prop: Printed._prop,
    m.IsRow: Printed._row,
    m.Not: Printed._not,
    m.Logic: Printed._logic,
    m.Compare: Printed._compare,
    m.Equal: Printed._equal,
    m.Arith: Printed._arith,
    m.Either: Printed._either,
}
