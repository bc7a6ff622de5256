"""Which changes of a rulebook its scenarios notice: the whole inquiry, and its report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from encanta.text.diagnostic import has_errors
from encanta.text.render import render_one, visible
from encanta.text.render_formats import as_data
from encanta.text.spans import Span
from encanta.trust.benches import Bench, Order, Report, chosen, come_by, try_all
from encanta.trust.mutants import Mutant
from encanta.trust.trying import Trial

NOTICED = ("noticed", "crashed")
"""What a scenario tells from the rulebook as it is; a change that breaks the program itself is seen too."""
MISSED = ("unnoticed", "unreached")


@dataclass(frozen=True, slots=True)
class Sample:
    """Which changes are tried: those of things whose name holds `part`, and of them `limit` by lot."""

    limit: int | None = None
    seed: int = 1
    part: str | None = None


@dataclass(slots=True)
class Mutation:
    """What became of the changes of one rulebook. `left_out` are scenarios that do not pass as it is."""

    bench: Bench
    wanted: list[Mutant] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False

    def count(self, *statuses: str) -> int:
        """How many changes fared so."""
        return sum(trial.status in statuses for trial in self.trials)

    @property
    def share(self) -> float:
        """The share of noticed changes among those that could be noticed; 1 if there are none."""
        noticed, missed = self.count(*NOTICED), self.count(*MISSED)
        return noticed / (noticed + missed) if noticed + missed else 1.0

    @property
    def sound(self) -> bool:
        """Whether everything was tried and noticed."""
        return not (self.stopped or self.left_out or self.count(*MISSED) or has_errors(self.bench.opened.diagnostics))


def inquire(
    order: Order,
    sample: Sample,
    jobs: int,
    begin: Callable[[str, int], Report],
) -> Mutation:
    """Open a rulebook and try its changes. Ctrl-C ends it with what is done.

    `begin` is told what comes and how many pieces it has, and gives whom to tell of each that is done.
    """
    started = time.monotonic()
    found = Mutation(Bench(order))
    if found.bench.rulebook is not None:
        try:
            _inquire(found, sample, jobs, begin)
        except KeyboardInterrupt:
            found.stopped = True
    found.trials.sort(key=lambda trial: trial.number)
    found.seconds = time.monotonic() - started
    return found


def _inquire(found: Mutation, sample: Sample, jobs: int, begin: Callable[[str, int], Report]) -> None:
    bench = found.bench
    coming = come_by(bench, jobs, begin("scenarios", len(bench.scenarios)))
    found.left_out = [bench.scenarios[n].name for n, status in sorted(coming.statuses.items()) if status != "passed"]
    found.wanted = chosen(bench, sample.limit, sample.seed, sample.part)
    for trial in try_all(bench, coming, found.wanted, jobs, begin("changes", len(found.wanted))):
        found.trials.append(trial)


# --------------------------------------------------------------------------------------------------- text


def as_text(found: Mutation, colour: bool) -> str:
    """The report: every change that no scenario notices, and a summary."""
    parts = [render_one(problem, colour) for problem in found.bench.opened.diagnostics]
    mutants = {mutant.number: mutant for mutant in found.wanted}
    for trial in found.trials:
        if trial.status in (*MISSED, "crashed"):
            parts.append(_trial_text(mutants[trial.number], trial))
    parts.extend(f"LEFT OUT {visible(name)}: it does not pass\n" for name in found.left_out)
    return "\n".join([*parts, summary(found)])


def _trial_text(mutant: Mutant, trial: Trial) -> str:
    return (
        f"{trial.status.upper()} {_place(mutant.span)}  {visible(mutant.spot.name)}{_reading(mutant)}\n"
        f"  {visible(mutant.words)}\n  {_why(trial)}\n"
    )


def _place(span: Span) -> str:
    return f"{visible(span.source.name)}:{span.line}:{span.column}"


def _reading(mutant: Mutant) -> str:
    said = [f"{option} {word}" for option, word in mutant.spot.settings]
    return f"  ({visible(', '.join(said))})" if said else ""


def _why(trial: Trial) -> str:
    if trial.status == "unreached":
        return "no scenario comes by"
    if trial.status == "crashed":
        return f"the program breaks: {visible(trial.by)}"
    return f"{_several(trial.scenarios, 'scenario')} could notice, and none does"


def summary(found: Mutation) -> str:
    """One or two lines: how many changes are noticed, and what became of the others."""
    name = visible(found.bench.order.name)
    noticed, missed = found.count(*NOTICED), found.count(*MISSED)
    parts = [
        f"{name}: {noticed} of {_several(noticed + missed, 'change')} noticed ({found.share:.1%})",
        f"{found.count('unnoticed')} unnoticed",
        f"{found.count('unreached')} that no scenario comes by",
    ]
    rest = f"{found.count('invalid')} gave no rulebook and {found.count('same')} the same game"
    end = ", stopped" if found.stopped else ""
    return f"{'; '.join(parts)}\n{name}: {rest}; {found.seconds:.0f} s{end}\n"


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


# --------------------------------------------------------------------------------------------------- data


def as_json(found: Mutation) -> dict[str, Any]:
    """The object for one rulebook, as `docs/json.md` describes it."""
    mutants = {mutant.number: mutant for mutant in found.wanted}
    statuses = ("noticed", "unnoticed", "unreached", "invalid", "same", "crashed")
    return {
        "rulebook": found.bench.order.name,
        "title": found.bench.opened.title or None,
        "sound": found.sound,
        "stopped": found.stopped,
        "share": round(found.share, 4),
        "seconds": round(found.seconds, 1),
        "counts": {status: found.count(status) for status in statuses},
        "left_out": list(found.left_out),
        "diagnostics": [as_data(problem) for problem in found.bench.opened.diagnostics],
        "changes": list(_changes(found.trials, mutants)),
    }


def _changes(trials: Iterable[Trial], mutants: dict[int, Mutant]) -> Iterable[dict[str, Any]]:
    for trial in trials:
        mutant = mutants[trial.number]
        yield {
            "number": mutant.number,
            "status": trial.status,
            "kind": mutant.kind,
            "thing": mutant.spot.name,
            "settings": dict(mutant.spot.settings),
            "variant": mutant.spot.variant,
            "place": {"file": mutant.span.source.name, "line": mutant.span.line, "column": mutant.span.column},
            "old": mutant.old,
            "new": mutant.new or None,
            "by": trial.by or None,
            "scenarios": trial.scenarios,
        }
