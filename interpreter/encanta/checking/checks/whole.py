"""A model with what the checks of whole models share; worked out once, and kept for other ways of playing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.checking.checks.bounds import Circumstances, Named, Reckoner
from encanta.checking.checks.memory import Memory
from encanta.checking.checks.reached import Used, reached, used_by
from encanta.checking.checks.shapes import Shapes
from encanta.checking.lending import Lending
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


@dataclass(eq=False)
class Whole:
    """A model without errors, and what it was read in. Of what stands at `told` something was said already."""

    model: m.Model
    session: Session
    told: frozenset[Span]
    lending: Lending

    @cached_property
    def memory(self) -> Memory:
        """What was found out about single declarations."""
        return self.lending.memory

    @cached_property
    def reckoner(self) -> Reckoner:
        """Works out bounds for this way of playing."""
        model = self.model
        sizes = self._sizes | {"player": model.players, "side": len(model.sides)}
        around = Circumstances(model.settings, model.components, sizes, _changed(model))
        return _knowing(self.lending.reckoners, around)

    @cached_property
    def open_reckoner(self) -> Reckoner:
        """Works out bounds for these readings and this number of players, whatever numbers the other options have."""
        model = self.model
        settings = {name: v for name, v in model.settings.items() if model.options[name].kind != "integer"}
        sizes = self._sizes | {"player": model.players, "side": len(model.sides)}
        around = Circumstances(settings, model.components, sizes, _changed(model))
        return _knowing(self.lending.open_reckoners, around)

    @cached_property
    def free_reckoner(self) -> Reckoner:
        """Works out bounds that hold for any number of players, any settings and any number of copies."""
        around = Circumstances({}, self.model.components, self._sizes, _changed(self.model), free=True)
        return _knowing(self.lending.free_reckoners, around)

    @property
    def _sizes(self) -> dict[str, int]:
        return {name: len(enum.members) for name, enum in self.model.enums.items()}

    @cached_property
    def reached(self) -> Used:
        """The names of all bodies, and of windows, that can ever be run."""
        return reached(self.model, self.memory)

    def uses(self, declared: m.Body) -> Used:
        """What a body runs, offers and opens."""
        return self.memory.once(used_by, declared)

    def run_by(self, declared: m.Body | m.Ability) -> list[m.Body | m.Ability]:
        """A declaration and everything that it runs, offers or opens, at any distance; windows are left out."""
        found: list[m.Body | m.Ability] = [declared]
        names = set(self.memory.once(used_by, declared))
        seen: set[str] = set()
        while names:
            name = names.pop()
            seen.add(name)
            body = self.model.bodies.get(name)
            if body is not None:
                found.append(body)
                names |= self.uses(body) - seen
        return found

    def declared(self, *kinds: str) -> Iterator[m.Body]:
        """The bodies that stand in the rulebook, of some kinds or of all."""
        for name, body in self.model.bodies.items():
            if ("body", name) in self.session.items and (not kinds or body.kind in kinds):
                yield body

    def never_run(self, *kinds: str) -> Iterator[tuple[m.Body, str]]:
        """The bodies of some kinds that nothing comes to, unless that was said; and which others would run them."""
        for body in self.declared(*kinds):
            if body.name not in self.reached and body.span not in self.told:
                others = (other for other in self.declared() if other is not body and body.name in self.uses(other))
                yield body, " and ".join(f"`{other.name}`" for other in others)


def _changed(model: m.Model) -> frozenset[Named]:
    """The values and properties that abilities change: by their names, since what was lent has objects of its own."""
    changes = [change for ability in model.abilities for change in ability.changes]
    values = [(c.value.owner, c.value.name) for c in changes if c.value is not None]
    properties = [(c.property.component, c.property.name) for c in changes if c.property is not None]
    return frozenset([*values, *properties])


def _knowing(kept: list[Reckoner], around: Circumstances) -> Reckoner:
    """One that knows already what was found out in circumstances that do not differ in what matters, or a new one."""
    found = next((one for one in kept if one.moved_to(around)), None)
    if found is None:
        found = Reckoner(around, kept[0].shapes if kept else Shapes())
        kept.append(found)
    return found
