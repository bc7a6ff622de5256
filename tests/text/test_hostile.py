"""Texts made to hurt: reading them ends soon, with diagnostics and without a traceback."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encanta.text.nodes import Mapping, Scalar
from encanta.text.render import render_github, render_json, render_sarif, render_short, render_text
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml

# The slowest takes about a second; a reading that grows with the square of the text would take hours.
LIMIT = 20.0

HOSTILE = {
    "brackets": "[" * 1_000_000,
    "braces": "{" * 1_000_000,
    "dashes": "- " * 500_000,
    "question marks": "? " * 500_000,
    "quotes": '"' * 1_000_000,
    "colons": ": " * 500_000,
    "keys on one line": "a: " * 330_000,
    "open lists": "a: [\n" * 160_000,
    "an open list a section": "".join(f"k{number}: [\n" for number in range(120_000)),
    "quoted words without commas": "a: [" + '"x" ' * 200_000,
    "ever deeper": "".join(" " * depth + "a:\n" for depth in range(1300)),
    "wrong indentation": "a:\n" + "    b: 1\n  c: 2\n" * 60_000,
    "tabs": "a:\n" + "\tb: 1\n" * 150_000,
    "lines without colon": "k: 1\n" + "foo\n" * 200_000,
    "ampersands": "&" * 1_000_000,
    "backslashes": 'a: "' + "\\" * 999_999,
    "empty lines": "\n" * 1_000_000,
    "blanks": " " * 1_000_000,
    "alias bomb": "a: &a [x, x]\n" + "".join(f"k{n}: &b{n} [*a, *a, *a]\n" for n in range(10_000)),
    "tags": "a: !!x y\n" * 20_000,
    "the same key": "a: 1\n" * 40_000,
    "comments": "a: b #c\n" * 20_000,
    "words in braces": "{" + "a," * 100_000 + "}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_ends_soon_with_few_diagnostics(name: str) -> None:
    source = Source("a.yaml", HOSTILE[name])
    start = time.monotonic()
    _, found = read_yaml(source)
    rendered = render_text(found, colour=True) + render_short(found) + render_github(found)
    rendered += render_json(found) + render_sarif(found)
    assert time.monotonic() - start < LIMIT
    assert found
    assert len(found) <= 200
    assert len(rendered) < 500_000


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "x " * 500_000,
        "a: |\n" + "  x\n" * 250_000,
        'a: "' + "\\x41" * 240_000 + '"',
        "a: >\n" + "  x\n\n" * 150_000,
    ],
    ids=["plain", "literal", "escapes", "folded"],
)
def test_a_huge_scalar_is_mapped_soon(text: str) -> None:
    start = time.monotonic()
    node, _ = read_yaml(Source("a.yaml", text))
    assert isinstance(node, Mapping)
    scalar = node.get("a")
    assert isinstance(scalar, Scalar)
    last = len(scalar.text.rstrip()) - 1
    assert scalar.span_of(last, last + 1).end == len(text.rstrip().rstrip('"'))
    assert time.monotonic() - start < LIMIT


def test_a_rulebook_of_ordinary_size_is_read_at_once() -> None:
    entry = "  card{0}:\n    kind: red\n    do: draw {0}; discard 1\n    about: {{text: hello, cost: {0}}}\n"
    text = "cards:\n" + "".join(entry.format(number) for number in range(100))
    fastest = min(_seconds(text) for _ in range(5))
    # It takes about 3 ms; slow machines get room.
    assert fastest < 0.1


def _seconds(text: str) -> float:
    start = time.perf_counter()
    node, found = read_yaml(Source("a.yaml", text))
    assert node is not None
    assert found == []
    return time.perf_counter() - start


PIECES = st.sampled_from(
    [*"ab:-?[]{},#&*!|>'\"%@`\\ \n\t0", ": ", "- ", "\n  ", "\r\n", "---\n", "...", "é", "\u2028", "x" * 9]
)


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=800, deadline=None)
def test_any_text_gives_a_tree_or_diagnostics(text: str) -> None:
    node, found = read_yaml(Source("a.yaml", text))
    assert node is not None or found
    for render in (render_short, render_json, render_sarif, render_github):
        assert isinstance(render(found), str)
    assert bool(render_text(found, colour=False)) == bool(found)
    for one in found:
        assert one.span is not None
        assert 0 <= one.span.start <= one.span.end <= len(text)


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_characters_give_a_tree_or_diagnostics(text: str) -> None:
    node, found = read_yaml(Source("a.yaml", text))
    assert node is not None or found
    assert bool(render_text(found, colour=False)) == bool(found)
