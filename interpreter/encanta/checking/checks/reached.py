"""What a rulebook ever runs: from the phase `game`, the set-up and everything that happens by itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from encanta.checking import model as m
from encanta.checking.checks.memory import Memory
from encanta.checking.model.trees import parts

Used = frozenset[str]
"""Names of bodies, and of windows with `window ` before them."""


def used_by(declared: Any) -> Used:
    """What the sentences of a declaration run, offer and open."""
    return frozenset(name for stmt in sentences(declared) for name in _named(stmt))


def reached(model: m.Model, memory: Memory) -> Used:
    """The names of everything that can ever be run."""
    windows = {f"window {window.name}": window for window in model.windows}
    open = {model.root.name, *(f"window {window.name}" for window in model.windows if window.opens)}
    for declared in (*model.setup, *_by_themselves(model)):
        open |= memory.once(used_by, declared)
    found: set[str] = set()
    while open:
        name = open.pop()
        found.add(name)
        run: Any = windows[name] if name in windows else model.bodies.get(name)
        open |= memory.once(used_by, run) - found if run is not None else set()
        if name in model.kinds:
            kind = model.kinds[name]
            open |= {action.name for action in model.offered((kind,))} - found
    return frozenset(found)


def _by_themselves(model: m.Model) -> Iterator[Any]:
    """What happens without being run: abilities, what is printed on components."""
    yield from model.abilities
    for component in model.components.values():
        for row in component.rows:
            yield from row.effects.values()


def sentences(declared: Any) -> Iterator[m.Stmt]:
    """All sentences of a body, a window, an ability or an effect, at any depth."""
    if isinstance(declared, m.Body):
        stmts: tuple[m.Stmt, ...] = tuple(stmt for step in declared.steps for stmt in step.stmts)
    elif isinstance(declared, m.Window):
        stmts = tuple(m.Run(declared.span, action, None, ()) for action in declared.offers)
    else:
        stmts = declared.stmts
    for stmt in stmts:
        yield from below(stmt)


def below(stmt: m.Stmt) -> Iterator[m.Stmt]:
    """A sentence and all sentences inside it."""
    yield stmt
    for part in parts(stmt):
        if isinstance(part, m.Stmt):
            yield from below(part)


def _named(stmt: m.Stmt) -> Iterator[str]:
    """What a sentence by itself runs, offers or opens."""
    if isinstance(stmt, m.OpenWindow):
        yield f"window {stmt.window.name}"
    elif not isinstance(stmt, m.EndPhase):
        for field in dataclasses.fields(stmt):
            value = getattr(stmt, field.name)
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, m.Body):
                    yield part.name
