"""From a checked rulebook to a program: the one entrance to compiling."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from encanta.checking import model as m
from encanta.checking.model import Model
from encanta.compiling import ir
from encanta.compiling.choosing import Choosing
from encanta.compiling.emit import Function, Text
from encanta.compiling.fold import Folder
from encanta.compiling.formulas import Formulas
from encanta.compiling.layout import FIRST_CELL, Instance, Layout
from encanta.compiling.lower import Lower
from encanta.compiling.naming import Constants
from encanta.compiling.plain import Plain
from encanta.compiling.sites import Site, Sites
from encanta.compiling.statics import Statics
from encanta.compiling.suspending import Suspending
from encanta.compiling.trees import free_locals, walk
from encanta.compiling.watch import Watch
from encanta.compiling.weave import Weaver, is_more_than_changes
from encanta.text.source import Span


@dataclass(slots=True, eq=False)
class Compiled:
    """A program as text with its tables. `spans` gives for each line of `text` its place in the rulebook, `frames` for
    each resume function the roles of the locals in its frames."""

    model: Model
    layout: Layout
    text: str
    spans: list[Span | None]
    tables: dict[str, Any]
    initial: list[Any]
    sites: tuple[Site, ...]
    decisions: dict[int, tuple[Site, str]]
    resumes: list[str]
    resume_bodies: list[str]
    reasons: list[str]
    places: list[tuple[Span, str]]
    returns: list[list[int]]
    calls: dict[tuple[str, str], tuple[int | None, tuple[str, ...]]]
    cores: dict[str, tuple[int, tuple[str, ...]]]
    bodies: dict[str, tuple[str, bool, bool]]
    choosers: dict[str, tuple[str, ...]]
    needs: dict[str, tuple[frozenset[str], ...]]
    traced: bool
    frames: list[tuple[int, ...]]
    direct: bool = False


def compile_model(model: Model, traced: bool = False, direct: bool = False) -> Compiled:
    """Compiles a model. The traced build tells of every change and its cause; both play the same games.

    The direct build cannot stop at a decision: it asks functions that answer at once, and plays the same games with
    their answers.
    """
    return _Compiler(model, traced, direct).run()


class _Compiler:
    def __init__(self, model: Model, traced: bool, direct: bool) -> None:
        self.model = model
        self.traced = traced
        self.layout = Layout(model)
        self.folder = Folder(self.layout)
        self.constants = Constants()
        self.text = Text()
        self.formulas = Formulas(self.layout, self.folder, self.constants)
        self.statics = Statics(self.formulas, self.text)
        self._reserve()
        self.weaver = Weaver(self.formulas)
        self.watch = Watch(self.formulas)
        self.suspending = Suspending(model, self.weaver, self.watch, traced, direct)
        self.sites = Sites()
        self.choosing = Choosing(self.formulas, self.weaver, self.text)
        self.formulas.possible = self.choosing.possible
        self.plain = Plain(self.formulas, self.choosing, self.suspending, self.watch, self.sites, traced)
        self.lower = Lower(self.formulas, self.text, self.choosing, self.plain, self.suspending, self.sites)

    def _reserve(self) -> None:
        """Cells for limits, bounds and phases under way must be known before any phase is written."""
        for body in self.model.bodies.values():
            if body.limit is not None:
                self.layout.limit_cell(body.limit, body.name)
        for ability in self.layout.abilities:
            if ability.limit is not None:
                self.layout.limit_cell(ability.limit, ability.name)
            for phase in ability.during:
                self.layout.running_cell(phase)
            if ability.instead is not None and ability.instead.step is None:
                self.layout.busy_cell(ability)
        for window in self.model.windows:
            for phase in window.during:
                self.layout.running_cell(phase)
        for bound in self.model.longest:
            self.layout.counter_cell(bound.name)
        for node in self._everything():
            if isinstance(node, m.Running):
                self.layout.running_cell(node.phase)
            elif isinstance(node, m.DoneBy):
                self.layout.ask_for_doing(node.name)
            elif isinstance(node, m.Cost) and is_more_than_changes(node):
                self.layout.waiting_cell()

    def _everything(self) -> list[Any]:
        roots: list[Any] = [e for v in self.model.values for e in (v.body, v.least, v.most) if e is not None]
        for body in [*self.model.bodies.values(), *self.model.setup]:
            roots += [s for step in body.steps for s in step.stmts]
            roots += [r.condition for r in body.requires]
            roots += list(body.choices)
        for ability in self.layout.abilities:
            heard = [t for t in (*ability.triggers, ability.instead) if isinstance(t, m.StepTrigger)]
            told = (ability.condition, ability.event_condition, *(t.condition for t in heard))
            roots += [c for c in told if c is not None]
            roots += ability.stmts
        roots += [e.condition for e in self.model.ends]
        for component in self.model.components.values():
            roots += [s for row in component.rows for effect in row.effects.values() for s in effect.stmts]
        for window in self.model.windows:
            roots += [window.asks, *(e for e in (window.condition, window.quiet) if e is not None)]
        return [node for root in roots for node in walk(root)]

    def run(self) -> Compiled:
        for body in self.suspending.bodies:
            self._body(body)
        for ability in self.layout.abilities:
            self._ability(ability)
        for window in self.model.windows:
            self.lower.function(self.suspending.window(window), ["only"], self.weaver.window(window), window.name)
        effects = self._effects()
        start = self._start()
        checks = self._checks()
        why = self._reasons_of_refusal()
        self.statics.write_properties()
        self.statics.write_values()
        shown = self.statics.showing.finish()
        may = self._tests_of_reached()
        self.lower.tidy()
        text, spans = self.text.written()
        tail, tables = self._tail(effects, [*shown, *may])
        return Compiled(
            self.model,
            self.layout,
            text + tail,
            spans,
            self.constants.tables | tables | {"START": start, "CHECKS": checks, "TIMES": self._times()},
            self._initial(),
            tuple(self.sites.sites),
            self.sites.decisions,
            self.sites.resumes,
            self.sites.bodies,
            self.sites.reasons,
            self.sites.places,
            [self.lower.returns.get(b, []) for b in self.suspending.ended_bodies],
            self.lower.calls,
            self.lower.cores,
            {b.name: (self.suspending.name(b), self.suspending.body(b), b.has_you) for b in self.suspending.bodies},
            why,
            {b.name: tuple(free_locals(r.condition) for r in b.requires) for b in self.suspending.bodies},
            self.traced,
            self.lower.frames(),
            self.plain.direct,
        )

    def _tests_of_reached(self) -> list[str]:
        """A table with what says whether actions can be done, for kinds of which it is asked what they reach."""
        found = {}
        for body in self.model.bodies.values():
            if body.on_row is not None and self.formulas.reached & set(body.kinds):
                found[body.name] = self.choosing.possible(body)
        return [f"MAY = {{{', '.join(f'{name!r}: {test}' for name, test in found.items())}}}"] if found else []

    def _times(self) -> dict[str, int]:
        """How often a loop that is done so many times is done, by the local that counts it, where that is a number."""
        lets = [n for stmts in self.suspending.woven.values() for s in stmts for n in walk(s) if isinstance(n, m.Let)]
        counts = [(let.local, self.folder.expr(let.value)) for let in lets if let.local.startswith("times.")]
        return {local: count.value for local, count in counts if isinstance(count, m.Const)}

    def _parameters(self, body: m.Body) -> list[str]:
        return (["you"] if body.has_you else []) + [p for p, _ in body.parameters]

    def _body(self, body: m.Body) -> None:
        name, parameters = self.suspending.name(body), self._parameters(body)
        stmts = self.suspending.woven[body]
        if body.kind == "phase" and not self.suspending.direct:
            self._phase(body, name, parameters, stmts)
            return
        if self.suspending.body(body):
            self.lower.function(name, parameters, stmts, body.name)
            return
        self._plain(body, name, parameters, stmts)

    def _plain(self, body: m.Body, name: str, parameters: list[str], stmts: m.Stmts) -> None:
        self.plain.where = body.name
        self.plain.chosen(None)
        function = Function(name, ["s", *(self.formulas.names.of(p) for p in parameters)])
        for stmt in stmts:
            self.plain.stmt(function, stmt)
        self.text.add(function)

    def _phase(self, body: m.Body, name: str, parameters: list[str], stmts: m.Stmts) -> None:
        """A phase in two functions, so that a position can be built in the middle of a game: what its beginning resets,
        and all that follows."""
        self.plain.where = body.name
        python = [self.formulas.names.of(p) for p in parameters]
        begin = Function(f"begin_{name}", ["s", "K"])
        self.plain.stmt(begin, stmts[0])
        silent = not begin.lines
        begin.line("return None")
        self.text.add(begin)
        self.lower.function(f"inside_{name}", parameters, stmts[1:], body.name)
        whole = Function(name, ["s", "K", *python] if self.suspending.body(body) else ["s", *python])
        frame = "K" if self.suspending.body(body) else "None"
        if not silent:
            whole.line(f"begin_{name}(s, {frame})")
        whole.line(f"return inside_{name}({', '.join(['s', frame, *python])})")
        self.text.add(whole)

    def _ability(self, ability: m.Ability) -> None:
        if any(not isinstance(t, m.StepTrigger) for t in ability.triggers):
            number = self.plain.listening.ability_number(ability)
            names = ["self", "it"] if ability.row is None else ["self", "this", "it"]
            self.lower.function(f"a{number}", names, self.weaver.ability(ability), ability.name)

    def _effects(self) -> dict[str, dict[int, str]]:
        tables: dict[str, dict[int, str]] = {}
        for kind in self.layout.kinds.values():
            for prop in kind.component.properties.values():
                if prop.type.kind == "effect":
                    tables[self.suspending.effects(prop)] = self._effect_table(kind.component.name, prop)
        return tables

    def _effect_table(self, component: str, prop: m.Property) -> dict[int, str]:
        found: dict[int, str] = {}
        kind = self.layout.kinds[component]
        for row, mask in zip(self.layout.rows, self.layout.row_masks, strict=True):
            effect = row.effects.get(prop.name)
            if effect is None or not mask & kind.mask:
                continue
            name = f"{self.suspending.effects(prop).lower()}_{len(found)}"
            self.lower.function(name, ["you", "this"], self.weaver.effect(effect), f"{row.name}.{prop.name}")
            found |= {c: name for c in range(kind.first, kind.last) if mask >> c & 1}
        return found

    def _start(self) -> str:
        """The function that sets everything up and begins the first phase."""
        stmts = tuple(m.Run(b.span, b, None, ()) for b in (*self.model.setup, self.model.root))
        over = ir.Finish(self.model.root.span, "nobody", "the game is played out", None)
        self.lower.function("start", [], (*stmts, over), "")
        return "start"

    def _checks(self) -> tuple[tuple[str, str | None, str], ...]:
        found = []
        for index, check in enumerate(self.model.checks):
            function = Function(f"check{index}", ["s"])
            function.span = check.span
            function.line(f"return bool({self.formulas.code(self.formulas.prepared(check.condition))})")
            self.text.add(function)
            found.append((check.name, check.after.name if check.after is not None else None, f"check{index}"))
        return tuple(found)

    def _reasons_of_refusal(self) -> dict[str, tuple[str, ...]]:
        """For each body the functions that judge one requirement each, with the locals they need."""
        found: dict[str, tuple[str, ...]] = {}
        for body in self.model.bodies.values():
            names = self.choosing.names(body, len(body.choices))
            functions = []
            for index, require in enumerate(body.requires):
                function = Function(
                    f"q_{self.suspending.name(body)}_{index}", ["s", *map(self.formulas.names.of, names)]
                )
                function.span = require.span
                function.line(f"return bool({self.formulas.code(self.formulas.prepared(require.condition))})")
                self.text.add(function)
                functions.append(function.name)
            found[body.name] = tuple(functions)
        return found

    def _tail(self, effects: dict[str, dict[int, str]], shown: list[str]) -> tuple[str, dict[str, Any]]:
        lines = [f"RES = ({', '.join(self.sites.resumes)},)"]
        pairs = ", ".join(f"{n}: {options}" for n, (_, options) in self.sites.decisions.items())
        lines.append(f"OPT = {{{pairs}}}")
        triggered = [
            f"{i}: a{i}"
            for i, a in enumerate(self.layout.abilities)
            if any(not isinstance(t, m.StepTrigger) for t in a.triggers)
        ]
        lines.append(f"TRIG = {{{', '.join(triggered)}}}")
        for name, table in effects.items():
            lines.append(f"{name} = {{{', '.join(f'{c}: {f}' for c, f in table.items())}}}")
        return "\n".join([*lines, *shown]) + "\n", {}

    def _initial(self) -> list[Any]:
        """The state before the set-up: every component at home, every variable at its start."""
        state: list[Any] = [0] * self.layout.size
        state[:FIRST_CELL] = [None, -1, 1, None, 0, 0]
        for instance in self.layout.instances:
            kind = self.layout.kinds[instance.place.component]
            home = instance.place.home and instance is self.layout.by_place[instance.place][0]
            state[instance.cell] = _filled(instance, kind.mask if home else 0)
        for variable, first in self.layout.variables.items():
            value = self._start_value(variable)
            for cell in range(first, first + self.plain._width(variable)):
                state[cell] = value
        for cell in self.layout.sheets.values():
            state[cell] = ()
        if self.layout.waiting is not None:
            state[self.layout.waiting] = None
        return state

    def _start_value(self, variable: m.Variable) -> Any:
        resting = {"0": 0, "-1": -1, "()": ()}[self.plain.resting(variable)]
        if variable.owner not in (None, "player", "side") and not self.layout.is_masked(variable):
            kind = self.layout.kinds[variable.owner or ""]
            return (m.NOTHING if variable.type.optional else 0,) * (kind.last - kind.first)
        if variable.start is not None:
            start = self.folder.expr(variable.start)
            return start.value if isinstance(start, m.Const) else resting
        return resting


def _filled(instance: Instance, mask: int) -> Any:
    if instance.place.form == "set":
        return mask
    if instance.slots:
        return (-1,) * instance.slots
    return tuple(c for c in range(mask.bit_length()) if mask >> c & 1)


__all__ = ["Compiled", "Model", "compile_model", "dataclasses"]
