"""What became of mistakes, by class and rulebook: for people, as data, and as tables of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from encanta.mistakes.classes import CLASSES
from encanta.mistakes.inquiry import Trial
from encanta.text.render import visible


@dataclass(frozen=True, slots=True)
class Count:
    """Numbers of mistakes: tried, found, reported on the right line, of those with a right suggestion it was made."""

    tried: int
    found: int
    on_line: int
    to_suggest: int
    suggested: int


def count(trials: Iterable[Trial]) -> Count:
    """The numbers of some mistakes."""
    trials = list(trials)
    asked = [trial for trial in trials if trial.suggested is not None]
    return Count(
        len(trials),
        sum(trial.found for trial in trials),
        sum(trial.on_line for trial in trials),
        len(asked),
        sum(trial.suggested is True for trial in asked),
    )


def percent(part: int, whole: int) -> str:
    """A share in words: never 100 % unless it is all."""
    if not whole:
        return "-"
    tenths = part * 1000 // whole
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths / 10:.1f}%"


def by_class(trials: Sequence[Trial]) -> list[tuple[str, Count]]:
    """The numbers of each class that was tried, in the order of the classes, and of all."""
    names = [one.name for one in CLASSES if any(trial.kind == one.name for trial in trials)]
    rows = [(name, count(trial for trial in trials if trial.kind == name)) for name in names]
    return [*rows, ("all", count(trials))]


def rulebooks(trials: Sequence[Trial]) -> list[str]:
    """The rulebooks that were tried, by name."""
    return sorted({trial.rulebook for trial in trials})


# --------------------------------------------------------------------------------------------------- text

_HEAD = ("class", "tried", "found", "right line", "right suggestion")


def _cells(name: str, numbers: Count) -> tuple[str, ...]:
    return (
        name,
        str(numbers.tried),
        percent(numbers.found, numbers.tried),
        percent(numbers.on_line, numbers.tried),
        percent(numbers.suggested, numbers.to_suggest),
    )


def as_lines(trials: Sequence[Trial], everything: bool) -> list[str]:
    """A table, and below it each mistake that is not found or not said well."""
    rows = [_HEAD, *(_cells(name, numbers) for name, numbers in by_class(trials))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    wanting = [trial for trial in sorted(trials, key=_order) if not trial.fine]
    shown = wanting if everything else wanting[:20]
    for trial in shown:
        lines += ["", *_trial_lines(trial)]
    if len(shown) < len(wanting):
        lines += ["", f"and {len(wanting) - len(shown)} more, which `--wanting` shows"]
    return lines


def _order(trial: Trial) -> tuple[bool, str, str, int]:
    return trial.found, trial.kind, trial.rulebook, trial.number


def _trial_lines(trial: Trial) -> list[str]:
    what = "NOT FOUND" if not trial.found else "ANOTHER LINE" if not trial.on_line else "ANOTHER SUGGESTION"
    lines = [f"{what} {trial.rulebook}/{trial.place}  {trial.kind} {trial.number}: {visible(trial.about)}"]
    for saying in trial.said:
        help = f" ({saying.help})" if saying.help else ""
        lines.append(f"  {saying.place}: {saying.code}: {visible(saying.message)}{visible(help)}")
    return lines


# --------------------------------------------------------------------------------------- data and Markdown


def as_json(trials: Sequence[Trial]) -> dict[str, Any]:
    """Numbers by class and by rulebook, and each mistake that is not found or not said well."""
    return {
        "classes": {name: asdict(numbers) for name, numbers in by_class(trials)},
        "rulebooks": {
            rulebook: {
                name: asdict(numbers) for name, numbers in by_class([t for t in trials if t.rulebook == rulebook])
            }
            for rulebook in rulebooks(trials)
        },
        "wanting": [asdict(trial) for trial in sorted(trials, key=_order) if not trial.fine],
    }


def as_markdown(trials: Sequence[Trial]) -> list[str]:
    """The table of all rulebooks, and one in which each cell is found / right line / right suggestion in a rulebook."""
    lines = _table(_HEAD, [_cells(name, numbers) for name, numbers in by_class(trials)])
    games = rulebooks(trials)
    rows = []
    for name, _ in by_class(trials):
        chosen = [trial for trial in trials if name in ("all", trial.kind)]
        rows.append((name, *(_three([t for t in chosen if t.rulebook == game]) for game in games)))
    return [*lines, "", *_table(("class", *games), rows)]


def _three(trials: Sequence[Trial]) -> str:
    if not trials:
        return "-"
    _, _, *cells = _cells("", count(trials))
    return " / ".join(cell.removesuffix("%") for cell in cells)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---", *["--:"] * (len(head) - 1)], *rows)]
