"""One text of the small language, written again in the one way that the printer knows; comments and breaks stay."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from encanta.language import ast
from encanta.language.parser import SyntaxFailure, Vocabulary, parse
from encanta.language.printer import one_line, placed_lines, signature, written

_TOKEN = re.compile(r"'s\b|->|<=|>=|\.\.|[^\W\d]\w*|\d+|[^\w\s]")
_SILENT = frozenset("();")
"""Marks that the printer may add or leave out without a change of meaning."""
_COMMENT = re.compile(r"#[^\n]*")
CONTINUED = "    "
"""How much deeper the second line of a statement stands."""


@dataclass(frozen=True, slots=True)
class Note:
    """A comment inside a block: where it begins, and whether it has a line of its own."""

    text: str
    start: int
    alone: bool


def rewritten(text: str, start: str, vocabulary: Vocabulary, folded: str | None = None) -> list[str] | None:
    """The lines of a text of the language as the printer writes them; None if it is better left alone.

    `start` is the rule of the grammar that reads it. A block gets a line for each statement. A text that YAML folds
    to one line is given with its line breaks as `folded`; line breaks inside formulas and statements stay.
    """
    try:
        node = parse(text, start, vocabulary)
    except SyntaxFailure:
        return None
    if folded is None and isinstance(node, ast.Block):
        found = _block(text, node)
    elif "#" in text:
        return None
    else:
        printed = one_line(node) if isinstance(node, ast.Block) else _single(node, start)
        found = None if printed is None else broken_alike((text if folded is None else folded).strip(), printed)
    if found is None or not _means_the_same(found if folded is None else [" ".join(found)], node, start, vocabulary):
        return None
    return found


def _single(node: ast.Node, start: str) -> str:
    return signature(node) if start == "signature" and isinstance(node, ast.Header) else written(node)


def _means_the_same(lines: list[str], node: ast.Node, start: str, vocabulary: Vocabulary) -> bool:
    try:
        return bool(shape(parse("\n".join(lines), start, vocabulary)) == shape(node))
    except SyntaxFailure:
        return False


# ---------------------------------------------------------------------------------------------- line breaks


def broken_alike(source: str, printed: str) -> list[str] | None:
    """The printed text with line breaks before the same words as in the source; None if the words are not the same."""
    words, again = _telling(source), _telling(printed)
    if [found[0] for found in words] != [found[0] for found in again]:
        return None
    if _brackets(source) != _brackets(printed):
        # Brackets that nobody needs may still help a reader, so they stay.
        printed = spaced(source)
        again = _telling(printed)
    begins = {0}
    for before, here, there in zip(words, words[1:], again[1:], strict=False):
        if "\n" in source[before.end() : here.start()]:
            begins.add(_before_brackets(printed, there.start()))
    cuts = [*sorted(begins), len(printed)]
    return [printed[begin:end].strip() for begin, end in pairwise(cuts)]


def _telling(text: str) -> list[re.Match[str]]:
    return [found for found in _TOKEN.finditer(text) if found[0] not in _SILENT]


def _brackets(text: str) -> list[str]:
    return [found[0] for found in _TOKEN.finditer(text) if found[0] not in ";:"]


def spaced(source: str) -> str:
    """A text with its own words and brackets on one line, and blanks between them as the printer sets them."""
    found = list(_TOKEN.finditer(source))
    said = ""
    for before, here in zip([None, *found], found, strict=False):
        if before is not None and _blank_between(source, before, here):
            said += " "
        said += here[0]
    return said.rstrip(";:")


def _blank_between(source: str, before: re.Match[str], here: re.Match[str]) -> bool:
    if before[0] in ("(", "[", ".", "..") or here[0] in (")", "]", ",", ";", ":", "'s", ".", ".."):
        return False
    # A call and a sign stand close to what follows; only the author knows which is which.
    return before.end() < here.start() or not (here[0] == "(" or before[0] in ("-", "+"))


def _before_brackets(text: str, at: int) -> int:
    while at and text[at - 1] == "(":
        at -= 1
    return at


# --------------------------------------------------------------------------------------------------- blocks


def _block(text: str, block: ast.Block) -> list[str] | None:
    """The lines of a block, with its comments."""
    notes, plain = _notes(text)
    lines = [(line, _begin(plain, line, at)) for line, at in placed_lines(block)]
    found: list[str] = []
    starts = [at for _, at in lines]
    for number, (line, at) in enumerate(lines):
        end = starts[number + 1] if number + 1 < len(lines) else len(plain)
        indent = line[: len(line) - len(line.lstrip())]
        parts = broken_alike(plain[at:end].strip(), line.strip())
        if parts is None:
            return None
        found += [indent + note.text for note in notes if note.alone and _from(starts, number) <= note.start < at]
        found += [indent + (CONTINUED if more else "") + part for more, part in enumerate(parts)]
        trailing = [note.text for note in notes if not note.alone and at <= note.start < end]
        if trailing:
            found[-1] += "  " + "  ".join(trailing)
    found += [note.text for note in notes if note.alone and note.start >= starts[-1]]
    return found


def _from(starts: list[int], number: int) -> int:
    return starts[number - 1] if number else 0


def _notes(text: str) -> tuple[list[Note], str]:
    """The comments of a text, and the text with blanks in their place."""
    notes = []
    for found in _COMMENT.finditer(text):
        before = text[: found.start()].rpartition("\n")[2]
        notes.append(Note(found[0].rstrip(), found.start(), not before.strip()))
    return notes, _COMMENT.sub(lambda found: " " * len(found[0]), text)


def _begin(text: str, line: str, at: int) -> int:
    """Where a line begins: of `else` only what follows has a place of its own."""
    return text.rfind("else", 0, at) if line.lstrip().startswith("else") else at


# ---------------------------------------------------------------------------------------------------- shape


def shape(value: Any) -> Any:
    """What a node of the language says, without the places where it says so: equal shapes mean the same."""
    if isinstance(value, ast.Node):
        return (type(value).__name__, *(shape(getattr(value, f.name)) for f in fields(value) if not _is_place(f.name)))
    if isinstance(value, tuple):
        return tuple(shape(part[0] if _has_place(part) else part) for part in value)
    return value


def _is_place(name: str) -> bool:
    return name == "at" or name.endswith("_at")


def _has_place(value: Any) -> bool:
    """Whether it is a name with its place, as in `do deal, play`."""
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], tuple)
