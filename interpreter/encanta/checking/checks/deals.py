"""Deals that need more than there is, or more than fits, for this number of players."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import meaning_codes
from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.bounds import ENDLESS
from encanta.checking.checks.reached import sentences
from encanta.checking.checks.whole import Whole
from encanta.text.diagnostic import Diagnostic, Label, error

_QUIET = (m.Let, m.SetVar, m.Look, m.Random, m.Shuffle, m.Tally, m.Choose)
"""Sentences after which everything lies where it lay."""


def deals(whole: Whole) -> Iterator[Diagnostic]:
    """The deals that a game certainly comes to, as far as that can be followed from its set-up on."""
    course = _Course(whole)
    if all(course.body(step) for step in whole.model.setup):
        course.body(whole.model.root)
    yield from course.found


class _Course:
    """Follows what certainly happens. `most` is how many lie in a place at most; no place: nothing is known any more.

    Each function says whether the game goes on for certain with what comes next.
    """

    def __init__(self, whole: Whole) -> None:
        self.model, self.reckoner = whole.model, whole.reckoner
        self.found: list[Diagnostic] = []
        self.most = {place.name: self._all(place) if place.home else 0 for place in whole.model.places.values()}
        self._inside: list[str] = []
        instead = [ability.instead for ability in whole.model.abilities if ability.instead is not None]
        self._replaced = {(hook.body.name, hook.step) for hook in instead}
        hooks = (hook for ability in whole.model.abilities for hook in _hooks(ability))
        self._hooks = {(hook.body.name, hook.step, hook.before) for hook in hooks}
        for ability in whole.model.abilities:
            if any(not isinstance(trigger, m.StepTrigger) for trigger in ability.triggers):
                self._stirred(_targets(whole, ability))

    def body(self, body: m.Body) -> bool:
        if body.kind == "action" or body.requires or body.choices or body.limit or (body.name, None) in self._replaced:
            return self._unsure()
        if body.name in self._inside:
            return False
        self._inside.append(body.name)
        self._heard(body.name, None, True)
        goes_on = all(self._step(body.name, step) for step in body.steps)
        self._heard(body.name, None, False)
        self._inside.pop()
        return goes_on

    def _step(self, body: str, step: m.Step) -> bool:
        if (body, step.name) in self._replaced:
            return self._unsure()
        self._heard(body, step.name, True)
        goes_on = self.block(step.stmts)
        self._heard(body, step.name, False)
        return goes_on

    def _heard(self, body: str, step: str | None, before: bool) -> None:
        if (body, step, before) in self._hooks:
            self._unsure()

    def block(self, stmts: m.Stmts) -> bool:
        return all(self._one(stmt) for stmt in stmts)

    def _one(self, stmt: m.Stmt) -> bool:
        if isinstance(stmt, m.Deal):
            self._deal(stmt)
        elif isinstance(stmt, (m.Move, m.Gather)):
            self._move(stmt.what, stmt.to if isinstance(stmt, m.Move) else stmt.into)
        elif isinstance(stmt, m.If):
            return self._if(stmt)
        elif isinstance(stmt, m.Run):
            body = self.model.bodies.get(stmt.body.name)
            return self._unsure() if body is None else self.body(body)
        elif isinstance(stmt, m.Cost):
            return self.block(stmt.stmts)
        elif isinstance(stmt, (m.Until, m.EndPhase, m.EndGame)):
            return False
        elif self._begins(stmt):
            # What it does a second time finds everything elsewhere.
            return self.block(getattr(stmt, "body", ())) and self._unsure()
        elif not isinstance(stmt, _QUIET):
            return self._unsure()
        return True

    def _if(self, stmt: m.If) -> bool:
        for test, then in stmt.branches:
            found = self.reckoner.bounds(test, {})
            if found.always:
                return self.block(then)
            if not found.never:
                return self._unsure()
        return self.block(stmt.other)

    def _begins(self, stmt: m.Stmt) -> bool:
        """Whether a loop is certainly gone through once."""
        if isinstance(stmt, m.Loop):
            times = stmt.times is None or self.reckoner.bounds(stmt.times, {}).low > 0
            return times and (stmt.condition is None or self.reckoner.bounds(stmt.condition, {}).always)
        if isinstance(stmt, m.ForEach):
            return isinstance(stmt.set, m.AllOf) and stmt.set.place is None
        return isinstance(stmt, m.Together)

    def _unsure(self) -> bool:
        self.most = {}
        return True

    def _stirred(self, targets: frozenset[str] | None) -> None:
        """What happens in between, whenever it is, may move things to these places (None: to any)."""
        self.most = {name: most for name, most in self.most.items() if targets is not None and name not in targets}

    # ----------------------------------------------------------------------------------- what lies where

    def _all(self, place: m.Place) -> int:
        """How many there are of what a place holds; of what no row is written yet there may be any number."""
        component = self.model.components.get(place.component)
        return sum(row.copies for row in component.rows) or ENDLESS if component is not None else ENDLESS

    def _in(self, place: m.Place) -> int:
        return min(self.most.get(place.name, ENDLESS), self._all(place))

    def _move(self, what: m.Expr, to: m.Expr) -> None:
        if not isinstance(to, m.PlaceOf):
            self._unsure()
        elif to.place.name in self.most:
            self.most[to.place.name] += self._amount(what)

    def _amount(self, what: m.Expr) -> int:
        """How many things a formula can mean at most."""
        if what.type.kind == "component":
            return 1
        if isinstance(what, m.Contents):
            return self._in(what.place.place) if isinstance(what.place, m.PlaceOf) else ENDLESS
        if isinstance(what, m.Filter):
            return min(self._amount(what.set), self.reckoner.bag(what, {}).count)
        if isinstance(what, m.Ends):
            return self._amount(what.set) if what.count is None else self.reckoner.bounds(what.count, {}).high
        return ENDLESS

    # -------------------------------------------------------------------------------------------- a deal

    def _deal(self, stmt: m.Deal) -> None:
        each, source = self.reckoner.bounds(stmt.count, {}), stmt.source
        need, players = each.low * self.model.players, self.model.players
        place = source.place if isinstance(source, m.PlaceOf) else None
        have = self._in(place) if place is not None else self._all(stmt.place)
        room = self.reckoner.bounds(stmt.place.capacity, {}).high if stmt.place.capacity is not None else ENDLESS
        if need > have:
            where = f"`{place.name}` holds at most {have} then" if place is not None else f"there are {have}"
            message = f"{players} players are dealt {each.low} each, which is {need}, and {where}"
            help = f"deal at most {have // players}" if have >= players else "let there be more of them"
            self.found.append(error(codes.SHORT_DEAL, message, stmt.count.span, help=help))
        elif each.low > room:
            message = f"each player is dealt {each.low}, and `{stmt.place.name}` holds {room} at most"
            labels = (Label(stmt.place.span, "declared here"),)
            help = "deal less, or let it hold more"
            self.found.append(error(meaning_codes.NO_ROOM, message, stmt.count.span, labels=labels, help=help))
        if place is not None and place.name in self.most and place.each is None:
            self.most[place.name] = max(0, have - max(0, need))
        if stmt.place.name in self.most:
            self.most[stmt.place.name] += max(0, each.high) * players


def _hooks(ability: m.Ability) -> Iterator[m.StepTrigger]:
    yield from (trigger for trigger in ability.triggers if isinstance(trigger, m.StepTrigger))


def _targets(whole: Whole, ability: m.Ability) -> frozenset[str] | None:
    """The places to which an ability, or anything that it runs, moves things; None if that cannot be told."""
    found: set[str] = set()
    for declared in whole.run_by(ability):
        there = whole.memory.once(_moved_to, declared)
        if there is None:
            return None
        found |= there
    return frozenset(found)


def _moved_to(declared: m.Body | m.Ability) -> frozenset[str] | None:
    found: set[str] = set()
    for stmt in sentences(declared):
        to = stmt.to if isinstance(stmt, m.Move) else stmt.into if isinstance(stmt, m.Gather) else None
        if isinstance(to, m.PlaceOf):
            found.add(to.place.name)
        elif isinstance(stmt, m.Deal):
            found.add(stmt.place.name)
        elif not isinstance(stmt, (*_QUIET, m.If, m.Run, m.Cost, m.ForEach, m.Loop, m.Until, m.May, m.Offer)):
            return None
    return frozenset(found)
