"""Melds as rulebooks declare them: how many, alike or different in what, in a row by what."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import meaning_codes as codes
from encanta.checking.branches import counts_of
from encanta.checking.environment import ComponentSign, Environment
from encanta.checking.model import Meld, MeldKind, Property
from encanta.checking.reading import Work
from encanta.checking.tree import entries, text_under, words
from encanta.text.diagnostic import error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Scalar

_KEYS = ("same", "different", "consecutive")


def declare_melds(env: Environment, work: Work, tree: Mapping) -> None:
    """Reads all melds; those that are one of others come last."""
    all_entries = list(entries(tree.get("melds")))
    for entry in all_entries:
        if not words(entry.value, "one of"):
            _plain(env, work, entry)
    for entry in all_entries:
        if words(entry.value, "one of"):
            _either(env, work, entry)


def _plain(env: Environment, work: Work, entry: Entry) -> None:
    size = text_under(entry.value, "cards")
    counts = counts_of(size.text) if size is not None else None
    named = [name for key in _KEYS for name in words(entry.value, key)]
    component = _component(env, work, entry, named)
    if counts is None or component is None:
        env.broken.add(entry.key.text)
        return
    same, different, consecutive = ([component.properties[n.text] for n in words(entry.value, k)] for k in _KEYS)
    wrong = [n for n in named if component.properties[n.text].type.kind not in ("integer", "enum", "flag")]
    for name in wrong:
        message = f"`{name.text}` is neither a number nor a member of an enumeration, so nothing can be alike in it"
        work.found.append(error(codes.WRONG_TYPE, message, name.span))
    row: Property | None = consecutive[0] if consecutive else None
    kind = MeldKind(counts.least, counts.most, tuple(same), tuple(different), row)
    own = entry.key.text
    env.melds[own] = Meld(own, component.name, (kind,), entry.key.span)


def _component(env: Environment, work: Work, entry: Entry, named: list[Scalar]) -> ComponentSign | None:
    """The kind of component that has all properties that are named."""
    for sign in env.components.values():
        if all(name.text in sign.properties for name in named):
            return sign
    known = [p for sign in env.components.values() for p in sign.properties]
    for name in named:
        if name.text not in known:
            near = nearest(name.text, known)
            help = f"did you mean `{near}`?" if near else "properties stand under `components`"
            work.found.append(
                error(codes.UNKNOWN_NAME, f"no component has a property `{name.text}`", name.span, help=help)
            )
            return None
    message = f"no kind of component has all properties that `{entry.key.text}` names"
    work.found.append(error(codes.UNKNOWN_NAME, message, entry.key.span))
    return None


def _either(env: Environment, work: Work, entry: Entry) -> None:
    parts = list(_named(env, work, entry))
    kinds = {part.component for part in parts}
    if len(kinds) > 1:
        message = f"the melds of `{entry.key.text}` are made of different kinds of components"
        work.found.append(error(codes.WRONG_TYPE, message, entry.key.span))
    elif parts:
        all_kinds = tuple(kind for part in parts for kind in part.kinds)
        env.melds[entry.key.text] = Meld(entry.key.text, kinds.pop(), all_kinds, entry.key.span)
    if entry.key.text not in env.melds:
        env.broken.add(entry.key.text)


def _named(env: Environment, work: Work, entry: Entry) -> Iterator[Meld]:
    for name in words(entry.value, "one of"):
        found = env.melds.get(name.text)
        if found is not None:
            yield found
        elif name.text not in env.broken:
            near = nearest(name.text, env.melds)
            help = f"did you mean `{near}`?" if near else None
            work.found.append(error(codes.UNKNOWN_NAME, f"there is no meld `{name.text}`", name.span, help=help))
