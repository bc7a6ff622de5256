"""What is fixed before play is worked out before play: options, numbers of players, constant conditions."""

from __future__ import annotations

import dataclasses
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.layout import Layout
from encanta.compiling.trees import rebuilt, substituted


class Folder:
    """Replaces fixed formulas by constants and drops branches that cannot be taken."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.model = layout.model

    def expr(self, node: m.Expr) -> m.Expr:
        """The formula with everything fixed worked out."""
        result: m.Expr = self._change(node)
        return result

    def stmts(self, stmts: m.Stmts) -> m.Stmts:
        """Statements without the branches that cannot be taken."""
        found: list[m.Stmt] = []
        for stmt in stmts:
            stmt = self._change(stmt)
            if isinstance(stmt, m.If):
                found.extend(self._if(stmt))
            else:
                found.append(stmt)
        return tuple(found)

    def _if(self, stmt: m.If) -> m.Stmts:
        branches = []
        other = self.stmts(stmt.other)
        for condition, body in stmt.branches:
            if isinstance(condition, m.Const):
                if not condition.value:
                    continue
                other = self.stmts(body)
                break
            branches.append((condition, self.stmts(body)))
        if not branches:
            return other
        return (dataclasses.replace(stmt, branches=tuple(branches), other=other),)

    def _change(self, node: Any) -> Any:
        if isinstance(node, (ir.Core, m.Cost)):
            return dataclasses.replace(node, stmts=self.stmts(node.stmts))
        if isinstance(node, (m.ForEach, m.Loop, m.Turns, m.May)):
            return rebuilt(dataclasses.replace(node, body=self.stmts(node.body)), self._change_expr)
        if isinstance(node, m.If):
            return rebuilt(node, self._change_expr)
        node = rebuilt(node, self._change)
        rule = _RULES.get(type(node))
        return rule(self, node) if rule is not None else node

    def _change_expr(self, node: Any) -> Any:
        return self._change(node) if isinstance(node, m.Expr) else node

    # ------------------------------------------------------------------------------------------ rules

    def _option(self, node: m.OptionValue) -> m.Expr:
        return m.Const(node.type, node.span, self.model.settings[node.option])

    def _count(self, node: m.Count) -> m.Expr:
        if isinstance(node.set, m.AllOf) and node.set.place is None and node.set.type.of is not None:
            return self._const(node, self.layout.domain(node.set.type.of).bit_count())
        return node

    def _ends(self, node: m.Ends) -> m.Expr:
        """The only one of a kind is known."""
        if isinstance(node.set, m.AllOf) and node.set.place is None and node.count is None and node.set.type.of:
            domain = self.layout.domain(node.set.type.of)
            if domain and not domain & (domain - 1):
                return self._const(node, domain.bit_length() - 1)
        return node

    def _side(self, node: m.SideOf) -> m.Expr:
        if isinstance(node.player, m.Const) and node.player.value >= 0:
            return self._const(node, self.layout.side_of[node.player.value])
        return node

    def _not(self, node: m.Not) -> m.Expr:
        if isinstance(node.value, m.Const):
            return self._const(node, int(not node.value.value))
        if isinstance(node.value, m.Not):
            return node.value.value
        return node

    def _logic(self, node: m.Logic) -> m.Expr:
        decisive = int(node.op == "or")
        items: list[m.Expr] = []
        for item in node.items:
            if isinstance(item, m.Const):
                if bool(item.value) == bool(decisive):
                    return self._const(node, decisive)
            else:
                items.append(item)
        if not items:
            return self._const(node, 1 - decisive)
        return items[0] if len(items) == 1 else dataclasses.replace(node, items=tuple(items))

    def _compare(self, node: m.Compare) -> m.Expr:
        left, right = node.left, node.right
        if isinstance(left, m.Const) and isinstance(right, m.Const):
            return self._const(node, int(compared(node.op, left.value, right.value)))
        return node

    def _equal(self, node: m.Equal) -> m.Expr:
        if isinstance(node.left, m.Const) and isinstance(node.right, m.Const):
            return self._const(node, int(node.left.value == node.right.value))
        return node

    def _arith(self, node: m.Arith) -> m.Expr:
        left, right = node.left, node.right
        if isinstance(left, m.Const) and isinstance(right, m.Const):
            return self._const(node, arithmetic(node.op, left.value, right.value))
        return node

    def _either(self, node: m.Either) -> m.Expr:
        if isinstance(node.condition, m.Const):
            return node.then if node.condition.value else node.other
        return node

    def _any(self, node: m.AnyOf) -> m.Expr:
        if isinstance(node.set, m.AllOf):
            return self._const(node, 1)
        alone = all(len(side) == 1 for side in self.model.sides)
        if alone and isinstance(node.set, m.Filter) and isinstance(node.set.set, m.Members):
            # Without teams a side is its only player, under the same number.
            player = _as_player(node.set.set.side)
            if player is not None:
                return self.expr(substituted(node.set.condition, {node.set.local: player}))
        return node

    def _in(self, node: m.In) -> m.Expr:
        everybody = isinstance(node.set, m.AllOf) and node.set.place is None
        if everybody and isinstance(node.item, m.Local) and not node.item.type.optional and node.item.name == "you":
            return self._const(node, 1)
        return node

    def _filter(self, node: m.Filter) -> m.Expr:
        if isinstance(node.condition, m.Const) and node.condition.value:
            return node.set
        return node

    def _const(self, node: m.Expr, value: int) -> m.Const:
        return m.Const(node.type, node.span, value)


_COMPARE = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
_RULES: dict[type, Any] = {
    m.OptionValue: Folder._option,
    m.Count: Folder._count,
    m.Ends: Folder._ends,
    m.SideOf: Folder._side,
    m.Not: Folder._not,
    m.Logic: Folder._logic,
    m.Compare: Folder._compare,
    m.Equal: Folder._equal,
    m.Arith: Folder._arith,
    m.Either: Folder._either,
    m.Filter: Folder._filter,
    m.AnyOf: Folder._any,
    m.In: Folder._in,
}


def _as_player(side: m.Expr) -> m.Expr | None:
    if isinstance(side, (m.Local, m.Const)):
        return dataclasses.replace(side, type=m.PLAYER)
    return side.player if isinstance(side, m.SideOf) else None


def compared(op: str, left: int, right: int) -> bool:
    """Which of two integers is greater."""
    return bool(_COMPARE[op](left, right))


def arithmetic(op: str, left: int, right: int) -> int:
    """The four operations on integers: `/` rounds down, by 0 it gives 0."""
    if op == "+":
        return left + right
    if op == "-":
        return left - right
    if op == "*":
        return left * right
    return left // right if right else 0
