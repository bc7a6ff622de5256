"""Why an action has nothing to choose: how far each beginning gets, and what it lacks there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.compiling.trees import free_locals
from encanta.explain.candidates import elements
from encanta.explain.conditions import Condition, Looking, Shown
from encanta.explain.parts import said
from encanta.machine.asides import Probes
from encanta.machine.names import Names
from encanta.machine.options import vectors
from encanta.machine.shortages import Shortages

MOST_TRIED = 2_000
MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class _Lack:
    """What is missing at the deepest point that a beginning reaches."""

    level: int
    local: str
    text: str


def obstacle(
    looking: Looking, names: Names, body: m.Body, known: Mapping[str, int], choice: m.Choice
) -> list[Condition]:
    """What hinders the choices of an action from a choice on; nothing if they can be made, or if that is not known."""
    if not all(looking.eyes.may_know(c.source) for c in body.choices):
        return []
    return _Search(looking, names, body).look(dict(known), body.choices.index(choice))


class _Search:
    def __init__(self, looking: Looking, names: Names, body: m.Body) -> None:
        self.looking = looking
        self.names = names
        self.body = body
        exprs = [expr for choice in body.choices for expr in (choice.source, choice.low)]
        self.tests = [(require.name, require.condition) for require in body.requires]
        self.tests += [(said(c.such_that), c.such_that) for c in body.choices if c.such_that is not None]
        exprs += [condition for _, condition in self.tests]
        given = [(expr, tuple(sorted(free_locals(expr)))) for expr in exprs]
        self.needs = [frozenset(locals_) for _, locals_ in given]
        self.probes = Probes(looking.program, given)
        self.shortages = Shortages(looking.program, body.requires)
        self.tried = 0

    def _short(self, failing: list[str], known: Mapping[str, int]) -> str:
        """By how much the last of the conditions that say so fails: it is that about everything together."""
        said = [self.shortages.words(name, self.looking.state, known) for name in failing]
        return next((words for words in reversed(said) if words), "")

    def _value(self, number: int, known: Mapping[str, int]) -> object:
        return self.probes.value(number, self.looking.state, known) if self.needs[number] <= known.keys() else 0

    def look(self, known: dict[str, int], level: int) -> list[Condition]:
        """The condition of one choice, with how far each of its elements gets."""
        choice = self.body.choices[level]
        lack = self._lack(known, level)
        if lack is None:
            return []
        parts: list[Shown] = []
        if choice.single and lack.level > level:
            for element in elements(self._value(2 * level, known))[:MOST_SHOWN]:
                inner = self._lack(known | {choice.local: element}, level + 1)
                text = "possible" if inner is None else f"{inner.local}: {inner.text}" if inner.local else inner.text
                parts.append(Shown(self._word(choice, element), text, 1, choice.source.span))
        else:
            parts.append(Shown("to choose from", lack.text, 1, choice.source.span))
        text = f"from {said(choice.source)}"
        return [Condition(choice.local, text, False, choice.source.span, tuple(parts))]

    def _lack(self, known: Mapping[str, int], level: int) -> _Lack | None:
        """What the choices from a level on lack; None if they can be made, as far as it is looked."""
        failing = self._unfulfilled(known, level)
        if failing:
            return _Lack(level, "", self._short(failing, known) or f"not fulfilled: {failing[0]}")
        if level == len(self.body.choices):
            return None
        choice = self.body.choices[level]
        there = elements(self._value(2 * level, known))
        if not choice.single:
            return self._set_lacks(choice, level, there, known)
        if not there:
            return _Lack(level, choice.local, "nothing")
        return self._deepest(({**known, choice.local: element} for element in there), level)

    def _deepest(self, beginnings: Iterable[dict[str, int]], level: int) -> _Lack | None:
        """Of what several beginnings lack, that which comes last; None if one of them lacks nothing."""
        deepest: _Lack | None = None
        for known in beginnings:
            self.tried += 1
            lack = self._lack(known, level + 1)
            if lack is None or self.tried > MOST_TRIED:
                return None
            deepest = lack if deepest is None or lack.level > deepest.level else deepest
        return deepest

    def _set_lacks(self, choice: m.Choice, level: int, there: list[int], known: Mapping[str, int]) -> _Lack | None:
        low = self._value(2 * level + 1, known)
        least = low if isinstance(low, int) else 0
        if len(there) < least:
            type_ = choice.type if choice.type.kind in ("set", "list") else m.set_of(choice.type)
            return _Lack(
                level, choice.local, f"{self.looking.showing.value(type_, tuple(there))}, and {least} are needed"
            )
        return self._no_set_fits(choice, level, there, least, known)

    def _no_set_fits(
        self, choice: m.Choice, level: int, there: list[int], least: int, known: Mapping[str, int]
    ) -> _Lack | None:
        """What every set of candidates lacks; None as soon as one lacks nothing."""
        always: frozenset[str] | None = None
        deepest: _Lack | None = None
        groups = self._alike(choice, there)
        for mask in vectors(groups, least, len(there)):
            self.tried += 1
            inner = {**known, choice.local: mask}
            failing = self._unfulfilled(inner, level + 1)
            lack = None if failing else self._lack(inner, level + 1)
            if (lack is None and not failing) or self.tried > MOST_TRIED:
                return None
            deepest = lack if lack is not None else deepest
            always = frozenset(failing) if always is None else always & frozenset(failing)
        if deepest is not None:
            return deepest
        shown = "; ".join(sorted(always)) if always else "all conditions at once"
        return _Lack(level, choice.local, f"no choice fulfils {shown}")

    def _alike(self, choice: m.Choice, there: list[int]) -> list[list[int]]:
        """The candidates in groups of the same face, since a copy does not do what another cannot."""
        element = choice.type.of if choice.type.of is not None else choice.type
        if element.kind != "component":
            return [[one] for one in there]
        groups: dict[int, list[int]] = {}
        for one in there:
            groups.setdefault(self.looking.program.layout.row_of[one], []).append(one)
        return list(groups.values())

    def _unfulfilled(self, known: Mapping[str, int], level: int) -> list[str]:
        """The requirements that a beginning does not fulfil, of those that can be judged since the last choice."""
        if level == 0:
            return []
        last = self.body.choices[level - 1]
        found = []
        for number, (name, _) in enumerate(self.tests, 2 * len(self.body.choices)):
            if (
                last.local in self.needs[number]
                and self.needs[number] <= known.keys()
                and not self._value(number, known)
            ):
                found.append(name)
        return found

    def _word(self, choice: m.Choice, element: int) -> str:
        type_ = choice.type.of if choice.type.of is not None else choice.type
        if type_.kind == "place":
            return self.names.place(element)
        return self.names.element(type_.kind, type_.name, element)
