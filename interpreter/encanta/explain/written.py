"""Writes a stretch of a rulebook out again, as lines for people."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from encanta.text.nodes import Mapping, Node, Scalar, Sequence

WIDTH = 100
"""Mappings that fit into this many columns stand on one line."""


def written(key: str, node: Node, without: Collection[str] = ()) -> Iterator[str]:
    """The lines of a key and its value; keys of the value that are in `without` are left out."""
    if isinstance(node, Mapping):
        entries = [entry for entry in node if entry.key.text not in without]
        flat = _flat_entries([(entry.key.text, entry.value) for entry in entries])
        if flat is not None and len(flat) + len(key) + 2 <= WIDTH:
            yield f"{key}: {{{flat}}}" if flat else f"{key}:"
            return
        yield f"{key}:"
        for entry in entries:
            yield from (f"  {line}" for line in written(entry.key.text, entry.value))
        return
    flat = _flat(node)
    if flat is not None:
        yield f"{key}: {flat}"
        return
    yield f"{key}:"
    yield from (f"  {line}" for line in _below(node))


def _below(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from node.text.rstrip().split("\n")
    elif isinstance(node, Sequence):
        for item in node:
            lines = list(_below(item)) if _flat(item) is None else [_flat(item) or ""]
            yield f"- {lines[0]}"
            yield from (f"  {line}" for line in lines[1:])
    else:
        for entry in node:
            yield from written(entry.key.text, entry.value)


def _flat(node: Node) -> str | None:
    """A node on one line, or None if it is a block of several lines."""
    if isinstance(node, Scalar):
        text = node.text.strip()
        return None if "\n" in text else text
    if isinstance(node, Sequence):
        items = [_flat(item) for item in node]
        return None if None in items else f"[{', '.join(item or '' for item in items)}]"
    inside = _flat_entries([(entry.key.text, entry.value) for entry in node])
    return None if inside is None else f"{{{inside}}}"


def _flat_entries(entries: list[tuple[str, Node]]) -> str | None:
    parts = []
    for key, value in entries:
        flat = _flat(value)
        if flat is None:
            return None
        parts.append(f"{key}: {flat}")
    return ", ".join(parts)
