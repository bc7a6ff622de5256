"""What the printer writes is read back as the same nodes, and is always written in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from encanta.checking.registry_words import CHAPTERS, EXAMPLE_UNITS, EXAMPLE_VERBS
from encanta.language import ast, grammar
from encanta.language.parser import SyntaxFailure, Vocabulary, parse
from encanta.language.printer import one_line, signature, written

from .shapes import VERBS, shape

FORMS: dict[str, list[list[str]]] = yaml.safe_load(Path(__file__).with_name("forms.yaml").read_text("utf-8"))
EXAMPLES = [(word.start, word.example) for chapter in CHAPTERS for word in chapter.words]
RULEBOOKS = Path(__file__).resolve().parents[2] / "rulebooks"


def text_of(node: Any, start: str) -> str:
    return signature(node) if start == "signature" else written(node)


def read_back(text: str, start: str, verbs: Vocabulary) -> str:
    """Writes what a text says, and checks that it is read as the same and written the same again."""
    node = parse(text, start, verbs)
    printed = text_of(node, start)
    again = parse(printed, start, verbs)
    assert shape(again) == shape(node)
    assert text_of(again, start) == printed
    return printed


@pytest.mark.parametrize(("start", "text"), [(start, text) for start, rows in FORMS.items() for text, _ in rows])
def test_every_form(start: str, text: str) -> None:
    read_back(text, start, VERBS)


@pytest.mark.parametrize(("start", "text"), EXAMPLES)
def test_the_examples_of_the_reference(start: str, text: str) -> None:
    read_back(text, start, Vocabulary(EXAMPLE_VERBS, EXAMPLE_UNITS))


def scalars(node: Any) -> Iterator[str]:
    """All texts of a YAML tree, keys too."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from scalars(key)
            yield from scalars(value)
    elif isinstance(node, list):
        for item in node:
            yield from scalars(item)
    elif isinstance(node, str):
        yield node


@pytest.mark.parametrize("path", sorted(RULEBOOKS.glob("*/rulebook.yaml")), ids=lambda path: path.parent.name)
def test_every_text_of_a_shipped_rulebook(path: Path) -> None:
    tree = yaml.safe_load(path.read_text("utf-8"))
    verbs = Vocabulary(
        frozenset(str(key).split()[0] for section in ("actions", "procedures") for key in tree.get(section, {}))
    )
    read = 0
    for text in set(scalars(tree)):
        for start in grammar.STARTS:
            try:
                read_back(text, start, verbs)
            except SyntaxFailure:
                continue
            read += start == "block" and "\n" in text
    assert read > 2


@pytest.mark.parametrize(
    ("start", "text", "printed"),
    [
        ("formula", "((a))+(b*c)", "a + b * c"),
        ("formula", "( a + b ) * c", "(a + b) * c"),
        ("formula", "a-(b-c)", "a - (b - c)"),
        ("formula", "a or b and c", "a or (b and c)"),
        ("formula", "not (a)", "not a"),
        ("formula", "it is an wild", "it is a wild"),
        ("formula", "( hand where a ) otherwise ( b )", "hand where a otherwise b"),
        ("formula", "count((hand where a) where b)", "count(hand where a where b)"),
        ("formula", "(hand where a) is b", "(hand where a) is b"),
        ("formula", "[ a,b ,c ]", "[a, b, c]"),
        ("block", "if a :\n      heal 1;heal (2)\n", "if a:\n  heal 1\n  heal 2"),
        ("block", "coins+2  # why", "coins +2"),
        ("block", "coins - -2", "coins - -2"),
        ("limit", "1 times per turn", "once per turn"),
        ("type", "integer 1 .. 5", "integer 1..5"),
        ("pick", "any number of from hand", "any number from hand"),
    ],
)
def test_one_way_of_writing(start: str, text: str, printed: str) -> None:
    assert read_back(text, start, VERBS) == printed


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("heal 1\nheal 2", "heal 1; heal 2"),
        ("coins -1 -> heal 1; heal 2", "coins -1 -> heal 1; heal 2"),
        ("coins -1 -> heal 1\nheal 2", None),
        ("heal 1\nif a:\n  heal 2", None),
        ("repeat:\n  heal 1", None),
    ],
)
def test_a_block_on_one_line(text: str, line: str | None) -> None:
    block = parse(text, "block", VERBS)
    assert one_line(block) == line
    if line is not None:
        assert shape(parse(line, "block", VERBS)) == shape(block)


# ------------------------------------------------------------------------------------- nodes made at random

AT = (0, 0)
NAMES = st.sampled_from(["hand", "it", "leader", "a_b", "üb", "cards"])
WORDS = st.sampled_from(["wild", "ace", "card"])
SMALL = st.integers(0, 999)


def _filled(field: Field[Any], given: Iterator[Any]) -> Any:
    if field.name == "at" or field.name.endswith("_at"):
        return AT
    return next(given, None if field.default is MISSING else field.default)


def made(cls: type[Any], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Nodes of a class; places are left at zero, and optional fields without a part too."""

    def build(values: tuple[Any, ...]) -> Any:
        given = iter(values)
        filled = [_filled(f, given) for f in fields(cls)]
        return cls(*filled)

    return st.tuples(*parts).map(build)


NAME = made(ast.Name, NAMES)
NUMBER = made(ast.Number, SMALL)


EVERYBODY = st.just(ast.Name(AT, "players"))


def nouns(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    call = made(ast.Call, st.sampled_from(["count", "room"]), st.lists(inner, max_size=3).map(tuple))
    yours = made(ast.Owned, st.none(), st.sampled_from(["your", "their"]), NAMES)
    return st.one_of(NAME, call, yours, made(ast.Owned, st.one_of(NAME, call, yours), st.just("of"), NAMES))


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Formulas with the given ones inside."""
    operators = ["or", "and", "+", "-", "*", "/", "<", "<=", ">", ">=", "is", "is not", "in", "not in"]
    noun = nouns(inner)
    return st.one_of(
        noun,
        made(ast.Call, st.sampled_from(["any", "sum", "none"]), st.tuples(inner)),
        made(ast.Property, noun, inner),
        made(ast.Against, noun, inner),
        made(ast.Position, st.sampled_from(["top", "bottom", "first", "last"]), st.none() | inner, inner),
        made(ast.Every, inner),
        made(ast.Inline, SMALL, st.booleans(), inner),
        made(ast.Lot, SMALL, inner),
        made(ast.Dice, st.integers(1, 20), st.integers(2, 99), st.booleans()),
        made(ast.Picked, st.sampled_from(["another", "any"]), st.none() | made(ast.Where, EVERYBODY, inner)),
        made(ast.Picked, st.just("the"), made(ast.Extreme, EVERYBODY, st.booleans(), inner)),
        made(ast.Unary, st.sampled_from(["not", "-"]), inner),
        made(ast.Binary, st.sampled_from(operators), inner, inner),
        made(ast.IsA, inner, WORDS, st.booleans()),
        made(ast.IsNothing, inner, st.booleans()),
        made(ast.Either, inner, inner, inner),
        made(ast.Rate, inner, st.none() | NUMBER, noun),
        made(ast.Where, inner, inner),
        made(ast.As, inner, NAMES),
        made(ast.Extreme, inner, st.booleans(), inner),
        made(ast.Otherwise, inner, inner),
        made(ast.ListOf, st.lists(inner, max_size=3).map(tuple)),
    )


FORMULAS = st.recursive(st.one_of(NAME, NUMBER), grown, max_leaves=12)


@settings(max_examples=600)
@given(FORMULAS)
def test_any_formula(node: ast.Expr) -> None:
    assert shape(parse(written(node), "formula", VERBS)) == shape(node)


DEEDS = st.lists(
    made(
        ast.Deed,
        st.sampled_from(["heal", "take_cards"]),
        st.none() | FORMULAS,
        st.lists(st.tuples(st.sampled_from(["to", "with", "by"]), FORMULAS), max_size=2).map(tuple),
    ),
    min_size=1,
    max_size=2,
).map(tuple)
UNITS = made(ast.Deed, st.sampled_from(["take", "lose"]), FORMULAS, st.just(()), st.sampled_from(["coin", "coins"]))
COUNTED = st.one_of(
    st.none(),
    FORMULAS.map(lambda n: ast.Quantity(AT, "exactly", n, n)),
    FORMULAS.map(lambda n: ast.Quantity(AT, "up to", None, n)),
    FORMULAS.map(lambda n: ast.Quantity(AT, "at least", n, None)),
    st.tuples(FORMULAS, FORMULAS).map(lambda n: ast.Quantity(AT, "between", *n)),
    st.just(ast.Quantity(AT, "any number", None, None)),
)
PLACES = st.one_of(NAME, made(ast.Property, NAME, FORMULAS))
SIMPLE = st.one_of(
    made(ast.Move, FORMULAS, FORMULAS, st.sampled_from([None, "up", "down"]), st.just("group"), FORMULAS),
    made(ast.Gather, FORMULAS, FORMULAS),
    made(ast.Shuffle, FORMULAS),
    made(ast.Deal, FORMULAS, FORMULAS, NAMES),
    made(ast.Swap, FORMULAS, FORMULAS),
    made(ast.Reveal, FORMULAS, st.none() | FORMULAS),
    made(ast.LookAt, FORMULAS),
    made(ast.Choose, st.none(), COUNTED, NAMES, FORMULAS, st.none() | FORMULAS),
    made(ast.Let, NAMES, FORMULAS, st.booleans()),
    made(ast.SetTo, PLACES, FORMULAS, st.booleans()),
    made(ast.Gain, nouns(FORMULAS), st.sampled_from(["+", "-"]), FORMULAS),
    made(ast.Until, FORMULAS),
    made(ast.Doing, st.none(), st.booleans(), DEEDS),
    made(ast.Doing, st.none(), st.booleans(), st.tuples(UNITS)),
    made(ast.Maybe, made(ast.Gain, nouns(FORMULAS), st.sampled_from(["+", "-"]), FORMULAS)),
)
BLOCKS = st.recursive(
    st.lists(SIMPLE | made(ast.WhenTrue, SIMPLE, FORMULAS), min_size=1, max_size=3).map(
        lambda b: ast.Block(AT, tuple(b))
    ),
    lambda inner: st.one_of(
        made(ast.If, st.lists(st.tuples(FORMULAS, inner), min_size=1, max_size=2).map(tuple), st.none() | inner),
        made(ast.ForEach, NAMES, FORMULAS, inner),
        made(ast.EachPlayer, st.none() | FORMULAS, st.none() | FORMULAS, inner),
        made(ast.AllPlayers, inner),
        made(ast.Repeat, st.just("times"), FORMULAS, inner),
        made(ast.Repeat, st.just("while"), FORMULAS, inner),
        made(ast.Repeat, st.just("forever"), st.none(), inner),
        made(ast.Turns, st.booleans(), FORMULAS, st.none() | FORMULAS, inner),
    ).map(lambda statement: ast.Block(AT, (statement,))),
    max_leaves=4,
)


@settings(max_examples=400)
@given(BLOCKS)
def test_any_block(block: ast.Block) -> None:
    assert shape(parse(written(block), "block", VERBS)) == shape(block)
