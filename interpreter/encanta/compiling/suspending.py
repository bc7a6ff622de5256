"""What can be interrupted: a decision inside, or something that ends more than itself."""

from __future__ import annotations

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.trees import walk
from encanta.compiling.watch import Watch
from encanta.compiling.weave import Weaver


class Suspending:
    """Knows for every body whether it can be interrupted (a fix-point over who runs whom).

    `everything`: all of them can. `direct`: decisions are answered on the spot and interrupt nothing; but bodies that
    run themselves stay apart, so that they cannot outgrow Python's stack.
    """

    def __init__(self, model: m.Model, weaver: Weaver, watch: Watch, everything: bool, direct: bool = False) -> None:
        self.model = model
        self.watch = watch
        self.everything = everything
        self.direct = direct
        self._names: dict[m.Body, str] = {}
        self._windows: dict[m.Window, str] = {}
        self._effects: dict[tuple[str, str], str] = {}
        self.bodies = [*model.setup, *dict.fromkeys([*model.bodies.values(), model.root])]
        self.woven = {body: weaver.body(body) for body in self.bodies}
        self.ended_bodies = weaver.ended
        self._can: set[m.Body] = set(self.bodies) if everything else self._circular() if direct else set()
        grown = True
        while grown:
            found = {b for b in self.bodies if b not in self._can and any(self.stmt(s) for s in self.woven[b])}
            self._can |= found
            grown = bool(found)

    def _circular(self) -> set[m.Body]:
        """The bodies that may come to run themselves."""
        runs = {body: {n for s in self.woven[body] for n in _run_in(s)} for body in self.bodies}
        found = set()
        for body in self.bodies:
            reached: set[m.Body] = set()
            todo = list(runs[body])
            while todo:
                here = todo.pop()
                if here not in reached:
                    reached.add(here)
                    todo += runs.get(here, ())
            if body in reached:
                found.add(body)
        return found

    def name(self, body: m.Body) -> str:
        """The function of a body."""
        return self._names.setdefault(body, f"b{len(self._names)}")

    def effects(self, prop: m.Property) -> str:
        """The table of the functions of an effect property."""
        key = (prop.component, prop.name)
        return self._effects.setdefault(key, f"E{len(self._effects)}")

    def window(self, window: m.Window) -> str:
        """The function of a window."""
        return self._windows.setdefault(window, f"w{len(self._windows)}")

    def body(self, body: m.Body) -> bool:
        """Whether a body can be interrupted."""
        return body in self._can

    def ended(self, body: m.Body) -> int:
        """The number of a body among those that can be ended."""
        return self.ended_bodies.index(body)

    def stmt(self, stmt: m.Stmt) -> bool:
        """Whether a statement can be interrupted."""
        if self.direct and isinstance(stmt, ANSWERED):
            return isinstance(stmt, m.Offer) and any(self.body(action) for action in stmt.actions)
        if isinstance(stmt, _ALWAYS):
            return True
        if isinstance(stmt, ir.Release):
            return stmt.happens
        if isinstance(stmt, m.Run):
            return self.body(stmt.body)
        if isinstance(stmt, m.If):
            inner = [s for _, body in stmt.branches for s in body] + list(stmt.other)
            return any(self.stmt(s) for s in inner)
        if isinstance(stmt, (m.Loop, m.Cost)):
            return any(self.stmt(s) for s in (stmt.body if isinstance(stmt, m.Loop) else stmt.stmts))
        return any(listener.ability is not None for listener in self.watch.of(stmt))


def _run_in(stmt: m.Stmt) -> set[m.Body]:
    """The bodies that a statement names to be run."""
    found: set[m.Body] = set()
    for node in walk(stmt):
        if isinstance(node, m.Run):
            found.add(node.body)
        elif isinstance(node, m.Offer):
            found.update(node.actions)
    return found


ANSWERED = (m.Choose, m.Offer, ir.Pick, ir.Ask)
"""What is asked of somebody, and can be answered on the spot."""
_ALWAYS = (
    m.Choose,
    m.Offer,
    m.Perform,
    m.EndPhase,
    m.EndGame,
    m.OpenWindow,
    ir.Pick,
    ir.Ask,
    ir.AskFirst,
    ir.Core,
    ir.Finish,
)
