"""Costs of actions and procedures: paid in full before anything else, and offered only to those who can."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.choices import read_choice
from encanta.checking.coercion import lying_in
from encanta.checking.environment import PLAYER, SIDE
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.model import (
    FLAG,
    INTEGER,
    NOTHING,
    Body,
    Choice,
    Const,
    Expr,
    Local,
    Place,
    Require,
    Stmt,
    set_of,
)
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import sentence
from encanta.checking.tree import words
from encanta.checking.types import element, is_many, place_type
from encanta.language import ast
from encanta.text.nodes import Node
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


@dataclass(slots=True)
class Price:
    """What a cost comes to: what is chosen for it, what must hold, what is done."""

    choices: list[Choice] = field(default_factory=list)
    requires: list[Require] = field(default_factory=list)
    stmts: model.Stmts = ()

    def add(self, other: Price) -> None:
        """Takes in a further part."""
        self.choices += other.choices
        self.requires += other.requires
        self.stmts += other.stmts


def read_cost(session: Session, work: Work, scope: Scope, body: Body, node: Node) -> Price:
    """The cost of an action or a procedure; its choices are added to the body, and their names to `scope`."""
    whole = Price()
    for text in words(node, "cost"):
        leaf = Leaf(text, work, session)
        try:
            block: ast.Block = leaf.tree("block")
        except Unreadable:
            continue
        for line in block.body:
            part = _part(leaf, scope, line)
            body.choices = (*body.choices, *part.choices)
            whole.add(part)
    return whole


def _part(leaf: Leaf, scope: Scope, line: ast.Stmt) -> Price:
    from encanta.checking.payments import paid

    if scope.you is None:
        leaf.wrong(codes.NO_DOER, "nobody acts here who could pay", line, "costs stand in what a player does")
    elif isinstance(line, ast.Pay):
        return paid(leaf, scope, line)
    elif isinstance(line, ast.Choose) and line.subject is None:
        choice = read_choice(leaf, scope, line.name, (leaf, line.name_at), line, scope.you, certainly=True)
        return Price([choice] if choice is not None else [])
    elif isinstance(line, (ast.Move, ast.Gain)):
        stmts = sentence(leaf, scope, line)
        return Price([], [r for stmt in stmts for r in _payable(leaf, scope, line, stmt)], tuple(stmts))
    else:
        help = "a cost moves things, takes from a number, chooses what is given, or pays a payment"
        leaf.wrong(codes.NOT_YET, f"`{leaf.said(line)}` cannot be a cost in this version of the language", line, help)
    return Price()


def _payable(leaf: Leaf, scope: Scope, line: ast.Stmt, stmt: Stmt) -> list[Require]:
    """What must hold for a statement to be carried out in full by whoever pays; its words are the reason if not."""
    tests: list[Expr] = []
    if isinstance(stmt, model.Move) and not is_error(stmt.what, stmt.to):
        tests = [*_there(stmt), *_theirs(leaf, scope, stmt), *_room(leaf, stmt)]
    elif isinstance(stmt, model.SetVar) and isinstance(stmt.value, model.Arith) and stmt.value.op == "-":
        tests = [model.Compare(FLAG, stmt.span, ">=", stmt.value.left, stmt.value.right)]
    if not tests:
        return []
    span = leaf.span(line)
    whole = tests[0] if len(tests) == 1 else model.Logic(FLAG, span, "and", tuple(tests))
    return [Require(leaf.said(line), whole, span)]


def _there(stmt: model.Move) -> list[Expr]:
    """As much is there as is said."""
    what, span = stmt.what, stmt.span
    if not is_many(what.type):
        there = model.Equal(FLAG, span, what, Const(model.NO_TYPE, span, NOTHING))
        return [model.Not(FLAG, span, there)]
    if isinstance(what, model.Ends) and what.count is not None:
        return [model.Compare(FLAG, span, ">=", model.Count(INTEGER, span, what.set), what.count)]
    return []


def _theirs(leaf: Leaf, scope: Scope, stmt: model.Move) -> list[Expr]:
    """Nothing of it lies in a place of anybody else."""
    what, span = stmt.what, stmt.span
    kind = element(what.type).name if is_many(what.type) else what.type.name
    places = [p for p in leaf.env.places.values() if p.each in (PLAYER, SIDE) and p.component == kind]
    if _is_yours(scope, what):
        return []
    return [_not_others(leaf, scope, what, place, span) for place in places]


def _is_yours(scope: Scope, what: Expr) -> bool:
    """Whether it can be seen that something lies in a place of the one who pays."""
    while isinstance(what, (model.Filter, model.Ends)):
        what = what.set
    return (
        isinstance(what, model.Contents)
        and isinstance(what.place, model.PlaceOf)
        and what.place.owner is not None
        and scope.is_you(what.place.owner)
    )


def _not_others(leaf: Leaf, scope: Scope, what: Expr, place: Place, span: Span) -> Expr:
    assert scope.you is not None
    type = place_type(place.component)
    you: Expr = scope.you if place.each == PLAYER else model.SideOf(model.SIDE, span, scope.you)
    yours = lying_in(leaf, model.PlaceOf(type, span, place, you))
    every = lying_in(leaf, model.AllOf(set_of(type), span, place))

    def fine(one: Expr) -> Expr:
        outside = model.Not(FLAG, span, model.In(FLAG, span, one, every))
        return model.Logic(FLAG, span, "or", (outside, model.In(FLAG, span, one, yours)))

    if not is_many(what.type):
        return fine(what)
    one = Local(element(what.type), span, leaf.work.fresh("it", element(what.type)))
    others = model.Filter(what.type, span, what, one.name, model.Not(FLAG, span, fine(one)))
    return model.Not(FLAG, span, model.AnyOf(FLAG, span, others))


def _room(leaf: Leaf, stmt: model.Move) -> list[Expr]:
    """All of it fits into the place."""
    if not isinstance(stmt.to, model.PlaceOf):
        return []
    leaf.session.place(stmt.to.place.name)
    most = stmt.to.place.capacity
    if most is None:
        return []
    span = stmt.span
    one = Const(INTEGER, span, 1)
    coming = model.Count(INTEGER, span, stmt.what) if is_many(stmt.what.type) else one
    there = model.Count(INTEGER, span, lying_in(leaf, stmt.to))
    return [model.Compare(FLAG, span, "<=", model.Arith(INTEGER, span, "+", there, coming), most)]
