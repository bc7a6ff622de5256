"""When things happen that are not on anybody's turn: hooks, triggers, resets, limits and ends, by their moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.explain.manual import CARDS, Manual, Thing, text_of
from encanta.text.nodes import Mapping, Node, Sequence

_LISTENING = ("when", "instead", "value", "forbid", "protect", "copy")
"""Keys under which something waits for its moment, or holds as long as it lasts."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of the timing page: when, what kind of thing, which one, and what narrows it."""

    when: str
    kind: str
    name: str
    notes: str


def moments(book: Manual) -> list[Moment]:
    """Everything that waits for its moment, in the order of the rulebook."""
    found: list[Moment] = []
    for thing in book.things:
        found.extend(_of(thing))
    return found


def _of(thing: Thing) -> Iterator[Moment]:
    node = thing.node
    if not isinstance(node, Mapping):
        return
    if thing.section == "abilities":
        yield from _ability(thing.title, node)
    elif thing.section == CARDS:
        for where, inner in _printed(node, ""):
            yield from _ability(f"{thing.title}{where}", inner)
    elif thing.section == "at once":
        yield Moment(f"whenever {text_of(node.get('while'))}", "at once", thing.title, _each(node))
    elif thing.section == "windows" and "opens" in node:
        for opens in _several(node.get("opens")):
            yield Moment(text_of(opens), "window", thing.title, _notes(node))
    elif thing.section == "milestones":
        for moment in _several(node.get("looked at")):
            yield Moment(text_of(moment), "milestone", thing.title, f"met {text_of(node.get('met'))}")
    elif thing.section == "events":
        yield Moment(text_of(node.get("when")), "event", thing.title, _notes(node))
    elif thing.section == "state":
        yield from _state(thing, node)
    elif thing.section == "end" or (thing.section == "checks" and "after" in node):
        yield Moment(f"after {text_of(node.get('after'))}", thing.section.rstrip("s"), thing.name, _notes(node))
    elif thing.section == "limits":
        most, then = text_of(node.get("at most")), text_of(node.get("then"))
        yield Moment(f"beyond {most} of {thing.name} per {text_of(node.get('per'))}", "limit", thing.name, then)


def _several(node: Node | None) -> tuple[Node, ...]:
    return tuple(node) if isinstance(node, Sequence) else (node,) if node is not None else ()


def _each(node: Mapping) -> str:
    each = text_of(node.get("each"))
    return f"for each {each}" if each else ""


def _printed(node: Mapping, where: str) -> Iterator[tuple[str, Mapping]]:
    """Every pair of braces of a row in which something listens, and in which part it stands."""
    if any(key in node for key in _LISTENING):
        yield where, node
    for entry in node:
        for inner in _several(entry.value):
            if isinstance(inner, Mapping):
                yield from _printed(inner, f"{where}, {entry.key.text}" if entry.key.text != "abilities" else where)


def _ability(title: str, node: Mapping) -> Iterator[Moment]:
    notes = _notes(node)
    for when in _several(node.get("when")):
        yield Moment(text_of(when), "trigger", title, notes)
    if "instead" in node:
        yield Moment(f"instead of {text_of(node.get('instead'))}", "replacement", title, notes)
    for key, kind in (("value", "change"), ("forbid", "ban"), ("protect", "protection"), ("copy", "copy")):
        if key in node:
            said = "; ".join(part for part in (text_of(node.get(key)), notes) if part)
            yield Moment("always", kind, title, said)


def _state(thing: Thing, node: Mapping) -> Iterator[Moment]:
    reset = text_of(node.get("reset"))
    if reset:
        yield Moment(f"{reset} begins" if " " not in reset else reset, "reset", thing.title, "starts anew")
    latch = text_of(node.get("becomes yes when"))
    if latch:
        yield Moment(latch, "latch", thing.title, "becomes yes")


def _notes(node: Mapping) -> str:
    parts = [
        f"{key} {text_of(node.get(key))}"
        for key in ("while", "if", "during", "limit", "winners", "result")
        if key in node
    ]
    if text_of(node.get("optional")) == "yes":
        parts.append("optional")
    return "; ".join(parts)
