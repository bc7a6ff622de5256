"""Which texts of components never came to matter in games: no action used, no effect carried out, nothing set off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from encanta.checking import model as m
from encanta.simulate.many import Order, Report, Result, simulate
from encanta.text.spans import Span
from encanta.trust.counting import HELD, Build, Place, place_of


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a row of a component. `kind`: action, effect, ability (which acts) or change (which holds)."""

    component: str
    row: str
    title: str
    kind: str
    name: str


def texts(model: m.Model) -> list[Text]:
    """The texts that are printed on the components of a game; numbers alone are none. A row with two kinds of copies
    counts once.
    """
    return list(dict.fromkeys(text for text, _ in _texts(model)))


def simulate_noting(order: Order, report: Report, model: m.Model) -> tuple[Result, list[Text]]:
    """Play the games of an order, in one process, and give the texts that never came to matter beside the result."""
    build = Build(model)
    result = simulate(replace(order, by_steps=True), 1, report, build.program)
    return result, never_mattered(build)


def never_mattered(build: Build) -> list[Text]:
    """The texts of which nothing was come by in the games that were played with the program of a counting build."""
    model = build.program.model
    reached = {p for p, noted in zip(build.statements, build.program.notes.statements, strict=True) if noted}
    held = {
        mark.place
        for mark, bits in zip(build.formulas, build.program.notes.formulas, strict=True)
        if mark.kind == "change" and bits & HELD
    }
    taken, lying = build.program.taken, _Lying(reached)
    mattered = {
        text
        for text, spans in _texts(model)
        if (
            text.name in taken
            if text.kind == "action"
            else any(place_of(span) in held or lying.within(span) for span in spans)
        )
    }
    return [text for text in texts(model) if text not in mattered]


class _Lying:
    """Places, looked up by what they lie in."""

    def __init__(self, places: set[Place]) -> None:
        self._by_file: dict[str, list[tuple[int, int]]] = {}
        for name, start, end in places:
            self._by_file.setdefault(name, []).append((start, end))

    def within(self, span: Span) -> bool:
        """Whether one of the places lies in a span."""
        return any(span.start <= start and end <= span.end for start, end in self._by_file.get(span.source.name, ()))


def _texts(model: m.Model) -> Iterator[tuple[Text, tuple[Span, ...]]]:
    """Every text with the spans of what it does; of a number that holds, those of the amounts."""
    for component in model.components.values():
        for row in component.rows:
            if row.copies <= 0:
                continue
            for kind, name, spans in (*_actions(row), *_effects(row), *_abilities(row)):
                yield Text(component.name, row.name, row.title or row.name, kind, name), spans


_Found = tuple[str, str, tuple[Span, ...]]


def _actions(row: m.Row) -> Iterator[_Found]:
    for body in row.actions:
        yield "action", body.name, ()


def _effects(row: m.Row) -> Iterator[_Found]:
    for name, effect in row.effects.items():
        yield "effect", name, tuple(stmt.span for stmt in effect.stmts)


def _abilities(row: m.Row) -> Iterator[_Found]:
    for ability in row.abilities:
        if ability.stmts:
            yield "ability", ability.name, tuple(stmt.span for stmt in ability.stmts)
        if ability.changes:
            yield "change", ability.name, tuple(change.amount.span for change in ability.changes)
