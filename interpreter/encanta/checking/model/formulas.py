"""Typed formulas, every name bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from encanta.checking.model.kinds import Type
from encanta.text.records import dataclass
from encanta.text.source import Span

if TYPE_CHECKING:
    from encanta.checking.model.declarations import Body, Meld, Place, Property, Spot, Value, Variable


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
    """A state variable; `owner` is None for the game's, else a player, side or component. `key` is the member for which
    a variable with a number for each member of an enumeration is read."""

    variable: Variable
    owner: Expr | None
    key: Expr | None = None


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
class PropAt(Expr):
    """What a component shows for one member of an enumeration (a property with a number for each)."""

    property: Property
    of: Expr
    key: Expr


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
    """`which`: top, bottom, first, last. Without a count one element or nothing, with a count a list (or set) of what
    is there.

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
class Numbers(Expr):
    """The whole numbers from `low` to `high`, both included: a list, empty where `low` is the greater."""

    low: Expr
    high: Expr


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
    """The place a component lies in; `likely` is where it most likely does."""

    of: Expr
    likely: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SlotOf(Expr):
    """The number of the slot a component lies in, from 1; 0 for what lies in no row."""

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
class IsMeld(Expr):
    """Whether all of a set of components make up a meld."""

    set: Expr
    meld: Meld


@dataclass(frozen=True, slots=True, eq=False)
class Unmelded(Expr):
    """What is left of a set when disjoint melds are taken out so that the sum of `key` (of `local`) is least: a set."""

    set: Expr
    meld: Meld
    local: str
    key: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Current(Expr):
    """The player whose turn it is; nothing before the first turn."""


@dataclass(frozen=True, slots=True, eq=False)
class Known(Expr):
    """Whether a player may know the face of a component: it is in sight, or was seen and could be followed."""

    of: Expr
    who: Expr


@dataclass(frozen=True, slots=True, eq=False)
class DoneBy(Expr):
    """Whether the innermost action under way (or procedure that is asked for so) is `name`, or of that kind."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Running(Expr):
    """Whether a phase is under way."""

    phase: str


@dataclass(frozen=True, slots=True, eq=False)
class CanDo(Expr):
    """Whether `you` can do a procedure or an action with these arguments: its choices can be made, and what it
    requires holds."""

    body: Body
    you: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Shown(Expr):
    """A number that a component shows a reader (a player, or None): a printed formula, or what the parts that are
    active where it lies add up to of a symbol. `foe`: the opponent that formulas may depend on. `everything`: what is
    printed on all its parts counts, wherever it lies."""

    property: Property
    of: Expr
    reader: Expr | None
    foe: Expr | None
    everything: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Shows(Expr):
    """The components that show `part` of some rows actively for a player (None: for anybody): those of these rows that
    lie where the part is active, and those that copy it. Without a part: those of the rows that lie at these spots."""

    component: str
    rows: frozenset[str]
    part: str | None
    spots: tuple[Spot, ...]
    you: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Reachable(Expr):
    """Whether `condition` holds, or can come to hold by printed actions of a kind that `you` may do now."""

    condition: Expr
    kind: str
    you: Expr
