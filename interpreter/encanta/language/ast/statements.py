"""Statements: what happens."""

from __future__ import annotations

from encanta.language.ast.nodes import At, Expr, Node, Stmt
from encanta.text.records import dataclass


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
class Slide(Stmt):
    """`slide display`: closes the gaps of a row, towards its first slot."""

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
    """`force +2`."""

    target: Expr
    op: str
    amount: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Do(Stmt):
    """`do deal, play`: phases, one after the other."""

    names: tuple[tuple[str, At], ...]


@dataclass(frozen=True, slots=True, eq=False)
class DoEffect(Stmt):
    """`do effect of card`: carries out an effect that a component prints; one of several `for` a member."""

    name: str
    of: Expr
    name_at: At
    member: Expr | None = None


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
    """A declared verb with its amount and its prepositions; `unit` is the word of the unit that the amount is of."""

    verb: str
    amount: Expr | None
    args: tuple[tuple[str, Expr], ...]
    verb_at: At
    unit: str | None = None
    unit_at: At | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Doing(Stmt):
    """`p takes_cards 2 or else heals 1`; several deeds are alternatives."""

    subject: Subject | None
    may: bool
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Maybe(Stmt):
    """`may move top of deck to hand`: a statement without a verb of the rulebook that may be left."""

    step: Stmt


@dataclass(frozen=True, slots=True, eq=False)
class SomeUnits(Stmt):
    """`3 coins`, as a cost: so many are lost."""

    amount: Expr
    unit: str
    unit_at: At


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
