"""Reading the rows of card files: values, effects, abilities, and how many there are of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.abilities import ability_of
from encanta.checking.environment import ComponentSign
from encanta.checking.facts import Facts
from encanta.checking.formulas import Leaf
from encanta.checking.items import Item
from encanta.checking.locals import report_unused
from encanta.checking.model import FLAG, INTEGER, NOTHING, PLAYER, Component, Effect, Local, Property, Row, Type
from encanta.checking.options import static_value
from encanta.checking.reading import Work
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

OWN_KEYS = frozenset({"copies", "text", "about", "source", "ruling", "assumed", "abilities", "name"})


def read_row(session: Session, item: Item, work: Work) -> Row | None:
    """One row; how many copies there are of it is found out for each setting anew."""
    component = session.env.components.get(item.key[1])
    if component is None:
        return None
    key, node = item.entry.key, item.entry.value
    row = Row(key.text, 1, {}, {}, [], "", key.span)
    for entry in entries(node):
        name = entry.key.text
        prop = component.properties.get(name)
        if prop is not None and prop.type.kind == "effect":
            _effect(session, work, row, prop, entry)
        elif prop is not None:
            _set(session, work, row, prop, entry)
        elif name not in OWN_KEYS:
            _unknown(session, work, component, entry.key)
    for prop in component.properties.values():
        _complete(session, work, row, prop)
    text = text_under(node, "text")
    row.text = text.text if text is not None else ""
    for entry in entries(under(node, "abilities")):
        own = Work()
        row.abilities.append(ability_of(session, entry, own, component.name, row.name))
        work.found.extend(own.found)
    return row


def _unknown(session: Session, work: Work, component: ComponentSign, key: Scalar) -> None:
    near = nearest(key.text, [*component.properties, *OWN_KEYS])
    help = f"did you mean `{near}`?" if near else f"properties stand under `components: {component.name}: has`"
    message = f"`{key.text}` is no property of {_article(component.name)}"
    Leaf(key, work, session).wrong(codes.UNKNOWN_NAME, message, (0, len(key.text)), help, near)


def _article(name: str) -> str:
    return describe(component_type(name), lambda _: ())


def _complete(session: Session, work: Work, row: Row, prop: Property) -> None:
    """What a row does not say: a flag is no, a set is empty; of the rest it may leave out what is optional."""
    if prop.name in row.values or prop.name in row.effects or prop.type.optional or prop.type.kind == "error":
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
    help = f"did you mean `{near}`?" if near else None
    message = f"`{text.text}` is not {describe(type, session.env.members)}, and `{prop.name}` is"
    Leaf(text, work, session).wrong(codes.WRONG_TYPE, message, (0, len(text.text)), help, near)
    return None


def _effect(session: Session, work: Work, row: Row, prop: Property, entry: Entry) -> None:
    """A block that somebody carries out: `you` does it, `this` is the component."""
    text = text_under(entry.value, "do", "do")
    if text is None:
        return
    own = Work()
    own.locals.update(you=PLAYER, this=component_type(prop.component))
    leaf = Leaf(text, own, session)
    scope = Scope(Local(PLAYER, entry.key.span, "you"))
    scope.bind("this", Local(component_type(prop.component), entry.key.span, "this"))
    row.effects[prop.name] = Effect(read_block(leaf, scope.child()), entry.key.span)
    report_unused(leaf)
    work.found.extend(own.found)


# ---------------------------------------------------------------------------------------------- copies


def components(
    session: Session, tree: Mapping, cards: Mapping | None, facts: Facts, found: list[Diagnostic]
) -> dict[str, Component]:
    """All components with their rows, as many of each as these settings ask for."""
    known = Known(facts.players, facts.settings, facts.options, len(facts.sides))
    result: dict[str, Component] = {}
    for sign in session.env.components.values():
        decks = _number(_decks(tree, sign.name), known, found)
        rows = [Row(sign.name, decks * sign.marker, {}, {}, [], "", sign.span)] if sign.marker else []
        for entry in entries(cards.get(sign.name) if cards is not None else None):
            row: Row | None = session.ask(("row", sign.name, entry.key.text), read_row)
            if row is not None:
                rows.append(replace(row, copies=decks * _number(under(entry.value, "copies"), known, found)))
        result[sign.name] = Component(sign.name, sign.properties, rows, sign.span)
    return result


def _decks(tree: Mapping, component: str) -> Node | None:
    return under(under(tree.get("components"), component), "decks")


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
