"""Answers to `why` as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encanta.explain.chain import Link
from encanta.explain.conditions import Condition, Shown
from encanta.explain.overview import Overview
from encanta.explain.points import Line, Score
from encanta.explain.verdicts import Verdict
from encanta.machine.events import Event
from encanta.text.spans import Span

UNKNOWN = "not for you to know"
_MARKS = {True: "yes", False: "no ", None: "?  "}


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """A verdict: whether the move can be made, then what speaks against it, then everything else."""
    answer = {True: "can be made", False: "cannot be made", None: UNKNOWN}[verdict.possible]
    yield f"{verdict.move}  -- {answer}"
    yield from (f"  no   {note}" for note in verdict.notes)
    for condition in verdict.conditions:
        yield from condition_lines(condition)


def condition_lines(condition: Condition) -> Iterator[str]:
    """A condition with its value and its place, and below it the values of its parts."""
    said = condition.short or condition.text
    text = said if said == condition.name else f"{condition.name}: {said}"
    yield f"  {_MARKS[condition.holds]}  {text}  ({_place(condition.span)})"
    # Of what holds, the values of its sides are enough.
    parts = [part for part in condition.parts if part.depth == 1 or not condition.holds]
    yield from _part_lines(parts, 5)


def _part_lines(parts: Sequence[Shown], indent: int) -> Iterator[str]:
    for part in parts:
        value = UNKNOWN if part.value is None else part.value
        yield f"{' ' * (indent + 2 * part.depth)}{part.text} = {value}"


def overview_lines(found: Overview) -> Iterator[str]:
    """What may be done, and why the rest may not."""
    yield found.question
    yield from (f"  {option}" for option in found.options)
    if found.note:
        yield f"  {found.note}"
    for verdict in found.refused:
        yield ""
        yield from verdict_lines(verdict)
    if found.elsewhere:
        yield ""
        yield "offered elsewhere:"
        yield from (f"  {action}: in {where}" for action, where in found.elsewhere)


def chain_lines(event: Event, links: Sequence[Link], asker: int | None) -> Iterator[str]:
    """An event, and from the nearest on what led to it."""
    yield f"event {event.index + 1}: {told(event, asker)}"
    for link in links:
        number = "" if link.number is None else f" {link.number}"
        kind = link.what if link.kind == "rule" else f"{link.what} {link.kind}{number}"
        yield f"  {kind}: {link.text}  ({_place(link.span)})"


def scores_lines(found: Sequence[Score]) -> Iterator[str]:
    """Each sheet for each owner, line by line."""
    for score in found:
        yield f"{score.sheet} of {score.owner}: {score.total} when last counted"
        for line in score.lines:
            yield f"  {line.name}: {line.written}{_now(line)}, {line.text}  ({_place(line.span)})"
            yield from _part_lines(line.parts, 4)


def _now(line: Line) -> str:
    if line.now is None:
        return f" (now: {UNKNOWN})"
    return "" if line.now == line.written else f" (now {line.now})"


def told(event: Event, asker: int | None) -> str:
    """What a seat reads of an event (None: all of it)."""
    return event.text if asker is None else event.told_to(asker)


def _place(span: Span | None) -> str:
    return "nowhere" if span is None else f"{span.source.name}:{span.line}"
