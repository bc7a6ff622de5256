"""Decisions: what is asked of whom, what is asked at all, how it goes on from the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.continuations import Cont, Jump, Rest
from encanta.compiling.emit import Function
from encanta.compiling.layout import QUIET
from encanta.compiling.sites import Site
from encanta.compiling.trees import locals_in, substituted

if TYPE_CHECKING:
    from encanta.compiling.lower import Lower


class Asking:
    """Writes the statements that ask somebody."""

    def __init__(self, lower: Lower) -> None:
        self.lower = lower
        self.formulas = lower.formulas
        self.choosing = lower.choosing
        self.plain = lower.plain
        self.sites = lower.sites
        self.text = lower.text

    def decide(
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
        if self.plain.direct:
            self.plain.answering.offered(function, site, self.lower.py(local))
            self.lower.go(function, rest, (*defined, local))
            return
        live = tuple(n for n in defined if n in (self.lower.needs(rest) | reads) - {local})
        number = self.sites.decision(site, f"r{site.id}", f"o{site.id}", live)
        function.line(f"s[0] = F = ({number}, K{self.lower.pys(live)})")
        function.line(f"s[1] = {seat}")
        function.line("C[0] = F; C[1] = _o")
        function.line("return None")
        resume = Function(f"r{site.id}", ["s", "F", "v"])
        self.lower.resumed.add(resume.name)
        resume.span = site.span
        self.lower.unpack(resume, live)
        # What is chosen unseen is said by its place; which component that is, only the machine knows.
        answer = f"v if v > -2 else o{site.id}(s, F).component(v)" if unseen else "v"
        resume.line(f"{self.lower.py(local)} = {answer}")
        self.lower.go(resume, rest, (*(n for n in defined if n in live), local), local)
        self.text.add(resume)
        again = Function(f"o{site.id}", ["s", "F"])
        again.span = site.span
        self.lower.unpack(again, live)
        again.line("_w = s[1]")
        again.line(f"return {options}")
        self.text.add(again)

    def choose(self, function: Function, stmt: m.Choose, rest: Rest, defined: tuple[str, ...]) -> None:
        choice = stmt.choice
        if choice.single:
            self.formulas.nullable_locals.add(choice.local)
        unseen = self.choosing.sight.may_miss(choice, stmt.who)
        options = self.choosing.chosen(choice, "_w", unseen)
        reads = self.choosing.reads(choice, None, 0)
        self._ask_choice(function, choice, stmt.who, options, reads, rest, defined, unseen)

    def pick(self, function: Function, stmt: ir.Pick, rest: Rest, defined: tuple[str, ...]) -> None:
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
        site = self.sites.new("choose", choice.local, self.lower.where, choice.span, choice.type, choice.single)
        after = self.lower.gone_on_with(rest, (*defined, choice.local))
        seat = self.formulas.code(self.formulas.prepared(who))
        function.line(f"_w = {seat}")
        local = self.lower.py(choice.local)
        mask = self.choosing.candidates(choice)
        if options == f"one_of({mask}, None)":
            # Whether there are two is seen from the set; options are made only if so. `ALONE` is 1; where it is 0, one
            # is asked too.
            function.line(f"_c = {mask}")
            function.line("if not _c & _c - ALONE:")
            only, options_now = "_c.bit_length() - 1", "OneOf(_c)"
        else:
            function.line(f"_o = {options}")
            function.line("_n = how_many(_o)")
            function.line("if _n < 2:")
            first = "_o.component(_o.at(0))" if unseen else "_o.at(0)"
            only, options_now = f"{first} if _n else {'-1' if choice.single else '0'}", None
        function.depth += 1
        function.line(f"{local} = {only}")
        self.lower.go(function, after, (*defined, choice.local), choice.local)
        function.depth -= 1
        if options_now is not None:
            function.line(f"_o = {options_now}")
        self.decide(function, site, "_w", choice.local, options, reads, after, defined, unseen)

    def ask(self, function: Function, stmt: ir.Ask, rest: Rest, defined: tuple[str, ...]) -> None:
        site = self.sites.new("may", stmt.name, self.lower.where, stmt.span, m.FLAG, True, about=stmt.about)
        after = self.lower.shared(rest, (*defined, stmt.local))
        function.line("_o = YES_NO")
        seat = self.formulas.code(self.formulas.prepared(stmt.who))
        self.decide(function, site, seat, stmt.local, "YES_NO", frozenset(), after, defined)

    def offer(self, function: Function, stmt: m.Offer, rest: Rest, defined: tuple[str, ...]) -> None:
        names = tuple(a.name for a in stmt.actions)
        site = self.sites.new("action", "", self.lower.where, stmt.span, m.INTEGER, True, actions=names)
        again = stmt.high is None or stmt.high > 1
        after = self.lower.shared(rest, defined)
        who = self.formulas.prepared(stmt.who)
        if not again:
            self._offered(function, stmt, site, who, str(stmt.low == 0), after, after, defined)
            return
        needed = self.lower.needs(after) | locals_in(who)
        live = tuple(n for n in defined if n in needed)
        counted = stmt.low > 0 or stmt.high is not None
        taken = f"taken.{site.id}" if counted else None
        name = f"h{self.lower.number()}"
        kept = live if taken is None else (*live, taken)
        head = Jump(name, kept, self.sites.resume(f"resume_{name}", self.lower.where, kept), True)
        loop = Function(head.name, ["s", "K", *(self.lower.py(n) for n in head.live)])
        loop.span = stmt.span
        loop.line("while True:")
        loop.depth += 1
        if stmt.high is not None and taken is not None:
            loop.line(f"if {self.lower.py(taken)} >= {stmt.high}:")
            loop.depth += 1
            self.lower.go(loop, after, head.live)
            loop.depth -= 1
        optional = "True" if taken is None else f"{self.lower.py(taken)} >= {stmt.low}"
        self._offered(loop, stmt, site, who, optional, after, head, head.live, taken)
        self.text.add(loop)
        self.lower.resume_of(head)
        self.lower.called.add(head.name)
        function.line(f"return {head.name}(s, K{self.lower.pys(live)}{', 0' if counted else ''})")

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
        needed = self.lower.needs(stop) | self.lower.needs(done) | ({taken} if taken is not None else set())
        defined = tuple(n for n in defined if n in needed)
        seat = self.formulas.code(who)
        codes = self.plain.answering.possible(stmt, site)
        options = f"offered({codes}(s, _w), {optional})"
        function.line(f"_w = {seat}")
        function.line(f"_o = {options}")
        function.line("_n = len(_o)")
        function.line("if _n == 0:")
        function.depth += 1
        self.lower.go(function, stop, defined)
        function.depth -= 1
        dispatch = f"d{site.id}"
        chooser = f"chooser.{site.id}"
        all_live = tuple(dict.fromkeys((*defined, chooser, code)))
        function.line("if _n == 1:")
        function.depth += 1
        live = "".join(f", {self.lower.py(n)}" for n in defined if n != chooser)
        function.line(f"return {dispatch}(s, K{live}, _w, _o.at(0))")
        function.depth -= 1
        reads = frozenset(defined)
        rest = Jump(dispatch, all_live, -1, False)
        function.line(f"{self.lower.py(chooser)} = _w")
        self.decide(function, site, "_w", code, options, reads | {chooser}, rest, (*defined, chooser))
        self._dispatch(stmt, dispatch, all_live, code, chooser, stop, done, taken)

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
        function = Function(name, ["s", "K", *(self.lower.py(n) for n in live)])
        function.span = stmt.span
        function.line(f"if {self.lower.py(code)} < 0:")
        function.depth += 1
        self.lower.go(function, stop, live)
        function.depth -= 1
        if taken is not None:
            function.line(f"{self.lower.py(taken)} += 1")
        you = m.Local(m.PLAYER, stmt.span, chooser)
        for index, action in enumerate(stmt.actions):
            last = index == len(stmt.actions) - 1
            if not last:
                function.line(f"if {self.lower.py(code)} == {index}:")
                function.depth += 1
            run = m.Run(stmt.span, action, you, ())
            self.lower.call(function, run, done, live)
            if not last:
                function.depth -= 1
        self.text.add(function)

    def ask_first(self, function: Function, stmt: ir.AskFirst, rest: Rest, defined: tuple[str, ...]) -> None:
        """One question of a window. Whoever has nothing to do in it, or is quiet, is passed over."""
        window, span = stmt.window, stmt.span
        offers = self.formulas.model.offered(window.offers)
        site = self.sites.new(
            "action", "", self.lower.where, span, m.INTEGER, True, window.about, tuple(a.name for a in offers)
        )
        who = m.Local(m.PLAYER, span, f"reacting.{site.id}")
        seat = self.lower.py(who.name)
        function.line(f"{seat} = {self.lower.py(stmt.asked)}[0]")
        drop = ir.TakeFirst(span, f"passed.{site.id}", stmt.asked, True)
        passed = Rest((drop,), 0, rest, rest.exit)
        stop = self.lower.shared(passed, defined)
        if window.quiet is not None:
            quiet = self.formulas.code(self.formulas.prepared(substituted(window.quiet, {"you": who})))
            function.line(f"if s[{QUIET}] >> {seat} & 1 and {quiet}:")
            function.depth += 1
            self.lower.go(function, stop, defined)
            function.depth -= 1
        offer = m.Offer(span, who, 0, 1, offers)
        done = self.lower.shared(rest, defined)
        self._offered(function, offer, site, who, "True", stop, done, (*defined, who.name))
