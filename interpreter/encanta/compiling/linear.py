"""Joint conditions on a chosen set that only count: judged from numbers, without trying sets."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.checking import model as m
from encanta.compiling.formulas import Formulas
from encanta.compiling.trees import locals_in


@dataclass(frozen=True, slots=True)
class Bound:
    """At least `low` and at most `high` (as Python; None: no bound) of the chosen that lie in `mask` (None: of all)."""

    mask: str | None
    low: str | None
    high: str | None


def bounds(formulas: Formulas, condition: m.Expr, local: str) -> list[Bound] | None:
    """A condition on the set `local` as bounds on counts, or None where it is not of that form."""
    return _Reader(formulas, local).read(formulas.prepared(condition))


class _Reader:
    def __init__(self, formulas: Formulas, local: str) -> None:
        self.formulas = formulas
        self.local = local

    def read(self, node: m.Expr) -> list[Bound] | None:
        if isinstance(node, m.Logic) and node.op == "and":
            found: list[Bound] = []
            for item in node.items:
                inner = self.read(item)
                if inner is None:
                    return None
                found += inner
            return found
        if isinstance(node, m.AnyOf):
            return self._about(node.set, "1", None)
        if isinstance(node, m.Not) and isinstance(node.value, m.AnyOf):
            return self._about(node.value.set, None, "0")
        if isinstance(node, (m.Compare, m.Equal)) and node.left.type.kind == "integer":
            return self._compared(node.op if isinstance(node, m.Compare) else "is", node.left, node.right)
        return None

    def _about(self, counted: m.Expr, low: str | None, high: str | None) -> list[Bound] | None:
        if isinstance(counted, m.Local) and counted.name == self.local:
            return [Bound(None, low, high)]
        if isinstance(counted, m.Filter) and isinstance(counted.set, m.Local) and counted.set.name == self.local:
            if self.local in locals_in(counted.condition):
                return None
            mask = self.formulas.membership(counted.condition, counted.local)
            return None if mask is None else [Bound(mask, low, high)]
        return None

    def _compared(self, op: str, left: m.Expr, right: m.Expr) -> list[Bound] | None:
        """`count + a <= b` becomes `count <= b - a`; only one count of the chosen may stand in it."""
        terms = self._terms(left, 1) + self._terms(right, -1)
        counts = [(sign, node) for sign, node in terms if self.local in locals_in(node)]
        if len(counts) != 1 or not isinstance(counts[0][1], m.Count):
            return None
        sign, counted = counts[0]
        rest = [f"{'-' if s == sign else '+'} {self.formulas.code(n)}" for s, n in terms if n is not counted]
        value = f"(0 {' '.join(rest)})"
        if sign < 0:
            op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
        low = {">": f"{value} + 1", ">=": value, "is": value}.get(op)
        high = {"<": f"{value} - 1", "<=": value, "is": value}.get(op)
        assert isinstance(counted, m.Count)
        return self._about(counted.set, low, high)

    def _terms(self, node: m.Expr, sign: int) -> list[tuple[int, m.Expr]]:
        if isinstance(node, m.Arith) and node.op in ("+", "-"):
            return self._terms(node.left, sign) + self._terms(node.right, sign if node.op == "+" else -sign)
        return [(sign, node)]
