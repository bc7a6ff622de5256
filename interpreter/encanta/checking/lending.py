"""What was read with the names of one way of playing, lent to others that declare a few names more or less.

A declaration in which none of these names stands means the same. The things in it are not the same objects, though: a
model of which parts were lent can be looked at, but not be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from encanta.checking.checks.bounds import Reckoner
from encanta.checking.checks.memory import Memory
from encanta.checking.environment import Declared, Environment
from encanta.checking.items import Item, gather
from encanta.checking.reading import words_of
from encanta.language.words import plural, third_person

_OWN = frozenset({"place", "meld"})
"""Kinds of declarations that fill in something of the names themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Lent:
    """What can be borrowed: all in which no word of `strange` stands."""

    memory: Mapping[Any, Any]
    strange: frozenset[str]

    def recall(self, item: Item, number: int) -> Any:
        """What was read of a declaration under a number, or None."""
        found = self.memory.get((item.key, number)) if item.key[0] not in _OWN else None
        return found if found is not None and self._means_the_same(item) else None

    def _means_the_same(self, item: Item) -> bool:
        return all(self.strange.isdisjoint(words) for words in (words_of(item.entry.key), gather(item.entry.value)[1]))


class Lending:
    """Lends what was read in the first way of playing to all others whose kinds and places are the same."""

    def __init__(self) -> None:
        self._first: Environment | None = None
        self.memory = Memory()
        self.reckoners: list[Reckoner] = []
        """What was worked out about numbers, in circumstances that differ in what matters."""
        self.open_reckoners: list[Reckoner] = []
        self.free_reckoners: list[Reckoner] = []
        """As before, for any settings and any number of players."""

    def lent_to(self, env: Environment) -> Lent | None:
        """What somebody with these names can borrow."""
        if self._first is None:
            self._first = env
        if self._first is env or self._first.firm != env.firm or self._first.broken != env.broken:
            return None
        return Lent(self._first.memory, frozenset(_words(self._first.loose ^ env.loose)))


def _words(declared: Iterable[Declared]) -> Iterable[str]:
    """The words in some declared names, and what else these can be called."""
    for _, *texts in declared:
        for text in texts:
            for word in words_of(text) if text is not None else ():
                yield from (word, plural(word), third_person(word))
