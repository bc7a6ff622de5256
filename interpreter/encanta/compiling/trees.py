"""What typed formulas and statements bind and need, and how their locals are renamed."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from encanta.checking import model as m
from encanta.checking.model.trees import N, Node, parts, rebuilt, substituted, walk

LOOKING = (m.Filter, m.Map, m.Extreme, m.Unmelded)
"""Formulas that look at each element of a set, bound to `local`."""


def binders(node: Node) -> tuple[str, ...]:
    """The locals that a node itself binds."""
    if isinstance(node, (m.Filter, m.Map, m.Extreme, m.Unmelded, m.ForEach, m.Turns, m.Let, m.Random, m.Choice)):
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
        outside = _free(node.set) if isinstance(node, LOOKING) else frozenset[str]()
        found = (found - set(bound)) | outside
    return found


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


__all__ = ["N", "Node", "binders", "free_locals", "locals_in", "parts", "rebuilt", "renamed", "substituted", "walk"]
