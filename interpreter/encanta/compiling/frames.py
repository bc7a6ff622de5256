"""What the locals of a pending frame stand for: a component, several of them, or anything else."""

from __future__ import annotations

from collections.abc import Iterable

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.trees import Node, walk

OTHER, ONE, SET, LIST, WAITING, UNCLEAR = range(6)
"""Roles of a local: no component, one, a set (a mask), a list (a tuple), abilities that wait (each with a component as
its last part), or one thing in one part of the program and another in another part."""


class Roles:
    """Learns from the statements of each body what its locals are."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], set[int]] = {}

    def learn(self, where: str, stmts: m.Stmts) -> None:
        """Take in the statements of a body, an ability or an effect."""
        for stmt in stmts:
            for node in walk(stmt):
                for name, type_ in _typed(node):
                    self._found.setdefault((where, name), set()).add(_role(type_))

    def of(self, where: str, names: Iterable[str]) -> tuple[int, ...]:
        """The roles of some locals of a body. What no statement names is a counter or the like."""
        return tuple(self._of(where, name) for name in names)

    def _of(self, where: str, name: str) -> int:
        found = self._found.get((where, name), {OTHER})
        return next(iter(found)) if len(found) == 1 else UNCLEAR


def _typed(node: Node) -> Iterable[tuple[str, m.Type]]:
    """The locals that a node itself names or binds, with their types."""
    if isinstance(node, m.Local):
        yield node.name, node.type
    elif isinstance(node, m.Let):
        yield node.local, node.value.type
    elif isinstance(node, ir.Pick):
        choice = node.body.choices[node.index]
        yield choice.local, choice.type if not choice.single or choice.type.of is None else choice.type.of


def _role(type_: m.Type) -> int:
    element = type_.of if type_.kind in ("set", "list") else type_
    if element is None or element.kind != "component":
        return OTHER
    return {"set": SET, "list": LIST}.get(type_.kind, ONE)
