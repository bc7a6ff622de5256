"""Short values are written where they are named, so that what is known there can simplify them."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING, Any

from encanta.checking import model as m
from encanta.compiling.trees import LOOKING, rebuilt, substituted, walk

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas

_MARKS = itertools.count(1)


class Inlining:
    """Puts the bodies of values in place of their names."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self._large: dict[m.Value, bool] = {}

    def inlined(self, node: m.Expr) -> m.Expr:
        """Writes the bodies of values in place of their names where the arguments are simple."""

        def change(part: Any) -> Any:
            part = rebuilt(part, change)
            if isinstance(part, m.ValueOf) and self.may(part):
                return change(self.in_place(part))
            return part

        result: m.Expr = change(node)
        return result

    def may(self, node: m.ValueOf) -> bool:
        """Whether a value is short and its arguments are simple."""
        arguments = [a for a in (node.owner, *node.args) if a is not None]
        simple = all(
            isinstance(a, (m.Const, m.Local, m.OptionValue)) and not self.formulas.nullable(a) for a in arguments
        )
        return simple and not self.is_large(node.value)

    def is_large(self, value: m.Value) -> bool:
        """Whether a value is better worked out by a function of its own: it is long, or asks what cards show."""
        if value not in self._large:
            nodes = list(walk(self.formulas.value_bodies[value]))
            self._large[value] = len(nodes) > 40 or self.asks_cards(value)
        return self._large[value]

    def asks_cards(self, value: m.Value) -> bool:
        """Whether the formula of a value asks which cards show something."""
        return any(isinstance(node, m.Shows) for node in walk(self.formulas.value_bodies[value]))

    def in_place(self, node: m.ValueOf) -> m.Expr:
        """The body of a value with its arguments put in."""
        names: dict[str, m.Expr] = {}
        value = node.value
        if node.owner is not None:
            names["it" if value.owner not in (None, "player", "side") else "you"] = node.owner
        for (parameter, _), argument in zip(value.parameters, node.args, strict=True):
            names[parameter] = argument
        return substituted(self._with_fresh_binders(self.formulas.value_bodies[value]), names)

    def _with_fresh_binders(self, body: m.Expr) -> m.Expr:
        """Bodies written twice in one formula must not share the names they bind."""
        mark = next(_MARKS)

        def change(part: Any, bound: dict[str, str]) -> Any:
            if isinstance(part, m.Local):
                new = bound.get(part.name)
                return part if new is None else dataclasses.replace(part, name=new)
            if isinstance(part, LOOKING):
                inner = bound | {part.local: f"{part.local}.{mark}"}
                fields: dict[str, Any] = {"set": change(part.set, bound), "local": inner[part.local]}
                key = {m.Filter: "condition", m.Map: "body", m.Extreme: "key", m.Unmelded: "key"}[type(part)]
                fields[key] = change(getattr(part, key), inner)
                return dataclasses.replace(part, **fields)
            return rebuilt(part, lambda p: change(p, bound))

        result: m.Expr = change(body, {})
        return result
