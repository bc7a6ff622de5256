"""Formulas that say the same have the same shape, whatever their locals are called and wherever they stand."""

from __future__ import annotations

import dataclasses
from typing import Any

from encanta.checking import model as m
from encanta.checking.model import Expr

Outer = tuple[str, str | None]
"""A local that is bound outside of a formula; where the formula only reads a property of it, with its name."""
Shape = tuple[int, tuple[Outer, ...]]
"""A number that stands for what a formula says, and the locals from outside, in order."""

_BINDERS: dict[type, tuple[str, ...]] = {
    m.Filter: ("condition",),
    m.Map: ("body",),
    m.Extreme: ("key",),
    m.Unmelded: ("key",),
}
"""The parts of a formula in which its own local can stand."""
_FIELDS: dict[type, tuple[str, ...]] = {}


class Shapes:
    """Numbers for shapes. Formulas of one shape come to the same if their outer locals stand for the same."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._known: dict[int, tuple[Expr, Shape]] = {}
        self._values: dict[int, tuple[m.Value, int]] = {}

    def of(self, node: Expr) -> Shape:
        """The shape of a formula."""
        found = self._known.get(id(node))
        if found is None:
            free: dict[Outer, int] = {}
            number = self._number(node, {}, free)
            # The node is kept, so that nothing else gets its address.
            found = self._known[id(node)] = node, (number, tuple(free))
        return found[1]

    def _number(self, node: Expr, bound: dict[str, int], free: dict[Outer, int]) -> int:
        if isinstance(node, m.Local):
            level = bound.get(node.name)
            if level is not None:
                return self._intern(("bound", level, node.type))
            return self._intern(("free", free.setdefault((node.name, None), len(free)), node.type))
        if isinstance(node, (m.Prop, m.PropAt)) and isinstance(node.of, m.Local) and node.of.name not in bound:
            index = free.setdefault((node.of.name, node.property.name), len(free))
            key = self._number(node.key, bound, free) if isinstance(node, m.PropAt) else None
            return self._intern((type(node), index, node.property.component, node.property.name, key))
        inner, binds = bound, _BINDERS.get(type(node), ())
        if binds:
            inner = {**bound, getattr(node, "local", ""): len(bound)}
        parts: list[Any] = [type(node), node.type]
        for name in _fields(type(node)):
            parts.append(self._part(getattr(node, name), inner if name in binds else bound, free))
        return self._intern(tuple(parts))

    def _part(self, part: Any, bound: dict[str, int], free: dict[Outer, int]) -> Any:
        if isinstance(part, Expr):
            return "formula", self._number(part, bound, free)
        if isinstance(part, tuple):
            return tuple(self._part(item, bound, free) for item in part)
        if isinstance(part, m.Value):
            return self._value(part)
        if isinstance(part, m.Property):
            return "property", part.component, part.name
        if isinstance(part, m.Variable):
            return "variable", part.owner, part.name
        if isinstance(part, m.Place):
            capacity = self.of(part.capacity) if part.capacity is not None else None
            return "place", part.name, part.component, part.form, part.each, capacity
        return part

    def _value(self, value: m.Value) -> int:
        """A value by what it is worked out from."""
        found = self._values.get(id(value))
        if found is None:
            # What needs itself is an error, which is told elsewhere; here it only has to end.
            self._values[id(value)] = value, self._intern(("value", value.owner, value.name))
            bent = value.gained is not None or value.least is not None or value.most is not None
            made = ("value", value.owner, value.name, value.parameters, self.of(value.body), bent)
            found = self._values[id(value)] = value, self._intern(made)
        return found[1]

    def _intern(self, what: Any) -> int:
        return self._numbers.setdefault(what, len(self._numbers))


def _fields(cls: type) -> tuple[str, ...]:
    """What makes a formula different from others of its class; the name of its own local does not."""
    if cls not in _FIELDS:
        own = {"type", "span", "local"} if cls in _BINDERS else {"type", "span"}
        _FIELDS[cls] = tuple(field.name for field in dataclasses.fields(cls) if field.name not in own)
    return _FIELDS[cls]
