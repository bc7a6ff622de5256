"""A comparison of rules as text, side by side, and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from encanta.authoring.comparing import Comparison
    from encanta.authoring.differences import Changed, Said, Setting
    from encanta.text.spans import Span

WIDTH = 120
"""The columns of a page that no terminal shows."""
LEAST = 30
"""A column is never narrower."""


def comparison_lines(comparison: Comparison, width: int | None) -> Iterator[str]:
    """The comparison for people, as wide as their terminal."""
    with_ = " and ".join(f"{title} ({name})" for name, title in comparison.names)
    yield f"{comparison.title}{f' with {with_}' if with_ else ''}, {comparison.players} players"
    if not comparison.settings and not comparison.changes:
        yield "nothing is different"
        return
    for setting in comparison.settings:
        yield ""
        yield from _setting(setting)
    column = max(LEAST, ((width or WIDTH) - 5) // 2)
    thing = ""
    for change in comparison.changes:
        if change.thing != thing:
            yield ""
            yield change.thing
            thing = change.thing
        yield from _change(change, column)


def _setting(setting: Setting) -> Iterator[str]:
    old = "" if setting.old is None else f"{setting.old} -> "
    yield f"option {setting.name}: {old}{setting.new}  ({_place(setting.span)})"
    if setting.about:
        yield f"  {setting.about}"
    if setting.why:
        yield f"  {setting.new}: {setting.why}"


def _change(change: Changed, column: int) -> Iterator[str]:
    what = {(True, False): "new", (False, True): "gone"}.get((change.old is None, change.new is None), "")
    head = " ".join(part for part in (change.part, f"({what})" if what else "") if part)
    if head:
        yield f"  {head}"
    for left, right in zip_longest(_column(change.old, column), _column(change.new, column), fillvalue=""):
        yield f"  {left:<{column}} | {right}".rstrip()


def _column(said: Said | None, width: int) -> list[str]:
    """One side: where it stands, then the text."""
    if said is None:
        return []
    lines = [_place(said.span)]
    for line in said.lines:
        indent = line[: len(line) - len(line.lstrip())]
        lines += textwrap.wrap(line, width - 2, subsequent_indent=f"{indent}    ", break_on_hyphens=False) or [""]
    return [lines[0], *(f"  {line}" for line in lines[1:])]


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """The comparison as JSON has it; see docs/json.md."""
    return {
        "title": comparison.title,
        "players": comparison.players,
        "variants": [{"name": name, "title": title} for name, title in comparison.names],
        "settings": [
            {
                "option": setting.name,
                "about": setting.about,
                "old": setting.old,
                "new": setting.new,
                "why": setting.why,
                "place": place_data(setting.span),
            }
            for setting in comparison.settings
        ],
        "changes": [
            {"thing": change.thing, "part": change.part, "old": _side(change.old), "new": _side(change.new)}
            for change in comparison.changes
        ],
    }


def _side(said: Said | None) -> dict[str, Any] | None:
    return None if said is None else {"text": "\n".join(said.lines), "place": place_data(said.span)}


def place_data(span: Span) -> dict[str, Any]:
    """A place in a file as JSON has it."""
    return {"file": span.source.name, "line": span.line, "column": span.column}
