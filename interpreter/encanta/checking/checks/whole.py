"""A model with what the checks of whole models share; worked out once, and kept for other ways of playing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from encanta.checking import model as m
from encanta.checking.checks.memory import Memory
from encanta.checking.checks.reached import Used, reached, used_by
from encanta.text.spans import Span


@dataclass(eq=False)
class Whole:
    """A model without errors. `written` are the names of the bodies that stand in the rulebook; of `told` it was said
    already that nothing names them."""

    model: m.Model
    written: frozenset[str]
    told: frozenset[Span]
    memory: Memory

    @cached_property
    def reached(self) -> Used:
        """The names of all bodies, and of windows, that can ever be run."""
        return reached(self.model, self.memory)

    def uses(self, declared: m.Body) -> Used:
        """What a body runs, offers and opens."""
        return self.memory.once(used_by, declared)

    def declared(self, *kinds: str) -> Iterator[m.Body]:
        """The bodies that stand in the rulebook, of some kinds or of all."""
        for name, body in self.model.bodies.items():
            if name in self.written and (not kinds or body.kind in kinds):
                yield body

    def never_run(self, *kinds: str) -> Iterator[tuple[m.Body, str]]:
        """The bodies of some kinds that nothing comes to, unless that was said; and which others would run them."""
        for body in self.declared(*kinds):
            if body.name not in self.reached and body.span not in self.told:
                others = (other for other in self.declared() if other is not body and body.name in self.uses(other))
                yield body, " and ".join(f"`{other.name}`" for other in others)
