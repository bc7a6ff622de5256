"""Loads the grammar, from a cache where there is one."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

import lark
from lark import Lark

from encanta.language.lexer import LENIENT, LanguageLexer
from encanta.resources import cache_folder, grammar_text

STARTS = (
    "block",
    "formula",
    "pick",
    "trigger",
    "hook",
    "change",
    "ban",
    "limit",
    "header",
    "signature",
    "type",
    "order",
    "asked",
    "played",
    "moment",
)


def build(strict: bool = False) -> Lark:
    """Builds the parser from the grammar; `strict` refuses any conflict (needs the package interegular)."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer=LanguageLexer,
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


@lru_cache(maxsize=1)
def load() -> Lark:
    """The parser; read from the cache in some 10 ms, else built in some 400 ms and kept."""
    key = hashlib.sha256(repr((grammar_text(), lark.__version__, sys.version_info[:2], STARTS)).encode()).hexdigest()
    path = cache_folder() / f"grammar-{key[:20]}.pickle"
    try:
        with path.open("rb") as file:
            return Lark.load(file)
    except (OSError, pickle.PickleError, EOFError, AttributeError, KeyError, ValueError, TypeError):
        parser = build()
        _keep(parser, path)
        return parser


def _keep(parser: Lark, path: Path) -> None:
    """Writes the cache in one step, so that two runs at a time do no harm; a full disk does none either."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            parser.save(file)
        os.replace(file.name, path)
    except OSError:
        return


@lru_cache(maxsize=1)
def reserved_words() -> frozenset[str]:
    """Words of the grammar that could be taken for a name: nothing may be called so."""
    parser = load()
    lexer: LanguageLexer = parser.parser.lexer
    states = parser.parser.parser._parse_table.states
    taken = {word for word, kind in lexer.keywords.items() for row in states.values() if kind in row and "NAME" in row}
    fixed = {"yes", "no", "nothing", "something", "you", "it", "true", "false", "on", "off", "game"}
    return frozenset(taken - LENIENT.keys() | fixed)
