"""What somebody is shown who remembers nothing for them: a card that was looked at is shown once, as at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from encanta.machine.bits import members
from encanta.machine.options import Lowest, OneOf, Options, Subsets

if TYPE_CHECKING:
    from encanta.machine.events import Event
    from encanta.machine.game import Decision, Game
    from encanta.play.chronicle import Chronicle
    from encanta.play.table import Table

KEEP, FADE = "keep", "fade"
MEMORIES = (KEEP, FADE)
"""Whether people are shown all that they may remember, or each card that they look at only once."""


def still_shown(table: Table, seat: int, chronicle: Chronicle) -> int:
    """The components whose faces a seat is shown that has to remember by itself: what lies open before it, and what it
    has seen since its last decision."""
    game = table.game
    sight = game.program.table.in_sight(game.state, seat)
    return sight | chronicle.seen_since(game, table.last_decision(seat), seat)


def forgetful(game: Game, seen: int) -> Decision:
    """The decision that is pending, put to somebody who sees only some faces: the others are offered by their places,
    also where the seat itself could tell that they are alike."""
    decision = game.asked(seen)
    assert decision is not None, "somebody is asked"
    site = decision.site
    if site.kind != "choose" or site.element != "component":
        return decision
    return replace(decision, options=_one_by_one(game, decision.options, seen))


def _one_by_one(game: Game, options: Options, seen: int) -> Options:
    """The same options with unseen components apart, in the order of their places."""
    if isinstance(options, Lowest):
        mask, fields = options.mask, dict.fromkeys(options.fields[options.field_of[x]] for x in members(options.mask))
        return OneOf(mask, _apart(game, [members(mask & field) for field in fields], seen))
    if isinstance(options, OneOf) and options.groups is not None:
        return OneOf(options.mask, _apart(game, options.groups, seen))
    if isinstance(options, Subsets):
        return Subsets(_apart(game, options.groups, seen), options.low, options.high, options.such_that)
    return options


def _apart(game: Game, groups: Sequence[Sequence[int]], seen: int) -> list[Sequence[int]]:
    known = [tuple(x for x in group if seen >> x & 1) for group in groups]
    hidden = {x for group in groups for x in group if not seen >> x & 1}
    table, state = game.program.table, game.state
    placed = [x for instance in table.instances for x in table.listed(state, instance.cell) if x in hidden]
    return [*filter(None, known), *((x,) for x in placed)]


def faded(events: Sequence[Event], seat: int, game: Game) -> list[Event]:
    """Events as somebody is told them who has to remember by themselves: what only they and some others could see is
    told like that only since their last decision."""
    who = f"{game.names.player(seat)}: "
    last = max((at for at, e in enumerate(events) if e.kind == "decision" and e.text.startswith(who)), default=0)
    return [replace(event, seats=0) if at < last else event for at, event in enumerate(events)]
