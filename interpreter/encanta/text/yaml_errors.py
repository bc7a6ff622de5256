"""Puts the syntax errors of the YAML reader into plain words, with the place a person would point at."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nodes import Scalar
from encanta.text.spans import Source
from encanta.text.yaml_case import Case, quote_fix, shortened
from encanta.text.yaml_checks import MAX_DEPTH, no_colon_before_brace, too_deep
from encanta.text.yaml_flow_errors import in_brackets, no_colon_before, unclosed

_QUOTE_ALL = "put the whole text in quotes"


def explain_yaml_error(
    source: Source, text: str, problem: Any, last: Scalar | None = None, bracket: int | None = None
) -> Diagnostic:
    """The diagnostic for an error of PyYAML met in `text`, whose offsets are those of `source`.

    `last` is the last scalar that was read before the error, `bracket` where the innermost bracket stands
    that was open.
    """
    case = Case(source, text, problem, last, bracket)
    for pattern, explain in _EXPLAINERS:
        if pattern.search(case.words):
            return explain(case)
    return _unclear(case)


def _unclear(case: Case) -> Diagnostic:
    return error(
        codes.YAML_SYNTAX,
        "what stands here does not fit what stands before it",
        case.word_at(case.at),
        help="look for a missing colon, quote or bracket in this line and the line above, and at the indentation",
    )


def _cannot_start(case: Case) -> Diagnostic:
    """A tab, or a sign that YAML keeps for itself."""
    if not case.char:
        return _unclear(case)
    return _tab(case) if case.char == "\t" else _reserved(case, case.at)


def _tab(case: Case) -> Diagnostic:
    line, _ = case.source.line_col(case.at)
    others = [number for number in case.tab_lines() if number != line]
    labels = tuple(Label(case.tab_span(number), "here too") for number in others[:5])
    blank_before = not case.before_on_line(case.at).strip()
    more = f"; so have {len(others)} other lines here" if len(others) > 5 else ""
    message = (
        f"line {line} is indented with a tab" if blank_before else f"line {line} has a tab where only spaces may be"
    )
    return error(codes.TAB_INDENTATION, message, case.tab_span(line, case.at), labels=labels, help=f"use spaces{more}")


def _reserved(case: Case, at: int) -> Diagnostic:
    sign = case.text[at : at + 1]
    return error(
        codes.RESERVED_CHARACTER,
        "a text cannot begin with a backtick" if sign == "`" else f"a text cannot begin with `{sign}`",
        case.span(at, at + 1),
        help=_QUOTE_ALL,
        fix=quote_fix(case, at),
    )


def _colon(case: Case) -> Diagnostic:
    """A second `key: value` where a text goes on."""
    before = case.before_on_line(case.at)
    if before.rstrip().endswith(("'", '"')) and ":" in before:
        return error(
            codes.COLON_IN_TEXT,
            "a colon follows a closing quote inside a value",
            case.span(case.at, case.at + 1),
            help=_QUOTE_ALL,
        )
    value = case.value_start(case.at)
    if value is not None:
        return error(
            codes.COLON_IN_TEXT,
            f"a colon and a space inside the text `{shortened(case.rest_of_line(value))}`",
            case.span(case.at, case.at + 1),
            help=f"{_QUOTE_ALL}, or put what follows the colon on lines of its own",
            fix=quote_fix(case, value),
        )
    return _continued(case)


def _continued(case: Case) -> Diagnostic:
    """The line is fine by itself, but the text of the line above was not finished."""
    line, _ = case.source.line_col(case.at)
    above = case.line_above(line)
    if above and case.indent(line) > case.indent(above) and case.has_value(above):
        start = case.line_start(line) + case.indent(line)
        return error(
            codes.WRONG_INDENTATION,
            f"`{shortened(case.key_text(line))}` is indented as if it belonged to the text above it",
            case.span(start, case.at),
            labels=(Label(case.value_span(above), "this is already the value"),),
            help="indent both lines alike, or remove the value above",
        )
    return _line_without_colon(case, case.source.line_start(above or line))


_KEYED = re.compile(r"""(?:[\w ().]+|'[^'\n]*'|"[^"\n]*")[ \t]*:(?:\s|$)""")


def _line_without_colon(case: Case, at: int) -> Diagnostic:
    """A line that should be `key: value`; if this one is, then it is the next."""
    span = case.line_span(at)
    following = case.source.line_start(case.source.line_col(at)[0] + 1)
    if _KEYED.match(span.text) and following > at:
        below = case.line_span(following)
        span = span if _KEYED.match(below.text) or not below.text.strip() else below
    glued = re.search(r"""\w:(?=[\w"'{\[])""", span.text)
    if glued:
        colon = span.start + glued.start() + 1
        return error(
            codes.COLON_WITHOUT_SPACE,
            f"a space is missing after the colon in `{shortened(span.text)}`",
            case.span(colon, colon + 1),
            help="write a space after the colon of a key",
            fix=None if case.goes_on_below(colon) else case.insertion(colon + 1, " "),
        )
    return error(
        codes.MISSING_COLON,
        f"`{shortened(span.text)}` has no colon, and a key is needed here",
        span,
        help="write `key: value`; if the line goes on with the text above, indent it deeper",
    )


def _glued(case: Case) -> Diagnostic:
    """A colon right before a brace, inside of braces."""
    return error(
        codes.COLON_WITHOUT_SPACE,
        f"a space is missing after the colon in `{shortened(case.rest_of_line(case.context_at))}`",
        case.span(case.at, case.at + 1),
        help="write a space after the colon of a key",
        fix=case.insertion(case.at + 1, " "),
    )


def _dash(case: Case) -> Diagnostic:
    return error(
        codes.LIST_AFTER_KEY,
        "a list cannot begin on the line of its key",
        case.span(case.at, case.at + 1),
        help="put each `-` on a line of its own below the key, or quote the text if it begins with a dash",
    )


def _unclosed_quote(case: Case) -> Diagnostic:
    start = case.context_at
    return error(
        codes.UNCLOSED_QUOTE,
        f"the quote `{case.text[start : start + 1]}` is never closed",
        case.span(start, start + 1),
        help="close the quote at the end of the text",
    )


def _escape(case: Case) -> Diagnostic:
    start = case.text.rfind("\\", 0, case.at + 1)
    found = re.compile(r"\\(?:[xuU][0-9A-Fa-f]*|.?)").match(case.text, max(start, 0))
    span = case.span(start, found.end()) if found and start >= 0 else case.word_at(case.at)
    return error(
        codes.UNKNOWN_ESCAPE,
        f"`{span.text}` means nothing inside double quotes",
        span,
        help="write `\\\\` for a backslash, or use single quotes, where a backslash is only a backslash",
    )


def _no_colon(case: Case) -> Diagnostic:
    return _line_without_colon(case, case.context_at)


def _block_header(case: Case) -> Diagnostic:
    if case.char == "\t":
        return _tab(case)
    return _block_on_key_line(case, case.context_at)


def _block_on_key_line(case: Case, at: int) -> Diagnostic:
    sign = case.text[at : at + 1]
    return error(
        codes.RESERVED_CHARACTER,
        f"`{sign}` begins a block of lines, and text follows it on its own line",
        case.span(at, at + 1),
        help=f"quote the text if it should begin with `{sign}`; otherwise write the text below, indented",
        fix=quote_fix(case, at),
    )


def _sign(case: Case) -> Diagnostic:
    return _reserved(case, case.context_at)


def _tag(case: Case) -> Diagnostic:
    span = case.word_at(case.context_at)
    return error(
        codes.TAG_NOT_ALLOWED,
        f"`{shortened(span.text)}` is a tag, and a rulebook has no tags",
        span,
        help="quote the text if it should begin with `!`; otherwise remove the tag",
    )


def _no_content(case: Case) -> Diagnostic:
    """A value is due, and something else stands there."""
    if case.char in ("]", "}"):
        return _stray(case)
    if case.char in (",", ":"):
        what = "comma" if case.char == "," else "colon"
        return error(
            codes.YAML_SYNTAX,
            f"nothing stands before this {what}",
            case.span(case.at, case.at + 1),
            help=f"write what is missing before it, remove the {what}, or put the whole text in quotes",
        )
    if case.char in ("-", "?"):
        return _reserved(case, case.at)
    if not case.char and case.bracket is not None:
        return unclosed(case, case.bracket)
    return no_colon_before(case) or _unclear(case)


_BRACE_IN_KEY = re.compile(r"[ \t]*(\w[\w ]*?)[ \t]+\{")


def _stray(case: Case) -> Diagnostic:
    """A bracket that closes nothing; a key without its colon has taken in the one that opened it."""
    line = case.line_number(case.at)
    opened = _BRACE_IN_KEY.match(case.source.line(line))
    if case.char == "}" and opened is not None:
        start = case.line_start(line)
        return no_colon_before_brace(case.span(start + opened.start(1), start + opened.end(1)))
    return error(
        codes.STRAY_BRACKET,
        f"`{case.char}` closes nothing",
        case.span(case.at, case.at + 1),
        help="remove it, write the bracket that opens it, or put the whole text in quotes",
    )


def _unexpected(case: Case) -> Diagnostic:
    """Inside keys or list items, something stands that is neither."""
    before = case.before_on_line(case.at)
    if before.strip():
        return _after_value(case, before)
    if case.char == ":":
        return _no_content(case)
    return _indentation(case)


def _after_value(case: Case, before: str) -> Diagnostic:
    if case.char in ("]", "}"):
        return _stray(case)
    last = case.last
    if last is not None and last.span.line < last.span.end_line and case.closes(last):
        return error(
            codes.UNCLOSED_QUOTE,
            f"the quote `{case.text[last.span.start]}` is not closed where it should be",
            case.span(last.span.start, last.span.start + 1),
            labels=(Label(case.span(last.span.end - 1, last.span.end), "the next quote is only here"),),
            help="close the quote at the end of the text",
        )
    end = before.rstrip()[-1]
    what = "quote" if end in "'\"" else "bracket" if end == "]" else "brace"
    if end not in "'\"]}":
        return _unclear(case)
    value = case.value_start(case.at)
    return error(
        codes.TEXT_AFTER_QUOTE,
        f"`{shortened(case.rest_of_line(case.at))}` follows the closing {what} `{end}`",
        case.word_at(case.at),
        help=_QUOTE_ALL,
        fix=None if value is None else quote_fix(case, value),
    )


def _indentation(case: Case) -> Diagnostic:
    line, _ = case.source.line_col(case.at)
    indent = case.indent(line)
    levels = case.levels(line)
    if indent in levels:
        return _wrong_kind(case, line)
    return error(
        codes.WRONG_INDENTATION,
        f"this line is indented by {indent}, the lines around it by {_numbers(levels)}",
        case.line_span(case.at),
        help="indent the line like the one it belongs with",
    )


def _numbers(levels: list[int]) -> str:
    """The widths of indentation in words: `0`, `0 or 2`, `0, 2 or 4`."""
    *first, last = [str(level) for level in sorted(levels)]
    return f"{', '.join(first)} or {last}" if first else last


def _wrong_kind(case: Case, line: int) -> Diagnostic:
    """The indentation is fine, but a list item stands among keys, or a key among list items."""
    dash = case.text[case.at : case.at + 2].rstrip() == "-"
    here, there = ("a list item", "keys") if dash else ("a key", "list items")
    start = case.context_at
    above, _ = case.source.line_col(start)
    labels = (Label(case.word_at(start), f"the {there} begin here"),) if above != line else ()
    return error(
        codes.WRONG_INDENTATION,
        f"{here} stands among {there}",
        case.line_span(case.at),
        labels=labels,
        help="indent a list deeper than its key, and keys deeper than the dash they belong to",
    )


def _after_end(case: Case) -> Diagnostic:
    """The file seemed finished, and goes on."""
    line, _ = case.source.line_col(case.at)
    first = case.first_line()
    if case.indent(first) > case.indent(line):
        return error(
            codes.WRONG_INDENTATION,
            f"this line is indented by {case.indent(line)}, the first line of the file by {case.indent(first)}",
            case.line_span(case.at),
            labels=(Label(case.line_span(case.source.line_start(first)), "the first line"),),
            help="begin the first line at the left margin",
        )
    return error(
        codes.YAML_SYNTAX,
        "the text was complete before this line",
        case.line_span(case.at),
        labels=(Label(case.line_span(case.source.line_start(first)), "this is the whole text"),),
        help="write every line as `key: value`, or put a colon after the first",
    )


def _nesting(case: Case) -> Diagnostic:
    """Brackets so deep that the reader gave up, without saying where."""
    depth = 0
    for match in re.finditer(r"[\[\]{}]", case.text):
        depth += 1 if match.group() in "[{" else -1
        if depth > MAX_DEPTH:
            return too_deep(case.span(match.start(), match.end()))
    return too_deep(case.span(0, 1))


def _directive(case: Case) -> Diagnostic:
    return _reserved(case, case.context_at)


_EXPLAINERS: tuple[tuple[re.Pattern[str], Callable[[Case], Diagnostic]], ...] = tuple(
    (re.compile(pattern), explain)
    for pattern, explain in (
        (r"nesting depth", _nesting),
        (r"document start", _after_end),
        (r"cannot start any token|tab character", _cannot_start),
        (r"mapping values are not allowed", _colon),
        (r"sequence entries are not allowed", _dash),
        (r"mapping keys are not allowed", _cannot_start),
        (r"quoted scalar.*(end of stream|document)", _unclosed_quote),
        (r"quoted scalar", _escape),
        (r"could not find expected ':'", _no_colon),
        (r"scanning a block scalar", _block_header),
        (r"scanning an? (alias|anchor)", _sign),
        (r"scanning a .*directive", _directive),
        (r"scanning a plain scalar.*unexpected ':'", _glued),
        (r"tag", _tag),
        (r"node content", _no_content),
        (r"flow (sequence|mapping)", in_brackets),
        (r"block (mapping|collection)", _unexpected),
    )
)
