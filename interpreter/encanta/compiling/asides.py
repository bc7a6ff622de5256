"""Formulas as functions of their own, for whoever looks at a game from outside: values, lines of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from encanta.checking import model as m
from encanta.checking.model import Expr, Sheet, Value
from encanta.compiling.emit import Function, Text
from encanta.compiling.fold import Folder
from encanta.compiling.formulas import Formulas
from encanta.compiling.layout import Layout
from encanta.compiling.naming import Constants
from encanta.compiling.statics import Statics


@dataclass(frozen=True, slots=True, eq=False)
class Asides:
    """Python text with its tables, and the names of its functions by value and by line of a sheet."""

    text: str
    tables: dict[str, Any]
    values: dict[m.Value, str]
    lines: dict[tuple[str, str], str]


def compile_asides(layout: Layout) -> Asides:
    """Functions `f(s, owner)` for every value without parameters and every line of a score, as they stand now."""
    formulas = Formulas(layout, Folder(layout), Constants())
    text = Text()
    statics = Statics(formulas, text)
    values = {value: f"aside{i}" for i, value in enumerate(layout.model.values) if not value.parameters}
    for value, name in values.items():
        owner = "it" if value.owner in layout.kinds else "you"
        _write(formulas, text, name, [owner], formulas.value_bodies[value])
    lines: dict[tuple[str, str], str] = {}
    for sheet in layout.model.sheets.values():
        for line, formula in sheet.lines:
            lines[sheet.name, line] = f"line{len(lines)}"
            _write(formulas, text, lines[sheet.name, line], ["you"], formula)
    statics.write_properties()
    statics.write_values()
    return Asides(text.written()[0], formulas.constants.tables, values, lines)


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
    statics = Statics(writer, text)
    # Whatever is asked about may be nothing.
    writer.nullable_locals.update(name for _, names in formulas for name in names)
    found = tuple(f"probe{number}" for number in range(len(formulas)))
    for name, (formula, names) in zip(found, formulas, strict=True):
        _write(writer, text, name, names, formula)
    statics.write_properties()
    statics.write_values()
    return Probes(text.written()[0], writer.constants.tables, found)


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


__all__ = ["Asides", "Expr", "Probes", "Sheet", "Value", "compile_asides", "compile_probes"]
