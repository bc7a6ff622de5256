"""The smallest scenario in which a game still breaks: its beginning becomes a position, then parts are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from encanta.scenarios.drafts import Draft, Words, read_back
from encanta.scenarios.law_looks import broken
from encanta.scenarios.laying import given_for
from encanta.scenarios.recorded import Played, carried
from encanta.scenarios.saying import Unsayable, line_of, lines_of
from encanta.scenarios.snapshots import beginnings

MOST_TRIES = 500
"""Scenarios that are tried for one game."""
_MOST_BACK = 30
"""Beginnings of phases, from the end of the game on, that are tried as the beginning of the scenario."""

Breaks = Callable[[Draft], bool]
_Part = TypeVar("_Part")


def breaks_law(game: Played, law: str, message: str = "") -> Breaks:
    """Whether a law does not hold at the end of a scenario of a game, or its program breaks on the way (`ending`).

    Of the checks of a rulebook it must be the same one, which the message names.
    """

    def breaks(draft: Draft) -> bool:
        try:
            session = carried(game.games, read_back(draft))
            return session is not None and any(
                name == law and (law != "checks" or said == message) for name, said in broken(session)
            )
        except Exception:
            return law == "ending"

    return breaks


def shrunk(game: Played, title: str, breaks: Breaks) -> Draft | None:
    """The smallest scenario found that ends like a game and breaks as it does; None if none of them breaks.

    The same each time: nothing is left to chance.
    """
    tries = _Tries(breaks)
    whole = replace(game.draft(title), written=True, expect=(("laws", "hold"),))
    found = next(filter(tries, _beginnings(game, whole)), None)
    if found is None:
        return None
    before = None
    while found != before:
        before = found
        found = _smaller(found, tries)
    return found


class _Tries:
    """Asks whether drafts break, as long as there are tries left."""

    def __init__(self, breaks: Breaks) -> None:
        self.breaks = breaks
        self.left = MOST_TRIES

    def __call__(self, draft: Draft) -> bool:
        self.left -= 1
        return self.left >= 0 and self.breaks(draft)


# -------------------------------------------------------------------------------------------- beginnings


def _beginnings(game: Played, whole: Draft) -> Iterator[Draft]:
    """Scenarios that play the end of a game from the beginning of a phase, the shortest first; then the whole game."""
    # The last decision may break the program; what begins after it is of no use here.
    for begun in beginnings(game.program, game.seed, game.values[:-1])[::-1][:_MOST_BACK]:
        try:
            given = given_for(game.program, begun, game.seed)
            yield replace(whole, given=tuple(given), play=tuple(_lines(game, begun.made)))
        except (ValueError, Unsayable):
            continue
    try:
        yield replace(whole, play=tuple(_lines(game, 0)))
    except Unsayable:
        return


def _lines(game: Played, first: int) -> list[str]:
    """The lines from a decision on. The last one is not made, as it may be what breaks the program."""
    values = list(game.values[first:])
    session = game.at(first)
    lines: list[str] = []
    for value in values[:-1]:
        lines += lines_of(session, [value])
    return [*lines, line_of(session, values[-1])] if values else lines


# ----------------------------------------------------------------------------------------------- smaller


def _smaller(draft: Draft, breaks: Breaks) -> Draft:
    """A draft with less play, less given and fewer options that still breaks."""
    draft = replace(draft, play=_fewer(draft.play, lambda play: breaks(replace(draft, play=play))))
    draft = replace(draft, options=_fewer(draft.options, lambda options: breaks(replace(draft, options=options))))
    begin, rest = draft.given[:1], draft.given[1:]
    rest = _fewer(rest, lambda given: breaks(replace(draft, given=(*begin, *given))))
    for number, (name, value) in enumerate(rest):
        if isinstance(value, tuple) and value:
            rest = _with_less(draft, begin, rest, number, (name, value), breaks)
    draft = replace(draft, given=(*begin, *rest))
    first = replace(draft, seed=1)
    return first if draft.seed != 1 and breaks(first) else draft


def _with_less(
    draft: Draft,
    begin: tuple[tuple[str, Words], ...],
    rest: tuple[tuple[str, Words], ...],
    number: int,
    entry: tuple[str, tuple[str, ...]],
    breaks: Breaks,
) -> tuple[tuple[str, Words], ...]:
    """What is given with fewer things in one place."""
    name, value = entry

    def given(items: tuple[str, ...]) -> tuple[tuple[str, Words], ...]:
        return (*rest[:number], (name, items), *rest[number + 1 :])

    return given(_fewer(value, lambda items: breaks(replace(draft, given=(*begin, *given(items))))))


def _fewer(parts: tuple[_Part, ...], breaks: Callable[[tuple[_Part, ...]], bool]) -> tuple[_Part, ...]:
    """The parts without those that can go: first in large pieces, then one by one."""
    size = len(parts)
    while size >= 1:
        at = 0
        while at < len(parts):
            without = (*parts[:at], *parts[at + size :])
            if breaks(without):
                parts = without
            else:
                at += size
        size //= 2
    return parts
