"""What may be done in a position, and why everything else may not."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.kinds import THIS
from encanta.explain.verdicts import Verdict, conditions_of, where_offered
from encanta.machine.game import Decision, Game
from encanta.machine.names import Names
from encanta.scenarios.performing import TooMany, forms_of
from encanta.scenarios.session import Session

MOST_LISTED = 30


@dataclass(frozen=True, slots=True)
class Overview:
    """What is asked of whom, what may be answered, and of the other actions why they may not be taken.

    `elsewhere` are actions that are not offered at this point, with where they are. `note` says why the rest is empty.
    """

    question: str
    options: tuple[str, ...] = ()
    refused: tuple[Verdict, ...] = ()
    elsewhere: tuple[tuple[str, str], ...] = ()
    note: str = ""


def overview(game: Game, session: Session, seat: int | None) -> Overview:
    """What may be done now, for the seat that asks (None: somebody who may know everything)."""
    decision = game.decision
    if decision is None:
        return Overview("the game is over")
    question = f"{game.names.player(decision.seat)} is asked: {decision.prompt}"
    if seat not in (None, decision.seat):
        note = f"what {game.names.player(decision.seat)} may do can depend on what only that player sees"
        return Overview(question, note=note)
    options = tuple(_options(decision, session))
    if decision.site.kind != "action":
        return Overview(question, options)
    return Overview(question, options, _refused(session, seat, game.names), _elsewhere(session))


def _options(decision: Decision, session: Session) -> list[str]:
    """The options in words; an action with the number of ways to take it."""
    if decision.site.kind == "action":
        return [_action(decision, session, value) for value in decision.options]
    found = [decision.describe(value) for value in itertools.islice(decision.options, MOST_LISTED)]
    left = len(decision.options) - len(found)
    return [*found, f"and {left} more"] if left else found


def _action(decision: Decision, session: Session, value: int) -> str:
    words = decision.describe(value)
    if value < 0:
        return words
    body = _body(session, decision.site.actions[value])
    if not body.choices:
        return words
    try:
        count = str(len(forms_of(session, body)))
    except TooMany:
        count = "very many"
    return f"{words}: {count} way{'' if count == '1' else 's'}"


def _refused(session: Session, seat: int | None, names: Names) -> tuple[Verdict, ...]:
    site = session.site
    assert site is not None, "actions are offered"
    found = []
    for value, name in enumerate(site.actions):
        if session.options.canonical(value) is None:
            conditions = conditions_of(session, _body(session, name), session.seat, {}, seat, names, False)
            if any(condition.name == THIS and condition.holds is False for condition in conditions):
                # An action that is printed on nothing that the player has.
                continue
            ordered = sorted(conditions, key=lambda condition: condition.holds is not False)
            found.append(Verdict(names.action(name), False, (), tuple(ordered)))
    return tuple(found)


def _elsewhere(session: Session) -> tuple[tuple[str, str], ...]:
    site = session.site
    here = site.actions if site is not None else ()
    bodies = session.words.model.bodies.values()
    actions = [body.name for body in bodies if body.kind == "action" and body.on_row is None]
    return tuple((name, ", ".join(where_offered(session, name)) or "nowhere") for name in actions if name not in here)


def _body(session: Session, name: str) -> m.Body:
    return session.words.model.bodies[name]
