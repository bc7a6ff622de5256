"""Every way in which YAML goes wrong has its code, and points at the exact place."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from encanta.text.codes import CODES
from encanta.text.diagnostic import Diagnostic
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml

LOADERS = [pytest.param(yaml.SafeLoader, id="python")]
if hasattr(yaml, "CSafeLoader"):
    LOADERS.append(pytest.param(yaml.CSafeLoader, id="c"))

# Text; then for each diagnostic its code, line, column, and the text it points at.
CASES: list[tuple[str, list[tuple[str, int, int, str]]]] = [
    ("a: b: c", [("colon-in-text", 1, 5, ":")]),
    ("a: it's b: c", [("colon-in-text", 1, 10, ":")]),
    ('a: "b": c', [("colon-in-text", 1, 7, ":")]),
    ("a: [b: c: d]", [("colon-in-text", 1, 9, ":")]),
    ("a: {b: c: d}", [("colon-in-text", 1, 9, ":")]),
    ("a: [1,\n 2\nb: 3", [("unclosed-bracket", 1, 4, "[")]),
    ("a: [b", [("unclosed-bracket", 1, 4, "[")]),
    ("a: {b: 1, #: 2}", [("unclosed-bracket", 1, 4, "{")]),
    ("a: [b: {", [("unclosed-bracket", 1, 8, "{")]),
    ("a: {b", [("unclosed-bracket", 1, 4, "{")]),
    ("a: {b: {c: 1}\nd: 1", [("unclosed-bracket", 1, 4, "{")]),
    ("a: [1, {b: 2]", [("unclosed-bracket", 1, 13, "]")]),
    ("a: ]", [("stray-bracket", 1, 4, "]")]),
    ("a: [1, 2]]", [("stray-bracket", 1, 10, "]")]),
    ("}", [("stray-bracket", 1, 1, "}")]),
    ('a: {b: "x, c: 1}\nd: {e: "f g"}', [("unclosed-quote", 1, 8, '"')]),
    ("a: {b: {c: d{e: 1}}}", [("missing-colon", 1, 12, "d")]),
    ("a:\n  b {c: 1}\n", [("missing-colon", 2, 3, "b")]),
    ("a:\n  b {c: 'x y', d: 1}\n", [("missing-colon", 2, 3, "b")]),
    ("a: {b: 1, c 2}\nd: {c: 1}\n", [("missing-colon", 1, 11, "c 2")]),
    ("a:\n  b:{c: 1}\n", [("colon-without-space", 2, 4, ":")]),
    ('a: {b:"x"}', [("colon-without-space", 1, 6, ":")]),
    ('a: "xx\nb: 3', [("unclosed-quote", 1, 4, '"')]),
    ("a: don't\nb: 'x\n\nc: 1", [("unclosed-quote", 2, 4, "'")]),
    ('a: "b\n---\n', [("unclosed-quote", 1, 4, '"')]),
    ('a: "x\n\nb: 1\nc: "x"', [("unclosed-quote", 1, 4, '"')]),
    ('a: "b" c', [("text-after-quote", 1, 8, "c")]),
    ("a: {b: 1} c d", [("text-after-quote", 1, 11, "c")]),
    ("a: {x} y", [("text-after-quote", 1, 8, "y")]),
    ("a: [x] y", [("text-after-quote", 1, 8, "y")]),
    ('"a" b: 1', [("text-after-quote", 1, 5, "b:")]),
    ("a:\n  b: 1\n c: 2", [("wrong-indentation", 3, 2, "c: 2")]),
    ("a:\n    b: 1\n  c: 2 # no", [("wrong-indentation", 3, 3, "c: 2")]),
    ("a: 1\n  b: 2", [("wrong-indentation", 2, 3, "b")]),
    ("a:\n  - b: 1\n   c: 2", [("wrong-indentation", 3, 4, "c: 2")]),
    ("a:\n  - b: 1\n     c: 2", [("wrong-indentation", 3, 6, "c")]),
    ("  a: 1\nb: 2", [("wrong-indentation", 2, 1, "b: 2")]),
    ("- a\nb: 1", [("wrong-indentation", 2, 1, "b: 1")]),
    ("a: 1\n- b", [("wrong-indentation", 2, 1, "- b")]),
    ("- a: 1\n  - b", [("wrong-indentation", 2, 3, "- b")]),
    ("a:\n\tb: 1", [("tab-indentation", 2, 1, "\t")]),
    ("a:\n  b:\n  \tc: 1", [("tab-indentation", 3, 3, "\t")]),
    ("a: b\n\tc: d", [("tab-indentation", 2, 1, "\t")]),
    ("- \ta: 1", [("tab-indentation", 1, 3, "\t")]),
    ("a: @x", [("reserved-character", 1, 4, "@")]),
    ("a: `x", [("reserved-character", 1, 4, "`")]),
    ("- %x", [("reserved-character", 1, 3, "%")]),
    ("a: *", [("reserved-character", 1, 4, "*")]),
    ("a: > 3", [("reserved-character", 1, 4, ">")]),
    ("a: |x", [("reserved-character", 1, 4, "|")]),
    ("a: ? x", [("reserved-character", 1, 4, "?")]),
    ("a: [- x]", [("reserved-character", 1, 5, "-")]),
    ('a: "\\q"', [("unknown-escape", 1, 5, "\\q")]),
    ('a: "b \\u12"', [("unknown-escape", 1, 7, "\\u12")]),
    ("a: 1\nfoo bar\nb: 2", [("missing-colon", 2, 1, "foo bar")]),
    ("a\nb: 1", [("missing-colon", 1, 1, "a")]),
    ("? a", [("missing-colon", 1, 3, "a")]),
    ("a:b\nc: 1", [("colon-without-space", 1, 2, ":")]),
    ("a: {b:1, c: 2}", [("colon-without-space", 1, 6, ":")]),
    ('a: ["x" "y"]', [("missing-comma", 1, 9, '"y"')]),
    ("a: {b: 1\n  c: 2}", [("missing-comma", 2, 3, "c:")]),
    ("a: - b", [("list-after-key", 1, 4, "-")]),
    ("a: >3\nb: 1", [("empty-block", 1, 4, ">3")]),
    ("a: draw\n  - b", [("dash-joins-text", 2, 3, "-")]),
    ("a: [x,,y]", [("yaml-syntax", 1, 7, ",")]),
    (": x", [("yaml-syntax", 1, 1, ":")]),
    ('"a"\nb: 1', [("yaml-syntax", 2, 1, "b: 1")]),
    ("a: 1\nb: 2\na: 3", [("duplicate-key", 3, 1, "a")]),
    ("a: {b: 1, 'b': 2}", [("duplicate-key", 1, 11, "'b'")]),
    ("a: &x 1", [("anchor-or-alias", 1, 4, "&x")]),
    ("a: *x", [("anchor-or-alias", 1, 4, "*x")]),
    ("a: *x y", [("anchor-or-alias", 1, 4, "*x")]),
    ("a: !!python/object:os.system x", [("tag-not-allowed", 1, 4, "!!python/object:os.system")]),
    ("a: !x\n  b: 1", [("tag-not-allowed", 1, 4, "!x")]),
    ("a: !x!y z", [("tag-not-allowed", 1, 4, "!x!y")]),
    ("? [a]\n: b", [("key-not-text", 1, 3, "[a]")]),
    ("{a: 1}: b", [("key-not-text", 1, 1, "{a: 1}")]),
    ("a: 1\n---\nb: 2", [("several-documents", 2, 1, "---")]),
    ("", [("empty-file", 1, 1, "")]),
    ("# nothing\n", [("empty-file", 1, 1, "")]),
    ("---\n", [("empty-file", 1, 1, "")]),
    ("[" * 41, [("nested-too-deep", 1, 41, "[")]),
    ("[" * 2000, [("nested-too-deep", 1, 41, "[")]),
    ("a: 1234567890123456789", [("number-too-long", 1, 4, "1234567890123456789")]),
    ("a: draw card #2\nb: 1", [("comment-cuts-value", 1, 14, "#2")]),
    ("a:\n- b  #x y", [("comment-cuts-value", 2, 6, "#x y")]),
    ("a: {about: a, b}", [("comma-starts-key", 1, 15, "b")]),
    ("a: {about: a, b c, d, cost: 1}", [("comma-starts-key", 1, 15, "b c")]),
    ("a: {hand}", [("braces-without-colon", 1, 5, "hand")]),
    ("a: b\u2028  c: d", [("invisible-character", 1, 5, "\u2028")]),
    ("a: b\x07c", [("invisible-character", 1, 5, "\x07")]),
    ("a: b\u200bc\nb: \ufeffx", [("invisible-character", 1, 5, "\u200b"), ("invisible-character", 2, 4, "\ufeff")]),
]


def read(text: str, loader: Any = None) -> list[Diagnostic]:
    """The diagnostics of a text."""
    return read_yaml(Source("a.yaml", text), loader)[1]


def summary(found: list[Diagnostic]) -> list[tuple[str, int, int, str]]:
    """Code, place and marked text of each diagnostic."""
    assert all(one.span is not None for one in found)
    return [(one.code, one.span.line, one.span.column, one.span.text) for one in found if one.span]


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize(("text", "expected"), CASES, ids=[repr(text[:30]) for text, _ in CASES])
def test_a_mistake_has_its_code_and_place(text: str, expected: list[tuple[str, int, int, str]], loader: Any) -> None:
    assert summary(read(text, loader)) == expected


@pytest.mark.parametrize("text", [text for text, _ in CASES], ids=lambda text: repr(text[:30]))
def test_a_message_is_one_sentence_in_words_of_people(text: str) -> None:
    for one in read(text):
        assert one.message[0] == one.message[0].lower()
        assert not one.message.endswith(".")
        assert "\n" not in one.message
        assert one.help or one.code == "empty-file"
        for word in ("block mapping", "flow", "scalar", "token", "sequence", "stream", "simple key"):
            assert word not in f"{one.message} {one.help} {[label.text for label in one.labels]}"


def test_every_code_of_the_reader_is_tried_here() -> None:
    tried = {code for _, expected in CASES for code, *_ in expected}
    of_files = {slug for slug in CODES if slug.startswith("file-")}
    assert {slug for slug, code in CODES.items() if code.floor == "text"} - of_files == tried


FIXES = [
    ("a: b: c", 'a: "b: c"'),
    ("a: b: c  # why", 'a: "b: c"  # why'),
    ('a: it"s b: c', "a: 'it\"s b: c'"),
    ("a: @x y", 'a: "@x y"'),
    ("- %x", '- "%x"'),
    ("a: > 3", 'a: "> 3"'),
    ("a: {x} y", 'a: "{x} y"'),
    ("a: {b:1, c: 2}", "a: {b: 1, c: 2}"),
    ("a:b\nc: 1", "a: b\nc: 1"),
    ("a: {about: a, b, c, cost: 1}", 'a: {about: "a, b, c", cost: 1}'),
]


@pytest.mark.parametrize(("text", "fixed"), FIXES)
def test_a_fix_makes_the_text_right(text: str, fixed: str) -> None:
    (one,) = read(text)
    assert one.fix is not None
    start, end = one.fix.span.start, one.fix.span.end
    assert text[:start] + one.fix.replacement + text[end:] == fixed
    assert read(fixed) == []


@pytest.mark.parametrize(
    "text",
    [
        "%x",
        "a: [b: c: d]",
        "a: {about: 'a', b}",
        "a: > 3\n  b",
        "a: b: c\n  d",
        "a:b\n  c: 1",
        """a: "'\\ b: c""",
        "a: @" + "x" * 300,
    ],
)
def test_where_several_repairs_are_sensible_there_is_no_fix(text: str) -> None:
    assert all(one.fix is None for one in read(text))


def test_both_places_of_a_duplicate_key_are_shown() -> None:
    (one,) = read("one: 1\ntwo: 2\none: 3\n")
    assert [(label.span.line, label.span.text) for label in one.labels] == [(1, "one")]


def test_all_tabs_of_a_section_are_shown_once() -> None:
    found = read("a:\n\tb: 1\n\n\tc: 1\nd: 1\ne:\n\tf: 1\n")
    assert summary(found) == [("tab-indentation", 2, 1, "\t"), ("tab-indentation", 7, 1, "\t")]
    assert [label.span.line for label in found[0].labels] == [4]
    assert found[0].message == "line 2 is indented with a tab"


def test_many_tabs_are_counted() -> None:
    (one,) = read("a:\n" + "\tb: 1\n" * 30)
    assert len(one.labels) == 5
    assert "29 other lines" in (one.help or "")


def test_reading_goes_on_in_the_next_section_after_a_syntax_error() -> None:
    text = "a: 1\na: 2\nb: [\nc: {d: 1, d: 2}\ne: 'x\nf:\n  g: 1\n h: 2\n"
    assert [(code, line) for code, line, *_ in summary(read(text))] == [
        ("duplicate-key", 2),
        ("unclosed-bracket", 3),
        ("duplicate-key", 4),
        ("unclosed-quote", 5),
        ("wrong-indentation", 8),
    ]


def test_a_text_with_a_syntax_error_has_no_tree() -> None:
    assert read_yaml(Source("a.yaml", "a: 1\nb: ["))[0] is None


def test_a_text_with_other_errors_has_a_tree() -> None:
    node, found = read_yaml(Source("a.yaml", "a: 1\na: *x\nb: !t 1"))
    assert node is not None
    assert [one.code for one in found] == ["duplicate-key", "anchor-or-alias", "tag-not-allowed"]


@pytest.mark.parametrize(
    "text",
    [
        "a: b # comment",
        "a: b #",
        "a: b ## comment",
        "a: b#2",
        "a: '#2' # comment",
        "a: 1 #- not glued to a word",
        "a: {b: , c: }",
        "a: {b: 1, c: 2,}",
        "a: [b, c,]",
        'a: {"b":1}',
        "a:\n- b\n- c",
        "a:\n  - b\n  - c: 1\n    d: 2",
        "a: b - c\n  and d",
        "# first\n--- # one document\na: 1\n...\n",
        "a: |\n  #2 is kept\n  \ttab\n",
        "a: 'x\n\ty'",
        "a: \xa0b \u200d\u200e",
    ],
)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert read(text) == []


def test_a_hidden_bracket_is_named() -> None:
    (one,) = read("a: [b #2, c]\nd: 1")
    assert "`#2, c]` is read as a comment" in (one.help or "")
