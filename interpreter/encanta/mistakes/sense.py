"""Mistakes of sense: conditions that are always true or never, and numbers that do not add up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from encanta.checking.branches import is_table
from encanta.checking.registry_forms import Keys, Named
from encanta.mistakes.mistake import Mistake, insertion, instead, removal
from encanta.mistakes.places import Place
from encanta.mistakes.texts import Words, texts
from encanta.text.nodes import Mapping, Scalar

_CONDITIONS = frozenset({"if", "while", "that", "met"})


def always_true(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """A condition that cannot fail, or cannot hold."""
    for place in places:
        node = place.node
        what = place.holds.what if isinstance(place.holds, (Keys, Named)) else ""
        if not isinstance(node, Scalar) or "\n" in node.span.text or node.style != "plain":
            continue
        if what == "a requirement" or (place.path and place.path[-1] in _CONDITIONS and what):
            yield from _made(place, node, rng)
    for place, text in texts(places):
        for found in re.finditer(r"(?<![-+*/] )\bcount\([^()]*\) (>=|<=|>|<|is) \d+\b(?! *[-+*/])", text.text):
            new = re.sub(r"(>=|<=|>|<|is) \d+$", rng.choice((">= 0", "< 0", "> 999")), found.group())
            span = text.span_of(*found.span())
            yield instead("always true", span, new, (), f"`{new}` in {place.name}")
        for found in re.finditer(r"(?<!of )(?<!'s )\b([^\W\d]\w*) is ([^\W\d]\w*)\b(?! of)", text.text):
            left = found.group(1)
            if left in words.names and found.group(2) not in ("not", "a", "an", "nothing", "something"):
                span = text.span_of(*found.span())
                yield instead("always true", span, f"{left} is {left}", (), f"`{left} is {left}` in {place.name}")


def _made(place: Place, node: Scalar, rng: Random) -> Iterator[Mistake]:
    said = node.text
    new = rng.choice((f"({said}) or 1 <= 2", f"({said}) or not ({said})", f"({said}) and 3 is 2", "count(players) > 0"))
    if not any(mark in new for mark in ",{}[]"):
        yield instead("always true", node.span, new, (), f"`{new}` under {place.name}")


def wrong_sums(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """Numbers of things, of players and of cards to deal that do not fit together."""
    for place in places:
        yield from _count(place)
        yield from _table(place)
        yield from _teams(place)
        yield from _ranges(place)
    for place, text in texts(places):
        for found in re.finditer(r"\bdeal (\w+) from\b", text.text):
            span = text.span_of(*found.span(1))
            if not place.partial and place.path[0] != "options":
                yield instead("wrong sum", span, "97", (), f"`deal 97` in {place.name}")


def _count(place: Place) -> Iterator[Mistake]:
    """A number of components that is not the sum of their rows."""
    if not isinstance(place.holds, Named) or place.holds.what != "a component" or not isinstance(place.node, Mapping):
        return
    if place.path[0] != "components" or "marker" in place.node:
        return
    given = place.node.get("count")
    for number in (7, 8, 53):
        about = f"`count: {number}` of {place.name}"
        if given is not None:
            if given.span.text != str(number):
                yield instead("wrong sum", given.span, str(number), ("add up to",), about, "named")
        elif (put := insertion(place.node, f"count: {number}")) is not None:
            yield Mistake("wrong sum", place.node.span.source, (put[0],), (put[1],), ("add up to",), about, "named")


def _table(place: Place) -> Iterator[Mistake]:
    """A table that leaves out a number of players, or gives one twice."""
    if not is_table(place.node) or not isinstance(place.node, Mapping) or place.name.startswith("sides"):
        return
    source = place.node.span.source
    for number, entry in enumerate(place.node):
        edit = removal(place.node, number)
        least = entry.key.text.split("..")[0]
        if edit is not None:
            about = f"no `{entry.key.text}` in the table of {place.name}"
            yield Mistake("wrong sum", source, (edit,), (place.node.span.start,), (least,), about, "named")
        put = insertion(place.node, f"{least}..{int(least) + 1}: 1")
        if put is not None and ".." not in entry.key.text:
            about = f"a number of players twice in the table of {place.name}"
            at = entry.key.span.start + 1
            yield Mistake("wrong sum", source, (put[0],), (put[1], at), (), about, "pointed", at)


def _ranges(place: Place) -> Iterator[Mistake]:
    """A range that ends before it begins, and a default outside of its range."""
    node = place.node
    found = re.fullmatch(r"(\d+)\.\.(\d+)", node.text) if isinstance(node, Scalar) and node.kind == "text" else None
    if found is None or place.holder is None or found.group(1) == found.group(2):
        return
    turned = f"{found.group(2)}..{found.group(1)}"
    yield instead("wrong sum", node.span, turned, (), f"`{turned}` under {place.name}")
    default = place.holder.get("default") if place.path[-1] == "type" else None
    if isinstance(default, Scalar):
        above = str(int(found.group(2)) + 1)
        about = f"`{above}` as the default of {place.name}, which is {found.group()}"
        yield instead("wrong sum", default.span, above, (found.group(2),), about, "named")


def _teams(place: Place) -> Iterator[Mistake]:
    """Teams into which the players cannot be divided."""
    node = place.node
    if place.path[:1] == ("sides",) and isinstance(node, Scalar) and node.text.startswith("teams of"):
        yield instead("wrong sum", node.span, "teams of 5", (), f"`teams of 5` under {place.name}")
