"""What a rulebook declares."""

from __future__ import annotations

from dataclasses import field

from encanta.checking.model.formulas import Expr
from encanta.checking.model.kinds import Type
from encanta.checking.model.sentences import Choice, Stmts
from encanta.text.records import dataclass
from encanta.text.source import Span


@dataclass(slots=True, eq=False)
class Enum:
    name: str
    members: tuple[str, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Property:
    """Of a component. For an effect property the rows hold the bodies. `on_back`: it shows on the back too.

    `for_reader`: what is printed may be a formula that each reader works out anew. `symbol`: it is such a number, and
    parts of a row show it; what is active of a component adds up.
    """

    component: str
    name: str
    type: Type
    span: Span
    on_back: bool = False
    for_reader: bool = False
    symbol: bool = False
    nobodys: bool = False
    """Of an effect: no player uses it, so it passes over nobody who is protected from others."""


@dataclass(slots=True, eq=False)
class Printed:
    """A number on a row for a property that is read by readers, in a part where the property is a symbol.

    `condition` and `amount` are read with the locals `reader` (a player), `this` (the component) and those of
    opponents.
    """

    part: str | None
    condition: Expr | None
    amount: Expr
    span: Span


@dataclass(slots=True, eq=False)
class Row:
    """One card of the card list. `values`: property name to integer (member index, flag, mask for sets); a property
    that is not there is nothing. `maps`: properties with a number for each member of an enumeration. `effects`:
    property name to the statements, read with the local `you` (player) and `this`.
    """

    name: str
    copies: int
    values: dict[str, int]
    effects: dict[str, Effect]
    abilities: list[Ability]
    text: str
    span: Span
    maps: dict[str, tuple[int, ...]] = field(default_factory=dict)
    title: str = ""
    """Its name as it is written in the card file."""
    printed: dict[str, list[Printed]] = field(default_factory=dict)
    """What it shows for readers, by the property."""
    copying: list[Copying] = field(default_factory=list)
    actions: list[Body] = field(default_factory=list)
    """The actions that are printed on it."""


@dataclass(slots=True, eq=False)
class Copying:
    """A part that shows what another component shows too: all its active parts, or its part `part` wherever it lies.

    `target` is read with the locals `reader` (a player) and `this`.
    """

    shown_in: str | None
    part: str | None
    target: Expr
    condition: Expr | None
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
    parts: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Place:
    """`form`: pile, set, row, spot. `each`: None (one of the game), player, side, or an enumeration's name.
    `seen_by`: everyone, owner, nobody. `home`: where its components lie before the set-up. `capacity`: how many it
    holds at most, known before play. `slotted`: a row with so many slots, filled from `refill_from`."""

    name: str
    form: str
    component: str
    each: str | None
    seen_by: str
    home: bool
    capacity: Expr | None
    span: Span
    slotted: bool = False
    refill_from: Place | None = None
    active: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The parts that are active of what lies `top`, `covered`, or anywhere (`all`) in it; empty: not said."""
    for_everyone: bool = False


@dataclass(slots=True, eq=False)
class Variable:
    """`owner`: None (of the game), player, side, or a component's name. `start` is read at the beginning and at each
    reset.

    `reset`: name of the phase at whose beginning it starts anew. `leaving`: place whose leaving drops it (for
    components' variables). `latch`: the event that makes a flag yes.
    """

    name: str
    type: Type
    owner: str | None
    start: Expr | None
    reset: str | None
    leaving: tuple[str, ...]
    latch: Trigger | None
    span: Span
    verbs: dict[str, Body] = field(default_factory=dict)
    """The verbs of a unit that are used somewhere, as procedures."""


@dataclass(slots=True, eq=False)
class Value:
    """A derived quantity. `owner`: None, player, side, component name. In `body` the owner is the local `you` (players,
    sides) or `it` (components); parameters are locals, and so are an opponent (`against`) and who reads the value of a
    component. `gained`: what was added to it for a while; `least` and `most` bound it after all changes."""

    name: str
    owner: str | None
    parameters: tuple[tuple[str, Type], ...]
    type: Type
    body: Expr
    span: Span
    gained: Variable | None = None
    least: Expr | None = None
    most: Expr | None = None

    @property
    def stands_alone(self) -> bool:
        """Whether it can be asked without arguments; of an opponent there need not be one."""
        return all(name == "against" for name, _ in self.parameters)


@dataclass(slots=True, eq=False)
class Shortage:
    """How much a condition lacks: an amount above zero if it does not hold, and the words for one and for several.

    `each` is what it is made of, by name, and `stand_in` what makes up for any of it. `too_many`: it is not lacking but
    more than there may be.
    """

    amount: Expr
    words: tuple[str, str]
    each: tuple[tuple[str, Expr], ...] = ()
    stand_in: tuple[str, Expr] | None = None
    too_many: bool = False


@dataclass(slots=True, eq=False)
class Require:
    """A named condition: its name is the reason for a refusal, and `shortage` says by how much it fails."""

    name: str
    condition: Expr
    span: Span
    shortage: Shortage | None = None


@dataclass(slots=True, eq=False)
class LimitOf:
    """`times` per run of `phase`, counted per player (or per side for abilities of sides); `key` names the shared
    count.
    """

    times: int
    phase: str
    key: str
    span: Span


@dataclass(slots=True, eq=False)
class Step:
    name: str
    stmts: Stmts
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OnRow:
    """Where an action is printed: on which row of which component, in which part, as which of several of its kind
    (0: the only one). `uses`: flags of the components that bear it, for each time that one of them was used."""

    component: str
    row: str
    title: str
    part: str | None
    number: int
    uses: tuple[Variable, ...]


@dataclass(slots=True, eq=False)
class Body:
    """A phase, procedure or action: one form. `kind`: setup, phase, procedure, action; or kind, for a kind of printed
    actions, which itself is never carried out.

    Local `you` is the player it runs for (None-typed for phases of the game that run for nobody: `has_you` is False).
    Order: choices, requirements, limit, then steps. `variables`: those of one run (`with`), open to hooks on its steps.
    `full`: whether it is done in full, for whom it is a cost.
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
    full: Expr | None = None
    kinds: tuple[str, ...] = ()
    """The kinds of actions that it is, the nearest first; of a kind its own name first."""
    apart: bool = False
    """Whether it is a cost in a text, which is carried out as a procedure of its own."""
    on_row: OnRow | None = None
    """Where it is printed; then its first choice, `this`, is the component that bears it."""
    unit: Variable | None = None
    """The unit that a verb of the language takes, loses or gives."""


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
    """`kind`: changes, rises, falls, becomes (then `target`). `value` is compared before and after each leaf
    statement.
    """

    kind: str
    value: Expr
    target: Expr | None
    span: Span


@dataclass(slots=True, eq=False)
class StepTrigger:
    """Before or after a body (a phase begins or ends) or one of its steps; heard from the runs of the ability's own
    player or side, unless `anyone`. `who`: of the runs of the owner (`you`), of others (`another`) or of all (`any`).
    `condition` reads the parameters of the body.
    """

    before: bool
    body: Body
    step: str | None
    anyone: bool
    span: Span
    who: str = "you"
    condition: Expr | None = None
    also: tuple[Body, ...] = ()
    """Further bodies that it is about, with the same parameters."""


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


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where something is active: all that lies in a place, what lies on `top` of it, or what is `covered`."""

    place: Place
    which: str


@dataclass(slots=True, eq=False)
class Ability:
    """`owner`: None (game), player, side, or component name (then `row` is its row's name).

    In `condition`, `triggers`, `changes` and `limit`, the local `you` is the owner (for a component: the owner of
    its place; the component is `this`). In `stmts` the local `self` is the owner and `you` the player who decides
    (for hooks on steps: who runs the step, and the body's parameters and variables are locals too, under their own
    names). `instead`: the step it replaces. `places`: for a component, the places where it is active (empty: all).
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
    part: str | None = None
    """For a row: the part that it stands in."""
    spots: tuple[Spot, ...] = ()
    """For a row: where the component has it."""
    at_once: bool = False
    """Whether it goes before all others that wait for the same moment."""

    @property
    def whose(self) -> str | None:
        """Whose it is: player, side, or None; of a row, whoever has the places in which the component lies."""
        return self.owner if self.row is None else whose_spots(self.spots, self.part)


def whose_spots(spots: tuple[Spot, ...], part: str | None) -> str | None:
    """Whose the components at some spots are: a place of the game may act for each player.

    A part that is active nowhere is shown by what copies it, and that is a player's.
    """
    if part is not None and not spots:
        return "player"
    kinds = {"player" if spot.place.for_everyone else spot.place.each for spot in spots}
    if "player" in kinds:
        return "player"
    return "side" if kinds == {"side"} else None


@dataclass(frozen=True, slots=True, eq=False)
class MeldKind:
    """From `low` to `high` (None: any number) components, alike and different in some properties, in a row in one."""

    low: int
    high: int | None
    same: tuple[Property, ...]
    different: tuple[Property, ...]
    consecutive: Property | None


@dataclass(frozen=True, slots=True, eq=False)
class Meld:
    """Which components combine: any of some kinds of combinations."""

    name: str
    component: str
    kinds: tuple[MeldKind, ...]
    span: Span


@dataclass(slots=True, eq=False)
class Window:
    """A time in which several players may react. It opens after `opens` (while a phase of `during` is under way and
    `condition` holds) or by a statement. The players of `asks` are asked, clockwise from `start` (None: in an order
    by lot), each until passing, one action of `offers` at a time; its own opening event starts it over. `quiet`
    (local `you`) says when a player that plays by itself passes unasked. Variables and limits may start anew with a
    window as with a phase, under its name.
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
    """At most `most` runs of `body` per run of `per`; then the game ends `then`: drawn, nobody, or a phase does."""

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
    ordered: str | None = None
    """The enumeration of all abilities, by their numbers, if the player whose turn it is orders those on one step."""
    kinds: dict[str, Body] = field(default_factory=dict)
    """The kinds of printed actions."""

    def offered(self, actions: tuple[Body, ...]) -> tuple[Body, ...]:
        """The actions of an offer: for a kind all that are printed and are of that kind."""
        found: dict[Body, None] = {}
        for action in actions:
            if action.kind != "kind":
                found[action] = None
            else:
                found |= {body: None for body in self.bodies.values() if body.on_row and action.name in body.kinds}
        return tuple(found)
