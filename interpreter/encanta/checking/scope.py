"""What names mean where a text stands: locals, candidates, whose things are meant."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking.model import Expr, Local, Stmt
from encanta.text.spans import Span


class Binding:
    """A local name: what it stands for, and whether anything used it."""

    __slots__ = ("expr", "settable", "span", "used", "watched")

    def __init__(self, expr: Expr, span: Span | None, settable: bool = False, watched: bool = False) -> None:
        self.expr = expr
        self.span = span
        self.settable = settable
        self.watched = watched
        self.used = False


class Picks:
    """What is picked, drawn or rolled in a sentence, and by whom: done before the sentence.

    `loops`: locals that stand for each of several things picked for a verb that takes one.
    """

    __slots__ = ("loops", "stmts", "who")

    def __init__(self, who: Expr | None) -> None:
        self.who = who
        self.stmts: list[Stmt] = []
        self.loops: list[tuple[str, Expr]] = []


class Scope:
    """One level of names. `you` is a player or a side, or None where nobody acts.

    `candidate` is what a `where` looks at; `their` whom the sentence is about; `loop` whether `until` can stand here.
    `picks` is where what is picked in a sentence is done; None in what lies deeper.
    """

    __slots__ = ("candidate", "loop", "names", "parent", "picks", "their", "you")

    def __init__(self, you: Expr | None = None, parent: Scope | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Binding] = {}
        self.you: Expr | None = you if parent is None or you is not None else parent.you
        self.candidate: Expr | None = None
        self.picks: Picks | None = None
        self.their: Expr | None = None if parent is None else parent.their
        self.loop: bool = False if parent is None else parent.loop

    def child(self, you: Expr | None = None) -> Scope:
        """A scope inside this one, for another `you` if one is given."""
        return Scope(you, self)

    def looking_at(self, candidate: Expr, *names: str) -> Scope:
        """A scope in which a candidate is looked at; it is `it`, and has these names too."""
        inner = self.child()
        inner.candidate = candidate
        for name in ("it", *names):
            inner.bind(name, candidate)
        return inner

    def bind(
        self, name: str, expr: Expr, span: Span | None = None, settable: bool = False, watched: bool = False
    ) -> Binding:
        """Gives a name to something; `watched` if it is strange that nothing uses it."""
        binding = Binding(expr, span, settable, watched)
        self.names[name] = binding
        return binding

    def find(self, name: str) -> Binding | None:
        """What a local name stands for."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def agent(self) -> Expr | None:
        """Whose text this is, if it is printed on a component (`this`): whoever uses it; None elsewhere."""
        scope: Scope | None = self
        while scope is not None:
            if "this" in scope.names:
                return scope.you
            scope = scope.parent
        return None

    def candidates(self) -> Iterator[Expr]:
        """Everything looked at here, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            if scope.candidate is not None:
                yield scope.candidate
            scope = scope.parent

    def local_names(self) -> Iterator[str]:
        """Every local name that can be used here."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.names
            scope = scope.parent

    def is_you(self, expr: Expr) -> bool:
        """Whether an expression is the player or side that is meant by `you`."""
        return isinstance(expr, Local) and isinstance(self.you, Local) and expr.name == self.you.name
