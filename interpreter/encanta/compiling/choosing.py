"""Choices: which elements may be chosen, which of them can be completed, how the options are made when asked for."""

from __future__ import annotations

from collections.abc import Sequence

from encanta.checking import model as m
from encanta.compiling.emit import Function, Text
from encanta.compiling.formulas import Formulas
from encanta.compiling.trees import locals_in
from encanta.compiling.weave import Weaver


class Choosing:
    """Writes the functions that say whether a body can be done and what may be chosen in it."""

    def __init__(self, formulas: Formulas, weaver: Weaver, text: Text) -> None:
        self.formulas = formulas
        self.weaver = weaver
        self.text = text
        self._bodies: dict[m.Body, list[str | None]] = {}

    # ------------------------------------------------------------------------------------- feasibility

    def possible(self, body: m.Body) -> str | None:
        """The name of the function that says whether a body can be done; None if it always can."""
        return self._levels(body)[0]

    def _levels(self, body: m.Body) -> list[str | None]:
        if body not in self._bodies:
            names: list[str | None] = [None] * (len(body.choices) + 1)
            self._bodies[body] = names
            for level in range(len(body.choices), -1, -1):
                names[level] = self._level(body, level, names)
        return self._bodies[body]

    def names(self, body: m.Body, level: int) -> list[str]:
        """The locals that are bound when `level` choices of a body are made."""
        you = ["you"] if body.has_you else []
        return you + [p for p, _ in body.parameters] + [c.local for c in body.choices[:level]]

    def _level(self, body: m.Body, level: int, later: Sequence[str | None]) -> str | None:
        f = self.formulas
        tests = [f.code(f.prepared(r.condition)) for r in body.requires if self._level_of(body, r.condition) == level]
        if level == 0:
            left = self.weaver.limit_left(body)
            if left is not None:
                tests.insert(0, f.code(left))
        if level < len(body.choices):
            tests.append(self._exists(body, level, later[level + 1]))
        if not tests:
            return None
        name = f"f{f.constants.name(('body', id(body)))}_{level}"
        function = Function(name, ["s", *(f.names.of(n) for n in self.names(body, level))])
        function.span = body.span
        function.line(f"return {' and '.join(tests)}")
        self.text.add(function)
        return name

    def _level_of(self, body: m.Body, condition: m.Expr) -> int:
        """After how many choices a requirement can be judged."""
        read = locals_in(condition)
        return max((i + 1 for i, c in enumerate(body.choices) if c.local in read), default=0)

    def _exists(self, body: m.Body, level: int, later: str | None) -> str:
        choice = body.choices[level]
        mask = self.candidates(choice)
        test = self._test(body, level, later)
        if choice.single:
            return f"{mask} != 0" if test is None else f"any_of({mask}, {test})"
        low, high = self._bounds(choice)
        if test is None:
            return f"{mask}.bit_count() >= {low}"
        groups = self._groups("_m", choice, "0")
        name = self.formulas.names.fresh("m")
        groups = groups.replace("_m", name)
        return (
            f"({name} := {mask}).bit_count() >= ({low}) and "
            f"some_subset({groups}, {low}, {high.replace('_n', f'{name}.bit_count()')}, {test})"
        )

    def _test(self, body: m.Body, level: int, later: str | None) -> str | None:
        """A function of the chosen value that says whether the rest can be completed; None if it always can."""
        f = self.formulas
        choice = body.choices[level]
        value = f.names.of(choice.local)
        tests = []
        if choice.such_that is not None:
            tests.append(f.code(f.prepared(choice.such_that)))
        if later is not None:
            tests.append(f"{later}({', '.join(['s', *(f.names.of(n) for n in self.names(body, level + 1))])})")
        return f"lambda {value}: {' and '.join(tests)}" if tests else None

    # ------------------------------------------------------------------------------------------ options

    def candidates(self, choice: m.Choice) -> str:
        """The mask of what may be chosen from."""
        return self.formulas.as_mask(self.formulas.prepared(choice.source))

    def _bounds(self, choice: m.Choice) -> tuple[str, str]:
        f = self.formulas
        low = f.code(f.prepared(choice.low))
        high = "_n" if choice.high is None else f.code(f.prepared(choice.high))
        return low, high

    def _groups(self, mask: str, choice: m.Choice, seat: str) -> str:
        if choice.type.kind == "component":
            return f"alike(s, {mask}, {seat})"
        return f"[(x,) for x in members({mask})]"

    def picked(self, body: m.Body, index: int, seat: str) -> str:
        """The options of a body's own choice: exact, and only what leads to a complete choice."""
        choice = body.choices[index]
        test = self._test(body, index, self._levels(body)[index + 1])
        return self._options(choice, seat, test, exact=True)

    def chosen(self, choice: m.Choice, seat: str) -> str:
        """The options of a choice in a sentence: quantities are cut to what is there."""
        f = self.formulas
        test = None
        if choice.such_that is not None:
            test = f"lambda {f.names.of(choice.local)}: {f.code(f.prepared(choice.such_that))}"
        return self._options(choice, seat, test, exact=False)

    def _options(self, choice: m.Choice, seat: str, test: str | None, exact: bool) -> str:
        mask = self.candidates(choice)
        if choice.single:
            if choice.type.kind == "component":
                return f"one_alike(s, {mask}, {seat}, {test})"
            return f"one_of({mask}, {test})"
        low, high = self._bounds(choice)
        high = "None" if choice.high is None else high
        kind = "alike" if choice.type.kind == "component" else "apart"
        return f"some_{kind}(s, {mask}, {seat}, {low}, {high}, {exact}, {test})"

    def reads(self, choice: m.Choice, body: m.Body | None, index: int) -> frozenset[str]:
        """The locals that the options of a choice need."""
        found = locals_in(choice)
        if body is not None:
            found |= set(self.names(body, index))
        return found - {choice.local}
