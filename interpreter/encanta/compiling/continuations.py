"""What comes next, while functions are written."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.checking import model as m


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
