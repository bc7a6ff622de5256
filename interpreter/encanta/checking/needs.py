"""What must hold for something to be done in full: worked out from what it does, before it is done."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.coercion import lying_in
from encanta.checking.environment import PLAYER, SIDE
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.model import (
    FLAG,
    INTEGER,
    NOTHING,
    Choice,
    Const,
    Expr,
    Local,
    Place,
    Require,
    Shortage,
    Stmt,
    set_of,
)
from encanta.checking.model.trees import fresh_binders, substituted, walk
from encanta.checking.scope import Scope
from encanta.checking.types import certain, element, is_many, place_type
from encanta.language import ast
from encanta.language.words import plural
from encanta.text.spans import Span

_NOT_COSTS = (
    model.May,
    model.Loop,
    model.Turns,
    model.Together,
    model.OpenWindow,
    model.Perform,
    model.Offer,
    model.EndPhase,
    model.EndGame,
    model.Until,
    model.Shuffle,
    model.Gather,
    model.Deal,
    model.Tally,
)
"""What gives nothing up, or of what nobody can tell beforehand whether it will be done in full."""


class Needs:
    """What the lines of one cost need together. Amounts of one variable add up; what is chosen is chosen first."""

    def __init__(self, leaf: Leaf, scope: Scope) -> None:
        self.leaf = leaf
        self.scope = scope
        self.line: ast.Stmt | None = None
        self._taken: dict[tuple[model.Variable, str], Expr] = {}
        self._names: dict[str, Expr] = {}
        self._lets: dict[str, Expr] = {}

    def of(self, line: ast.Stmt, stmts: Iterable[Stmt]) -> tuple[list[Choice], list[Require], tuple[Stmt, ...]]:
        """What a line that does some statements lets its player choose, what it needs, and what then happens."""
        self.line = line
        choices: list[Choice] = []
        done: list[Stmt] = []
        for stmt in stmts:
            stmt = substituted(stmt, self._names)
            if isinstance(stmt, model.Choose) and self.scope.is_you(stmt.who):
                choices.append(self._chosen_first(stmt.choice))
            else:
                done.append(stmt)
        requires = self._requires([substituted(stmt, self._lets) for stmt in done])
        self._lets |= {stmt.local: substituted(stmt.value, self._lets) for stmt in done if isinstance(stmt, model.Let)}
        there = [need for choice in choices for need in self._to_choose(choice, choices, requires)]
        return choices, [*there, *requires], tuple(done)

    def _to_choose(self, choice: Choice, choices: list[Choice], requires: list[Require]) -> list[Require]:
        """There is something to choose with which the line can be done, as is known before anything is chosen."""
        others = [other.local for other in choices if other is not choice]
        inner = [r for r in requires if not any(_reads(r.condition, local) for local in others)]
        return self._some(choice, [r for r in inner if _reads(r.condition, choice.local)])

    def _chosen_first(self, choice: Choice) -> Choice:
        """A choice that is made before anything is paid, so that there is something chosen."""
        if not choice.single:
            return choice
        type = certain(choice.type)
        self._names[choice.local] = Local(type, choice.span, choice.local)
        self.leaf.work.locals[choice.local] = type
        return dataclasses.replace(choice, type=type)

    # ----------------------------------------------------------------------------------------- statements

    def _requires(self, stmts: Sequence[Stmt]) -> list[Require]:
        found: list[Require] = []
        for index, stmt in enumerate(stmts):
            if isinstance(stmt, _NOT_COSTS):
                self._no_cost()
            elif isinstance(stmt, model.Choose):
                return [*found, *self._some(stmt.choice, self._requires(stmts[index + 1 :]))]
            elif isinstance(stmt, model.Let):
                rest = [substituted(part, {stmt.local: stmt.value}) for part in stmts[index + 1 :]]
                return [*found, *self._requires(rest)]
            else:
                found += self._need(stmt)
        return found

    def _no_cost(self) -> None:
        assert self.line is not None
        help = "a cost moves things, takes from a number, pays, chooses what is given, or does what a verb says"
        self.leaf.wrong(codes.NO_COST, f"`{self.leaf.said(self.line)}` cannot be a cost", self.line, help)

    def _need(self, stmt: Stmt) -> list[Require]:
        if isinstance(stmt, model.Run):
            return self._run(stmt)
        if isinstance(stmt, model.Move):
            return self._named(self._move(stmt), _lacking_of(stmt))
        if isinstance(stmt, model.SetVar):
            return self._amount(stmt)
        if isinstance(stmt, model.ForEach):
            return self._all(stmt)
        if isinstance(stmt, model.If):
            return self._one_of(stmt)
        if isinstance(stmt, model.Swap):
            return self._named([something(one) for one in (stmt.first, stmt.second) if one.type.optional])
        if isinstance(stmt, model.Look):
            what = stmt.what
            there = model.AnyOf(FLAG, stmt.span, what) if is_many(what.type) else something(what)
            return self._named([there])
        return []

    def _named(self, tests: Sequence[Expr], shortage: Shortage | None = None) -> list[Require]:
        """Tests under the words of the line."""
        tests = [test for test in tests if not is_error(test)]
        if not tests or self.line is None:
            return []
        span = self.leaf.span(self.line)
        return [Require(self.leaf.said(self.line), both(tests, span), span, shortage)]

    def _all(self, stmt: model.ForEach) -> list[Require]:
        inner = self._requires(stmt.body)
        if not inner:
            return []
        span = stmt.span
        local = Local(element(stmt.set.type), span, self.leaf.work.fresh(stmt.local, element(stmt.set.type)))
        test = substituted(both([r.condition for r in inner], span), {stmt.local: local})
        lacking = model.Filter(set_of(local.type), span, stmt.set, local.name, model.Not(FLAG, span, test))
        return self._named([model.Not(FLAG, span, model.AnyOf(FLAG, span, lacking))])

    def _one_of(self, stmt: model.If) -> list[Require]:
        branches = [(c, self._requires(body)) for c, body in stmt.branches]
        test = _joined(self._requires(stmt.other), stmt.span)
        if all(not inner for _, inner in branches) and isinstance(test, Const):
            return []
        for condition, inner in reversed(branches):
            test = model.Either(FLAG, stmt.span, condition, _joined(inner, stmt.span), test)
        return self._named([test])

    def _some(self, choice: Choice, inner: list[Require]) -> list[Require]:
        """There must be something to choose with which the rest can be done."""
        reading = [r for r in inner if _reads(r.condition, choice.local)]
        others = [r for r in inner if r not in reading]
        span = choice.span
        if not choice.single:
            enough = model.Compare(FLAG, span, ">=", model.Count(INTEGER, span, choice.source), choice.low)
            return [*self._named([enough]), *others]
        type = certain(choice.type)
        local = Local(type, span, self.leaf.work.fresh(choice.local, type))
        those = choice.source
        if reading:
            test = substituted(both([r.condition for r in reading], span), {choice.local: local})
            those = model.Filter(set_of(type), span, choice.source, local.name, test)
        return [*self._named([model.AnyOf(FLAG, span, those)]), *others]

    # --------------------------------------------------------------------------------------------- verbs

    def _run(self, run: model.Run) -> list[Require]:
        """What a procedure or an action requires, for these arguments, and whether it is done in full."""
        from encanta.checking.bodies import head_known

        body = run.body
        if body.unit is not None:
            return self._unit(run, body.unit)
        if not head_known(self.leaf.session, body.name):
            return []
        given = zip(body.parameters, run.args, strict=True)
        tests = [something(arg) for (_, type), arg in given if arg.type.optional and not type.optional]
        if run.you is not None and run.you.type.optional:
            tests.append(something(run.you))
        names = {name: arg for (name, _), arg in zip(body.parameters, run.args, strict=True)}
        if run.you is not None:
            names["you"] = run.you
        found: list[Require] = []
        if body.choices or body.limit is not None:
            tests.append(model.CanDo(FLAG, run.span, body, run.you, run.args))
        else:
            found = [self._for(require, names) for require in body.requires]
        if body.full is not None:
            tests.append(self._read_for(body.full, names))
        return [*self._named(tests), *found]

    def _for(self, require: Require, names: dict[str, Expr]) -> Require:
        shortage = require.shortage
        if shortage is not None:
            amounts = tuple((word, self._read_for(one, names)) for word, one in shortage.each)
            shortage = dataclasses.replace(shortage, amount=self._read_for(shortage.amount, names), each=amounts)
        return Require(require.name, self._read_for(require.condition, names), require.span, shortage)

    def _read_for(self, expr: Expr, names: dict[str, Expr]) -> Expr:
        """A formula of a verb as it is for those who do it here."""
        return substituted(fresh_binders(expr, self.leaf.work.fresh), names)

    # -------------------------------------------------------------------------------------------- amounts

    def _amount(self, stmt: model.SetVar) -> list[Require]:
        """A number goes down: there must be as much."""
        less = taken_from(stmt)
        if less is None:
            return []
        now, amount = less
        return self._enough(stmt.variable, stmt.owner, now, amount, (stmt.variable.name, stmt.variable.name))

    def _unit(self, run: model.Run, unit: model.Variable) -> list[Require]:
        """A verb of a unit: whoever loses some must have as many."""
        verb = run.body.name.partition(" ")[0]
        somebody = [something(who) for who in (run.you, *run.args[1:]) if who is not None and who.type.optional]
        loser = run.you if verb in ("lose", "give") else run.args[1] if len(run.args) > 1 else None
        found = self._named(somebody)
        if loser is None:
            return found
        owner: Expr = model.SideOf(model.SIDE, run.span, loser) if unit.owner == SIDE else loser
        now = model.Read(INTEGER, run.span, unit, owner)
        return [*found, *self._enough(unit, loser, now, run.args[0], self._unit_words(unit))]

    def _unit_words(self, unit: model.Variable) -> tuple[str, str]:
        """A unit as one and as several."""
        one = (word for word, sign in self.leaf.env.units.items() if sign.name == unit.name and word != unit.name)
        return next(one, unit.name), unit.name

    def _enough(
        self, variable: model.Variable, owner: Expr | None, now: Expr, amount: Expr, words: tuple[str, str]
    ) -> list[Require]:
        """There is as much as all lines together take."""
        assert self.line is not None
        span = self.leaf.span(self.line)
        now = dataclasses.replace(now, span=variable.span)
        key = (variable, owner.name if isinstance(owner, Local) else "")
        if key in self._taken:
            amount = model.Arith(INTEGER, span, "+", self._taken[key], amount)
        self._taken[key] = amount
        lacking = Shortage(model.Arith(INTEGER, span, "-", amount, now), words)
        return self._named([model.Compare(FLAG, span, ">=", now, amount)], lacking)

    # ---------------------------------------------------------------------------------------------- moves

    def _move(self, stmt: model.Move) -> list[Expr]:
        if is_error(stmt.what, stmt.to):
            return []
        return [*_there(stmt), *self._theirs(stmt), *self._room(stmt)]

    def _theirs(self, stmt: model.Move) -> list[Expr]:
        """Nothing of it lies in a place of anybody else."""
        what = stmt.what
        kind = element(what.type).name if is_many(what.type) else what.type.name
        places = [p for p in self.leaf.env.places.values() if p.each in (PLAYER, SIDE) and p.component == kind]
        if _is_yours(self.scope, what):
            return []
        return [self._not_others(what, place, stmt.span) for place in places]

    def _not_others(self, what: Expr, place: Place, span: Span) -> Expr:
        assert self.scope.you is not None
        type = place_type(place.component)
        you: Expr = self.scope.you if place.each == PLAYER else model.SideOf(model.SIDE, span, self.scope.you)
        yours = lying_in(self.leaf, model.PlaceOf(type, span, place, you))
        every = lying_in(self.leaf, model.AllOf(set_of(type), span, place))

        def fine(one: Expr) -> Expr:
            outside = model.Not(FLAG, span, model.In(FLAG, span, one, every))
            return model.Logic(FLAG, span, "or", (outside, model.In(FLAG, span, one, yours)))

        if not is_many(what.type):
            return fine(what)
        one = Local(element(what.type), span, self.leaf.work.fresh("it", element(what.type)))
        others = model.Filter(what.type, span, what, one.name, model.Not(FLAG, span, fine(one)))
        return model.Not(FLAG, span, model.AnyOf(FLAG, span, others))

    def _room(self, stmt: model.Move) -> list[Expr]:
        """All of it fits into the place."""
        if not isinstance(stmt.to, model.PlaceOf):
            return []
        self.leaf.session.place(stmt.to.place.name)
        most = stmt.to.place.capacity
        if most is None:
            return []
        span = stmt.span
        one = Const(INTEGER, span, 1)
        coming = model.Count(INTEGER, span, stmt.what) if is_many(stmt.what.type) else one
        there = model.Count(INTEGER, span, lying_in(self.leaf, stmt.to))
        return [model.Compare(FLAG, span, "<=", model.Arith(INTEGER, span, "+", there, coming), most)]


def doable(leaf: Leaf, scope: Scope, line: ast.Stmt, stmts: Sequence[Stmt]) -> Expr:
    """Whether some statements can be done in full, by whoever is `you` in `scope`."""
    needs = Needs(leaf, scope)
    needs.line = line
    return _joined(needs._requires(stmts), leaf.span(line))


def something(expr: Expr) -> Expr:
    """The condition that there is something."""
    nothing = Const(model.NO_TYPE, expr.span, NOTHING)
    return model.Not(FLAG, expr.span, model.Equal(FLAG, expr.span, expr, nothing))


def both(tests: Sequence[Expr], span: Span) -> Expr:
    """All of some conditions."""
    return tests[0] if len(tests) == 1 else model.Logic(FLAG, span, "and", tuple(tests))


def taken_from(stmt: model.SetVar) -> tuple[Expr, Expr] | None:
    """What a variable is, and how much less it becomes; None where it does not become less by an amount."""
    value = stmt.value
    if isinstance(value, model.Fold) and value.op == "max" and isinstance(value.list, model.SetOf):
        # Never below a bound.
        value = next((item for item in value.list.items if isinstance(item, model.Arith)), value)
    if isinstance(value, model.Arith) and value.op == "-":
        return value.left, value.right
    return None


def _joined(requires: Sequence[Require], span: Span) -> Expr:
    return both([r.condition for r in requires], span) if requires else Const(FLAG, span, 1)


def _reads(expr: Expr, local: str) -> bool:
    return any(isinstance(node, Local) and node.name == local for node in walk(expr))


def _there(stmt: model.Move) -> list[Expr]:
    """As much is there as is said."""
    what, span = stmt.what, stmt.span
    if not is_many(what.type):
        return [something(what)]
    if isinstance(what, model.Ends) and what.count is not None:
        return [model.Compare(FLAG, span, ">=", model.Count(INTEGER, span, what.set), what.count)]
    return []


def _lacking_of(stmt: model.Move) -> Shortage | None:
    """How much of what is moved is not there."""
    if not (isinstance(stmt.what, model.Ends) and stmt.what.count is not None):
        return None
    kind = element(stmt.what.type).name or ""
    there = model.Count(INTEGER, stmt.span, stmt.what.set)
    return Shortage(model.Arith(INTEGER, stmt.span, "-", stmt.what.count, there), (kind, plural(kind)))


def _is_yours(scope: Scope, what: Expr) -> bool:
    """Whether it can be seen that something lies in a place of the one who pays."""
    while isinstance(what, (model.Filter, model.Ends)):
        what = what.set
    return (
        isinstance(what, model.Contents)
        and isinstance(what.place, model.PlaceOf)
        and what.place.owner is not None
        and scope.is_you(what.place.owner)
    )
