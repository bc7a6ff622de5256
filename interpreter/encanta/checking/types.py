"""Kinds of values: how they are called, and which may stand for which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from encanta.checking.model import EFFECT, FLAG, INTEGER, NO_TYPE, PLAYER, SIDE, Type, list_of, set_of
from encanta.language.words import plural

ERROR = Type("error")
"""The type of what could not be understood; it fits everywhere, so that no second message follows."""

Members = Callable[[str], tuple[str, ...]]
_SHOWN_MEMBERS = 4


def component_type(name: str) -> Type:
    """The type of components of a kind."""
    return Type("component", name)


def place_type(component: str | None) -> Type:
    """The type of places for a kind of component."""
    return Type("place", component)


def enum_type(name: str) -> Type:
    """The type of members of an enumeration, or of readings of an option."""
    return Type("enum", name)


def optional(type: Type) -> Type:
    """The type, or nothing."""
    return type if type.optional or type.kind in ("set", "list", "error") else replace(type, optional=True)


def certain(type: Type) -> Type:
    """The type without nothing."""
    return replace(type, optional=False) if type.optional and type.kind != "nothing" else type


def is_many(type: Type) -> bool:
    """Whether it is a set or a list."""
    return type.kind in ("set", "list")


def element(type: Type) -> Type:
    """What a set or a list is made of."""
    return type.of or ERROR


def same(one: Type, other: Type) -> bool:
    """Whether values of both can be equal; unfinished types and nothing fit everything."""
    if "error" in (one.kind, other.kind):
        return True
    if "nothing" in (one.kind, other.kind):
        return True
    if is_many(one) and is_many(other):
        return same(element(one), element(other))
    if one.kind != other.kind:
        return False
    return one.name == other.name or (one.kind == "place" and None in (one.name, other.name))


def unify(one: Type, other: Type) -> Type | None:
    """The type of what is one or the other; None if they do not fit together."""
    if "error" in (one.kind, other.kind):
        return ERROR
    if one.kind == "nothing":
        return optional(other)
    if other.kind == "nothing":
        return optional(one)
    if not same(one, other):
        return None
    if is_many(one):
        inner = unify(element(one), element(other)) or ERROR
        return list_of(inner) if one.kind == other.kind == "list" else set_of(inner)
    return optional(one) if other.optional else one


def describe(type: Type, members: Members) -> str:
    """The type in words of the rulebook: `a number`, `one of red, green`, `a set of cards`."""
    if type.kind == "enum":
        names = members(type.name or "")
        shown = ", ".join(names[:_SHOWN_MEMBERS])
        return f"one of {shown}, ..." if len(names) > _SHOWN_MEMBERS else f"one of {shown}"
    if is_many(type):
        return f"a {type.kind} of {_several(element(type))}"
    if type.kind == "map":
        return f"{'an effect' if type.of == EFFECT else 'a number'} for each {type.name}"
    plain = {"integer": "a number", "flag": "yes or no", "effect": "an effect", "nothing": "nothing"}
    return plain.get(type.kind) or with_article(_noun(type))


def with_article(noun: str) -> str:
    """`a card`, `an egg`."""
    return ("an " if noun[:1] in "aeiou" else "a ") + noun


def _noun(type: Type) -> str:
    return (type.name or "thing") if type.kind == "component" else type.kind


def _several(type: Type) -> str:
    if type.kind == "enum":
        return plural(type.name or "value")
    if is_many(type):
        return f"{type.kind}s"
    return plural({"integer": "number", "nothing": "thing"}.get(type.kind) or _noun(type))


def plain_types() -> dict[str, Type]:
    """The types that the language itself names."""
    plain = {"integer": INTEGER, "flag": FLAG, "player": PLAYER, "side": SIDE}
    return plain | {"effect": Type("effect"), "formula": Type("formula")}


__all__ = ["ERROR", "NO_TYPE", "certain", "component_type", "describe", "element", "enum_type", "is_many", "optional"]
__all__ += ["place_type", "plain_types", "same", "unify", "with_article"]
