"""What depends on an option or on the number of players: `by OPTION` and tables over players."""

from __future__ import annotations

import re
from dataclasses import dataclass

from encanta.text.nodes import Mapping, Node, Scalar

_BY = re.compile(r"by\s+([^\W\d]\w*)")
_COUNTS = re.compile(r"(\d{1,3})(\s*\.\.\s*(\d{1,3})?)?")


@dataclass(frozen=True, slots=True)
class Branch:
    """`{by OPTION: {READING: value}}`."""

    key: Scalar
    option: str
    cases: Mapping


@dataclass(frozen=True, slots=True)
class Counts:
    """A number of players or a range of them; `most` is None where the range has no end."""

    least: int
    most: int | None

    def __contains__(self, players: object) -> bool:
        return isinstance(players, int) and self.least <= players and (self.most is None or players <= self.most)


def branch_of(node: Node) -> Branch | None:
    """The branch that a node is, or None."""
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        return None
    entry = node.entries[0]
    found = _BY.fullmatch(entry.key.text)
    if found is None or not isinstance(entry.value, Mapping):
        return None
    return Branch(entry.key, found.group(1), entry.value)


def is_table(node: Node) -> bool:
    """Whether a node has keys, and all of them are numbers of players or ranges of them."""
    return isinstance(node, Mapping) and len(node.entries) > 0 and all(counts_of(e.key.text) for e in node.entries)


def counts_of(text: str) -> Counts | None:
    """What `4`, `2..6` or `3..` stands for, or None for anything else."""
    found = _COUNTS.fullmatch(text.strip())
    if found is None:
        return None
    least = int(found.group(1))
    if found.group(2) is None:
        return Counts(least, least)
    most = int(found.group(3)) if found.group(3) else None
    return Counts(least, most) if most is None or most >= least else None


def table_value(node: Mapping, players: int) -> Node | None:
    """What a table gives for a number of players, or None where it leaves it out."""
    for entry in node.entries:
        counts = counts_of(entry.key.text)
        if counts is not None and players in counts:
            return entry.value
    return None
