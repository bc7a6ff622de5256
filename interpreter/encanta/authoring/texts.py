"""Finds the texts of the small language in a file of a rulebook, and the verbs that stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking.branches import branch_of, is_table
from encanta.checking.registry import ROW, WHOLE
from encanta.checking.registry_forms import (
    LANGUAGE_KINDS,
    Form,
    Keys,
    Leaf,
    Many,
    Named,
    Patch,
    below,
    first_word,
    may_be_table,
)
from encanta.checking.tree import entries, text_under
from encanta.text.nodes import Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class Found:
    """A text of the language, and the rule of the grammar that reads it."""

    scalar: Scalar
    start: str


def effects_in(rulebook: Node | None) -> frozenset[str]:
    """The names of the properties of components that hold effects."""
    components = rulebook.get("components") if isinstance(rulebook, Mapping) else None
    found = set()
    for component in entries(components):
        for entry in entries(component.value.get("has") if isinstance(component.value, Mapping) else None):
            type_ = entry.value if isinstance(entry.value, Scalar) else text_under(entry.value, "type")
            if type_ is not None and "effect" in type_.text.split():
                found.add(entry.key.text)
    return frozenset(found)


def language_texts(node: Node, form: Form | None, effects: frozenset[str] = frozenset()) -> Iterator[Found]:
    """Every text of the language below a node of a form; `effects` are the properties of rows that hold blocks."""
    if form is None:
        return
    if isinstance(node, Scalar):
        start = _start_of(form)
        if start is not None and node.kind == "text":
            yield Found(node, start)
    elif isinstance(node, Sequence):
        if isinstance(form, Many):
            for item in node:
                yield from language_texts(item, form.item, effects)
    else:
        yield from _in_mapping(node, form, effects)


def _in_mapping(node: Mapping, form: Form, effects: frozenset[str]) -> Iterator[Found]:
    branch = branch_of(node)
    if branch is not None:
        for case in branch.cases:
            yield from language_texts(case.value, form, effects)
    elif is_table(node) and may_be_table(form):
        for entry in node:
            yield from language_texts(entry.value, form, effects)
    elif isinstance(form, Patch):
        if form.operation != "remove":
            yield from _in_mapping(node, WHOLE, effects)
    else:
        for entry in node:
            if isinstance(form, Named) and form.key in ("header", "signature"):
                yield Found(entry.key, form.key)
            is_effect = form is ROW and form.key(entry.key.text) is None and entry.key.text in effects
            yield from language_texts(entry.value, Leaf("block") if is_effect else below(form, entry.key.text), effects)


def _start_of(form: Form) -> str | None:
    if isinstance(form, Keys):
        short = form.key(form.short) if form.short is not None else None
        return None if short is None else _start_of(short.form)
    leaf = form.item if isinstance(form, Many) else form
    if not isinstance(leaf, Leaf):
        return None
    return "formula" if leaf.kind == "static" else leaf.kind if leaf.kind in LANGUAGE_KINDS else None


def verbs_in(node: Node, form: Form) -> Iterator[str]:
    """The verbs that a file declares: its actions and procedures, also those in changes of the rulebook."""
    return (first_word(found.scalar.text) for found in language_texts(node, form) if found.start == "header")
