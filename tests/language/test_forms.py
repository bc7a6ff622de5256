"""Every form of the grammar gives the nodes that it should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from lark import Token, Tree

from encanta.language import grammar
from encanta.language.lexer import Snippet
from encanta.language.parser import parse

from .shapes import VERBS, shape

FORMS: dict[str, list[list[str]]] = yaml.safe_load(Path(__file__).with_name("forms.yaml").read_text(encoding="utf-8"))
ROWS = [(start, text, wanted) for start, rows in FORMS.items() for text, wanted in rows]


@pytest.mark.parametrize(("start", "text", "wanted"), ROWS)
def test_a_form_is_read(start: str, text: str, wanted: str) -> None:
    assert shape(parse(text, start, VERBS)) == wanted


def names(tree: Any) -> Iterator[str]:
    """The names of all trees below a tree."""
    if isinstance(tree, Tree):
        yield tree.data.value if isinstance(tree.data, Token) else tree.data
        for child in tree.children:
            yield from names(child)


def test_no_form_is_missing() -> None:
    parser = grammar.load()
    seen = {name for start, text, _ in ROWS for name in names(parser.parse(Snippet(text, VERBS), start=start))}
    rules = {(rule.alias or rule.origin.name, rule.options.expand1) for rule in parser.rules}
    named = {name for name, inlined in rules if not (inlined or name.startswith("_"))}
    assert named - seen == set()


def test_each_start_has_forms() -> None:
    assert set(FORMS) == set(grammar.STARTS)
