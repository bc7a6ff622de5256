"""Reading YAML into nodes that know their place, with a diagnostic for everything a rulebook must not do."""

from __future__ import annotations

import re
from typing import Any

import yaml

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic, error, sort_diagnostics
from encanta.text.node_builder import NodeBuilder, TooDeep
from encanta.text.nodes import Node, Scalar
from encanta.text.spans import Source
from encanta.text.yaml_errors import explain_yaml_error

# The C reader is about ten times faster; it is missing where PyYAML was built without libyaml.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Reading goes on after a syntax error by leaving out the section that holds it. Both bounds keep the time
# that a hostile file can take to a few readings of an ordinary one.
_MAX_ROUNDS = 20
_MAX_REREAD = 2_000_000

# What YAML does not allow; and what it does, but nobody sees: line ends only Unicode knows, characters without
# width, and those that turn the direction of writing, with which a text can look like another.
_INVISIBLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|[\xad\u200b\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
)
_MAX_INVISIBLE = 20


def read_yaml(source: Source, loader: Any = None) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a YAML text, and what is wrong with it, in the order of the file.

    The tree is None if the text is not YAML or empty. With errors that leave the meaning of the rest clear
    (a key that is there twice) there is a tree and diagnostics.
    """
    invisible = _invisible_characters(source)
    if invisible:
        return None, invisible
    node, found = _read(source, loader or LOADER)
    if node is None or (isinstance(node, Scalar) and node.kind == "null" and not node.text):
        # With another complaint the text is not empty, it only could not be read.
        return None, sort_diagnostics(found) if found else [_empty(source)]
    return node, sort_diagnostics(found)


def _empty(source: Source) -> Diagnostic:
    return error(codes.EMPTY_FILE, "there is nothing in this file", source.span(0, 0))


def _read(source: Source, loader: Any) -> tuple[Node | None, list[Diagnostic]]:
    """Read, and after a syntax error read again without the section that holds it."""
    text = source.text
    found: list[Diagnostic] = []
    rounds = min(_MAX_ROUNDS, 1 + _MAX_REREAD // (len(text) + 1))
    for _ in range(rounds):
        builder = NodeBuilder(source)
        problem = _parse(text, builder, loader)
        if problem is None:
            found.extend(builder.diagnostics)
            return (None if text is not source.text else builder.root), found
        found.extend(_without_echoes(builder.diagnostics, problem))
        shorter = _without_section(text, problem)
        if shorter is None:
            break
        text = shorter
    return None, found


# What is reported of a line that holds a syntax error: these are guesses, and the error is the better one.
_GUESSES = frozenset([codes.BRACES_WITHOUT_COLON, codes.COMMA_STARTS_KEY, codes.COMMENT_CUTS_VALUE])
# And the other way round: where these are reported, a syntax error on the line only follows from them.
_CAUSES = frozenset([codes.ANCHOR_OR_ALIAS, codes.TAG_NOT_ALLOWED, codes.MISSING_COLON])


def _without_echoes(diagnostics: list[Diagnostic], problem: Diagnostic) -> list[Diagnostic]:
    """The diagnostics and the syntax error that followed, without those that say the same in other words."""
    line = _line_of(problem)
    here = [diagnostic.code for diagnostic in diagnostics if _line_of(diagnostic) == line]
    kept = [d for d in diagnostics if d.code not in _GUESSES or _line_of(d) != line]
    if any(d.code == codes.MISSING_COLON and _line_of(d) == line + 1 for d in diagnostics):
        # The line above was only not complete because this one is no key.
        return kept
    return kept if _CAUSES & set(here) else [*kept, problem]


def _line_of(diagnostic: Diagnostic) -> int:
    return 0 if diagnostic.span is None else diagnostic.span.line


def _parse(text: str, builder: NodeBuilder, loader: Any) -> Diagnostic | None:
    """Feed the builder; the problem that stopped the reading, if any."""
    try:
        for event in yaml.parse(text, Loader=loader):
            builder.feed(event)
    except TooDeep as problem:
        return problem.diagnostic
    except yaml.MarkedYAMLError as problem:
        return explain_yaml_error(builder.source, text, problem, builder.last, builder.open_bracket)
    except (yaml.YAMLError, ValueError):
        # ValueError: the reader without libyaml meets an escape that names no character.
        return error(codes.YAML_SYNTAX, "this file cannot be read as YAML", builder.source.span(0, 0))
    return None


def _without_section(text: str, problem: Diagnostic) -> str | None:
    """The text with the section around a problem turned into comments, every other offset unchanged.

    A section runs from a line without indentation to the next. None if that would leave the text as it was.
    """
    if problem.span is None:
        return None
    start, end = _section(text, problem.span.start)
    lines = text[start:end].splitlines(keepends=True)
    commented = "".join(line if line[0] in "\r\n#" else "#" + line[1:] for line in lines)
    if commented == text[start:end]:
        return None
    return text[:start] + commented + text[end:]


_SECTION_START = re.compile(r"^[^\s#]", re.MULTILINE)


def _section(text: str, offset: int) -> tuple[int, int]:
    start = 0
    end = len(text)
    for match in _SECTION_START.finditer(text):
        if match.start() > offset:
            end = match.start()
            break
        start = match.start()
    return start, end


def _invisible_characters(source: Source) -> list[Diagnostic]:
    """Control characters and the like, which YAML refuses and no editor shows."""
    found: list[Diagnostic] = []
    for match in _INVISIBLE.finditer(source.text):
        found.append(
            error(
                codes.INVISIBLE_CHARACTER,
                f"an invisible character (U+{ord(match.group()):04X}) stands here",
                source.span(match.start(), match.end()),
                help="delete the character",
            )
        )
        if len(found) == _MAX_INVISIBLE:
            break
    return found
