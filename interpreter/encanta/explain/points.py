"""The lines of a score: what was written down, what it would be now, and what each line is worked out from."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.checking import model as m
from encanta.explain.conditions import Asked, Looking, Shown
from encanta.explain.parts import said
from encanta.explain.showing import Eyes
from encanta.machine.game import Game
from encanta.text.spans import Span


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score of one owner. `written`: as it was last counted; `now`: None where it is not to be known."""

    name: str
    text: str
    span: Span
    written: int
    now: int | None
    parts: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of one sheet for one player or side, with the sum of what was last written down."""

    sheet: str
    owner: str
    lines: tuple[Line, ...]
    total: int


def scores(game: Game, seat: int | None) -> list[Score]:
    """Every sheet for every owner, for the seat that asks (None: somebody who may know everything)."""
    found = []
    written = game.scores()
    for sheet in game.program.model.sheets.values():
        for owner, (name, lines, total) in enumerate(written[sheet.name]):
            found.append(Score(sheet.name, name, tuple(_lines(game, sheet, owner, dict(lines), seat)), total))
    return found


def _lines(game: Game, sheet: m.Sheet, owner: int, written: dict[str, int], seat: int | None) -> list[Line]:
    doer = owner if sheet.owner == "player" else game.program.model.sides[owner][0]
    is_mine = seat is not None and (
        seat == owner if sheet.owner == "player" else seat in game.program.model.sides[owner]
    )
    eyes = Eyes(seat, seat if is_mine and seat is not None else doer if seat is None else -1)
    looking = Looking(game.program, game.state, game.names, eyes)
    exprs = [expr for _, expr in sheet.lines]
    values = looking.values([(expr, {"you": owner}) for expr in exprs])
    found = []
    for (name, expr), value in zip(sheet.lines, values, strict=True):
        now = value if isinstance(value, int) and eyes.may_know(expr) else None
        inner = looking.conditions([Asked(name, expr, {"you": owner})])
        parts = inner[0].parts if inner else ()
        found.append(Line(name, said(expr), expr.span, written[name], now, parts))
    return found
