"""Abilities whose condition can never hold, or whose event can never happen."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.bounds import Known, Reckoner
from encanta.checking.checks.whole import Whole
from encanta.text.diagnostic import Diagnostic, warning

_HELP = "change it, or leave the ability out"


def never_active(whole: Whole) -> Iterator[Diagnostic]:
    """The abilities of the rulebook that can never act, with any settings and any number of players."""
    reckoner = whole.free_reckoner
    for ability in whole.model.abilities:
        key = "ability", id(ability)
        if key not in reckoner.known:
            # The ability is kept, so that nothing else gets its address.
            reckoner.known[key] = ability, tuple(_never(reckoner, ability, _this(reckoner, ability)))
        yield from (problem for problem in reckoner.known[key][1] if problem.span not in whole.told)


def _this(reckoner: Reckoner, ability: m.Ability) -> Known:
    """The row on which an ability is printed."""
    if ability.row is None:
        return {}
    row = next((row for row in reckoner.present(ability.owner) if row.name == ability.row), None)
    return {} if row is None else {"this": row}


def _never(reckoner: Reckoner, ability: m.Ability, known: Known) -> Iterator[Diagnostic]:
    name = f"`{ability.name}`" if ability.row is None else f"`{ability.name}` of `{ability.row}`"
    for test in (ability.condition, ability.event_condition):
        if test is not None and reckoner.bounds(test, known).never:
            message = f"`{' '.join(test.span.text.split())}` can never hold, so {name} never acts"
            yield warning(codes.NEVER_ACTIVE, message, test.span, help=_HELP)
            return
    deaf = [
        trigger for trigger in ability.triggers if _never_happens(reckoner, trigger, ability.event_condition, known)
    ]
    so = f"so {name} never acts" if len(deaf) == len(ability.triggers) else f"so {name} never hears of it"
    for trigger in deaf:
        message = f"`{' '.join(trigger.span.text.split())}` can never happen, {so}"
        yield warning(codes.NEVER_ACTIVE, message, trigger.span, help="nothing that fits can come there; " + _HELP)


def _never_happens(reckoner: Reckoner, trigger: m.Trigger, test: m.Expr | None, known: Known) -> bool:
    """Whether there is no component of which it could be heard that it enters or leaves."""
    if not isinstance(trigger, m.MoveTrigger):
        return False
    rows = reckoner.present(trigger.place.component)
    tests = [part for part in (trigger.condition, test) if part is not None]
    return bool(rows) and all(any(reckoner.bounds(t, {**known, "it": row}).never for t in tests) for row in rows)
