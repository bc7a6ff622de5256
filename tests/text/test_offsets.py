"""Every character of a decoded scalar must be found again in the source, whatever the style."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml

LOADERS = [pytest.param(yaml.SafeLoader, id="python")]
if hasattr(yaml, "CSafeLoader"):
    LOADERS.append(pytest.param(yaml.CSafeLoader, id="c"))

CHARS = st.sampled_from([*"abcxyz0129 >=+*/.,;?!()_-é漢ß\U0001f600\u0301", "  ", " and ", "\t"])
LINE = st.lists(CHARS, max_size=12).map("".join)
EMPTY_LINES = st.sampled_from(["", "", "", "\n", "\n\n", "  \n", "\n \n\n"])
ESCAPES = st.sampled_from(
    [r"\n", r"\t", r"\"", r"\\", r"\x41", r"\u00e9", r"\U0001F600", r"\ ", r"\e", r"\0", r"\N", r"\L", r"\/"]
)
LINE_ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])


@st.composite
def folded_lines(draw: Any, indent: int, line: Any) -> str:
    """Lines of a plain or quoted scalar, each further one indented."""
    lines = [draw(line)]
    for _ in range(draw(st.integers(0, 4))):
        blanks = " " * draw(st.integers(indent + 1, indent + 5))
        lines.append(draw(EMPTY_LINES) + blanks + draw(line) + draw(st.sampled_from(["", " ", "  "])))
    return "\n".join(lines)


@st.composite
def plain(draw: Any, indent: int) -> str:
    return (
        draw(st.sampled_from(["x", "draw", "é"]))
        + draw(folded_lines(indent, LINE)).rstrip()
        + draw(st.sampled_from(["", " # note"]))
    )


@st.composite
def single(draw: Any, indent: int) -> str:
    piece = st.one_of(LINE, st.sampled_from(["''", '"', "#", ": ", "\\"]))
    line = st.lists(piece, max_size=4).map("".join)
    return f"'{draw(folded_lines(indent, line))}'"


@st.composite
def double(draw: Any, indent: int) -> str:
    piece = st.one_of(LINE, ESCAPES, st.sampled_from(["'", "#", ": "]))
    line = st.lists(piece, max_size=4).map("".join)
    joined = st.tuples(line, st.sampled_from(["", "", "\\"])).map("".join)
    return f'"{draw(folded_lines(indent, joined))}"'


@st.composite
def block(draw: Any, indent: int, sign: str) -> str:
    step = draw(st.integers(1, 6))
    digit = draw(st.sampled_from(["", "", str(step)]))
    header = sign + "".join(draw(st.permutations([digit, draw(st.sampled_from(["", "-", "+"]))])))
    margin = " " * (indent + step)
    extra = st.sampled_from(["", "", "", " ", "   ", "\t"]) if digit else st.just("")
    lines = [margin + draw(extra) + "x" + draw(LINE)]
    for _ in range(draw(st.integers(0, 6))):
        more = draw(st.sampled_from(["", "", "", "  ", " ", "\t"]))
        lines.append(
            draw(
                st.one_of(
                    LINE.map(lambda text, more=more: margin + more + text), st.sampled_from(["", " ", margin + "  "])
                )
            )
        )
    leading = draw(st.sampled_from(["", "", "\n", "\n\n"]))
    return header + draw(st.sampled_from(["", "  ", " # note"])) + "\n" + leading + "\n".join(lines)


STYLES = {
    "plain": plain,
    "single": single,
    "double": double,
    "literal": lambda indent: block(indent, "|"),
    "folded": lambda indent: block(indent, ">"),
}


@st.composite
def documents(draw: Any, style: str) -> str:
    """A scalar of a style somewhere in a document, and something or nothing after it."""
    indent = 0
    lines = []
    for depth in range(draw(st.integers(0, 4))):
        lines.append(" " * indent + f"k{depth}:" + draw(st.sampled_from(["", " ", "  # why"])))
        indent += draw(st.integers(1, 6))
    opening = draw(st.sampled_from(["key: ", "- ", "é漢:   ", '"a: b": ', "key: # note\n" + " " * (indent + 1)]))
    if style in ("literal", "folded"):
        opening = opening.partition("#")[0]
    lines.append(" " * indent + opening + draw(STYLES[style](indent)))
    text = "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n\n", "\n# after\n", "\nlast: 1\n", "\n \n"]))
    return text.replace("\n", draw(LINE_ENDS))


def find(node: Node | None, style: str) -> Scalar:
    """The value or item of a style."""
    if isinstance(node, Mapping):
        return find(node.entries[0].value, style)
    if isinstance(node, Sequence):
        return find(node.items[0], style)
    assert isinstance(node, Scalar)
    assert node.style == style
    return node


ESCAPE_VALUES = {"n": "\n", "t": "\t", "e": "\x1b", "0": "\0", "N": "\x85", "L": "\u2028"}


def stands_for(raw: str, char: str, style: str) -> bool:
    """Whether a stretch of source is how a style writes a character."""
    if raw == char and len(raw) == 1:
        return raw != "\\" or style != "double"
    if raw in ("\n", "\r\n", "\r"):
        return char == "\n" or (char == " " and style != "literal")
    if style == "single" and raw == "''":
        return char == "'"
    if style == "double" and re.fullmatch(r"\\[xuU][0-9a-fA-F]+", raw):
        return chr(int(raw[2:], 16)) == char
    return style == "double" and len(raw) == 2 and raw[0] == "\\" and ESCAPE_VALUES.get(raw[1], raw[1]) == char


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize("style", STYLES)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_every_character_is_found_again(style: str, loader: Any, data: st.DataObject) -> None:
    text = data.draw(documents(style))
    source = Source("a.yaml", text)
    node, found = read_yaml(source, loader)
    assume(node is not None and all(diagnostic.severity == "warning" for diagnostic in found))
    scalar = find(node, style)
    before = scalar.span.start
    for index, char in enumerate(scalar.text):
        span = scalar.span_of(index, index + 1)
        assert before <= span.start < span.end <= scalar.span.end
        assert stands_for(span.text, char, style), (span.text, char, index)
        before = span.end


@pytest.mark.parametrize("style", STYLES)
@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_longer_stretches_run_from_their_first_to_their_last_character(style: str, data: st.DataObject) -> None:
    node, found = read_yaml(Source("a.yaml", data.draw(documents(style))))
    assume(node is not None and all(diagnostic.severity == "warning" for diagnostic in found))
    scalar = find(node, style)
    assume(scalar.text)
    start = data.draw(st.integers(0, len(scalar.text) - 1))
    end = data.draw(st.integers(start + 1, len(scalar.text)))
    span = scalar.span_of(start, end)
    assert span.start == scalar.span_of(start, start + 1).start
    assert span.end == scalar.span_of(end - 1, end).end


WORD_CASES = [
    pytest.param("do: draw foo now", 1, 10, id="plain"),
    pytest.param("do: 'it''s foo'", 1, 12, id="single"),
    pytest.param('do: "a\\tb\\u0041 foo"', 1, 17, id="double"),
    pytest.param("do: draw two\n  then foo", 2, 8, id="plain over two lines"),
    pytest.param("do: |\n  draw\n    foo\n", 3, 5, id="literal"),
    pytest.param("do: |4\n      draw foo\n", 2, 12, id="literal with its indentation written"),
    pytest.param("do: >-\n   draw\n   foo\n", 3, 4, id="folded"),
    pytest.param("do: >-\n\n   draw\n\n\n   é foo\n", 6, 6, id="folded with empty lines"),
    pytest.param("a: [x, {do: draw foo}]", 1, 18, id="inside brackets"),
    pytest.param("do: 'draw\r\n  foo'", 2, 3, id="quoted with carriage returns"),
    pytest.param('do: "draw \\\n  foo"', 2, 3, id="joined lines"),
    pytest.param("- - |+\n    foo\n\n", 2, 5, id="list in a list"),
]


@pytest.mark.parametrize(("text", "line", "column"), WORD_CASES)
def test_a_word_is_found_on_its_line_and_column(text: str, line: int, column: int) -> None:
    node, found = read_yaml(Source("a.yaml", text))
    assert found == []
    scalar = next(one for one in scalars(node) if "foo" in one.text)
    start = scalar.text.index("foo")
    span = scalar.span_of(start, start + 3)
    assert (span.text, span.line, span.column) == ("foo", line, column)


def scalars(node: Node | None) -> list[Scalar]:
    """All values and items under a node."""
    if isinstance(node, Mapping):
        return [one for entry in node for one in scalars(entry.value)]
    if isinstance(node, Sequence):
        return [one for item in node for one in scalars(item)]
    return [node] if node is not None else []


def test_offsets_outside_the_text_are_clamped() -> None:
    node, _ = read_yaml(Source("a.yaml", "do: draw"))
    (scalar,) = scalars(node)
    assert scalar.span_of(-5, 99).text == "draw"
    assert scalar.span_of(99, 120).text == ""
    assert scalar.span_of(99, 120).column == 9
    assert scalar.span_of(3, 1).text == ""


def test_the_end_of_a_block_stands_after_its_last_character() -> None:
    node, _ = read_yaml(Source("a.yaml", "do: |-\n  draw\nnext: 1\n"))
    scalar = scalars(node)[0]
    end = scalar.span_of(4, 4)
    assert (end.line, end.column) == (2, 7)


@pytest.mark.parametrize("text", ['do: ""', "do: ''", "do:"])
def test_an_empty_text_has_a_place(text: str) -> None:
    node, _ = read_yaml(Source("a.yaml", text))
    (scalar,) = scalars(node)
    span = scalar.span_of(0, 0)
    assert span.start == span.end
    assert scalar.span.start <= span.start <= scalar.span.end
