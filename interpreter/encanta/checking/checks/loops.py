"""Loops that nothing ends, and loops in which nothing changes that could end them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.reached import below, sentences, used_by
from encanta.checking.checks.touches import Reading, Touch, changed_by, meet
from encanta.checking.checks.whole import Whole
from encanta.checking.model.trees import parts
from encanta.text.diagnostic import Diagnostic, warning
from encanta.text.spans import Span

_HELP = (
    "say `until` and a condition inside it, `repeat 3 times:`, or declare an end that is looked at after what it runs"
)


def endless_loops(whole: Whole) -> Iterator[Diagnostic]:
    """Loops of bodies and abilities that go on forever once they are entered."""
    looking: _Looking | None = None
    everywhere: list[m.Body | m.Ability] = [*whole.model.setup, *whole.model.bodies.values(), *whole.model.abilities]
    for declared in everywhere:
        for loop in whole.memory.once(_loops, declared):
            looking = looking or _Looking(whole)
            yield from looking.at(loop)


def _loops(declared: m.Body | m.Ability) -> tuple[m.Loop | m.Turns, ...]:
    found = (stmt for stmt in sentences(declared) if isinstance(stmt, (m.Loop, m.Turns)))
    return tuple(loop for loop in found if not (isinstance(loop, m.Turns) and loop.once))


@dataclass(frozen=True, slots=True)
class _Deeds:
    """What some sentences do: what they change, what they end, and what they run."""

    changes: frozenset[Touch]
    ends: frozenset[str]
    runs: frozenset[str]


def _deeds(declared: m.Body | m.Ability | m.Window) -> _Deeds:
    stmts = list(sentences(declared))
    return _Deeds(changed_by(stmts), _ends(stmts), used_by(declared))


class _Looking:
    """Looks at the loops of one model."""

    def __init__(self, whole: Whole) -> None:
        self.whole = whole
        self.windows = {f"window {window.name}": window for window in whole.model.windows}
        self.changing = tuple(ability for ability in whole.model.abilities if ability.changes)

    def at(self, loop: m.Loop | m.Turns) -> Iterator[Diagnostic]:
        """What is wrong with a loop."""
        if isinstance(loop, m.Loop) and loop.times is not None:
            return
        tests = list(_exits(loop))
        reads = frozenset[Touch]().union(*(self._read(test) for test in tests))
        names: dict[str, None] = {}
        deeds = self.whole.memory.once(_inside, loop)
        if self._goes_on(reads, deeds, names) or self._besides(reads, deeds, names):
            return
        if tests:
            message = (
                f"nothing in this loop changes `{' '.join(tests[0].span.text.split())}`, so it would go on forever"
            )
            yield warning(codes.ENDLESS_LOOP, message, tests[0].span, help="change something that it reads")
        else:
            ended = any(end.after.name in names for end in self.whole.model.ends)
            message = "nothing in this loop changes what could end it" if ended else "nothing ever ends this loop"
            yield warning(codes.ENDLESS_LOOP, message, _first_line(loop.span), help=_HELP)

    def _read(self, expr: m.Expr) -> frozenset[Touch]:
        return self.whole.memory.once_with(_reads, expr, self.changing)

    def _goes_on(self, reads: frozenset[Touch], deeds: _Deeds, names: dict[str, None]) -> bool:
        """Whether something that is done, or run by it at any distance, may lead to the end of a loop.

        `names` gets what is run.
        """
        ends = set(deeds.ends)
        if meet(reads, deeds.changes):
            return True
        open = list(deeds.runs)
        while open:
            name = open.pop()
            if name in names:
                continue
            names[name] = None
            declared = self.windows[name] if name in self.windows else self.whole.model.bodies.get(name)
            if declared is not None:
                inner = self.whole.memory.once(_deeds, declared)
                if meet(reads, inner.changes):
                    return True
                ends |= inner.ends
                open += inner.runs
        return bool(ends - names.keys())

    def _besides(self, reads: frozenset[Touch], deeds: _Deeds, names: dict[str, None]) -> bool:
        """Whether ends of the game, the longest game, or what happens in between, may end a loop that runs these."""
        model = self.whole.model
        if any(longest.body.name in names for longest in model.longest):
            return True
        conditions = [end.condition for end in model.ends if end.after.name in names]
        reads = reads.union(*(self._read(condition) for condition in conditions))
        changes = {("phase", name) for name in names}
        heard = frozenset(f"window {window.name}" for window in model.windows if window.opens)
        alone = [*(self.whole.memory.once(_deeds, ability) for ability in model.abilities)]
        run = [self.whole.memory.once(_deeds, model.bodies[name]) for name in names if name in model.bodies]
        besides = [deeds, *alone, *run, _Deeds(frozenset(changes), frozenset(), heard)]
        return any(self._goes_on(reads, one, dict.fromkeys(names)) for one in besides)


def _reads(expr: m.Expr, changing: tuple[m.Ability, ...]) -> frozenset[Touch]:
    return Reading(_changing(changing)).of(expr)


def _inside(loop: m.Loop | m.Turns) -> _Deeds:
    """What the sentences of a loop do, and going through it."""
    here = [part for stmt in loop.body for part in below(stmt)]
    turned = {("current",), ("local", loop.local)} if isinstance(loop, m.Turns) else set[Touch]()
    return _Deeds(changed_by(here) | turned, _ends(here), used_by(m.Effect(loop.body, loop.span)))


def _ends(stmts: list[m.Stmt]) -> frozenset[str]:
    """The phases that sentences end; without a name, the whole game."""
    ends = (stmt for stmt in stmts if isinstance(stmt, (m.EndPhase, m.EndGame)))
    return frozenset(stmt.body.name if isinstance(stmt, m.EndPhase) else "" for stmt in ends)


def _exits(loop: m.Loop | m.Turns) -> Iterator[m.Expr]:
    """The conditions that leave a loop."""
    if isinstance(loop, m.Loop) and loop.condition is not None:
        yield loop.condition
    if isinstance(loop, m.Turns) and loop.among is not None:
        yield loop.among
    for stmt in loop.body:
        yield from _untils(stmt)


def _untils(stmt: m.Stmt) -> Iterator[m.Expr]:
    if isinstance(stmt, m.Until):
        yield stmt.condition
    elif not isinstance(stmt, (m.Loop, m.Turns)):
        for part in parts(stmt):
            if isinstance(part, m.Stmt):
                yield from _untils(part)


def _changing(abilities: tuple[m.Ability, ...]) -> dict[tuple[str | None, str], list[m.Expr]]:
    """What static changes of values and properties read."""
    found: dict[tuple[str | None, str], list[m.Expr]] = {}
    for ability in abilities:
        for change in ability.changes:
            asked = [part for part in (ability.condition, change.condition, change.amount) if part is not None]
            if change.value is not None:
                found.setdefault((change.value.owner, change.value.name), []).extend(asked)
            if change.property is not None:
                found.setdefault((change.property.component, change.property.name), []).extend(asked)
    return found


def _first_line(span: Span) -> Span:
    """How a loop begins."""
    return Span(span.source, span.start, span.start + len(span.text.partition("\n")[0].rstrip().removesuffix(":")))
