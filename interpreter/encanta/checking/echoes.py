"""Leaves out what only follows from a mistake of YAML that is reported already."""

from __future__ import annotations

from collections.abc import Iterable

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic

_READ_OTHERWISE = frozenset({
    codes.TAG_NOT_ALLOWED, codes.ANCHOR_OR_ALIAS, codes.COMMA_STARTS_KEY, codes.BRACES_WITHOUT_COLON,
    codes.COLON_WITHOUT_SPACE, codes.MISSING_COLON, codes.COMMENT_CUTS_VALUE,
})  # fmt: skip
"""Mistakes after which a line is read as something that nobody wrote."""


def without_echoes(read: list[Diagnostic], later: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with files, and what was found later on lines that were read as they are written."""
    lines = {_line(problem) for problem in read if problem.code in _READ_OTHERWISE and problem.span is not None}
    return [*read, *(problem for problem in later if problem.span is None or _line(problem) not in lines)]


def _line(problem: Diagnostic) -> tuple[str, int]:
    return problem.sort_key[:2]
