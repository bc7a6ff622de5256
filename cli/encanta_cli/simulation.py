"""What simulated games add up to, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from encanta_cli.tables import table

if TYPE_CHECKING:
    from encanta.machine.program import Program
    from encanta.simulate.many import Order, Result
    from encanta.simulate.tally import Spread, Tally, Use
    from encanta.trust.mattering import Text

PLACES = 4
"""Digits after the point in JSON."""


def result_data(order: Order, result: Result, program: Program, never: Sequence[Text] | None = None) -> dict[str, Any]:
    """The result as JSON has it; see docs/json.md. `never`: the texts that never came to matter, if that was asked."""
    tally = result.tally
    found = _figures(order, result, program, tally)
    if never is not None:
        found["never_mattered"] = [
            {"component": text.component, "row": text.row, "kind": text.kind, "text": text.name} for text in never
        ]
    return found


def _figures(order: Order, result: Result, program: Program, tally: Tally) -> dict[str, Any]:
    return {
        "game": order.request.game,
        "title": program.model.title,
        "fingerprint": program.model.fingerprint,
        "players": program.seats,
        "seats": list(order.kinds),
        "seed": order.seed,
        "games_asked": order.games,
        "games": tally.games,
        "stopped": result.stopped,
        "decisions": tally.decisions,
        "seconds": round(result.seconds, PLACES),
        "decisions_per_second": round(tally.decisions / result.seconds) if result.seconds else 0,
        "wins": [_wins(tally, seat) for seat in range(program.seats)],
        "outcomes": [
            {"kind": kind, "reason": reason, "games": games} for (kind, reason), games in sorted(tally.outcomes.items())
        ],
        "lengths": {name: _spread(spread) for name, spread in sorted(tally.lengths.items())},
        "scores": [
            {"sheet": sheet, "owner": owner, "line": line, **_spread(spread)}
            for (sheet, owner, line), spread in tally.scores.items()
        ],
        "actions": [
            {"where": where, "action": name, **_use(use)} for (where, name), use in sorted(tally.actions.items())
        ],
        "abilities": [{"ability": name, **_use(use)} for name, use in sorted(tally.abilities.items())],
        "choices": [
            {"where": where, "choice": name, "asked": times} for (where, name), times in sorted(tally.choices.items())
        ],
        "faults": [
            {"seed": fault.seed, "decisions": fault.decisions, "kind": fault.kind, "message": fault.message}
            for fault in tally.faults
        ],
    }


def _wins(tally: Tally, seat: int) -> dict[str, Any]:
    wins = tally.wins(seat)
    return {
        "seat": seat + 1,
        "wins": round(float(wins), PLACES),
        "share": round(float(wins / tally.games), PLACES) if tally.games else 0.0,
    }


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "count": spread.count,
        "mean": round(spread.mean, PLACES),
        "deviation": round(spread.deviation, PLACES),
        "least": spread.least,
        "most": spread.most,
    }


def _use(use: Use) -> dict[str, Any]:
    return {"offered": use.offered, "used": use.used}


# -------------------------------------------------------------------------------------------------- as text


def result_lines(
    order: Order,
    result: Result,
    program: Program,
    labels: Mapping[str, str],
    never: Sequence[Text] | None = None,
) -> Iterator[str]:
    """The result as lines for people; `labels` are words for the names of the rulebook."""

    def said(*names: str) -> list[str]:
        return [labels.get(name, name) for name in names]

    tally = result.tally
    last = order.seed + order.games - 1
    yield f"{program.model.title}: {tally.games} games, {program.seats} players, seeds {order.seed} to {last}"
    if result.seconds:
        speed = round(tally.decisions / result.seconds)
        yield f"{tally.decisions:,} decisions in {result.seconds:.1f} s ({speed:,} a second)"
    if not tally.games:
        return
    yield from _table(["seat", "plays", "wins", "share"], _win_rows(tally, order.kinds))
    yield from _table(
        ["outcome", "because", "games"], [[*said(*key), str(n)] for key, n in sorted(tally.outcomes.items())]
    )
    head = ["mean", "sd", "least", "most"]
    yield from _table(
        ["a game", *head], [[*said(name), *_cells(spread)] for name, spread in sorted(tally.lengths.items())]
    )
    yield from _table(
        ["score", "of", "line", *head], [[*said(*key), *_cells(spread)] for key, spread in tally.scores.items()]
    )
    yield from _table(
        ["where", "action", "offered", "used", "of offers"],
        [[*said(*key), *_use_cells(use)] for key, use in sorted(tally.actions.items())],
    )
    yield from _table(
        ["ability", "offered", "used", "of offers"],
        [[*said(name), *_use_cells(use)] for name, use in sorted(tally.abilities.items())],
    )
    if never is not None:
        yield from (
            ["", "texts that never came to matter: none"]
            if not never
            else _table(
                ["never came to matter", "as", "text"], [[text.title, text.kind, *said(text.name)] for text in never]
            )
        )


def _win_rows(tally: Tally, kinds: tuple[str, ...]) -> list[list[str]]:
    rows = []
    for seat, kind in enumerate(kinds):
        wins = float(tally.wins(seat))
        rows.append([f"P{seat + 1}", kind, f"{wins:.1f}", f"{wins / tally.games:.1%}"])
    return rows


def _cells(spread: Spread) -> list[str]:
    return [f"{spread.mean:.2f}", f"{spread.deviation:.2f}", str(spread.least), str(spread.most)]


def _use_cells(use: Use) -> list[str]:
    return [str(use.offered), str(use.used), f"{use.used / use.offered:.1%}" if use.offered else ""]


def _table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    """An empty line and a table; nothing if there are no rows."""
    if rows:
        yield ""
        yield from table(head, rows)
