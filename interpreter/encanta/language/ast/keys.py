"""What stands under single keys of a rulebook: choices, events, changes, limits, headers, types."""

from __future__ import annotations

from encanta.language.ast.formulas import Name
from encanta.language.ast.nodes import At, Expr, Node
from encanta.language.ast.statements import Quantity
from encanta.text.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Pick(Node):
    """An entry of `choose:`."""

    quantity: Quantity | None
    source: Expr
    such_that: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Path(Node):
    """`search` or `search.keep`."""

    name: str
    step: str | None


@dataclass(frozen=True, slots=True, eq=False)
class PhaseEvent(Node):
    """`your turn begins`, `round ends`."""

    yours: bool
    phase: str
    begins: bool
    phase_at: At


@dataclass(frozen=True, slots=True, eq=False)
class StepEvent(Node):
    """`before search.draw`, `after turn`."""

    before: bool
    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class MoveEvent(Node):
    """`a joker enters your table`, `a card leaves discard`."""

    word: str
    enters: bool
    place: Expr
    source: Expr | None
    word_at: At


@dataclass(frozen=True, slots=True, eq=False)
class ChangeEvent(Node):
    """`kind`: changes, rises, falls, becomes, becomes empty."""

    kind: str
    value: Expr
    target: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class NamedEvent(Node):
    """`first_arrival(joker)`."""

    name: str
    args: tuple[Expr, ...]
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class DeedEvent(Node):
    """`you gain a card`, `another player heals`, `a player takes coins by rest`.

    `who`: the word for whoever does it (`you`, `another`, `player`); `word` is a kind of what it is done with,
    `unit` a unit, `by` the action, kind of actions or procedure in which it is done.
    """

    who: str
    verb: str
    word: str | None
    unit: str | None
    by: str | None
    who_at: At
    verb_at: At
    word_at: At | None
    unit_at: At | None
    by_at: At | None


Event = PhaseEvent | StepEvent | MoveEvent | ChangeEvent | NamedEvent | DeedEvent


@dataclass(frozen=True, slots=True, eq=False)
class Change(Node):
    """A static change of a value: `points of a joker in table is 0`. `scope`: all, kind, this."""

    name: str
    scope: str
    word: str | None
    place: Expr | None
    op: str
    value: Expr
    name_at: At
    word_at: At | None


@dataclass(frozen=True, slots=True, eq=False)
class Ban(Node):
    """What is forbidden: `heal`, `move_to a card`, or printed `actions`, `small actions of top of deck`."""

    name: str | None
    word: str | None
    actions: bool
    of: Expr | None
    name_at: At
    word_at: At | None


@dataclass(frozen=True, slots=True, eq=False)
class Limit(Node):
    """`once per turn`; `times` is None for any number."""

    times: int | None
    phase: str
    counted_as: str | None
    phase_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Parameter(Node):
    """`color c` or `n`; `type` is None where it is left to be inferred."""

    preposition: str | None
    type: str | None
    name: str
    type_at: At | None
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Header(Node):
    """How a procedure is said, or the signature of a value or an event."""

    name: str
    parameters: tuple[Parameter, ...]
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class TypeForm(Node):
    """`kind`: name, enumeration, range, set, list, map. Numbers stand in low and high."""

    kind: str
    optional: bool
    name: str | None
    key: str | None
    words: tuple[Name, ...]
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Narrowing(Node):
    """One line of a narrowing list. `kind`: most, least, first, keep."""

    kind: str
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Order(Node):
    lines: tuple[Narrowing, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Asked(Node):
    """In which order a window asks: clockwise from a player, or by lot where `start` is None."""

    start: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Played(Node):
    """What is played to a trick: `card from hand`."""

    kind: str
    place: Expr
    kind_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Moment(Node):
    """When a row is filled up again: after an event, or at once where `event` is None."""

    event: Event | None
