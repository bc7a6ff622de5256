"""Whether what was chosen may be chosen: thing by thing against where it comes from, then how many, then together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from encanta.checking import model as m
from encanta.checking.checks.sight import EVERYBODY, SEEN, sight
from encanta.explain.conditions import Asked, Condition, Looking, Shown
from encanta.explain.parts import inside, said
from encanta.machine.bits import members
from encanta.machine.names import Names


class Candidates:
    """Looks at the choices of a move."""

    def __init__(self, looking: Looking, names: Names) -> None:
        self._looking = looking
        self._names = names

    def conditions(self, choice: m.Choice, chosen: list[int], known: Mapping[str, int]) -> list[Condition]:
        """What speaks against the elements of a choice; one condition that holds if nothing does."""
        if not self._are_seen(choice):
            return [Condition(choice.local, f"from {said(choice.source)}", None, choice.source.span)]
        found = [*self._elements(choice, chosen, known), *self._number(choice, chosen, known)]
        if choice.such_that is not None:
            found += self._looking.conditions([Asked(choice.local, choice.such_that, known)])
        return found or [Condition(choice.local, f"from {said(choice.source)}", True, choice.source.span)]

    def _are_seen(self, choice: m.Choice) -> bool:
        """Whether the asker may know what can be chosen: what is there, and for components also what they are."""
        eyes = self._looking.eyes
        if eyes.seat in (None, eyes.doer):
            return True
        type_ = choice.type.of if choice.type.of is not None else choice.type
        seen = type_.kind != "component" or sight(choice.source, EVERYBODY).how == SEEN
        return seen and eyes.may_know(choice.source)

    def _elements(self, choice: m.Choice, chosen: list[int], known: Mapping[str, int]) -> Iterator[Condition]:
        there = self._members(choice.source, known)
        told: set[str] = set()
        for element in chosen:
            word = self._word(choice, element)
            if element not in there and word not in told:
                told.add(word)
                yield from self._not_among(choice, element, word, known)

    def _not_among(self, choice: m.Choice, element: int, word: str, known: Mapping[str, int]) -> Iterator[Condition]:
        """The filters that an element does not pass, or that it lies elsewhere."""
        name = f"{choice.local}: {word}"
        source = choice.source
        while True:
            while isinstance(source, m.ValueOf):
                source = inside(source)
            if not isinstance(source, m.Filter):
                break
            asked = Asked(name, source.condition, {**known, source.local: element})
            for condition in self._looking.conditions([asked]):
                if condition.holds is not True:
                    yield condition
            source = source.set
        if element not in self._members(source, known):
            yield self._elsewhere(name, word, source, known)

    def _elsewhere(self, name: str, word: str, source: m.Expr, known: Mapping[str, int]) -> Condition:
        value = self._looking.values([(source, known)])[0]
        knows = self._looking.eyes.may_know(source)
        shown = Shown(said(source), self._looking.showing.value(source.type, value) if knows else None, 1, source.span)
        return Condition(name, f"{word} in {said(source)}", False, source.span, (shown,))

    def _number(self, choice: m.Choice, chosen: list[int], known: Mapping[str, int]) -> Iterator[Condition]:
        if choice.single:
            return
        low = self._looking.values([(choice.low, known)])[0]
        high = self._looking.values([(choice.high, known)])[0] if choice.high is not None else None
        count = len([element for element in chosen if element >= 0])
        parts = (Shown("chosen", str(count), 1, choice.span), Shown(said(choice.low), str(low), 1, choice.low.span))
        if isinstance(low, int) and count < low:
            yield Condition(choice.local, f"at least {low}", False, choice.low.span, parts)
        elif isinstance(high, int) and choice.high is not None and count > high:
            yield Condition(choice.local, f"at most {high}", False, choice.high.span, parts[:1])

    def _members(self, source: m.Expr, known: Mapping[str, int]) -> frozenset[int]:
        value = self._looking.values([(source, known)])[0]
        return frozenset(elements(value))

    def _word(self, choice: m.Choice, element: int) -> str:
        type_ = choice.type.of if choice.type.of is not None else choice.type
        if type_.kind == "place":
            return self._names.place(element)
        return self._names.element(type_.kind, type_.name, element) if element >= 0 else "nothing"


def elements(value: object) -> list[int]:
    """The elements of a set or a list."""
    if isinstance(value, int):
        return list(members(value))
    return list(value) if isinstance(value, (tuple, list)) else []
