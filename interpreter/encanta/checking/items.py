"""The declarations of a rulebook one by one, and what each of them depends on, so that unchanged ones are read once.

What a declaration means follows from its own texts, from the names of the rulebook, and from the declarations whose
names stand in its texts. So each gets a number that stands for all of that; under the same number it is not read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count

from encanta.checking.declare import BODIES, first_word, group_nodes
from encanta.checking.environment import EVERY
from encanta.checking.reading import words_of
from encanta.checking.tree import NOTES, entries, scalars, text_under
from encanta.language.words import third_person
from encanta.text.nodes import Entry, Node, Scalar
from encanta.text.nodes import Mapping as Tree

Key = tuple[str, ...]
_LABELED = (
    ("windows", "window"),
    ("tricks", "trick"),
    ("milestones", "milestone"),
    ("melds", "meld"),
    ("at once", "at_once"),
)
_MAX_KEPT = 50_000
_MAX_NUMBERS = 200_000
Gathered = tuple[int, frozenset[str]]
_gathered: dict[Node, Gathered] = {}
_heads: dict[Node, Gathered] = {}
_numbered: dict[tuple[Scalar, ...], int] = {}
_interned: dict[object, int] = {}
_needs: dict[tuple[int, frozenset[str]], list[Key]] = {}
_counter = count()


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One declaration: its section, whose it is, its name, and where it stands."""

    key: Key
    entry: Entry


def collect(tree: Tree, cards: Tree | None) -> dict[Key, Item]:
    """All declarations in the order of the rulebook."""
    found: dict[Key, Item] = {}

    def add(entry: Entry, *key: str) -> None:
        found.setdefault(key, Item(key, entry))

    for section, kind in (("state", "variable"), ("values", "value"), ("events", "event"), ("abilities", "ability")):
        for owner, entry in group_nodes(tree, section):
            add(entry, kind, owner, first_word(entry.key.text))
    for section, _ in BODIES:
        for entry in entries(tree.get(section)):
            add(entry, "body", first_word(entry.key.text))
    for section, kind in (("places", "place"), *_LABELED):
        for entry in entries(tree.get(section)):
            add(entry, kind, entry.key.text)
    for entry in entries(tree.get("payments")):
        add(entry, "payment", first_word(entry.key.text))
    for section in ("setup", "scoring", "end", "limits", "checks"):
        for entry in entries(tree.get(section)):
            add(entry, section, entry.key.text)
    for component in entries(cards):
        for entry in entries(component.value):
            add(entry, "row", component.key.text, entry.key.text)
    return found


def numbers(
    items: Mapping[Key, Item],
    you: Mapping[str, bool],
    banned: frozenset[str] = frozenset(),
    shields: bool = False,
    whole: bool = True,
) -> dict[Key, int]:
    """For each declaration a number that stands for everything it depends on; what is needed comes first.

    `you` says which bodies run for a player, `banned` which words something forbids, `shields` whether anybody may be
    protected. Unless the `whole` of it must be the same, what the steps of a body do
    does not matter to those who run it: what is said of them is the same.
    """
    named = _by_name(items)
    for key, item in items.items():
        one = text_under(item.entry.value, "one") if key[0] == "variable" else None
        if one is not None:
            named.setdefault(one.text, []).append(key)
    names = _intern(tuple((word, *keys) for word, keys in named.items()))
    own: dict[Key, int] = {}
    needs: dict[Key, list[Key]] = {}
    bodies: dict[Key, tuple[int, list[Key]]] = {}
    for key, item in items.items():
        number, words = gather(item.entry.value)
        runs_for = you.get(key[-1]) if key[0] == "body" else None
        bans = (key[-1] in banned, shields, EVERY in banned)
        own[key] = _intern((key, item.entry.key, number, runs_for, whole, bans))
        needs[key] = _needed(named, names, words)
        if key[0] == "body" and not whole:
            bodies[key] = own[key], needs[key]
            number, words = _head(item.entry.value)
            own[key] = _intern((key, item.entry.key, number, runs_for, bans))
            needs[key] = _needed(named, names, words)
    result: dict[Key, int] = {}
    for group in _groups(needs):
        inside = set(group)
        outside = frozenset([result[n] for key in group for n in needs[key] if n not in inside])
        all_of_it = frozenset([own[key] for key in group])
        for key in group:
            result[key] = _intern((own[key], all_of_it, outside))
    full = {key: _intern((number, frozenset([result[n] for n in needed]))) for key, (number, needed) in bodies.items()}
    return result | full


def _needed(named: Mapping[str, list[Key]], names: int, words: frozenset[str]) -> list[Key]:
    """The declarations that some words name; `names` stands for all that are named."""
    found = _needs.get((names, words))
    if found is None:
        if len(_needs) >= _MAX_KEPT:
            _needs.clear()
        found = _needs[names, words] = [other for word in words if word in named for other in named[word]]
    return found


def _by_name(items: Iterable[Key]) -> dict[str, list[Key]]:
    found: dict[str, list[Key]] = {}
    for key in items:
        if key[0] in ("variable", "value", "event", "body", "scoring", "window", "trick", "payment"):
            found.setdefault(key[-1], []).append(key)
        if key[0] == "body":
            found.setdefault(third_person(key[-1]), []).append(key)
    return found


def gather(node: Node) -> Gathered:
    """A number that stands for the texts below a node, and the words in them."""
    found = _gathered.get(node)
    if found is None:
        found = _keep(_gathered, node, tuple(scalars(node)))
    return found


def _head(node: Node) -> Gathered:
    """As `gather`, for what a body says before its steps; of these only the names."""
    found = _heads.get(node)
    if found is None:
        texts: list[Scalar] = []
        for entry in entries(node):
            steps = entry.value if entry.key.text == "steps" else None
            texts += [entry.key, *(step.key for step in entries(steps))]
            if entry.key.text not in ("do", "steps") and entry.key.text not in NOTES:
                texts += scalars(entry.value)
        found = _keep(_heads, node, tuple(texts))
    return found


def _keep(kept: dict[Node, Gathered], node: Node, texts: tuple[Scalar, ...]) -> Gathered:
    if len(kept) >= _MAX_KEPT:
        kept.clear()
        _numbered.clear()
    number = _numbered.setdefault(texts, next(_counter))
    kept[node] = number, frozenset().union(*(words_of(text) for text in texts))
    return kept[node]


def _intern(what: object) -> int:
    """A number for something, the same as before if it was asked for before, and never that of anything else."""
    found = _interned.get(what)
    if found is None:
        if len(_interned) >= _MAX_NUMBERS:
            _interned.clear()
        found = _interned[what] = next(_counter)
    return found


def _groups(needs: Mapping[Key, list[Key]]) -> list[list[Key]]:
    """Declarations that need each other in a circle, grouped; what a group needs comes before it (Tarjan's way)."""
    order: dict[Key, int] = {}
    low: dict[Key, int] = {}
    stack: list[Key] = []
    on_stack: set[Key] = set()
    found: list[list[Key]] = []
    for root in needs:
        if root in order:
            continue
        work = [(root, iter(needs[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            key, rest = work[-1]
            for other in rest:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(needs[other])))
                    break
                if other in on_stack:
                    low[key] = min(low[key], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[key])
                if low[key] == order[key]:
                    cut = stack.index(key)
                    found.append(stack[cut:])
                    on_stack.difference_update(stack[cut:])
                    del stack[cut:]
    return found
