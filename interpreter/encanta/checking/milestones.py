"""Milestones: what players reach and claim. Each becomes a variable of who has claimed it, and abilities that look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking.environment import PLAYER as OF_PLAYERS
from encanta.checking.environment import VariableSign
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.items import Item
from encanta.checking.locals import report_unused
from encanta.checking.model import (
    FLAG,
    INTEGER,
    NOTHING,
    PLAYER,
    Ability,
    AllOf,
    AnyOf,
    Choice,
    Choose,
    Clockwise,
    Compare,
    Const,
    Count,
    Current,
    Equal,
    Expr,
    Filter,
    ForEach,
    If,
    In,
    Let,
    Local,
    Logic,
    May,
    Not,
    Read,
    SetOf,
    SetVar,
    StepTrigger,
    Stmt,
    Type,
    Union,
    Variable,
    list_of,
    set_of,
)
from encanta.checking.reading import Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block
from encanta.checking.tree import about, text_under, words
from encanta.checking.triggers import Heard, read_heard
from encanta.checking.types import component_type, optional
from encanta.checking.values import read_formula
from encanta.text.nodes import Node, Scalar
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class Milestone:
    """A milestone as read: who has claimed it, what looks whether it is reached, and the condition by itself."""

    variable: Variable
    abilities: tuple[Ability, ...]
    met: Expr
    it: Local | None
    span: Span


def read_milestone(session: Session, item: Item, work: Work) -> Milestone | None:
    """A milestone with its moments, its condition and its rewards."""
    node, key = item.entry.value, item.entry.key
    each = text_under(node, "each")
    sign = session.env.thing(each.text if each is not None else OF_PLAYERS, "claimants" if each else key.text)
    met = text_under(node, "met")
    if not isinstance(sign, VariableSign) or sign.made is None or sign.span is not key.span or met is None:
        return None
    work.locals["you"] = PLAYER
    you = Local(PLAYER, key.span, "you")
    reader = _Reader(session, work, node, key, sign.made, you)
    condition = reader.condition(met)
    stmts = reader.claiming(condition)
    report_unused(Leaf(key, work, session))
    if is_error(condition):
        return None
    heard = [found for text in words(node, "looked at") for found in read_heard(Leaf(text, work, session), Scope(you))]
    abilities = tuple(reader.ability(one, stmts) for one in heard)
    return Milestone(sign.made, abilities, condition, reader.it, key.span)


class _Reader:
    """Reads one milestone."""

    def __init__(self, session: Session, work: Work, node: Node, key: Scalar, variable: Variable, you: Local) -> None:
        self.session, self.work, self.node, self.key = session, work, node, key
        self.variable, self.you, self.span = variable, you, key.span
        self.it: Local | None = None
        self.test: Expr | None = None
        self.optional: tuple[Stmt, ...] | None = None
        if variable.owner != OF_PLAYERS:
            type = component_type(variable.owner or "")
            self.it = Local(type, key.span, work.fresh("it", type))

    def leaf(self, text: Scalar) -> Leaf:
        """One of its texts."""
        return Leaf(text, self.work, self.session)

    def fresh(self, name: str, type: Type) -> Local:
        """A local of its own."""
        return Local(type, self.span, self.work.fresh(name, type))

    def scope(self, it: Local | None) -> Scope:
        """Where `you` is who claims, and `it`, also by the name of its kind, what is claimed."""
        scope = Scope(self.you)
        return scope if it is None else scope.looking_at(it, it.type.name or "it")

    def condition(self, text: Scalar) -> Expr:
        """Whether it is reached."""
        return read_formula(self.leaf(text), self.scope(self.it), FLAG)

    # ------------------------------------------------------------------------------------------- claiming

    def claiming(self, met: Expr) -> tuple[Stmt, ...]:
        """What happens when it is looked at for a player."""
        word = text_under(self.node, "claim")
        wanted = word is not None and word.text == "if wanted"
        if self.it is None:
            self.test = self._all(met, None)
            stmts: tuple[Stmt, ...] = tuple(self._claim(None))
            if wanted:
                self.optional = stmts
                stmts = (May(self.span, self.you, stmts),)
            return (If(self.span, ((self.test, stmts),), ()),)
        reached = Filter(
            set_of(self.it.type),
            self.span,
            AllOf(set_of(self.it.type), self.span),
            self.it.name,
            self._all(met, self.it),
        )
        return tuple(self._several(reached, wanted))

    def _several(self, reached: Expr, wanted: bool) -> Iterator[Stmt]:
        """Of all that are reached, those that are claimed now."""
        assert self.it is not None
        often = text_under(self.node, "at a time")
        one_only = often is not None and often.text == "1"
        one, zero = (Const(INTEGER, self.span, n) for n in (1, 0))
        each = self.fresh("it", self.it.type)
        if one_only and not wanted:
            claimed = self.fresh("claimed", optional(self.it.type))
            choice = Choice(self.span, claimed.name, claimed.type, True, one, one, reached, None)
            nothing = Const(claimed.type, self.span, NOTHING)
            there = Not(FLAG, self.span, Equal(FLAG, self.span, claimed, nothing))
            yield Choose(self.span, self.you, choice)
            yield If(self.span, ((there, (Let(self.span, each.name, claimed), *self._claim(each))),), ())
            return
        if wanted:
            some = self.fresh("claimed", set_of(self.it.type))
            high = one if one_only else None
            yield Choose(self.span, self.you, Choice(self.span, some.name, some.type, False, zero, high, reached, None))
            reached = some
        yield ForEach(self.span, each.name, reached, tuple(self._claim(each)))

    def _all(self, met: Expr, it: Local | None) -> Expr:
        """Everything that must hold: it is not claimed yet by this player, nor by too many, and it is reached."""
        span = self.span
        mine = self._claimed(it)
        tests: list[Expr] = [Not(FLAG, span, mine)]
        most = text_under(self.node, "claimants")
        if most is not None and most.text != "any number":
            number = read_formula(self.leaf(most), Scope(), INTEGER)
            if not is_error(number):
                tests.append(Compare(FLAG, span, "<", Count(INTEGER, span, self._claimants(it)), number))
        return Logic(FLAG, span, "and", (*tests, met))

    def _claimed(self, it: Local | None) -> Expr:
        if it is None:
            return Read(FLAG, self.span, self.variable, self.you)
        return In(FLAG, self.span, self.you, self._claimants(it))

    def _claimants(self, it: Local | None) -> Expr:
        """The players who have claimed it."""
        if it is not None:
            return Read(self.variable.type, self.span, self.variable, it)
        player = self.fresh("them", PLAYER)
        everybody = AllOf(set_of(PLAYER), self.span)
        has = Read(FLAG, self.span, self.variable, player)
        return Filter(everybody.type, self.span, everybody, player.name, has)

    def _claim(self, it: Local | None) -> Iterator[Stmt]:
        """It is claimed: this is kept, and the reward follows."""
        span = self.span
        first = self.fresh("is_first", FLAG)
        yield Let(span, first.name, Not(FLAG, span, AnyOf(FLAG, span, self._claimants(it))))
        if it is None:
            yield SetVar(span, self.variable, self.you, Const(FLAG, span, 1))
        else:
            me = SetOf(set_of(PLAYER), span, (self.you,))
            yield SetVar(span, self.variable, it, Union(me.type, span, self._claimants(it), me))
        rewards = [self._block(text_under(self.node, word), it) for word in ("first", "later")]
        yield If(span, ((first, rewards[0]),), rewards[1])

    def _block(self, text: Scalar | None, it: Local | None) -> tuple[Stmt, ...]:
        return read_block(self.leaf(text), self.scope(it).child()) if text is not None else ()

    # -------------------------------------------------------------------------------------------- looking

    def ability(self, heard: Heard, stmts: tuple[Stmt, ...]) -> Ability:
        """What looks whether it is reached: for the player whose event it is, or for everybody in turn."""
        trigger = heard.trigger
        nobodys = isinstance(trigger, StepTrigger) and not trigger.body.has_you
        if nobodys:
            span = self.span
            everybody = AllOf(set_of(PLAYER), span)
            order = Clockwise(list_of(PLAYER), span, Current(PLAYER, span), everybody)
            stmts = (ForEach(span, self.you.name, order, stmts),)
        # A player of whose own event it is asked by its name.
        asked = self.optional if not nobodys else None
        return Ability(
            name=self.key.text,
            owner=None if nobodys else OF_PLAYERS,
            row=None,
            condition=self.test if asked is not None else None,
            triggers=(trigger,),
            instead=None,
            optional=asked is not None,
            event_condition=heard.condition,
            during=(),
            limit=heard.limit,
            stmts=stmts if asked is None else asked,
            changes=(),
            places=(),
            about=about(self.node),
            span=self.span,
            locals=dict(self.work.locals),
        )
