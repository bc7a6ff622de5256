"""Where something stands in the files of a rulebook, with the form it must have; mistakes are put in there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from encanta.checking.branches import branch_of, is_table
from encanta.checking.loading import RulebookText
from encanta.checking.registry import CARDS, RULEBOOK, VARIANT, WHOLE
from encanta.checking.registry_forms import Form, Keys, Leaf, Many, Patch, below, may_be_table
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One value. `entry` is where it stands under its key (None for items of lists), `form` what it must be.

    `holder` is the mapping that it stands in and `holds` the form of that. `path`: the keys that lead to it. `partial`:
    it is part of a change, in which nothing need be complete. `in_braces`: a comma would end it.
    """

    node: Node
    form: Form
    entry: Entry | None = None
    holder: Mapping | None = None
    holds: Form | None = None
    path: tuple[str, ...] = ()
    partial: bool = False
    in_braces: bool = False

    @property
    def leaf(self) -> Leaf | None:
        """The form of the single value that stands here, also where it stands for the one key of a mapping."""
        form = self.form
        if isinstance(form, Keys) and form.short is not None:
            short = form.key(form.short)
            form = short.form if short is not None else form
        if isinstance(form, Many):
            form = form.item
        return form if isinstance(form, Leaf) and isinstance(self.node, Scalar) else None

    @property
    def name(self) -> str:
        """The keys that lead to it, joined by points."""
        return ".".join(self.path)


def places(text: RulebookText) -> list[Place]:
    """Every value of the rules, the rows and the variants."""
    found = list(_inside(Place(text.rulebook, RULEBOOK)))
    if text.cards is not None:
        found += _inside(Place(text.cards, CARDS, path=("cards",)))
    for name, tree in text.variants.items():
        found += _inside(Place(tree, VARIANT, path=(f"variants/{name}",)))
    return found


def _inside(place: Place) -> Iterator[Place]:
    node, form = place.node, place.form
    if not place.in_braces and not isinstance(node, Scalar):
        place = replace(place, in_braces=node.span.text.startswith(("{", "[")))
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _itself(replace(place, node=item, entry=None, holder=None))
    elif isinstance(node, Mapping):
        yield from _mapping(place, node, form)


def _mapping(place: Place, node: Mapping, form: Form) -> Iterator[Place]:
    node = _as_written(node)
    branch = branch_of(node)
    if branch is not None:
        for entry in branch.cases:
            yield from _itself(replace(place, node=entry.value, entry=entry, holder=branch.cases, holds=None))
    elif is_table(node) and may_be_table(form):
        for entry in node:
            yield from _itself(replace(place, node=entry.value, entry=entry, holder=node, holds=None))
    elif isinstance(form, Patch):
        if form.operation != "remove":
            yield from _mapping(replace(place, form=WHOLE, partial=True), node, WHOLE)
    else:
        for entry in node:
            inner = below(form, entry.key.text)
            if inner is not None:
                path = (*place.path, entry.key.text)
                yield from _itself(Place(entry.value, inner, entry, node, form, path, place.partial, place.in_braces))


def _as_written(node: Mapping) -> Mapping:
    """A mapping without what it has from elsewhere: rows share what is said of their section."""
    span = node.span
    own = [e for e in node if e.key.span.source is span.source and span.start <= e.key.span.start < span.end]
    return node if len(own) == len(node) else Mapping(span, tuple(own))


def _itself(place: Place) -> Iterator[Place]:
    yield place
    yield from _inside(place)
