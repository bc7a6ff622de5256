"""Card files whose rows are nested: what the keys above a row say of it is put into the row."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.checking import structure_codes as codes
from encanta.checking.tree import entries, several, text_under, under
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nodes import Entry, Mapping, Node, Scalar


@dataclass(frozen=True, slots=True, eq=False)
class _Section:
    """One part of a card file: the properties that its nested keys give, and what all its rows share."""

    keys: tuple[Scalar, ...]
    everywhere: tuple[Entry, ...]


def flattened(rulebook: Mapping, cards: Mapping, found: list[Diagnostic]) -> Mapping:
    """The rows of each component side by side, whatever sections they stand in; the same object if none has any."""
    result: list[Entry] = []
    for rows in cards:
        declared = under(under(under(rulebook, "components"), rows.key.text), "sections")
        sections = {entry.key.text: _section(entry.value) for entry in entries(declared)}
        if not sections or not isinstance(rows.value, Mapping):
            result.append(rows)
            continue
        flat: list[Entry] = []
        for entry in rows.value:
            section = sections.get(entry.key.text)
            if section is None:
                flat.append(entry)
            else:
                _below(section, entry, section.keys, (), flat, found)
        result.append(Entry(rows.key, Mapping(rows.value.span, tuple(flat))))
    changed = any(new is not old for new, old in zip(result, cards, strict=True))
    return Mapping(cards.span, tuple(result)) if changed else cards


def flat_patches(rulebook: Mapping, node: Mapping, found: list[Diagnostic]) -> Mapping:
    """A variant or a reading (`node`) whose patches change or add rows, with these rows side by side."""
    result: list[Entry] = []
    for entry in node:
        cards = under(entry.value, "cards") if entry.key.text in ("set", "replace", "add") else None
        flat = flattened(rulebook, cards, found) if isinstance(cards, Mapping) else cards
        result.append(entry if flat is cards else Entry(entry.key, _with(entry.value, cards, flat)))
    changed = any(new is not old for new, old in zip(result, node, strict=True))
    return Mapping(node.span, tuple(result)) if changed else node


def flat_readings(rulebook: Mapping, found: list[Diagnostic]) -> Mapping:
    """The rulebook with the patches of all readings of its options so."""
    options = rulebook.get("options")
    for option in entries(options):
        for reading in entries(under(option.value, "readings")):
            if isinstance(reading.value, Mapping):
                flat = flat_patches(rulebook, reading.value, found)
                rulebook = rulebook if flat is reading.value else _replaced(rulebook, reading.value, flat)
    return rulebook


def _replaced(tree: Mapping, old: Node, new: Node) -> Mapping:
    """The tree with one node that lies anywhere in it in place of another."""
    result = []
    for entry in tree:
        value = new if entry.value is old else entry.value
        if isinstance(value, Mapping) and value is entry.value:
            value = _replaced(value, old, new)
        result.append(entry if value is entry.value else Entry(entry.key, value))
    changed = any(new is not old for new, old in zip(result, tree, strict=True))
    return Mapping(tree.span, tuple(result)) if changed else tree


def _with(node: Node, old: Node | None, new: Node | None) -> Node:
    """A mapping with one value in place of another."""
    assert isinstance(node, Mapping)
    assert new is not None
    return Mapping(node.span, tuple(Entry(e.key, new) if e.value is old else e for e in node))


def _section(node: Node) -> _Section:
    keys = tuple(several(under(node, "keys", "keys")))
    return _Section(keys, tuple(entries(under(node, "all"))))


def _below(
    section: _Section,
    entry: Entry,
    keys: tuple[Scalar, ...],
    said: tuple[Entry, ...],
    flat: list[Entry],
    found: list[Diagnostic],
) -> None:
    """The rows below a key; `keys` are the properties that the next levels give, `said` what those above gave."""
    if not isinstance(entry.value, Mapping):
        what = f"rows by `{keys[0].text}`" if keys else "rows"
        message = f"`{entry.key.text}` holds {what}, each with its name"
        found.append(error(codes.WRONG_KIND, message, entry.value.span))
        return
    for inner in entry.value:
        if not keys:
            flat.append(Entry(inner.key, _filled(inner.value, (*said, *section.everywhere))))
            continue
        # Where the member is written is where a mistake in it is shown.
        property_ = Entry(Scalar(inner.key.span, keys[0].text), inner.key)
        _below(section, inner, keys[1:], (*said, property_), flat, found)


def _filled(row: Node, more: tuple[Entry, ...]) -> Node:
    """A row with what it does not say itself."""
    if not isinstance(row, Mapping):
        return row
    added: dict[str, Entry] = {}
    for entry in more:
        if entry.key.text not in row:
            added.setdefault(entry.key.text, entry)
    return Mapping(row.span, (*added.values(), *row.entries)) if added else row


def shared_fields(component: Node | None, row: Mapping) -> Mapping:
    """A row with the fields that all rows with a member of a property share; a row's own keys win."""
    for property_ in entries(under(component, "shared")):
        member = text_under(row, property_.key.text)
        fields = under(property_.value, member.text) if member is not None else None
        filled = _filled(row, tuple(entries(fields)))
        row = filled if isinstance(filled, Mapping) else row
    return row
