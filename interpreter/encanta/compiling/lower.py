"""Statements to Python functions, split only where a decision can happen.

A function that can be interrupted takes the state `s` and its continuation `K`, a nested tuple (number of the resume
function, outer continuation, locals...). It returns the continuation to go on with (the trampoline in `machine` calls
it), or None when a decision is pending or the game is over. Functions that cannot be interrupted are ordinary Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.choosing import Choosing
from encanta.compiling.emit import Function, Text
from encanta.compiling.formulas import Formulas
from encanta.compiling.layout import QUIET
from encanta.compiling.plain import Plain, run_arguments, run_test
from encanta.compiling.sites import Site, Sites
from encanta.compiling.suspending import Suspending
from encanta.compiling.trees import locals_in, substituted


class Cont:
    """What comes next."""


@dataclass(frozen=True, slots=True, eq=False)
class Return(Cont):
    """Back to whoever called."""


@dataclass(frozen=True, slots=True, eq=False)
class Rest(Cont):
    """The statements from an index on, then `after`; `exit` is where an `until` leads."""

    stmts: m.Stmts
    index: int
    after: Cont
    exit: Cont


@dataclass(frozen=True, slots=True, eq=False)
class Jump(Cont):
    """A function shared by several ways to it; `head` functions are loops."""

    name: str
    live: tuple[str, ...]
    resume: int
    head: bool


RETURN = Return()


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
        self._jumps: dict[tuple[int, int, int, int, tuple[str, ...]], Jump] = {}
        self._resumes: dict[str, tuple[Function, tuple[str, ...]]] = {}
        self._called: set[str] = set()
        self._count = 0
        self._where: str = ""

    # ---------------------------------------------------------------------------------------- functions

    def function(self, name: str, parameters: list[str], stmts: m.Stmts, where: str) -> None:
        """Writes one function that can be interrupted."""
        self._where = self.plain.where = where
        function = Function(name, ["s", "K", *(self._py(p) for p in parameters)])
        self._emit(function, Rest(stmts, 0, RETURN, RETURN), tuple(parameters))
        self.text.add(function)

    def _py(self, local: str) -> str:
        return self.formulas.names.of(local)

    def _pys(self, names: tuple[str, ...]) -> str:
        return "".join(f", {self._py(n)}" for n in names)

    def _number(self) -> int:
        self._count += 1
        return self._count

    # ------------------------------------------------------------------------------------ continuations

    def _needs(self, cont: Cont) -> frozenset[str]:
        if isinstance(cont, Rest):
            found = self._needs(cont.after) | self._needs(cont.exit)
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
        elif isinstance(stmt, ir.Core):
            for part in stmt.stmts:
                found |= self._reads(part)
        elif isinstance(stmt, (m.If, m.Loop)):
            inner = [s for _, b in stmt.branches for s in b] + list(stmt.other) if isinstance(stmt, m.If) else stmt.body
            for part in inner:
                found |= self._reads(part)
        return found

    def _live(self, cont: Cont, defined: tuple[str, ...], more: frozenset[str] = frozenset()) -> tuple[str, ...]:
        needed = self._needs(cont) | more
        return tuple(n for n in defined if n in needed)

    def _shared(self, cont: Cont, defined: tuple[str, ...]) -> Cont:
        """The same continuation as something that can be gone on with from several places."""
        while isinstance(cont, Rest) and cont.index == len(cont.stmts):
            cont = cont.after
        if not isinstance(cont, Rest):
            return cont
        live = self._live(cont, defined)
        key = (id(cont.stmts), cont.index, id(cont.after), id(cont.exit), live)
        if key not in self._jumps:
            name = f"j{self._number()}"
            self._jumps[key] = Jump(name, live, self.sites.resume(f"resume_{name}", self._where), False)
            function = Function(name, ["s", "K", *(self._py(n) for n in live)])
            function.span = cont.stmts[cont.index].span
            self._emit(function, cont, live)
            self.text.add(function)
            self._resume_of(self._jumps[key])
        return self._jumps[key]

    def _resume_of(self, jump: Jump) -> None:
        function = Function(f"resume_{jump.name}", ["s", "F", "v"])
        function.line(f"return {jump.name}(s, *F[1:])")
        self.text.add(function)
        self._resumes[jump.name] = (function, jump.live)

    def tidy(self) -> None:
        """A function that is only ever returned to needs no other that calls it."""
        functions = {f.name: f for f in self.text.functions}
        for name, (resume, live) in self._resumes.items():
            if name not in self._called and name in functions:
                target = functions[name]
                resume.lines = [(1, f"_, K{self._pys(live)} = F", target.lines[0][2]), *target.lines]
                self.text.functions.remove(target)

    def _frame(self, cont: Cont, defined: tuple[str, ...]) -> str:
        """The tuple that goes on with `cont` when it is returned to."""
        cont = self._shared(cont, defined)
        if isinstance(cont, Jump):
            return f"({cont.resume}, K{self._pys(cont.live)})"
        return "K"

    def _go(self, function: Function, cont: Cont, defined: tuple[str, ...]) -> None:
        """Goes on with a continuation from here."""
        if isinstance(cont, Rest):
            self._emit(function, cont, defined)
        elif isinstance(cont, Jump):
            if not cont.head:
                self._called.add(cont.name)
                function.line(f"return {cont.name}(s, K{self._pys(cont.live)})")
            elif function.name == cont.name:
                function.line("continue")
            else:
                function.line(f"return ({cont.resume}, K{self._pys(cont.live)})")
        else:
            function.line("return K")

    # --------------------------------------------------------------------------------------- statements

    def _emit(self, function: Function, rest: Rest, defined: tuple[str, ...]) -> None:
        """Writes statements one after the other; always ends in a return or a continue."""
        for index in range(rest.index, len(rest.stmts)):
            stmt = rest.stmts[index]
            function.span = stmt.span
            if isinstance(stmt, m.Until):
                self._until(function, stmt, rest, defined)
            elif self.suspending.stmt(stmt):
                following = Rest(rest.stmts, index + 1, rest.after, rest.exit)
                write: Any = _EMIT[type(stmt)]
                write(self, function, stmt, following, defined)
                return
            else:
                self.plain.stmt(function, stmt)
            defined = _with(defined, stmt)
        self._go(function, rest.after, defined)

    def _until(self, function: Function, stmt: m.Until, rest: Rest, defined: tuple[str, ...]) -> None:
        function.line(f"if {self.formulas.code(self.formulas.prepared(stmt.condition))}:")
        function.depth += 1
        self._go(function, self._shared(rest.exit, defined), defined)
        function.depth -= 1

    def _if(self, function: Function, stmt: m.If, rest: Rest, defined: tuple[str, ...]) -> None:
        ways = sum(_goes_on(body) for body in (*(b for _, b in stmt.branches), stmt.other))
        after = self._shared(rest, defined) if ways > 1 else rest
        word = "if"
        for condition, body in stmt.branches:
            function.span = condition.span
            function.line(f"{word} {self.formulas.code(self.formulas.prepared(condition))}:")
            self._branch(function, body, after, rest.exit, defined)
            word = "elif"
        function.line("else:")
        self._branch(function, stmt.other, after, rest.exit, defined)

    def _branch(self, function: Function, body: m.Stmts, after: Cont, exit: Cont, defined: tuple[str, ...]) -> None:
        function.depth += 1
        self._emit(function, Rest(body, 0, after, exit), defined)
        function.depth -= 1

    def _loop(self, function: Function, stmt: m.Loop, rest: Rest, defined: tuple[str, ...]) -> None:
        after = self._shared(rest, defined)
        name = f"h{self._number()}"
        needed = self._needs(after) | self._needs(Rest(stmt.body, 0, RETURN, RETURN))
        live = tuple(n for n in defined if n in needed)
        head = Jump(name, live, self.sites.resume(f"resume_{name}", self._where), True)
        loop = Function(name, ["s", "K", *(self._py(n) for n in live)])
        loop.span = stmt.span
        loop.line("_turns = 0")
        loop.line("while True:")
        loop.depth += 1
        loop.line("_turns += 1")
        loop.line(f"if _turns > ENOUGH: raise Stuck({self.sites.place(stmt.span, self._where)})")
        self._emit(loop, Rest(stmt.body, 0, head, after), live)
        self.text.add(loop)
        self._resume_of(head)
        self._called.add(name)
        function.line(f"return {name}(s, K{self._pys(live)})")

    # ---------------------------------------------------------------------------------------- decisions

    def _decide(
        self,
        function: Function,
        site: Site,
        seat: str,
        local: str,
        options: str,
        reads: frozenset[str],
        rest: Cont,
        defined: tuple[str, ...],
        unseen: bool = False,
    ) -> None:
        """Asks, unless there is only one outcome (which `_o` tells); binds the answer to `local`."""
        live = tuple(n for n in defined if n in (self._needs(rest) | reads) - {local})
        number = self.sites.decision(site, f"r{site.id}", f"o{site.id}")
        function.line(f"s[0] = F = ({number}, K{self._pys(live)})")
        function.line(f"s[1] = {seat}")
        function.line("C[0] = F; C[1] = _o")
        function.line("return None")
        resume = Function(f"r{site.id}", ["s", "F", "v"])
        resume.span = site.span
        self._unpack(resume, live)
        # What is chosen unseen is said by its place; which component that is, only the machine knows.
        answer = f"v if v > -2 else o{site.id}(s, F).component(v)" if unseen else "v"
        resume.line(f"{self._py(local)} = {answer}")
        self._go(resume, rest, (*(n for n in defined if n in live), local))
        self.text.add(resume)
        again = Function(f"o{site.id}", ["s", "F"])
        again.span = site.span
        self._unpack(again, live)
        again.line("_w = s[1]")
        again.line(f"return {options}")
        self.text.add(again)

    def _unpack(self, function: Function, live: tuple[str, ...]) -> None:
        function.line(f"_, K{self._pys(live)} = F")

    def _choose(self, function: Function, stmt: m.Choose, rest: Rest, defined: tuple[str, ...]) -> None:
        choice = stmt.choice
        if choice.single:
            self.formulas.nullable_locals.add(choice.local)
        unseen = self.choosing.sight.may_miss(choice, stmt.who)
        options = self.choosing.chosen(choice, "_w", unseen)
        reads = self.choosing.reads(choice, None, 0)
        self._ask_choice(function, choice, stmt.who, options, reads, rest, defined, unseen)

    def _pick(self, function: Function, stmt: ir.Pick, rest: Rest, defined: tuple[str, ...]) -> None:
        choice = stmt.body.choices[stmt.index]
        who = m.Local(m.PLAYER, stmt.span, "you")
        unseen = self.choosing.sight.may_miss(choice, who)
        options = self.choosing.picked(stmt.body, stmt.index, "_w", unseen)
        reads = self.choosing.reads(choice, stmt.body, stmt.index)
        self._ask_choice(function, choice, who, options, reads, rest, defined, unseen)

    def _ask_choice(
        self,
        function: Function,
        choice: m.Choice,
        who: m.Expr,
        options: str,
        reads: frozenset[str],
        rest: Rest,
        defined: tuple[str, ...],
        unseen: bool,
    ) -> None:
        self.plain.remember_origin(choice)
        self.choosing.sight.remember(choice)
        site = self.sites.new("choose", choice.local, self._where, choice.span, choice.type, choice.single)
        after = self._shared(rest, (*defined, choice.local))
        seat = self.formulas.code(self.formulas.prepared(who))
        function.line(f"_w = {seat}")
        function.line(f"_o = {options}")
        function.line("_n = how_many(_o)")
        function.line("if _n < 2:")
        function.depth += 1
        nothing = "-1" if choice.single else "0"
        only = "_o.component(_o.at(0))" if unseen else "_o.at(0)"
        function.line(f"{self._py(choice.local)} = {only} if _n else {nothing}")
        self._go(function, after, (*defined, choice.local))
        function.depth -= 1
        self._decide(function, site, "_w", choice.local, options, reads, after, defined, unseen)

    def _ask(self, function: Function, stmt: ir.Ask, rest: Rest, defined: tuple[str, ...]) -> None:
        site = self.sites.new("may", stmt.name, self._where, stmt.span, m.FLAG, True, about=stmt.about)
        after = self._shared(rest, (*defined, stmt.local))
        function.line("_o = YES_NO")
        seat = self.formulas.code(self.formulas.prepared(stmt.who))
        self._decide(function, site, seat, stmt.local, "YES_NO", frozenset(), after, defined)

    def _offer(self, function: Function, stmt: m.Offer, rest: Rest, defined: tuple[str, ...]) -> None:
        names = tuple(a.name for a in stmt.actions)
        site = self.sites.new("action", "", self._where, stmt.span, m.INTEGER, True, actions=names)
        again = stmt.high is None or stmt.high > 1
        after = self._shared(rest, defined)
        who = self.formulas.prepared(stmt.who)
        if not again:
            self._offered(function, stmt, site, who, str(stmt.low == 0), after, after, defined)
            return
        needed = self._needs(after) | locals_in(who)
        live = tuple(n for n in defined if n in needed)
        counted = stmt.low > 0 or stmt.high is not None
        taken = f"taken.{site.id}" if counted else None
        name = f"h{self._number()}"
        number = self.sites.resume(f"resume_{name}", self._where)
        head = Jump(name, live if taken is None else (*live, taken), number, True)
        loop = Function(head.name, ["s", "K", *(self._py(n) for n in head.live)])
        loop.span = stmt.span
        loop.line("while True:")
        loop.depth += 1
        if stmt.high is not None and taken is not None:
            loop.line(f"if {self._py(taken)} >= {stmt.high}:")
            loop.depth += 1
            self._go(loop, after, head.live)
            loop.depth -= 1
        optional = "True" if taken is None else f"{self._py(taken)} >= {stmt.low}"
        self._offered(loop, stmt, site, who, optional, after, head, head.live, taken)
        self.text.add(loop)
        self._resume_of(head)
        self._called.add(head.name)
        function.line(f"return {head.name}(s, K{self._pys(live)}{', 0' if counted else ''})")

    def _offered(
        self,
        function: Function,
        stmt: m.Offer,
        site: Site,
        who: m.Expr,
        optional: str,
        stop: Cont,
        done: Cont,
        defined: tuple[str, ...],
        taken: str | None = None,
    ) -> None:
        """One offer: `stop` is where a pass leads, `done` where an action leads when it is over."""
        code = f"action.{site.id}"
        needed = self._needs(stop) | self._needs(done) | ({taken} if taken is not None else set())
        defined = tuple(n for n in defined if n in needed)
        seat = self.formulas.code(who)
        codes = f"c{site.id}"
        self._possible(stmt, codes)
        options = f"offered({codes}(s, _w), {optional})"
        function.line(f"_w = {seat}")
        function.line(f"_o = {options}")
        function.line("_n = len(_o)")
        function.line("if _n == 0:")
        function.depth += 1
        self._go(function, stop, defined)
        function.depth -= 1
        dispatch = f"d{site.id}"
        chooser = f"chooser.{site.id}"
        all_live = tuple(dict.fromkeys((*defined, chooser, code)))
        function.line("if _n == 1:")
        function.depth += 1
        live = "".join(f", {self._py(n)}" for n in defined if n != chooser)
        function.line(f"return {dispatch}(s, K{live}, _w, _o.at(0))")
        function.depth -= 1
        reads = frozenset(defined)
        rest = Jump(dispatch, all_live, -1, False)
        function.line(f"{self._py(chooser)} = _w")
        self._decide(function, site, "_w", code, options, reads | {chooser}, rest, (*defined, chooser))
        self._dispatch(stmt, dispatch, all_live, code, chooser, stop, done, taken)

    def _possible(self, stmt: m.Offer, name: str) -> None:
        function = Function(name, ["s", self._py("you")])
        function.span = stmt.span
        function.line("found = []")
        for index, action in enumerate(stmt.actions):
            test = self.choosing.possible(action)
            call = f"if {test}(s, {self._py('you')}): " if test is not None else ""
            function.line(f"{call}found.append({index})")
        function.line("return found")
        self.text.add(function)

    def _dispatch(
        self,
        stmt: m.Offer,
        name: str,
        live: tuple[str, ...],
        code: str,
        chooser: str,
        stop: Cont,
        done: Cont,
        taken: str | None,
    ) -> None:
        function = Function(name, ["s", "K", *(self._py(n) for n in live)])
        function.span = stmt.span
        function.line(f"if {self._py(code)} < 0:")
        function.depth += 1
        self._go(function, stop, live)
        function.depth -= 1
        if taken is not None:
            function.line(f"{self._py(taken)} += 1")
        you = m.Local(m.PLAYER, stmt.span, chooser)
        for index, action in enumerate(stmt.actions):
            last = index == len(stmt.actions) - 1
            if not last:
                function.line(f"if {self._py(code)} == {index}:")
                function.depth += 1
            run = m.Run(stmt.span, action, you, ())
            self._call(function, run, done, live)
            if not last:
                function.depth -= 1
        self.text.add(function)

    # -------------------------------------------------------------------------------------------- calls

    def _run(self, function: Function, stmt: m.Run, rest: Rest, defined: tuple[str, ...]) -> None:
        test = run_test(self.formulas, self.choosing, stmt)
        if test is None:
            self._call(function, stmt, rest, defined)
            return
        after = self._shared(rest, defined)
        function.line(f"if {test}:")
        function.depth += 1
        self._call(function, stmt, after, defined)
        function.depth -= 1
        self._go(function, after, defined)

    def _call(self, function: Function, stmt: m.Run, rest: Cont, defined: tuple[str, ...]) -> None:
        name = self.suspending.name(stmt.body)
        arguments = "".join(f", {a}" for a in run_arguments(self.formulas, stmt))
        if not self.suspending.body(stmt.body):
            function.line(f"{name}(s{arguments})")
            self._go(function, rest, defined)
            return
        frame = self._frame(rest, defined)
        if stmt.body.kind == "phase":
            cont = self._shared(rest, defined)
            resume = (cont.resume, cont.live) if isinstance(cont, Jump) else (None, ())
            self.calls[(self._where, stmt.body.name)] = resume
        function.line(f"return {name}(s, {frame}{arguments})")

    def _core(self, function: Function, stmt: ir.Core, rest: Rest, defined: tuple[str, ...]) -> None:
        """A frame of its own, so that `end` and `stop` find where what they cut off is gone on from."""
        live = self._live(rest, defined)
        name = f"e{self._number()}"
        number = self.sites.resume(name, self._where)
        self.returns.setdefault(stmt.body, []).append(number)
        after = Function(name, ["s", "F", "v"])
        self._unpack(after, live)
        self._go(after, self._shared(rest, live), live)
        self.text.add(after)
        inner = Rest(stmt.stmts, 0, RETURN, RETURN)
        needs = self._live(inner, defined)
        core = Function(f"k{self._number()}", ["s", "K", *(self._py(n) for n in needs)])
        self._emit(core, inner, needs)
        self.text.add(core)
        function.line(f"return {core.name}(s, ({number}, K{self._pys(live)}){self._pys(needs)})")

    def _perform(self, function: Function, stmt: m.Perform, rest: Rest, defined: tuple[str, ...]) -> None:
        f = self.formulas
        of, you = f.code(f.prepared(stmt.of)), f.code(f.prepared(stmt.you))
        after = self._shared(rest, defined)
        table = self.suspending.effects(stmt.property)
        function.line(f"_f = {table}.get({of})")
        function.line("if _f is not None:")
        function.depth += 1
        function.line(f"return _f(s, {self._frame(after, defined)}, {you}, {of})")
        function.depth -= 1
        self._go(function, after, defined)

    def _end_phase(self, function: Function, stmt: m.EndPhase, rest: Rest, defined: tuple[str, ...]) -> None:
        function.line(f"return unwound(s, K, RETURNS[{self.suspending.ended(stmt.body)}], {self._where!a})")

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
        after = self._shared(rest, defined)
        only = "-1" if stmt.who is None else f.as_mask(f.prepared(stmt.who))
        function.line(f"if not s[{f.layout.windows[stmt.window]}]:")
        function.depth += 1
        function.line(f"return {self.suspending.window(stmt.window)}(s, {self._frame(after, defined)}, {only})")
        function.depth -= 1
        self._go(function, after, defined)

    def _ask_first(self, function: Function, stmt: ir.AskFirst, rest: Rest, defined: tuple[str, ...]) -> None:
        """One question of a window. Whoever has nothing to do in it, or is quiet, is passed over."""
        window, span = stmt.window, stmt.span
        site = self.sites.new(
            "action", "", self._where, span, m.INTEGER, True, window.about, tuple(a.name for a in window.offers)
        )
        who = m.Local(m.PLAYER, span, f"reacting.{site.id}")
        seat = self._py(who.name)
        function.line(f"{seat} = {self._py(stmt.asked)}[0]")
        drop = ir.TakeFirst(span, f"passed.{site.id}", stmt.asked, True)
        passed = Rest((drop,), 0, rest, rest.exit)
        stop = self._shared(passed, defined)
        if window.quiet is not None:
            quiet = self.formulas.code(self.formulas.prepared(substituted(window.quiet, {"you": who})))
            function.line(f"if s[{QUIET}] >> {seat} & 1 and {quiet}:")
            function.depth += 1
            self._go(function, stop, defined)
            function.depth -= 1
        offer = m.Offer(span, who, 0, 1, window.offers)
        done = self._shared(rest, defined)
        self._offered(function, offer, site, who, "True", stop, done, (*defined, who.name))

    # ------------------------------------------------------------------------------------ leaf with listeners

    def _leaf(self, function: Function, stmt: m.Stmt, rest: Rest, defined: tuple[str, ...]) -> None:
        self.plain.listening.watched(function, stmt)
        if not self.plain.listening.wakes_abilities(stmt):
            self._go(function, rest, defined)
            return
        after = self._shared(rest, _with(defined, stmt))
        function.line("if _q:")
        function.depth += 1
        function.line(f"return (0, {self._frame(after, defined)}, in_order(s, _q))")
        function.depth -= 1
        self._go(function, after, defined)


def _goes_on(body: m.Stmts) -> bool:
    """Whether statements can come to their end."""
    return not (body and isinstance(body[-1], (ir.Finish, m.EndGame, m.EndPhase)))


def _with(defined: tuple[str, ...], stmt: m.Stmt) -> tuple[str, ...]:
    if isinstance(stmt, (m.Let, m.Random, ir.TakeFirst, ir.Ask, ir.LotOrder)) and stmt.local not in defined:
        return (*defined, stmt.local)
    return defined


_EMIT: dict[type, Any] = {
    m.If: Lower._if,
    m.Loop: Lower._loop,
    m.Choose: Lower._choose,
    ir.Pick: Lower._pick,
    ir.Ask: Lower._ask,
    ir.AskFirst: Lower._ask_first,
    ir.Core: Lower._core,
    m.OpenWindow: Lower._open_window,
    m.Offer: Lower._offer,
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
