"""Milestones that nobody can reach, and payments that nobody can make, with the cards there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from encanta.checking import meaning_codes as codes
from encanta.checking.checks.bounds import Bag, Reckoner
from encanta.checking.checks.shapes import Shapes
from encanta.checking.checks.whole import Whole
from encanta.checking.milestones import Milestone
from encanta.checking.model import Row
from encanta.checking.payments import Payment
from encanta.text.diagnostic import Diagnostic, Label, error

_MOST_TOLD = 5


def out_of_reach(whole: Whole) -> Iterator[Diagnostic]:
    """What can never be reached or paid; it is looked at again only where what matters for it is different."""
    reckoner = whole.reckoner
    for done in whole.session.done.values():
        thing = done.what
        if isinstance(thing, (Milestone, Payment)):
            said = _said(thing, reckoner.shapes)
            if said not in reckoner.known:
                reckoner.known[said] = tuple(_looked_at(reckoner, thing))
            yield from reckoner.known[said]


def _said(thing: Milestone | Payment, shapes: Shapes) -> tuple[Any, ...]:
    """Everything about a milestone or a payment on which what is found depends."""
    if isinstance(thing, Milestone):
        it = (thing.it.name, thing.it.type) if thing.it is not None else None
        return thing.variable.name, it, thing.met.span, shapes.of(thing.met)
    choice = thing.choice
    asked = [choice.source, choice.low, *([choice.high] if choice.high is not None else [])]
    required = [(require.name, shapes.of(require.condition)) for require in thing.requires]
    return (
        thing.sign.name,
        thing.sign.span,
        thing.sign.parameters,
        choice.local,
        *(shapes.of(part) for part in asked),
        *required,
    )


def _looked_at(reckoner: Reckoner, thing: Milestone | Payment) -> Iterator[Diagnostic]:
    return _milestone(reckoner, thing) if isinstance(thing, Milestone) else _payment(reckoner, thing)


def _milestone(reckoner: Reckoner, thing: Milestone) -> Iterator[Diagnostic]:
    help = "ask for less, or let there be more"
    if thing.it is None:
        if reckoner.bounds(thing.met, {}).never:
            message = f"nobody can ever reach `{thing.variable.name}` with what there is"
            yield error(codes.MILESTONE_UNREACHABLE, message, thing.met.span, help=help)
        return
    rows = reckoner.present(thing.it.type.name)
    never = [row for row in rows if reckoner.bounds(thing.met, {thing.it.name: row}).never]
    for row in never[:_MOST_TOLD]:
        message = f"nobody can ever reach `{row.name}` with what there is"
        labels = (Label(thing.met.span, "this can never hold for it"),)
        yield error(codes.MILESTONE_UNREACHABLE, message, row.span, labels=labels, help=help)


def _payment(reckoner: Reckoner, thing: Payment) -> Iterator[Diagnostic]:
    name = next((p.name for p in thing.sign.parameters if p.type.kind == "component"), None)
    if name is None:
        reason = _impossible(reckoner, thing, {})
        if reason is not None:
            message = f"nobody can ever pay `{thing.sign.name}`: there is never {reason}"
            yield error(codes.PAYMENT_IMPOSSIBLE, message, thing.sign.span, help="let less be owed")
        return
    kind = next(p.type.name for p in thing.sign.parameters if p.name == name)
    reasons = [(row, _impossible(reckoner, thing, {name: row})) for row in reckoner.present(kind)]
    for row, reason in [(row, reason) for row, reason in reasons if reason is not None][:_MOST_TOLD]:
        message = f"nobody can ever pay `{thing.sign.name}` for `{row.name}`: there is never {reason}"
        labels = (Label(thing.sign.span, "this payment"),)
        yield error(codes.PAYMENT_IMPOSSIBLE, message, row.span, labels=labels, help="let less be owed")


def _impossible(reckoner: Reckoner, thing: Payment, known: Mapping[str, Row | Bag | int]) -> str | None:
    """The name of a condition that can never hold."""
    bag = reckoner.bag(thing.choice.source, known)
    most = min(bag.most, reckoner.once(thing.choice.high, known).high) if thing.choice.high is not None else bag.most
    spent = {**known, thing.choice.local: Bag(bag.rows, most)}
    low = reckoner.once(thing.choice.low, known).low
    if low > bag.count:
        return f"room for {low} of them" if bag.most < low else f"as many as {low} of them"
    return next((f"`{r.name}`" for r in thing.requires if reckoner.once(r.condition, spent).never), None)
