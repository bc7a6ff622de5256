"""Small helpers to walk the tree of a rulebook whose structure is known to be right."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence

NOTES = frozenset({"about", "source", "ruling", "assumed", "text"})
"""Keys whose texts are for people."""


def entries(node: Node | None) -> Iterator[Entry]:
    """The entries of a mapping; of anything else, none."""
    if isinstance(node, Mapping):
        yield from node


def under(node: Node | None, key: str, short: str | None = None) -> Node | None:
    """What stands under a key. A single value stands for the key `short`."""
    if isinstance(node, Mapping):
        return node.get(key)
    return node if key == short else None


def scalar(node: Node | None) -> Scalar | None:
    """The node if it is a single value."""
    return node if isinstance(node, Scalar) else None


def text_under(node: Node | None, key: str, short: str | None = None) -> Scalar | None:
    """The single value under a key."""
    return scalar(under(node, key, short))


def several(node: Node | None) -> list[Scalar]:
    """A single value or a list of them, as a list."""
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [item for item in node if isinstance(item, Scalar)]
    return []


def words(node: Node | None, key: str) -> list[Scalar]:
    """The single values under a key, one or a list."""
    return several(under(node, key))


def is_yes(node: Node | None, key: str) -> bool:
    """Whether a flag stands there and is `yes`."""
    found = text_under(node, key)
    return found is not None and found.text == "yes"


def unit_words(node: Node | None) -> Iterator[str]:
    """The words for everything below a node that is counted in units: of one, and of several."""
    for entry in entries(node):
        one = text_under(entry.value, "one") if under(entry.value, "type") is not None else None
        if one is not None:
            yield from (entry.key.text, one.text)
        yield from unit_words(entry.value)


def about(node: Node | None) -> str:
    """The prose of a declared thing."""
    found = text_under(node, "about")
    return found.text if found is not None else ""


def scalars(node: Node | None) -> Iterator[Scalar]:
    """Every key and value below a node that means something, prose left out."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node:
            yield from scalars(item)
    elif isinstance(node, Mapping):
        for entry in node:
            if entry.key.text not in NOTES:
                yield entry.key
                yield from scalars(entry.value)
