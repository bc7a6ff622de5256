"""What the parser hands on: one small immutable class for each form of the language."""

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


# ---------------------------------------------------------------------------------------------- formulas


@dataclass(frozen=True, slots=True, eq=False)
class Name(Expr):
    """A bare word: `hand`, `it`, `red_deck`."""

    id: str


@dataclass(frozen=True, slots=True, eq=False)
class Number(Expr):
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """`count(hand)`, `in_play(it)`."""

    name: str
    args: tuple[Expr, ...]
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Owned(Expr):
    """`p's hand`; `owner` is None for `your` and `their`, which `whose` tells apart."""

    owner: Expr | None
    whose: str
    name: str
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Property(Expr):
    """`strength of it`, `left of p`, `discount(red) of p`."""

    name: Expr
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Against(Expr):
    """`attack against it`."""

    value: Expr
    foe: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Position(Expr):
    """`top of deck`, `bottom 3 of deck`; without a count it is one thing, with a count a set."""

    which: str
    count: Expr | None
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Every(Expr):
    """`every hand`: all that lies in the places of that name."""

    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Inline(Expr):
    """`1 of coins`, `up to 2 of hand`: the doer picks when the sentence is reached."""

    count: int
    up_to: bool
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Expr):
    """`not x`, `-x`."""

    op: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expr):
    """`and or + - * / < <= > >= is in`; `is not` and `not in` have `op` "is not", "not in"."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IsA(Expr):
    """`it is a joker`, `it is not a joker`."""

    value: Expr
    word: str
    negated: bool
    word_at: At


@dataclass(frozen=True, slots=True, eq=False)
class IsNothing(Expr):
    """`x is nothing`, `x is something`."""

    value: Expr
    something: bool


@dataclass(frozen=True, slots=True, eq=False)
class IsKnown(Expr):
    """`it is known to you`: whether a player has seen a component and could follow it."""

    value: Expr
    who: Expr
    negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class Either(Expr):
    """`a if c else b`."""

    then: Expr
    condition: Expr
    other: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Rate(Expr):
    """`1 per 2 coins`."""

    amount: Expr
    each: Expr | None
    unit: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Where(Expr):
    set: Expr
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class As(Expr):
    """`table as m`: names the candidate of the `where` that follows."""

    set: Expr
    name: str
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Extreme(Expr):
    """`players with least total`."""

    set: Expr
    most: bool
    key: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Otherwise(Expr):
    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(Expr):
    """`1..5`: the whole numbers from one to another, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ListOf(Expr):
    items: tuple[Expr, ...]


# -------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class Block(Stmt):
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Arrow(Stmt):
    """`cost -> effect`."""

    cost: tuple[Stmt, ...]
    effect: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WhenTrue(Stmt):
    """`step if condition`."""

    step: Stmt
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Move(Stmt):
    """`move X to Y with VARIABLE VALUE`; the end of a pile is a Position in `to`."""

    what: Expr
    to: Expr
    face: str | None
    variable: str | None
    value: Expr | None
    variable_at: At | None


@dataclass(frozen=True, slots=True, eq=False)
class Gather(Stmt):
    what: Expr
    into: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Stmt):
    place: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Deal(Stmt):
    count: Expr
    source: Expr
    place: str
    place_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Swap(Stmt):
    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Reveal(Stmt):
    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class LookAt(Stmt):
    what: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Refill(Stmt):
    """`refill display`: fills the gaps of a row from the pile that belongs to it."""

    place: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Quantity(Node):
    """`kind`: exactly, up to, at least, between, any number."""

    kind: str
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Stmt):
    """`choose 2 back from hand`; without a quantity one thing is chosen, not a set of one."""

    subject: Subject | None
    quantity: Quantity | None
    name: str
    source: Expr
    such_that: Expr | None
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Let(Stmt):
    name: str
    value: Expr
    random: bool
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class SetTo(Stmt):
    target: Expr
    value: Expr
    random: bool


@dataclass(frozen=True, slots=True, eq=False)
class Gain(Stmt):
    """`attack +2`."""

    target: Expr
    op: str
    amount: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Do(Stmt):
    """`do deal, play`: phases, one after the other."""

    names: tuple[tuple[str, At], ...]


@dataclass(frozen=True, slots=True, eq=False)
class DoEffect(Stmt):
    """`do effect of card`: carries out an effect that a component prints."""

    name: str
    of: Expr
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Offer(Stmt):
    """`how`: exactly one, one or more, at most one, any."""

    how: str
    names: tuple[tuple[str, At], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Open(Stmt):
    """`open mirror for left of you`: a window, for those it asks or for some players only."""

    name: str
    who: Expr | None
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Play(Stmt):
    """`play trick clockwise from leader won by winner`; `winner` is a local that gets the player."""

    name: str
    start: Expr
    winner: str | None
    name_at: At
    winner_at: At | None


@dataclass(frozen=True, slots=True, eq=False)
class Pay(Stmt):
    """`pay price(card)`: a payment with its arguments."""

    name: str
    args: tuple[Expr, ...]
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Tally(Stmt):
    """`tally round`: writes down a score sheet."""

    name: str
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class EndGame(Stmt):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class EndPhase(Stmt):
    name: str
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Stop(Stmt):
    name: str
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Until(Stmt):
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Subject(Node):
    """`kind`: one (with `who`), each, each other, another, any, all, all other."""

    kind: str
    who: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Deed(Node):
    """A declared verb with its amount and its prepositions."""

    verb: str
    amount: Expr | None
    args: tuple[tuple[str, Expr], ...]
    verb_at: At


@dataclass(frozen=True, slots=True, eq=False)
class Doing(Stmt):
    """`p takes_cards 2 or else heals 1`; several deeds are alternatives."""

    subject: Subject | None
    may: bool
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    branches: tuple[tuple[Expr, Block], ...]
    other: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Stmt):
    name: str
    source: Expr
    body: Block
    name_at: At


@dataclass(frozen=True, slots=True, eq=False)
class EachPlayer(Stmt):
    start: Expr | None
    among: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class AllPlayers(Stmt):
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Stmt):
    """`kind`: forever, times, while."""

    kind: str
    value: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Turns(Stmt):
    once: bool
    start: Expr
    among: Expr | None
    body: Block


# ------------------------------------------------------------------------- what stands under single keys


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


Event = PhaseEvent | StepEvent | MoveEvent | ChangeEvent | NamedEvent


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
