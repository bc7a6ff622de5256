"""What the passes add to the checked rulebook on the way to code: counters, hooks, loops taken apart."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.checking import model as m


@dataclass(frozen=True, slots=True, eq=False)
class LimitLeft(m.Expr):
    """Whether `owner` (a player or side; None for the game) may still use what is limited."""

    cell: int
    times: int
    owner: m.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Decider(m.Expr):
    """The player who decides for a side: its member whose turn it is, else its first seat."""

    side: m.Expr


@dataclass(frozen=True, slots=True, eq=False)
class Somebody(m.Expr):
    """A player, or the first seat where there is none."""

    player: m.Expr


@dataclass(frozen=True, slots=True, eq=False)
class Seen(m.Expr):
    """A formula that notes by a number that it was looked at, and whether it gave anything; for counting builds."""

    number: int
    value: m.Expr


@dataclass(frozen=True, slots=True, eq=False)
class UseLimit(m.Stmt):
    cell: int
    times: int
    owner: m.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Begin(m.Stmt):
    """A phase begins: what starts anew with it, what counts its runs."""

    body: m.Body


@dataclass(frozen=True, slots=True, eq=False)
class Leave(m.Stmt):
    """A phase is over: it is no longer under way."""

    body: m.Body


@dataclass(frozen=True, slots=True, eq=False)
class Finish(m.Stmt):
    """The game is over. `kind`: won (then `winners`), drawn, nobody."""

    kind: str
    reason: str
    winners: m.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Pick(m.Stmt):
    """The choice number `index` of a body that is said with all its choices: only what can be completed is offered."""

    body: m.Body
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class TakeFirst(m.Stmt):
    """Binds `local` to the first element of the set or list in `rest` and takes it out."""

    local: str
    rest: str
    ordered: bool


@dataclass(frozen=True, slots=True, eq=False)
class SetCurrent(m.Stmt):
    player: m.Expr


@dataclass(frozen=True, slots=True, eq=False)
class Ask(m.Stmt):
    """A question of yes or no; binds `local` to 1 or 0."""

    who: m.Expr
    local: str
    name: str
    about: str


@dataclass(frozen=True, slots=True, eq=False)
class Cell(m.Expr):
    """A cell of the state that says yes or no."""

    cell: int


@dataclass(frozen=True, slots=True, eq=False)
class PutCell(m.Stmt):
    """Puts a value into a cell of the state."""

    cell: int
    value: m.Expr


@dataclass(frozen=True, slots=True, eq=False)
class Busy(m.Expr):
    """Whether the ability of a cell is being carried out for `owner`: a player, a side, a component; None: the game."""

    cell: int
    owner: m.Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class SetBusy(m.Stmt):
    """An ability begins (`busy`) or ends to be carried out for `owner`."""

    cell: int
    owner: m.Expr | None
    busy: bool


@dataclass(frozen=True, slots=True, eq=False)
class SetCell(m.Stmt):
    cell: int
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Restart(m.Stmt):
    """What starts anew with a phase or a window of this name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class LotOrder(m.Stmt):
    """Binds `local` to the elements of a set in an order by lot."""

    local: str
    set: m.Expr


@dataclass(frozen=True, slots=True, eq=False)
class AskFirst(m.Stmt):
    """Asks the first player of the list `asked` in a window; whoever passes, or has nothing to do, leaves the list."""

    window: m.Window
    asked: str


@dataclass(frozen=True, slots=True, eq=False)
class Hold(m.Stmt):
    """From here on what is set off waits; binds `local` to whether it did not wait before."""

    local: str


@dataclass(frozen=True, slots=True, eq=False)
class Keep(m.Stmt):
    """Binds `local` to whether nothing waits now."""

    local: str


@dataclass(frozen=True, slots=True, eq=False)
class Release(m.Stmt):
    """What waited since `held` became true happens now; without `happens` it is dropped."""

    held: m.Expr
    happens: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Core(m.Stmt):
    """The part of a body that `end` or `stop` cuts off; what comes after it still happens."""

    body: m.Body
    stmts: m.Stmts
