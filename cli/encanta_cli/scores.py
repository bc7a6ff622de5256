"""Scores and outcomes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from encanta_cli.tables import table

if TYPE_CHECKING:
    from encanta.machine.game import Game
    from encanta.machine.program import Outcome


_OTHERWISE = {"drawn": "a draw", "nobody": "nobody wins", "stuck": "the rules never come to the next decision"}


def outcome_line(game: Game, outcome: Outcome | None) -> str:
    """How a game ended, in a sentence."""
    if outcome is None:
        return f"unfinished after {len(game.decisions)} decisions"
    after = f"after {len(game.decisions)} decisions ({game.names.word(outcome.reason)})"
    if outcome.kind != "won":
        return f"{_OTHERWISE[outcome.kind]} {after}"
    winners = [game.names.player(seat) for seat in outcome.winners]
    if len(winners) == 1:
        return f"{winners[0]} wins {after}"
    return f"{', '.join(winners[:-1])} and {winners[-1]} win together {after}"


def score_tables(game: Game) -> list[tuple[str, list[str], list[list[str]]]]:
    """Every sheet that was written, as its name, the column heads, and the rows: lines down, owners side by side."""
    tables = []
    word = game.names.word
    for sheet, columns in game.scores().items():
        if not columns:
            continue
        lines = [line for line, _ in columns[0][1]]
        rows = [[word(line), *(str(dict(points)[line]) for _, points, _ in columns)] for line in lines]
        rows.append(["sum", *(str(total) for _, _, total in columns)])
        tables.append((sheet, [word(sheet), *(owner for owner, _, _ in columns)], rows))
    return tables


def score_lines(game: Game) -> list[str]:
    """The same as plain text."""
    lines: list[str] = []
    for _, head, rows in score_tables(game):
        lines += table(head, rows)
    return lines


def scores_data(game: Game) -> dict[str, Any]:
    """The sheets as JSON has them."""
    return {
        sheet: [{"owner": owner, "lines": dict(points), "total": total} for owner, points, total in columns]
        for sheet, columns in game.scores().items()
    }
