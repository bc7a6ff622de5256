"""Reads snippets of the language: text in, `ast` nodes or a `SyntaxFailure` out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from encanta.language import ast, grammar
from encanta.language.build import build
from encanta.language.explaining import Stuck, SyntaxFailure, explain, spellings
from encanta.language.lexer import LexFailure, Snippet, Vocabulary
from encanta.language.respelling import misspelt_word

_COMMENT = re.compile(r"#[^\n]*")
MAX_SNIPPET = 20_000
MAX_NESTING = 60
"""How deep the tree of a snippet may be: a chain `a + b + c + ...` is as deep as it is long."""


def parse(text: str, start: str, vocabulary: Vocabulary) -> Any:
    """Reads `text` as `start` (one of `grammar.STARTS`); raises `SyntaxFailure`."""
    if len(text) > MAX_SNIPPET:
        raise SyntaxFailure(f"a text of the language may have {MAX_SNIPPET} characters at most", 0, 1)
    if not _COMMENT.sub("", text).strip():
        raise SyntaxFailure("something should stand here", 0, 1)
    snippet: Any = Snippet(text, vocabulary)
    try:
        tree = grammar.load().parse(snippet, start=start)
    except LexFailure as failure:
        raise SyntaxFailure(failure.message, failure.start, failure.end, failure.help) from None
    except UnexpectedToken as failure:
        stuck = _stuck(failure, text, start, vocabulary)
        plain = explain(stuck)
        raise misspelt_word(stuck, lambda other: _reads(other, start, vocabulary), plain) or plain from None
    _check_depth(tree)
    return build(tree)


def _reads(text: str, start: str, vocabulary: Vocabulary) -> int:
    """How far a text can be read."""
    snippet: Any = Snippet(text, vocabulary)
    try:
        grammar.load().parse(snippet, start=start)
    except LexFailure as failure:
        return failure.start
    except UnexpectedToken as failure:
        return len(text) if failure.token.type == "$END" or failure.token.start_pos is None else failure.token.start_pos
    return len(text) + 1


def _stuck(failure: UnexpectedToken, text: str, start: str, vocabulary: Vocabulary) -> Stuck:
    token = failure.token
    ends = token.type == "$END"
    begin = len(text) if ends or token.start_pos is None else token.start_pos
    end = len(text) if ends or token.end_pos is None else token.end_pos
    spelled = _spelled()
    wanted = frozenset(spelled.get(kind, kind) for kind in failure.accepts or ())
    return Stuck(text, begin, end, token.type, wanted, start, vocabulary)


@lru_cache(maxsize=1)
def _spelled() -> dict[str, str]:
    return spellings(grammar.load().parser.lexer)


def _check_depth(tree: Tree[Token]) -> None:
    """What comes after the parser walks trees by recursion, and Python's own stack is limited."""
    level: list[Tree[Token]] = [tree]
    for _ in range(MAX_NESTING):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return
    at = next((node.meta.start_pos for node in level if not node.meta.empty), 0)
    raise SyntaxFailure(
        "this is nested too deeply", at, at + 1, "name a part of it under `values`, or make it a procedure"
    )


__all__ = ["MAX_NESTING", "MAX_SNIPPET", "SyntaxFailure", "Vocabulary", "ast", "parse"]
