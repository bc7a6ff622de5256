"""Answers `? NAME`: what a rule, a card, a place or an option of the game is."""

from __future__ import annotations

from collections.abc import Mapping as Map

from encanta.explain.manual import CARDS, Manual, Notes, Thing
from encanta.text.nearest import nearest

_MOST = 6


def look_up(book: Manual, words: str, labels: Map[str, str] | None = None) -> list[str]:
    """Lines about whatever is called `words`; a line that nothing is, with the nearest name, if so.

    `labels` gives the words that players know things by.
    """
    found = find(book, words, labels or {})
    if not found:
        names = {thing.name for thing in book.things} | set((labels or {}).values())
        near = nearest(words, names)
        return [f"nothing in these rules is called `{words}`" + (f"; did you mean `{near}`?" if near else "")]
    lines: list[str] = []
    for thing in found[:_MOST]:
        lines += [*([""] if lines else []), *described(thing, book.notes)]
    if len(found) > _MOST:
        lines += ["", f"and {len(found) - _MOST} more: " + ", ".join(thing.name for thing in found[_MOST:])]
    return lines


def find(book: Manual, words: str, labels: Map[str, str]) -> list[Thing]:
    """The things of exactly this name or label, else those whose name, path or label holds the words."""
    wanted = _plain(words)
    if not wanted:
        return []
    same = [thing for thing in book.things if wanted in (_plain(thing.name), _plain(thing.path), _label(thing, labels))]
    if same:
        return same
    return [thing for thing in book.things if wanted in f"{_plain(thing.name)} {_label(thing, labels)}"]


def _label(thing: Thing, labels: Map[str, str]) -> str:
    return _plain(labels.get(thing.name, ""))


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def described(thing: Thing, notes: Notes) -> list[str]:
    """A thing in lines: what it is, the rule as it is written, where it comes from, and the rulings on it."""
    lines = [f"{thing.title}: {thing.about}" if thing.about else thing.title]
    if thing.section != CARDS:
        lines[0] = f"{thing.section}: {lines[0]}"
    lines += [f"    {line}" for line in thing.text]
    if thing.sources:
        lines.append(f"  from {', '.join(thing.sources)}")
    lines += [f"  {name}: {notes.rulings[name]}" for name in thing.sources if name in notes.rulings]
    return lines
