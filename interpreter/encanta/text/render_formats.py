"""Renders diagnostics for other programs: JSON, SARIF 2.1.0, and annotations of GitHub workflows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from encanta.text.codes import CODES
from encanta.text.diagnostic import Diagnostic, Fix
from encanta.text.spans import Span

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON list with one object a diagnostic, in the given order.

    Each has `code`, `severity` ("error" or "warning"), `message`, `help` (text or null), `place` (see below,
    or null), `labels` (objects with `place` and `text`) and `fix` (`place` and `replacement`, or null).
    A place has `file`, `line`, `column`, `end_line`, `end_column` (from 1, in characters, the end just after
    the last character) and `start`, `end` (offsets in characters from 0).
    """
    return json.dumps([as_data(diagnostic) for diagnostic in diagnostics], indent=2, ensure_ascii=False) + "\n"


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """The object that `render_json` writes for a diagnostic."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "place": _place(diagnostic.span),
        "labels": [{"place": _place(label.span), "text": label.text} for label in diagnostic.labels],
        "fix": _json_fix(diagnostic.fix),
    }


def _place(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "start": span.start,
        "end": span.end,
    }


def _json_fix(fix: Fix | None) -> dict[str, Any] | None:
    return None if fix is None else {"place": _place(fix.span), "replacement": fix.replacement}


def render_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    """A SARIF 2.1.0 log with one run, whose rules are the codes that occur."""
    found = list(diagnostics)
    rules = sorted({diagnostic.code for diagnostic in found})
    run = {
        "tool": {"driver": {"name": "Encanta", "rules": [_sarif_rule(code) for code in rules]}},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(diagnostic, rules.index(diagnostic.code)) for diagnostic in found],
    }
    return json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _sarif_rule(code: str) -> dict[str, Any]:
    return {"id": code, "shortDescription": {"text": CODES[code].title}}


def _sarif_result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    text = diagnostic.message if diagnostic.help is None else f"{diagnostic.message}\n{diagnostic.help}"
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": text},
    }
    if diagnostic.span is not None:
        result["locations"] = [_sarif_location(diagnostic.span)]
    if diagnostic.labels:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": label.text}, **_sarif_location(label.span)}
            for number, label in enumerate(diagnostic.labels, 1)
        ]
    if diagnostic.fix is not None:
        result["fixes"] = [_sarif_fix(diagnostic.fix)]
    return result


def _sarif_artifact(span: Span) -> dict[str, Any]:
    return {"uri": quote(span.source.name)}


def _sarif_location(span: Span) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _sarif_artifact(span)}
    if span.source.text:
        physical["region"] = _sarif_region(span)
    return {"physicalLocation": physical}


def _sarif_region(span: Span) -> dict[str, Any]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
        "charOffset": span.start,
        "charLength": span.end - span.start,
    }


def _sarif_fix(fix: Fix) -> dict[str, Any]:
    replacement = {"deletedRegion": _sarif_region(fix.span), "insertedContent": {"text": fix.replacement}}
    change = {"artifactLocation": _sarif_artifact(fix.span), "replacements": [replacement]}
    return {"artifactChanges": [change]}


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Workflow commands, one a line, which GitHub shows as annotations at the place."""
    return "".join(f"{_github(diagnostic)}\n" for diagnostic in diagnostics)


def _github(diagnostic: Diagnostic) -> str:
    properties = {"title": f"{diagnostic.code}"}
    span = diagnostic.span
    if span is not None:
        properties = {"file": span.source.name, **_github_region(span), **properties}
    written = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
    text = diagnostic.message if diagnostic.help is None else f"{diagnostic.message}\n{diagnostic.help}"
    return f"::{diagnostic.severity} {written}::{_escaped(text)}"


def _github_region(span: Span) -> dict[str, str]:
    if not span.source.text:
        return {}
    region = {"line": str(span.line), "endLine": str(span.end_line)}
    if span.line == span.end_line:
        # Columns of a range over several lines would be read as columns of its first line.
        region |= {"col": str(span.column), "endColumn": str(span.end_column)}
    return region


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
