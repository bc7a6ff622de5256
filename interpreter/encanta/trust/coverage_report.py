"""What tests reach, as text for people and as data for programs."""

from __future__ import annotations

from typing import Any

from encanta.text.render import render_one, visible
from encanta.text.render_formats import as_data
from encanta.text.spans import Span
from encanta.trust.coverage import Coverage, Standing
from encanta.trust.named import KINDS


def as_text(found: Coverage, colour: bool) -> str:
    """The report: what no scenario reaches and why, conditions that gave one answer only, and a summary."""
    parts = [render_one(problem, colour) for problem in found.bench.opened.diagnostics]
    parts.extend(_missing(standing, found.games > 0) for standing in found.missing)
    parts.extend(_one_answer(standing) for standing in found.standings if standing.only and standing.scenarios)
    parts.extend(f"NOT PASSED {visible(name)}\n" for name in found.left_out)
    return "".join([*parts, *([""] if not parts else ["\n"]), summary(found)])


def _missing(standing: Standing, played: bool) -> str:
    thing = standing.thing
    random = ""
    if played:
        random = "; random games reach it" if standing.random else "; nor do random games"
    said = f"NOT REACHED {_place(thing.span)}  {thing.kind} {visible(thing.name)}{_reading(standing)}"
    return f"{said}\n  {standing.why}{random}\n"


def _one_answer(standing: Standing) -> str:
    thing = standing.thing
    always = {"yes": "it holds whenever it is looked at", "no": "it never holds"}[standing.only]
    what = f"the `while` of ability {thing.name}" if thing.kind == "ability" else f"{thing.kind} {thing.name}"
    return f"ONE ANSWER {_place(thing.span)}  {visible(what)}{_reading(standing)}\n  {always}\n"


def _place(span: Span) -> str:
    return f"{visible(span.source.name)}:{span.line}:{span.column}"


def _reading(standing: Standing) -> str:
    spot = standing.thing.spot
    settings = spot.settings[:-1] if standing.thing.kind == "reading" else spot.settings
    said = [f"{option} {word}" for option, word in settings]
    said.extend([f"variant {spot.variant}"] if spot.variant is not None else [])
    return f"  ({visible(', '.join(said))})" if said else ""


def summary(found: Coverage) -> str:
    """How many things are reached, by kinds."""
    name = visible(found.bench.order.name)
    if found.stopped:
        return f"{name}: stopped\n"
    reached = len(found.standings) - len(found.missing)
    scenarios = len(found.bench.scenarios)
    lines = [f"{name}: {scenarios} scenarios reach {reached} of {len(found.standings)} things ({_share(found)})"]
    by_kind = [_kind(found, kind) for kind in KINDS]
    lines.append(f"{name}: {', '.join(part for part in by_kind if part)}")
    if found.games:
        random = sum(standing.random for standing in found.standings)
        lines.append(f"{name}: random games reach {random} of them")
    return "\n".join(lines) + "\n"


def _share(found: Coverage) -> str:
    count = len(found.standings)
    return f"{(count - len(found.missing)) / count:.1%}" if count else "100.0%"


def _kind(found: Coverage, kind: str) -> str:
    there = [standing for standing in found.standings if standing.thing.kind == kind]
    plural = {"ability": "abilities", "branch": "branches"}.get(kind, f"{kind}s")
    return f"{sum(bool(s.scenarios) for s in there)}/{len(there)} {plural}" if there else ""


def as_json(found: Coverage) -> dict[str, Any]:
    """The object for one rulebook, as `docs/json.md` describes it."""
    return {
        "rulebook": found.bench.order.name,
        "title": found.bench.opened.title or None,
        "stopped": found.stopped,
        "reached": len(found.standings) - len(found.missing),
        "things": [_standing(found, standing) for standing in found.standings],
        "left_out": list(found.left_out),
        "diagnostics": [as_data(problem) for problem in found.bench.opened.diagnostics],
    }


def _standing(found: Coverage, standing: Standing) -> dict[str, Any]:
    thing = standing.thing
    span = thing.span
    return {
        "kind": thing.kind,
        "name": thing.name,
        "path": thing.spot.name,
        "settings": dict(thing.spot.settings),
        "variant": thing.spot.variant,
        "place": {"file": span.source.name, "line": span.line, "column": span.column},
        "reached": bool(standing.scenarios),
        "scenarios": [found.bench.scenarios[number].name for number in standing.scenarios],
        "random": standing.random if found.games else None,
        "why": standing.why or None,
        "only": standing.only or None,
    }
