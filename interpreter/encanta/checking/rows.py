"""Reading the rows of card files: values, effects, abilities, and how many there are of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.abilities import ability_of
from encanta.checking.declare_parts import effect_name
from encanta.checking.environment import ComponentSign
from encanta.checking.facts import Facts
from encanta.checking.formulas import Leaf
from encanta.checking.items import Item
from encanta.checking.kinds import read_actions
from encanta.checking.locals import report_unused
from encanta.checking.model import (
    EFFECT,
    FLAG,
    INTEGER,
    NOTHING,
    PLAYER,
    Component,
    Effect,
    Local,
    Property,
    Row,
    Type,
)
from encanta.checking.options import static_value
from encanta.checking.parts import braces
from encanta.checking.printed import read_braces, read_copy, read_printed
from encanta.checking.reading import Work
from encanta.checking.row_names import printed_name
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block
from encanta.checking.static import Known
from encanta.checking.tree import entries, scalar, several, text_under, under
from encanta.checking.types import component_type, describe, enum_type
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar

if TYPE_CHECKING:
    from encanta.checking.session import Session


_LISTED = 16
"""The members of a larger enumeration are not all listed in a message."""


def read_row(session: Session, item: Item, work: Work) -> Row | None:
    """One row; how many copies there are of it is found out for each setting anew."""
    component = session.env.components.get(item.key[1])
    if component is None:
        return None
    key, node = item.entry.key, item.entry.value
    row = Row(key.text, 1, {}, {}, [], "", key.span, title=printed_name(key))
    for entry in entries(node):
        prop = component.properties.get(entry.key.text)
        if prop is not None and not prop.symbol:
            _property(session, work, row, prop, entry)
    for printed in braces(component, item.entry):
        read_braces(session, work, row, component, printed)
    row.actions.extend(read_actions(session, work, row, component, item.entry))
    for prop in component.properties.values():
        if not prop.symbol:
            _complete(session, work, row, prop)
    text = text_under(node, "text")
    row.text = text.text if text is not None else ""
    for entry in entries(under(node, "abilities")):
        own = Work()
        row.abilities.append(ability_of(session, entry, own, component.name, row.name))
        work.found.extend(own.found)
    return row


def _property(session: Session, work: Work, row: Row, prop: Property, entry: Entry) -> None:
    if prop.type.kind == "effect":
        _effect(session, work, row, prop, entry)
    elif prop.type.kind == "map" and prop.type.of == EFFECT:
        _effects(session, work, row, prop, entry)
    elif prop.for_reader:
        _formula(session, work, row, prop, entry)
    else:
        _set(session, work, row, prop, entry)


def _complete(session: Session, work: Work, row: Row, prop: Property) -> None:
    """What a row does not say: a flag is no, a set is empty; of the rest it may leave out what is optional."""
    if prop.name in row.values or prop.name in row.effects or prop.type.optional or prop.type.kind == "error":
        return
    if prop.name in row.printed or prop.type.of == EFFECT:
        return
    if prop is session.env.components[prop.component].backs:
        # The copies of a row say it.
        row.values[prop.name] = NOTHING
        return
    if prop.type.kind in ("flag", "set"):
        row.values[prop.name] = 0
        return
    if prop.type.kind == "map":
        row.maps.setdefault(prop.name, (0,) * len(session.env.members(prop.type.name or "")))
        return
    message = f"`{row.name}` does not say its `{prop.name}`"
    help = f"add `{prop.name}`, or declare it as `optional`"
    work.found.append(error(codes.MISSING_PROPERTY, message, row.span, help=help))
    row.values[prop.name] = NOTHING


# ---------------------------------------------------------------------------------------------- values


def _set(session: Session, work: Work, row: Row, prop: Property, entry: Entry) -> None:
    node, type = entry.value, prop.type
    if type.kind == "map":
        row.maps[prop.name] = _map(session, work, prop, node)
        return
    if type.kind == "set" and type.of is not None:
        mask = 0
        for item in several(node):
            member = _value(session, work, prop, type.of, item)
            mask |= 1 << member if member is not None else 0
        row.values[prop.name] = mask
        return
    texts = several(node)
    if len(texts) != 1 or not isinstance(node, Scalar):
        message = f"one value of `{prop.name}` is needed"
        work.found.append(error(codes.WRONG_TYPE, message, node.span))
        row.values[prop.name] = NOTHING
        return
    value = _value(session, work, prop, type, texts[0])
    row.values[prop.name] = NOTHING if value is None else value


def _map(session: Session, work: Work, prop: Property, node: Node) -> tuple[int, ...]:
    """A number for each member of an enumeration: `{red: 2, blue: 1}`; those that are not named have 0."""
    members = session.env.members(prop.type.name or "")
    numbers = dict.fromkeys(members, 0)
    if not isinstance(node, Mapping):
        message = f"`{prop.name}` has a number for each {prop.type.name}"
        example = f"write `{{{members[0] if members else '...'}: 1}}`"
        work.found.append(error(codes.WRONG_TYPE, message, node.span, help=example))
    for item in entries(node):
        key, text = item.key, scalar(item.value)
        if key.text not in numbers:
            near = nearest(key.text, members)
            help = f"did you mean `{near}`?" if near else f"it is one of {', '.join(members)}"
            message = f"`{key.text}` is not {describe(enum_type(prop.type.name or ''), session.env.members)}"
            Leaf(key, work, session).wrong(codes.WRONG_TYPE, message, (0, len(key.text)), help, near)
        elif text is not None:
            numbers[key.text] = _value(session, work, prop, INTEGER, text) or 0
    return tuple(numbers.values())


def _value(session: Session, work: Work, prop: Property, type: Type, text: Scalar) -> int | None:
    """A printed value as an integer; None if it is none (then that is reported)."""
    if type.kind == INTEGER.kind and text.kind == "integer":
        return int(text.text)
    if type.kind == FLAG.kind and text.text in ("yes", "no"):
        return int(text.text == "yes")
    members = session.env.members(type.name or "") if type.kind == "enum" else ()
    if text.text in members:
        return members.index(text.text)
    if type.optional and text.text == "nothing":
        return NOTHING
    if type.kind == "error":
        return None
    near = nearest(text.text, members)
    listed = f"it may be {', '.join(f'`{name}`' for name in members)}" if 0 < len(members) <= _LISTED else None
    help = f"did you mean `{near}`?" if near else listed
    message = f"`{text.text}` is not {describe(type, session.env.members)}, and `{prop.name}` is"
    Leaf(text, work, session).wrong(codes.WRONG_TYPE, message, (0, len(text.text)), help, near)
    return None


def _formula(session: Session, work: Work, row: Row, prop: Property, entry: Entry) -> None:
    """A number, or a formula that whoever reads it works out: `you` is the reader, `this` the component."""
    text = scalar(entry.value)
    if text is not None and text.kind == "integer":
        row.values[prop.name] = int(text.text)
    elif text is not None:
        read_printed(session, work, row, prop, None, None, text)
    else:
        work.found.append(error(codes.WRONG_TYPE, f"one formula for `{prop.name}` is needed", entry.value.span))
        row.values[prop.name] = NOTHING


def _effects(session: Session, work: Work, row: Row, prop: Property, entry: Entry) -> None:
    """An effect for each member of an enumeration; those that are not named have none."""
    members = session.env.members(prop.type.name or "")
    if not isinstance(entry.value, Mapping):
        message = f"`{prop.name}` has an effect for each {prop.type.name}"
        example = f"write `{{{members[0] if members else '...'}: ...}}`"
        work.found.append(error(codes.WRONG_TYPE, message, entry.value.span, help=example))
    for inner in entries(entry.value):
        key = inner.key
        if key.text in members:
            effect = _block(session, work, prop, inner)
            if effect is not None:
                row.effects[effect_name(prop.name, key.text)] = effect
            continue
        near = nearest(key.text, members)
        help = f"did you mean `{near}`?" if near else f"it is one of {', '.join(members)}"
        message = f"`{key.text}` is not {describe(enum_type(prop.type.name or ''), session.env.members)}"
        Leaf(key, work, session).wrong(codes.WRONG_TYPE, message, (0, len(key.text)), help, near)


def _effect(session: Session, work: Work, row: Row, prop: Property, entry: Entry) -> None:
    effect = _block(session, work, prop, entry)
    if effect is not None:
        row.effects[prop.name] = effect


def _block(session: Session, work: Work, prop: Property, entry: Entry) -> Effect | None:
    """A block that somebody carries out: `you` does it, `this` is the component."""
    text = text_under(entry.value, "do", "do")
    if text is None:
        return None
    own = Work()
    own.locals.update(you=PLAYER, this=component_type(prop.component))
    leaf = Leaf(text, own, session)
    you = Local(PLAYER, entry.key.span, "you")
    printed = Scope(None if prop.nobodys else you)
    printed.bind("this", Local(component_type(prop.component), entry.key.span, "this"))
    scope = printed.child(you)
    effect = Effect(read_block(leaf, scope.child()), entry.key.span)
    report_unused(leaf)
    work.found.extend(own.found)
    return effect


# ---------------------------------------------------------------------------------------------- copies


def components(
    session: Session, tree: Mapping, cards: Mapping | None, facts: Facts, found: list[Diagnostic]
) -> dict[str, Component]:
    """All components with their rows, as many of each as these settings ask for."""
    known = Known(facts.players, facts.settings, facts.options, len(facts.sides))
    result: dict[str, Component] = {}
    for sign in session.env.components.values():
        decks = _number(_declared(tree, sign.name, "decks"), known, found)
        rows: list[Row] = []
        alike = _declared(tree, sign.name, "copies")
        if sign.marker or alike is not None:
            count = sign.marker or _number(alike, known, found)
            rows = [_alike(session, tree, sign, decks * count, found)]
        for entry in entries(cards.get(sign.name) if cards is not None else None):
            row: Row | None = session.ask(("row", sign.name, entry.key.text), read_row)
            if row is not None:
                rows += _copies(session, sign, row, under(entry.value, "copies"), decks, known, found)
        result[sign.name] = Component(sign.name, sign.properties, rows, sign.span, sign.parts)
    return result


def _alike(session: Session, tree: Mapping, sign: ComponentSign, count: int, found: list[Diagnostic]) -> Row:
    """The only row of a kind of which all are alike."""
    row = Row(sign.name, count, {}, {}, [], "", sign.span, title=sign.name)
    text = scalar(_declared(tree, sign.name, "copy"))
    if text is not None:
        work = Work()
        row.copying.extend(read_copy(session, work, sign.name, sign.parts[0], None, text))
        found.extend(work.found)
    return row


def _copies(
    session: Session,
    sign: ComponentSign,
    row: Row,
    node: Node | None,
    decks: int,
    known: Known,
    found: list[Diagnostic],
) -> list[Row]:
    """A row as often as it is there: one for each back that its copies have, if they differ."""
    if not isinstance(node, Mapping):
        return [replace(row, copies=decks * _number(node, known, found))]
    if sign.backs is None:
        if any(entry.key.text != "all" for entry in node):
            message = f"the copies of `{row.title}` cannot differ: no enumeration of `{sign.name}` is on the back"
            help = "mark the property by which they differ with `on the back: yes`"
            found.append(error(codes.WRONG_TYPE, message, node.span, help=help))
        return [replace(row, copies=decks * _number(under(node, "all"), known, found))]
    members = session.env.members(sign.backs.type.name or "")
    rows = []
    for entry in node:
        if entry.key.text not in members:
            near = nearest(entry.key.text, members)
            help = f"did you mean `{near}`?" if near else f"it is one of {', '.join(members)}"
            message = f"`{entry.key.text}` is no back of `{sign.name}`"
            found.append(error(codes.WRONG_TYPE, message, entry.key.span, help=help))
            continue
        values = {**row.values, sign.backs.name: members.index(entry.key.text)}
        rows.append(replace(row, copies=decks * _number(entry.value, known, found), values=values))
    return rows


def _declared(tree: Mapping, component: str, key: str) -> Node | None:
    return under(under(tree.get("components"), component), key)


def _number(node: Node | None, known: Known, found: list[Diagnostic]) -> int:
    if not isinstance(node, Scalar):
        return 1
    value = static_value(node, known)
    if isinstance(value, int):
        return max(value, 0)
    found.extend(value)
    return 1


def abilities_of(components: dict[str, Component]) -> Iterator[object]:
    """The abilities of all rows."""
    for component in components.values():
        for row in component.rows:
            yield from row.abilities
