"""The same program asking every choice, also where there is only one outcome: to see what was done without asking."""

from __future__ import annotations

from encanta.machine.options import Codes, Options
from encanta.machine.program import Program


class Alone(Codes):
    """The only action on offer. It counts as two, so that it is asked."""

    __slots__ = ()

    def __len__(self) -> int:
        return 2

    def at(self, index: int) -> int:
        return self.codes[0]


def asking_program(program: Program) -> Program:
    """A program whose states are the states of the given one, and which asks also what has only one outcome."""
    other = program.twin()
    offered = other.scope["offered"]

    def asked_offer(codes: list[int], optional: bool) -> Options:
        made = offered(codes, optional)
        return Alone(made.codes) if len(made) == 1 else made

    def asked_choice(options: Options) -> int:
        return 2 if len(options) else 0

    other.scope["offered"] = asked_offer
    other.scope["how_many"] = asked_choice
    other.scope["ALONE"] = 0
    return other


def only_option(options: Options) -> int | None:
    """The one outcome of what would not be asked; None where there are several."""
    if isinstance(options, Alone) or len(options) == 1:
        return options.at(0)
    return None
