"""Explains errors inside brackets and braces."""

from __future__ import annotations

import re

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.yaml_case import Case, shortened
from encanta.text.yaml_checks import no_colon_before_brace

_CLOSERS = {"[": "]", "{": "}"}
_FAR = 20_000
# Quoted texts and comments, whose brackets do not count; brackets; and the end of the section.
_TOKEN = re.compile(r"""(?<=[\s\[{,:])(?:"[^"]*"|'[^']*')|(?<=\s)#[^\n]*|[\[{]|[\]}]|\n(?=[^\s#\]}])""")


def in_brackets(case: Case) -> Diagnostic:
    """The diagnostic for a list or mapping in brackets that does not go on as it should."""
    opener = case.text[case.context_at : case.context_at + 1]
    closer = _CLOSERS.get(opener, "]")
    if case.char in ("]", "}") and case.char != closer:
        return _mismatched(case, opener, closer)
    torn = _torn_quote(case)
    if torn is not None:
        return torn
    if _closing(case.text, case.context_at) is None:
        return unclosed(case, case.context_at)
    before = case.before_on_line(case.at)
    if case.char == ":" and (":" in before or case.line_number(case.context_at) == case.line_number(case.at)):
        return _second_colon(case, opener, closer)
    return _missing_comma(case)


def _mismatched(case: Case, opener: str, closer: str) -> Diagnostic:
    return error(
        codes.UNCLOSED_BRACKET,
        f"`{opener}` is closed with `{case.char}`",
        case.span(case.at, case.at + 1),
        labels=(Label(case.span(case.context_at, case.context_at + 1), "opened here"),),
        help=f"close it with `{closer}`",
    )


def unclosed(case: Case, at: int) -> Diagnostic:
    """The diagnostic for a bracket at `at` that is never closed."""
    opener = case.text[at : at + 1]
    closer = _CLOSERS.get(opener, "]")
    line = case.line_number(at)
    hidden = case.source.line(line)[at - case.line_start(line) + len(case.rest_of_line(at)) :].strip()
    reason = f"; `{shortened(hidden)}` is read as a comment" if closer in hidden else ""
    return error(
        codes.UNCLOSED_BRACKET,
        f"`{opener}` is never closed",
        case.span(at, at + 1),
        help=f"close it with `{closer}`, or quote the text if the bracket belongs to it{reason}",
    )


def _second_colon(case: Case, opener: str, closer: str) -> Diagnostic:
    return error(
        codes.COLON_IN_TEXT,
        f"a second colon inside a value between `{opener}` and `{closer}`",
        case.span(case.at, case.at + 1),
        help="quote the text if the colon belongs to it, or put a comma before the next key",
    )


def _torn_quote(case: Case) -> Diagnostic | None:
    """A quote over several lines just before: it was closed by the one that should open the next text."""
    last = case.last
    if last is None or last.style not in ("single", "double") or "\n" not in last.span.text or not case.closes(last):
        return None
    return error(
        codes.UNCLOSED_QUOTE,
        f"the quote `{last.span.text[:1]}` is closed only on line {case.line_number(last.span.end - 1)}",
        case.span(last.span.start, last.span.start + 1),
        help="close the quote at the end of the text",
    )


_BEFORE_BRACE = re.compile(r"([\w()]+)(:?)[ \t]*$")


def no_colon_before(case: Case) -> Diagnostic | None:
    """Braces or quotes right after a key without its colon, or after a colon without its space."""
    found = _BEFORE_BRACE.search(case.before_on_line(case.at))
    if found is None or case.char not in ("{", "[", '"', "'"):
        return None
    end = case.line_start(case.line_number(case.at)) + found.end(1)
    if found.group(2):
        return error(
            codes.COLON_WITHOUT_SPACE,
            f"a space is missing after the colon in `{found.group()}`",
            case.span(end, end + 1),
            help="write a space after the colon of a key",
            fix=case.insertion(end + 1, " "),
        )
    return no_colon_before_brace(case.span(end - len(found.group(1)), end))


def _missing_comma(case: Case) -> Diagnostic:
    keyless = no_colon_before(case)
    if keyless is not None:
        return keyless
    at = case.at
    if case.char == ":":
        line = case.line_number(at)
        at = case.line_start(line) + case.indent(line)
    return error(
        codes.MISSING_COMMA,
        f"a comma is missing before `{shortened(case.word_at(at).text)}`",
        case.word_at(at),
        help="put a comma between two items, or the whole text in quotes",
    )


def _closing(text: str, opener: int) -> int | None:
    """Where the bracket at `opener` is closed, looking no further than the next line without indentation."""
    depth = 0
    for match in _TOKEN.finditer(text, opener, opener + _FAR):
        token = match.group()
        if token == "\n":
            return None
        if token in "[{":
            depth += 1
        elif token in "]}":
            depth -= 1
            if depth == 0:
                return match.start()
    return None
