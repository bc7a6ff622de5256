"""Looks at what is offered and what is refused."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.kinds import THIS
from encanta.checking.structure_codes import WRONG_KIND
from encanta.machine.bits import members
from encanta.scenarios.forms import Line
from encanta.scenarios.moves import Act, Move, Pass, read_move
from encanta.scenarios.performing import Form, Refused, TooMany, forms_of, perform, told
from encanta.scenarios.session import Session
from encanta.scenarios.things import NoSuchChoice, Thing, element, fits, names_of, pick, pick_set, read_things
from encanta.scenarios.words import Unclear, unclear
from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

_MOST_SHOWN = 40
_MOST_COMPARED = 5000
_MANY = " (in many forms)"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as expected. `instead` is what could be written in its place, as YAML; None: nothing.

    `refused` is the move, if one is refused for another reason than expected.
    """

    what: str
    expected: str
    actual: str
    span: Span
    instead: str | None = None
    refused: Move | None = None


def offered(session: Session, seat: int, node: Node) -> Difference | None:
    """What differs between the offer to a seat and what is expected. Raises Unclear."""
    what = f"offered to P{seat + 1}"
    if session.seat != seat:
        asked = "nobody" if session.over else f"P{session.seat + 1}"
        return Difference(what, _written(node), f"nothing, {asked} is asked", node.span)
    if isinstance(node, Scalar) and node.text.startswith("count "):
        count = f"count {_how_many(session)}"
        return None if node.text == count else Difference(what, node.text, count, node.span, count)
    items = node.items if isinstance(node, Sequence) else (node,)
    is_open = any(_is_rest(item) for item in items)
    named = [item for item in items if not _is_rest(item)]
    site = session.site
    assert site is not None, "somebody is asked"
    looks = {"action": _of_actions, "may": _of_question, "choose": _of_choice}
    good, shown = looks[site.kind](session, named, is_open)
    return None if good else Difference(what, _written(node), _list(shown), node.span, _as_yaml(shown))


def _is_rest(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text.strip() == "..."


def _written(node: Node) -> str:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{entry.key.text}: {_written(entry.value)}" for entry in node) + "}"
    return f"[{', '.join(_written(item) for item in node)}]"


def _how_many(session: Session) -> int:
    site = session.site
    if site is None or site.kind != "action":
        return len(session.options)
    return sum(
        1 if value < 0 else len(forms_of(session, _body(session, site.actions[value]))) for value in session.options
    )


def _body(session: Session, name: str) -> m.Body:
    return next(b for b in session.words.model.bodies.values() if b.kind == "action" and b.name == name)


# ---------------------------------------------------------------------------------------------- actions


def _of_actions(session: Session, items: list[Node], is_open: bool) -> tuple[bool, list[str]]:
    """Whether the moves on offer are as expected; if not, what they are."""
    site = session.site
    assert site is not None, "actions are offered"
    moves = [_read_item(session, item) for item in items]
    names = [site.actions[value] for value in session.options if value >= 0]
    passes = session.options.canonical(-1) is not None
    covered = {i: isinstance(move.what, Pass) and passes for i, move in enumerate(moves)}
    missing = passes and not any(isinstance(move.what, Pass) for move in moves)
    for name in names:
        missing |= not _covers(session, _body(session, name), moves, covered, is_open)
    good = all(covered.values()) and (is_open or not missing)
    return good, [] if good else _all_moves(session, names, passes)


def _read_item(session: Session, item: Node) -> Move:
    if isinstance(item, Mapping) and len(item) == 1 and isinstance(item.entries[0].value, Mapping):
        inner = item.entries[0]
        choices = tuple((entry.key, entry.value) for entry in inner.value) if isinstance(inner.value, Mapping) else ()
        line = Line(item.span, Scalar(item.span, f"P{session.seat + 1}"), inner.key, choices)
    elif isinstance(item, Scalar):
        line = Line(item.span, Scalar(item.span, f"P{session.seat + 1}"), item)
    else:
        raise unclear(WRONG_KIND, "an offer of actions is a list of moves", item.span)
    return read_move(session.words, line)


def _covers(session: Session, body: m.Body, moves: list[Move], covered: dict[int, bool], is_open: bool) -> bool:
    """Whether the expected moves name every form of an action; notes which of them name any."""
    mine = [(i, move.what) for i, move in enumerate(moves) if isinstance(move.what, Act) and move.what.body is body]
    bare = [i for i, what in mine if not what.choices]
    covered.update((i, True) for i in bare)
    if len(bare) == len(mine):
        return bool(bare)
    try:
        forms = forms_of(session, body)
    except TooMany:
        # Too many to compare: each expected one is tried, and the list must be an open one.
        covered.update((i, _can(session, moves[i])) for i, what in mine if what.choices)
        return is_open or bool(bare)
    everything = True
    for form in forms:
        fitting = [i for i, what in mine if _is_form(session, what, form)]
        covered.update((i, True) for i in fitting)
        everything &= bool(fitting)
    return everything


def _can(session: Session, move: Move) -> bool:
    try:
        perform(session.copy(), move)
    except Refused:
        return False
    return True


def _is_form(session: Session, what: Act, form: Form) -> bool:
    """Whether a move is a form of an action."""
    values = dict(form.choices)
    return all(
        local in values and _same(session, what.body, local, things, values[local]) for local, things in what.choices
    )


def _same(session: Session, body: m.Body, local: str, things: tuple[Thing, ...], value: int) -> bool:
    choice = next(choice for choice in body.choices if choice.local == local)
    if choice.single:
        return len(things) == 1 and fits(session.layout, session.state, things[0], value)
    elements = list(members(value))
    named = sorted((thing for thing in things if thing.mask or thing.value >= 0), key=_most_exact)
    for thing in named:
        found = next((one for one in elements if fits(session.layout, session.state, thing, one)), None)
        if found is None:
            return False
        elements.remove(found)
    return not elements


def _most_exact(thing: Thing) -> tuple[bool, bool]:
    return thing.instance is None, not thing.variables


def _all_moves(session: Session, names: list[str], passes: bool) -> list[str]:
    shown = ["pass"] if passes else []
    for name in names:
        try:
            shown.extend(form_words(session, form) for form in forms_of(session, _body(session, name)))
        except TooMany:
            shown.append(f"{name}{_MANY}")
    return list(dict.fromkeys(shown))


def form_words(session: Session, form: Form) -> str:
    """A form of an action as it would be written; the component that bears a printed one is left out."""
    types = {choice.local: _type(choice) for choice in form.body.choices}
    shown = [(local, value) for local, value in form.choices if form.body.on_row is None or local != THIS]
    values = [names_of(session.layout, types[local], value) for local, value in shown]
    if form.body.on_row is not None:
        return " with ".join([form.body.name, *values])
    return f"{form.body.name} {' with '.join(values)}".strip()


def _type(choice: m.Choice) -> m.Type:
    return element(choice.type) if choice.single else m.set_of(element(choice.type))


def _list(shown: list[str]) -> str:
    more = ["..."] if len(shown) > _MOST_SHOWN else []
    return f"[{', '.join([*shown[:_MOST_SHOWN], *more])}]"


def _as_yaml(shown: list[str]) -> str:
    """A list as it is written in a scenario: moves with commas in quotes, an action in many forms by its name."""
    words = [word.removesuffix(_MANY) for word in shown]
    return f"[{', '.join(repr(word) if ', ' in word and not word.startswith('[') else word for word in words)}]"


# --------------------------------------------------------------------------------- questions and choices


def _of_question(session: Session, items: list[Node], is_open: bool) -> tuple[bool, list[str]]:
    site = session.site
    assert site is not None, "something is asked"
    actual = {1: "use", 0: "decline"}
    named = set()
    for item in items:
        text = item.text.strip() if isinstance(item, Scalar) else ""
        verb, _, name = text.partition(" ")
        if verb not in ("use", "decline", "pass") or name not in ("", site.name):
            return False, _question_words(site.name)
        named.add("decline" if verb == "pass" else verb)
    offered_words = {actual[value] for value in session.options}
    good = named <= offered_words and (is_open or named == offered_words)
    return good, _question_words(site.name)


def _question_words(name: str) -> list[str]:
    return [f"use {name}", f"decline {name}"] if name else ["use", "decline"]


def _of_choice(session: Session, items: list[Node], is_open: bool) -> tuple[bool, list[str]]:
    site = session.site
    assert site is not None, "a choice is asked"
    type_ = session.type
    options = list(itertools.islice(session.options, _MOST_COMPARED + 1))
    named: set[int] = set()
    good = True
    for item in items:
        try:
            named |= _meant(session, type_, site.single, item, options)
        except NoSuchChoice:
            good = False
    good &= is_open or named == set(options)
    shown = [session.options.component(option) for option in options]
    return good, [_option_words(session, type_, site.single, value) for value in shown]


def _option_words(session: Session, type_: m.Type, single: bool, option: int) -> str:
    shown = names_of(session.layout, type_ if single else m.set_of(type_), option)
    return shown if single else f"[{shown}]"


def _meant(session: Session, type_: m.Type, single: bool, item: Node, options: list[int]) -> set[int]:
    """The options that an entry stands for; different ones if they have the same name."""
    if isinstance(item, Scalar) and item.text.startswith("choose "):
        item = Scalar(item.span, item.text.removeprefix("choose ").strip())
    things = read_things(session.words, type_, item)
    layout, state = session.layout, session.state
    if not single:
        return {pick_set(layout, state, session.options, things)}
    if len(things) != 1:
        raise NoSuchChoice
    found = {o for o in options if fits(layout, state, things[0], session.options.component(o))}
    if not found:
        found = {pick(layout, state, session.options, things[0])}
    return found


# --------------------------------------------------------------------------------------------- refusals


def refused(session: Session, move: Move) -> Difference | None:
    """What differs if a move is expected to be refused, perhaps for a certain reason. Nothing is changed."""
    try:
        perform(session.copy(), move)
    except Refused as refusal:
        if not move.because or move.because in refusal.reasons:
            return None
        expected, actual = f"refused because of `{move.because}`", f"refused because of {told(session, move, refusal)}"
        if move.reason_span is None:
            return Difference(move.words, expected, actual, move.span, refused=move)
        return Difference(move.words, expected, actual, move.reason_span, refusal.reasons[0], move)
    except Unclear:
        # It can be made in several ways, so it is not refused.
        pass
    expected = f"refused because of `{move.because}`" if move.because else "refused"
    return Difference(move.words, expected, "it can be done", move.span)
