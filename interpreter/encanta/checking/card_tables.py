"""Rows of components in a table of comma-separated values: a line a row, a column a property."""

from __future__ import annotations

import re
from collections.abc import Iterator

from encanta.checking import structure_codes as codes
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nodes import Entry, Kind, Mapping, Scalar
from encanta.text.spans import Source, Span

_CELL = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^",\r\n]*))(,|\r\n|\n|\r|$)')
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")


def read_card_table(source: Source) -> tuple[Mapping | None, list[Diagnostic]]:
    """The rows of a table, with the first column as their names; an empty cell is a property that is not there."""
    found: list[Diagnostic] = []
    lines = list(_lines(source, found))
    if found or not lines:
        return None, found
    head, *rows = lines
    entries = [entry for row in rows if (entry := _row(head, row, found)) is not None]
    return Mapping(Span(source, 0, len(source.text)), tuple(entries)), found


def _lines(source: Source, found: list[Diagnostic]) -> Iterator[list[Scalar]]:
    """The cells of each line that is not empty."""
    at, cells, end = 0, list[Scalar](), len(source.text)
    while at < end:
        match = _CELL.match(source.text, at)
        if match is None:
            found.append(
                error(
                    codes.CARD_TABLE,
                    "a quote stands in the middle of a cell, or is never closed",
                    Span(source, at, at + 1),
                    help="put the whole cell in quotes, and write a quote inside it twice",
                )
            )
            return
        cells.append(_cell(source, match))
        at = match.end()
        if match.group(3) != ",":
            if any(cell.text for cell in cells):
                yield cells
            cells = []
    if any(cell.text for cell in cells):
        yield cells


def _cell(source: Source, match: re.Match[str]) -> Scalar:
    if match.group(1) is not None:
        text = match.group(1).replace('""', '"')
        return Scalar(Span(source, match.start(1) - 1, match.end(1) + 1), text, "double")
    text = match.group(2).rstrip()
    kind: Kind = "integer" if _INTEGER.fullmatch(text) else "text"
    return Scalar(Span(source, match.start(2), match.start(2) + len(text)), text, "plain", kind)


def _row(head: list[Scalar], row: list[Scalar], found: list[Diagnostic]) -> Entry | None:
    name, *cells = row
    if len(row) > len(head):
        found.append(
            error(
                codes.CARD_TABLE,
                f"this row has {len(row)} cells, and the table has {len(head)} columns",
                row[len(head)].span,
                help="put a cell that holds a comma in quotes",
            )
        )
        return None
    if not name.text:
        found.append(error(codes.CARD_TABLE, "this row has no name", name.span, help="name it in the first column"))
        return None
    entries = tuple(Entry(key, cell) for key, cell in zip(head[1:], cells, strict=False) if cell.text)
    return Entry(name, Mapping(name.span, entries))
