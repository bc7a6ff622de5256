"""Reading abilities: of the game, of sides, of players, and of single rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.bans import protection, read_ban
from encanta.checking.changes import read_change
from encanta.checking.deeds import named_body
from encanta.checking.environment import FOE, GAME, PLAYER, SIDE
from encanta.checking.formulas import Leaf
from encanta.checking.items import Item
from encanta.checking.limits import read_limit
from encanta.checking.locals import report_unused
from encanta.checking.model import (
    FLAG,
    INTEGER,
    Ability,
    Change,
    EdgeTrigger,
    Expr,
    LimitOf,
    Local,
    Spot,
    StepTrigger,
    Stmts,
    Trigger,
)
from encanta.checking.model import PLAYER as PLAYER_TYPE
from encanta.checking.model import SIDE as SIDE_TYPE
from encanta.checking.model.trees import walk
from encanta.checking.parts import Braces, owner_of_spots, spots
from encanta.checking.reading import Work
from encanta.checking.registry_bodies import ABILITY_KEYS, NOTES
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block
from encanta.checking.tree import about, is_yes, text_under, under, words
from encanta.checking.triggers import both, read_heard, read_hook, with_it
from encanta.checking.types import component_type
from encanta.checking.values import read_formula
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar

if TYPE_CHECKING:
    from encanta.checking.session import Session

ABILITY_WORDS = tuple(key.name for key in ABILITY_KEYS if key not in NOTES)
"""The keys of an ability."""


@dataclass(slots=True, eq=False)
class _Draft:
    """An ability while it is read."""

    session: Session
    work: Work
    node: Node
    name: str
    owner: str
    row: str | None
    triggers: list[Trigger]
    mark: str = ""
    """For what is printed in a part of a row: which braces of which part."""
    spots: tuple[Spot, ...] = ()
    condition: Expr | None = None
    limit: LimitOf | None = None
    instead: StepTrigger | None = None

    def leaf(self, scalar: Scalar) -> Leaf:
        return Leaf(scalar, self.work, self.session)

    def key(self) -> str:
        """The name of its own count."""
        if self.row is None:
            return f"{self.owner}.{self.name}"
        return f"{self.owner}.{self.row}.{self.mark or self.name}"


def read_ability(session: Session, item: Item, work: Work) -> Ability:
    """An ability of the game, of each side or of each player."""
    return ability_of(session, item.entry, work, item.key[1], None)


def ability_of(session: Session, entry: Entry, work: Work, owner: str, row: str | None) -> Ability:
    """An ability; of a row if `row` is given, then `owner` is its component."""
    draft = _Draft(session, work, entry.value, entry.key.text, owner, row, [])
    if row is not None:
        places = _places(draft)
        everywhere = spots(session.env, owner, None)
        draft.spots = tuple(Spot(session.env.places[p], "all") for p in places) or everywhere
    return _read(draft, entry.key, None)


def printed_ability(session: Session, work: Work, printed: Braces, node: Mapping, owner: str, row: str) -> Ability:
    """The ability in one pair of braces of a part of a row; `node` holds its keys."""
    draft = _Draft(session, work, node, row, owner, row, [], f"{printed.part or ''}.{printed.number}")
    draft.spots = spots(session.env, owner, printed.part)
    return _read(draft, printed.key, printed.part)


def _read(draft: _Draft, key: Scalar, part: str | None) -> Ability:
    node = draft.node
    scope = _owner_scope(draft, key, part)
    text = text_under(node, "while")
    condition = read_formula(draft.leaf(text), _with_foes(draft, scope), FLAG) if text is not None else None
    _triggers(draft, scope)
    _own_condition(draft, scope)
    _own_limit(draft)
    changes = _changes(draft, scope)
    stmts = _stmts(draft, key, scope)
    report_unused(draft.leaf(key))
    return Ability(
        name=draft.name,
        owner=None if draft.owner == GAME else draft.owner,
        row=draft.row,
        condition=condition,
        triggers=tuple(draft.triggers),
        instead=draft.instead,
        optional=is_yes(node, "optional"),
        event_condition=draft.condition,
        during=_during(draft),
        limit=draft.limit,
        stmts=stmts,
        changes=changes,
        places=tuple(dict.fromkeys(spot.place.name for spot in draft.spots)),
        about=about(node),
        span=key.span,
        locals=dict(draft.work.locals),
        part=part,
        spots=draft.spots,
    )


def _with_foes(draft: _Draft, scope: Scope) -> Scope:
    """Where opponents are known, if the ability only changes values: these may depend on one."""
    if under(draft.node, "value") is None or under(draft.node, "do") is not None:
        return scope
    inner = scope.child()
    for name, type in draft.session.env.foes.items():
        inner.bind(name, Local(type, draft.node.span, FOE))
    return inner


def _places(draft: _Draft) -> list[str]:
    """The places in which a component has it."""
    found = []
    for name in words(draft.node, "in"):
        if name.text in draft.session.env.places:
            found.append(name.text)
            continue
        near = nearest(name.text, draft.session.env.places)
        help = f"did you mean `{near}`?" if near else None
        message = f"there is no place `{name.text}`"
        draft.leaf(name).wrong(codes.UNKNOWN_NAME, message, (0, len(name.text)), help, near)
    return found


def _owner_scope(draft: _Draft, key: Scalar, part: str | None) -> Scope:
    """Where the owner is `you`; a component's owner is the one of the place it lies in."""
    span = key.span
    if draft.owner in (PLAYER, SIDE):
        return Scope(Local(PLAYER_TYPE if draft.owner == PLAYER else SIDE_TYPE, span, "you"))
    if draft.owner == GAME:
        return Scope()
    you = owner_of_spots(draft.spots, part)
    scope = Scope(Local(you, span, "you") if you is not None else None)
    this = Local(component_type(draft.owner), span, "this")
    draft.work.locals["this"] = this.type
    scope.bind("this", this)
    return scope


def _refuse_this(draft: _Draft, text: Scalar, trigger: Trigger) -> None:
    """What changes of one component is not watched: of all that bear an ability, any may be meant."""
    values = (trigger.value, trigger.target) if isinstance(trigger, EdgeTrigger) else ()
    if any(isinstance(n, Local) and n.name == "this" for v in values if v is not None for n in walk(v)):
        message = "an event cannot be about `this`"
        help = "say what happens to any such component, and narrow it with `if`"
        draft.leaf(text).wrong(codes.WRONG_TRIGGER, message, (0, len(text.text)), help)


def _triggers(draft: _Draft, scope: Scope) -> None:
    for text in words(draft.node, "when"):
        heard_here = read_heard(draft.leaf(text), scope)
        draft.work.lenient = draft.work.lenient or not heard_here
        for heard in heard_here:
            draft.triggers.append(heard.trigger)
            _refuse_this(draft, text, heard.trigger)
            draft.condition = draft.condition or heard.condition
            if heard.limit is not None:
                draft.limit = heard.limit
                draft.limit.key = f"{heard.limit.key} {draft.key()}"
    text_ = text_under(draft.node, "instead")
    if text_ is not None:
        draft.instead = read_hook(draft.leaf(text_), scope)
        draft.work.lenient = draft.work.lenient or draft.instead is None


def _own_condition(draft: _Draft, scope: Scope) -> None:
    text = text_under(draft.node, "if")
    if text is not None:
        inner = with_it(draft.leaf(text), _with_run(draft, scope.child()), draft.triggers)
        draft.condition = both(draft.condition, read_formula(draft.leaf(text), inner, FLAG))


def _own_limit(draft: _Draft) -> None:
    text = text_under(draft.node, "limit")
    if text is None:
        return
    if draft.limit is not None:
        message = "the event has a limit already, and an ability has one only"
        draft.leaf(text).wrong(codes.NOT_YET, message, (0, len(text.text)), "leave one of the two out")
        return
    draft.limit = read_limit(draft.leaf(text), draft.key())


def _with_run(draft: _Draft, scope: Scope) -> Scope:
    """Makes the parameters and variables of the procedure known on whose steps this ability is."""
    hooks = [t for t in draft.triggers if isinstance(t, StepTrigger)]
    hooks += [draft.instead] if draft.instead is not None else []
    bodies = {hook.body for hook in hooks}
    if len(bodies) != 1 or len(hooks) < len(draft.triggers):
        return scope
    body = bodies.pop()
    if body.kind == "phase":
        return scope
    for name, type in (*body.parameters, *draft.session.run_variables(body.name)):
        draft.work.locals[name] = type
        scope.bind(name, Local(type, body.span, name), body.span, settable=True)
    amount = next(iter(draft.session.env.amount_of(body.name)), None)
    if amount is not None and scope.find("n") is None and not draft.session.env.is_declared("n"):
        # However its verb calls it, an amount is `n` to those who hear of it.
        scope.bind("n", Local(INTEGER, body.span, amount), body.span, settable=True)
    return scope


def _during(draft: _Draft) -> tuple[str, ...]:
    found = []
    for name in words(draft.node, "during"):
        if named_body(draft.leaf(name), name.text, (0, len(name.text)), ("phase",)) is not None:
            found.append(name.text)
    return tuple(found)


def _changes(draft: _Draft, scope: Scope) -> tuple[Change, ...]:
    found = [read_change(draft.leaf(text), scope) for text in words(draft.node, "value")]
    found += [read_ban(draft.leaf(text), scope) for text in words(draft.node, "forbid")]
    shield = text_under(draft.node, "protect")
    if shield is not None:
        found.append(protection(draft.leaf(shield)))
    return tuple(change for change in found if change is not None)


def _stmts(draft: _Draft, key: Scalar, scope: Scope) -> Stmts:
    """What it does: `self` is the owner, `you` the player who decides."""
    text = text_under(draft.node, "do")
    if text is None:
        return ()
    span = key.span
    draft.work.locals["you"] = PLAYER_TYPE
    inner = Scope(Local(PLAYER_TYPE, span, "you"))
    if scope.you is not None and draft.row is None:
        draft.work.locals["self"] = scope.you.type
        inner.bind("self", Local(scope.you.type, span, "self"))
    this = scope.find("this")
    if this is not None:
        inner.bind("this", this.expr)
    body = with_it(draft.leaf(text), _with_run(draft, inner.child()), draft.triggers)
    return read_block(draft.leaf(text), body.child())
