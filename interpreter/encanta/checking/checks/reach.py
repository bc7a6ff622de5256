"""Milestones that nobody can reach, and payments that nobody can make, with the cards there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from encanta.checking import meaning_codes as codes
from encanta.checking.checks.bounds import Bag, Reckoner
from encanta.checking.facts import Facts
from encanta.checking.milestones import Milestone
from encanta.checking.model import Ability, Component, Row
from encanta.checking.payments import Payment
from encanta.text.diagnostic import Diagnostic, Label, error, has_errors

if TYPE_CHECKING:
    from encanta.checking.session import Session

_MOST_TOLD = 5


def out_of_reach(
    session: Session, facts: Facts, kinds: Mapping[str, Component], found: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """What can never be reached or paid; of a rulebook with other errors nothing is said."""
    things = [done.what for done in session.done.values() if isinstance(done.what, (Milestone, Payment))]
    if has_errors(found) or not things:
        return
    sizes = {name: len(enum.members) for name, enum in session.env.enums.items()}
    sizes |= {"player": facts.players, "side": len(facts.sides)}
    reckoner = Reckoner(facts.settings, kinds, sizes, _changed(session, kinds))
    for thing in things:
        yield from (
            _milestone(reckoner, kinds, thing) if isinstance(thing, Milestone) else _payment(reckoner, kinds, thing)
        )


def _changed(session: Session, kinds: Mapping[str, Component]) -> set[Any]:
    """The values and properties that abilities change."""
    abilities = [done.what for done in session.done.values() if isinstance(done.what, Ability)]
    abilities += [a for kind in kinds.values() for row in kind.rows for a in row.abilities]
    return {changed for a in abilities for c in a.changes for changed in (c.value, c.property) if changed is not None}


def _milestone(reckoner: Reckoner, kinds: Mapping[str, Component], thing: Milestone) -> Iterator[Diagnostic]:
    help = "ask for less, or let there be more"
    if thing.it is None:
        if reckoner.bounds(thing.met, {}).never:
            message = f"nobody can ever reach `{thing.variable.name}` with what there is"
            yield error(codes.MILESTONE_UNREACHABLE, message, thing.met.span, help=help)
        return
    rows = _present(kinds, thing.it.type.name)
    never = [row for row in rows if reckoner.bounds(thing.met, {thing.it.name: row}).never]
    for row in never[:_MOST_TOLD]:
        message = f"nobody can ever reach `{row.name}` with what there is"
        labels = (Label(thing.met.span, "this can never hold for it"),)
        yield error(codes.MILESTONE_UNREACHABLE, message, row.span, labels=labels, help=help)


def _payment(reckoner: Reckoner, kinds: Mapping[str, Component], thing: Payment) -> Iterator[Diagnostic]:
    name = next((p.name for p in thing.sign.parameters if p.type.kind == "component"), None)
    if name is None:
        reason = _impossible(reckoner, thing, {})
        if reason is not None:
            message = f"nobody can ever pay `{thing.sign.name}`: there is never {reason}"
            yield error(codes.PAYMENT_IMPOSSIBLE, message, thing.sign.span, help="let less be owed")
        return
    kind = next(p.type.name for p in thing.sign.parameters if p.name == name)
    reasons = [(row, _impossible(reckoner, thing, {name: row})) for row in _present(kinds, kind)]
    for row, reason in [(row, reason) for row, reason in reasons if reason is not None][:_MOST_TOLD]:
        message = f"nobody can ever pay `{thing.sign.name}` for `{row.name}`: there is never {reason}"
        labels = (Label(thing.sign.span, "this payment"),)
        yield error(codes.PAYMENT_IMPOSSIBLE, message, row.span, labels=labels, help="let less be owed")


def _impossible(reckoner: Reckoner, thing: Payment, known: Mapping[str, Row | Bag | int]) -> str | None:
    """The name of a condition that can never hold."""
    bag = reckoner.bag(thing.choice.source, known)
    most = min(bag.most, reckoner.bounds(thing.choice.high, known).high) if thing.choice.high is not None else bag.most
    spent = {**known, thing.choice.local: Bag(bag.rows, most)}
    low = reckoner.bounds(thing.choice.low, known).low
    if low > bag.count:
        return f"room for {low} of them" if bag.most < low else f"as many as {low} of them"
    return next((f"`{r.name}`" for r in thing.requires if reckoner.bounds(r.condition, spent).never), None)


def _present(kinds: Mapping[str, Component], name: str | None) -> list[Row]:
    return [row for row in kinds[name].rows if row.copies > 0] if name is not None and name in kinds else []
