"""Mistakes with values: of the wrong kind, words that may not stand there, names of what does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from encanta.checking.branches import branch_of
from encanta.checking.registry_forms import Form, Groups, Keys, Many, Named
from encanta.mistakes.mistake import Mistake, instead
from encanta.mistakes.places import Place
from encanta.mistakes.spelling import misspelt
from encanta.mistakes.texts import Words, texts
from encanta.text.nodes import Mapping, Node, Scalar
from encanta.text.spans import Span

NOBODY = "zyxwv"
"""A word that is like no other."""
_WRONG = {
    "flag": ("maybe", "3", "[yes]"),
    "integer": ("several", "[1, 2]"),
    "range": ("some", "[2, 3]"),
    "name": ("[a, b]", "{a: b}"),
    "word": ("[a]", "3"),
    "text": ("{a: b}",),
    "formula": ("{a: b}",),
    "static": ("{a: b}",),
    "block": ("[a, b]", "{a: b}"),
    "trigger": ("{a: b}", "7"),
    "limit": ("{a: b}", "[a, b]"),
    "pick": ("{a: b}", "[a, b]"),
    "type": ("{a: b}", "7 or 8"),
    "members": ("{a: b}",),
    "setting": ("{a: b}", "[a, b]"),
}
"""What is wrong for values of each kind."""
_CONDITIONS = frozenset({"if", "while", "that", "met"})
_NUMBERS = frozenset({"a line of a score sheet"})


def wrong_types(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """A list where a text must stand, a number where a condition must, and so on."""
    for place in places:
        if place.entry is None:
            continue
        node, leaf = place.node, place.leaf
        if place.entry.key.text == "copies":
            # They may be said in keys, by what is on the back.
            continue
        new = rng.choice(_WRONG.get(leaf.kind, ("",))) if leaf is not None else _for_mapping(place.form, node, rng)
        if new and (leaf is None or not isinstance(place.form, Many) or new[0] != "["):
            yield from _replaced(place, new, (place.entry.key.text, "one of [", "`a` is no key", "`yes`"))
        if isinstance(node, Scalar) and leaf is not None and leaf.kind == "formula":
            yield from _wrong_formula(place, node)


def _for_mapping(form: Form, node: Node, rng: Random) -> str:
    """What stands in the place of a mapping."""
    if not isinstance(form, (Keys, Named, Groups)) or not isinstance(node, Mapping):
        return ""
    return rng.choice(("7", "[a, b]")) if not (isinstance(form, Keys) and form.short) else ""


def _replaced(place: Place, new: str, wanted: tuple[str, ...]) -> Iterator[Mistake]:
    assert place.entry is not None
    span = place.node.span
    if "\n" in span.text or place.entry.key.span.line != span.line:
        return
    yield instead("wrong type", span, new, wanted, f"`{new}` under {place.name}", "named")


def _wrong_formula(place: Place, node: Scalar) -> Iterator[Mistake]:
    """A number where yes or no is needed, and the other way round."""
    key, holds = place.path[-1], place.holds
    what = holds.what if isinstance(holds, (Keys, Named)) else ""
    if key in _CONDITIONS or what == "a requirement":
        yield from _replaced(place, "1 + 2", ("yes or no",))
    elif what in _NUMBERS or key in ("start", "adds"):
        yield from _replaced(place, "players", ("is needed",))


def wrong_words(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """A word where only a few may stand: misspelt, and one that is none of them."""
    for place in places:
        node, leaf = place.node, place.leaf
        if not isinstance(node, Scalar) or leaf is None:
            continue
        slip = misspelt(node.text, rng, words.known | set(leaf.words))
        if leaf.kind == "word":
            known: tuple[str, ...] = (node.text,)
        elif leaf.kind == "setting" and place.path[-1] == "default" and re.fullmatch(r"[^\W\d]\w*", node.text):
            known = (node.text,) if node.text not in ("yes", "no") else ()
        elif leaf.kind == "value" and node.kind == "text" and node.text in words.names:
            known = (node.text,)
        else:
            continue
        if slip is not None and known:
            yield instead("wrong word", node.span, slip, known, f"`{node.text}` of {place.name} as `{slip}`")
        about = f"`{node.text}` of {place.name} as `{NOBODY}`"
        yield instead("wrong word", node.span, NOBODY, known or (node.text,), about, "named")
    yield from _readings(places, rng)


def _readings(places: list[Place], rng: Random) -> Iterator[Mistake]:
    """A reading of a branch."""
    for place in places:
        branch = branch_of(place.node)
        for case in branch.cases if branch is not None else ():
            slip = misspelt(case.key.text, rng, frozenset())
            if slip is not None:
                about = f"the reading `{case.key.text}` of {place.name} as `{slip}`"
                yield instead("wrong word", case.key.span, slip, (case.key.text,), about)


def unknown_references(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """The name of nothing: a place, a phase, an option, a thing that a change changes, a name in a formula."""
    for place in places:
        node = place.node
        if isinstance(node, Scalar) and place.leaf is not None and place.leaf.kind == "name":
            about = f"`{node.text}` of {place.name} as `{NOBODY}`"
            yield _unknown(node.span, about)
        branch = branch_of(node)
        if branch is not None:
            start = branch.key.text.index(branch.option)
            span = branch.key.span_of(start, start + len(branch.option))
            yield _unknown(span, f"the option of a branch of {place.name}")
        if _names_a_thing(place) and place.entry is not None:
            key = place.entry.key
            yield _unknown(key.span, f"`{key.text}` as `{NOBODY}` in the change {place.name}")
    for place, text in texts(places):
        for found in re.finditer(r"[^\W\d]\w*", text.text):
            if found.group() in words.names:
                span = text.span_of(*found.span())
                yield _unknown(span, f"`{found.group()}` in {place.name} as `{NOBODY}`")


def _unknown(span: Span, about: str) -> Mistake:
    return instead("unknown reference", span, NOBODY, (), about, "unguessed")


def _names_a_thing(place: Place) -> bool:
    """Whether a key names what a change sets or replaces."""
    operation = next((key for key in reversed(place.path) if key in ("set", "replace")), None)
    return place.partial and operation is not None and isinstance(place.holds, Named) and place.entry is not None
