"""Reading single texts of a rulebook: parsed once, with the place in the file for everything that is wrong."""

from __future__ import annotations

import re
from typing import Any

from encanta.checking import meaning_codes as codes
from encanta.checking.checks.constant import constants
from encanta.checking.model import Const, Expr, Type
from encanta.checking.scope import Binding
from encanta.checking.types import ERROR
from encanta.language import ast
from encanta.language.parser import SyntaxFailure, Vocabulary, parse
from encanta.text.diagnostic import Diagnostic, Fix, error, warning
from encanta.text.nodes import Scalar
from encanta.text.spans import Span

_WORD = re.compile(r"[^\W\d]\w*")
_MAX_KEPT = 50_000
_parsed: dict[tuple[str, str, frozenset[str]], Any] = {}
_words: dict[str, frozenset[str]] = {}


class Unreadable(Exception):
    """A text that is not of the language; the diagnostic is given already."""


class Work:
    """What is gathered while one declaration is read: diagnostics, and the locals that it binds."""

    __slots__ = ("bindings", "found", "lenient", "locals", "printed", "shown", "sources")

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.locals: dict[str, Type] = {}
        self.bindings: list[tuple[str, Binding]] = []
        self.sources: dict[str, Expr] = {}
        """What a candidate is taken from."""
        self.shown: set[str] = set()
        """The places of which something was shown to somebody."""
        self.printed = False
        """Whether `pay cost` and `do effect` stand for what a component prints: in kinds of actions."""
        self.lenient = False
        """Whether unknown names are passed over, since what would have declared them could not be understood."""

    def fresh(self, name: str, type: Type) -> str:
        """A name for a new local, unlike any other of this declaration: `it`, `it_2`, ..."""
        unique, number = name, 1
        while unique in self.locals:
            number += 1
            unique = f"{name}_{number}"
        self.locals[unique] = type
        return unique


class Text:
    """One text under one key. Everything wrong with it goes through here."""

    __slots__ = ("scalar", "work")

    def __init__(self, scalar: Scalar, work: Work) -> None:
        self.scalar = scalar
        self.work = work

    def span(self, at: ast.At | ast.Node) -> Span:
        """The place in the file of a stretch of this text."""
        start, end = at.at if isinstance(at, ast.Node) else at
        return self.scalar.span_of(start, end)

    def said(self, at: ast.At | ast.Node) -> str:
        """A stretch of this text as it is written, on one line."""
        start, end = at.at if isinstance(at, ast.Node) else at
        return " ".join(self.scalar.text[start:end].split())

    def wrong(
        self, code: str, message: str, at: ast.At | ast.Node, help: str | None = None, fix: str | None = None
    ) -> Expr:
        """Reports an error; what comes back stands for the thing without causing further messages."""
        span = self.span(at)
        fixed = None if fix is None else Fix(span, fix)
        self.work.found.append(error(code, message, span, help=help, fix=fixed))
        return Const(ERROR, span, 0)

    def warn(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        """Reports something that is allowed and probably not meant."""
        self.work.found.append(warning(code, message, span, help=help))

    def parse(self, start: str, vocabulary: Vocabulary) -> Any:
        """The text as `start`; raises Unreadable."""
        try:
            return parsed(self.scalar, start, vocabulary)
        except SyntaxFailure as failure:
            self.wrong(codes.CANNOT_READ, failure.message, (failure.start, failure.end), failure.help, failure.fix)
            raise Unreadable from None


def warn_of_constant(text: Text, node: ast.Expr) -> None:
    """Warns of a condition that decides nothing."""
    for part, known in constants(node, text.scalar.text):
        message = f"`{text.said(part)}` is {'always' if known else 'never'} true"
        text.warn(codes.ALWAYS_TRUE, message, text.span(part), "leave it out, or compare something else")


def parsed(scalar: Scalar, start: str, vocabulary: Vocabulary) -> Any:
    """The tree of a text. It depends only on the verbs that stand in it, so it is kept for other rulebooks too."""
    words = words_of(scalar)
    key = (scalar.text, start, vocabulary.words(words))
    found = _parsed.get(key)
    if found is None:
        found = parse(scalar.text, start, vocabulary)
        if len(_parsed) >= _MAX_KEPT:
            _parsed.clear()
        _parsed[key] = found
    return found


def words_of(scalar: Scalar) -> frozenset[str]:
    """The different words of a text."""
    found = _words.get(scalar.text)
    if found is None:
        found = frozenset(_WORD.findall(scalar.text))
        if len(_words) >= _MAX_KEPT:
            _words.clear()
        _words[scalar.text] = found
    return found
