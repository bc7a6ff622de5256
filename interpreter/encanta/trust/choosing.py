"""Which scenarios can notice a change: those that come by what is changed, in games in which it counts."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

from encanta.checking.registry_forms import Named
from encanta.text.spans import Span
from encanta.trust.counting import Place
from encanta.trust.mutants import Mutant
from encanta.trust.reaching import Reached
from encanta.trust.spots import Spot

Group = tuple[int, ...]
"""Scenarios that are played in one game."""


class Chooser:
    """Finds the scenarios for a change.

    `reached` is by scenario (None where its game cannot be set up), `atlas` every place that can be come by.
    """

    def __init__(self, reached: Sequence[Reached | None], atlas: Iterable[Place]) -> None:
        self.reached = reached
        self._coming: dict[Place, set[int]] = defaultdict(set)
        for number, one in enumerate(reached):
            for place in one.places if one is not None else ():
                self._coming[place].add(number)
        self._atlas: dict[str, list[Place]] = defaultdict(list)
        for place in sorted(set(atlas)):
            self._atlas[place[0]].append(place)
        self._sizes = [len(one.places) if one is not None else 0 for one in reached]
        self._without = {number for number, one in enumerate(reached) if one is None}

    def groups(self, mutant: Mutant) -> list[Group]:
        """The scenarios that can notice a change, by games; those that have most to do with the changed thing first."""
        near = self._inside(mutant.spot.thing or mutant.within) or set()
        games: dict[object, list[int]] = defaultdict(list)
        for number in self._coming_by(mutant):
            if self._counts(mutant, number):
                games[self._game(number)].append(number)
        ordered = sorted(games.values(), key=lambda numbers: (-len(near.intersection(numbers)), -len(numbers), numbers))
        return [tuple(sorted(numbers, key=lambda n: (n not in near, self._sizes[n], n))) for numbers in ordered]

    def _game(self, number: int) -> object:
        one = self.reached[number]
        if one is None:
            return ("none", number)
        return (one.players, tuple(sorted(one.settings.items())), one.variants)

    def _counts(self, mutant: Mutant, number: int) -> bool:
        """Whether a change counts in the game of a scenario."""
        one = self.reached[number]
        if one is None:
            return True
        if mutant.spot.variant is not None and mutant.spot.variant not in one.variants:
            return False
        return all(one.settings.get(option, word) == word for option, word in mutant.spot.settings)

    def _coming_by(self, mutant: Mutant) -> set[int]:
        if mutant.node is not None and is_placed(mutant.spot):
            for span in (mutant.within, mutant.spot.node.span):
                found = self._inside(span)
                if found is not None:
                    return found | self._without
        # What is no place of its own anywhere may have been worked out before play.
        return set(range(len(self.reached)))

    def _inside(self, span: Span) -> set[int] | None:
        """The scenarios that come by something inside a span; None if nothing there can be come by."""
        places = self._atlas.get(span.source.name, [])
        found: set[int] = set()
        known = False
        for place in places[bisect_left(places, (span.source.name, span.start, 0)) :]:
            if place[1] >= span.end:
                break
            if place[2] <= span.end:
                known = True
                found |= self._coming.get(place, set())
        return found if known else None


def is_placed(spot: Spot) -> bool:
    """Whether what stands at a spot matters only where it is come by: statements, and formulas that are noted."""
    leaf, holder = spot.leaf, spot.holder
    if leaf is None:
        return False
    if leaf.kind in ("block", "value"):
        return True
    if leaf.kind != "formula":
        return False
    what = holder.what if isinstance(holder, Named) else ""
    if what in ("a requirement", "a value", "a line", "a variable of one run"):
        return True
    key = spot.key.text if spot.key is not None else ""
    return (key == "is" and "values" in spot.path) or (
        key in ("while", "if") and not {"events", "windows"} & set(spot.path)
    )
