"""A rulebook with a certain set of variants: everything about it that does not depend on settings or players."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping as Map
from dataclasses import dataclass, field

from encanta.checking import structure_codes as codes
from encanta.checking.branches import Counts, counts_of
from encanta.checking.loading import RulebookText
from encanta.checking.option_specs import Option, read_options
from encanta.checking.options import check_settings
from encanta.checking.patches import Touch, apply, conflicts
from encanta.checking.registry import CARDS, OPERATIONS, OPTION, RULEBOOK, SOURCES, VARIANT, VERSION, WHOLE
from encanta.checking.registry_forms import Form, Groups, Keys, Named, below, name_in
from encanta.checking.resolve import Resolver
from encanta.checking.sides import check_sides
from encanta.checking.structure import check_tree
from encanta.checking.structure_keys import meant_key
from encanta.checking.tree import about, entries
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nodes import Entry, Mapping, Node, Scalar
from encanta.text.spans import Span

EARLY = frozenset({"encanta", "players", "options", "presets"})
"""Sections that decide which settings there are: variants may change them, readings may not."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One patch of a variant or a reading, with the name of who brings it."""

    bearer: str
    operation: str
    tree: Mapping


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A named set of changes. `early` are those of options and numbers of players."""

    name: str
    title: str
    about: str
    node: Mapping
    early: tuple[Change, ...]
    late: tuple[Change, ...]
    problems: list[Diagnostic]

    @property
    def span(self) -> Span:
        """Where it names itself."""
        title = self.node.get("variant")
        return title.span if title is not None else self.node.span.point


@dataclass(slots=True, eq=False)
class Stage:
    """A rulebook with some variants. `tree` has the early changes; the late ones wait for the settings."""

    tree: Mapping
    offered: Counts
    options: dict[str, Option]
    presets: dict[str, Mapping]
    variants: tuple[Variant, ...]
    resolver: Resolver
    diagnostics: list[Diagnostic]
    fingerprint: str
    checked: dict[Node, tuple[Diagnostic, ...]] = field(default_factory=dict)

    @property
    def components(self) -> frozenset[str]:
        """The names of the kinds of components."""
        return frozenset(entry.key.text for entry in entries(self.tree.get("components")))


def whole_tree(text: RulebookText) -> Mapping:
    """The tree of a rulebook with the rows of its card files under `cards`."""
    if text.cards is None:
        return text.rulebook
    key = Scalar(text.cards.span.point, "cards")
    return Mapping(text.rulebook.span, (*text.rulebook.entries, Entry(key, text.cards)))


def read_variant(name: str, node: Mapping, problems: list[Diagnostic]) -> Variant:
    """A variant with its changes sorted into early and late ones."""
    title = node.get("variant")
    shown = title.text if isinstance(title, Scalar) else name
    changes = [Change(shown, word, tree) for word in OPERATIONS if isinstance(tree := node.get(word), Mapping)]
    early = tuple(part for change in changes if (part := _part(change, True)) is not None)
    late = tuple(part for change in changes if (part := _part(change, False)) is not None)
    return Variant(name, shown, about(node), node, early, late, problems)


def _part(change: Change, early: bool) -> Change | None:
    """The changes of early sections, or all others."""
    chosen = tuple(entry for entry in change.tree if (entry.key.text in EARLY) == early)
    if len(chosen) == len(change.tree):
        return change
    return Change(change.bearer, change.operation, Mapping(change.tree.span, chosen)) if chosen else None


def build_stage(text: RulebookText, variants: tuple[Variant, ...]) -> Stage:
    """The rulebook with these variants. What is wrong lies in `diagnostics`."""
    found: list[Diagnostic] = []
    tree = whole_tree(text)
    touched: list[tuple[Touch, ...]] = []
    for variant in variants:
        found.extend(variant.problems)
        for change in variant.early:
            patched = apply(tree, change.operation, change.tree)
            tree = patched.tree
            found.extend(patched.diagnostics)
            found.extend(problem for before in touched for problem in conflicts(before, patched.touches))
            touched.append(patched.touches)
    options, problems = read_options(_mended(tree, RULEBOOK).get("options"))
    found.extend(problems)
    presets = {e.key.text: e.value for e in entries(tree.get("presets")) if isinstance(e.value, Mapping)}
    offered = offered_players(tree.get("players"))
    stage = Stage(tree, offered or Counts(1, 0), options, presets, variants, Resolver(options), found, "")
    stage.fingerprint = _fingerprint(text, variants)
    found.extend(_check(stage, text, offered))
    return stage


def _mended(tree: Mapping, form: Keys) -> Mapping:
    """The tree with the sections, and the keys of the options, that are misspelt as they are meant.

    What is misspelt is reported; what follows from it is not to be reported too.
    """
    found: list[Entry] = []
    for entry in tree:
        near = meant_key(entry, form) if form.key(entry.key.text) is None else None
        key = Scalar(entry.key.span, near.name) if near is not None and near.name not in tree else entry.key
        value = entry.value
        if form is RULEBOOK and key.text == "options" and isinstance(value, Mapping):
            inner = [Entry(e.key, _mended(e.value, OPTION) if isinstance(e.value, Mapping) else e.value) for e in value]
            value = Mapping(value.span, tuple(inner))
        found.append(entry if key is entry.key and value is entry.value else Entry(key, value))
    return Mapping(tree.span, tuple(found))


def offered_players(node: Node | None) -> Counts | None:
    """The numbers of players that a rulebook offers, or None where it does not say."""
    counts = counts_of(node.text) if isinstance(node, Scalar) else None
    return None if counts is None or counts.most is None or counts.least < 1 else counts


def _check(stage: Stage, text: RulebookText, offered: Counts | None) -> list[Diagnostic]:
    """The shape of everything that is read: the rulebook without variants, or the variants alone."""
    tree, options, kinds = stage.tree, stage.options, stage.components
    found: list[Diagnostic] = []
    if stage.variants:
        for variant in stage.variants:
            added = frozenset(entry.key.text for change in variant.late for entry in _components_in(change))
            found.extend(check_tree(variant.node, VARIANT, options, kinds | added, offered))
            found.extend(check_settings(options, variant.node.get("needs")))
            found.extend(check_settings(options, variant.node.get("options")))
    else:
        added = frozenset(entry.key.text for change in reading_changes(options) for entry in _components_in(change))
        found.extend(check_tree(text.rulebook, RULEBOOK, options, kinds | added, offered))
        if text.cards is not None:
            found.extend(check_tree(text.cards, CARDS, options, kinds, offered))
        if text.sources is not None:
            found.extend(check_tree(text.sources, SOURCES, {}, kinds, None))
        found.extend(_check_version(tree.get("encanta")))
    found.extend(_check_players(tree.get("players")))
    for preset in stage.presets.values():
        found.extend(check_settings(options, preset))
    if offered is not None:
        found.extend(check_sides(tree.get("sides"), offered))
    found.extend(_early_readings(options))
    # An option that could not be read is reported where it is declared.
    broken = {entry.key.text for entry in entries(tree.get("options"))} - options.keys()
    return [p for p in found if p.code != codes.UNKNOWN_SETTING or p.span is None or p.span.text not in broken]


def _components_in(change: Change) -> list[Entry]:
    return list(entries(change.tree.get("components")))


def reading_changes(options: Map[str, Option]) -> list[Change]:
    """The patches of all readings of all options."""
    return [
        Change(f"{option.name} {reading.name}", operation, tree)
        for option in options.values()
        for reading in option.readings.values()
        for operation, tree in reading.changes
    ]


def _check_version(node: Node | None) -> list[Diagnostic]:
    if not isinstance(node, Scalar) or node.kind != "integer" or int(node.text) == VERSION:
        return []
    message = (
        f"this rulebook is written for version {node.text} of the language, and this program reads version {VERSION}"
    )
    return [error(codes.LANGUAGE_VERSION, message, node.span)]


def _check_players(node: Node | None) -> list[Diagnostic]:
    """`players` needs an end, and at least one player."""
    if not isinstance(node, Scalar) or counts_of(node.text) is None or offered_players(node) is not None:
        return []
    message = f"`players` needs a least and a most, not `{node.text}`"
    return [error(codes.BAD_NUMBER, message, node.span, help="write `2..6` for two to six")]


def _early_readings(options: Map[str, Option]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for change in reading_changes(options):
        for entry in change.tree:
            if entry.key.text in EARLY:
                found.append(
                    error(
                        codes.UNKNOWN_KEY,
                        f"a reading cannot change `{entry.key.text}`",
                        entry.key.span,
                        help="write a variant instead",
                    )
                )
    return found


def _fingerprint(text: RulebookText, variants: tuple[Variant, ...]) -> str:
    """The SHA-256 of the files that decide how the game goes."""
    chosen = {f"variants/{variant.name}.yaml" for variant in variants}
    digest = hashlib.sha256()
    for name, source in sorted(text.texts.items()):
        if name in chosen or (name != "sources.yaml" and not name.startswith(("variants/", "labels/"))):
            digest.update(f"{name}\0{source.text}\0".encode())
    return digest.hexdigest()


def check_touched(stage: Stage, tree: Mapping, touches: tuple[Touch, ...]) -> list[Diagnostic]:
    """The shape of the things that patches changed, as they are now. `tree` is resolved."""
    found: list[Diagnostic] = []
    for touch in touches:
        thing = _thing(tree, touch.path)
        if thing is None:
            continue
        node = thing[0]
        if node not in stage.checked:
            stage.checked[node] = tuple(_shape(stage, thing))
        found.extend(stage.checked[node])
    return found


def _shape(stage: Stage, thing: tuple[Node, Form, Scalar]) -> list[Diagnostic]:
    node, form, key = thing
    holder = Mapping(node.span, (Entry(key, node),))
    return check_tree(holder, Named("a thing", form, key="free"), {}, stage.components, None)


def _thing(tree: Mapping, path: tuple[str, ...]) -> tuple[Node, Form, Scalar] | None:
    """The declared thing that a path leads to or into: node, form, key."""
    node: Node = tree
    form: Form = WHOLE
    for name in path:
        if not isinstance(node, Mapping):
            return None
        entry = next((entry for entry in node if name_in(form, entry.key.text) == name), None)
        inner = below(form, entry.key.text) if entry is not None else None
        if entry is None or inner is None:
            return None
        if not isinstance(inner, (Named, Groups)):
            return entry.value, inner, entry.key
        node, form = entry.value, inner
    return None
