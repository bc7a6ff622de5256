"""What YAML means in a rulebook: texts stay texts, whole numbers are numbers, and nodes know their place."""

from __future__ import annotations

import pytest

from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml


def read(text: str) -> Node:
    """The tree of a text without complaints."""
    node, found = read_yaml(Source("a.yaml", text))
    assert found == []
    assert node is not None
    return node


def value(text: str) -> Scalar:
    """The value of the key `a`."""
    node = read(text)
    assert isinstance(node, Mapping)
    found = node.get("a")
    assert isinstance(found, Scalar)
    return found


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1", 1),
        ("-12", -12),
        ("+3", 3),
        ("007", 7),
        ("123456789012345678", 123456789012345678),
        ("", None),
        ("~", None),
        ("null", None),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("true", "true"),
        ("False", "False"),
        ("1:30", "1:30"),
        ("2001-12-14", "2001-12-14"),
        ("1.5", "1.5"),
        ("1e3", "1e3"),
        ("0x1F", "0x1F"),
        ("0o7", "0o7"),
        ("1_000", "1_000"),
        ("<<", "<<"),
        (".inf", ".inf"),
        ("=", "="),
        ("'1'", "1"),
        ('"null"', "null"),
        ("''", ""),
        ("|\n  1\n", "1\n"),
        (">-\n  1\n", "1"),
        ("\u0661", "\u0661"),
    ],
)
def test_only_decimal_numbers_and_nothing_are_not_text(written: str, meant: str | int | None) -> None:
    assert value(f"a: {written}").value == meant


@pytest.mark.parametrize(
    ("written", "style"),
    [("x", "plain"), ("'x'", "single"), ('"x"', "double"), ("|\n  x", "literal"), (">\n  x", "folded")],
)
def test_the_style_is_kept(written: str, style: str) -> None:
    assert value(f"a: {written}").style == style


def test_a_mapping_is_asked_by_name() -> None:
    node = read("a: 1\nb: {c: x}\n3: y\n")
    assert isinstance(node, Mapping)
    assert node.keys() == ("a", "b", "3")
    assert len(node) == 3
    assert "b" in node
    assert "c" not in node
    assert node.get("nothing") is None
    assert node.entry("nothing") is None
    entry = node.entry("3")
    assert isinstance(entry, Entry)
    assert entry.key.value == 3
    assert [one.key.text for one in node] == ["a", "b", "3"]


def test_an_empty_collection_is_a_node_all_the_same() -> None:
    node = read("a: {}\nb: []\n")
    assert isinstance(node, Mapping)
    empty = node.get("a")
    assert isinstance(empty, Mapping)
    assert bool(empty)
    assert len(empty) == 0
    assert empty.span.text == "{}"
    items = node.get("b")
    assert isinstance(items, Sequence)
    assert bool(items)
    assert list(items) == []


def test_nodes_are_told_apart_by_identity() -> None:
    node = read("a: [x, x]")
    assert isinstance(node, Mapping)
    items = node.get("a")
    assert isinstance(items, Sequence)
    first, second = items
    assert first != second
    assert len({first, second}) == 2


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("a:\n  b: 1\n  c: 2\n\n# end\nd: 3", "b: 1\n  c: 2"),
        ("a:\n  - b\n  - c # why\nd: 3", "- b\n  - c"),
        ("a:\n- b\n- c\nd: 3", "- b\n- c"),
        ("a: {b: 1,\n  c: 2}  # why", "{b: 1,\n  c: 2}"),
        ("a: [ b ]", "[ b ]"),
        ("a: draw\n  two  # why", "draw\n  two"),
        ("a: 'it''s'  # why", "'it''s'"),
    ],
)
def test_a_span_covers_the_node_and_no_more(text: str, covered: str) -> None:
    node = read(text)
    assert isinstance(node, Mapping)
    assert node.entries[0].value.span.text == covered


def test_an_entry_covers_key_and_value() -> None:
    node = read("first: 1\nsecond:\n  a: 2\n")
    assert isinstance(node, Mapping)
    assert node.entries[1].span.text == "second:\n  a: 2"


def test_of_a_key_that_is_there_twice_the_first_is_found() -> None:
    node, found = read_yaml(Source("a.yaml", "a: 1\na: 2\n"))
    assert isinstance(node, Mapping)
    assert len(found) == 1
    first = node.get("a")
    assert isinstance(first, Scalar)
    assert first.value == 1
    assert len(node.entries) == 2
    assert node.keys() == ("a",)


def test_a_byte_order_mark_is_reported_where_it_cannot_be_seen() -> None:
    node, found = read_yaml(Source("a.yaml", "a: \ufeffx"))
    assert node is None
    assert [one.code for one in found] == ["invisible-character"]


def test_forty_levels_are_read() -> None:
    node = read("[" * 40 + "]" * 40)
    assert isinstance(node, Sequence)
