"""Mistakes with keys: misspelt, in the wrong place, missing, there twice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from encanta.checking.branches import is_table
from encanta.checking.registry import RULEBOOK
from encanta.checking.registry_forms import Key, Keys, Named, all_keys
from encanta.mistakes.mistake import Edit, Mistake, insertion, instead, one_line, removal
from encanta.mistakes.places import Place
from encanta.mistakes.spelling import misspelt
from encanta.text.nodes import Mapping


def misspelt_keys(places: list[Place], rng: Random) -> Iterator[Mistake]:
    """A key that the language knows, with a slip."""
    for place in places:
        entry, form = place.entry, place.holds
        known = form.key(entry.key.text) if entry is not None and isinstance(form, Keys) else None
        if entry is None or not isinstance(form, Keys) or known is None:
            continue
        if place.holder is None or (form.rest is not None and len(place.holder) < 2):
            continue
        slip = misspelt(known.name, rng, {key.name for key in form.keys})
        if slip is not None:
            about = f"`{known.name}` of {place.name} as `{slip}`"
            yield instead("misspelt key", entry.key.span, slip, (known.name,), about)


def misplaced_keys(places: list[Place], rng: Random) -> Iterator[Mistake]:
    """A key with its value in another mapping, where nobody reads it."""
    given = [p for p in places if isinstance(p.holds, Keys) and p.entry is not None and one_line(p.node) is not None]
    targets = [p for p in places if _is_target(p)]
    roots = {id(p.holder): p.holder for p in places if p.holds is RULEBOOK and p.holder is not None}
    for place in targets:
        node, form = place.node, place.form
        assert isinstance(node, Mapping)
        assert isinstance(form, Keys)
        yield from _misplaced(node, form, place.name, given, rng)
    for root in roots.values():
        yield from _misplaced(root, RULEBOOK, "the rulebook", given, rng)


def _is_target(place: Place) -> bool:
    """Whether it is a mapping that knows its keys."""
    node, form = place.node, place.form
    return isinstance(node, Mapping) and isinstance(form, Keys) and form.rest is None and not is_table(node)


def _misplaced(node: Mapping, form: Keys, name: str, given: list[Place], rng: Random) -> Iterator[Mistake]:
    for _ in range(3):
        source = rng.choice(given)
        entry, holds = source.entry, source.holds
        if (
            entry is None
            or not isinstance(holds, Keys)
            or form.key(entry.key.text) is not None
            or entry.key.text in node
        ):
            continue
        if holds.key(entry.key.text) is None:
            continue
        put = insertion(node, f"{entry.key.text}: {_quoted(one_line(source.node) or '')}")
        if put is not None:
            wanted = tuple(keys.what for keys in all_keys(RULEBOOK) if keys.key(entry.key.text) is not None)
            about = f"`{entry.key.text}` of {source.name} in {name}"
            yield Mistake(
                "misplaced key", node.span.source, (put[0],), (put[1],), (*wanted, holds.what), about, "named"
            )


def _quoted(text: str) -> str:
    """A value so that it can stand in braces too."""
    if text[:1] in "'\"[{" or not any(mark in text for mark in ",{}[]:#"):
        return text
    return "'" + text.replace("'", "''") + "'"


def missing_parts(places: list[Place], rng: Random) -> Iterator[Mistake]:
    """A key that must be there, or the only one of several of which one must be there, taken out."""
    for place in places:
        entry, form, holder = place.entry, place.holds, place.holder
        if entry is None or holder is None or not isinstance(form, Keys) or place.partial:
            continue
        known = form.key(entry.key.text)
        if known is None or not (known.required or _is_the_only_one(known, form, holder)):
            continue
        edit = removal(holder, holder.entries.index(entry))
        if edit is not None:
            at = _key_above(place, holder)
            about = f"no `{known.name}` in {'.'.join(place.path[:-1]) or 'the rulebook'}"
            yield Mistake("missing part", holder.span.source, (edit,), at, _groups_of(known, form), about, "named")


def _is_the_only_one(known: Key, form: Keys, holder: Mapping) -> bool:
    return any(known.name in group and sum(name in holder for name in group) == 1 for group in form.one_of)


def _groups_of(known: Key, form: Keys) -> tuple[str, ...]:
    return tuple({known.name, *(name for group in form.one_of if known.name in group for name in group)})


def _key_above(place: Place, holder: Mapping) -> tuple[int, ...]:
    """Where the mapping begins, and where its key stands."""
    text, start = holder.span.source.text, holder.span.start
    before = text.rfind(":", 0, start)
    return (start, before) if len(place.path) > 1 and before >= 0 else (start,)


def duplicates(places: list[Place], rng: Random) -> Iterator[Mistake]:
    """An entry twice, or a name that another declared thing has."""
    for place in places:
        entry, holder = place.entry, place.holder
        written = one_line(place.node)
        if entry is None or holder is None or written is None or not isinstance(place.holds, (Keys, Named)):
            continue
        put = insertion(holder, f"{entry.key.span.text}: {_quoted(written)}")
        if put is not None:
            at = (put[1], entry.key.span.start + 1)
            about = f"`{entry.key.text}` of {place.name} twice"
            source, edit = holder.span.source, put[0]
            yield Mistake("duplicate", source, (edit,), at, (), about, "pointed", entry.key.span.start + 1)
    yield from _names_twice(places, rng)


def _names_twice(places: list[Place], rng: Random) -> Iterator[Mistake]:
    """Two things of one scope with one name."""
    things = [
        p for p in places
        if p.entry is not None and isinstance(p.holds, Named) and not p.partial
        and p.path[0] in ("places", "state", "values", "phases", "actions", "procedures", "options")
        and p.holds.what not in ("a choice", "a requirement", "a step", "a reading", "a variable of one run")
    ]  # fmt: skip
    for place in things:
        other = rng.choice(things)
        if place.entry is None or other.entry is None or not _clash(place, other):
            continue
        name, new = place.entry.key.text.split("(")[0].split()[0], other.entry.key.text.split("(")[0].split()[0]
        if name == new or place.holder is other.holder or place.path[0] == "options":
            continue
        span = place.entry.key.span_of(0, len(name))
        edit = Edit(span.start, span.end, new)
        there = other.entry.key.span.start
        about = f"`{place.name}` called `{new}`, as `{other.name}` is"
        yield Mistake("duplicate", span.source, (edit,), (span.start, there), (), about, "pointed", there)


_SCOPES = ({"places", "state", "values", "options"}, {"phases", "actions", "procedures"})
_EVERYWHERE = frozenset({"game", "side", "player"})


def _clash(one: Place, other: Place) -> bool:
    """Whether no two things of these kinds may have one name. What belongs to a component has names of its own."""
    if any(place.path[0] in ("state", "values") and place.path[1] not in _EVERYWHERE for place in (one, other)):
        return False
    return any(one.path[0] in scope and other.path[0] in scope for scope in _SCOPES)
