"""Why a move can be made or not: every condition with its value, those that fail first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from encanta.checking import model as m
from encanta.explain.candidates import Candidates
from encanta.explain.conditions import Asked, Condition, Looking, Shown
from encanta.explain.obstacles import obstacle
from encanta.explain.showing import Eyes
from encanta.machine.names import Names
from encanta.machine.why import used_limit
from encanta.scenarios.asking import only_option
from encanta.scenarios.codes import UNKNOWN_MOVE
from encanta.scenarios.moves import Act, Answer, Chosen, Move, Pass, read_move
from encanta.scenarios.performing import Refused, concrete, option_for, own_choices, perform, start_action
from encanta.scenarios.reading import split_line
from encanta.scenarios.session import Session
from encanta.scenarios.things import NoSuchChoice
from encanta.scenarios.words import Unclear, unclear
from encanta.text.nodes import Scalar
from encanta.text.spans import Source, Span

MOST_NAMED = 20
"""Options of a choice that are named where something else was wanted."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a move. `possible` is None where the asker may not know it."""

    move: str
    possible: bool | None
    notes: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()


def judge(session: Session, move: Move, seat: int | None, names: Names) -> Verdict:
    """Why a move can be made in a position, or not, for the seat that asks (None: somebody who may know everything).

    Raises Unclear if the move could mean different things.
    """
    possible, reasons = _tried(session, move)
    what = move.what
    if isinstance(what, Act):
        notes = asked_otherwise(session, move.seat, names) + _not_offered(session, what.body.name)
        chosen = _chosen(session, move.seat, what, seat in (None, move.seat))
        conditions = conditions_of(session, what.body, move.seat, chosen, seat, names, possible)
    else:
        notes, conditions = _other(session, move.seat, what, names), []
        if not possible and not notes and isinstance(what, Chosen) and seat in (None, move.seat):
            conditions = [_not_choosable(session, names)]
    public = bool(notes) and not possible
    knows = seat in (None, move.seat) or public or any(c.holds is False for c in conditions)
    if not possible and not notes and all(c.holds for c in conditions):
        notes = [f"it is refused: {', '.join(reasons)}"] if seat in (None, move.seat) else notes
    ordered = sorted(conditions, key=lambda condition: condition.holds is not False)
    return Verdict(move.words, possible if knows else None, tuple(notes), tuple(ordered))


def verdict_on(session: Session, move: str, seat: int | None, names: Names) -> Verdict:
    """The same for a move that is written as in a scenario, `P1: lay red`. Raises Unclear if it cannot be read."""
    source = Source("the move", move)
    whole = Span(source, 0, len(move))
    line = split_line(Scalar(whole, move))
    if line is None:
        raise unclear(
            UNKNOWN_MOVE, f"`{move}` is no move", whole, "write the player, a colon and what it does: `P1: lay red`"
        )
    return judge(session, read_move(session.words, line), seat, names)


def _tried(session: Session, move: Move) -> tuple[bool, list[str]]:
    try:
        perform(session.copy(), move)
    except Refused as refusal:
        return False, refusal.reasons
    return True, []


# ----------------------------------------------------------------------------------- whose turn, and what is asked


def asked_otherwise(session: Session, seat: int, names: Names) -> list[str]:
    """Why a seat cannot do anything just now, in sentences; nothing if it is asked."""
    if session.over:
        return ["the game is over"]
    if session.seat != seat:
        return [f"{names.player(session.seat)} is asked now, not {names.player(seat)}"]
    return []


def _other(session: Session, seat: int, what: Pass | Answer | Chosen, names: Names) -> list[str]:
    notes = asked_otherwise(session, seat, names)
    site = session.site
    if notes or site is None:
        return notes
    kinds = {
        "action": "actions are offered",
        "may": "it is asked whether to use something",
        "choose": "a choice is asked",
    }
    if isinstance(what, Chosen) != (site.kind == "choose"):
        return [f"{kinds[site.kind]} now, in `{site.body}`"]
    if isinstance(what, Pass) and site.kind == "action" and session.options.canonical(-1) is None:
        return [f"`{site.body}` offers no pass: one of its actions is to be taken"]
    return []


def _not_choosable(session: Session, names: Names) -> Condition:
    """The condition of a pending choice, with what may be chosen."""
    site, options = session.site, session.options
    assert site is not None, "a choice is asked"
    table, state = session.program.table, session.state
    found = [names.answer_in(table, state, site, options, value) for value in islice(options, MOST_NAMED)]
    shown = "; ".join(found) + ("; ..." if len(options) > MOST_NAMED else "")
    text = " ".join(site.span.text.split())
    return Condition(site.name, text, False, site.span, (Shown("to choose from", shown, 1, site.span),))


def where_offered(session: Session, action: str) -> list[str]:
    """The phases, actions and windows that offer an action somewhere in the game."""
    return list(dict.fromkeys(site.body for site in session.program.sites if action in site.actions))


def _not_offered(session: Session, action: str) -> list[str]:
    site = session.site
    if site is not None and site.kind == "action" and action in site.actions:
        return []
    where = where_offered(session, action)
    place = f"it is offered in {' and '.join(f'`{name}`' for name in where)}" if where else "nothing offers it"
    here = (
        f"`{site.body}` does not offer it now"
        if site is not None and site.kind == "action"
        else "nothing is offered now"
    )
    return [f"{here}; {place}"]


# -------------------------------------------------------------------------------------------------- actions


def conditions_of(
    session: Session,
    body: m.Body,
    seat: int,
    chosen: Mapping[str, list[int]],
    asker: int | None,
    names: Names,
    possible: bool,
) -> list[Condition]:
    """Every condition of an action with the choices that are known, in the order in which the rules look at them."""
    looking = looking_at(session, body, seat, asker, names)
    made = [choice for choice in body.choices if choice.local in chosen]
    known = {"you": seat} | {choice.local: _value(choice, chosen[choice.local]) for choice in made}
    found = _limit(session, body, seat)
    candidates = Candidates(looking, names)
    for choice in body.choices:
        if choice.local not in chosen:
            if session.seat == seat and not possible and asker in (None, seat):
                found += obstacle(looking, names, body, known, choice)
            break
        found += candidates.conditions(choice, chosen[choice.local], known)
    asked = [Asked(require.name, require.condition, known, require) for require in body.requires]
    return found + looking.conditions(asked)


def looking_at(session: Session, body: m.Body, seat: int, asker: int | None, names: Names) -> Looking:
    """Eyes for the conditions of an action."""
    eyes = Eyes(asker, seat, {choice.local: choice.source for choice in body.choices})
    return Looking(session.program, session.state, names, eyes)


def _value(choice: m.Choice, elements: list[int]) -> int:
    if choice.single:
        return elements[0] if elements else m.NOTHING
    return sum(1 << element for element in set(elements) if element >= 0)


def _limit(session: Session, body: m.Body, seat: int) -> list[Condition]:
    refusal = used_limit(session, body.name, seat)
    if refusal is None:
        return []
    used = Shown("used", refusal.value.removeprefix("used "), 1, refusal.span)
    return [Condition("limit", refusal.reason, refusal.holds, refusal.span, (used,))]


def _chosen(session: Session, seat: int, what: Act, filled: bool) -> dict[str, list[int]]:
    """The elements of each choice that is named; `filled`: also of those that have only one outcome.

    What has only one outcome can depend on what only the doer sees.
    """
    found: dict[str, list[int]] = {}
    mask = concrete(session, seat, what)
    single = {choice.local: choice.single for choice in what.body.choices}
    for local, value in mask.items():
        found[local] = [value] if single[local] else [bit for bit in range(value.bit_length()) if value >> bit & 1]
    if not filled:
        return found
    trial = session.curious()
    try:
        start_action(trial, what.body, list)
        things = dict(what.choices)
        for local in own_choices(trial, what.body, seat):
            only = only_option(trial.options)
            if local in things:
                trial.take(option_for(trial, list(things[local])))
            elif only is None:
                break
            else:
                value = trial.options.component(only)
                found[local] = [value] if single[local] else [b for b in range(value.bit_length()) if value >> b & 1]
                trial.take(only)
    except (Refused, NoSuchChoice, Unclear):
        pass
    return found
