"""Renderings of diagnostics: for people, one a line, JSON, SARIF and GitHub."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from encanta.text.diagnostic import Diagnostic, Fix, Label, error, warning
from encanta.text.render import render_github, render_json, render_sarif, render_short, render_text
from encanta.text.source import Source, Span


def mark(text: str, word: str, **more: Any) -> Diagnostic:
    """An error about the first place of a word in a text."""
    start = text.index(word)
    return error("yaml-syntax", "something is wrong", Span(Source("a.yaml", text), start, start + len(word)), **more)


def carets(rendered: str) -> str:
    """What stands above the carets, without the line number."""
    lines = rendered.split("\n")
    index = next(number for number, line in enumerate(lines) if re.fullmatch(r" *\| *\^+", line))
    return lines[index - 1][lines[index].index("^") : lines[index].rindex("^") + 1]


def test_the_whole_of_a_diagnostic() -> None:
    source = Source("game/a.yaml", "one: 1\ntwo: 2\nthree: 3\none: 4\n")
    found = error(
        "duplicate-key",
        "the key `one` is already there",
        source.span(23, 26),
        labels=(Label(source.span(0, 3), "it is here first"),),
        help="give it another name\nor remove it",
        fix=Fix(source.span(23, 26), "two"),
    )
    assert render_text([found], colour=False) == (
        "error[duplicate-key]: the key `one` is already there\n"
        " --> game/a.yaml:4:1\n"
        "  |\n"
        "1 | one: 1\n"
        "  | --- it is here first\n"
        "...\n"
        "4 | one: 4\n"
        "  | ^^^\n"
        "  help: give it another name\n"
        "        or remove it\n"
        "  fix: write `two`\n"
    )


def test_colour_changes_nothing_but_colour() -> None:
    text = "do: draw foo\nif: |\n"
    found = [mark(text, "foo", help="read", labels=(Label(Source("b", "x y").span(2, 3), "see"),)), mark(text, "|")]
    plain = render_text(found, colour=False)
    coloured = render_text(found, colour=True)
    assert coloured != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b[1;31merror" in coloured


def test_an_empty_line_stands_between_diagnostics() -> None:
    found = [mark("x", "x"), mark("y", "y")]
    assert render_text(found, colour=False).count("\n\n") == 1
    assert render_text([], colour=False) == ""


def test_a_diagnostic_without_a_place() -> None:
    found = warning("yaml-syntax", "something is odd", None)
    assert render_text([found], colour=False) == "warning[yaml-syntax]: something is odd\n"
    assert render_short([found]) == "warning: something is odd [yaml-syntax]\n"


def test_a_file_without_text_is_named_without_a_line() -> None:
    found = error("file-missing", "there is no file `a`", Source("a", "").span(0, 0))
    assert render_text([found], colour=False) == "error[file-missing]: there is no file `a`\n --> a\n"
    assert render_short([found]) == "a: error: there is no file `a` [file-missing]\n"


@pytest.mark.parametrize(
    "text", ["do: draw foo", "\tdo:\tfoo\tbar", "é: foo", "  a |  foo | b", "x\n\nfoo", "x" * 60 + " foo"]
)
def test_carets_stand_under_the_word(text: str) -> None:
    assert carets(render_text([mark(text, "foo")], colour=False)) == "foo"


def test_wide_characters_take_two_columns() -> None:
    rendered = render_text([mark("漢字: 漢 x", "漢 x")], colour=False)
    assert rendered.split("\n")[4] == "  |       ^^^^"


def test_combining_characters_take_none() -> None:
    rendered = render_text([mark("e\u0301e\u0301: foo", "foo")], colour=False)
    assert rendered.split("\n")[4] == "  |     ^^^"


def test_what_cannot_be_printed_is_replaced() -> None:
    rendered = render_text([mark("a\x1b[31m \x07 \u202e foo", "foo")], colour=False)
    assert "\x1b" not in rendered
    assert "\x07" not in rendered
    assert "\u202e" not in rendered
    assert carets(rendered) == "foo"


def test_a_message_cannot_paint_the_terminal() -> None:
    found = error("yaml-syntax", "`\x1b[2J\r` is wrong", Source("a\x1b.yaml", "x").span(0, 1), help="\x1b[31m")
    assert "\x1b" not in render_text([found], colour=False) + render_short([found])


@pytest.mark.parametrize("before", [0, 30, 99, 100, 5000, 200_000])
@pytest.mark.parametrize("after", [0, 30, 5000])
def test_long_lines_are_cut_around_the_word(before: int, after: int) -> None:
    rendered = render_text([mark("x" * before + " foo " + "y" * after, "foo")], colour=False)
    assert carets(rendered) == "foo"
    assert all(len(line) <= 112 for line in rendered.split("\n"))
    assert ("..." in rendered) == (before + after + 5 > 100)


def test_a_word_longer_than_the_screen() -> None:
    rendered = render_text([mark("a: " + "x" * 5000 + " b", "x" * 5000)], colour=False)
    assert all(len(line) <= 112 for line in rendered.split("\n"))
    assert "^" * 90 in rendered


def test_a_label_outside_the_cut_line_is_still_told() -> None:
    text = "first " + "x" * 400 + " foo"
    source = Source("a.yaml", text)
    label = Label(source.span(0, 5), "this one")
    rendered = render_text([error("yaml-syntax", "wrong", source.span(407, 410), labels=(label,))], colour=False)
    assert "this one" in rendered


def test_a_span_over_few_lines_is_shown_whole() -> None:
    rendered = render_text([mark("a:\n  one\n    two\n\nb", "one\n    two\n")], colour=False)
    assert rendered.split("\n")[3:7] == ["2 |   one", "  |   ^^^", "3 |     two", "  |     ^^^"]


def test_a_span_over_many_lines_shows_the_first_and_the_last() -> None:
    text = "\n".join(f"line{number}" for number in range(1, 30))
    rendered = render_text([mark(text, text)], colour=False)
    assert "line1\n" in rendered
    assert "line29\n" in rendered
    assert "line15" not in rendered
    assert "\n...\n" in rendered


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n"])
def test_an_empty_span_has_one_caret(text: str) -> None:
    source = Source("a.yaml", text + "b")
    rendered = render_text([error("yaml-syntax", "wrong", source.span(len(text) + 1, len(text) + 1))], colour=False)
    assert rendered.count("^") == 1


def test_a_label_in_another_file_names_it() -> None:
    other = Source("base.yaml", "x: 1\ny: 2\n")
    rendered = render_text([mark("y: 3", "y", labels=(Label(other.span(5, 6), "changes this"),))], colour=False)
    assert " ::: base.yaml:2:1\n" in rendered
    assert "  | - changes this\n" in rendered


@pytest.mark.parametrize(
    ("start", "end", "replacement", "words"),
    [(0, 1, "y", "write `y`"), (0, 1, "", "take out `x`"), (1, 1, ";", "put in `;`"), (1, 1, " ", "put in a space")],
)
def test_a_fix_is_told_in_words(start: int, end: int, replacement: str, words: str) -> None:
    source = Source("a.yaml", "x")
    found = error("yaml-syntax", "wrong", source.span(0, 1), fix=Fix(source.span(start, end), replacement))
    assert render_text([found], colour=False).endswith(f"  fix: {words}\n")


def test_short_is_one_line_each() -> None:
    found = [mark("a\n  foo", "foo"), warning("yaml-syntax", "two\nlines", None)]
    assert render_short(found) == (
        "a.yaml:2:3: error: something is wrong [yaml-syntax]\nwarning: two lines [yaml-syntax]\n"
    )


def test_json_holds_everything() -> None:
    text = "a: é\nfoo: 1\n"
    source = Source("a.yaml", text)
    span = source.span(5, 8)
    found = error("yaml-syntax", "é is wrong", span, labels=(Label(source.span(0, 1), "see"),), fix=Fix(span, "bar"))
    place = {"file": "a.yaml", "line": 2, "column": 1, "end_line": 2, "end_column": 4, "start": 5, "end": 8}
    label = {"file": "a.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "start": 0, "end": 1}
    assert json.loads(render_json([found, warning("yaml-syntax", "odd", None, help="do")])) == [
        {
            "code": "yaml-syntax",
            "severity": "error",
            "message": "é is wrong",
            "help": None,
            "place": place,
            "labels": [{"place": label, "text": "see"}],
            "fix": {"place": place, "replacement": "bar"},
        },
        {
            "code": "yaml-syntax",
            "severity": "warning",
            "message": "odd",
            "help": "do",
            "place": None,
            "labels": [],
            "fix": None,
        },
    ]
    assert json.loads(render_json([])) == []


REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "properties": {
        **{name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")},
        **{name: {"type": "integer", "minimum": 0} for name in ("charOffset", "charLength")},
    },
    "additionalProperties": False,
}
ARTIFACT = {
    "type": "object",
    "required": ["uri"],
    "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9._~/%-]+$"}},
    "additionalProperties": False,
}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
PHYSICAL = {
    "type": "object",
    "required": ["artifactLocation"],
    "properties": {"artifactLocation": ARTIFACT, "region": REGION},
    "additionalProperties": False,
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {"id": {"type": "integer", "minimum": 0}, "message": MESSAGE, "physicalLocation": PHYSICAL},
    "additionalProperties": False,
}
REPLACEMENT = {
    "type": "object",
    "required": ["deletedRegion"],
    "properties": {"deletedRegion": REGION, "insertedContent": MESSAGE},
    "additionalProperties": False,
}
CHANGE = {
    "type": "object",
    "required": ["artifactLocation", "replacements"],
    "properties": {
        "artifactLocation": ARTIFACT,
        "replacements": {"type": "array", "minItems": 1, "items": REPLACEMENT},
    },
    "additionalProperties": False,
}
FIX = {
    "type": "object",
    "required": ["artifactChanges"],
    "properties": {"artifactChanges": {"type": "array", "minItems": 1, "items": CHANGE}},
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": MESSAGE,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "uniqueItems": True, "items": LOCATION},
        "fixes": {"type": "array", "items": FIX},
    },
    "additionalProperties": False,
}
RULE = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "string"}, "shortDescription": MESSAGE},
    "additionalProperties": False,
}
DRIVER = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "rules": {"type": "array", "uniqueItems": True, "items": RULE}},
    "additionalProperties": False,
}
RUN = {
    "type": "object",
    "required": ["tool", "results"],
    "properties": {
        "tool": {"type": "object", "required": ["driver"], "properties": {"driver": DRIVER}},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": RESULT},
    },
    "additionalProperties": False,
}
# The part of the SARIF 2.1.0 schema that the log uses.
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": RUN},
    },
    "additionalProperties": False,
}


def test_sarif_is_what_the_standard_wants() -> None:
    source = Source("my game/é.yaml", "a: 1\nfoo: 2\n")
    span = source.span(5, 8)
    found = [
        error("yaml-syntax", "wrong", span, labels=(Label(source.span(0, 1), "see"),), help="do", fix=Fix(span, "b")),
        warning("duplicate-key", "odd", None),
        error("file-missing", "gone", Source("none.yaml", "").span(0, 0)),
    ]
    log = json.loads(render_sarif(found))
    jsonschema.validate(log, SARIF)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["duplicate-key", "file-missing", "yaml-syntax"]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [one.code for one in found]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20game/%C3%A9.yaml"
    assert place["region"]["startLine"] == 2
    assert "locations" not in run["results"][1]
    assert "region" not in run["results"][2]["locations"][0]["physicalLocation"]


def test_sarif_without_diagnostics_is_a_run_without_results() -> None:
    log = json.loads(render_sarif([]))
    jsonschema.validate(log, SARIF)
    assert log["runs"][0]["results"] == []


def test_github_commands_are_escaped() -> None:
    source = Source("a,b:c%.yaml", "one\ntwo\n")
    found = [
        error("yaml-syntax", "100% wrong::x", source.span(4, 7), help="do\nthis"),
        warning("duplicate-key", "odd", source.span(0, 7)),
        error("yaml-syntax", "nowhere", None),
    ]
    assert render_github(found) == (
        "::error file=a%2Cb%3Ac%25.yaml,line=2,endLine=2,col=1,endColumn=4,title=yaml-syntax"
        "::100%25 wrong::x%0Ado%0Athis\n"
        "::warning file=a%2Cb%3Ac%25.yaml,line=1,endLine=2,title=duplicate-key::odd\n"
        "::error title=yaml-syntax::nowhere\n"
    )


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40), st.text(max_size=20))
def test_any_text_and_span_can_be_rendered(text: str, start: int, length: int, message: str) -> None:
    source = Source("a.yaml", text)
    start = min(start, len(text))
    span = source.span(start, min(start + length, len(text)))
    found = [error("yaml-syntax", message, span, labels=(Label(span.point, message),), help=message)]
    rendered = render_text(found, colour=False)
    assert all(char.isprintable() or char == "\n" or unicodedata.category(char) == "Zs" for char in rendered)
    assert bool(text) == bool(re.search(r"^ *\| *\^+$", rendered, re.MULTILINE))
    assert len(render_short(found).splitlines()) == 1
    assert len(render_github(found).split("\n")) == 2
    json.loads(render_json(found))
    jsonschema.validate(json.loads(render_sarif(found)), SARIF)
