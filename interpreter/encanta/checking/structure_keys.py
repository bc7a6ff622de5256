"""What is wrong with a key: unknown, missing, or no name at all."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

from encanta.checking import structure_codes as codes
from encanta.checking.registry import holders
from encanta.checking.registry_forms import Form, Groups, Key, Keys, Named, Patch, first_word
from encanta.language.grammar import reserved_words
from encanta.text.diagnostic import Diagnostic, Fix, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar

_NAME = re.compile(r"[^\W\d]\w*")
_NOT_IN_NAMES = re.compile(r"\W+")

# What people who know other notations write, with what it is called here.
_CALLED_HERE = {
    "variables": "state", "zones": "places", "piles": "places", "rules": "phases", "turns": "phases",
    "rounds": "phases", "flow": "phases", "triggers": "abilities", "effects": "abilities",
    "functions": "values", "winning": "end", "effect": "do", "condition": "if", "conditions": "require",
    "trigger": "when", "description": "about", "name": "title", "replaces": "instead", "needs": "require",
    "visible to": "seen by", "owner": "each", "initial": "start", "max": "at most",
}  # fmt: skip


def unknown_key(entry: Entry, form: Keys, parent: Scalar | None) -> Diagnostic:
    """The diagnostic for a key that nobody reads, with the nearest that is read here, or where it belongs."""
    key = entry.key
    is_root = form.what == "a rulebook"
    message = f"`{key.text}` is no section of a rulebook" if is_root else f"`{key.text}` is no key of {form.what}"
    near = meant_key(entry, form)
    called = _CALLED_HERE.get(key.text.casefold())
    elsewhere = _elsewhere(key.text, form)
    fix = None
    if is_root and key.text == "cards":
        help = "rows stand in a file of their own, `cards.yaml`"
    elif near is not None:
        help, fix = f"did you mean `{near.name}`?", Fix(key.span, near.name)
    elif elsewhere:
        help = f"`{key.text}` stands in {_either(elsewhere)}"
    elif called is not None and form.key(called) is not None:
        help = f"it is called `{called}` here"
    else:
        help = f"{form.what} has {_listed([known.name for known in form.keys])}"
    labels = (Label(parent.span, f"{form.what} here"),) if parent is not None and not is_root else ()
    return error(codes.UNKNOWN_KEY, message, key.span, labels=labels, help=help, fix=fix)


def meant_key(entry: Entry, form: Keys) -> Key | None:
    """The key that was misspelt, unless the key stands elsewhere and its value would not fit here."""
    # A key that stands elsewhere is more likely to be in the wrong place than to be misspelt in two letters.
    limit = 1 if _elsewhere(entry.key.text, form) else None
    name = nearest(entry.key.text, [known.name for known in form.keys], limit)
    near = form.key(name) if name is not None else None
    if near is None or (_elsewhere(entry.key.text, form) and not _fits(entry.value, near.form)):
        return None
    return near


def _elsewhere(name: str, form: Keys) -> list[str]:
    return [what for what in holders().get(name, ()) if what != form.what]


def _fits(node: Node, form: Form) -> bool:
    """Whether a value has about the right form: keys where keys are needed, a text where a text is."""
    if isinstance(form, Keys) and form.short is not None:
        return True
    return isinstance(node, Mapping) == isinstance(form, (Keys, Named, Groups, Patch))


def owner_unknown(key: Scalar, form: Groups, allowed: tuple[str, ...]) -> Diagnostic:
    """The diagnostic for an owner that is none."""
    near = nearest(key.text, allowed)
    help = f"did you mean `{near}`?" if near else f"{form.what} stand under {_listed(list(allowed))}"
    return error(
        codes.UNKNOWN_KEY,
        f"`{key.text}` is nobody whose {form.what} could be declared",
        key.span,
        help=help,
        fix=Fix(key.span, near) if near else None,
    )


def missing_keys(node: Mapping, form: Keys, key: Scalar | None, meant: Set[str] = frozenset()) -> list[Diagnostic]:
    """Keys that must be there and are not; those that are `meant` are there under a wrong name."""
    place = key.span if key is not None else node.span.point
    named = f"`{key.text}`" if key is not None else form.what
    found = [
        error(codes.MISSING_KEY, f"{named} has no `{known.name}`", place, help=f"for example `{known.example}`")
        for known in form.keys
        if known.required and known.name not in node and known.name not in meant
    ]
    for group in form.one_of:
        there = [name for name in group if name in node]
        if not there and meant.isdisjoint(group):
            found.append(
                error(
                    codes.MISSING_KEY,
                    f"{named} has no {' or '.join(f'`{name}`' for name in group)}",
                    place,
                    help=_example(form, group[0]),
                )
            )
        elif len(there) > 1 and not _may_join(group):
            found.append(_both(node, form, there))
    return found


def _may_join(group: tuple[str, ...]) -> bool:
    """An ability may do something and change a value, a milestone has two rewards; other groups are a choice of one."""
    return "value" in group or "later" in group


def _both(node: Mapping, form: Keys, there: list[str]) -> Diagnostic:
    first, second = node.entry(there[0]), node.entry(there[1])
    assert first is not None
    assert second is not None
    return error(
        codes.UNKNOWN_KEY,
        f"{form.what} has either `{there[0]}` or `{there[1]}`",
        second.key.span,
        labels=(Label(first.key.span, f"`{there[0]}` is here"),),
        help="remove one of the two",
    )


def _example(form: Keys, name: str) -> str | None:
    known = form.key(name)
    return f"for example `{known.example}`" if known is not None else None


def wrong_name(key: Scalar, form: Named) -> list[Diagnostic]:
    """What is wrong with a name that the author gives."""
    if form.key in ("free", "row", "setting"):
        return []
    name = first_word(key.text) if form.key in ("header", "signature") else key.text
    if not _NAME.fullmatch(name):
        return [_no_name(key, form, name)]
    if form.key == "label" or form.what == "a reading":
        return []
    return [reserved] if (reserved := reserved_name(key, name)) is not None else []


def _no_name(key: Scalar, form: Named, name: str) -> Diagnostic:
    joined = _NOT_IN_NAMES.sub("_", name).strip("_")
    fix = Fix(key.span, joined) if _NAME.fullmatch(joined) and name == key.text else None
    what = form.what.removeprefix("a ").removeprefix("an ")
    return error(
        codes.BAD_NAME,
        f"`{key.text}` is no name for {form.what}" if key.text else f"this {what} has no name",
        key.span,
        help="a name is one word of letters, digits and `_`, and begins with a letter",
        fix=fix,
    )


def reserved_name(key: Scalar, name: str) -> Diagnostic | None:
    """The diagnostic for a name that is a word of the language, or None."""
    if name not in _reserved():
        return None
    start = key.text.find(name)
    return error(
        codes.RESERVED_NAME,
        f"`{name}` is a word of the language, so nothing can be called so",
        key.span_of(start, start + len(name)),
        help=f"choose another word, such as `the_{name}`",
    )


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    return reserved_words()


def _either(words: list[str]) -> str:
    shown = words if len(words) <= 3 else [*words[:3], "some others"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _listed(words: list[str]) -> str:
    shown = [f"`{word}`" for word in words[:12]]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]
