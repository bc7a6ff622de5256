"""What each reading and each variant writes and reads, to find the pairs that could get in each other's way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from encanta.checking.branches import branch_of
from encanta.checking.reading import words_of
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, Groups, Named, below, name_in
from encanta.checking.stage import Stage, Variant, reading_changes
from encanta.checking.tree import scalars
from encanta.text.nodes import Mapping, Node, Sequence

_HEAD = frozenset({"options", "presets", "needs"})


@dataclass(slots=True)
class Footprint:
    """The names of the things that a reading or a variant changes, and all words that it says."""

    writes: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)

    def meets(self, other: Footprint) -> bool:
        """Whether one of the two writes what the other writes or reads."""
        return bool(self.writes & (other.writes | other.reads) or other.writes & self.reads)


def of_variant(variant: Variant) -> Footprint:
    """The footprint of a variant."""
    print_ = Footprint()
    for change in (*variant.early, *variant.late):
        _patch(change.tree, print_)
    return print_


def of_readings(stage: Stage) -> dict[tuple[str, str], Footprint]:
    """The footprint of every word of every option that has words, by option and word."""
    prints = {(name, word): Footprint() for name, option in stage.options.items() for word in option.words}
    for name, option in stage.options.items():
        for reading in option.readings.values():
            for _, tree in reading.changes:
                _patch(tree, prints[name, reading.name])
    search = _Search(stage, prints)
    search.walk(stage.tree, WHOLE, "")
    for change in reading_changes(stage.options):
        search.walk(change.tree, WHOLE, "")
    return prints


class _Search:
    """Looks for branches and for options in formulas."""

    def __init__(self, stage: Stage, prints: dict[tuple[str, str], Footprint]) -> None:
        self.prints = prints
        self.options = {name: option.words for name, option in stage.options.items() if option.words}

    def walk(self, node: Node, form: Form | None, thing: str) -> None:
        """Look at a node of the rulebook that belongs to `thing`."""
        branch = branch_of(node)
        if branch is not None:
            for case in branch.cases:
                found = self.prints.get((branch.option, case.key.text))
                if found is not None:
                    found.writes.add(thing)
                    found.reads.update(_words(case.value))
                self.walk(case.value, form, thing)
        elif isinstance(node, Mapping):
            for entry in node:
                if form is WHOLE and entry.key.text in _HEAD:
                    continue
                inner = below(form, entry.key.text) if form is not None else None
                is_thing = isinstance(form, Named) and not isinstance(inner, Named) and not _inside(form)
                self.walk(entry.value, inner, name_in(form, entry.key.text) if is_thing and form is not None else thing)
        else:
            self._mentions(node)

    def _mentions(self, node: Node) -> None:
        words = _words(node)
        for name in words & self.options.keys():
            for word in self.options[name]:
                self.prints[name, word].reads.update(words)


def _inside(form: Named) -> bool:
    """Whether the entries of a mapping are parts of a thing rather than things."""
    return form.what in ("a step", "a choice", "a requirement", "a variable of one run", "a line", "a property")


def _patch(tree: Mapping, found: Footprint) -> None:
    found.writes.update(_things(tree, WHOLE))
    found.reads.update(_words(tree))


def _things(node: Node, form: Form) -> Iterator[str]:
    """The names of the things that a patch changes."""
    if isinstance(node, Mapping):
        for entry in node:
            inner = below(form, entry.key.text)
            if isinstance(inner, (Named, Groups)):
                yield from _things(entry.value, inner)
            else:
                yield name_in(form, entry.key.text)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _things(item, form)
    else:
        yield name_in(form, node.text)


def _words(node: Node) -> set[str]:
    return {word for scalar in scalars(node) for word in words_of(scalar)}
