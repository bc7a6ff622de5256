"""What all nodes of the language are."""

from __future__ import annotations

from encanta.text.records import dataclass

At = tuple[int, int]
"""Start and end of a node, in characters of the snippet it was read from."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Any piece of the language; `at` says where it stands in its snippet."""

    at: At


class Expr(Node):
    """A formula or a part of one."""

    __slots__ = ()


class Stmt(Node):
    """Something that happens."""

    __slots__ = ()
