"""Abilities that hook on what is done: before it, after it, instead of it."""

from __future__ import annotations

import itertools
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.bearing import bearer, bearing
from encanta.compiling.formulas import Formulas
from encanta.compiling.trees import renamed, substituted, walk


class Hooking:
    """Writes abilities into the runs that they hear."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.layout = formulas.layout
        self.model = formulas.model
        self.hooks = [a for a in self.layout.abilities if a.instead or any(is_step(t) for t in a.triggers)]
        self.marks = itertools.count(1)
        self.ended = ended_bodies(self.model)

    def kept(self, body: m.Body, inner: list[m.Stmt]) -> list[m.Stmt]:
        """Remembers what is being done, and for whom abilities are carried out, around what a body does."""
        span, number = body.span, self.layout.doing_number(body)
        cells = [self.layout.doing] if self.layout.doing is not None and (number or body in self.ended) else []
        cells += list(self.layout.busy.values()) if body in self.ended else []
        before: list[m.Stmt] = []
        after: list[m.Stmt] = []
        for cell in cells:
            kept = m.Local(m.INTEGER, span, f"before.{next(self.marks)}")
            before.append(m.Let(span, kept.name, ir.Cell(m.INTEGER, span, cell)))
            after.append(ir.PutCell(span, cell, kept))
        if number is not None and self.layout.doing is not None:
            before.append(ir.SetCell(span, self.layout.doing, number))
        return [*before, *inner, *after]

    def whole(self, body: m.Body, stmts: list[m.Stmt]) -> list[m.Stmt]:
        """What a body does, or what is done instead of all of it; what follows on it, only if it is done."""
        replacements = [a for a in self.hooks if a.instead and hears(a.instead, body, None)]
        return list(self.replaced(body, replacements, tuple(stmts))) if replacements else stmts

    def is_heard(self, body: m.Body) -> bool:
        """Whether an ability hooks on a body."""
        heard = (t for a in self.hooks for t in (*a.triggers, a.instead) if isinstance(t, m.StepTrigger))
        return any(hears(trigger, body, None) for trigger in heard)

    def use(self, limit: m.LimitOf, owner: m.Expr | None, name: str) -> m.Stmt:
        return ir.UseLimit(limit.span, self.layout.limit_cell(limit, name), limit.times, owner)

    def left(self, limit: m.LimitOf, owner: m.Expr | None, name: str) -> m.Expr:
        return ir.LimitLeft(m.FLAG, limit.span, self.layout.limit_cell(limit, name), limit.times, owner)

    def step(self, body: m.Body, step: m.Step) -> m.Stmts:
        around = self.hooked(body, step.name, before=True)
        replacements = [a for a in self.hooks if a.instead and hears(a.instead, body, step.name)]
        inner = list(self.replaced(body, replacements, step.stmts))
        return (*around, *inner, *self.hooked(body, step.name, before=False))

    def hooked(self, body: m.Body, step: str | None, before: bool) -> list[m.Stmt]:
        found: list[tuple[m.Ability, list[m.Stmt]]] = []
        for ability in self.hooks:
            for trigger in ability.triggers:
                if isinstance(trigger, m.StepTrigger) and trigger.before is before and hears(trigger, body, step):
                    found.append((ability, self.inserted(ability, trigger, body)))
        latched = self._latched(body, step, before)
        if self.model.ordered is not None and len({ability for ability, _ in found}) > 1:
            return [*latched, *self._in_any_order(self.model.ordered, found)]
        return [*latched, *(s for _, stmts in found for s in stmts)]

    def _latched(self, body: m.Body, step: str | None, before: bool) -> list[m.Stmt]:
        """The flags that become yes at a step: of whoever runs the body, or, where nobody does, of everybody."""
        found: list[m.Stmt] = []
        for variable in self.model.variables:
            latch = variable.latch
            if not isinstance(latch, m.StepTrigger) or latch.before is not before or not hears(latch, body, step):
                continue
            span, yes = latch.span, m.Const(m.FLAG, latch.span, 1)
            owners: list[m.Expr | None] = [None]
            if variable.owner in ("player", "side"):
                you = your_own(body)
                count = self.layout.seats if variable.owner == "player" else len(self.model.sides)
                kind = m.PLAYER if variable.owner == "player" else m.SIDE
                owners = [*(m.Const(kind, span, number) for number in range(count))]
                if you is not None and latch.who == "you":
                    owners = [you if variable.owner == "player" else m.SideOf(m.SIDE, span, you)]
            stmts: m.Stmts = tuple(m.SetVar(span, variable, owner, yes) for owner in owners)
            found += stmts if latch.condition is None else [m.If(span, ((latch.condition, stmts),), ())]
        return found

    def _in_any_order(self, enum: str, found: list[tuple[m.Ability, list[m.Stmt]]]) -> list[m.Stmt]:
        """Abilities on one step, in the order that the player whose turn it is chooses among those that act."""
        mark, span = next(self.marks), found[0][0].span
        type_ = m.Type("enum", enum)
        waiting, first = m.Local(m.set_of(type_), span, f"waiting.{mark}"), m.Local(type_, span, f"first.{mark}")
        numbers = [m.Const(type_, span, self.layout.abilities.index(ability)) for ability, _ in found]
        stmts: list[m.Stmt] = [m.Let(span, waiting.name, m.SetOf(waiting.type, span, ()))]
        for number, (_, inserted) in zip(numbers, found, strict=True):
            joined = m.Union(waiting.type, span, waiting, m.SetOf(waiting.type, span, (number,)))
            stmts += _if_it_acts(inserted, m.Let(span, waiting.name, joined))
        one = m.Const(m.INTEGER, span, 1)
        choice = m.Choice(span, first.name, type_, True, one, one, waiting, None)
        rest = m.Minus(waiting.type, span, waiting, m.SetOf(waiting.type, span, (first,)))
        each = ((m.Equal(m.FLAG, span, first, n), tuple(own)) for n, (_, own) in zip(numbers, found, strict=True))
        loop: m.Stmts = (
            m.Until(span, m.Not(m.FLAG, span, m.AnyOf(m.FLAG, span, waiting))),
            m.Choose(span, m.Current(m.PLAYER, span), choice),
            m.Let(span, waiting.name, rest),
            m.If(span, tuple(each), ()),
        )
        return [*stmts, m.Loop(span, loop)]

    def replaced(self, body: m.Body, replacements: list[m.Ability], stmts: m.Stmts) -> m.Stmts:
        if not replacements:
            return stmts
        span = replacements[0].span
        done = f"done.{next(self.marks)}"
        result: list[m.Stmt] = [m.Let(span, done, m.Const(m.FLAG, span, 0))]
        open_ = m.Not(m.FLAG, span, m.Local(m.FLAG, span, done))
        for ability in replacements:
            taken = m.Let(span, done, m.Const(m.FLAG, span, 1))
            assert ability.instead is not None
            inserted = self.inserted(ability, ability.instead, body, (taken,), open_)
            result.append(m.If(span, ((open_, tuple(inserted)),), ()))
        result.append(m.If(span, ((open_, stmts),), ()))
        return tuple(result)

    def inserted(
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
        span, you = trigger.span, your_own(body)
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
        mark, span = next(self.marks), ability.span
        this = bearer(ability, f"this.{mark}")
        shows = bearing(ability, owner)
        names = {local: f"{local}.{mark}" for local in ability.locals if local not in _shared(body)}
        inner = tuple(renamed(s, names) for s in ability.stmts)
        you = f"you.{mark}"
        if owner is not None or not body.has_you:
            inner = tuple(renamed(s, {"you": you}) for s in inner)
            inner = (m.Let(span, you, self.decider_of(ability, owner)), *inner)
        inner, once = self._once(ability, trigger, this, inner)
        inner = (*first, *inner)
        if ability.optional:
            decider = self.decider_of(ability, owner) if owner is not None else your_own(body)
            inner = self.optional(ability, decider or m.Current(m.PLAYER, span), inner)
        tests = [c for c in (ability.condition, ability.event_condition) if c is not None]
        own: dict[str, m.Expr] = {"this": this} if owner is None else {"this": this, "you": owner}
        conditions = [*(substituted(c, own) for c in tests), *self._heard(ability, trigger, body, owner), *once]
        if ability.limit is not None:
            inner = (self.use(ability.limit, this, ability.name), *inner)
            conditions.append(self.left(ability.limit, this, ability.name))
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
        mark = next(self.marks)
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
            doer = your_own(body) if trigger.who == "you" else None
            inner = self.optional(ability, doer or self.decider_of(ability, own), inner)
        if ability.limit is not None:
            inner = (self.use(ability.limit, own, ability.name), *inner)
        tests = [c for c in (ability.condition, ability.event_condition) if c is not None]
        conditions = [substituted(c, {"you": own} if own is not None else {}) for c in tests]
        conditions += [*self._heard(ability, trigger, body, own), *once]
        if ability.limit is not None:
            conditions.append(self.left(ability.limit, own, ability.name))
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
            stmts = (m.Let(ability.span, you, self.decider_of(ability, own)), *stmts)
        return stmts

    def _owner_at(self, ability: m.Ability, trigger: m.StepTrigger, body: m.Body) -> m.Expr | None:
        if ability.owner is None:
            return None
        you: m.Expr = your_own(body) or m.Current(m.PLAYER, ability.span)
        return m.SideOf(m.SIDE, ability.span, you) if ability.whose == "side" else you

    def optional(self, ability: m.Ability, who: m.Expr, inner: m.Stmts) -> m.Stmts:
        answer = f"answer.{next(self.marks)}"
        span = ability.span
        ask = ir.Ask(span, who, answer, ability.name, ability.about)
        return (ask, m.If(span, ((m.Local(m.FLAG, span, answer), inner),), ()))

    def decider(self, ability: m.Ability) -> m.Expr:
        return self.decider_of(ability, own_self(ability))

    def decider_of(self, ability: m.Ability, own: m.Expr | None) -> m.Expr:
        if own is None:
            return m.Current(m.PLAYER, ability.span)
        return ir.Decider(m.PLAYER, ability.span, own) if own.type.kind == "side" else own


def _if_it_acts(inserted: list[m.Stmt], stmt: m.Stmt) -> list[m.Stmt]:
    """A statement that is done where an ability, as it is written into a run, would do something."""
    found: list[m.Stmt] = []
    for part in inserted:
        if isinstance(part, m.Let):
            found.append(part)
        elif isinstance(part, m.If) and len(part.branches) == 1:
            found.append(m.If(part.span, ((part.branches[0][0], (stmt,)),), ()))
        elif isinstance(part, m.ForEach):
            bearers = part.set
            if len(part.body) == 1 and isinstance(part.body[0], m.If) and len(part.body[0].branches) == 1:
                test = part.body[0].branches[0][0]
                bearers = m.Filter(bearers.type, part.span, bearers, part.local, test)
            found.append(m.If(part.span, ((m.AnyOf(m.FLAG, part.span, bearers), (stmt,)),), ()))
        else:
            return [*found, stmt]
    return found


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


def is_step(trigger: m.Trigger) -> bool:
    return isinstance(trigger, m.StepTrigger)


def hears(trigger: m.StepTrigger, body: m.Body, step: str | None) -> bool:
    if trigger.body.kind == "kind":
        return trigger.body.name in body.kinds and trigger.step == step
    return trigger.step == step and (trigger.body is body or body in trigger.also)


def your_own(body: m.Body) -> m.Expr | None:
    return m.Local(m.PLAYER, body.span, "you") if body.has_you else None


def own_self(ability: m.Ability) -> m.Expr | None:
    if ability.whose is None:
        return None
    return m.Local(m.SIDE if ability.whose == "side" else m.PLAYER, ability.span, "self")


def _shared(body: m.Body) -> set[str]:
    """The locals of a body that abilities on its steps see."""
    return {p for p, _ in body.parameters} | {v for v, _, _ in body.variables} | {"you"}
