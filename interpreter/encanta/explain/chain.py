"""What led to an event: the rules under way from the inside out, and the events and decisions that set them off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.machine.events import Event
from encanta.text.spans import Span


@dataclass(frozen=True, slots=True)
class Link:
    """One reason: a `rule` under way (`what` says which kind), or an `event` or `decision` that came before."""

    kind: str
    what: str
    text: str
    span: Span | None
    number: int | None = None


def chain(events: Sequence[Event], index: int, model: m.Model, seat: int | None) -> list[Link]:
    """The links that lead to an event, the nearest first, as a seat may know them (None: in full)."""
    event = events[index]
    rules = _Rules(model)
    found: list[Link] = []
    if event.span is not None and event.kind != "decision":
        found.append(Link("rule", "the line", " ".join(event.span.text.split()), event.span))
    told: set[int] = {index}
    for depth, name in enumerate(event.causes):
        found.append(rules.link(name))
        outer = event.causes[depth + 1 :]
        before = rules.set_off(name, events, index, outer)
        for earlier in [one for one in before if one.index not in told]:
            told.add(earlier.index)
            kind = "decision" if earlier.kind == "decision" else "event"
            text = earlier.text if seat is None else earlier.told_to(seat)
            found.append(
                Link(kind, "set off by" if kind == "event" else "after", text, earlier.span, earlier.index + 1)
            )
    return found


class _Rules:
    """What the names of causes stand for."""

    def __init__(self, model: m.Model) -> None:
        self._bodies = dict(model.bodies)
        self._abilities = {ability.name: ability for ability in model.abilities}
        self._windows = {window.name: window for window in model.windows}
        rows = [row for component in model.components.values() for row in component.rows]
        self._effects = {f"{row.name}.{name}": (row, effect) for row in rows for name, effect in row.effects.items()}

    def link(self, name: str) -> Link:
        """The rule of a name."""
        if name in self._abilities:
            ability = self._abilities[name]
            owner = f"ability of the {'game' if ability.owner is None else ability.row or ability.owner}"
            return Link("rule", owner, self._text(name, ability.about), ability.span)
        body = self._bodies.get(name)
        if body is not None:
            return Link("rule", body.kind, self._text(name, body.about), body.span)
        if name in self._effects:
            row, effect = self._effects[name]
            return Link("rule", f"effect of {row.name}", self._text(name.rpartition(".")[2], row.text), effect.span)
        window = self._windows.get(name)
        return Link("rule", "window" if window is not None else "rule", name, None if window is None else window.span)

    def _text(self, name: str, about: str) -> str:
        return f"{name}: {about}" if about else name

    def set_off(self, name: str, events: Sequence[Event], index: int, outer: tuple[str, ...]) -> list[Event]:
        """What came just before a rule began: the event that a trigger heard, the decisions of an action."""
        earlier = events[:index]
        if name in self._abilities:
            triggers = self._abilities[name].triggers
            if not any(isinstance(trigger, (m.MoveTrigger, m.EdgeTrigger)) for trigger in triggers):
                return []
            heard = [
                e for e in earlier if e.kind != "decision" and name not in e.causes and _is_around(e.causes, outer)
            ]
            return heard[-1:]
        body = self._bodies.get(name)
        if body is None or body.kind != "action":
            return []
        return _decisions(name, earlier, outer)


def _decisions(action: str, earlier: Sequence[Event], outer: tuple[str, ...]) -> list[Event]:
    """The last decision to take an action, and the choices that were made in it."""
    found: list[Event] = []
    for event in reversed(earlier):
        if event.kind != "decision":
            continue
        if event.causes[:1] == (action,):
            found.append(event)
        elif event.causes[:1] == outer[:1]:
            found.append(event)
            break
    return found[::-1]


def _is_around(causes: tuple[str, ...], outer: tuple[str, ...]) -> bool:
    """Whether an event happened in what goes on around a rule, or in something that this went on in."""
    return not outer or causes[len(causes) - len(outer) :] == outer or outer[len(outer) - len(causes) :] == causes
