"""Choices: which elements may be chosen, which of them can be completed, how the options are made when asked for."""

from __future__ import annotations

from collections.abc import Sequence

from encanta.checking import model as m
from encanta.compiling.emit import Function, Text
from encanta.compiling.formulas import Formulas
from encanta.compiling.linear import Bound, bounds
from encanta.compiling.sight import Sight
from encanta.compiling.trees import locals_in
from encanta.compiling.weave import Weaver


class Choosing:
    """Writes the functions that say whether a body can be done and what may be chosen in it."""

    def __init__(self, formulas: Formulas, weaver: Weaver, text: Text) -> None:
        self.formulas = formulas
        self.weaver = weaver
        self.text = text
        self.sight = Sight(formulas)
        self._bodies: dict[m.Body, list[str | None]] = {}
        self._hoisted: dict[m.Require, m.Expr] = {}

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
        judged = bool(self._judged(body, level)) or (level == 0 and body.limit is not None)
        if not judged and level == len(body.choices):
            return None
        name = f"f{f.constants.name(('body', id(body)))}_{level}"
        function = Function(name, ["s", *(f.names.of(n) for n in self.names(body, level))])
        function.span = body.span
        self._judge(function, body, level, later, "return False")
        function.line("return False")
        self.text.add(function)
        return name

    def _least_before(self, function: Function, body: m.Body, level: int) -> str | None:
        """The least number of the next choice, worked out before the loop over this one if it never changes."""
        if level == len(body.choices) or body.choices[level].single:
            return None
        low = self.formulas.prepared(body.choices[level].low)
        if body.choices[level - 1].local in locals_in(low) or isinstance(low, m.Const):
            return None
        name = self.formulas.names.fresh("l")
        function.line(f"{name} = {self.formulas.code(low)}")
        return name

    def _judge(
        self,
        function: Function,
        body: m.Body,
        level: int,
        later: Sequence[str | None],
        fail: str,
        least: str | None = None,
    ) -> None:
        """Writes the test of one level, which says `return True` or `fail`; inner levels are written into its loop."""
        f = self.formulas
        if level == 0:
            left = self.weaver.limit_left(body)
            if left is not None:
                function.line(f"if not {f.code(left)}: {fail}")
        for require in self._judged(body, level):
            test = self._hoisted.pop(require, None) or f.prepared(require.condition)
            function.line(f"if not {f.truth(test)}: {fail}")
        if level == len(body.choices):
            function.line("return True")
        elif body.choices[level].single:
            self._try_each(function, body, level, later, fail)
        else:
            self._try_sets(function, body, level, later, fail, least)

    def _judged(self, body: m.Body, level: int) -> list[m.Require]:
        """The requirements that can be judged when `level` choices are made, and no sooner."""
        return [r for r in body.requires if self._level_of(body, r.condition) == level]

    def _level_of(self, body: m.Body, condition: m.Expr) -> int:
        """After how many choices a requirement can be judged."""
        read = locals_in(condition)
        return max((i + 1 for i, c in enumerate(body.choices) if c.local in read), default=0)

    def _try_each(self, function: Function, body: m.Body, level: int, later: Sequence[str | None], fail: str) -> None:
        f = self.formulas
        choice = body.choices[level]
        source = f.prepared(choice.source)
        if later[level + 1] is None and choice.such_that is None:
            some = f.as_list(source) if source.type.kind == "list" else f"{f.as_mask(source)} != 0"
            function.line(f"if {some}: return True")
            function.line(fail)
            return
        local = f.names.of(choice.local)
        condition: m.Expr | None = None
        if isinstance(source, m.Filter) and f.membership(source.condition, source.local) is None:
            condition = f.renamed_candidate(source, choice.local)
            source = source.set
        hoisted: list[tuple[str, m.Expr]] = []
        if condition is not None:
            condition = f.hoist(condition, choice.local, hoisted)
        for name, part in hoisted:
            function.line(f"{f.names.of(name)} = {f.code(part)}")
        least = self._least_before(function, body, level + 1)
        self._hoist_tests(function, body, level + 1)
        function.line(f"for {local} in {f.as_list(source)}:")
        function.depth += 1
        if condition is not None:
            function.line(f"if not {f.code(condition)}: continue")
        if choice.such_that is not None:
            function.line(f"if not {f.code(f.prepared(choice.such_that))}: continue")
        self._judge(function, body, level + 1, later, "continue", least)
        function.depth -= 1
        function.line(fail)

    def _hoist_tests(self, function: Function, body: m.Body, level: int) -> None:
        """What the tests inside of a loop over one choice ask of other things is asked once, before the loop."""
        f = self.formulas
        for require in self._judged(body, level):
            hoisted: list[tuple[str, m.Expr]] = []
            self._hoisted[require] = f.hoist(f.prepared(require.condition), body.choices[level - 1].local, hoisted)
            for name, part in hoisted:
                form = {"set": f.as_mask, "list": f.as_list}.get(part.type.kind, f.single)
                function.line(f"{f.names.of(name)} = {form(part)}")

    def _try_sets(
        self,
        function: Function,
        body: m.Body,
        level: int,
        later: Sequence[str | None],
        fail: str,
        least: str | None,
    ) -> None:
        choice = body.choices[level]
        m_, low_, n_ = (self.formulas.names.fresh(x) for x in ("m", "l", "n"))
        low, high = self._bounds(choice)
        function.line(f"{m_} = {self.candidates(choice)}")
        function.line(f"{low_} = {least or low}")
        function.line(f"{n_} = {m_}.bit_count()")
        function.line(f"if {n_} < {low_}: {fail}")
        test = self._test(body, level, later[level + 1])
        if test is None:
            function.line("return True")
            return
        top_ = self.formulas.names.fresh("h")
        function.line(f"{top_} = {n_ if choice.high is None else f'min({n_}, {high})'}")
        parts = self._parts(body, level)
        search = f"some_subset({self._groups(m_, choice, '0')}, {low_}, {top_}, {self._lambda(choice, test)})"
        if parts is None:
            function.line(f"if {search}: return True")
            function.line(fail)
            return
        for part in parts:
            self._first_look(function, part, m_, low_, top_, fail)
        bounded = [part for part in parts if part.mask is not None]
        if len(bounded) == 1:
            self._take_part(function, bounded[0], m_, low_, top_, n_, fail)
            return
        some = ", ".join(f"({p.mask}, {p.low or 0}, {p.high or n_})" for p in bounded)
        if not some:
            function.line("return True")
            return
        function.line(f"if can_take({m_}, {low_}, {top_}, ({some},), lambda: {search}): return True")
        function.line(fail)

    def _take_part(self, function: Function, part: Bound, mask: str, low: str, top: str, count: str, fail: str) -> None:
        """Whether so many can be taken with at least and at most so many of one part: no search is needed for that."""
        here, most, least = (self.formulas.names.fresh(x) for x in ("p", "t", "b"))
        function.line(f"{here} = ({mask} & {part.mask}).bit_count()")
        function.line(f"{most} = {here}" if part.high is None else f"{most} = min({part.high}, {here})")
        function.line(f"{least} = max({part.low or 0}, 0)" if part.low not in (None, "0") else f"{least} = 0")
        taken = f"max({low}, {least}) <= min({top}, {most} + {count} - {here})"
        function.line(f"if {least} <= {most} and {taken}: return True")
        function.line(fail)

    def _first_look(self, function: Function, part: Bound, mask: str, low: str, top: str, fail: str) -> None:
        """Bounds on the whole narrow the numbers; of a part that must not be empty, a look tells most failures."""
        if part.mask is not None:
            if part.low == "1":
                function.line(f"if not {mask} & {part.mask}: {fail}")
            return
        if part.low is not None:
            function.line(f"{low} = max({low}, {part.low})")
        if part.high is not None:
            function.line(f"{top} = min({top}, {part.high})")
        function.line(f"if {low} > {top}: {fail}")

    def _parts(self, body: m.Body, level: int) -> list[Bound] | None:
        """The conditions of the last choice as bounds on counts, where they are nothing else."""
        choice = body.choices[level]
        if level + 1 < len(body.choices):
            return None
        conditions = [r.condition for r in self._judged(body, level + 1)]
        if choice.such_that is not None:
            conditions.append(choice.such_that)
        found: list[Bound] = []
        for condition in conditions:
            read = bounds(self.formulas, condition, choice.local)
            if read is None:
                return None
            found += read
        return found

    def _test(self, body: m.Body, level: int, later: str | None) -> str | None:
        """What says of a chosen value whether the rest can be completed; None if it always can."""
        f = self.formulas
        choice = body.choices[level]
        tests = []
        if choice.such_that is not None:
            tests.append(f.code(f.prepared(choice.such_that)))
        if later is not None:
            tests.append(f"{later}({', '.join(['s', *(f.names.of(n) for n in self.names(body, level + 1))])})")
        return " and ".join(tests) if tests else None

    def _lambda(self, choice: m.Choice, test: str) -> str:
        return f"lambda {self.formulas.names.of(choice.local)}: {test}"

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
        if element(choice).kind == "component" and not self._all_different(element(choice)):
            return f"alike(s, {mask}, {seat})"
        return f"[(x,) for x in members({mask})]"

    def picked(self, body: m.Body, index: int, seat: str, unseen: bool) -> str:
        """The options of a body's own choice: exact, and only what leads to a complete choice."""
        choice = body.choices[index]
        test = self._test(body, index, self._levels(body)[index + 1])
        return self._options(
            choice, seat, self._lambda(choice, test) if test is not None else None, exact=True, unseen=unseen
        )

    def chosen(self, choice: m.Choice, seat: str, unseen: bool) -> str:
        """The options of a choice in a sentence: quantities are cut to what is there."""
        f = self.formulas
        test = None
        if choice.such_that is not None:
            test = self._lambda(choice, f.code(f.prepared(choice.such_that)))
        return self._options(choice, seat, test, exact=False, unseen=unseen)

    def _options(self, choice: m.Choice, seat: str, test: str | None, exact: bool, unseen: bool) -> str:
        if choice.single and element(choice).kind == "integer":
            return f"one_number({self.formulas.as_list(self.formulas.prepared(choice.source))}, {test})"
        mask = self.candidates(choice)
        if choice.single and unseen:
            return f"one_placed(s, {mask}, {seat}, {test})"
        if choice.single:
            if element(choice).kind == "component":
                if self._all_different(element(choice)):
                    return f"one_of({mask}, {test})"
                if test is None and self._in_one_set(choice.source):
                    return f"one_plain(s, {mask}, {seat})"
                return f"one_alike(s, {mask}, {seat}, {test})"
            return f"one_of({mask}, {test})"
        low, high = self._bounds(choice)
        high = "None" if choice.high is None else high
        alike = element(choice).kind == "component" and not self._all_different(element(choice))
        kind = "placed" if unseen else "alike" if alike else "apart"
        return f"some_{kind}(s, {mask}, {seat}, {low}, {high}, {exact}, {test})"

    def _all_different(self, component: m.Type) -> bool:
        """Whether no two components of a kind have the same face."""
        kind = self.formulas.layout.kinds[component.name or ""]
        return len(kind.row_of) == len(set(kind.row_of))

    def _in_one_set(self, source: m.Expr) -> bool:
        """Whether all candidates lie in one place whose components bear no marks: then only faces tell them apart."""
        only = self.formulas.only_place(self.formulas.prepared(source))
        if only is None:
            return False
        place = only.place
        marks = (v for v in self.formulas.model.variables if v.owner == place.component)
        return place.form == "set" and all(v.leaving and place.name not in v.leaving for v in marks)

    def reads(self, choice: m.Choice, body: m.Body | None, index: int) -> frozenset[str]:
        """The locals that the options of a choice need."""
        found = locals_in(choice)
        if body is not None:
            found |= set(self.names(body, index))
        return found - {choice.local}


def element(choice: m.Choice) -> m.Type:
    """The type of one thing that can be chosen."""
    return choice.type.of if choice.type.of is not None else choice.type
