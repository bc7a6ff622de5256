"""Makes the moves of a scenario: finds the option that a line means, or the reasons why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.kinds import THIS
from encanta.machine.asides import Probes
from encanta.machine.bits import mask_of, members
from encanta.machine.program import Site
from encanta.scenarios.asking import only_option
from encanta.scenarios.cells import place_of
from encanta.scenarios.codes import UNKNOWN_MOVE
from encanta.scenarios.hopeless import hopeless
from encanta.scenarios.moves import NO_SUCH_CHOICE, NOT_ASKED, NOT_OFFERED, Act, Answer, Chosen, Move, Pass
from encanta.scenarios.session import Session
from encanta.scenarios.things import NoSuchChoice, Thing, fits, pick, pick_set, read_things
from encanta.scenarios.words import Unclear, unclear

MOST_PASSES = 1000


class Refused(Exception):
    """A move that cannot be made. `reasons` are all that hold, the most telling one first."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(", ".join(reasons))
        self.reasons = list(dict.fromkeys(reasons))


def settle(session: Session, move: Move | None) -> bool:
    """Let optional questions go by that the next move does not answer. False if there is no end to them."""
    for _ in range(MOST_PASSES):
        pass_ = passing(session)
        if pass_ is None or (move is not None and _answers(session, move)):
            return True
        session.take(pass_)
    return False


def _answers(session: Session, move: Move) -> bool:
    """Whether a move speaks to the optional question that is asked, or to what was done before it without asking."""
    site = session.site
    if site is None or _speaks_of_before(session, move):
        return True
    if move.seat != session.seat:
        return False
    if isinstance(move.what, Act):
        return site.kind == "action" and move.what.body.name in site.actions
    # A bare pass ends an offer of actions; what goes by unasked is passed by its name.
    return isinstance(move.what, Answer) and _is_called(site, move.what.name)


def _is_called(site: Site, name: str) -> bool:
    """Whether an optional question or a window has a name; one without a name has any."""
    called = site.name if site.kind == "may" else site.body
    return name in ("", called) or not called


def passing(session: Session) -> int | None:
    """How what is asked is passed, if it goes by where no line answers it: an optional question, a window."""
    site = session.site
    if site is None:
        return None
    if site.kind == "may":
        return 0
    is_window = site.kind == "action" and any(w.name == site.body for w in session.words.model.windows)
    return -1 if is_window else None


def _speaks_of_before(session: Session, move: Move) -> bool:
    try:
        return already_done(session.copy(), move)
    except Refused:
        return True


def perform(session: Session, move: Move) -> None:
    """Make a move. What was done already, as there was no other choice, is not done again.

    Raises Refused if the move cannot be made, Unclear if it could mean different things.
    """
    try:
        _perform(session, move)
    except Refused:
        if not already_done(session, move):
            raise


def _perform(session: Session, move: Move) -> None:
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
        declined = passing(session)
        if declined is None or not _is_called(site, what.name) or (what.use and site.kind != "may"):
            raise Refused([NOT_OFFERED])
        session.take(1 if what.use else declined)
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
    trial = session.curious()
    start_action(trial, what.body, lambda: _failing(session, seat, what))
    values = _chosen_values(session, trial, seat, what)
    start_action(session, what.body, list)
    for local in own_choices(session, what.body, seat):
        if local not in values:
            break
        session.take(values[local])


def _chosen_values(session: Session, trial: Session, seat: int, what: Act) -> dict[str, int]:
    """The option for each choice of an action, as far as they are named or have only one outcome."""
    left = dict(what.choices)
    values: dict[str, int] = {}
    for local in own_choices(trial, what.body, seat):
        only = only_option(trial.options)
        if local in left:
            values[local] = _option_or_refused(session, trial, seat, what, left.pop(local))
        elif only is None:
            break
        else:
            values[local] = only
        trial.take(values[local])
    if left:
        raise Refused([*_failing(session, seat, what), NO_SUCH_CHOICE])
    return values


def _option_or_refused(session: Session, trial: Session, seat: int, what: Act, things: tuple[Thing, ...]) -> int:
    try:
        return option_for(trial, list(things))
    except NoSuchChoice:
        raise Refused([*_failing(session, seat, what), NO_SUCH_CHOICE]) from None


def start_action(session: Session, body: m.Body, failing: Callable[[], list[str]]) -> None:
    """Take an action out of an offer. Raises Refused."""
    site = session.site
    if site is None or site.kind != "action" or body.name not in site.actions:
        raise Refused([NOT_OFFERED, *failing()])
    value = site.actions.index(body.name)
    if session.options.canonical(value) is None:
        raise Refused([*failing(), NO_SUCH_CHOICE if body.choices and body.on_row is None else NOT_OFFERED])
    session.take(value)


def own_choices(session: Session, body: m.Body, seat: int, first: int = 0) -> Iterator[str]:
    """The names of an action's own choices from a number on, as long as each is asked and answered in between."""
    for choice in body.choices[first:]:
        site = session.site
        if site is None or session.seat != seat or site.kind != "choose" or site.body != body.name:
            return
        if site.name == choice.local:
            yield choice.local


def _failing(session: Session, seat: int, what: Act) -> list[str]:
    """What speaks against an action with its choices: requirements by their names, limits as written."""
    if session.seat != seat:
        return []
    choices = concrete(session, seat, what)
    return session.failing(what.body, choices) or hopeless(session, what.body, choices)


def told(session: Session, move: Move, refusal: Refused) -> str:
    """The reasons of a refusal, each with how much is lacking where that can be said."""
    what = move.what
    if not isinstance(what, Act) or session.seat != move.seat:
        return " and ".join(refusal.reasons)
    short = session.lacking(what.body, concrete(session, move.seat, what))
    return " and ".join(f"{name} ({short[name]})" if name in short else name for name in refusal.reasons)


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
    bearer = _bearer(session, seat, what.body) if THIS not in found else m.NOTHING
    return found if bearer < 0 else {THIS: bearer, **found}


def _bearer(session: Session, seat: int, body: m.Body) -> int:
    """A component that bears a printed action where it is active for a seat; -1 if there is none."""
    if body.on_row is None:
        return m.NOTHING
    probes = Probes(session.program, [(body.choices[0].source, ("you",))])
    found = probes.value(0, session.state, {"you": seat})
    return next(iter(found if isinstance(found, tuple) else members(found)), m.NOTHING)


def _concrete(session: Session, seat: int, thing: Thing, used: int) -> int:
    if not thing.mask:
        return thing.value
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


# --------------------------------------------------------------------------- what was done without asking


def already_done(session: Session, move: Move) -> bool:
    """Whether a move names what has just been done without asking; choices of it that are still open are made.

    Raises Refused if the action was done, but not with such choices.
    """
    what = move.what
    if not isinstance(what, (Chosen, Act)):
        return False
    shadow = session.curious(session.again(session.asking))
    for number in range(MOST_PASSES):
        only = None if shadow.over else only_option(shadow.options)
        if only is None or shadow.site is None or shadow.site.kind == "may":
            return False
        if number >= session.named and shadow.seat == move.seat and _is_this(shadow, what, only):
            return _follow(session, shadow, what, only, number + 1)
        shadow.take(only)
    return False


def _is_this(shadow: Session, what: Chosen | Act, only: int) -> bool:
    site = shadow.site
    assert site is not None, "something is asked"
    if isinstance(what, Act):
        return site.kind == "action" and only >= 0 and site.actions[only] == what.body.name
    if site.kind != "choose" or what.local not in ("", site.name):
        return False
    try:
        return option_for(shadow, read_things(shadow.words, shadow.type, what.node)) == only
    except (NoSuchChoice, Unclear):
        return False


def _follow(session: Session, shadow: Session, what: Chosen | Act, only: int, number: int) -> bool:
    """Note that something was named; of an action, make the choices that are still asked."""
    shadow.take(only)
    if isinstance(what, Act):
        left = dict(what.choices)
        for local in own_choices(shadow, what.body, shadow.seat):
            only_one = only_option(shadow.options)
            if local not in left and only_one is None:
                break
            value = only_one
            if local in left or value is None:
                value = _option_or_refused(session, shadow, shadow.seat, what, left.pop(local))
            if only_one is None:
                session.take(value)
                number = -1
            shadow.take(value)
            number += 1
        if left:
            return False
    session.named = max(number, 0)
    return True


# --------------------------------------------------------------------------------- all forms of an action

MOST_FORMS = 5000


@dataclass(frozen=True, slots=True)
class Form:
    """An action with a value for each of its choices."""

    body: m.Body
    choices: tuple[tuple[str, int], ...]


class TooMany(Exception):
    """An action has more forms than anybody can look at."""


def forms_of(session: Session, body: m.Body) -> list[Form]:
    """Every way to take an action that is offered. Raises TooMany."""
    first = session.curious()
    start_action(first, body, list)
    found: list[Form] = []
    _extend(first, body, session.seat, (), found)
    return found


def _extend(session: Session, body: m.Body, seat: int, chosen: tuple[tuple[str, int], ...], found: list[Form]) -> None:
    local = next(own_choices(session, body, seat, len(chosen)), None)
    if local is None:
        found.append(Form(body, chosen))
        if len(found) > MOST_FORMS:
            raise TooMany
        return
    options = session.options
    for value in options:
        after = session.copy()
        after.take(value)
        _extend(after, body, seat, (*chosen, (local, options.component(value))), found)
