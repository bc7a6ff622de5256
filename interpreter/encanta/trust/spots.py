"""Every place in the files of a rulebook where something stands, with the form it has and when it counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from encanta.checking.branches import branch_of, is_table
from encanta.checking.loading import RulebookText
from encanta.checking.registry import CARDS, RULEBOOK, VARIANT, WHOLE
from encanta.checking.registry_forms import Form, Keys, Leaf, Many, Named, Patch, below, may_be_table
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

RULES = "rulebook"
ROWS = "cards"
THINGS = frozenset(
    {"a phase", "an action", "a procedure", "a step of the set-up", "an ability", "a window", "a trick", "a value"}
    | {"an event", "an end", "a score sheet", "a place", "a variable", "a row", "a payment", "a milestone"}
)
"""What stands in a section of a rulebook under a name of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One value in the trees of a rulebook.

    `tree`: rulebook, cards, or the name of a variant. `way`: the numbers of entries and items that lead there, `path`
    the keys. `key` is its own one (None for an item of a list), `holder` the form of the mapping that it stands in.
    `settings`: the readings under which it counts. `thing` is the declared thing that it is a part of, or is.
    """

    tree: str
    way: tuple[int, ...]
    path: tuple[str, ...]
    form: Form
    node: Node
    key: Scalar | None = None
    holder: Form | None = None
    settings: tuple[tuple[str, str], ...] = ()
    thing: Span | None = None

    @property
    def variant(self) -> str | None:
        """The variant in whose file it stands."""
        return None if self.tree in (RULES, ROWS) else self.tree

    @property
    def leaf(self) -> Leaf | None:
        """The form of a single value, also where it stands for the one key of a mapping."""
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


def spots(text: RulebookText) -> Iterator[Spot]:
    """Every value of the rules, the rows and the variants, what holds others before what it holds."""
    yield from _inside(Spot(RULES, (), (), RULEBOOK, text.rulebook))
    if text.cards is not None:
        yield from _inside(Spot(ROWS, (), (), CARDS, text.cards))
    for name, tree in text.variants.items():
        yield from _inside(Spot(name, (), (), VARIANT, tree))


def _inside(spot: Spot) -> Iterator[Spot]:
    node, form = spot.node, spot.form
    if isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            yield from _itself(replace(spot, way=(*spot.way, number), node=item, key=None, holder=form))
        return
    if not isinstance(node, Mapping):
        return
    branch = branch_of(node)
    if branch is not None:
        for number, entry in enumerate(branch.cases):
            settings = (*spot.settings, (branch.option, entry.key.text))
            way = (*spot.way, 0, number)
            yield from _itself(replace(spot, way=way, node=entry.value, key=entry.key, holder=None, settings=settings))
        return
    if is_table(node) and may_be_table(form):
        for number, entry in enumerate(node):
            yield from _itself(replace(spot, way=(*spot.way, number), node=entry.value, key=entry.key, holder=None))
        return
    if isinstance(form, Patch):
        if form.operation != "remove":
            yield from _inside(replace(spot, form=WHOLE))
        return
    for number, entry in enumerate(node):
        yield from _entry(spot, number, entry)


def _entry(spot: Spot, number: int, entry: Entry) -> Iterator[Spot]:
    form = below(spot.form, entry.key.text)
    if form is None:
        return
    path = (*spot.path, entry.key.text)
    settings = spot.settings
    if isinstance(spot.form, Named) and spot.form.what == "a reading" and len(path) > 2:
        settings = (*settings, (path[-3], entry.key.text))
    is_thing = isinstance(spot.form, Named) and spot.form.what in THINGS
    thing = entry.span if is_thing else spot.thing
    yield from _itself(
        Spot(spot.tree, (*spot.way, number), path, form, entry.value, entry.key, spot.form, settings, thing)
    )


def _itself(spot: Spot) -> Iterator[Spot]:
    yield spot
    yield from _inside(spot)


def changed(text: RulebookText, spot: Spot, node: Node | None) -> RulebookText:
    """The rulebook with something else at a spot, or (None) with nothing there; all other nodes are shared.

    A mapping or a list of a patch that is left with nothing in it goes too.
    """
    if spot.tree == RULES:
        return replace(text, rulebook=_mapping(text.rulebook, spot.way, node))
    if spot.tree == ROWS:
        assert text.cards is not None, "a spot of the rows"
        return replace(text, cards=_mapping(text.cards, spot.way, node))
    variants = {**text.variants, spot.tree: _mapping(text.variants[spot.tree], spot.way, node)}
    return replace(text, variants=variants)


def _mapping(tree: Mapping, way: tuple[int, ...], node: Node | None) -> Mapping:
    found = _changed(tree, way, node)
    return found if isinstance(found, Mapping) else Mapping(tree.span, ())


def _changed(tree: Node, way: tuple[int, ...], node: Node | None) -> Node | None:
    if not way:
        return node
    first, rest = way[0], way[1:]
    if isinstance(tree, Sequence):
        items = list(tree.items)
        new = _changed(items[first], rest, node)
        items[first : first + 1] = [] if new is None else [new]
        return Sequence(tree.span, tuple(items)) if items else None
    assert isinstance(tree, Mapping), "a way leads through mappings and lists"
    entries = list(tree.entries)
    new = _changed(entries[first].value, rest, node)
    entries[first : first + 1] = [] if new is None else [Entry(entries[first].key, new)]
    return Mapping(tree.span, tuple(entries)) if entries else None
