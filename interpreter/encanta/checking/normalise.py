"""Formulas that YAML takes for lists: `[deck, hand]` without quotes is a text of the language all the same."""

from __future__ import annotations

from collections.abc import Callable

from encanta.checking.branches import branch_of, is_table
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, Keys, Leaf, Patch, below, may_be_table
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence


def normalise(node: Node, form: Form) -> Node:
    """The tree with every list in brackets that stands for a formula as the text it was; the rest is shared."""
    if isinstance(node, Scalar):
        return node
    if isinstance(node, Sequence):
        return _as_text(node) if _is_formula(form) else node
    branch = branch_of(node)
    if branch is not None:
        return _rebuilt(node, lambda key: None, lambda cases: _rebuilt(cases, lambda key: form))
    if is_table(node) and may_be_table(form):
        return _rebuilt(node, lambda key: form)
    if isinstance(form, Patch):
        # What a removal names are lists of names, wherever they stand.
        return node if form.operation == "remove" else normalise(node, WHOLE)
    return _rebuilt(node, lambda key: below(form, key))


def _rebuilt(
    node: Mapping, form_of: Callable[[str], Form | None], inside: Callable[[Mapping], Mapping] | None = None
) -> Mapping:
    """The mapping with every value normalised; the same object if nothing changes."""
    entries: list[Entry] = []
    for entry in node.entries:
        form = form_of(entry.key.text)
        value = entry.value
        if inside is not None and isinstance(value, Mapping):
            value = inside(value)
        elif form is not None:
            value = normalise(value, form)
        entries.append(entry if value is entry.value else Entry(entry.key, value))
    changed = any(new is not old for new, old in zip(entries, node.entries, strict=True))
    return Mapping(node.span, tuple(entries)) if changed else node


def _is_formula(form: Form) -> bool:
    if isinstance(form, Keys) and form.short is not None:
        short = form.key(form.short)
        return short is not None and _is_formula(short.form)
    return isinstance(form, Leaf) and form.kind in ("formula", "static")


def _as_text(node: Sequence) -> Node:
    return Scalar(node.span, node.span.text) if node.span.text.startswith("[") else node
