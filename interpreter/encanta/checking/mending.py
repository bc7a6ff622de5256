"""Reads on behind mistakes of shape: keys and words as they were meant, so that one run reports everything."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from encanta.checking import structure_codes as codes
from encanta.checking.loading import RulebookText
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

_MENDED = frozenset({codes.UNKNOWN_KEY, codes.FLAG_WORD, codes.EMPTY_VALUE, codes.UNKNOWN_WORD})


def mended(text: RulebookText, found: Iterable[Diagnostic]) -> RulebookText | None:
    """The rulebook without its mistakes of shape, or None if one of them cannot be read over.

    A word with one sensible fix is taken as meant; a key that nobody reads, or that has no value, is left out.
    """
    errors = [problem for problem in found if problem.severity == "error"]
    if any(problem.code not in _MENDED or problem.span is None for problem in errors):
        return None
    meant: dict[Span, str | None] = {}
    for problem in errors:
        assert problem.span is not None
        meant[problem.span] = problem.fix.replacement if problem.fix is not None else None
    rulebook, cards = _node(text.rulebook, meant), text.cards and _node(text.cards, meant)
    if not isinstance(rulebook, Mapping) or not (cards is None or isinstance(cards, Mapping)):
        return None
    return dataclasses.replace(text, rulebook=rulebook, cards=cards, variants={}, variant_problems={})


def _node(node: Node, meant: dict[Span, str | None]) -> Node | None:
    """A node as it was meant; None for what is left out. What is right stays the same object."""
    if isinstance(node, Scalar):
        return _scalar(node, meant)
    if isinstance(node, Sequence):
        items = [_node(item, meant) for item in node.items]
        if all(a is b for a, b in zip(items, node.items, strict=True)):
            return node
        return Sequence(node.span, tuple(item for item in items if item is not None))
    entries = [_entry(entry, meant) for entry in node.entries]
    if all(a is b for a, b in zip(entries, node.entries, strict=True)):
        return node
    return Mapping(node.span, tuple(entry for entry in entries if entry is not None))


def _entry(entry: Entry, meant: dict[Span, str | None]) -> Entry | None:
    key, value = _scalar(entry.key, meant), _node(entry.value, meant)
    if key is None or value is None:
        return None
    return entry if key is entry.key and value is entry.value else Entry(key, value)


def _scalar(node: Scalar, meant: dict[Span, str | None]) -> Scalar | None:
    if node.span not in meant:
        return node
    word = meant[node.span]
    return None if word is None else Scalar(node.span, word, node.style)
