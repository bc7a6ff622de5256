"""What a variant, or options that are set, change: thing by thing, the old text and the new one with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking.configure import Prepared
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, Groups, Keys, Named, below, name_in
from encanta.checking.stage import Stage
from encanta.checking.tree import NOTES
from encanta.explain.written import written
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

_APART = frozenset({"encanta", "title", "about", "source", "language", "options", "presets"})
"""Keys of a rulebook that say nothing about how it is played, or are compared as settings."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text of a rulebook in lines, and where it stands."""

    lines: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Changed:
    """One part of a thing that is not as it was; without `old` it is new, without `new` it is gone.

    `thing` is its path, as sources name it (`actions.lay`), `part` the way from there to what is changed (`limit`).
    """

    thing: str
    part: str
    old: Said | None
    new: Said | None


@dataclass(frozen=True, slots=True)
class Setting:
    """An option that has another value; `why` says what the new value means, `span` where the option is declared."""

    name: str
    about: str
    old: str | None
    new: str
    why: str
    span: Span


def settings_changed(before: Stage, after: Stage, old: Prepared, new: Prepared) -> list[Setting]:
    """The options whose values differ, and those that only the second rulebook has, in the order of that rulebook."""
    found = []
    for name, option in after.options.items():
        word = option.word(new.facts.settings[name])
        known = before.options.get(name)
        earlier = None if known is None else known.word(old.facts.settings[name])
        if earlier != word:
            reading = option.readings.get(word)
            why = "" if reading is None else reading.about
            found.append(Setting(name, option.about, earlier, word, why, option.span))
    return found


def changes(old: Prepared, new: Prepared) -> list[Changed]:
    """Everything that is said differently in the second of two ways of playing, in the order of the rulebook."""
    return list(_mapping(_whole(old), _whole(new), WHOLE, ()))


def _whole(prepared: Prepared) -> Mapping:
    """The rulebook with its rows, without what is not compared."""
    entries = [entry for entry in prepared.tree if entry.key.text not in _APART]
    whole = Mapping(prepared.tree.span, tuple(entries))
    if prepared.cards is None:
        return whole
    key = Scalar(prepared.cards.span.point, "cards")
    return Mapping(whole.span, (*entries, Entry(key, prepared.cards)))


def _mapping(old: Mapping, new: Mapping, form: Form, path: tuple[str, ...]) -> Iterator[Changed]:
    """The changes below a mapping that holds things, or groups of them."""
    before = {name_in(form, entry.key.text): entry for entry in old}
    after = {name_in(form, entry.key.text): entry for entry in new}
    for name in dict.fromkeys((*before, *after)):
        inner = below(form, name)
        here = (*path, name)
        first, second = before.get(name), after.get(name)
        if first is None or second is None:
            yield from _one_sided(first.value if first else None, second.value if second else None, inner, here)
        else:
            yield from _both(first, second, inner, here)


def _both(first: Entry, second: Entry, form: Form | None, path: tuple[str, ...]) -> Iterator[Changed]:
    """Something that both have: a section or a group, or one thing."""
    old, new = first.value, second.value
    if isinstance(form, (Named, Groups)) and isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _mapping(old, new, form, path)
        return
    if first.key.text != second.key.text:
        yield Changed(".".join(path), "how it is said", _said(first.key), _said(second.key))
    yield from _thing(old, new, form, ".".join(path), ())


def _one_sided(old: Node | None, new: Node | None, form: Form | None, path: tuple[str, ...]) -> Iterator[Changed]:
    """Something that only one of the two has: thing by thing, if it is a whole section."""
    node = old if old is not None else new
    if isinstance(form, (Named, Groups)) and isinstance(node, Mapping):
        for entry in node:
            inner = below(form, entry.key.text)
            here = (*path, name_in(form, entry.key.text))
            first, second = (entry.value, None) if old is not None else (None, entry.value)
            yield from _one_sided(first, second, inner, here)
    else:
        yield Changed(".".join(path), "", None if old is None else _said(old), None if new is None else _said(new))


def _thing(old: Node, new: Node, form: Form | None, thing: str, part: tuple[str, ...]) -> Iterator[Changed]:
    """The parts of one thing that differ; notes for people are no rules."""
    old, new = _opened(old, new, form), _opened(new, old, form)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in dict.fromkeys((*old.keys(), *new.keys())):
            first, second = old.get(name), new.get(name)
            if name in NOTES and isinstance(form, Keys):
                continue
            inner = below(form, name) if form is not None else None
            if first is not None and second is not None:
                yield from _thing(first, second, inner, thing, (*part, name))
            else:
                said = (None if first is None else _said(first), None if second is None else _said(second))
                yield Changed(thing, ".".join((*part, name)), *said)
    elif _plain(old) != _plain(new):
        yield Changed(thing, ".".join(part), _said(old), _said(new))


def _opened(node: Node, other: Node, form: Form | None) -> Node:
    """A single value as the key that it stands for, where the other side has keys."""
    single = isinstance(other, Mapping) and not isinstance(node, Mapping)
    if single and isinstance(form, Keys) and form.short is not None:
        return Mapping(node.span, (Entry(Scalar(node.span.point, form.short), node),))
    return node


def _plain(node: Node) -> object:
    """What a node holds, however it is laid out."""
    if isinstance(node, Scalar):
        return tuple(line.split() for line in node.text.strip().split("\n"))
    if isinstance(node, Sequence):
        return [_plain(item) for item in node]
    return {entry.key.text: _plain(entry.value) for entry in node}


def _said(node: Node) -> Said:
    first, *more = written("", node)
    first = first.removeprefix(":").strip()
    lines = ([first] if first else []) + [line.removeprefix("  ") for line in more]
    return Said(tuple(lines), node.span)
