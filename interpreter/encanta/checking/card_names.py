"""Rows as they are played with: called by a word of the language, with what they share with others."""

from __future__ import annotations

from encanta.checking import structure_codes as codes
from encanta.checking.card_sections import shared_fields
from encanta.checking.registry import PLACE_FORMS
from encanta.checking.row_names import row_name
from encanta.checking.tree import entries, text_under, under
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar


def finished(tree: Mapping, found: list[Diagnostic]) -> Mapping:
    """`tree` (resolved, with `cards`) with its rows under their names, and what they share put into them.

    The same object if nothing changes; two rows of a component with one name are reported.
    """
    tree = _with_likenesses(tree, found)
    cards = tree.get("cards")
    if not isinstance(cards, Mapping):
        return tree
    kinds = [_finished_rows(tree, rows, found) for rows in cards]
    if all(new is old for new, old in zip(kinds, cards, strict=True)):
        return tree
    return _with_section(tree, cards, Mapping(cards.span, tuple(kinds)))


def _with_section(tree: Mapping, old: Mapping, new: Mapping) -> Mapping:
    return Mapping(tree.span, tuple(Entry(e.key, new) if e.value is old else e for e in tree))


def _with_likenesses(tree: Mapping, found: list[Diagnostic]) -> Mapping:
    """The tree with every place that is `like` another one declared in full."""
    places = tree.get("places")
    if not isinstance(places, Mapping) or all(text_under(place.value, "like") is None for place in places):
        return tree
    full = tuple(Entry(place.key, _like(places, place, (), found)) for place in places)
    return _with_section(tree, places, Mapping(places.span, full))


def _like(places: Mapping, place: Entry, seen: tuple[str, ...], found: list[Diagnostic]) -> Node:
    like = text_under(place.value, "like")
    if like is None or not isinstance(place.value, Mapping):
        return place.value
    other = places.entry(like.text)
    seen = (*seen, place.key.text)
    if other is None or other.key.text in seen:
        if not seen[1:]:
            found.append(_no_likeness(like, other is not None, places))
        return place.value
    base = _like(places, other, seen, found)
    own = [entry for entry in place.value if entry.key.text != "like"]
    said = {entry.key.text for entry in own}
    form = PLACE_FORMS if said & set(PLACE_FORMS) else ()
    given = [e for e in entries(base) if e.key.text not in said and e.key.text not in (*_ITS_OWN, *form)]
    return Mapping(place.value.span, (*own, *given))


_ITS_OWN = ("home", "about", "source", "ruling", "assumed", "like")
"""What a place does not have from the one that it is like."""


def _no_likeness(like: Scalar, circle: bool, places: Mapping) -> Diagnostic:
    near = None if circle else nearest(like.text, places.keys())
    message = "this place is like itself" if circle else f"there is no place `{like.text}`"
    help = "say what it is: `pile of`, `set of`, ..." if circle else f"did you mean `{near}`?" if near else None
    return error(codes.UNKNOWN_WORD, message, like.span, help=help)


def _finished_rows(tree: Mapping, rows: Entry, found: list[Diagnostic]) -> Entry:
    component = under(tree.get("components"), rows.key.text)
    named: dict[str, Entry] = {}
    result: list[Entry] = []
    changed = False
    for row in entries(rows.value):
        name = row_name(row.key.text)
        if name in named:
            found.append(_twice(row.key, named[name].key, name))
            changed = True
            continue
        value = shared_fields(component, row.value) if isinstance(row.value, Mapping) else row.value
        key = row.key if name == row.key.text else Scalar(row.key.span, name)
        new = row if key is row.key and value is row.value else Entry(key, value)
        named[name] = row
        result.append(new)
        changed = changed or new is not row
    return Entry(rows.key, Mapping(rows.value.span, tuple(result))) if changed else rows


def _twice(key: Scalar, first: Scalar, name: str) -> Diagnostic:
    message = f"`{key.text}` and `{first.text}` are both called `{name}`"
    if key.text == first.text:
        message = f"there are two rows `{key.text}`"
    return error(
        codes.NAME_TWICE,
        message,
        key.span,
        labels=(Label(first.span, "the other row"),),
        help="give one of the two another name",
    )
