"""Decisions that are answered on the spot: what is written for them in the build that plays whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.emit import Function
from encanta.compiling.offering import narrowed
from encanta.compiling.sites import Site

if TYPE_CHECKING:
    from encanta.compiling.plain import Plain

_YES_NO = "(1, 0)"
_MANY = 8
"""From so many printed actions on it is looked first which of them something shows."""


class Answering:
    """Writes the statements that ask somebody as ordinary Python: `CHOOSE` holds who answers for each seat.

    It is told how many options there are, and says which of them. `ASKED` counts, by site, what is chosen; `noted`
    remembers what was offered and taken of actions and abilities.
    """

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self.formulas = plain.formulas
        self.choosing = plain.choosing
        self.sites = plain.sites

    def stmt(self, function: Function, stmt: m.Stmt) -> None:
        """Writes a statement that asks."""
        write: Callable[[Answering, Function, Any], None] = _WRITE[type(stmt)]
        write(self, function, stmt)

    def _choose(self, function: Function, stmt: m.Choose) -> None:
        choice = stmt.choice
        if choice.single:
            self.formulas.nullable_locals.add(choice.local)
        unseen = self.choosing.sight.may_miss(choice, stmt.who)
        options = self.choosing.chosen(choice, "_w", unseen)
        self._chosen(function, choice, stmt.who, options, unseen)

    def _pick(self, function: Function, stmt: ir.Pick) -> None:
        choice = stmt.body.choices[stmt.index]
        who = m.Local(m.PLAYER, stmt.span, "you")
        unseen = self.choosing.sight.may_miss(choice, who)
        options = self.choosing.picked(stmt.body, stmt.index, "_w", unseen)
        self._chosen(function, choice, who, options, unseen)

    def _chosen(self, function: Function, choice: m.Choice, who: m.Expr, options: str, unseen: bool) -> None:
        self.plain.remember_origin(choice)
        self.choosing.sight.remember(choice)
        self.formulas.within.pop(choice.local, None)
        site = self.sites.new("choose", choice.local, self.plain.where, choice.span, choice.type, choice.single)
        local, seat = self.plain.py(choice.local), self.plain.code(who)
        mask = self.choosing.candidates(choice)
        if options == f"one_of({mask}, None)":
            function.line(f"_c = {mask}")
            function.line("_n = _c.bit_count()")
            function.line(f"if _n < 2: {local} = _c.bit_length() - 1")
            self._answered(function, site, seat, "_n")
            # The elements before the one that is meant are taken away.
            function.line("    for _ in TIMES_OVER[_i]: _c &= _c - 1")
            function.line(f"    {local} = (_c & -_c).bit_length() - 1")
            self.plain.chosen(choice.local)
            return
        function.line(f"_w = {seat}")
        function.line(f"_o = {options}")
        function.line("_n = len(_o)")
        at = "_o.component(_o.at(%s))" if unseen else "_o.at(%s)"
        function.line(f"if _n < 2: {local} = {at % 0} if _n else {'-1' if choice.single else '0'}")
        self._answered(function, site, "_w", "_n")
        function.line(f"    {local} = {at % '_i'}")
        self.plain.chosen(choice.local)

    def _answered(self, function: Function, site: Site, seat: str, count: str) -> None:
        """The branch in which somebody is asked, up to the index of the answer in `_i`."""
        function.line("else:")
        function.line(f"    ASKED[{site.id}] += 1; TURNS[0] = 0")
        function.line(f"    _i = CHOOSE[{seat}]({count})")

    def _ask(self, function: Function, stmt: ir.Ask) -> None:
        site = self.sites.new("may", stmt.name, self.plain.where, stmt.span, m.FLAG, True, about=stmt.about)
        local = self.plain.py(stmt.local)
        function.line(f"{local} = 1 - CHOOSE[{self.plain.code(stmt.who)}](2)")
        function.line(f"noted({site.id}, {_YES_NO}, {local})")

    def offered(self, function: Function, site: Site, local: str) -> None:
        """The answer to an offer of actions, of which there are several in `_o`, by the player in `_w`."""
        function.line(f"{local} = _o.at(CHOOSE[_w](len(_o)))")
        function.line(f"noted({site.id}, _o.codes, {local})")

    def _offer(self, function: Function, stmt: m.Offer) -> None:
        names = tuple(a.name for a in stmt.actions)
        site = self.sites.new("action", "", self.plain.where, stmt.span, m.INTEGER, True, actions=names)
        chooser = f"chooser.{site.id}"
        code, taken = self.plain.py(f"action.{site.id}"), self.plain.py(f"taken.{site.id}")
        once = stmt.high is not None and stmt.high <= 1
        if not once:
            function.line(f"{taken} = 0")
        function.line("while True:")
        function.depth += 1
        if not once:
            self.plain.counted(function, stmt)
        if not once and stmt.high is not None:
            function.line(f"if {taken} >= {stmt.high}: break")
        function.line(f"_w = {self.plain.code(stmt.who)}")
        function.line(f"_o = offered({self.possible(stmt, site)}(s, _w), {self._may_stop(stmt, taken, once)})")
        function.line("_n = len(_o)")
        function.line("if _n == 0: break")
        function.line(f"{self.plain.py(chooser)} = _w")
        function.line(f"if _n == 1: {code} = _o.at(0)")
        function.line("else:")
        function.depth += 1
        self.offered(function, site, code)
        function.depth -= 1
        function.line(f"if {code} < 0: break")
        if not once:
            function.line(f"{taken} += 1")
        self._acted(function, stmt, code, chooser)
        if once:
            function.line("break")
        function.depth -= 1

    def _may_stop(self, stmt: m.Offer, taken: str, once: bool) -> str:
        return str(stmt.low == 0) if once or stmt.low == 0 else f"{taken} >= {stmt.low}"

    def _acted(self, function: Function, stmt: m.Offer, code: str, chooser: str) -> None:
        you = m.Local(m.PLAYER, stmt.span, chooser)
        for index, action in enumerate(stmt.actions):
            word = "if" if index == 0 else "elif"
            call = self.plain.call_of(m.Run(stmt.span, action, you, ()))
            function.line(f"{word} {code} == {index}: {call}")

    def possible(self, stmt: m.Offer, site: Site) -> str:
        """Writes the function that says which actions of an offer can be done; gives its name."""
        name, you = f"c{site.id}", self.plain.py("you")
        function = Function(name, ["s", you])
        function.span = stmt.span
        if sum(action.on_row is not None for action in stmt.actions) >= _MANY:
            narrowed(self.formulas, self.choosing, function, stmt, site, you)
        else:
            function.line("found = []")
            for index, action in enumerate(stmt.actions):
                test = self.choosing.possible(action)
                call = f"if {test}(s, {you}): " if test is not None else ""
                function.line(f"{call}found.append({index})")
        function.line("return found")
        self.choosing.text.add(function)
        return name


_WRITE: dict[type, Any] = {
    m.Choose: Answering._choose,
    m.Offer: Answering._offer,
    ir.Pick: Answering._pick,
    ir.Ask: Answering._ask,
}
