"""What tests gave, as text for people and as data for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from encanta.scenarios.generic import LAWS, Finding, Tally
from encanta.scenarios.offers import Difference
from encanta.scenarios.running import Result
from encanta.scenarios.testing import Examination
from encanta.text.render import render_one, visible
from encanta.text.render_formats import as_data
from encanta.text.spans import Span

MOST_EVENTS = 25
"""Events before a failure that are shown; the last ones tell the most."""


def as_text(tested: Examination, colour: bool) -> str:
    """The report on one rulebook, with a summary at its end."""
    parts = [render_one(problem, colour) for problem in tested.diagnostics]
    parts.extend(result_text(result, colour) for result in tested.results if result.status != "passed")
    parts.extend(finding_text(finding) for tally in tested.tallies for finding in tally.findings)
    parts.append(summary(tested))
    return "\n".join(parts)


def result_text(result: Result, colour: bool) -> str:
    """One scenario that did not pass: what differs, where, and what led there."""
    scenario = result.scenario
    lines = [f"{result.status.upper()} {visible(scenario.name)}", f"  --> {place(scenario.span)}"]
    if result.line:
        lines.append(f"  at the line `{visible(result.line)}`")
    for difference in result.differences:
        lines.extend(_difference_lines(difference))
    if result.why:
        lines.append("  why it cannot be done:")
        lines.extend(f"    {visible(line)}" for line in result.why)
    if result.events:
        lines.append("  what happened:")
        shown = result.events[-MOST_EVENTS:]
        if len(shown) < len(result.events):
            lines.append(f"    ... {len(result.events) - len(shown)} events before")
        lines.extend(f"    {visible(event)}" for event in shown)
    text = "\n".join(lines) + "\n"
    return text + "".join(render_one(problem, colour) for problem in result.diagnostics)


def _difference_lines(difference: Difference) -> list[str]:
    return [
        f"  {visible(difference.what)}  ({place(difference.span)})",
        f"    expected: {visible(difference.expected)}",
        f"    actual:   {visible(difference.actual)}",
    ]


def place(span: Span) -> str:
    """Where something stands: `file:line:column`."""
    return f"{visible(span.source.name)}:{span.line}:{span.column}"


def finding_text(finding: Finding) -> str:
    """One law that does not hold."""
    where = f"{finding.players} players, seed {finding.seed}, after {finding.decisions} decisions"
    saved = f"  saved as {visible(finding.saved)}\n" if finding.saved else ""
    return f"BROKEN LAW {finding.law}: {LAWS[finding.law]}\n  {visible(finding.message)}\n  {where}\n{saved}"


def summary(tested: Examination) -> str:
    """One or two lines: how many scenarios passed, and what the random games gave."""
    verdict = "fine" if tested.passed else "stopped" if tested.stopped else "not fine"
    lines = [f"{visible(tested.name)}: {verdict}; {_scenarios(tested)}"]
    if tested.tallies:
        lines.append(f"{visible(tested.name)}: {_games(tested.tallies)}; {_laws(tested)}")
    return "\n".join(lines) + "\n"


def _scenarios(tested: Examination) -> str:
    counts = [f"{tested.count(status)} {status}" for status in ("failed", "broken") if tested.count(status)]
    if not tested.results:
        return "no scenarios"
    return ", ".join([f"{_several(tested.count('passed'), 'scenario')} passed", *counts])


def _games(tallies: Iterable[Tally]) -> str:
    found = list(tallies)
    numbers = [tally.players for tally in found]
    games = _several(sum(tally.games for tally in found), "random game")
    players = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    capped = sum(tally.capped for tally in found)
    ended = f", {capped} ended at the longest game" if capped else ""
    return f"{games} with {players} players, {sum(tally.decisions for tally in found)} decisions{ended}"


def _laws(tested: Examination) -> str:
    broken: dict[str, int] = {}
    for tally in tested.tallies:
        for law, times in tally.broken.items():
            broken[law] = broken.get(law, 0) + times
    if not broken:
        return "every law holds"
    return ", ".join(f"{law} broken {_several(times, 'time')}" for law, times in broken.items())


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


# ------------------------------------------------------------------------------------------------- data


def as_json(tested: Examination) -> dict[str, Any]:
    """The object for one rulebook, as `docs/json.md` describes it."""
    return {
        "rulebook": tested.name,
        "title": tested.title or None,
        "folder": None if tested.root is None else str(tested.root.resolve()),
        "passed": tested.passed,
        "stopped": tested.stopped,
        "diagnostics": [as_data(problem) for problem in tested.diagnostics],
        "scenarios": [_result_data(result) for result in tested.results],
        "games": [_tally_data(tally) for tally in tested.tallies],
    }


def _result_data(result: Result) -> dict[str, Any]:
    scenario = result.scenario
    return {
        "scenario": scenario.title,
        "case": scenario.case or None,
        "rules": list(scenario.rules),
        "place": _place_data(scenario.span),
        "status": result.status,
        "line": result.line or None,
        "differences": [
            {"what": d.what, "expected": d.expected, "actual": d.actual, "place": _place_data(d.span)}
            for d in result.differences
        ],
        "diagnostics": [as_data(problem) for problem in result.diagnostics],
        "why": list(result.why),
        "events": list(result.events),
    }


def _place_data(span: Span) -> dict[str, Any]:
    return {"file": span.source.name, "line": span.line, "column": span.column}


def _tally_data(tally: Tally) -> dict[str, Any]:
    return {
        "players": tally.players,
        "games": tally.games,
        "decisions": tally.decisions,
        "exchanges": tally.exchanges,
        "passes": tally.passes,
        "capped": tally.capped,
        "broken": dict(tally.broken),
        "findings": [
            {"law": f.law, "message": f.message, "seed": f.seed, "decisions": f.decisions, "saved": f.saved or None}
            for f in tally.findings
        ],
    }
