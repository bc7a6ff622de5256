"""The canonical layout: what it looks like, that it is settled at once, and that it never changes what is meant."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encanta.authoring.formatting import Words, files_of, folder_of, form_of, format_file, format_source, words_of
from encanta.authoring.snippets import broken_alike, rewritten, shape
from encanta.authoring.texts import language_texts, verbs_in
from encanta.checking.registry import RULEBOOK, VARIANT
from encanta.language.parser import SyntaxFailure, Vocabulary, parse
from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.text.source import Source, load_source
from encanta.text.yaml_reader import read_yaml

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
BOOKS = sorted(
    path.parent for place in ("rulebooks", "tests/corpus") for path in (ROOT / place).glob("*/rulebook.yaml")
)
FILES = [file for book in BOOKS for file in files_of(book)]
COMMENT = re.compile(r"(?:^|\s)#.*")
words_of_book = lru_cache(words_of)
NO_WORDS = Words(Vocabulary(), frozenset())


def tree_of(text: str) -> Node:
    tree, problems = read_yaml(Source("x", text))
    assert tree is not None, problems
    return tree


def meaning(node: Node, words: Words, starts: dict[Scalar, str]) -> object:
    """A tree with every text of the language as what it means."""
    if isinstance(node, Scalar):
        if node in starts:
            try:
                return shape(parse(node.text, starts[node], words.vocabulary))
            except SyntaxFailure:
                pass
        return (node.text.strip(), node.kind)
    if isinstance(node, Mapping):
        return [(meaning(e.key, words, starts), meaning(e.value, words, starts)) for e in node]
    return [meaning(item, words, starts) for item in node]


def meant(text: str, path: Path, words: Words) -> object:
    tree = tree_of(text)
    form = form_of(path, folder_of(path))
    return meaning(tree, words, {f.scalar: f.start for f in language_texts(tree, form, words.effects)})


def comments(text: str) -> list[str]:
    return [found.strip() for found in COMMENT.findall(text)]


def tidy(text: str, verbs: str = "") -> str:
    found, problems = format_source(
        Source("x", text), RULEBOOK, Words(Vocabulary(frozenset(verbs.split())), frozenset())
    )
    assert not problems
    return found


def test_everything_comes_into_one_form() -> None:
    assert tidy((HERE / "messy.yaml").read_text(), "take") == (HERE / "tidy.yaml").read_text()


def test_what_is_tidy_stays_as_it_is() -> None:
    text = (HERE / "tidy.yaml").read_text()
    assert tidy(text, "take") == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_keep_their_meaning_and_their_comments_and_are_settled_at_once(path: Path) -> None:
    book = folder_of(path)
    words = words_of_book(None, book)
    done = format_file(path, words, book)
    assert not done.problems
    assert meant(done.before, path, words) == meant(done.after, path, words)
    assert sorted(comments(done.before)) == sorted(comments(done.after))
    again, _ = format_source(Source("x", done.after), form_of(path, book), words)
    assert again == done.after


def mangled(text: str, indent: int, ends: str, blank: int, gaps: list[Scalar]) -> str:
    """The same file, written badly: deeper lines, blanks at their ends, blank lines doubled, blanks inside texts."""
    for scalar in sorted(gaps, key=lambda one: -one.span.start):
        said = scalar.span.text
        if scalar.style in ("plain", "single") and "\n" not in said and "'" not in said[1:-1]:
            text = text[: scalar.span.start] + said.replace(" ", "   ") + text[scalar.span.end :]
    lines = []
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(" "))
        said = re.sub(r"^- ", "-" + " " * (2 * indent - 1), line.lstrip(" "))
        lines += [" " * depth * indent + said + ends] if line.strip() else [line] * blank
    return "\n".join(lines)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(FILES), st.sampled_from([1, 2, 3]), st.sampled_from(["", " ", "   "]), st.integers(1, 3))
def test_bad_layout_makes_no_difference(path: Path, indent: int, ends: str, blank: int) -> None:
    book = folder_of(path)
    words = words_of_book(None, book)
    form = form_of(path, book)
    source = load_source(path)
    tree, _ = read_yaml(source)
    assert tree is not None
    texts = [found.scalar for found in language_texts(tree, form, words.effects)]
    gaps = [text for text in texts if rewritten(text.text, "formula", words.vocabulary) is not None]
    messy = mangled(source.text, indent, ends, blank, gaps)
    assert format_source(Source("x", messy), form, words) == format_source(source, form, words)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:\n    b:  1\n", "a:\n  b: 1\n"),
        ("a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
        ("\n\na: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
        ("a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"),
        ("a: {b: 1,c: [ 2,3 ]}\n", "a: {b: 1, c: [2, 3]}\n"),
        ("a: {\n b: 1,\n c: 2,\n}\n", "a: {\n  b: 1,\n  c: 2\n}\n"),
        ("---\n# note\na: 1\n", "---\n# note\na: 1\n"),
        ("a: >-\n     x\n     y\n", "a: >-\n  x\n  y\n"),
        ("a: 'it''s  so'\n", "a: 'it''s  so'\n"),
        ("a:\n", "a:\n"),
        ("{a: 1}", "{a: 1}\n"),
        ("- [x: 1, y]\n", "- [x: 1, y]\n"),
        ("a:\n  # under a\n  b: 1\n  # still under a\n# on top\nc: 2\n",) * 2,
        ("a: # why\n  b: 1\n", "a:  # why\n  b: 1\n"),
        ("a: # why\n  text\n", "# why\na: text\n"),
        ("- # why\n  a: 1\n", "# why\n- a: 1\n"),
    ],
)
def test_layout(before: str, after: str) -> None:
    assert format_source(Source("x", before), None, NO_WORDS) == (after, [])


@pytest.mark.parametrize("text", ["? a\n: 1\n", "a: |+\n  x\n\n", "a: |2\n    x\n  y\n"])
def test_what_is_unusual_is_left_alone(text: str) -> None:
    assert format_source(Source("x", text), None, NO_WORDS) == (text, [])


def test_a_file_with_errors_is_left_alone_and_complained_about() -> None:
    text = "a: [1\nb: 2\n"
    after, problems = format_source(Source("x", text), None, NO_WORDS)
    assert after == text
    assert problems


@pytest.mark.parametrize(
    ("text", "start", "lines"),
    [
        ("count( hand )>3", "formula", ["count(hand) > 3"]),
        ("(a   or b) and c", "formula", ["(a or b) and c"]),
        ("-  x", "formula", ["-x"]),
        ("set x   to (1)", "block", ["set x to (1)"]),
        ("2   or more from hand", "pick", ["2 or more from hand"]),
        ("once   per turn", "limit", ["once per turn"]),
        ("shuffle deck;do turn", "block", ["shuffle deck", "do turn"]),
        ("if any(hand) :\n   do turn # yes\n# no\nelse if x:\n  do night", "block",
         ["if any(hand):", "  do turn  # yes", "# no", "else if x:", "  do night"]),
    ],
)  # fmt: skip
def test_texts_of_the_language(text: str, start: str, lines: list[str]) -> None:
    assert rewritten(text, start, Vocabulary()) == lines


@pytest.mark.parametrize("text", ["count(", "who knows what", ""])
def test_what_cannot_be_read_is_left_alone(text: str) -> None:
    assert rewritten(text, "formula", Vocabulary()) is None


def test_line_breaks_stay_before_the_same_words() -> None:
    assert broken_alike("a\nand (b\nor c)", "a and (b or c)") == ["a", "and (b", "or c)"]
    assert broken_alike("a and b", "a or b") is None


def test_a_plain_text_never_becomes_something_else_for_yaml() -> None:
    text = "encanta: 1\nvalues: {game: {a: (3), b: '[deck]'}}\n"
    assert tree_shape(tidy(text)) == tree_shape(text)


def tree_shape(text: str) -> object:
    def walk(node: Node) -> object:
        if isinstance(node, Scalar):
            return node.kind
        if isinstance(node, Sequence):
            return [walk(item) for item in node]
        return {entry.key.text: walk(entry.value) for entry in node}

    return walk(tree_of(text))


def test_the_verbs_of_changes_count_too() -> None:
    tree = tree_of("add: {procedures: {heal n: x, search: y}}")
    assert set(verbs_in(tree, VARIANT)) == {"heal", "search"}
