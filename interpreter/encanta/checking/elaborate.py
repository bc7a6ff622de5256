"""The second half of checking: a resolved tree in, a typed model with every name bound out, or diagnostics."""

from __future__ import annotations

from typing import Any

from encanta.checking import doing as doing  # each of these registers the forms that it reads
from encanta.checking import effects as effects
from encanta.checking import functions as functions
from encanta.checking import meaning_codes as codes
from encanta.checking.abilities import read_ability
from encanta.checking.arrows import costs_apart
from encanta.checking.at_once import read_at_once
from encanta.checking.bans import bans_of
from encanta.checking.bodies import fill_body, missing_root, read_setup
from encanta.checking.checks.all import check_all, check_whole
from encanta.checking.checks.memory import Memory
from encanta.checking.checks.whole import Whole
from encanta.checking.checks.winners import unclear_winners
from encanta.checking.declare import environment
from encanta.checking.facts import Facts
from encanta.checking.items import Key
from encanta.checking.kinds import printed_actions
from encanta.checking.lending import Lending
from encanta.checking.milestones import Milestone, read_milestone
from encanta.checking.model import Ability, Body, Component, Enum, Model, Variable
from encanta.checking.payments import read_payment
from encanta.checking.places import check_capacities, fill_place
from encanta.checking.rows import components
from encanta.checking.rows import read_row as read_row
from encanta.checking.scores import read_check, read_end, read_longest, read_sheet
from encanta.checking.session import Maker, Session
from encanta.checking.tricks import read_trick
from encanta.checking.triggers import read_event
from encanta.checking.values import fill_variable, read_value
from encanta.checking.windows import read_window
from encanta.text.diagnostic import Diagnostic, error, has_errors, sort_diagnostics
from encanta.text.nodes import Mapping

WAITING = "waiting ability"
"""The enumeration of abilities; no type can be called so."""

MAKERS: dict[str, Maker] = {
    "variable": fill_variable,
    "value": read_value,
    "event": read_event,
    "body": fill_body,
    "ability": read_ability,
    "window": read_window,
    "trick": read_trick,
    "setup": read_setup,
    "scoring": read_sheet,
    "end": read_end,
    "limits": read_longest,
    "checks": read_check,
    "row": read_row,
    "place": fill_place,
    "payment": read_payment,
    "milestone": read_milestone,
    "at_once": read_at_once,
    "meld": lambda session, item, work: session.env.melds.get(item.key[1]),
}


def elaborate(
    tree: Mapping, cards: Mapping | None, facts: Facts, lending: Lending | None = None, reach: bool = True
) -> tuple[Model | None, list[Diagnostic]]:
    """The model of a rulebook for one way of playing it, and everything that is wrong or strange about it.

    `tree` is resolved: it holds no `by OPTION` and no table over players. `cards` holds the rows of components by their
    names. The model is None if there are errors. With `lending` it is only to be looked at, not to be played.
    Without `reach` nobody asks for what can never be paid, reached or used.
    """
    env = environment(tree, cards, facts)
    session = Session(env, tree, cards, lending)
    found: list[Diagnostic] = list(env.found)
    for key in session.numbers:
        session.ask(key, MAKERS[key[0]])
        found.extend(session.done[key].found)
    kinds = components(session, tree, cards, facts, found)
    if missing_root(session):
        span = tree.entry("phases")
        help = "the phase `game` is the whole game; it runs the others"
        message = "there is no phase `game`"
        found.append(error(codes.MISSING_PHASE, message, span.key.span if span else tree.span.point, help=help))
    check_capacities(session, facts, kinds, found)
    found.extend(check_all(session))
    found.extend(unclear_winners(session, kinds))
    found = sort_diagnostics(found)
    if has_errors(found):
        # What nothing seems to use may be what a misspelt word means.
        return None, [problem for problem in found if problem.code != codes.UNUSED_NAME]
    lending = lending if lending is not None else Lending()
    model = _model(session, facts, kinds, tree.entry("timing") is not None, lending.memory)
    if not reach:
        return model, found
    told = frozenset(problem.span for problem in found if problem.span is not None)
    more = list(check_whole(Whole(model, session, told, lending)))
    return None if has_errors(more) else model, sort_diagnostics([*found, *more])


def _model(session: Session, facts: Facts, kinds: dict[str, Component], ordered: bool, memory: Memory) -> Model:
    def all_of(kind: str) -> list[Any]:
        return [session.done[key].what for key in session.items if key[0] == kind]

    bodies = {key[1]: session.done[key].what for key in _keys(session, "body")}
    action_kinds = {name: body for name, body in bodies.items() if body.kind == "kind"}
    printed = printed_actions(kinds.values())
    bodies = {name: body for name, body in bodies.items() if body.kind != "kind"} | printed
    # Rows are filled before anything else that waits for the same event.
    abilities: list[Ability] = [ability for found in all_of("place") for ability in found]
    abilities += [found for found in all_of("at_once") if found is not None]
    milestones: list[Milestone] = [found for found in all_of("milestone") if found is not None]
    abilities += [ability for milestone in milestones for ability in milestone.abilities]
    abilities += all_of("ability")
    # Rows that differ only in their backs share their abilities.
    abilities += dict.fromkeys(a for kind in kinds.values() for row in kind.rows for a in row.abilities)
    variables: list[Variable] = [*all_of("variable"), *(milestone.variable for milestone in milestones)]
    variables += [value.gained for value in all_of("value") if value is not None and value.gained is not None]
    variables += [used for body in printed.values() if body.on_row for used in body.on_row.uses]
    bodies |= {verb.name: verb for variable in variables for verb in variable.verbs.values()}
    setup: tuple[Body, ...] = tuple(all_of("setup"))
    bodies |= costs_apart([*bodies.values(), *setup], abilities, kinds, memory)
    return Model(
        title=facts.title,
        players=facts.players,
        sides=facts.sides,
        settings=dict(facts.settings),
        options=dict(facts.options),
        enums=session.env.enums | ({WAITING: _waiting(abilities)} if ordered else {}),
        components=kinds,
        places=session.env.places,
        variables=variables,
        values=[*all_of("value"), *bans_of(session.env)],
        bodies=bodies,
        setup=setup,
        root=bodies["game"],
        abilities=abilities,
        sheets={key[1]: session.done[key].what for key in _keys(session, "scoring")},
        ends=tuple(all_of("end")),
        longest=tuple(all_of("limits")),
        checks=tuple(all_of("checks")),
        fingerprint=facts.fingerprint,
        windows=tuple(all_of("window")),
        ordered=WAITING if ordered else None,
        kinds=action_kinds,
    )


def _waiting(abilities: list[Ability]) -> Enum:
    """All abilities by names that tell them apart: those of rows are called like the rows."""
    names: list[str] = []
    for ability in abilities:
        name = ability.row or ability.name
        number = sum(1 for other in names if other.partition(" ")[0] == name)
        names.append(f"{name} {number + 1}" if number else name)
    span = abilities[0].span if abilities else None
    assert span is not None
    return Enum(WAITING, tuple(names), span)


def _keys(session: Session, kind: str) -> list[Key]:
    return [key for key in session.items if key[0] == kind]
