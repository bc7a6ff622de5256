"""What can be interrupted: a decision inside, or something that ends more than itself."""

from __future__ import annotations

from encanta.checking import model as m
from encanta.compiling import ir
from encanta.compiling.watch import Watch
from encanta.compiling.weave import Weaver


class Suspending:
    """Knows for every body whether it can be interrupted (a fix-point over who runs whom)."""

    def __init__(self, model: m.Model, weaver: Weaver, watch: Watch, everything: bool) -> None:
        self.model = model
        self.watch = watch
        self.everything = everything
        self._names: dict[m.Body, str] = {}
        self._windows: dict[m.Window, str] = {}
        self._effects: dict[tuple[str, str], str] = {}
        self.bodies = [*model.setup, *dict.fromkeys([*model.bodies.values(), model.root])]
        self.woven = {body: weaver.body(body) for body in self.bodies}
        self.ended_bodies = weaver.ended
        self._can: set[m.Body] = set(self.bodies) if everything else set()
        grown = True
        while grown:
            found = {b for b in self.bodies if b not in self._can and any(self.stmt(s) for s in self.woven[b])}
            self._can |= found
            grown = bool(found)

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
        if isinstance(stmt, _ALWAYS):
            return True
        if isinstance(stmt, m.Run):
            return self.body(stmt.body)
        if isinstance(stmt, m.If):
            inner = [s for _, body in stmt.branches for s in body] + list(stmt.other)
            return any(self.stmt(s) for s in inner)
        if isinstance(stmt, (m.Loop, m.Cost)):
            return any(self.stmt(s) for s in (stmt.body if isinstance(stmt, m.Loop) else stmt.stmts))
        return any(listener.ability is not None for listener in self.watch.of(stmt))


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
