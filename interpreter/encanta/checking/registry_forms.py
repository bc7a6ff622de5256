"""The forms that a value in a rulebook can have; the registry is written in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking.row_names import row_name

LANGUAGE_KINDS = frozenset(
    {
        "block",
        "formula",
        "pick",
        "trigger",
        "hook",
        "change",
        "ban",
        "limit",
        "type",
        "order",
        "asked",
        "played",
        "moment",
    }
)
"""Leaves that are read by the grammar, each by the start rule of its name."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value. `kind`: one of the language's, or static (a formula known before play), text, flag, integer,
    range, name, word (one of `words`), count (players or a range of them), value (whatever a component may print).
    """

    kind: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Many:
    """One value, or a list of several."""

    item: Leaf


@dataclass(frozen=True, slots=True)
class Key:
    """A key that the language knows, with what stands under it."""

    name: str
    form: Form
    about: str
    example: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Keys:
    """A mapping with keys that the language knows. `what` is its name with an article.

    `short` is the key that a single value stands for. Keys that are not known have the form `rest`, if there is one.
    `one_of` names groups of keys of which exactly one (`exactly`) or at least one must be there.
    """

    what: str
    keys: tuple[Key, ...]
    short: str | None = None
    rest: Form | None = None
    one_of: tuple[tuple[str, ...], ...] = ()

    def key(self, name: str) -> Key | None:
        """The key of a name, or None."""
        return next((key for key in self.keys if key.name == name), None)


@dataclass(frozen=True, slots=True)
class Named:
    """A mapping whose keys are the author's. `what` is what one entry is, with an article.

    `key`: name (it can stand in a formula), label (one word, said only after another word), header (how a procedure
    is said), signature (of a value or an event), free (any words), row (as it is printed), setting (the name of an
    option). `inserts`: order
    matters, so an added entry may say `after` which ones it comes.
    """

    what: str
    form: Form
    key: str = "name"
    inserts: bool = False


@dataclass(frozen=True, slots=True)
class Groups:
    """A mapping by owner: game, side, player and (with `components`) the names of components."""

    what: str
    owners: tuple[str, ...]
    components: bool
    form: Form


@dataclass(frozen=True, slots=True)
class Patch:
    """Changes of the rulebook in its own words. `operation`: set, replace, add, remove."""

    operation: str


Form = Leaf | Many | Keys | Named | Groups | Patch


def all_keys(form: Form, seen: set[int] | None = None) -> Iterator[Keys]:
    """Every mapping with known keys at or below a form, each once."""
    seen = set() if seen is None else seen
    if id(form) in seen:
        return
    seen.add(id(form))
    if isinstance(form, Keys):
        yield form
        for key in form.keys:
            yield from all_keys(key.form, seen)
        if form.rest is not None:
            yield from all_keys(form.rest, seen)
    elif isinstance(form, (Named, Groups)):
        yield from all_keys(form.form, seen)


def below(form: Form, name: str) -> Form | None:
    """The form of what stands under a key, or None if no such key may stand there."""
    if isinstance(form, Keys):
        known = form.key(name)
        return known.form if known is not None else form.rest
    if isinstance(form, (Named, Groups)):
        return form.form
    return None


def may_be_table(form: Form) -> bool:
    """Whether numbers as keys make a table over players here, and are not names that the author gives."""
    return not isinstance(form, (Named, Groups)) and not (isinstance(form, Keys) and form.what == "the sides")


def first_word(key: str) -> str:
    """The name in a header or a signature: `take_cards n` gives `take_cards`, `room(place p)` gives `room`."""
    return key.replace("(", " ", 1).split()[0] if key.strip() else key


def name_in(form: Form, key: str) -> str:
    """What a key is called: headers and signatures by their first word, rows by a word; all else as written."""
    if isinstance(form, Named) and form.key == "row":
        return row_name(key)
    return first_word(key) if isinstance(form, Named) and form.key in ("header", "signature") else key
