"""When things happen that are not on anybody's turn: hooks, triggers, resets, limits and ends, by their moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.explain.manual import Manual, Thing, text_of
from encanta.text.nodes import Mapping, Sequence


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
        yield from _ability(thing, node)
    elif thing.section == "events":
        yield Moment(text_of(node.get("when")), "event", thing.title, _notes(node))
    elif thing.section == "state":
        yield from _state(thing, node)
    elif thing.section == "end" or (thing.section == "checks" and "after" in node):
        yield Moment(f"after {text_of(node.get('after'))}", thing.section.rstrip("s"), thing.name, _notes(node))
    elif thing.section == "limits":
        most, then = text_of(node.get("at most")), text_of(node.get("then"))
        yield Moment(f"beyond {most} of {thing.name} per {text_of(node.get('per'))}", "limit", thing.name, then)


def _ability(thing: Thing, node: Mapping) -> Iterator[Moment]:
    notes = _notes(node)
    whens = node.get("when")
    for when in whens if isinstance(whens, Sequence) else [whens] if whens is not None else []:
        yield Moment(text_of(when), "trigger", thing.title, notes)
    if "instead" in node:
        yield Moment(f"instead of {text_of(node.get('instead'))}", "replacement", thing.title, notes)
    if "value" in node:
        yield Moment(
            "always", "change", thing.title, "; ".join(part for part in (text_of(node.get("value")), notes) if part)
        )


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
