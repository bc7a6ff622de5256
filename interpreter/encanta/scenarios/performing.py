"""Makes the moves of a scenario: finds the option that a line means, or the reasons why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.machine.bits import mask_of, members
from encanta.scenarios.cells import place_of
from encanta.scenarios.codes import UNKNOWN_MOVE
from encanta.scenarios.moves import NO_SUCH_CHOICE, NOT_ASKED, NOT_OFFERED, Act, Answer, Chosen, Move, Pass
from encanta.scenarios.session import Session
from encanta.scenarios.things import NoSuchChoice, Thing, pick, pick_set, read_things
from encanta.scenarios.words import unclear

MOST_PASSES = 1000


class Refused(Exception):
    """A move that cannot be made. `reasons` are all that hold, the most telling one first."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(", ".join(reasons))
        self.reasons = list(dict.fromkeys(reasons))


def settle(session: Session, move: Move | None) -> None:
    """Let optional questions go by that the next move does not answer."""
    for _ in range(MOST_PASSES):
        site = session.site
        if site is None or site.kind != "may" or (move is not None and _answers(session, move)):
            return
        session.take(0)


def _answers(session: Session, move: Move) -> bool:
    """Whether a move speaks to the optional question that is asked."""
    site = session.site
    if site is None or move.seat != session.seat or not isinstance(move.what, (Answer, Pass)):
        return False
    return isinstance(move.what, Pass) or move.what.name in ("", site.name) or not site.name


def perform(session: Session, move: Move) -> None:
    """Make a move. Raises Refused if it cannot be made, Unclear if it could mean different things."""
    what = move.what
    if isinstance(what, Act):
        _act(session, move.seat, what)
    elif isinstance(what, Chosen):
        _choose(session, move.seat, what)
    else:
        _answer(session, move.seat, what)


# ------------------------------------------------------------------------------------- questions, passes


def _answer(session: Session, seat: int, what: Answer | Pass) -> None:
    site = session.site
    if site is None or session.seat != seat:
        raise Refused([NOT_ASKED])
    if isinstance(what, Answer):
        if site.kind != "may" or (what.name not in ("", site.name) and site.name):
            raise Refused([NOT_OFFERED])
        session.take(int(what.use))
        return
    value = 0 if site.kind == "may" else -1
    if site.kind == "choose" or session.options.canonical(value) is None:
        raise Refused([NOT_OFFERED])
    session.take(value)


# ---------------------------------------------------------------------------------------------- choices


def _choose(session: Session, seat: int, what: Chosen) -> None:
    site = session.site
    if site is None or session.seat != seat:
        raise Refused([NOT_ASKED])
    if site.kind != "choose" or what.local not in ("", site.name):
        raise Refused([NOT_OFFERED])
    type_ = session.type
    things = read_things(session.words, type_, what.node)
    if not things:
        raise unclear(UNKNOWN_MOVE, "it is not said what is chosen", what.node.span)
    try:
        session.take(option_for(session, things))
    except NoSuchChoice:
        raise Refused([NO_SUCH_CHOICE]) from None


def option_for(session: Session, things: list[Thing]) -> int:
    """The option of the pending choice that things stand for. Raises NoSuchChoice or Unclear."""
    site = session.site
    assert site is not None, "a choice is asked"
    if not site.single:
        return pick_set(session.layout, session.state, session.options, things)
    if len(things) != 1:
        raise NoSuchChoice
    return pick(session.layout, session.state, session.options, things[0])


# ---------------------------------------------------------------------------------------------- actions


def _act(session: Session, seat: int, what: Act) -> None:
    """Take an action and make its choices. Nothing has changed if it is refused."""
    if session.over or session.seat != seat:
        raise Refused([NOT_ASKED, *_failing(session, seat, what)])
    trial = session.copy()
    start_action(trial, what.body, lambda: _failing(session, seat, what))
    left = dict(what.choices)
    for local in own_choices(trial, what.body, seat):
        if local not in left:
            break
        try:
            trial.take(option_for(trial, list(left.pop(local))))
        except NoSuchChoice:
            raise Refused([*_failing(session, seat, what), NO_SUCH_CHOICE]) from None
    if left:
        # What was not asked had only one outcome; what is named must be that.
        failing = _failing(session, seat, what)
        if failing:
            raise Refused(failing)
    session.state[:] = trial.state
    session.taken = trial.taken


def start_action(session: Session, body: m.Body, failing: Callable[[], list[str]]) -> None:
    """Take an action out of an offer. Raises Refused."""
    site = session.site
    if site is None or site.kind != "action" or body.name not in site.actions:
        raise Refused([NOT_OFFERED, *failing()])
    value = site.actions.index(body.name)
    if session.options.canonical(value) is None:
        raise Refused([*failing(), NO_SUCH_CHOICE if body.choices else NOT_OFFERED])
    session.take(value)


def own_choices(session: Session, body: m.Body, seat: int) -> Iterator[str]:
    """The names of an action's own choices, as long as each is asked and answered in between."""
    for choice in body.choices:
        site = session.site
        if site is None or session.seat != seat or site.kind != "choose" or site.body != body.name:
            return
        if site.name == choice.local:
            yield choice.local


def _failing(session: Session, seat: int, what: Act) -> list[str]:
    """What speaks against an action with its choices: requirements by their names, limits as written."""
    return session.failing(what.body, seat, concrete(session, seat, what))


def concrete(session: Session, seat: int, what: Act) -> dict[str, int]:
    """The choices of an action as values: components that lie with the seat go before others."""
    found: dict[str, int] = {}
    known = {choice.local: choice for choice in what.body.choices}
    for local, things in what.choices:
        used = 0
        values = []
        for thing in things:
            value = _concrete(session, seat, thing, used)
            if thing.mask and value >= 0:
                used |= 1 << value
            values.append(value)
        found[local] = values[0] if known[local].single and values else mask_of(values)
    return found


def _concrete(session: Session, seat: int, thing: Thing, used: int) -> int:
    if not thing.mask:
        return thing.value
    from encanta.scenarios.things import fits

    free = [
        component for component in members(thing.mask & ~used) if fits(session.layout, session.state, thing, component)
    ]
    side = session.layout.side_of[seat]

    def distance(component: int) -> int:
        place = place_of(session.layout, session.state, component)
        if place is None or place.place.each not in ("player", "side"):
            return 2
        return 0 if place.owner == (seat if place.place.each == "player" else side) else 1

    return min(free, key=distance, default=m.NOTHING)


# --------------------------------------------------------------------------------- all forms of an action

MOST_FORMS = 5000


@dataclass(frozen=True, slots=True)
class Form:
    """An action with a value for each choice that is asked."""

    body: m.Body
    choices: tuple[tuple[str, int], ...]


class TooMany(Exception):
    """An action has more forms than anybody can look at."""


def forms_of(session: Session, body: m.Body) -> list[Form]:
    """Every way to take an action that is offered. Raises TooMany."""
    first = session.copy()
    start_action(first, body, list)
    found: list[Form] = []
    _extend(first, body, session.seat, (), found)
    return found


def _extend(session: Session, body: m.Body, seat: int, chosen: tuple[tuple[str, int], ...], found: list[Form]) -> None:
    local = next(own_choices(session, body, seat), None)
    if local is None or any(name == local for name, _ in chosen):
        found.append(Form(body, chosen))
        if len(found) > MOST_FORMS:
            raise TooMany
        return
    for value in session.options:
        after = session.copy()
        after.take(value)
        _extend(after, body, seat, (*chosen, (local, value)), found)
