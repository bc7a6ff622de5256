"""Who plays together: seats divided into teams, or each player alone."""

from __future__ import annotations

import re

from encanta.checking import structure_codes as codes
from encanta.checking.branches import Counts, counts_of
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nodes import Entry, Mapping, Node, Scalar

_TEAMS = re.compile(r"teams\s+of\s+(\d{1,3})")
Sides = tuple[tuple[int, ...], ...]


def sides_for(node: Node | None, players: int) -> Sides:
    """The seats of each side, for `sides:` of a resolved rulebook; each player alone where it names no teams."""
    entry = _entry(node, players)
    size = _size(entry.value) if entry is not None else 1
    if not size or players % size:
        size = 1
    seated = node.get("seated") if isinstance(node, Mapping) else None
    count = players // size
    if isinstance(seated, Scalar) and seated.text == "alternating":
        return tuple(tuple(range(side, players, count)) for side in range(count))
    return tuple(tuple(range(side * size, side * size + size)) for side in range(count))


def check_sides(node: Node | None, offered: Counts) -> list[Diagnostic]:
    """Teams for numbers of players that cannot be divided so, or that the rulebook does not offer."""
    found: list[Diagnostic] = []
    first: dict[int, Scalar] = {}
    for entry in node if isinstance(node, Mapping) else ():
        if entry.key.text not in ("seated", "about"):
            found.extend(_check_entry(entry, offered, first))
    return found


def _check_entry(entry: Entry, offered: Counts, first: dict[int, Scalar]) -> list[Diagnostic]:
    counts, size = counts_of(entry.key.text), _size(entry.value)
    if counts is None:
        help = "for example `sides: {4: teams of 2, seated: alternating}`"
        return [error(codes.WRONG_SIDES, f"`{entry.key.text}` is no number of players", entry.key.span, help=help)]
    if not size:
        said = entry.value.text if isinstance(entry.value, Scalar) else "this"
        return [error(codes.WRONG_SIDES, f"`{said}` does not say how large the teams are", entry.value.span,
                      help="write `teams of 2`")]  # fmt: skip
    most = counts.most if counts.most is not None else offered.most or counts.least
    for players in range(counts.least, most + 1):
        if players not in offered:
            return [error(codes.PLAYERS_NOT_OFFERED, f"the game is not for {players} players", entry.key.span,
                          help="remove the line, or change `players`")]  # fmt: skip
        if players % size or size >= players:
            return [error(codes.WRONG_SIDES, f"{players} players cannot be divided into teams of {size}",
                          entry.value.span)]  # fmt: skip
        if players in first:
            return [error(codes.TABLE_OVERLAP, f"the teams of {players} players are given twice", entry.key.span,
                          labels=(Label(first[players].span, "they are here first"),))]  # fmt: skip
        first[players] = entry.key
    return []


def _entry(node: Node | None, players: int) -> Entry | None:
    for entry in node if isinstance(node, Mapping) else ():
        counts = counts_of(entry.key.text)
        if counts is not None and players in counts:
            return entry
    return None


def _size(node: Node) -> int:
    """The size of the teams, or 0 where it is not said."""
    found = _TEAMS.fullmatch(node.text.strip()) if isinstance(node, Scalar) else None
    return int(found.group(1)) if found is not None else 0
