"""Types of values."""

from __future__ import annotations

from dataclasses import dataclass

NOTHING = -1
"""What a value is that is not there."""


@dataclass(frozen=True, slots=True)
class Type:
    """`kind`: integer, flag, player, side, enum, component, place, effect, set, list, map, nothing.

    `name` is the enumeration's or the component's name (for a place: of what it holds); a set or a list (in order)
    has the type of its elements in `of`; a map has a number (`of`) for each member of the enumeration `name`. A type
    that is `optional` may be nothing.
    """

    kind: str
    name: str | None = None
    of: Type | None = None
    optional: bool = False


INTEGER = Type("integer")
FLAG = Type("flag")
PLAYER = Type("player")
SIDE = Type("side")
EFFECT = Type("effect")
NO_TYPE = Type("nothing", optional=True)


def set_of(element: Type) -> Type:
    """The type of sets of `element`."""
    return Type("set", of=element)


def map_per(enum: str, of: Type = INTEGER) -> Type:
    """The type of numbers, or of effects, for each member of an enumeration."""
    return Type("map", enum, of)


def list_of(element: Type) -> Type:
    """The type of ordered lists of `element` (what lies in a pile, values of many things)."""
    return Type("list", of=element)
