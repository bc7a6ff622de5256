"""Says decisions in the words of scenarios: the line of play that means an option where it is asked."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import model as m
from encanta.machine.bits import members
from encanta.scenarios.cells import contents, of_component, place_of, row_name, start_of
from encanta.scenarios.comparing import with_variables
from encanta.scenarios.drafts import quoted
from encanta.scenarios.moves import Act, Answer, Chosen, Move, read_move
from encanta.scenarios.performing import Refused, option_for, perform
from encanta.scenarios.reading import read_line
from encanta.scenarios.session import Session
from encanta.scenarios.things import NoSuchChoice, instance_words, names_of, read_things
from encanta.scenarios.words import Unclear, Words
from encanta.text.nodes import Sequence
from encanta.text.spans import Source
from encanta.text.yaml_reader import read_yaml


class Unsayable(Exception):
    """A decision for which there are no words."""


def line_of(session: Session, value: int) -> str:
    """The line of play that takes an option here, as YAML. Raises Unsayable."""
    who = f"P{session.seat + 1}"
    for line in _lines(session, who, value):
        if meant(session, line) == value:
            return line
    raise Unsayable


def meant(session: Session, line: str) -> int | None:
    """The option that a line of play, as YAML, takes here; None if it takes none."""
    move = move_of(session.words, line)
    site = session.site
    if move is None or site is None or move.seat != session.seat:
        return None
    what = move.what
    if isinstance(what, Act):
        return site.actions.index(what.body.name) if what.body.name in site.actions else None
    if isinstance(what, Answer):
        return int(what.use)
    if not isinstance(what, Chosen):
        return 0 if site.kind == "may" else -1
    if site.kind != "choose":
        return None
    try:
        return option_for(session, read_things(session.words, session.type, what.node))
    except (Unclear, NoSuchChoice):
        return None


def move_of(words: Words, line: str) -> Move | None:
    """The move that a line of play, as YAML, is; None if it is none."""
    node, problems = read_yaml(Source("line", f"- {line}\n"))
    if problems or not isinstance(node, Sequence):
        return None
    read = read_line(node.items[0], lambda problem: None)
    try:
        return None if read is None else read_move(words, read)
    except Unclear:
        return None


def _lines(session: Session, who: str, value: int) -> Iterator[str]:
    """Lines that may mean an option, the plainest first."""
    site = session.site
    assert site is not None, "somebody is asked"
    if site.kind == "action":
        yield f"{who}: {'pass' if value < 0 else site.actions[value]}"
    elif site.kind == "may":
        verb = "use" if value else "decline"
        yield f"{who}: {verb} {site.name}".rstrip()
        yield f"{who}: {verb}"
    else:
        for things in choices(session, value):
            if not any(thing.startswith("{") for thing in things):
                yield f"{who}: choose {', '.join(things) or 'nothing'}"
            if site.name:
                yield f"{{{who}: choose, {site.name}: [{', '.join(things)}]}}"


def choices(session: Session, value: int) -> Iterator[list[str]]:
    """Ways to name what an option of the pending choice chooses, the plainest first."""
    site = session.site
    assert site is not None, "a choice is asked"
    chosen = session.options.component(value)
    elements = [chosen] if site.single else list(members(chosen))
    if session.type.kind != "component" or elements == [m.NOTHING]:
        yield [names_of(session.layout, session.type, element) for element in elements]
        return
    for name in (_row, _in_place, _with_variables, _position):
        yield [name(session, element) for element in elements]


def _row(session: Session, component: int) -> str:
    return row_name(session.layout, component)


def _in_place(session: Session, component: int) -> str:
    place = place_of(session.layout, session.state, component)
    row = row_name(session.layout, component)
    return row if place is None else f"{row} of {instance_words(session.layout, place)}"


def _with_variables(session: Session, component: int) -> str:
    values = variables_of(session, component)
    row = row_name(session.layout, component)
    if not values:
        return row
    said = ", ".join(f"{v.name}: {quoted(names_of(session.layout, v.type, value))}" for v, value in values)
    return f"{{{row}: {{{said}}}}}"


def variables_of(session: Session, component: int) -> list[tuple[m.Variable, int]]:
    """The variables of a component that are not as they begin."""
    layout = session.layout
    kind = next(kind for kind in layout.kinds.values() if kind.first <= component < kind.last)
    own = [v for v in layout.variables if v.owner == kind.component.name and v.type.kind != "map"]
    values = [(v, of_component(layout, session.state, v, component)) for v in own]
    return [(v, value) for v, value in values if value != start_of(v)]


def entry_of(session: Session, component: int) -> str:
    """A component as an entry of a place: `red`, `red with turned yes`."""
    name = row_name(session.layout, component)
    return name if component < 0 else with_variables(session.layout, name, variables_of(session, component))


def _position(session: Session, component: int) -> str:
    place = place_of(session.layout, session.state, component)
    if place is None:
        return row_name(session.layout, component)
    number = contents(session.state, place).index(component) + 1
    return f"{instance_words(session.layout, place)} {number}"


# ------------------------------------------------------------------------------------------ whole actions


def lines_of(session: Session, values: list[int]) -> list[str]:
    """Lines that make decisions one after the other; an action has its choices with it. The session plays them.

    Raises Unsayable.
    """
    found: list[str] = []
    at = 0
    while at < len(values):
        line, count = _with_choices(session, values[at:]) or (line_of(session, values[at]), 1)
        found.append(line)
        for value in values[at : at + count]:
            session.take(value)
        at += count
    return found


def _with_choices(session: Session, values: list[int]) -> tuple[str, int] | None:
    """An action with the choices that follow it in one line, and how many decisions they are; None if that fails."""
    site = session.site
    if site is None or site.kind != "action" or values[0] < 0:
        return None
    name = site.actions[values[0]]
    body = session.words.model.bodies[name]
    seat, after = session.seat, session.copy()
    after.take(values[0])
    said: list[str] = []
    for value in values[1 : 1 + len(body.choices)]:
        asked = after.site
        own = asked is not None and asked.kind == "choose" and asked.body == name and after.seat == seat
        if asked is None or not own or asked.name not in {choice.local for choice in body.choices}:
            break
        things = _things_for(after, value)
        if things is None:
            break
        said.append(f"{asked.name}: {things[0] if asked.single else '[' + ', '.join(things) + ']'}")
        after.take(value)
    line = f"{{P{seat + 1}: {name}, {', '.join(said)}}}"
    return (line, 1 + len(said)) if said and _leads_to(session, line, after) else None


def _things_for(session: Session, value: int) -> list[str] | None:
    for things in choices(session, value):
        if (
            all(things)
            and meant(session, f"{{P{session.seat + 1}: choose, {_name(session)}: [{', '.join(things)}]}}") == value
        ):
            return things
    return None


def _name(session: Session) -> str:
    site = session.site
    return "" if site is None else site.name


def _leads_to(session: Session, line: str, after: Session) -> bool:
    trial = session.copy()
    move = move_of(session.words, line)
    if move is None:
        return False
    try:
        perform(trial, move)
    except (Refused, Unclear):
        return False
    return trial.state == after.state
