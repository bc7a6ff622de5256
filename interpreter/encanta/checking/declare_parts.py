"""Declares what parts, symbols and backs components have, which parts are active where, and opponents of values."""

from __future__ import annotations

from dataclasses import replace

from encanta.checking import meaning_codes as codes
from encanta.checking import structure_codes
from encanta.checking.environment import ComponentSign, Environment, Parameter
from encanta.checking.model import EFFECT, INTEGER, Property
from encanta.checking.reading import Work
from encanta.checking.tree import several, text_under, words
from encanta.checking.types import component_type, optional, with_article
from encanta.text.diagnostic import error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar

OWN_PART = "text"
"""The part that a kind without declared parts has, if it copies others."""


def read_symbols(env: Environment, work: Work, sign: ComponentSign, entry: Entry) -> None:
    """A number for each symbol that parts may show."""
    for word in words(entry.value, "symbols"):
        if word.text in sign.properties:
            message = f"`{word.text}` is a property of `{sign.name}` already"
            work.found.append(error(structure_codes.NAME_TWICE, message, word.span, help="call the symbol otherwise"))
            continue
        sign.properties[word.text] = Property(sign.name, word.text, INTEGER, word.span, False, True, True)


def lend_symbols(env: Environment, tree: Mapping, entry: Entry) -> None:
    """A kind that copies parts of another one shows the symbols of all kinds."""
    if text_under(entry.value, "copy") is None:
        return
    own = env.things.setdefault(entry.key.text, {})
    for sign in list(env.components.values()):
        for prop in sign.properties.values():
            if prop.symbol:
                own.setdefault(prop.name, prop)


def effect_name(prop: str, member: str) -> str:
    """What the effect for one member of an enumeration is called; nothing that an author writes is called so."""
    return f"{prop}.{member}"


def read_effects(env: Environment, sign: ComponentSign, prop: Property) -> None:
    """An effect for each member of an enumeration is an effect of its own."""
    for member in env.members(prop.type.name or ""):
        name = effect_name(prop.name, member)
        sign.properties[name] = Property(sign.name, name, optional(EFFECT), prop.span)


def read_back(env: Environment, work: Work, sign: ComponentSign) -> None:
    """The one enumeration that shows on the back, by which copies of a row may differ."""
    backs = [p for p in sign.properties.values() if p.on_back and p.type.kind == "enum"]
    if backs:
        env.components[sign.name] = replace(sign, backs=backs[0])


def read_active(work: Work, sign: ComponentSign, form: str, node: Node | None) -> dict[str, tuple[str, ...]]:
    """Which parts are active of what lies on top, below, or anywhere in a place."""
    found: dict[str, tuple[str, ...]] = {}
    given = {"all": node} if not isinstance(node, Mapping) else {entry.key.text: entry.value for entry in node}
    for which, value in given.items():
        if which != "all" and form != "pile" and value is not None:
            message = "only in a pile something lies on top of others"
            help = "say `active:` and the parts, for everything in this place"
            work.found.append(error(codes.WRONG_TYPE, message, value.span, help=help))
            continue
        names: list[str] = []
        for word in several(value):
            if word.text == "all":
                names += sign.parts
            elif word.text in sign.parts:
                names.append(word.text)
            else:
                _no_part(work, word, sign)
        if names:
            found[which] = tuple(dict.fromkeys(names))
    return found


def _no_part(work: Work, word: Scalar, sign: ComponentSign) -> None:
    near = nearest(word.text, [*sign.parts, "all"])
    help = f"did you mean `{near}`?" if near else f"its parts are {', '.join(sign.parts)}"
    if not sign.parts:
        help = f"declare them: `components: {sign.name}: parts: [text, {word.text}]`"
    message = f"`{word.text}` is no part of `{sign.name}`"
    work.found.append(error(codes.UNKNOWN_NAME, message, word.span, help=help))


def read_for_everyone(work: Work, node: Node, each: Scalar | None) -> bool:
    for_ = text_under(node, "for")
    if for_ is None:
        return False
    if each is not None:
        message = f"this place is there for each {each.text}, so it cannot act for everyone"
        work.found.append(error(codes.WHOSE, message, for_.span, help="leave out `each` or `for`"))
    return each is None


def read_foe(env: Environment, work: Work, said: Scalar | None) -> Parameter | None:
    """The opponent of a value: a name, with its kind before it unless only one kind shows symbols."""
    if said is None:
        return None
    *kind, name = said.text.split() or [""]
    shown = [c.name for c in env.components.values() if any(p.symbol for p in c.properties.values())]
    kinds = shown or list(env.components)
    component = kind[0] if kind else kinds[0] if len(kinds) == 1 else ""
    if len(kind) > 1 or component not in env.components or not name.isidentifier():
        message = f"`{said.text}` does not say of what kind the opponent is"
        help = f"put it before the name: `{next(iter(env.components), 'card')} {name}`"
        work.found.append(error(codes.UNTYPED_PARAMETER, message, said.span, help=help))
        return None
    type = env.foes.setdefault(name, optional(component_type(component)))
    if type.name != component:
        message = f"`{name}` is {with_article(type.name or '')} elsewhere"
        work.found.append(error(codes.NAME_HIDES, message, said.span, help="call it otherwise here"))
    return Parameter(name, type, None)
