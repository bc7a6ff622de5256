"""Walks and rebuilds typed formulas and statements, whatever their class."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from encanta.checking import model as m

Node = m.Expr | m.Stmt | m.Choice
N = TypeVar("N", bound=Node)


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
    if isinstance(value, (m.Expr, m.Stmt, m.Choice)):
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
    if isinstance(value, (m.Expr, m.Stmt, m.Choice)):
        return change(value)
    if isinstance(value, tuple):
        items = tuple(_changed(item, change) for item in value)
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return value


def binders(node: Node) -> tuple[str, ...]:
    """The locals that a node itself binds."""
    if isinstance(node, (m.Filter, m.Map, m.Extreme, m.ForEach, m.Turns, m.Let, m.Random, m.Choice)):
        return (node.local,)
    return ()


def locals_in(node: Node) -> frozenset[str]:
    """Every local that is read anywhere inside a node, bound there or not."""
    return _locals_in(node)


@lru_cache(maxsize=200_000)
def _locals_in(node: Node) -> frozenset[str]:
    if isinstance(node, m.Local):
        return frozenset((node.name,))
    found: frozenset[str] = frozenset()
    for part in parts(node):
        found |= _locals_in(part)
    return found


def free_locals(node: m.Expr) -> frozenset[str]:
    """The locals a formula needs from outside."""
    return _free(node)


@lru_cache(maxsize=200_000)
def _free(node: m.Expr) -> frozenset[str]:
    if isinstance(node, m.Local):
        return frozenset((node.name,))
    found: frozenset[str] = frozenset()
    for part in parts(node):
        if isinstance(part, m.Expr):
            found |= _free(part)
    bound = binders(node)
    if bound:
        outside = _free(node.set) if isinstance(node, (m.Filter, m.Map, m.Extreme)) else frozenset[str]()
        found = (found - set(bound)) | outside
    return found


def substituted(node: N, names: dict[str, m.Expr]) -> N:
    """A node with locals replaced by formulas. Locals are unique within a body, so nothing is captured."""

    def change(part: Any) -> Any:
        if isinstance(part, m.Local):
            return names.get(part.name, part)
        return rebuilt(part, change)

    result: N = change(node)
    return result


def renamed(node: N, names: dict[str, str]) -> N:
    """A node with locals renamed, also where they are bound."""

    def change(part: Any) -> Any:
        if isinstance(part, m.Local):
            return dataclasses.replace(part, name=names[part.name]) if part.name in names else part
        new = rebuilt(part, change)
        if binders(new) and new.local in names:
            new = dataclasses.replace(new, local=names[new.local])
        return new

    result: N = change(node)
    return result
