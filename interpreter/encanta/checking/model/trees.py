"""Walks and rebuilds typed formulas and statements, whatever their class."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from encanta.checking.model.formulas import Expr, Extreme, Filter, Local, Map, Unmelded
from encanta.checking.model.kinds import Type
from encanta.checking.model.sentences import Choice, Stmt

Node = Expr | Stmt | Choice
N = TypeVar("N", bound=Node)


_LOOKING: dict[type, str] = {Filter: "condition", Map: "body", Extreme: "key", Unmelded: "key"}
"""Formulas that look at each element of `set`, bound to `local`, and what they look at there."""
_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(cls: type) -> tuple[str, ...]:
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(f.name for f in dataclasses.fields(cls) if f.name not in ("type", "span"))
    return _FIELDS[cls]


def parts(node: Node) -> Iterator[Node]:
    """The formulas, statements and choices directly inside a node, in order."""
    for name in _fields(type(node)):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, (Expr, Stmt, Choice)):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything inside it."""
    yield node
    for part in parts(node):
        yield from walk(part)


def rebuilt(node: N, change: Callable[[Any], Any]) -> N:
    """The same node with `change` applied to each node directly inside it; shared where nothing changes."""
    found = {}
    for name in _fields(type(node)):
        old = getattr(node, name)
        new = _changed(old, change)
        if new is not old:
            found[name] = new
    return dataclasses.replace(node, **found) if found else node


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, (Expr, Stmt, Choice)):
        return change(value)
    if isinstance(value, tuple):
        items = tuple(_changed(item, change) for item in value)
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return value


def substituted(node: N, names: dict[str, Expr]) -> N:
    """A node with locals replaced by formulas. Locals are unique within a body, so nothing is captured."""

    def change(part: Any) -> Any:
        if isinstance(part, Local):
            return names.get(part.name, part)
        return rebuilt(part, change)

    result: N = change(node)
    return result


def fresh_binders(node: N, fresh: Callable[[str, Type], str]) -> N:
    """A formula whose own locals have new names, so that it can stand beside others; `fresh` makes them."""

    def change(part: Any, bound: dict[str, str]) -> Any:
        if isinstance(part, Local):
            return dataclasses.replace(part, name=bound[part.name]) if part.name in bound else part
        key = _LOOKING.get(type(part))
        if key is None:
            return rebuilt(part, lambda inner: change(inner, bound))
        local = fresh(part.local, part.set.type.of or part.set.type)
        inner = change(getattr(part, key), {**bound, part.local: local})
        return dataclasses.replace(part, **{"set": change(part.set, bound), "local": local, key: inner})

    result: N = change(node, {})
    return result
