"""Weaves phases, limits, ends and the abilities that hook on steps into plain sequences of statements."""

from __future__ import annotations

import dataclasses
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.bearing import bearer
from encanta.compiling.formulas import Formulas
from encanta.compiling.hooking import Hooking, own_self, your_own
from encanta.compiling.trees import Node, binders, parts, rebuilt, renamed, substituted, walk
from encanta.compiling.unit_verbs import in_place
from encanta.text.spans import Span


class Weaver(Hooking):
    """Makes the statements of a body, with everything that happens around its steps."""

    def __init__(self, formulas: Formulas) -> None:
        super().__init__(formulas)
        self.folder = formulas.folder

    def body(self, body: m.Body) -> m.Stmts:
        """Everything a run of the body does, its choices included."""
        stmts: list[m.Stmt] = []
        if body.kind == "phase":
            stmts.append(ir.Begin(body.span, body))
            stmts += self._longest(body)
        stmts += self.hooked(body, None, before=True)
        stmts += [_picked(body, i, choice) for i, choice in enumerate(body.choices)]
        if body.limit is not None:
            stmts.append(self.use(body.limit, your_own(body), body.name))
        stmts += [m.Let(value.span, name, value) for name, _, value in body.variables]
        steps = [s for step in body.steps for s in self.step(body, step)]
        inner = self._core(body, tuple(steps)) if body in self.ended else steps
        stmts += self.whole(body, [*self.kept(body, inner), *self.hooked(body, None, before=False)])
        if body.kind == "phase":
            if body.name in self.layout.running:
                stmts.append(ir.Leave(body.span, body))
            stmts += self._ends(body)
        return self._taken_apart(self._prepared(tuple(stmts)))

    def _core(self, body: m.Body, steps: m.Stmts) -> list[m.Stmt]:
        """What `end` or `stop` cuts off; it ends what waits inside of it, too."""
        core = ir.Core(body.span, body, steps)
        if self.layout.waiting is None:
            return [core]
        kept = m.Local(m.FLAG, body.span, f"kept.{next(self.marks)}")
        return [ir.Keep(body.span, kept.name), core, ir.Release(body.span, kept, False)]

    def ability(self, ability: m.Ability) -> m.Stmts:
        """What a triggered ability does when it resolves, with its limit and its question."""
        stmts: list[m.Stmt] = []
        inner: m.Stmts = ability.stmts
        you = self.decider(ability)
        inner = (m.Let(ability.span, "you", you), *inner)
        if ability.optional:
            inner = self.optional(ability, you, inner)
        if ability.limit is not None:
            counted = bearer(ability, "this") if ability.row is not None else own_self(ability)
            inner = (self.use(ability.limit, counted, ability.name), *inner)
            left = self.left(ability.limit, counted, ability.name)
            inner = (m.If(ability.span, ((left, inner),), ()),)
        stmts += inner
        return self._taken_apart(self._prepared(tuple(stmts)))

    def window(self, window: m.Window) -> m.Stmts:
        """How the players of a window are asked; the local `only` holds those it is opened for."""
        span = window.span
        open_, again = (ir.Cell(m.FLAG, span, self.layout.windows[window] + i) for i in (0, 1))
        players = m.set_of(m.PLAYER)
        in_order = m.list_of(m.PLAYER)
        some = m.Local(m.PLAYER, span, "candidate")
        among = m.In(m.FLAG, span, some, m.Local(players, span, "only"))
        asks: m.Expr = m.Filter(players, span, window.asks, "candidate", among)
        asked = m.Local(in_order, span, "asked")
        order: m.Stmt = ir.LotOrder(span, "asked", asks)
        if window.start is not None:
            order = m.Let(span, "asked", m.Clockwise(in_order, span, window.start, asks))
        nobody = m.Not(m.FLAG, span, m.AnyOf(m.FLAG, span, asked))
        ask = (m.Until(span, again), m.Until(span, nobody), ir.AskFirst(span, window, "asked"))
        round_ = (
            ir.SetCell(span, again.cell, 0),
            ir.Restart(span, window.name),
            order,
            m.Loop(span, ask),
            m.Until(span, m.Not(m.FLAG, span, again)),
        )
        stmts = (ir.SetCell(span, open_.cell, 1), m.Loop(span, round_), ir.SetCell(span, open_.cell, 0))
        return self._prepared(stmts)

    def effect(self, effect: m.Effect) -> m.Stmts:
        """The statements of a printed effect."""
        return self._taken_apart(self._prepared(effect.stmts))

    def _prepared(self, stmts: m.Stmts) -> m.Stmts:
        """Statements with values written in place and everything fixed worked out."""

        def change(part: Any) -> Any:
            return self.formulas.prepared(part) if isinstance(part, m.Expr) else rebuilt(part, change)

        return self.folder.stmts(tuple(change(stmt) for stmt in stmts))

    # ------------------------------------------------------------------------------------------ limits

    def limit_left(self, body: m.Body) -> m.Expr | None:
        """The condition that a body's limit is not used up."""
        return self.left(body.limit, your_own(body), body.name) if body.limit is not None else None

    def _longest(self, body: m.Body) -> list[m.Stmt]:
        found: list[m.Stmt] = []
        for bound in self.model.longest:
            if bound.body is body:
                cell = self.layout.counter_cell(bound.name)
                most = self.folder.expr(bound.most)
                limit = most.value if isinstance(most, m.Const) else 0
                reached = ir.LimitLeft(m.FLAG, bound.span, cell, -limit, None)
                last: m.Stmt = (
                    m.EndPhase(bound.span, self.model.bodies[bound.then])
                    if bound.then in self.model.bodies
                    else ir.Finish(bound.span, bound.then, bound.name, None)
                )
                found.append(m.If(bound.span, ((m.Not(m.FLAG, bound.span, reached), (last,)),), ()))
        return found

    def _ends(self, body: m.Body | None) -> list[m.Stmt]:
        """The ends that are looked at after a phase; without a phase, all of them."""
        found: list[m.Stmt] = []
        for end in self.model.ends:
            if body is None or end.after is body:
                kind = "won" if end.winners is not None else end.result or "drawn"
                finish = ir.Finish(end.span, kind, end.name, end.winners)
                found.append(m.If(end.span, ((end.condition, (finish,)),), ()))
        return found

    # ------------------------------------------------------------------------------------ taking apart

    def _taken_apart(self, stmts: m.Stmts) -> m.Stmts:
        found: list[m.Stmt] = []
        for stmt in stmts:
            found += self._simple(stmt)
        return tuple(found)

    def _simple(self, stmt: m.Stmt) -> m.Stmts:
        if isinstance(stmt, m.Run) and stmt.body.unit is not None and not self.is_heard(stmt.body):
            written = in_place(stmt, next(self.marks))
            return (stmt,) if written is None else self._taken_apart(self._prepared(written))
        if isinstance(stmt, m.ForEach):
            return self._for_each(stmt)
        if isinstance(stmt, m.Turns):
            return self._turns(stmt)
        if isinstance(stmt, m.May):
            answer = f"answer.{next(self.marks)}"
            ask = ir.Ask(stmt.span, stmt.who, answer, "", "")
            body = self._taken_apart(stmt.body)
            return (ask, m.If(stmt.span, ((m.Local(m.FLAG, stmt.span, answer), body),), ()))
        if isinstance(stmt, m.Loop):
            return self._loop(stmt)
        if isinstance(stmt, m.Offer):
            return (dataclasses.replace(stmt, actions=self.model.offered(stmt.actions)),)
        if isinstance(stmt, m.Together):
            return self._together(stmt)
        if isinstance(stmt, m.EndGame):
            # Whatever was under way is dropped; the first end whose condition holds says who has won.
            over = ir.Finish(stmt.span, "nobody", "the game was ended", None)
            return self._prepared((*self._ends(None), over))
        if isinstance(stmt, ir.Core):
            return (dataclasses.replace(stmt, stmts=self._taken_apart(stmt.stmts)),)
        if isinstance(stmt, m.Cost):
            inner = self._taken_apart(stmt.stmts)
            if not is_more_than_changes(stmt):
                return (dataclasses.replace(stmt, stmts=inner),)
            held = m.Local(m.FLAG, stmt.span, f"held.{next(self.marks)}")
            return (ir.Hold(stmt.span, held.name), *inner, ir.Release(stmt.span, held))
        if isinstance(stmt, m.If):
            branches = tuple((c, self._taken_apart(b)) for c, b in stmt.branches)
            return (dataclasses.replace(stmt, branches=branches, other=self._taken_apart(stmt.other)),)
        return (stmt,)

    def _together(self, stmt: m.Together) -> m.Stmts:
        """Everybody's choices one after the other, kept in locals, then everybody's deeds."""
        mark = next(self.marks)
        bound = {n for part in stmt.body for n in _bound_in(part)} - {stmt.local}
        first: list[m.Stmt] = []
        then: list[m.Stmt] = []
        ordered: list[tuple[m.Expr, m.Expr, m.Stmts]] = []
        meant = f"meant.{mark}"
        if stmt.among is not None:
            first.append(m.Let(stmt.span, meant, stmt.among))
        for seat in range(self.layout.seats):
            names = {n: f"{n}.{mark}.{seat}" for n in bound}
            you = m.Const(m.PLAYER, stmt.span, seat)
            own = [substituted(renamed(part, names), {stmt.local: you}) for part in stmt.body]
            head = next((i for i, p in enumerate(own) if not isinstance(p, (m.Choose, m.Let))), len(own))
            if stmt.among is None:
                first += own[:head]
                then += own[head:]
                ordered.append((you, _has_something(own[:head], stmt.span), tuple(own[head:])))
                continue
            # Who is not meant is asked nothing and does nothing.
            test = m.In(m.FLAG, stmt.span, you, m.Local(stmt.among.type, stmt.span, meant))
            first += [_nothing_yet(s) for s in own[:head] if isinstance(s, (m.Choose, m.Let))]
            first.append(m.If(stmt.span, ((test, tuple(own[:head])),), ()))
            then.append(m.If(stmt.span, ((test, tuple(own[head:])),), ()))
            both = m.Logic(m.FLAG, stmt.span, "and", (test, _has_something(own[:head], stmt.span)))
            ordered.append((you, both, tuple(own[head:])))
        if self.model.ordered is not None and any(fills_a_common_pile(deeds) for _, _, deeds in ordered):
            then = self._in_chosen_order(stmt.span, mark, ordered)
        return self._taken_apart(self._prepared((*first, *then)))

    def _in_chosen_order(self, span: Span, mark: int, deeds: list[tuple[m.Expr, m.Expr, m.Stmts]]) -> list[m.Stmt]:
        """What several players do at once to one pile, in the order that the player whose turn it is chooses."""
        players = m.set_of(m.PLAYER)
        waiting, now = m.Local(players, span, f"waiting.{mark}"), m.Local(m.PLAYER, span, f"first.{mark}")
        stmts: list[m.Stmt] = [m.Let(span, waiting.name, m.SetOf(players, span, ()))]
        for who, test, _ in deeds:
            more = m.Union(players, span, waiting, m.SetOf(players, span, (who,)))
            stmts.append(m.If(span, ((test, (m.Let(span, waiting.name, more),)),), ()))
        one = m.Const(m.INTEGER, span, 1)
        choice = m.Choice(span, now.name, m.PLAYER, True, one, one, waiting, None)
        rest = m.Minus(players, span, waiting, m.SetOf(players, span, (now,)))
        each = tuple((m.Equal(m.FLAG, span, now, who), done) for who, _, done in deeds)
        loop: m.Stmts = (
            m.Until(span, m.Not(m.FLAG, span, m.AnyOf(m.FLAG, span, waiting))),
            m.Choose(span, m.Current(m.PLAYER, span), choice),
            m.Let(span, waiting.name, rest),
            m.If(span, each, ()),
        )
        return [*stmts, m.Loop(span, loop)]

    def _loop(self, stmt: m.Loop) -> m.Stmts:
        body = self._taken_apart(stmt.body)
        span = stmt.span
        if stmt.condition is not None:
            body = (m.Until(span, m.Not(m.FLAG, span, stmt.condition)), *body)
        if stmt.times is None:
            return (m.Loop(span, body),)
        left = m.Local(m.INTEGER, span, f"times.{next(self.marks)}")
        zero, one = m.Const(m.INTEGER, span, 0), m.Const(m.INTEGER, span, 1)
        test = m.Until(span, m.Compare(m.FLAG, span, "<=", left, zero))
        down = m.Let(span, left.name, m.Arith(m.INTEGER, span, "-", left, one))
        return (m.Let(span, left.name, stmt.times), m.Loop(span, (test, down, *body)))

    def _for_each(self, stmt: m.ForEach) -> m.Stmts:
        rest = f"rest.{next(self.marks)}"
        span = stmt.span
        ordered = stmt.set.type.kind == "list"
        remaining = m.Local(stmt.set.type, span, rest)
        empty = m.Until(span, m.Not(m.FLAG, span, m.AnyOf(m.FLAG, span, remaining)))
        take = ir.TakeFirst(span, stmt.local, rest, ordered)
        return (m.Let(span, rest, stmt.set), m.Loop(span, (empty, take, *self._taken_apart(stmt.body))))

    def _turns(self, stmt: m.Turns) -> m.Stmts:
        span = stmt.span
        seat = m.Local(m.PLAYER, span, stmt.local)
        next_seat = m.Let(span, stmt.local, m.Seat(m.PLAYER, span, "left", seat))
        before: list[m.Stmt] = []
        body: list[m.Stmt] = []
        if stmt.once:
            left = m.Local(m.INTEGER, span, f"turns.{next(self.marks)}")
            seats = m.Const(m.INTEGER, span, self.layout.seats)
            one = m.Const(m.INTEGER, span, 1)
            before.append(m.Let(span, left.name, seats))
            body.append(m.Until(span, m.Compare(m.FLAG, span, "<", left, one)))
            body.append(m.Let(span, left.name, m.Arith(m.INTEGER, span, "-", left, one)))
        inner = self._taken_apart(stmt.body)
        among = None if stmt.among is None else self.folder.expr(m.In(m.FLAG, span, _named_you(seat), stmt.among))
        if stmt.among is not None and not isinstance(among, m.Const):
            if not stmt.once:
                body.append(m.Until(span, m.Not(m.FLAG, span, m.AnyOf(m.FLAG, span, stmt.among))))
            among = m.In(m.FLAG, span, seat, stmt.among)
            body.append(m.If(span, ((among, (ir.SetCurrent(span, seat), *inner)),), ()))
        else:
            body += [ir.SetCurrent(span, seat), *inner]
        body.append(next_seat)
        last = ir.SetCurrent(span, seat)
        return (
            m.Let(span, stmt.local, ir.Somebody(m.PLAYER, span, stmt.start)),
            *before,
            m.Loop(span, tuple(body)),
            last,
        )


_WITHOUT_STOPS = (
    m.Move,
    m.Gather,
    m.Shuffle,
    m.Slide,
    m.SetVar,
    m.Look,
    m.Let,
    m.Random,
    m.If,
    m.Loop,
    m.Until,
    ir.TakeFirst,
)
"""What can be done without asking anybody."""


def _picked(body: m.Body, index: int, choice: m.Choice) -> m.Stmt:
    """A choice of a body as it is made; of what can only ever be one thing, nobody is asked."""
    source = choice.source
    if choice.single and isinstance(source, m.Ends) and isinstance(source.count, m.Const) and source.count.value == 1:
        return m.Let(choice.span, choice.local, dataclasses.replace(source, type=choice.type, count=None))
    return ir.Pick(choice.span, body, index)


def _has_something(heads: list[m.Stmt], span: Span) -> m.Expr:
    """Whether everything is there that a player chose or looked up."""
    tests: list[m.Expr] = []
    for part in heads:
        type_ = part.choice.type if isinstance(part, m.Choose) else part.value.type if isinstance(part, m.Let) else None
        if type_ is None or type_.kind not in ("component", "set"):
            continue
        name = part.choice.local if isinstance(part, m.Choose) else part.local if isinstance(part, m.Let) else ""
        local = m.Local(type_, span, name)
        if type_.kind == "set":
            tests.append(m.AnyOf(m.FLAG, span, local))
        else:
            nothing = m.Const(m.NO_TYPE, span, m.NOTHING)
            tests.append(m.Not(m.FLAG, span, m.Equal(m.FLAG, span, local, nothing)))
    if not tests:
        return m.Const(m.FLAG, span, 1)
    return tests[0] if len(tests) == 1 else m.Logic(m.FLAG, span, "and", tuple(tests))


def fills_a_common_pile(stmts: m.Stmts) -> bool:
    """Whether something comes to lie on a pile of the game, so that it matters who comes first."""
    todo, seen = list(stmts), set[str]()
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, m.Move) and isinstance(node.to, m.PlaceOf) and node.to.place.form == "pile":
                if node.to.place.each is None:
                    return True
            elif isinstance(node, m.Run) and node.body.name not in seen:
                seen.add(node.body.name)
                todo += [s for step in node.body.steps for s in step.stmts]
    return False


def is_more_than_changes(cost: m.Cost) -> bool:
    """Whether a cost asks somebody or runs something, so that what it sets off has to wait in the state."""
    inside = (node for part in cost.stmts for node in walk(part) if isinstance(node, m.Stmt))
    return not all(isinstance(node, (*_WITHOUT_STOPS, m.ForEach, m.Cost)) for node in inside)


def _nothing_yet(stmt: m.Choose | m.Let) -> m.Stmt:
    """What a choice, or what is looked up, stands for where it is not made."""
    name, type_ = (stmt.choice.local, stmt.choice.type) if isinstance(stmt, m.Choose) else (stmt.local, stmt.value.type)
    if type_.kind in ("set", "list"):
        return m.Let(stmt.span, name, m.SetOf(type_, stmt.span, ()))
    nothing = 0 if type_.kind in ("integer", "flag") else m.NOTHING
    return m.Let(stmt.span, name, m.Const(type_, stmt.span, nothing))


def _bound_in(node: Any) -> set[str]:
    return {name for part in walk(node) for name in binders(part)}


def _named_you(seat: m.Local) -> m.Local:
    return dataclasses.replace(seat, name="you")


__all__ = ["Node", "Weaver", "parts", "rebuilt"]
