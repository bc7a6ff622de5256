"""A checked rulebook: every name bound, every formula typed. Made by the checker, read by the compiler.

All values are integers inside: an enumeration's member is its index, a player a seat (from 0), a side its number, a
component its id, a place the number of its instance. `nothing` is -1. A set is a bit mask over one of these domains.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from encanta.text.source import Span

NOTHING = -1

# ------------------------------------------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Type:
    """`kind`: integer, flag, player, side, enum, component, place, effect, set, list, nothing.

    `name` is the enumeration's or the component's name (for a place: of what it holds); a set or a list (in order)
    has the type of its elements in `of`. A type that is `optional` may be nothing.
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


def list_of(element: Type) -> Type:
    """The type of ordered lists of `element` (what lies in a pile, values of many things)."""
    return Type("list", of=element)


# ------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, eq=False)
class Expr:
    """A typed formula."""

    type: Type
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Const(Expr):
    """An integer, a flag (0 or 1), a member's index, nothing (-1)."""

    value: int


@dataclass(frozen=True, slots=True, eq=False)
class OptionValue(Expr):
    """A number, a flag or the index of a reading; fixed before play."""

    option: str


@dataclass(frozen=True, slots=True, eq=False)
class Local(Expr):
    """A name bound in this body (unique in it): a parameter, a choice, a candidate, `you`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Read(Expr):
    """A state variable; `owner` is None for the game's, else a player, side or component."""

    variable: Variable
    owner: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class PlaceOf(Expr):
    """One instance of a place (type place); `owner` is None where there is only one."""

    place: Place
    owner: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Contents(Expr):
    """What lies in a place (an expression of type place): a list for piles, a set otherwise."""

    place: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AllIn(Expr):
    """What lies in any of a set of places: a set."""

    places: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Prop(Expr):
    """A property of a component, as printed or as changed by static abilities."""

    property: Property
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ValueOf(Expr):
    """A declared value; `owner` is None for the game's."""

    value: Value
    owner: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Not(Expr):
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Logic(Expr):
    """`op`: and, or; looked at from left to right, only as far as needed."""

    op: Literal["and", "or"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Expr):
    """`op`: < <= > >= on integers (or ordered members); false where either side is nothing."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Equal(Expr):
    """Both sides of one domain; nothing equals only nothing. Sets are equal if they hold the same."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Arith(Expr):
    """`op`: + - * / on integers; `/` rounds down, by 0 it gives 0."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Either(Expr):
    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Count(Expr):
    """How many elements a set or list has."""

    set: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AnyOf(Expr):
    """Whether a set or list has elements."""

    set: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Filter(Expr):
    """The elements (bound to `local`) for which `condition` holds; a list keeps its order."""

    set: Expr
    local: str
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Map(Expr):
    """The values of `body` for each element: a list, in the order of the set."""

    set: Expr
    local: str
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Fold(Expr):
    """`op`: sum, min, max of a list of integers; 0 if it is empty."""

    op: str
    list: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Distinct(Expr):
    """The different values of a list, nothing left out: a set."""

    list: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Extreme(Expr):
    """The elements with the most (or least) `key`: a set."""

    set: Expr
    local: str
    key: Expr
    most: bool


@dataclass(frozen=True, slots=True, eq=False)
class Ends(Expr):
    """`which`: top, bottom, first, last. Without a count one element or nothing, with a count a list (or set) of what is there.

    `set` may be a list, a set (in ascending order), or Contents of a pile (from the top).
    """

    which: str
    count: Expr | None
    set: Expr


@dataclass(frozen=True, slots=True, eq=False)
class In(Expr):
    """Whether an element lies in a set or list; nothing lies in none."""

    item: Expr
    set: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Union(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Minus(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Otherwise(Expr):
    """The first set, or the second where the first is empty."""

    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True, eq=False)
class SetOf(Expr):
    """The elements named; nothing is left out."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AllOf(Expr):
    """Everything of a domain, as a set: all players, sides, members of an enumeration, components of a kind, or
    (for a place) all instances of `place`."""

    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SideOf(Expr):
    player: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Members(Expr):
    """The players of a side."""

    side: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Seat(Expr):
    """Another player seen from one: `which` is left, right or partner (nothing where there is none)."""

    which: str
    player: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Clockwise(Expr):
    """The players of a set in seat order, beginning with (or next after) `start`: a list."""

    start: Expr
    set: Expr


@dataclass(frozen=True, slots=True, eq=False)
class WhereIs(Expr):
    """The place a component lies in."""

    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OwnerOf(Expr):
    """The player or side (as typed) that owns a place; nothing for a place of the game."""

    place: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IsRow(Expr):
    """Whether a component is one of the named rows of its card list."""

    of: Expr
    rows: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Current(Expr):
    """The player whose turn it is; nothing before the first turn."""


@dataclass(frozen=True, slots=True, eq=False)
class Known(Expr):
    """Whether a player may know the face of a component: it is in sight, or was seen and could be followed."""

    of: Expr
    who: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Running(Expr):
    """Whether a phase is under way."""

    phase: str


# -------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class Stmt:
    """Something that happens."""

    span: Span


Stmts = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Move(Stmt):
    """One event batch. `what` is a component, a set or a list; `end` is top or bottom of a pile (None: on top)."""

    what: Expr
    to: Expr
    end: str | None
    face: str | None
    variables: tuple[tuple[Variable, Expr], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Gather(Stmt):
    """Silent: no event, no trigger; drops the variables of what moves."""

    what: Expr
    into: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Stmt):
    place: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Deal(Stmt):
    """`count` from a pile to each player's instance of `place`, one card at a time."""

    count: Expr
    source: Expr
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Swap(Stmt):
    """Two components change places, one event batch."""

    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Look(Stmt):
    """`who` (a player, or None for everybody) sees the faces of `what`."""

    what: Expr
    who: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What is chosen: `local` gets one element (`single`) or a set with low..high elements (high None: no bound).

    `candidate` is the local that stands for an element in `source`'s own filters; `such_that` reads `local`.
    """

    span: Span
    local: str
    type: Type
    single: bool
    low: Expr
    high: Expr | None
    source: Expr
    such_that: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Stmt):
    """`who` decides. In a statement quantities are cut to what is there; nothing to choose from binds nothing."""

    who: Expr
    choice: Choice


@dataclass(frozen=True, slots=True, eq=False)
class Let(Stmt):
    """Also `set` of a local (a variable of one run)."""

    local: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Random(Stmt):
    """One element of a set by lot (nothing of an empty one)."""

    local: str
    set: Expr


@dataclass(frozen=True, slots=True, eq=False)
class SetVar(Stmt):
    variable: Variable
    owner: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    branches: tuple[tuple[Expr, Stmts], ...]
    other: Stmts


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Stmt):
    """For each element of a set as it was at the beginning, in order."""

    local: str
    set: Expr
    body: Stmts


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Stmt):
    """Until an `Until` inside it (not inside an inner loop) holds; `times`/`condition` bound it further."""

    body: Stmts
    times: Expr | None = None
    condition: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Turns(Stmt):
    """Turns clockwise from `start`, each with `local` as the player whose turn it is, and as `current`.

    `among` is looked at before each turn; `once`: one round of the table.
    """

    local: str
    start: Expr
    among: Expr | None
    once: bool
    body: Stmts


@dataclass(frozen=True, slots=True, eq=False)
class Until(Stmt):
    """Leaves the innermost loop or turns if the condition holds."""

    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Together(Stmt):
    """All players at once, `local` standing for each: the choices that stand first are made by everybody, in secret, before
    anything else is done."""

    local: str
    body: Stmts


@dataclass(frozen=True, slots=True, eq=False)
class OpenWindow(Stmt):
    """Asks the players of a window now; `who` (a player or a set) narrows them."""

    window: Window
    who: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Run(Stmt):
    """Runs a phase, a procedure or an action for `you` with arguments (in the order of its parameters)."""

    body: Body
    you: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Perform(Stmt):
    """Carries out an effect property of a component."""

    property: Property
    of: Expr
    you: Expr


@dataclass(frozen=True, slots=True, eq=False)
class May(Stmt):
    """`who` may do it or leave it."""

    who: Expr
    body: Stmts


@dataclass(frozen=True, slots=True, eq=False)
class Offer(Stmt):
    """`low`..`high` (None: no bound) of the actions, one after the other, until `who` stops."""

    who: Expr
    low: int
    high: int | None
    actions: tuple[Body, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Tally(Stmt):
    sheet: Sheet


@dataclass(frozen=True, slots=True, eq=False)
class EndPhase(Stmt):
    """Ends the innermost run of a phase (or, for `stop`, of a procedure or action), dropping what is inside."""

    body: Body


@dataclass(frozen=True, slots=True, eq=False)
class EndGame(Stmt):
    pass


# ------------------------------------------------------------------------------------------ declarations


@dataclass(slots=True, eq=False)
class Enum:
    name: str
    members: tuple[str, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Property:
    """Of a component. For an effect property the rows hold the bodies."""

    component: str
    name: str
    type: Type
    span: Span


@dataclass(slots=True, eq=False)
class Row:
    """One card of the card list. `values`: property name to integer (member index, flag, mask for sets); a property that is
    not there is nothing. `effects`: property name to the statements, read with the local `you` (player) and `this`."""

    name: str
    copies: int
    values: dict[str, int]
    effects: dict[str, Effect]
    abilities: list[Ability]
    text: str
    span: Span


@dataclass(slots=True, eq=False)
class Effect:
    """Statements with `you` (player) and, for a row, `this` (the component)."""

    stmts: Stmts
    span: Span


@dataclass(slots=True, eq=False)
class Component:
    name: str
    properties: dict[str, Property]
    rows: list[Row]
    span: Span


@dataclass(slots=True, eq=False)
class Place:
    """`form`: pile, set, row, spot. `each`: None (one of the game), player, side, or an enumeration's name.
    `seen_by`: everyone, owner, nobody. `home`: where its components lie before the set-up."""

    name: str
    form: str
    component: str
    each: str | None
    seen_by: str
    home: bool
    capacity: int | None
    span: Span


@dataclass(slots=True, eq=False)
class Variable:
    """`owner`: None (of the game), player, side, or a component's name. `start` is read at the beginning and at each reset.

    `reset`: name of the phase at whose beginning it starts anew. `leaving`: place whose leaving drops it (for components'
    variables). `latch`: the event that makes a flag yes.
    """

    name: str
    type: Type
    owner: str | None
    start: Expr | None
    reset: str | None
    leaving: tuple[str, ...]
    latch: Trigger | None
    span: Span


@dataclass(slots=True, eq=False)
class Value:
    """A derived quantity. `owner`: None, player, side, component name. In `body` the owner is the local `you` (players,
    sides) or `it` (components); parameters are locals."""

    name: str
    owner: str | None
    parameters: tuple[tuple[str, Type], ...]
    type: Type
    body: Expr
    span: Span


@dataclass(slots=True, eq=False)
class Require:
    """A named condition: its name is the reason for a refusal."""

    name: str
    condition: Expr
    span: Span


@dataclass(slots=True, eq=False)
class LimitOf:
    """`times` per run of `phase`, counted per player (or per side for abilities of sides); `key` names the shared count."""

    times: int
    phase: str
    key: str
    span: Span


@dataclass(slots=True, eq=False)
class Step:
    name: str
    stmts: Stmts
    span: Span


@dataclass(slots=True, eq=False)
class Body:
    """A phase, procedure or action: one form. `kind`: setup, phase, procedure, action.

    Local `you` is the player it runs for (None-typed for phases of the game that run for nobody: `has_you` is False).
    Order: choices, requirements, limit, then steps. `variables`: those of one run (`with`), open to hooks on its steps.
    """

    kind: str
    name: str
    about: str
    parameters: tuple[tuple[str, Type], ...]
    has_you: bool
    choices: tuple[Choice, ...]
    requires: tuple[Require, ...]
    limit: LimitOf | None
    variables: tuple[tuple[str, Type, Expr], ...]
    steps: tuple[Step, ...]
    span: Span
    locals: dict[str, Type] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class MoveTrigger:
    """A component (local `it`) enters or leaves an instance of `place`. `yours`: only the place of the ability's own
    player or side (`you`). `source`: only from this place. `condition` reads `it` and `you`."""

    enters: bool
    place: Place
    yours: bool
    source: Place | None
    condition: Expr | None
    span: Span


@dataclass(slots=True, eq=False)
class EdgeTrigger:
    """`kind`: changes, rises, falls, becomes (then `target`). `value` is compared before and after each leaf statement."""

    kind: str
    value: Expr
    target: Expr | None
    span: Span


@dataclass(slots=True, eq=False)
class StepTrigger:
    """Before or after a body (a phase begins or ends) or one of its steps; heard from the runs of the ability's own player
    or side, unless `anyone`."""

    before: bool
    body: Body
    step: str | None
    anyone: bool
    span: Span


Trigger = MoveTrigger | EdgeTrigger | StepTrigger


@dataclass(slots=True, eq=False)
class Change:
    """A static change: of a declared value (all, for the ability's owner) or of a property.

    `op`: is, +, -, times, at most, at least. `condition` says which components a change is for (None for all, and for
    values of players and sides); the component is the local that `local` names.
    """

    value: Value | None
    property: Property | None
    condition: Expr | None
    op: str
    amount: Expr
    span: Span
    local: str = "it"


@dataclass(slots=True, eq=False)
class Ability:
    """`owner`: None (game), player, side, or component name (then `row` is its row's name).

    In `condition`, `triggers`, `changes` and `limit`, the local `you` is the owner (for a component: the owner of its
    place; the component is `this`). In `stmts` the local `self` is the owner and `you` the player who decides (for hooks on steps: who runs the step,
    and the body's parameters and variables are locals too, under their own names).
    `instead`: the step it replaces. `places`: for a component, the places where it is active (empty: all).
    """

    name: str
    owner: str | None
    row: str | None
    condition: Expr | None
    triggers: tuple[Trigger, ...]
    instead: StepTrigger | None
    optional: bool
    event_condition: Expr | None
    during: tuple[str, ...]
    limit: LimitOf | None
    stmts: Stmts
    changes: tuple[Change, ...]
    places: tuple[str, ...]
    about: str
    span: Span
    locals: dict[str, Type] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Window:
    """A time in which several players may react. It opens after `opens` (while a phase of `during` is under way and `condition`
    holds) or by a statement. The players of `asks` are asked, clockwise from `start` (None: in an order by lot), each until
    passing, one action of `offers` at a time; its own opening event starts it over. `quiet` (local `you`) says when a player that
    plays by itself passes unasked. Variables and limits may start anew with a window as with a phase, under its name.
    """

    name: str
    about: str
    during: tuple[str, ...]
    opens: tuple[MoveTrigger | EdgeTrigger, ...]
    condition: Expr | None
    asks: Expr
    start: Expr | None
    offers: tuple[Body, ...]
    quiet: Expr | None
    span: Span


@dataclass(slots=True, eq=False)
class Sheet:
    """Score lines of each player or side (`owner`), read with the local `you`; the sum is added to `adds_to`."""

    name: str
    owner: str
    lines: tuple[tuple[str, Expr], ...]
    adds_to: Variable | None
    span: Span


@dataclass(slots=True, eq=False)
class End:
    """Looked at after `after` (a phase); `winners` is a set of players or sides, None: `result` is drawn or nobody."""

    name: str
    after: Body
    condition: Expr
    winners: Expr | None
    result: str | None
    span: Span


@dataclass(slots=True, eq=False)
class Longest:
    """At most `most` runs of `body` per run of phase `per`; then the game ends `then`: drawn, nobody, or a phase ends."""

    name: str
    body: Body
    most: Expr
    per: Body
    then: str
    span: Span


@dataclass(slots=True, eq=False)
class Check:
    """An invariant, looked at after `after` (a phase), or at every decision where it is None."""

    name: str
    after: Body | None
    condition: Expr
    span: Span


@dataclass(slots=True, eq=False)
class OptionDecl:
    """`kind`: integer, flag, choice (then `members` are the readings)."""

    name: str
    kind: str
    members: tuple[str, ...]
    about: str
    span: Span


@dataclass(slots=True, eq=False)
class Model:
    """A rulebook for one number of players and one setting of its options."""

    title: str
    players: int
    sides: tuple[tuple[int, ...], ...]
    settings: dict[str, int]
    options: dict[str, OptionDecl]
    enums: dict[str, Enum]
    components: dict[str, Component]
    places: dict[str, Place]
    variables: list[Variable]
    values: list[Value]
    bodies: dict[str, Body]
    setup: tuple[Body, ...]
    root: Body
    abilities: list[Ability]
    sheets: dict[str, Sheet]
    ends: tuple[End, ...]
    longest: tuple[Longest, ...]
    checks: tuple[Check, ...]
    fingerprint: str
    windows: tuple[Window, ...] = ()
