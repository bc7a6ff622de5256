"""By how much a condition fails, in words: `2 red cards short`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from encanta.compiling.asides import Expr, Require, Shortage
from encanta.compiling.trees import free_locals
from encanta.machine.asides import Probes
from encanta.machine.program import Program
from encanta.machine.table import State


class Shortages:
    """Words for the shortages of some requirements; those that have none are left out of account."""

    def __init__(self, program: Program, requires: Sequence[Require]) -> None:
        self._numbers: dict[str, int] = {}
        self._requires = {require.name: require for require in requires if require.shortage is not None}
        formulas: list[Expr] = []
        for name, require in self._requires.items():
            self._numbers[name] = len(formulas)
            assert require.shortage is not None, "only those that have one"
            formulas += _formulas(require.shortage)
        given = [(formula, tuple(sorted(free_locals(formula)))) for formula in formulas]
        self._needs = [frozenset(names) for _, names in given]
        self._probes = Probes(program, given) if given else None

    def words(self, name: str, state: State, known: Mapping[str, int]) -> str:
        """How much a requirement lacks; empty if it lacks nothing, or if that cannot be said with the locals known."""
        require = self._requires.get(name)
        if require is None or require.shortage is None or self._probes is None:
            return ""
        first = self._numbers[name]
        numbers = range(first, first + len(_formulas(require.shortage)))
        if not all(self._needs[number] <= known.keys() for number in numbers):
            return ""
        values = [self._probes.value(number, state, known) for number in numbers]
        return _said(require.shortage, values)


def lacking(program: Program, require: Require, state: State, known: Mapping[str, int]) -> str:
    """How much one requirement lacks."""
    return Shortages(program, [require]).words(require.name, state, known)


def _formulas(shortage: Shortage) -> list[Expr]:
    more = [] if shortage.stand_in is None else [shortage.stand_in[1]]
    return [shortage.amount, *(amount for _, amount in shortage.each), *more]


def _said(shortage: Shortage, values: Sequence[int]) -> str:
    amount = values[0]
    if amount <= 0:
        return ""
    one, several = shortage.words
    whole = f"{amount} {one if amount == 1 else several} {'too many' if shortage.too_many else 'short'}"
    each = [f"{n} {name}" for (name, _), n in zip(shortage.each, values[1:], strict=False) if n > 0]
    stand_in = values[-1] if shortage.stand_in is not None else 0
    if shortage.stand_in is None or stand_in <= 0:
        return whole if not each else f"{whole}: {_listed(each)}"
    name = shortage.stand_in[0]
    if shortage.too_many:
        return f"{whole}: {_listed([*each, f'{stand_in} {name}'])}"
    return f"{whole}: {_listed(each)}, less {stand_in} that {'is' if stand_in == 1 else 'are'} {name}"


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1] if parts else ""
