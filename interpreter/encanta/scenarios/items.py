"""What a scenario says about the contents of a place: rows, their variables, gaps, `...`, and counts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.structure_codes import WRONG_KIND
from encanta.compiling.layout import Instance
from encanta.machine.bits import mask_of
from encanta.scenarios.words import NOTHING_WORDS, Words, unclear
from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

_COUNT = re.compile(r"count ([0-9]{1,4})|([0-9]{1,4}) cards?")
_MORE = re.compile(r"([0-9]{1,4}) more")
_HIDDEN = re.compile(r"(?:([0-9]{1,4}) )?hidden")
_SEVERAL = re.compile(r"([0-9]{1,4}) (.+)")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry. `kind`: row (`mask` holds all its copies), gap, rest (`...`), more (`count` unnamed ones), hidden.

    `variables` are those of a component that are given or expected.
    """

    kind: str
    span: Span
    name: str = ""
    mask: int = 0
    count: int = 1
    variables: tuple[tuple[m.Variable, int], ...] = ()

    @property
    def words(self) -> str:
        """The entry as it is written."""
        said = ", ".join(f"{variable.name}" for variable, _ in self.variables)
        if self.kind == "row":
            return f"{self.name} with {said}" if said else self.name
        return {"rest": "...", "more": f"{self.count} more"}.get(self.kind, self.kind)


@dataclass(frozen=True, slots=True)
class Listing:
    """The contents of a place as they are written. `only_count` is the number where nothing but a number is said."""

    items: tuple[Item, ...]
    span: Span
    only_count: int | None = None

    @property
    def open(self) -> bool:
        """Whether there may be more than what is named."""
        return any(item.kind == "rest" for item in self.items)


def read_listing(words: Words, instance: Instance, node: Node) -> Listing:
    """The contents that a node describes. Raises Unclear."""
    component = instance.place.component
    if isinstance(node, Scalar):
        count = _COUNT.fullmatch(node.text.strip())
        if count is not None:
            return Listing((), node.span, int(count[1] or count[2]))
        if node.text.strip() in ("nothing", "empty"):
            return Listing((), node.span)
        rows = words.row_names(component)
        parts = [node] if node.text.strip() in rows else split(node)
        return Listing(tuple(item for part in parts for item in _read_scalar(words, component, part)), node.span)
    if isinstance(node, Mapping):
        return Listing(tuple(_read_mapping(words, component, node)), node.span)
    return Listing(tuple(item for part in node for item in read_items(words, component, part)), node.span)


def split(node: Scalar) -> list[Scalar]:
    """The words between the commas of a text, each with its place."""
    found = []
    at = 0
    for part in node.text.split(","):
        inner = part.strip()
        begin = at + part.index(inner)
        found.append(Scalar(node.span_of(begin, begin + len(inner)), inner))
        at += len(part) + 1
    return found


def read_items(words: Words, component: str, node: Node) -> list[Item]:
    """The entries that one node of a list stands for: `3 red` is three. Raises Unclear."""
    if isinstance(node, Scalar):
        return _read_scalar(words, component, node)
    if isinstance(node, Mapping):
        return _read_mapping(words, component, node)
    raise unclear(WRONG_KIND, "a list stands within a list", node.span, "write one entry after the other")


def _read_scalar(words: Words, component: str, node: Scalar) -> list[Item]:
    text, span = node.text.strip(), node.span
    if text == "...":
        return [Item("rest", span)]
    if text == "gap":
        return [Item("gap", span)]
    for form, kind in ((_MORE, "more"), (_HIDDEN, "hidden")):
        match = form.fullmatch(text)
        if match is not None:
            number = int(match[1] or 1)
            return [Item(kind, span, count=number)] if kind == "more" else [Item(kind, span)] * number
    rows = words.row_names(component)
    if text not in rows:
        several = _SEVERAL.fullmatch(text)
        if several is not None and several[2] in rows:
            return [_row(words, component, several[2], span)] * int(several[1])
        name, separator, said = text.partition(" with ")
        if separator and name.strip() in rows:
            return [_row(words, component, name.strip(), span, _said(words, component, said, span))]
    return [_row(words, component, text, span)]


def _said(words: Words, component: str, text: str, span: Span) -> tuple[tuple[m.Variable, int], ...]:
    """Variables in words: `group red and turned yes`."""
    pairs = []
    for part in re.split(r",| and ", text):
        name, _, value = part.strip().partition(" ")
        pairs.append(_variable(words, component, name, Scalar(span, value), span))
    return tuple(pairs)


def _read_mapping(words: Words, component: str, node: Mapping) -> list[Item]:
    """A component with its variables: `{red: {turned: yes}}`."""
    found = []
    for entry in node:
        if not isinstance(entry.value, Mapping):
            help = "write `{NAME: {VARIABLE: VALUE}}`, or the name alone"
            raise unclear(WRONG_KIND, "the variables of a component are a mapping", entry.value.span, help)
        pairs = []
        for inner in entry.value:
            pairs.append(_variable(words, component, inner.key.text, inner.value, inner.key.span))
        found.append(_row(words, component, entry.key.text, entry.key.span, tuple(pairs)))
    return found


def _variable(words: Words, component: str, name: str, value: Node, name_span: Span) -> tuple[m.Variable, int]:
    known = words.variables_of(component)
    if name not in known:
        raise words.unknown(name, f"a variable of `{component}`", known, name_span)
    type_ = known[name].type
    if type_.kind == "set" and type_.of is not None:
        parts = [part for part in scalars(value) if part.text not in NOTHING_WORDS]
        return known[name], mask_of(words.single(type_.of, part.text, part.span) for part in parts)
    if not isinstance(value, Scalar):
        raise unclear(WRONG_KIND, "the value of a variable is one word", value.span)
    return known[name], words.single(type_, value.text, value.span)


def _row(
    words: Words, component: str, name: str, span: Span, variables: tuple[tuple[m.Variable, int], ...] = ()
) -> Item:
    named = words.row_names(component).get(name, name)
    return Item("row", span, named, words.rows(component, name, span), 1, variables)


def scalars(node: Node) -> list[Scalar]:
    """The words of a node that is one word or a list of words. Raises Unclear for anything else."""
    items = node.items if isinstance(node, Sequence) else (node,)
    found = []
    for item in items:
        if not isinstance(item, Scalar):
            raise unclear(WRONG_KIND, "words are needed here", item.span)
        found.append(item)
    return found
