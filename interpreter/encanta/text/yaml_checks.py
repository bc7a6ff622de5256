"""What is legal YAML and most likely not what the author meant: one function for each such trap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic, Fix, Label, error, warning
from encanta.text.nodes import Entry, Scalar
from encanta.text.spans import Span
from encanta.text.yaml_case import LONGEST_FIX, shortened

MAX_DEPTH = 40
MAX_DIGITS = 18

_SWALLOWED = re.compile(r"[ \t]+(#\w[^\r\n]*)")
_COLON_AHEAD = re.compile(r"\s*:")
_GLUED_COLON = re.compile(r"""\w:(?=[\w"'])""")
_DASH_LINE = re.compile(r"[\r\n][ \t]*(-)(?=[ \t])")


def cut_by_comment(scalar: Scalar) -> Diagnostic | None:
    """A plain value with ` #` and a word right after it, where the rest of a text was probably swallowed."""
    source = scalar.span.source
    found = _SWALLOWED.match(source.text, scalar.span.end)
    if found is None:
        return None
    return warning(
        codes.COMMENT_CUTS_VALUE,
        f"the text ends before `{shortened(found.group(1))}`, which is read as a comment",
        source.span(found.start(1), found.end(1)),
        labels=(Label(scalar.span, "this is all that is left of the text"),),
        help="quote the text if the `#` belongs to it; put a space after the `#` if it is a comment",
    )


def dash_in_text(scalar: Scalar) -> Diagnostic | None:
    """A plain value over several lines, one of which begins like a list item."""
    span = scalar.span
    found = _DASH_LINE.search(span.source.text, span.start, span.end)
    if found is None:
        return None
    return warning(
        codes.DASH_JOINS_TEXT,
        "this line is read as part of the text above it, not as a list item",
        span.source.span(found.start(1), found.end(1)),
        labels=(Label(Span(span.source, span.start, found.start()), "the text begins here"),),
        help="remove the text above if a list was meant; quote the whole text if the dash belongs to it",
    )


def empty_block(scalar: Scalar) -> Diagnostic | None:
    """A `|` or `>` without lines below: most often a text that begins with that sign, like `>3`."""
    if scalar.text:
        return None
    span = scalar.span
    header = span.text.split("\n", 1)[0].rstrip()
    return error(
        codes.EMPTY_BLOCK,
        f"`{shortened(header)}` begins a block of lines, and no lines follow",
        Span(span.source, span.start, span.start + max(len(header), 1)),
        help=f"quote the text if it should begin with `{header[:1]}`; otherwise write the lines below, indented",
    )


def long_number(scalar_text: str, span: Span) -> Diagnostic:
    """A number that no game needs and some programs cannot hold."""
    return error(
        codes.NUMBER_TOO_LONG,
        f"a number of {len(scalar_text)} digits is too long",
        span,
        help=f"numbers have at most {MAX_DIGITS} digits; quote it if it is a text",
    )


def too_deep(span: Span) -> Diagnostic:
    """More levels than anybody can read."""
    return error(
        codes.NESTED_TOO_DEEP,
        f"this is nested deeper than {MAX_DEPTH} levels",
        span,
        help="give the inner parts a name of their own and refer to them by name",
    )


def keys_without_colon(entries: list[Entry], flow: bool) -> Iterator[Diagnostic]:
    """Keys that have no colon: in braces what follows a comma, elsewhere what follows a `?`."""
    bare = [_has_no_colon(entry) for entry in entries]
    for index, entry in enumerate(entries):
        if not bare[index]:
            continue
        glued = _GLUED_COLON.search(entry.key.span.text)
        if not flow:
            yield _question_key(entry.key)
        elif glued and entry.key.style == "plain":
            yield glued_colon(entry.key, glued.start() + 1)
        elif index == 0:
            yield _braces(entry.key)
        elif (named := _KEY_AND_REST.match(entry.key.span.text)) and _is_a_key(entry.key, named.group(1)):
            yield _no_colon_after(entry.key, named.end(1))
        elif not bare[index - 1]:
            last = index
            while last + 1 < len(entries) and bare[last + 1]:
                last += 1
            yield _comma(entries[index - 1], entry.key, entries[last].key)


def _has_no_colon(entry: Entry) -> bool:
    value = entry.value
    if not isinstance(value, Scalar) or value.kind != "null" or value.text:
        return False
    return _COLON_AHEAD.match(entry.key.span.source.text, entry.key.span.end) is None


_KEY_AND_REST = re.compile(r"(\w+)[ \t]+(?=\S)")
_KEY = re.compile(r"(?m)(?:^[ \t]*|[{,][ \t]*)(\w+):(?=\s)")


def _is_a_key(key: Scalar, word: str) -> bool:
    """Whether a word stands elsewhere in the file as a key."""
    return word in _keys_in(key.span.source.text)


@lru_cache(maxsize=2)
def _keys_in(text: str) -> frozenset[str]:
    return frozenset(_KEY.findall(text))


def _no_colon_after(key: Scalar, at: int) -> Diagnostic:
    end = key.span.start + at
    source = key.span.source
    return error(
        codes.MISSING_COLON,
        f"`{shortened(key.text)}` has no colon, and a key is needed here",
        key.span,
        help=f"write a colon after `{source.text[key.span.start : end]}`, or quote the text if the comma belongs to it",
        fix=Fix(source.span(end, end), ":"),
    )


def no_colon_before_brace(key: Span) -> Diagnostic:
    """The diagnostic for a key that a brace follows without a colon."""
    source = key.source
    return error(
        codes.MISSING_COLON,
        f"`{shortened(key.text)}` has no colon, and a key is needed here",
        key,
        help="write a colon after it, or put the whole text in quotes",
        fix=Fix(source.span(key.end, key.end), ":"),
    )


def _question_key(key: Scalar) -> Diagnostic:
    return error(
        codes.MISSING_COLON,
        f"`{shortened(key.text)}` has no colon, and a key is needed here",
        key.span,
        help="write `key: value` without a `?` before it",
    )


def glued_colon(key: Scalar, at: int) -> Diagnostic:
    """The diagnostic for a key with a colon at `at` in it, after which a space is missing."""
    colon = key.span.start + at
    source = key.span.source
    return error(
        codes.COLON_WITHOUT_SPACE,
        f"a space is missing after the colon in `{shortened(key.text)}`",
        source.span(colon, colon + 1),
        help="write a space after the colon of a key",
        fix=Fix(source.span(colon + 1, colon + 1), " "),
    )


def _braces(key: Scalar) -> Diagnostic:
    return error(
        codes.BRACES_WITHOUT_COLON,
        f"braces hold keys with values, and `{shortened(key.text)}` has no value",
        key.span,
        help="quote the text if the braces belong to it; otherwise write a colon and a value",
    )


def _comma(before: Entry, key: Scalar, last: Scalar) -> Diagnostic:
    named = _KEY_AND_REST.match(key.text)
    colon = f", or write a colon after `{named.group(1)}` if it is a key" if named is not None else ""
    return error(
        codes.COMMA_STARTS_KEY,
        f"a comma inside {{...}} starts a new key, and `{shortened(key.text)}` has no value",
        key.span,
        labels=(Label(before.value.span, "the value ends at the comma"),),
        help=f"quote the text if the comma belongs to it{colon}",
        fix=_quoted(before, last),
    )


def _quoted(before: Entry, last: Scalar) -> Fix | None:
    """The fix that makes one quoted text of a value and what follows its comma."""
    value = before.value
    if not isinstance(value, Scalar) or value.style != "plain" or value.kind != "text":
        return None
    span = value.span.join(last.span)
    if span.end - span.start > LONGEST_FIX or set(span.text) & set('"\\\r\n'):
        return None
    return Fix(span, f'"{span.text}"')
