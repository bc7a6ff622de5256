"""Lines, blocks, comments and continued lines."""

from __future__ import annotations

import pytest

from encanta.language.parser import MAX_NESTING, MAX_SNIPPET, SyntaxFailure, parse

from .shapes import VERBS, shape

TWO = shape(parse("heal 1\nheal 2", "block", VERBS))
BLOCK = shape(parse("if a:\n  heal 1\nheal 2", "block", VERBS))


@pytest.mark.parametrize(
    "text",
    [
        "heal 1\nheal 2\n",
        "\n\nheal 1\n\n\nheal 2\n\n",
        "heal 1\r\nheal 2\r\n",
        "heal 1 \t\n \t \nheal 2  ",
        "  heal 1\n  heal 2",
        "\theal 1\n\theal 2",
        "\theal 1\n        heal 2",
        "heal 1; heal 2",
        "heal 1;\n  heal 2",
        "heal\n  1\nheal\n    2",
        "heal (\n1\n)\nheal 2",
        "# first\nheal 1\n# between\nheal 2\n# last",
        "heal 1 # one\n    # deeper\nheal 2",
        "heal 1\n  # deeper\n  \nheal 2 # :",
        "heal 1#\nheal 2#",
    ],
)
def test_two_statements(text: str) -> None:
    assert shape(parse(text, "block", VERBS)) == TWO


@pytest.mark.parametrize(
    "text",
    [
        "if a:\n heal 1\nheal 2",
        "if a:\n\theal 1\nheal 2",
        "if a :  # why\n\n  # how\n        heal 1\n  # after\nheal 2",
        "if\n    a:\n  heal 1\nheal 2",
        "if (\na\n):\n  heal 1\nheal 2",
        "   if a:\n      heal 1\n   heal 2",
    ],
)
def test_a_block(text: str) -> None:
    assert shape(parse(text, "block", VERBS)) == BLOCK


def test_several_blocks_end_at_once() -> None:
    block = parse("if a:\n  if b:\n    if c:\n      heal 1\nheal 2", "block", VERBS)
    assert len(block.body) == 2


def test_a_formula_may_have_several_lines_however_they_are_indented() -> None:
    assert shape(parse("a\n      and b\n  and c", "formula", VERBS)) == shape(parse("a and b and c", "formula", VERBS))


def test_a_phrase_may_be_spread_over_a_continued_line() -> None:
    whole = shape(parse("until a is not b\nheal 1", "block", VERBS))
    assert shape(parse("until a is\n  not b\nheal 1", "block", VERBS)) == whole


def test_a_phrase_does_not_reach_into_the_next_statement() -> None:
    block = parse("let x = all\nplayers +1", "block", VERBS)
    assert shape(block) == "Block([Let(x, Name(all), False), Gain(Name(players), +, Number(1))])"


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("  heal 1\n heal 2", "heal 2", "this line is indented like no line above it"),
        ("if a:\n    heal 1\n  heal 2", "heal 2", "this line is indented like no line above it"),
        ("if a:\n  heal 1\n    heal 2", "heal 2", "this line is deeper than the line above, and so continues it"),
        ("if a:\nheal 1", ":", "an indented line should follow this colon"),
    ],
)
def test_wrong_indentation(text: str, at: str, message: str) -> None:
    with pytest.raises(SyntaxFailure) as caught:
        parse(text, "block", VERBS)
    assert (caught.value.message, caught.value.start) == (message, text.rindex(at))


def nested_blocks(depth: int) -> str:
    return "".join(f"{' ' * level}if a:\n" for level in range(depth)) + " " * depth + "heal 1"


NESTED = {
    "brackets": lambda depth: "(" * depth + "a" + ")" * depth,
    "lists": lambda depth: "[" * depth + "]" * depth,
    "calls": lambda depth: "abs(" * depth + "a" + ")" * depth,
    "sum": lambda depth: "a + " * depth + "a",
    "and": lambda depth: "a and " * depth + "a",
    "not": lambda depth: "not " * depth + "a",
    "minus": lambda depth: "- " * depth + "a",
    "of": lambda depth: "a of " * depth + "a",
    "owned": lambda depth: "a" + "'s a" * depth,
    "where": lambda depth: "a" + " where b" * depth,
    "otherwise": lambda depth: "a otherwise " * depth + "a",
    "else": lambda depth: "a if b else " * depth + "a",
}


@pytest.mark.parametrize("kind", NESTED)
def test_formulas_may_be_nested_some_way_and_no_further(kind: str) -> None:
    assert parse(NESTED[kind](20), "formula", VERBS) is not None
    with pytest.raises(SyntaxFailure, match="nested too deeply"):
        parse(NESTED[kind](MAX_NESTING + 1), "formula", VERBS)
    with pytest.raises(SyntaxFailure, match="nested too deeply"):
        parse(NESTED[kind](MAX_SNIPPET // 13), "formula", VERBS)


def test_blocks_may_be_nested_some_way_and_no_further() -> None:
    assert parse(nested_blocks(12), "block", VERBS) is not None
    with pytest.raises(SyntaxFailure, match="nested too deeply"):
        parse(nested_blocks(MAX_NESTING + 1), "block", VERBS)


def test_what_is_wide_need_not_be_deep() -> None:
    wide = f"[{', '.join(['a'] * 2000)}]"
    assert len(parse(wide, "formula", VERBS).items) == 2000
    assert len(parse("heal 1\n" * 2000, "block", VERBS).body) == 2000


def test_a_text_has_a_longest_length() -> None:
    assert parse("heal 1\n" * (MAX_SNIPPET // 7), "block", VERBS) is not None
    with pytest.raises(SyntaxFailure, match=f"{MAX_SNIPPET} characters at most"):
        parse("heal 1\n" * (MAX_SNIPPET // 7 + 1), "block", VERBS)


@pytest.mark.parametrize("text", ["", "  ", "\n\n", "# a comment", "  # one\n\t# two\n"])
def test_nothing_is_no_text(text: str) -> None:
    for start in ("block", "formula"):
        with pytest.raises(SyntaxFailure, match="something should stand here"):
            parse(text, start, VERBS)
