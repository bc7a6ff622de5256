"""Formulas, and the parts of formulas."""

from __future__ import annotations

from encanta.language.ast.nodes import At, Expr
from encanta.text.records import dataclass


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
    """`strength of it`, `left of p`, `discount(red) of p`; `printed`: `printed strength of it`."""

    name: Expr
    of: Expr
    printed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Against(Expr):
    """`force against it`."""

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
class Picked(Expr):
    """`another player`, `any player where coins > 0`, `the player with most coins`: the doer picks one.

    `kind`: another, any, the. `source` is what narrows the players, said of `players`.
    """

    kind: str
    source: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Lot(Expr):
    """`random 2 of hand`: drawn when the sentence is reached."""

    count: int
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Dice(Expr):
    """`d6`, `roll 2d6`: rolled when the sentence is reached."""

    count: int
    sides: int
    rolled: bool


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
