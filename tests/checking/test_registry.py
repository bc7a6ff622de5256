"""The registries: every example is right, and everything made from them is current."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from encanta.checking import reference, schema
from encanta.checking.registry import CARDS, OPERATIONS, RULEBOOK, SOURCES, VARIANT, WHOLE, holders
from encanta.checking.registry_forms import (
    LANGUAGE_KINDS,
    Form,
    Key,
    Keys,
    Leaf,
    Many,
    Named,
    Patch,
    all_keys,
    below,
    first_word,
)
from encanta.checking.registry_words import CHAPTERS, EXAMPLE_UNITS, EXAMPLE_VERBS, Word
from encanta.checking.structure import check_tree
from encanta.language import grammar
from encanta.language.parser import Vocabulary, parse
from encanta.resources import grammar_root, rulebooks_root
from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.text.source import load_source
from encanta.text.yaml_reader import read_yaml

from .books import CORPUS, tree

ROOT = Path(__file__).resolve().parents[2]
KEYS = [(keys, key) for form in (RULEBOOK, CARDS, VARIANT, SOURCES) for keys in all_keys(form) for key in keys.keys]
WORDS = [word for chapter in CHAPTERS for word in chapter.words]
FILES = {"rulebook.yaml": None, "cards.yaml": "cards.yaml", "sources.yaml": "sources.yaml"}


def texts(node: Node, form: Form) -> Iterator[tuple[str, str]]:
    """The texts of the language in a tree, each with the rule that reads it."""
    if isinstance(form, Patch):
        form = WHOLE
    if isinstance(form, Keys) and form.short is not None and not isinstance(node, Mapping):
        form = below(form, form.short) or form
    if isinstance(form, Many):
        for item in node.items if isinstance(node, Sequence) else (node,):
            yield from texts(item, form.item)
    elif isinstance(form, Leaf):
        start = "formula" if form.kind == "static" else form.kind
        if start in LANGUAGE_KINDS and isinstance(node, Scalar):
            yield start, node.text
    elif isinstance(node, Mapping):
        for entry in node:
            if isinstance(form, Named) and form.key in ("header", "signature"):
                yield form.key, entry.key.text
            inner = below(form, entry.key.text)
            if inner is not None:
                yield from texts(entry.value, inner)


@pytest.mark.parametrize(("keys", "key"), KEYS, ids=[f"{keys.what}: {key.name}" for keys, key in KEYS])
def test_the_example_of_a_key_is_right(keys: Keys, key: Key) -> None:
    if "..." in key.example:
        return
    node = tree(key.example)
    assert node.keys() == (key.name,)
    partial = Keys("an example", (key,))
    components = frozenset({"card"})
    assert check_tree(node, partial, {}, components, None) == []
    if key.name != "remove":
        for start, text in texts(node, partial):
            parse(text, start, Vocabulary(EXAMPLE_VERBS | {"search", "pass"}, EXAMPLE_UNITS))


def test_every_key_is_described() -> None:
    for keys, key in KEYS:
        assert key.about.endswith("."), (keys.what, key.name)


def test_keys_know_where_they_belong() -> None:
    assert holders()["limit"] == ("an action", "a kind of action", "a procedure", "an event", "an ability")
    assert holders()["rows"] == ("a component",)
    assert [key.name for key in VARIANT.keys if isinstance(key.form, Patch)] == list(OPERATIONS)


@pytest.mark.parametrize(
    ("key", "name"), [("take_cards n", "take_cards"), ("room(place p)", "room"), ("x", "x"), ("", "")]
)
def test_the_first_word_of_a_key(key: str, name: str) -> None:
    assert first_word(key) == name


# ------------------------------------------------------------------------------------------- the language


@pytest.mark.parametrize("word", WORDS, ids=[word.form for word in WORDS])
def test_the_example_of_a_form_can_be_read(word: Word) -> None:
    parse(word.example, word.start, Vocabulary(EXAMPLE_VERBS, EXAMPLE_UNITS))


def test_every_word_of_the_grammar_is_described() -> None:
    lexer: Any = grammar.load().parser.lexer
    known = {*lexer.keywords, *(text for phrases in lexer.phrases.values() for text, _, _ in phrases)}
    said = " ".join(f"{word.form} {word.meaning} {word.example}" for word in WORDS).lower()
    found = set(re.findall(r"[a-z]+", said))
    assert {phrase for phrase in known if not set(phrase.split()) <= found} == set()


def test_every_rule_that_reads_a_text_has_examples() -> None:
    assert {word.start for word in WORDS} == set(grammar.STARTS) - {"hook"}


# ------------------------------------------------------------------------------------ what is made from them


def test_the_reference_page_is_current() -> None:
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert reference.reference() in page, "run `python -m encanta.checking.reference`"


def test_a_renewed_page_keeps_what_stands_around_the_reference() -> None:
    page = f"# Title\n\n{reference.BEGIN}\nold\n{reference.END}\n\nmore\n"
    new = reference.renewed(page)
    assert new.startswith("# Title\n\n")
    assert new.endswith("more\n")
    assert "old" not in new.split("\n")
    assert reference.renewed(new) == new
    assert reference.renewed("# Title\n").startswith(f"# Title\n\n{reference.BEGIN}")


def test_the_schema_is_current_and_a_schema() -> None:
    written = (grammar_root() / schema.SCHEMA_FILE).read_text(encoding="utf-8")
    assert written == schema.schema_text(), "run `python -m encanta.checking.schema`"
    jsonschema.Draft202012Validator.check_schema(json.loads(written))


def rulebook_files() -> list[Path]:
    folders = [path for root in (rulebooks_root(), CORPUS) for path in sorted(root.iterdir()) if path.is_dir()]
    named = [folder / name for folder in folders for name in FILES if (folder / name).is_file()]
    return named + [file for folder in folders for file in sorted((folder / "variants").glob("*.yaml"))]


def complaints(data: Any, part: str | None) -> list[str]:
    """What the schema says against the content of a file."""
    whole = schema.rulebook_schema()
    chosen = whole if part is None else {**whole["$defs"][part], "$defs": whole["$defs"]}
    return [error.message for error in jsonschema.Draft202012Validator(chosen).iter_errors(data)]


@pytest.mark.parametrize("path", rulebook_files(), ids=lambda path: "/".join(path.parts[-2:]))
def test_shipped_rulebooks_follow_the_schema(path: Path) -> None:
    node, _ = read_yaml(load_source(path))
    assert node is not None
    assert complaints(schema.plain(node), "variants" if path.parent.name == "variants" else FILES[path.name]) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("phases:", "phaces:"),
        ("title: High card", "title: [High card]"),
        ("players: 2..4", "players: two"),
        ("home: yes", "home: true"),
        ("seen by: nobody", "seen by: noone"),
        ("setup:", "setup: []\nset_up:"),
    ],
)
def test_the_schema_sees_mistakes(old: str, new: str) -> None:
    text = (CORPUS / "high_card" / "rulebook.yaml").read_text()
    assert old in text
    assert complaints(schema.plain(tree(text)), None) == []
    assert complaints(schema.plain(tree(text.replace(old, new, 1))), None)
