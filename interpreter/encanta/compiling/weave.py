"""Weaves phases, limits, ends and the abilities that hook on steps into plain sequences of statements."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.bearing import bearer, bearing
from encanta.compiling.formulas import Formulas
from encanta.compiling.trees import Node, binders, parts, rebuilt, renamed, substituted, walk
from encanta.compiling.unit_verbs import in_place


class Weaver:
    """Makes the statements of a body, with everything that happens around its steps."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.layout = formulas.layout
        self.folder = formulas.folder
        self.model = formulas.model
        self.hooks = [a for a in self.layout.abilities if a.instead or any(_is_step(t) for t in a.triggers)]
        self._marks = itertools.count(1)
        self.ended = ended_bodies(self.model)

    def body(self, body: m.Body) -> m.Stmts:
        """Everything a run of the body does, its choices included."""
        stmts: list[m.Stmt] = []
        if body.kind == "phase":
            stmts.append(ir.Begin(body.span, body))
            stmts += self._longest(body)
        stmts += self._hooked(body, None, before=True)
        stmts += [_picked(body, i, choice) for i, choice in enumerate(body.choices)]
        if body.limit is not None:
            stmts.append(self._use(body.limit, _you(body), body.name))
        stmts += [m.Let(value.span, name, value) for name, _, value in body.variables]
        steps = [s for step in body.steps for s in self._step(body, step)]
        inner = self._core(body, tuple(steps)) if body in self.ended else steps
        stmts += self._whole(body, [*self._kept(body, inner), *self._hooked(body, None, before=False)])
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
        kept = m.Local(m.FLAG, body.span, f"kept.{next(self._marks)}")
        return [ir.Keep(body.span, kept.name), core, ir.Release(body.span, kept, False)]

    def _kept(self, body: m.Body, inner: list[m.Stmt]) -> list[m.Stmt]:
        """Remembers what is being done, and for whom abilities are carried out, around what a body does."""
        span, number = body.span, self.layout.doing_number(body)
        cells = [self.layout.doing] if self.layout.doing is not None and (number or body in self.ended) else []
        cells += list(self.layout.busy.values()) if body in self.ended else []
        before: list[m.Stmt] = []
        after: list[m.Stmt] = []
        for cell in cells:
            kept = m.Local(m.INTEGER, span, f"before.{next(self._marks)}")
            before.append(m.Let(span, kept.name, ir.Cell(m.INTEGER, span, cell)))
            after.append(ir.PutCell(span, cell, kept))
        if number is not None and self.layout.doing is not None:
            before.append(ir.SetCell(span, self.layout.doing, number))
        return [*before, *inner, *after]

    def _whole(self, body: m.Body, stmts: list[m.Stmt]) -> list[m.Stmt]:
        """What a body does, or what is done instead of all of it; what follows on it, only if it is done."""
        replacements = [a for a in self.hooks if a.instead and _hears(a.instead, body, None)]
        return list(self._replaced(body, replacements, tuple(stmts))) if replacements else stmts

    def ability(self, ability: m.Ability) -> m.Stmts:
        """What a triggered ability does when it resolves, with its limit and its question."""
        stmts: list[m.Stmt] = []
        inner: m.Stmts = ability.stmts
        you = self._decider(ability)
        inner = (m.Let(ability.span, "you", you), *inner)
        if ability.optional:
            inner = self._optional(ability, you, inner)
        if ability.limit is not None:
            counted = bearer(ability, "this") if ability.row is not None else _self(ability)
            inner = (self._use(ability.limit, counted, ability.name), *inner)
            left = self._left(ability.limit, counted, ability.name)
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

    def _use(self, limit: m.LimitOf, owner: m.Expr | None, name: str) -> m.Stmt:
        return ir.UseLimit(limit.span, self.layout.limit_cell(limit, name), limit.times, owner)

    def _left(self, limit: m.LimitOf, owner: m.Expr | None, name: str) -> m.Expr:
        return ir.LimitLeft(m.FLAG, limit.span, self.layout.limit_cell(limit, name), limit.times, owner)

    def limit_left(self, body: m.Body) -> m.Expr | None:
        """The condition that a body's limit is not used up."""
        return self._left(body.limit, _you(body), body.name) if body.limit is not None else None

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

    # ------------------------------------------------------------------------------------------- hooks

    def _step(self, body: m.Body, step: m.Step) -> m.Stmts:
        around = self._hooked(body, step.name, before=True)
        replacements = [a for a in self.hooks if a.instead and _hears(a.instead, body, step.name)]
        inner = list(self._replaced(body, replacements, step.stmts))
        return (*around, *inner, *self._hooked(body, step.name, before=False))

    def _hooked(self, body: m.Body, step: str | None, before: bool) -> list[m.Stmt]:
        found: list[m.Stmt] = []
        for ability in self.hooks:
            for trigger in ability.triggers:
                if isinstance(trigger, m.StepTrigger) and trigger.before is before and _hears(trigger, body, step):
                    found += self._inserted(ability, trigger, body)
        return found

    def _replaced(self, body: m.Body, replacements: list[m.Ability], stmts: m.Stmts) -> m.Stmts:
        if not replacements:
            return stmts
        span = replacements[0].span
        done = f"done.{next(self._marks)}"
        result: list[m.Stmt] = [m.Let(span, done, m.Const(m.FLAG, span, 0))]
        open_ = m.Not(m.FLAG, span, m.Local(m.FLAG, span, done))
        for ability in replacements:
            taken = m.Let(span, done, m.Const(m.FLAG, span, 1))
            assert ability.instead is not None
            inserted = self._inserted(ability, ability.instead, body, (taken,), open_)
            result.append(m.If(span, ((open_, tuple(inserted)),), ()))
        result.append(m.If(span, ((open_, stmts),), ()))
        return tuple(result)

    def _inserted(
        self,
        ability: m.Ability,
        trigger: m.StepTrigger,
        body: m.Body,
        first: m.Stmts = (),
        only: m.Expr | None = None,
    ) -> list[m.Stmt]:
        """An ability written into the run it hears; what runs for nobody is heard by every owner, one by one.

        `first` is done before it, and an ability that several components bear is done for each of them if `only` holds.
        """
        if ability.row is not None:
            return self._borne(ability, trigger, body, first, only)
        if ability.owner in ("player", "side") and (not body.has_you or trigger.who != "you"):
            everybody = self._owners(ability)
            return [s for owner in everybody for s in self._inserted_for(ability, owner, body, first, trigger)]
        return self._inserted_for(ability, self._owner_at(ability, trigger, body), body, first, trigger)

    def _heard(self, ability: m.Ability, trigger: m.StepTrigger, body: m.Body, owner: m.Expr | None) -> list[m.Expr]:
        """What must hold for an owner to hear of a run: of others only, with what is wanted."""
        span, you = trigger.span, _you(body)
        found = [trigger.condition] if trigger.condition is not None else []
        if trigger.who == "another" and owner is not None and you is not None:
            found.append(m.Not(m.FLAG, span, m.Equal(m.FLAG, span, owner, you)))
        return found

    def _once(
        self, ability: m.Ability, trigger: m.StepTrigger, owner: m.Expr | None, inner: m.Stmts
    ) -> tuple[m.Stmts, list[m.Expr]]:
        """What stands in for the whole of a body is not done again within itself."""
        cell = self.layout.busy.get(ability)
        if cell is None or trigger is not ability.instead:
            return inner, []
        span = ability.span
        inner = (ir.SetBusy(span, cell, owner, True), *inner, ir.SetBusy(span, cell, owner, False))
        return inner, [m.Not(m.FLAG, span, ir.Busy(m.FLAG, span, cell, owner))]

    def _borne(
        self, ability: m.Ability, trigger: m.StepTrigger, body: m.Body, first: m.Stmts, only: m.Expr | None
    ) -> list[m.Stmt]:
        """An ability of a row, written for each component that bears it: of who runs the body, or of everybody."""
        owners: list[m.Expr | None] = [None]
        if ability.whose is not None:
            own = None if trigger.anyone or not body.has_you else self._owner_at(ability, trigger, body)
            owners = [own] if own is not None else [*self._owners(ability)]
        return [s for owner in owners for s in self._borne_by(ability, owner, body, first, only, trigger)]

    def _borne_by(
        self,
        ability: m.Ability,
        owner: m.Expr | None,
        body: m.Body,
        first: m.Stmts,
        only: m.Expr | None,
        trigger: m.StepTrigger,
    ) -> list[m.Stmt]:
        mark, span = next(self._marks), ability.span
        this = bearer(ability, f"this.{mark}")
        shows = bearing(ability, owner)
        names = {local: f"{local}.{mark}" for local in ability.locals if local not in _shared(body)}
        inner = tuple(renamed(s, names) for s in ability.stmts)
        you = f"you.{mark}"
        if owner is not None or not body.has_you:
            inner = tuple(renamed(s, {"you": you}) for s in inner)
            inner = (m.Let(span, you, self._decider_of(ability, owner)), *inner)
        inner, once = self._once(ability, trigger, this, inner)
        inner = (*first, *inner)
        if ability.optional:
            decider = self._decider_of(ability, owner) if owner is not None else _you(body)
            inner = self._optional(ability, decider or m.Current(m.PLAYER, span), inner)
        tests = [c for c in (ability.condition, ability.event_condition) if c is not None]
        own: dict[str, m.Expr] = {"this": this} if owner is None else {"this": this, "you": owner}
        conditions = [*(substituted(c, own) for c in tests), *self._heard(ability, trigger, body, owner), *once]
        if ability.limit is not None:
            inner = (self._use(ability.limit, this, ability.name), *inner)
            conditions.append(self._left(ability.limit, this, ability.name))
        conditions += [m.Running(m.FLAG, span, d) for d in ability.during]
        conditions += [only] if only is not None else []
        if conditions:
            both = conditions[0] if len(conditions) == 1 else m.Logic(m.FLAG, span, "and", tuple(conditions))
            inner = (m.If(span, ((both, inner),), ()),)
        return [m.ForEach(span, this.name, shows, inner)]

    def _owners(self, ability: m.Ability) -> list[m.Expr]:
        kind = m.SIDE if ability.whose == "side" else m.PLAYER
        count = len(self.model.sides) if ability.whose == "side" else self.layout.seats
        return [m.Const(kind, ability.span, i) for i in range(count)]

    def _inserted_for(
        self, ability: m.Ability, owner: m.Expr | None, body: m.Body, first: m.Stmts, trigger: m.StepTrigger
    ) -> list[m.Stmt]:
        """An ability written into a run for one owner, under names of its own."""
        mark = next(self._marks)
        span = ability.span
        own: m.Expr | None = None
        lets: list[m.Stmt] = []
        if owner is not None:
            own = m.Local(owner.type, span, f"self.{mark}")
            lets.append(m.Let(span, f"self.{mark}", owner))
        inner = self._own_names(ability, body, mark, own, trigger.who != "you")
        inner, once = self._once(ability, trigger, own, inner)
        inner = (*first, *inner)
        if ability.optional:
            doer = _you(body) if trigger.who == "you" else None
            inner = self._optional(ability, doer or self._decider_of(ability, own), inner)
        if ability.limit is not None:
            inner = (self._use(ability.limit, own, ability.name), *inner)
        tests = [c for c in (ability.condition, ability.event_condition) if c is not None]
        conditions = [substituted(c, {"you": own} if own is not None else {}) for c in tests]
        conditions += [*self._heard(ability, trigger, body, own), *once]
        if ability.limit is not None:
            conditions.append(self._left(ability.limit, own, ability.name))
        conditions += [m.Running(m.FLAG, span, d) for d in ability.during]
        if conditions:
            both = conditions[0] if len(conditions) == 1 else m.Logic(m.FLAG, span, "and", tuple(conditions))
            inner = (m.If(span, ((both, inner),), ()),)
        return [*lets, *inner]

    def _own_names(self, ability: m.Ability, body: m.Body, mark: int, own: m.Expr | None, apart: bool) -> m.Stmts:
        """The statements of an ability under names of its own; `apart`: its owner is not whoever runs the body."""
        shared = _shared(body)
        names = {local: f"{local}.{mark}" for local in ability.locals if local not in shared and local != "self"}
        stmts = tuple(renamed(s, names) for s in ability.stmts)
        if own is not None:
            stmts = tuple(substituted(s, {"self": own}) for s in stmts)
        if apart or not body.has_you:
            you = f"you.{mark}"
            stmts = tuple(renamed(s, {"you": you}) for s in stmts)
            stmts = (m.Let(ability.span, you, self._decider_of(ability, own)), *stmts)
        return stmts

    def _owner_at(self, ability: m.Ability, trigger: m.StepTrigger, body: m.Body) -> m.Expr | None:
        if ability.owner is None:
            return None
        you: m.Expr = _you(body) or m.Current(m.PLAYER, ability.span)
        return m.SideOf(m.SIDE, ability.span, you) if ability.whose == "side" else you

    def _optional(self, ability: m.Ability, who: m.Expr, inner: m.Stmts) -> m.Stmts:
        answer = f"answer.{next(self._marks)}"
        span = ability.span
        ask = ir.Ask(span, who, answer, ability.name, ability.about)
        return (ask, m.If(span, ((m.Local(m.FLAG, span, answer), inner),), ()))

    def _decider(self, ability: m.Ability) -> m.Expr:
        return self._decider_of(ability, _self(ability))

    def _decider_of(self, ability: m.Ability, own: m.Expr | None) -> m.Expr:
        if own is None:
            return m.Current(m.PLAYER, ability.span)
        return ir.Decider(m.PLAYER, ability.span, own) if own.type.kind == "side" else own

    # ------------------------------------------------------------------------------------ taking apart

    def _taken_apart(self, stmts: m.Stmts) -> m.Stmts:
        found: list[m.Stmt] = []
        for stmt in stmts:
            found += self._simple(stmt)
        return tuple(found)

    def _simple(self, stmt: m.Stmt) -> m.Stmts:
        if isinstance(stmt, m.Run) and stmt.body.unit is not None and not self._is_heard(stmt.body):
            written = in_place(stmt, next(self._marks))
            return (stmt,) if written is None else self._taken_apart(self._prepared(written))
        if isinstance(stmt, m.ForEach):
            return self._for_each(stmt)
        if isinstance(stmt, m.Turns):
            return self._turns(stmt)
        if isinstance(stmt, m.May):
            answer = f"answer.{next(self._marks)}"
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
            held = m.Local(m.FLAG, stmt.span, f"held.{next(self._marks)}")
            return (ir.Hold(stmt.span, held.name), *inner, ir.Release(stmt.span, held))
        if isinstance(stmt, m.If):
            branches = tuple((c, self._taken_apart(b)) for c, b in stmt.branches)
            return (dataclasses.replace(stmt, branches=branches, other=self._taken_apart(stmt.other)),)
        return (stmt,)

    def _is_heard(self, body: m.Body) -> bool:
        """Whether an ability hooks on a body."""
        heard = (t for a in self.hooks for t in (*a.triggers, a.instead) if isinstance(t, m.StepTrigger))
        return any(_hears(trigger, body, None) for trigger in heard)

    def _together(self, stmt: m.Together) -> m.Stmts:
        """Everybody's choices one after the other, kept in locals, then everybody's deeds."""
        mark = next(self._marks)
        bound = {n for part in stmt.body for n in _bound_in(part)} - {stmt.local}
        first: list[m.Stmt] = []
        then: list[m.Stmt] = []
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
                continue
            # Who is not meant is asked nothing and does nothing.
            test = m.In(m.FLAG, stmt.span, you, m.Local(stmt.among.type, stmt.span, meant))
            first += [_nothing_yet(s) for s in own[:head] if isinstance(s, m.Choose)]
            first.append(m.If(stmt.span, ((test, tuple(own[:head])),), ()))
            then.append(m.If(stmt.span, ((test, tuple(own[head:])),), ()))
        return self._taken_apart(self._prepared((*first, *then)))

    def _loop(self, stmt: m.Loop) -> m.Stmts:
        body = self._taken_apart(stmt.body)
        span = stmt.span
        if stmt.condition is not None:
            body = (m.Until(span, m.Not(m.FLAG, span, stmt.condition)), *body)
        if stmt.times is None:
            return (m.Loop(span, body),)
        left = m.Local(m.INTEGER, span, f"times.{next(self._marks)}")
        zero, one = m.Const(m.INTEGER, span, 0), m.Const(m.INTEGER, span, 1)
        test = m.Until(span, m.Compare(m.FLAG, span, "<=", left, zero))
        down = m.Let(span, left.name, m.Arith(m.INTEGER, span, "-", left, one))
        return (m.Let(span, left.name, stmt.times), m.Loop(span, (test, down, *body)))

    def _for_each(self, stmt: m.ForEach) -> m.Stmts:
        rest = f"rest.{next(self._marks)}"
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
            left = m.Local(m.INTEGER, span, f"turns.{next(self._marks)}")
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


def is_more_than_changes(cost: m.Cost) -> bool:
    """Whether a cost asks somebody or runs something, so that what it sets off has to wait in the state."""
    inside = (node for part in cost.stmts for node in walk(part) if isinstance(node, m.Stmt))
    return not all(isinstance(node, (*_WITHOUT_STOPS, m.ForEach, m.Cost)) for node in inside)


def ended_bodies(model: m.Model) -> list[m.Body]:
    """The bodies that `end`, `stop` or a limit names."""
    roots: list[Any] = [s for b in (*model.bodies.values(), *model.setup) for step in b.steps for s in step.stmts]
    roots += [s for a in model.abilities for s in a.stmts]
    for component in model.components.values():
        roots += [s for row in component.rows for e in row.effects.values() for s in e.stmts]
        roots += [s for row in component.rows for a in row.abilities for s in a.stmts]
    found = [n.body for root in roots for n in walk(root) if isinstance(n, m.EndPhase)]
    found += [model.bodies[bound.then] for bound in model.longest if bound.then in model.bodies]
    return list(dict.fromkeys(found))


def _nothing_yet(choose: m.Choose) -> m.Stmt:
    """What a choice stands for where it is not made."""
    choice = choose.choice
    nothing = m.Const(choice.type, choice.span, m.NOTHING) if choice.single else m.SetOf(choice.type, choice.span, ())
    return m.Let(choice.span, choice.local, nothing)


def _bound_in(node: Any) -> set[str]:
    return {name for part in walk(node) for name in binders(part)}


def _named_you(seat: m.Local) -> m.Local:
    return dataclasses.replace(seat, name="you")


def _is_step(trigger: m.Trigger) -> bool:
    return isinstance(trigger, m.StepTrigger)


def _hears(trigger: m.StepTrigger, body: m.Body, step: str | None) -> bool:
    if trigger.body.kind == "kind":
        return trigger.body.name in body.kinds and trigger.step == step
    return trigger.step == step and (trigger.body is body or body in trigger.also)


def _you(body: m.Body) -> m.Expr | None:
    return m.Local(m.PLAYER, body.span, "you") if body.has_you else None


def _self(ability: m.Ability) -> m.Expr | None:
    if ability.whose is None:
        return None
    return m.Local(m.SIDE if ability.whose == "side" else m.PLAYER, ability.span, "self")


def _shared(body: m.Body) -> set[str]:
    """The locals of a body that abilities on its steps see."""
    return {p for p, _ in body.parameters} | {v for v, _, _ in body.variables} | {"you"}


__all__ = ["Node", "Weaver", "parts", "rebuilt"]
