"""Every node knows where it stands in its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from encanta.language import ast
from encanta.language.parser import parse

from .shapes import VERBS, shape

FORMS: dict[str, list[list[str]]] = yaml.safe_load(Path(__file__).with_name("forms.yaml").read_text(encoding="utf-8"))
ROWS = [(start, text) for start, rows in FORMS.items() for text, _ in rows]


def nodes(value: Any) -> Iterator[ast.Node]:
    """A node and all nodes below it."""
    if isinstance(value, ast.Node):
        yield value
        for field in fields(value):
            yield from nodes(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from nodes(item)


def said(value: Any) -> Iterator[ast.Node]:
    """A node and all below it, but for those that are not written by themselves: the players in `another player`, the
    rate in `1 coin per 2 cards`."""
    if isinstance(value, ast.Picked):
        yield value
        if isinstance(value.source, ast.Where):
            yield from said(value.source.condition)
        elif isinstance(value.source, ast.Extreme):
            yield from said(value.source.key)
    elif isinstance(value, ast.Deed) and value.unit is not None and isinstance(value.amount, ast.Rate):
        yield value
        yield from said((value.amount.amount, value.amount.each, value.amount.unit, *value.args))
    elif isinstance(value, ast.Node):
        yield value
        for field in fields(value):
            yield from said(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from said(item)


@pytest.mark.parametrize(("start", "text"), ROWS)
def test_a_formula_can_be_read_from_its_place(start: str, text: str) -> None:
    for node in said(parse(text, start, VERBS)):
        if isinstance(node, ast.Expr):
            assert shape(parse(text[slice(*node.at)], "formula", VERBS)) == shape(node)


@pytest.mark.parametrize(("start", "text"), ROWS)
def test_the_place_of_a_word_holds_the_word(start: str, text: str) -> None:
    for node in nodes(parse(text, start, VERBS)):
        for field in fields(node):
            place = getattr(node, field.name)
            if field.name.endswith("_at") and place is not None:
                word = getattr(node, WORDS.get(field.name, field.name.removesuffix("_at")))
                assert word is None or text[slice(*place)] == word


WORDS = {"name_at": "name"}


def test_the_places_of_listed_names() -> None:
    text = "do drawing, playing\noffer any of build,\n  trade"
    block = parse(text, "block", VERBS)
    found = [text[slice(*at)] for statement in block.body for _, at in statement.names]
    assert found == ["drawing", "playing", "build", "trade"]


def test_places_count_characters_before_tabs_comments_and_letters_outside_ascii() -> None:
    text = "# é\n\tmove häuser to tisch # ü\n\tshuffle tisch"
    block = parse(text, "block", VERBS)
    assert [text[slice(*s.at)] for s in block.body] == ["move häuser to tisch", "shuffle tisch"]
