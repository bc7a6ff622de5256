"""The declared things of a rulebook by name: what kind they are and whose, before any formula is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from encanta.checking.model import Enum, Meld, OptionDecl, Place, Property, Type, Variable
from encanta.language.parser import Vocabulary
from encanta.language.words import plural
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Scalar
from encanta.text.spans import Span

GAME, PLAYER, SIDE = "game", "player", "side"
EVERY = "every action"
"""What is among the forbidden words if the printed actions of every kind are forbidden somewhere."""
READER, FOE = "you.reader", "against"
"""Locals that are never named so in a rulebook: who reads what is printed, and the opponent of a value."""
BUILT_IN = frozenset(
    {"players", "sides", "current", "this", "self", "partner", "left", "right", "side", "owner", "place", "members"}
    | {"count", "min", "max", "distinct", "abs", "clockwise", "during", "reachable", "protected"}
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a value, an event, or a verb (there with the preposition it is said with, if any)."""

    name: str
    type: Type
    preposition: str | None


@dataclass(frozen=True, slots=True, eq=False)
class VariableSign:
    """A declared variable; `owner` is game, player, side or the name of a component."""

    name: str
    owner: str
    type: Type
    span: Span
    made: Variable | None = None
    """The variable itself, where it is not declared under `state`."""


@dataclass(frozen=True, slots=True, eq=False)
class ValueSign:
    """A declared value before its formula is read; `foe` is the opponent that it may depend on, `gained` what is added
    to it for a while."""

    name: str
    owner: str
    parameters: tuple[Parameter, ...]
    span: Span
    foe: Parameter | None = None
    gained: VariableSign | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EventSign:
    """A named event."""

    name: str
    owner: str
    parameters: tuple[Parameter, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class PaymentSign:
    """A payment before it is read."""

    name: str
    parameters: tuple[Parameter, ...]
    said: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class BodySign:
    """A phase, a procedure or an action (`kind`), and how it is said; `broken` if that could not be understood."""

    kind: str
    name: str
    parameters: tuple[Parameter, ...]
    said: str
    span: Span
    broken: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ComponentSign:
    """A kind of component: its properties, and the names of its rows. `marker`: how many there are without any rows."""

    name: str
    properties: dict[str, Property]
    rows: frozenset[str]
    span: Span
    marker: int = 0
    parts: tuple[str, ...] = ()
    """The parts of its rows, the row itself first; none where everything stands in the row and is always active."""
    backs: Property | None = None
    """The enumeration by which its copies differ in their backs."""


Thing = Place | VariableSign | ValueSign | Property
Declared = tuple[str, Scalar | None, Scalar, Scalar | None]
"""A declared name: its section, whose it is, how it is written, its type."""


@dataclass(slots=True, eq=False)
class Environment:
    """Every declared name. It is the same object for all settings that declare the same names."""

    enums: dict[str, Enum] = field(default_factory=dict)
    aliases: dict[str, Type] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Types of numbers with a least and a most; each is an enumeration of its numbers too, so that places and numbers
    can be there for each."""
    options: dict[str, OptionDecl] = field(default_factory=dict)
    components: dict[str, ComponentSign] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    things: dict[str, dict[str, Thing]] = field(default_factory=dict)
    """By owner, then by name: places, variables, values, properties."""
    bodies: dict[str, BodySign] = field(default_factory=dict)
    events: dict[str, EventSign] = field(default_factory=dict)
    payments: dict[str, PaymentSign] = field(default_factory=dict)
    units: dict[str, VariableSign] = field(default_factory=dict)
    """The words for units, for one and for several, with the variables that they count."""
    melds: dict[str, Meld] = field(default_factory=dict)
    plurals: dict[str, tuple[str, str]] = field(default_factory=dict)
    """`cards` to (component, card), `suits` to (enum, suit), `hands` to (place, hand)."""
    holders: dict[str, list[str]] = field(default_factory=dict)
    """The enumerations that have a member of a name."""
    kinds: frozenset[str] = frozenset()
    """Kinds of printed actions."""
    foes: dict[str, Type] = field(default_factory=dict)
    """Opponents that values depend on, by name."""
    broken: set[str] = field(default_factory=set)
    """Names whose declarations could not be understood, which was reported; what uses them is not reported too."""
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    found: list[Diagnostic] = field(default_factory=list)
    memory: dict[Any, Any] = field(default_factory=dict)
    """What has been read with these names, by what it was read from."""
    firm: tuple[object, ...] = ()
    loose: frozenset[Declared] = frozenset()
    """What it was declared from: what matters for every text, and what matters only where it is named."""

    def thing(self, owner: str, name: str) -> Thing | None:
        """What an owner has under a name."""
        return self.things.get(owner, {}).get(name)

    def owners(self, name: str) -> list[str]:
        """Everybody who has something of that name."""
        return [owner for owner, named in self.things.items() if name in named]

    def members(self, enum: str) -> tuple[str, ...]:
        """The members of an enumeration, or the readings of an option."""
        if enum in self.enums:
            return self.enums[enum].members
        return self.options[enum].members if enum in self.options else ()

    def amount_of(self, verb: str) -> list[str]:
        """What a verb calls the amount that it is said with, if it is."""
        sign = self.bodies.get(verb)
        if sign is None:
            return []
        return [p.name for p in sign.parameters if p.preposition is None and p.type.kind == "integer"]

    def is_declared(self, name: str) -> bool:
        """Whether something that a formula can name has this name; rows and members do not count."""
        if name in self.enums or name in self.components or name in self.options or name in self.plurals:
            return True
        return any(name in named for named in self.things.values())

    def names(self) -> Iterator[str]:
        """Every name that a formula can use."""
        for named in self.things.values():
            yield from named
        yield from self.plurals
        yield from self.options

    def close(self) -> None:
        """Works out what follows from the declarations: plurals and holders of members."""
        for enum in self.enums.values():
            self.plurals.setdefault(plural(enum.name), ("range" if enum.name in self.ranges else "enum", enum.name))
            for member in enum.members:
                self.holders.setdefault(member, []).append(enum.name)
        for component in self.components:
            self.plurals.setdefault(plural(component), ("component", component))
        for place in self.places:
            self.plurals.setdefault(plural(place), ("place", place))
