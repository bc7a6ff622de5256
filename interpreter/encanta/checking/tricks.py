"""Tricks: what may be played, in turn, and who wins. The sentence that plays one becomes ordinary statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import condition, fit, lying_in, place, player
from encanta.checking.environment import PLAYER as OF_PLAYERS
from encanta.checking.flow import new_you
from encanta.checking.formulas import Leaf, is_error, read
from encanta.checking.items import Item
from encanta.checking.locals import bind_local
from encanta.checking.model import (
    FLAG,
    INTEGER,
    NOTHING,
    PLAYER,
    AllIn,
    AllOf,
    AnyOf,
    Choice,
    Choose,
    Clockwise,
    Const,
    Contents,
    Ends,
    Equal,
    Expr,
    Extreme,
    Filter,
    ForEach,
    If,
    In,
    Let,
    Local,
    Move,
    Otherwise,
    OwnerOf,
    Place,
    PlaceOf,
    SetOf,
    Stmt,
    Type,
    Union,
    WhereIs,
    list_of,
    set_of,
)
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block, says
from encanta.checking.tree import text_under, words
from encanta.checking.types import component_type, optional, place_type
from encanta.checking.values import read_formula
from encanta.language import ast
from encanta.language.words import plural
from encanta.text.nearest import nearest
from encanta.text.nodes import Scalar
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class Trick:
    """A trick as declared: the kind that is played, and the place of each player where it comes to lie."""

    name: str
    item: Item
    kind: str
    to: Place

    @property
    def type(self) -> Type:
        """The type of what is played."""
        return component_type(self.kind)

    def lines(self, key: str) -> list[Scalar]:
        """The texts under a key."""
        return words(self.item.entry.value, key)


@dataclass(frozen=True, slots=True, eq=False)
class _Round:
    """The players of one trick in their order, and the locals of what was led and of all that was played."""

    order: Expr
    led: Local
    all: Local


def read_trick(session: Session, item: Item, work: Work) -> Trick | None:
    """Checks a trick by itself; what it does is read where it is played, with the locals of that text."""
    key = item.entry.key
    trick = _declared(session, item, work)
    if trick is None:
        return None
    leaf = Leaf(key, work, session)
    if leaf.env.is_declared("led"):
        message = "in a trick `led` is what the first player played, and something else is called so"
        leaf.wrong(codes.NAME_HIDES, message, (0, len(key.text)), "give the other thing another name")
        return None
    _played(leaf, trick, key.span, Const(PLAYER, key.span, 0))
    return trick


def _declared(session: Session, item: Item, work: Work) -> Trick | None:
    """The kind and the place of a trick."""
    node = item.entry.value
    played, to = text_under(node, "play"), text_under(node, "to")
    if played is None or to is None:
        return None
    leaf = Leaf(played, work, session)
    try:
        form: ast.Played = leaf.tree("played")
    except Unreadable:
        return None
    if form.kind not in leaf.env.components:
        near = nearest(form.kind, [name for c in leaf.env.components for name in (c, plural(c))])
        help = f"did you mean `{near}`?" if near else None
        message = f"`{form.kind}` is no kind of component of this rulebook"
        leaf.wrong(codes.UNKNOWN_NAME, message, form.kind_at, help, near)
        return None
    target = _front(Leaf(to, work, session), form.kind)
    return None if target is None else Trick(item.key[1], item, form.kind, target)


def _front(leaf: Leaf, kind: str) -> Place | None:
    """The place of each player where what is played comes to lie."""
    name, whole = leaf.scalar.text, (0, len(leaf.scalar.text))
    found = leaf.env.places.get(name)
    if found is not None and found.each == OF_PLAYERS and found.component == kind:
        return found
    if name in leaf.env.broken:
        return None
    if found is not None:
        wrong = (
            f"holds `{found.component}`, not `{kind}`" if found.component != kind else "is not a place of each player"
        )
        help = "what each player plays must be told apart: give it a place with `each: player`"
        leaf.wrong(codes.WRONG_TYPE, f"`{name}` {wrong}", whole, help if found.component == kind else None)
        return None
    fitting = [p.name for p in leaf.env.places.values() if p.each == OF_PLAYERS and p.component == kind]
    near = nearest(name, fitting)
    help = f"did you mean `{near}`?" if near else "a place with `each: player` is needed"
    leaf.wrong(codes.UNKNOWN_NAME, f"players have no place `{name}`", whole, help, near)
    return None


# --------------------------------------------------------------------------------------------- playing it


@says(ast.Play)
def _play(leaf: Leaf, scope: Scope, node: ast.Play) -> list[Stmt]:
    start = player(leaf, scope, node.start)
    item = leaf.session.items.get(("trick", node.name))
    if item is None:
        near = nearest(node.name, leaf.session.names_of("trick"))
        help = f"did you mean `{near}`?" if near else "tricks are declared under `tricks`"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no trick `{node.name}`", node.name_at, help, near)
    # What is wrong with the trick is reported where it stands, once.
    trick = _declared(leaf.session, item, Work()) if item is not None else None
    stmts: list[Stmt] = []
    winning: Expr | None = None
    if trick is not None and not is_error(start):
        before = len(leaf.work.found)
        stmts, winning = _played(leaf, trick, leaf.span(node), start)
        del leaf.work.found[before:]
    if node.winner is not None and node.winner_at is not None:
        type = optional(PLAYER)
        local = bind_local(leaf, scope, node.winner, type, node.winner_at)
        if local is not None and winning is not None:
            span = leaf.span(node.winner_at)
            where = WhereIs(optional(place_type(None)), span, winning, trick.to if trick is not None else None)
            stmts.append(Let(span, local, OwnerOf(type, span, where)))
    return stmts


def _played(leaf: Leaf, trick: Trick, span: Span, start: Expr) -> tuple[list[Stmt], Expr]:
    """Everybody plays one, clockwise from a player; and what wins of all that."""
    order = Clockwise(list_of(PLAYER), span, start, AllOf(set_of(PLAYER), span))
    led = _local(leaf, "led", optional(trick.type), span)
    all_played = _local(leaf, "all_played", set_of(trick.type), span)
    round = _Round(order, led, all_played)
    none, nothing = SetOf(all_played.type, span, ()), Const(led.type, span, NOTHING)
    you, inner = new_you(leaf, Scope(), span)
    turn = _turn(leaf, inner, trick, round, you)
    judge = Scope()
    judge.bind("led", led)
    wins, best = _narrowed(leaf, judge, trick.lines("wins"), all_played, round)
    winner = Ends(optional(trick.type), span, "first", None, best)
    begin: list[Stmt] = [Let(span, led.name, nothing), Let(span, all_played.name, none)]
    return [*begin, ForEach(span, you.name, order, tuple(turn)), *wins], winner


def _local(leaf: Leaf, name: str, type: Type, span: Span) -> Local:
    return Local(type, span, leaf.work.fresh(name, type))


def _turn(leaf: Leaf, scope: Scope, trick: Trick, round: _Round, you: Local) -> list[Stmt]:
    """One player chooses from what may be played, and plays it."""
    text = text_under(trick.item.entry.value, "play")
    assert text is not None
    from_leaf = Leaf(text, leaf.work, leaf.session)
    span = text.span
    hand = _hand(from_leaf, scope, trick)
    legal = _local(leaf, "may_play", set_of(trick.type), span)
    played = _local(leaf, "played", optional(trick.type), span)
    one = Const(INTEGER, span, 1)
    first = Equal(FLAG, span, round.led, Const(round.led.type, span, NOTHING))
    to = PlaceOf(place_type(trick.kind), span, trick.to, you)
    # Written as a part of the hand, it can be seen where the candidates lie.
    candidate = _local(leaf, "it", trick.type, span)
    held = Filter(legal.type, span, hand, candidate.name, In(FLAG, span, candidate, legal))
    return [
        *_legal(leaf, scope, trick, round, hand, legal, first),
        Choose(
            span,
            _chooser(leaf, scope, trick, you),
            Choice(span, played.name, played.type, True, one, one, held, None),
        ),
        Move(span, played, to, None, None, ()),
        If(span, ((first, (Let(span, round.led.name, played), *_led(leaf, scope, trick, round))),), ()),
        Let(span, round.all.name, Union(round.all.type, span, round.all, SetOf(round.all.type, span, (played,)))),
    ]


def _chooser(leaf: Leaf, scope: Scope, trick: Trick, you: Local) -> Expr:
    """Who decides what a player plays: the player, unless somebody else is said."""
    text = text_under(trick.item.entry.value, "chooser")
    return you if text is None else read_formula(Leaf(text, leaf.work, leaf.session), scope, PLAYER)


def _led(leaf: Leaf, scope: Scope, trick: Trick, round: _Round) -> tuple[Stmt, ...]:
    """What happens as soon as the first one lies open."""
    text = text_under(trick.item.entry.value, "led")
    if text is None:
        return ()
    inner = scope.child()
    inner.bind("led", round.led)
    return read_block(Leaf(text, leaf.work, leaf.session), inner)


def _hand(leaf: Leaf, scope: Scope, trick: Trick) -> Expr:
    """What a player has to play from, as a set."""
    form: ast.Played = leaf.tree("played")
    where = place(leaf, scope, form.place)
    if is_error(where):
        return where
    if where.type.name not in (None, trick.kind):
        message = f"`{leaf.said(form.place)}` holds `{where.type.name}`, not `{trick.kind}`"
        return leaf.wrong(codes.WRONG_TYPE, message, form.place)
    held = lying_in(leaf, where)
    if isinstance(held, Contents) and held.type.kind == "list":
        return AllIn(set_of(trick.type), held.span, SetOf(set_of(where.type), held.span, (where,)))
    return held


def _legal(leaf: Leaf, scope: Scope, trick: Trick, round: _Round, hand: Expr, legal: Local, first: Expr) -> list[Stmt]:
    """What may be played: other lines for the first player than for those who follow, and what always may be."""
    span = hand.span
    begin = Let(span, legal.name, hand)
    leading, led = _narrowed(leaf, scope, trick.lines("lead"), legal, None)
    inner = scope.child()
    inner.bind("led", round.led)
    following, followed = _narrowed(leaf, inner, trick.lines("follow"), legal, round)
    always = text_under(trick.item.entry.value, "always")
    if always is not None:
        look, candidate = _looked_at(leaf, inner, trick, always.span)
        test = read_formula(Leaf(always, leaf.work, leaf.session), look, FLAG)
        free = Filter(legal.type, always.span, hand, candidate.name, test)
        led, followed = (Union(legal.type, always.span, narrow, free) for narrow in (led, followed))
    leading.append(Let(span, legal.name, led))
    following.append(Let(span, legal.name, followed))
    return [begin, If(span, ((first, tuple(leading)),), tuple(following))]


# --------------------------------------------------------------------------------------------- narrowing


def _narrowed(
    leaf: Leaf, scope: Scope, texts: list[Scalar], whole: Local, round: _Round | None
) -> tuple[list[Stmt], Expr]:
    """Line after line applied to a set: the statements that do it, and what is left."""
    stmts: list[Stmt] = []
    left: Local = whole
    for text in texts:
        own = Leaf(text, leaf.work, leaf.session)
        try:
            lines: ast.Order = own.tree("order")
        except Unreadable:
            continue
        for line in lines.lines:
            now = _line(own, scope, line, left, round)
            if is_error(now):
                continue
            span = own.span(line)
            narrower = _local(leaf, "left", whole.type, span)
            stmts.append(Let(span, narrower.name, now))
            left = narrower
    return stmts, left


def _line(leaf: Leaf, scope: Scope, line: ast.Narrowing, of: Local, round: _Round | None) -> Expr:
    span = leaf.span(line)
    if line.value is None:
        return _first(leaf, of, round, span)
    candidate = _local(leaf, "it", of.type.of or of.type, span)
    inner = scope.looking_at(candidate)
    if line.kind == "keep":
        test = condition(leaf, inner, line.value)
        kept = Filter(of.type, span, of, candidate.name, test)
        return test if is_error(test) else Otherwise(of.type, span, kept, of)
    key = read(leaf, inner, line.value)
    if key.type.kind != "enum":
        key = fit(leaf, key, INTEGER, line.value)
    return key if is_error(key) else Extreme(of.type, span, of, candidate.name, key, line.kind == "most")


def _first(leaf: Leaf, of: Local, round: _Round | None, span: Span) -> Expr:
    """What was played first of these; of what can still be played, just one."""
    if round is None:
        one = Const(INTEGER, span, 1)
        return Ends(of.type, span, "first", one, of)
    who = _local(leaf, "them", PLAYER, span)
    theirs = AnyOf(FLAG, span, _played_by(leaf, of, who, span))
    players = Filter(round.order.type, span, round.order, who.name, theirs)
    return _played_by(leaf, of, Ends(optional(PLAYER), span, "first", None, players), span)


def _played_by(leaf: Leaf, of: Local, who: Expr, span: Span) -> Expr:
    it = _local(leaf, "it", of.type.of or of.type, span)
    owner = OwnerOf(optional(PLAYER), span, WhereIs(optional(place_type(it.type.name)), span, it))
    return Filter(of.type, span, of, it.name, Equal(FLAG, span, owner, who))


def _looked_at(leaf: Leaf, scope: Scope, trick: Trick, span: Span) -> tuple[Scope, Local]:
    candidate = _local(leaf, "it", trick.type, span)
    return scope.looking_at(candidate), candidate
