"""Typed statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking.model.formulas import Expr
from encanta.checking.model.kinds import Type
from encanta.text.records import dataclass
from encanta.text.source import Span

if TYPE_CHECKING:
    from encanta.checking.model.declarations import Body, Place, Property, Sheet, Variable, Window


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
class Slide(Stmt):
    """Closes the gaps of a row: all move up to its first slots, in their order. Nothing enters or leaves."""

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
    """`key`: the member for which a variable with a number for each is set."""

    variable: Variable
    owner: Expr | None
    value: Expr
    key: Expr | None = None


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
    """All players at once, `local` standing for each: the choices that stand first are made by everybody, in secret,
    before anything else is done. `among`: only these players.
    """

    local: str
    body: Stmts
    among: Expr | None = None


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
class Cost(Stmt):
    """What is paid, as one step: what it sets off waits until all of it is paid."""

    stmts: Stmts


@dataclass(frozen=True, slots=True, eq=False)
class PrintedPart(Stmt):
    """In a kind of actions: the `cost` or the `effect` that a component prints. In no body that is carried out."""

    which: str


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
