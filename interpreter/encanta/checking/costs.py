"""Costs: paid in full before anything else, and offered only to those who can."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.choices import read_choice
from encanta.checking.formulas import Leaf
from encanta.checking.model import Body, Choice, Require
from encanta.checking.needs import Needs
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import sentence
from encanta.checking.tree import words
from encanta.language import ast
from encanta.text.nodes import Node

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
        whole.add(price_of(leaf, scope, block.body))
    body.choices = (*body.choices, *whole.choices)
    return whole


def price_of(leaf: Leaf, scope: Scope, lines: tuple[ast.Stmt, ...]) -> Price:
    """What the lines of one text come to as a cost; names that they bind are in `scope` afterwards."""
    whole, needs = Price(), Needs(leaf, scope)
    for line in lines:
        whole.add(_part(leaf, scope, needs, line))
    return whole


def lost(node: ast.SomeUnits) -> ast.Doing:
    """`3 coins` as what it says of a cost: they are lost."""
    deed = ast.Deed(node.at, "lose", node.amount, (), node.at, node.unit, node.unit_at)
    return ast.Doing(node.at, None, False, (deed,))


def _part(leaf: Leaf, scope: Scope, needs: Needs, line: ast.Stmt) -> Price:
    from encanta.checking.payments import paid

    if scope.you is None:
        leaf.wrong(codes.NO_DOER, "nobody acts here who could pay", line, "costs stand in what a player does")
        return Price()
    if isinstance(line, ast.Pay):
        return paid(leaf, scope, line)
    if isinstance(line, ast.Choose) and line.subject is None:
        choice = read_choice(leaf, scope, line.name, (leaf, line.name_at), line, scope.you, certainly=True)
        return Price([choice] if choice is not None else [])
    said = lost(line) if isinstance(line, ast.SomeUnits) else line
    choices, requires, stmts = needs.of(line, sentence(leaf, scope, said))
    return Price(choices, requires, stmts)
