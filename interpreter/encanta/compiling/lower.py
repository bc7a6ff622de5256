"""Statements to Python functions, split only where a decision can happen.

A function that can be interrupted takes the state `s` and its continuation `K`, a nested tuple (number of the resume
function, outer continuation, locals...). It returns the continuation to go on with (the trampoline in `machine` calls
it), or None when a decision is pending or the game is over. Functions that cannot be interrupted are ordinary Python.
"""

from __future__ import annotations

from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.asking import Asking
from encanta.compiling.choosing import Choosing
from encanta.compiling.continuations import RETURN, Cont, Jump, Rest
from encanta.compiling.emit import Function, Text
from encanta.compiling.formulas import Formulas
from encanta.compiling.frames import WAITING, Roles
from encanta.compiling.plain import Plain, run_arguments, run_test
from encanta.compiling.sites import Sites
from encanta.compiling.suspending import Suspending
from encanta.compiling.trees import locals_in


class Lower:
    """Writes the functions of everything that can be interrupted."""

    def __init__(
        self, formulas: Formulas, text: Text, choosing: Choosing, plain: Plain, suspending: Suspending, sites: Sites
    ) -> None:
        self.formulas = formulas
        self.text = text
        self.choosing = choosing
        self.suspending = suspending
        self.sites = sites
        self.plain = plain
        self.returns: dict[m.Body, list[int]] = {}
        self.calls: dict[tuple[str, str], tuple[int | None, tuple[str, ...]]] = {}
        self.cores: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._jumps: dict[tuple[int, int, int, int, tuple[str, ...]], Jump] = {}
        self._kept: list[Rest] = []
        self._resumes: dict[str, tuple[Function, tuple[str, ...]]] = {}
        self.called: set[str] = set()
        self._tails: dict[str, int] = {}
        self.resumed: set[str] = set()
        self.asking = Asking(self)
        self._count = 0
        self.where: str = ""
        self.roles = Roles()

    # ---------------------------------------------------------------------------------------- functions

    def function(self, name: str, parameters: list[str], stmts: m.Stmts, where: str) -> None:
        """Writes one function that can be interrupted."""
        self.plain.chosen(None)
        self.where = self.plain.where = where
        self.roles.learn(where, stmts)
        function = Function(name, ["s", "K", *(self.py(p) for p in parameters)])
        self._emit(function, Rest(stmts, 0, RETURN, RETURN), tuple(parameters))
        self.text.add(function)

    def frames(self) -> list[tuple[int, ...]]:
        """For each resume function the roles of the locals in its frames."""
        found = [self.roles.of(*one) for one in zip(self.sites.bodies, self.sites.live, strict=True)]
        return [(WAITING,), *found[1:]]

    def py(self, local: str) -> str:
        """The Python variable of a local."""
        return self.formulas.names.of(local)

    def pys(self, names: tuple[str, ...]) -> str:
        """Locals as further arguments or fields, each with a comma before it."""
        return "".join(f", {self.py(n)}" for n in names)

    def number(self) -> int:
        """A number for a function that nobody else has."""
        self._count += 1
        return self._count

    # ------------------------------------------------------------------------------------ continuations

    def needs(self, cont: Cont) -> frozenset[str]:
        """The locals that a continuation reads."""
        if isinstance(cont, Rest):
            found = self.needs(cont.after) | self.needs(cont.exit)
            for stmt in cont.stmts[cont.index :]:
                found |= self._reads(stmt)
            return found
        return frozenset(cont.live) if isinstance(cont, Jump) else frozenset()

    def _reads(self, stmt: m.Stmt) -> frozenset[str]:
        found = locals_in(stmt)
        if isinstance(stmt, ir.Pick):
            found |= set(self.choosing.names(stmt.body, stmt.index))
            found |= locals_in(stmt.body.choices[stmt.index])
        elif isinstance(stmt, ir.TakeFirst):
            found |= {stmt.rest}
        elif isinstance(stmt, m.Move):
            found |= self.plain.origin_locals(stmt.what)
        elif isinstance(stmt, ir.AskFirst):
            found |= {stmt.asked}
        elif isinstance(stmt, (ir.Core, m.Cost)):
            for part in stmt.stmts:
                found |= self._reads(part)
        elif isinstance(stmt, (m.If, m.Loop)):
            inner = [s for _, b in stmt.branches for s in b] + list(stmt.other) if isinstance(stmt, m.If) else stmt.body
            for part in inner:
                found |= self._reads(part)
        return found

    def live(self, cont: Cont, defined: tuple[str, ...], more: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Of the locals defined here, those that a continuation needs."""
        needed = self.needs(cont) | more
        return tuple(n for n in defined if n in needed)

    def shared(self, cont: Cont, defined: tuple[str, ...]) -> Cont:
        """The same continuation as something that can be gone on with from several places."""
        while isinstance(cont, Rest) and cont.index == len(cont.stmts):
            cont = cont.after
        if not isinstance(cont, Rest):
            return cont
        live = self.live(cont, defined)
        key = (id(cont.stmts), cont.index, id(cont.after), id(cont.exit), live)
        if key not in self._jumps:
            # Kept, so that no later one is taken for it by its id.
            self._kept.append(cont)
            name = f"j{self.number()}"
            self._jumps[key] = Jump(name, live, self.sites.resume(f"resume_{name}", self.where, live), False)
            function = Function(name, ["s", "K", *(self.py(n) for n in live)])
            function.span = cont.stmts[cont.index].span
            self._emit(function, cont, live)
            self.text.add(function)
            self.resume_of(self._jumps[key])
        return self._jumps[key]

    def gone_on_with(self, rest: Rest, defined: tuple[str, ...]) -> Cont:
        """A continuation for two ways to it: written twice if it is short and asks nobody, else shared."""
        if isinstance(rest.after, Rest) or _size(rest.stmts[rest.index :]) > _SHORT:
            return self.shared(rest, defined)
        if any(isinstance(stmt, m.Until) or self.suspending.stmt(stmt) for stmt in rest.stmts[rest.index :]):
            return self.shared(rest, defined)
        return rest

    def unpack(self, function: Function, live: tuple[str, ...]) -> None:
        """Takes a frame apart into its locals."""
        function.line(f"_, K{self.pys(live)} = F")

    def resume_of(self, jump: Jump) -> None:
        """Writes the function that goes on with a jump when its frame is returned to."""
        function = Function(f"resume_{jump.name}", ["s", "F", "v"])
        function.line(f"return {jump.name}(s, *F[1:])")
        self.text.add(function)
        self._resumes[jump.name] = (function, jump.live)

    def tidy(self) -> None:
        """A function that is only ever returned to needs no other that calls it."""
        functions = {f.name: f for f in self.text.functions}
        for name, (resume, live) in self._resumes.items():
            if name not in self.called and name in functions:
                target = functions[name]
                resume.lines = [(1, f"_, K{self.pys(live)} = F", target.lines[0][2]), *target.lines]
                self.text.functions.remove(target)

    def frame(self, cont: Cont, defined: tuple[str, ...]) -> str:
        """The tuple that goes on with `cont` when it is returned to."""
        cont = self.shared(cont, defined)
        if isinstance(cont, Jump):
            return f"({cont.resume}, K{self.pys(cont.live)})"
        return f"({self._tail()}, K)" if self.plain.traced else "K"

    def _tail(self) -> int:
        """The traced build keeps a frame also where nothing is left to do, since it says who called."""
        if self.where not in self._tails:
            if not self._tails:
                function = Function("resume_tail", ["s", "F", "v"])
                function.line("return F[1]")
                self.text.add(function)
            self._tails[self.where] = self.sites.resume("resume_tail", self.where)
        return self._tails[self.where]

    def go(self, function: Function, cont: Cont, defined: tuple[str, ...], chosen: str | None = None) -> None:
        """Goes on with a continuation from here; `chosen` is what was chosen just now."""
        self.plain.chosen(chosen if isinstance(cont, Rest) and cont.index < len(cont.stmts) else None)
        if isinstance(cont, Rest):
            self._emit(function, cont, defined)
        elif isinstance(cont, Jump):
            if not cont.head:
                self.called.add(cont.name)
                function.line(f"return {cont.name}(s, K{self.pys(cont.live)})")
            elif function.name == cont.name:
                function.line("continue")
            elif function.name in self.resumed:
                # Only the trampoline calls what goes on from an answer, so that this cannot grow the stack.
                self.called.add(cont.name)
                function.line(f"return {cont.name}(s, K{self.pys(cont.live)})")
            else:
                function.line(f"return ({cont.resume}, K{self.pys(cont.live)})")
        else:
            function.line("return K")

    # --------------------------------------------------------------------------------------- statements

    def _emit(self, function: Function, rest: Rest, defined: tuple[str, ...]) -> None:
        """Writes statements one after the other; always ends in a return or a continue."""
        self.formulas.within.clear()
        for index in range(rest.index, len(rest.stmts)):
            stmt = rest.stmts[index]
            function.span = stmt.span
            if isinstance(stmt, m.Until):
                self._until(function, stmt, rest, defined)
            elif self.suspending.stmt(stmt):
                following = Rest(rest.stmts, index + 1, rest.after, rest.exit)
                self._interrupted(function, stmt, following, defined)
                return
            else:
                self.plain.stmt(function, stmt)
            defined = _with(defined, stmt)
        self.go(function, rest.after, defined)

    def _interrupted(self, function: Function, stmt: m.Stmt, rest: Rest, defined: tuple[str, ...]) -> None:
        self.plain.chosen(None)
        asks: Any = _ASKS.get(type(stmt))
        if asks is not None:
            asks(self.asking, function, stmt, rest, defined)
        else:
            write: Any = _EMIT[type(stmt)]
            write(self, function, stmt, rest, defined)

    def _until(self, function: Function, stmt: m.Until, rest: Rest, defined: tuple[str, ...]) -> None:
        function.line(f"if {self.plain.test(stmt.condition)}:")
        function.depth += 1
        self.go(function, self.shared(rest.exit, defined), defined)
        function.depth -= 1

    def _if(self, function: Function, stmt: m.If, rest: Rest, defined: tuple[str, ...]) -> None:
        ways = sum(_goes_on(body) for body in (*(b for _, b in stmt.branches), stmt.other))
        after = self.shared(rest, defined) if ways > 1 else rest
        word = "if"
        for condition, body in stmt.branches:
            function.span = condition.span
            function.line(f"{word} {self.plain.test(condition)}:")
            self._branch(function, body, after, rest.exit, defined)
            word = "elif"
        function.line("else:")
        self._branch(function, stmt.other, after, rest.exit, defined)

    def _branch(self, function: Function, body: m.Stmts, after: Cont, exit: Cont, defined: tuple[str, ...]) -> None:
        function.depth += 1
        self._emit(function, Rest(body, 0, after, exit), defined)
        function.depth -= 1

    def _loop(self, function: Function, stmt: m.Loop, rest: Rest, defined: tuple[str, ...]) -> None:
        after = self.shared(rest, defined)
        name = f"h{self.number()}"
        needed = self.needs(after) | self.needs(Rest(stmt.body, 0, RETURN, RETURN))
        live = tuple(n for n in defined if n in needed)
        head = Jump(name, live, self.sites.resume(f"resume_{name}", self.where, live), True)
        loop = Function(name, ["s", "K", *(self.py(n) for n in live)])
        loop.span = stmt.span
        loop.line("while True:")
        loop.depth += 1
        loop.line("TURNS[0] += 1")
        loop.line(f"if TURNS[0] > ENOUGH: raise Stuck({self.sites.place(stmt.span, self.where)})")
        self._emit(loop, Rest(stmt.body, 0, head, after), live)
        self.text.add(loop)
        self.resume_of(head)
        self.called.add(name)
        function.line(f"return {name}(s, K{self.pys(live)})")

    # -------------------------------------------------------------------------------------------- calls

    def _run(self, function: Function, stmt: m.Run, rest: Rest, defined: tuple[str, ...]) -> None:
        test = run_test(self.formulas, self.choosing, stmt)
        if test is None:
            self.call(function, stmt, rest, defined)
            return
        after = self.shared(rest, defined)
        function.line(f"if {test}:")
        function.depth += 1
        self.call(function, stmt, after, defined)
        function.depth -= 1
        self.go(function, after, defined)

    def call(self, function: Function, stmt: m.Run, rest: Cont, defined: tuple[str, ...]) -> None:
        """Calls a body and goes on with `rest` when it is done."""
        name = self.suspending.name(stmt.body)
        arguments = "".join(f", {a}" for a in run_arguments(self.formulas, stmt))
        if not self.suspending.body(stmt.body):
            function.line(f"{name}(s{arguments})")
            self.go(function, rest, defined)
            return
        frame = self.frame(rest, defined)
        if stmt.body.kind == "phase":
            cont = self.shared(rest, defined)
            resume = (cont.resume, cont.live) if isinstance(cont, Jump) else (None, ())
            self.calls[(self.where, stmt.body.name)] = resume
        function.line(f"return {name}(s, {frame}{arguments})")

    def _core(self, function: Function, stmt: ir.Core, rest: Rest, defined: tuple[str, ...]) -> None:
        """A frame of its own, so that `end` and `stop` find where what they cut off is gone on from."""
        live = self.live(rest, defined)
        name = f"e{self.number()}"
        number = self.sites.resume(name, self.where, live)
        self.returns.setdefault(stmt.body, []).append(number)
        self.cores[stmt.body.name] = (number, live)
        after = Function(name, ["s", "F", "v"])
        self.unpack(after, live)
        self.go(after, self.shared(rest, live), live)
        self.text.add(after)
        inner = Rest(stmt.stmts, 0, RETURN, RETURN)
        needs = self.live(inner, defined)
        core = Function(f"k{self.number()}", ["s", "K", *(self.py(n) for n in needs)])
        self._emit(core, inner, needs)
        self.text.add(core)
        function.line(f"return {core.name}(s, ({number}, K{self.pys(live)}){self.pys(needs)})")

    def _perform(self, function: Function, stmt: m.Perform, rest: Rest, defined: tuple[str, ...]) -> None:
        f = self.formulas
        of, you = f.code(f.prepared(stmt.of)), f.code(f.prepared(stmt.you))
        after = self.shared(rest, defined)
        table = self.suspending.effects(stmt.property)
        function.line(f"_f = {table}.get({of})")
        function.line("if _f is not None:")
        function.depth += 1
        function.line(f"return _f(s, {self.frame(after, defined)}, {you}, {of})")
        function.depth -= 1
        self.go(function, after, defined)

    def _end_phase(self, function: Function, stmt: m.EndPhase, rest: Rest, defined: tuple[str, ...]) -> None:
        function.line(f"return unwound(s, K, RETURNS[{self.suspending.ended(stmt.body)}], {self.where!a})")

    def _finish(self, function: Function, stmt: ir.Finish, rest: Rest, defined: tuple[str, ...]) -> None:
        f = self.formulas
        winners = "0"
        if stmt.winners is not None:
            prepared = f.prepared(stmt.winners)
            winners = f.as_mask(prepared)
            if prepared.type.of == m.SIDE or prepared.type == m.SIDE:
                table = f.constants.keep([sum(1 << p for p in side) for side in f.model.sides], "M")
                winners = f"joined({table}, {winners})"
        kind = ("won", "drawn", "nobody").index(stmt.kind)
        function.line(f"s[3] = ({kind}, {winners}, {self.sites.reason(stmt.reason)})")
        function.line("s[0] = None; s[1] = -1")
        function.line("return None")

    def _end_game(self, function: Function, stmt: m.EndGame, rest: Rest, defined: tuple[str, ...]) -> None:
        self._finish(function, ir.Finish(stmt.span, "nobody", "", None), rest, defined)

    # ------------------------------------------------------------------------------------------ windows

    def _open_window(self, function: Function, stmt: m.OpenWindow, rest: Rest, defined: tuple[str, ...]) -> None:
        f = self.formulas
        after = self.shared(rest, defined)
        only = "-1" if stmt.who is None else f.as_mask(f.prepared(stmt.who))
        function.line(f"if not s[{f.layout.windows[stmt.window]}]:")
        function.depth += 1
        function.line(f"return {self.suspending.window(stmt.window)}(s, {self.frame(after, defined)}, {only})")
        function.depth -= 1
        self.go(function, after, defined)

    # ------------------------------------------------------------------------------------ leaf with listeners

    def _cost(self, function: Function, stmt: m.Cost, rest: Rest, defined: tuple[str, ...]) -> None:
        self.plain.cost(function, stmt)
        self._set_off(function, "_paid", self.shared(rest, defined), defined)

    def _release(self, function: Function, stmt: ir.Release, rest: Rest, defined: tuple[str, ...]) -> None:
        waiting = self.formulas.layout.waiting
        after = self.shared(rest, defined)
        function.line("_q = ()")
        function.line(f"if {self.formulas.code(stmt.held)}: _q = s[{waiting}]; s[{waiting}] = None")
        self._set_off(function, "_q", after, defined)

    def _set_off(self, function: Function, queue: str, after: Cont, defined: tuple[str, ...]) -> None:
        """What was set off happens now, unless it has to wait; then it goes on with `after`."""
        waiting = self.formulas.layout.waiting
        function.line(f"if {queue}:")
        function.depth += 1
        happens = f"return (0, {self.frame(after, defined)}, in_order(s, {queue}))"
        if waiting is None:
            function.line(happens)
        else:
            function.line(f"if s[{waiting}] is None: {happens}")
            function.line(f"s[{waiting}] += {queue}")
        function.depth -= 1
        self.go(function, after, defined)

    def _leaf(self, function: Function, stmt: m.Stmt, rest: Rest, defined: tuple[str, ...]) -> None:
        self.plain.listening.watched(function, stmt)
        if not self.plain.listening.wakes_abilities(stmt):
            self.go(function, rest, defined)
            return
        self._set_off(function, "_q", self.shared(rest, _with(defined, stmt)), defined)


_SHORT = 8
"""So many statements may be written twice rather than called."""


def _size(stmts: m.Stmts) -> int:
    """How many statements there are, with those inside of others."""
    found = len(stmts)
    for stmt in stmts:
        if isinstance(stmt, m.If):
            found += sum(_size(body) for _, body in stmt.branches) + _size(stmt.other)
        elif isinstance(stmt, m.Loop):
            found += _size(stmt.body)
    return found


def _goes_on(body: m.Stmts) -> bool:
    """Whether statements can come to their end."""
    return not (body and isinstance(body[-1], (ir.Finish, m.EndGame, m.EndPhase)))


def _with(defined: tuple[str, ...], stmt: m.Stmt) -> tuple[str, ...]:
    if isinstance(stmt, _BINDING) and stmt.local not in defined:
        return (*defined, stmt.local)
    choice = stmt.choice if isinstance(stmt, m.Choose) else None
    if isinstance(stmt, ir.Pick):
        choice = stmt.body.choices[stmt.index]
    return defined if choice is None or choice.local in defined else (*defined, choice.local)


_BINDING = (m.Let, m.Random, ir.TakeFirst, ir.Ask, ir.LotOrder, ir.Hold, ir.Keep)
_EMIT: dict[type, Any] = {
    m.If: Lower._if,
    m.Loop: Lower._loop,
    ir.Core: Lower._core,
    m.Cost: Lower._cost,
    ir.Release: Lower._release,
    m.OpenWindow: Lower._open_window,
    m.Run: Lower._run,
    m.Perform: Lower._perform,
    m.EndPhase: Lower._end_phase,
    m.EndGame: Lower._end_game,
    ir.Finish: Lower._finish,
    m.Move: Lower._leaf,
    m.Deal: Lower._leaf,
    m.Swap: Lower._leaf,
    m.SetVar: Lower._leaf,
    m.Tally: Lower._leaf,
}
_ASKS: dict[type, Any] = {
    m.Choose: Asking.choose,
    m.Offer: Asking.offer,
    ir.Pick: Asking.pick,
    ir.Ask: Asking.ask,
    ir.AskFirst: Asking.ask_first,
}
