"""Tables as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

LEAST = 24
"""The last column is never folded below so many letters."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None) -> Iterator[str]:
    """The lines of a table, figures to the right; nothing without rows, no heads if all of them are empty.

    With a width, the last column is folded to fit into it.
    """
    if not rows:
        return
    shown = [list(head), *map(list, rows)] if any(head) else [list(row) for row in rows]
    widths = [max(len(row[column]) for row in shown) for column in range(len(head))]
    right = [all(_is_figure(row[column]) for row in rows) for column in range(len(head))]
    before = sum(widths[:-1]) + 2 * (len(head) - 1)
    for row in shown:
        cells = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True)]
        first, *more = _folded(cells[-1].rstrip() if not right[-1] else cells[-1], before, width)
        yield "  ".join([*cells[:-1], first]).rstrip()
        yield from (f"{' ' * before}{line}" for line in more)


def _folded(text: str, before: int, width: int | None) -> list[str]:
    if width is None or before + len(text) <= width:
        return [text]
    return textwrap.wrap(text, max(LEAST, width - before)) or [text]


def _is_figure(cell: str) -> bool:
    return not cell or cell[0].isdigit() or (cell[0] == "-" and cell[1:2].isdigit())
