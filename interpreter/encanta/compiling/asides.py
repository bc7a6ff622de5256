"""Formulas as functions of their own, for whoever looks at a game from outside: values, lines of scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from encanta.checking import model as m
from encanta.checking.environment import FOE
from encanta.checking.model import Expr, Require, Sheet, Shortage, Value, Variable
from encanta.compiling.choosing import Choosing
from encanta.compiling.emit import Function, Text
from encanta.compiling.fold import Folder
from encanta.compiling.formulas import Formulas
from encanta.compiling.layout import Layout
from encanta.compiling.naming import Constants
from encanta.compiling.statics import Statics
from encanta.compiling.trees import free_locals, substituted, walk
from encanta.compiling.weave import Weaver


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """How an end finds its winners: `of` (player or side) with most, or with least, of something that is made of
    variables."""

    of: str
    most: bool
    made_of: frozenset[m.Variable]


@dataclass(frozen=True, slots=True, eq=False)
class Asides:
    """Python text with its tables, and the names of its functions: by value, by line of a sheet, by window, and of what
    decides who wins."""

    text: str
    tables: dict[str, Any]
    values: dict[m.Value, str]
    lines: dict[tuple[str, str], str]
    quiet: dict[str, str]
    rank: str | None
    ranking: Ranking | None


def compile_asides(layout: Layout) -> Asides:
    """Functions `f(s, owner)`: for values without parameters, lines of scores, the `quiet` of windows and what decides
    who wins, as they stand now."""
    formulas = Formulas(layout, Folder(layout), Constants())
    text = Text()
    formulas.possible = _possible(formulas, text)
    statics = Statics(formulas, text)
    values = {value: f"aside{i}" for i, value in enumerate(layout.model.values) if value.stands_alone}
    for value, name in values.items():
        owner = "it" if value.owner in layout.kinds else "you"
        nobody = m.Const(m.NO_TYPE, value.span, m.NOTHING)
        _write(formulas, text, name, [owner], substituted(formulas.value_bodies[value], {FOE: nobody}))
    lines: dict[tuple[str, str], str] = {}
    for sheet in layout.model.sheets.values():
        for line, formula in sheet.lines:
            lines[sheet.name, line] = f"line{len(lines)}"
            _write(formulas, text, lines[sheet.name, line], ["you"], formula)
    quiet: dict[str, str] = {}
    for window in layout.model.windows:
        if window.quiet is not None:
            quiet[window.name] = f"quiet{len(quiet)}"
            _write(formulas, text, quiet[window.name], ["you"], window.quiet)
    ranking = next(filter(None, (_ranking(end.winners) for end in layout.model.ends)), None)
    if ranking is not None:
        _write(formulas, text, "rank", [ranking.local], ranking.key)
    return Asides(
        _finished(statics, text),
        formulas.constants.tables,
        values,
        lines,
        quiet,
        None if ranking is None else "rank",
        None if ranking is None else Ranking(_of(ranking), ranking.most, frozenset(_read(ranking.key))),
    )


def _ranking(winners: m.Expr | None) -> m.Extreme | None:
    """The first of the rankings by which an end finds its winners among the players or sides."""
    if isinstance(winners, m.Extreme):
        outer = None if free_locals(winners.key) - {winners.local} else winners
        return _ranking(winners.set) or outer
    if isinstance(winners, m.ValueOf) and not winners.args:
        return _ranking(winners.value.body)
    return _ranking(winners.set) if isinstance(winners, (m.Filter, m.Ends)) else None


def _of(ranking: m.Extreme) -> str:
    return ranking.set.type.of.kind if ranking.set.type.of is not None else ""


def _read(formula: m.Expr) -> Iterator[m.Variable]:
    """The variables that a formula reads, also through values."""
    for node in walk(formula):
        if isinstance(node, m.Read):
            yield node.variable
        elif isinstance(node, m.ValueOf):
            yield from _read(node.value.body)


@dataclass(frozen=True, slots=True, eq=False)
class Probes:
    """Python text with its tables, and the names of its functions, one for each formula."""

    text: str
    tables: dict[str, Any]
    names: tuple[str, ...]


def compile_probes(layout: Layout, formulas: Sequence[tuple[m.Expr, tuple[str, ...]]]) -> Probes:
    """Functions `f(s, ...)` for formulas as they stand in a rulebook, each with the locals that it is given."""
    writer = Formulas(layout, Folder(layout), Constants())
    text = Text()
    writer.possible = _possible(writer, text)
    statics = Statics(writer, text)
    # Whatever is asked about may be nothing.
    writer.nullable_locals.update(name for _, names in formulas for name in names)
    found = tuple(f"probe{number}" for number in range(len(formulas)))
    for name, (formula, names) in zip(found, formulas, strict=True):
        _write(writer, text, name, names, formula)
    return Probes(_finished(statics, text), writer.constants.tables, found)


def _possible(formulas: Formulas, text: Text) -> Callable[[m.Body], str | None]:
    """What names the function that says whether a body can be done, and writes it; made when it is first asked for."""
    made: list[Choosing] = []

    def name(body: m.Body) -> str | None:
        if not made:
            made.append(Choosing(formulas, Weaver(formulas), text))
        return made[0].possible(body)

    return name


def _finished(statics: Statics, text: Text) -> str:
    """The whole text, with everything that its functions call."""
    statics.write_properties()
    statics.write_values()
    tables = statics.showing.finish()
    return "\n".join([text.written()[0], *tables]) + "\n"


def _write(formulas: Formulas, text: Text, name: str, given: Sequence[str], formula: m.Expr) -> None:
    function = Function(name, ["s", *(formulas.names.of(local) for local in given)])
    prepared = formulas.prepared(formula)
    kind = formula.type.kind
    if kind == "list":
        code = f"tuple({formulas.as_list(prepared)})"
    elif kind == "set":
        code = formulas.as_mask(prepared)
    else:
        code = f"int({formulas.single(prepared)})"
    function.line(f"return {code}")
    text.add(function)


__all__ = [
    "Asides",
    "Expr",
    "Probes",
    "Ranking",
    "Require",
    "Sheet",
    "Shortage",
    "Value",
    "Variable",
    "compile_asides",
    "compile_probes",
]
