"""Puts the syntax errors of the YAML reader into plain words, with the place a person would point at."""

from __future__ import annotations

from typing import Any

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.spans import Source


def explain_yaml_error(source: Source, text: str, problem: Any) -> Diagnostic:
    """The diagnostic for an error of PyYAML met in `text`, whose offsets are those of `source`."""
    at = min(problem.problem_mark.index if problem.problem_mark else 0, len(text))
    return error(codes.YAML_SYNTAX, "this cannot be read as YAML", source.span(at, min(at + 1, len(text))))
