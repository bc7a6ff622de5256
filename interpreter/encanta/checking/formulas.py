"""Reading formulas: the way in, and the forms that stand for themselves. The other forms register here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from encanta.checking import meaning_codes as codes
from encanta.checking.environment import Environment
from encanta.checking.model import FLAG, INTEGER, NO_TYPE, NOTHING, Const, Expr, Type
from encanta.checking.reading import Text, Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.types import ERROR, describe
from encanta.language import ast
from encanta.text.nodes import Scalar

if TYPE_CHECKING:
    from encanta.checking.session import Session


class Leaf(Text):
    """A text read with the names of a rulebook in reach."""

    __slots__ = ("env", "session", "start")

    def __init__(self, scalar: Scalar, work: Work, session: Session) -> None:
        super().__init__(scalar, work)
        self.session = session
        self.env: Environment = session.env
        self.start = ""

    def kind(self, expr: Expr) -> str:
        """What an expression is, in words of the rulebook."""
        return describe(expr.type, self.env.members)

    def tree(self, start: str) -> Any:
        """The text as `start`; raises Unreadable."""
        self.start = start
        return self.parse(start, self.env.vocabulary)

    def unusable(self) -> Expr:
        """What stands for a text that cannot be read."""
        return failed(self, (0, 0))


Reader = Callable[[Leaf, Scope, Any, Type | None], Expr]
_READERS: dict[type, Reader] = {}


def reads(*forms: type) -> Callable[[Reader], Reader]:
    """Registers the function that reads some forms of formulas."""

    def keep(function: Reader) -> Reader:
        for form in forms:
            _READERS[form] = function
        return function

    return keep


def read(leaf: Leaf, scope: Scope, node: ast.Expr, want: Type | None = None) -> Expr:
    """The typed form of a formula. `want` helps to tell what words mean; whether it fits is for the caller to ask."""
    reader = _READERS.get(type(node))
    if reader is None:
        return not_yet(leaf, node)
    return reader(leaf, scope, node, want)


def not_yet(leaf: Leaf, node: ast.Node, help: str | None = None) -> Expr:
    """Says that a form can be written but is not carried out."""
    message = f"`{leaf.said(node)}` is not part of this version of the language"
    return leaf.wrong(codes.NOT_YET, message, node, help)


def read_text(leaf: Leaf, scope: Scope, want: Type | None = None) -> tuple[Expr, ast.Expr | None]:
    """A whole text as a formula, with its tree (None if it is not of the language)."""
    try:
        node: ast.Expr = leaf.tree("formula")
    except Unreadable:
        return leaf.unusable(), None
    return read(leaf, scope, node, want), node


def is_error(*exprs: Expr) -> bool:
    """Whether any of these could not be understood (also inside: a set of what could not be understood)."""
    for expr in exprs:
        type: Type | None = expr.type
        while type is not None:
            if type.kind == "error":
                return True
            type = type.of
    return False


def failed(leaf: Leaf, at: ast.At | ast.Node) -> Expr:
    """Stands for what could not be understood, after it was reported."""
    return Const(ERROR, leaf.span(at), 0)


def reads_op(*ops: str) -> Callable[[Reader], Reader]:
    """Registers the function that reads formulas with some operators."""

    def keep(function: Reader) -> Reader:
        for op in ops:
            _OPERATORS[op] = function
        return function

    return keep


_OPERATORS: dict[str, Reader] = {}


@reads(ast.Binary)
def _binary(leaf: Leaf, scope: Scope, node: ast.Binary, want: Type | None) -> Expr:
    return _OPERATORS[node.op](leaf, scope, node, want)


@reads(ast.Unary)
def _unary(leaf: Leaf, scope: Scope, node: ast.Unary, want: Type | None) -> Expr:
    return _OPERATORS["not" if node.op == "not" else "negative"](leaf, scope, node, want)


LITERALS = {"yes": (FLAG, 1), "no": (FLAG, 0), "nothing": (NO_TYPE, NOTHING)}


@reads(ast.Number)
def _number(leaf: Leaf, scope: Scope, node: ast.Number, want: Type | None) -> Expr:
    return Const(INTEGER, leaf.span(node), node.value)


@reads(ast.Inline)
def _inline(leaf: Leaf, scope: Scope, node: ast.Inline, want: Type | None) -> Expr:
    return not_yet(leaf, node, f"choose first: `choose {node.count} picked from ...`, then say it with `picked`")
