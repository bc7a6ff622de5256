"""Answers to `why` as JSON, and the reading of the moves that are asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from encanta.explain.wording import told
from encanta_cli.changes import place_data

if TYPE_CHECKING:
    from encanta.explain.chain import Link
    from encanta.explain.conditions import Condition, Shown
    from encanta.explain.overview import Overview
    from encanta.explain.points import Score
    from encanta.explain.verdicts import Verdict
    from encanta.machine.events import Event
    from encanta.machine.names import Names
    from encanta.scenarios.session import Session


def judged(session: Session, move: str, asker: int | None, names: Names) -> Verdict:
    """Why a move that is written as in a scenario can be made or not. What it does not say ends the command."""
    from encanta.explain.verdicts import verdict_on
    from encanta.scenarios.words import Unclear
    from encanta_cli.opening import give_up

    try:
        return verdict_on(session, move, asker, names)
    except Unclear as problem:
        give_up([problem.diagnostic], usage=True)


# --------------------------------------------------------------------------------------------------- moves


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON has it; see docs/json.md."""
    return {
        "move": verdict.move,
        "possible": verdict.possible,
        "notes": list(verdict.notes),
        "conditions": [_condition_data(condition) for condition in verdict.conditions],
    }


def _condition_data(condition: Condition) -> dict[str, Any]:
    return {
        "name": condition.name,
        "text": condition.text,
        "holds": condition.holds,
        "short": condition.short or None,
        "place": place_data(condition.span),
        "parts": [_part_data(part) for part in condition.parts],
    }


def _part_data(part: Shown) -> dict[str, Any]:
    return {"text": part.text, "value": part.value, "depth": part.depth, "place": place_data(part.span)}


def overview_data(found: Overview) -> dict[str, Any]:
    """The same as JSON has it."""
    return {
        "question": found.question,
        "options": list(found.options),
        "note": found.note,
        "refused": [verdict_data(verdict) for verdict in found.refused],
        "elsewhere": [{"action": action, "where": where} for action, where in found.elsewhere],
    }


# -------------------------------------------------------------------------------------------------- events


def chain_data(event: Event, links: Sequence[Link], asker: int | None) -> dict[str, Any]:
    """The same as JSON has it."""
    return {
        "event": event.index + 1,
        "text": told(event, asker),
        "chain": [
            {
                "kind": link.kind,
                "what": link.what,
                "text": link.text,
                "event": link.number,
                "place": None if link.span is None else place_data(link.span),
            }
            for link in links
        ],
    }


# --------------------------------------------------------------------------------------------------- scores


def scores_data(found: Sequence[Score]) -> dict[str, Any]:
    """The same as JSON has it."""
    return {
        "scores": [
            {
                "sheet": score.sheet,
                "owner": score.owner,
                "total": score.total,
                "lines": [
                    {
                        "line": line.name,
                        "written": line.written,
                        "now": line.now,
                        "text": line.text,
                        "place": place_data(line.span),
                        "parts": [_part_data(part) for part in line.parts],
                    }
                    for line in score.lines
                ],
            }
            for score in found
        ]
    }
