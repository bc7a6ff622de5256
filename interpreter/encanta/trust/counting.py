"""Builds of a program that note what they come by: every statement, and every named formula with what it gave."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.compiler import Compiled, compile_model
from encanta.machine.asides import Asides
from encanta.machine.program import Outcome, Program
from encanta.machine.table import State
from encanta.text.spans import Span

Place = tuple[str, int, int]
"""A stretch of a file: its name, and where it begins and ends."""

LOOKED, HELD = 1, 2
"""What is noted of a formula: that it gave nothing (no, none, 0), and that it gave something."""


def place_of(span: Span) -> Place:
    """A span as something that other processes understand."""
    return span.source.name, span.start, span.end


@dataclass(slots=True)
class Notes:
    """What was come by: statements by number, formulas by number (a sum of LOOKED and HELD)."""

    statements: bytearray
    formulas: bytearray

    def clear(self) -> None:
        """Forget everything."""
        self.statements[:] = bytes(len(self.statements))
        self.formulas[:] = bytes(len(self.formulas))

    def seen(self, number: int, value: Any) -> Any:
        """Note that a formula was looked at; gives its value."""
        self.formulas[number] |= HELD if value else LOOKED
        return value


class Counting(Program):
    """A program that notes what it comes by, and which decisions are made in it.

    `notes` are of games that are played with this program; of others made from the same build there are `asides`.
    """

    def __init__(self, build: Build) -> None:
        super().__init__(build.compiled, build.code)
        self.build = build
        self.notes = build.new_notes()
        self.offered: set[str] = set()
        self.taken: set[str] = set()
        self.ends: set[str] = set()
        self.scope |= {"HIT": self.notes.statements, "seen": self.notes.seen}

    def clear(self) -> None:
        """Forget everything that was noted."""
        self.notes.clear()
        self.build.asides.clear()
        for found in (self.offered, self.taken, self.ends):
            found.clear()

    def advance(self, state: State, value: int) -> None:
        """Takes an option, and notes what else was on offer."""
        site = self.site(state)
        if site.kind == "action":
            self.offered.update(site.actions[code] for code in self.options(state) if code >= 0)
            if value >= 0:
                self.taken.add(site.actions[value])
        elif site.kind == "may":
            self.offered.add(site.name)
            if value:
                self.taken.add(site.name)
        super().advance(state, value)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; the end is noted when somebody asks."""
        found = super().outcome(state)
        if found is not None:
            self.ends.add(found.reason)
        return found


class Build:
    """A counting build of a model. `statements` and `formulas` say what the numbers of notes stand for."""

    def __init__(self, model: m.Model) -> None:
        with _marked(model) as self.formulas:
            self.compiled = compile_model(model)
            self.code, self.statements = counted(self.compiled)
            self.asides = self.new_notes()
            self.compiled.tables.update(HIT=self.asides.statements, seen=self.asides.seen)
            self.program = Counting(self)
            # What a scenario looks at beside the game is looked at as well.
            self.beside = Asides(self.program, {"seen": self.program.notes.seen})

    @property
    def places(self) -> set[Place]:
        """Everything that can be come by."""
        return {*self.statements, *(mark.place for mark in self.formulas)}

    def new_notes(self) -> Notes:
        """Notes in which nothing stands yet."""
        return Notes(bytearray(len(self.statements)), bytearray(len(self.formulas)))


# ---------------------------------------------------------------------------------------------- statements


def counted(compiled: Compiled) -> tuple[list[CodeType], list[Place]]:
    """The code of a program with a note before each of its statements, and the place that each note stands for."""
    tree = ast.parse(compiled.text)
    writer = _Writer(compiled.spans)
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            function.body = writer.block(function.body)
    ast.fix_missing_locations(tree)
    return [compile(tree, "<counting>", "exec")], writer.places


class _Writer:
    def __init__(self, spans: list[Span | None]) -> None:
        self.spans = spans
        self.places: list[Place] = []

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, each after its note."""
        found: list[ast.stmt] = []
        for stmt in body:
            span = self.spans[stmt.lineno - 1] if stmt.lineno <= len(self.spans) else None
            if span is not None:
                found.append(self._note(stmt, place_of(span)))
            for field in ("body", "orelse"):
                inner = getattr(stmt, field, None)
                if isinstance(inner, list) and inner:
                    setattr(stmt, field, self.block(inner))
            found.append(stmt)
        return found

    def _note(self, stmt: ast.stmt, place: Place) -> ast.stmt:
        self.places.append(place)
        target = ast.Subscript(ast.Name("HIT", ast.Load()), ast.Constant(len(self.places) - 1), ast.Store())
        return ast.copy_location(ast.Assign([target], ast.Constant(1)), stmt)


# ------------------------------------------------------------------------------------------------ formulas


@dataclass(frozen=True, slots=True)
class Mark:
    """A named formula. `kind`: value, require, while, if, change, end, line, window; `thing` is what it belongs to."""

    kind: str
    thing: tuple[str, ...]
    place: Place


class _Marker:
    """Gives numbers to formulas."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []

    def on(self, kind: str, thing: tuple[str, ...], formula: m.Expr) -> m.Expr:
        """A formula that notes that it was looked at; one that cannot is left as it is."""
        if formula.type.kind == "place" or _keeps_order(formula):
            return formula
        self.marks.append(Mark(kind, thing, place_of(formula.span)))
        return ir.Seen(formula.type, formula.span, len(self.marks) - 1, formula)


def _keeps_order(formula: m.Expr) -> bool:
    """Whether what a formula names lies in slots, which would be lost if it were taken for a set."""
    return isinstance(formula, m.Contents)


@contextmanager
def _marked(model: m.Model) -> Iterator[list[Mark]]:
    """The model with notes in its named formulas. Its declarations are shared, so all is as it was afterwards."""
    marker = _Marker()
    changes = list(_changes(model, marker))
    before = [(thing, field, getattr(thing, field)) for thing, field, _ in changes]
    try:
        for thing, field, new in changes:
            setattr(thing, field, new)
        yield marker.marks
    finally:
        for thing, field, old in before:
            setattr(thing, field, old)


def _changes(model: m.Model, marker: _Marker) -> Iterable[tuple[Any, str, Any]]:
    """Which fields of which declarations become what."""
    for value in model.values:
        yield value, "body", marker.on("value", (value.owner or "game", value.name), value.body)
    for body in model.bodies.values():
        for require in body.requires:
            yield require, "condition", marker.on("require", (body.name, require.name), require.condition)
    for ability in model.abilities:
        yield from _of_ability(ability, marker)
    for end in model.ends:
        yield end, "condition", marker.on("end", (end.name,), end.condition)
    for sheet in model.sheets.values():
        lines = tuple((name, marker.on("line", (sheet.name, name), line)) for name, line in sheet.lines)
        yield sheet, "lines", lines
    for window in model.windows:
        if window.condition is not None:
            yield window, "condition", marker.on("window", (window.name,), window.condition)


def _of_ability(ability: m.Ability, marker: _Marker) -> Iterable[tuple[Any, str, Any]]:
    thing = (ability.owner or "game", *((ability.row,) if ability.row is not None else ()), ability.name)
    if ability.condition is not None:
        yield ability, "condition", marker.on("while", thing, ability.condition)
    if ability.event_condition is not None:
        yield ability, "event_condition", marker.on("if", thing, ability.event_condition)
    for change in ability.changes:
        yield change, "amount", marker.on("change", thing, change.amount)
