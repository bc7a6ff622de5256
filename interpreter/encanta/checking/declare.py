"""The first pass: collects what a rulebook declares, so that texts can name things in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from encanta.checking import meaning_codes as codes
from encanta.checking import structure_codes
from encanta.checking.declare_melds import declare_melds
from encanta.checking.declare_parts import (
    OWN_PART,
    lend_symbols,
    read_active,
    read_back,
    read_effects,
    read_foe,
    read_for_everyone,
    read_symbols,
)
from encanta.checking.declare_types import add_enum, read_enumeration, read_parameters, read_type
from encanta.checking.environment import (
    GAME,
    PLAYER,
    SIDE,
    BodySign,
    ComponentSign,
    Declared,
    Environment,
    EventSign,
    PaymentSign,
    ValueSign,
    VariableSign,
)
from encanta.checking.facts import Facts
from encanta.checking.model import EFFECT, FLAG, INTEGER, Const, Enum, Place, Property, Type, Variable, set_of
from encanta.checking.model import PLAYER as PLAYER_TYPE
from encanta.checking.reading import Text, Unreadable, Work
from encanta.checking.tree import entries, is_yes, scalars, text_under, under, words
from encanta.checking.types import ERROR
from encanta.language import ast
from encanta.language.parser import Vocabulary
from encanta.language.words import plural
from encanta.text.diagnostic import error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Scalar, Sequence

BODIES = (("phases", "phase"), ("procedures", "procedure"), ("actions", "action"), ("kinds", "kind"))
FORMS = {"pile of": "pile", "set of": "set", "row of": "row", "spot for": "spot"}
_MOST_NUMBERS = 100
_MAX_KEPT = 16
_kept: dict[tuple[tuple[object, ...], tuple[Declared, ...]], Environment] = {}


def environment(tree: Mapping, cards: Mapping | None, facts: Facts) -> Environment:
    """What the rulebook declares. Trees that declare the same with the same texts share one environment."""
    firm, loose = _firm(tree, cards, facts), _loose(tree)
    found = _kept.get((firm, loose))
    if found is None:
        found = declare(tree, cards, facts)
        found.firm, found.loose = firm, frozenset(loose)
        while len(_kept) >= _MAX_KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[firm, loose] = found
    return found


def _firm(tree: Mapping, cards: Mapping | None, facts: Facts) -> tuple[object, ...]:
    """Everything that `declare` reads of kinds and places, on which the meaning of any text may depend."""
    parts: list[object] = [(o.name, o.kind, o.members) for o in facts.options.values()]
    parts.extend(scalars(tree.get("types")))
    parts.extend(scalars(tree.get("melds")))
    parts.extend(scalars(tree.get("places")))
    for component in entries(tree.get("components")):
        parts.append(component.key)
        parts.append(under(component.value, "marker"))
        for key in ("has", "symbols", "parts", "copies", "copy"):
            parts.extend(scalars(under(component.value, key)))
    for rows in entries(cards):
        parts.append(rows.key)
        parts.extend(row.key for row in entries(rows.value))
    for entry in entries(tree.get("milestones")):
        parts += [entry.key, under(entry.value, "each")]
    return tuple(parts)


def _loose(tree: Mapping) -> tuple[Declared, ...]:
    """Everything that `declare` reads of things that only matter where they are named."""
    parts: list[Declared] = []
    for section in ("state", "values", "events"):
        for group in entries(tree.get(section)):
            for entry in entries(group.value):
                type = text_under(entry.value, "type", "type") if section == "state" else None
                type = text_under(entry.value, "against") if section == "values" else type
                parts.append((section, group.key, entry.key, type))
                one = text_under(entry.value, "one") if section == "state" else None
                if one is not None:
                    parts.append(("unit", one, entry.key, None))
                gains = text_under(entry.value, "gains last") if section == "values" else None
                if gains is not None:
                    parts.append(("gains", gains, entry.key, None))
    for section in ("payments", *(section for section, _ in BODIES)):
        parts.extend((section, None, entry.key, None) for entry in entries(tree.get(section)))
    return tuple(parts)


def declare(tree: Mapping, cards: Mapping | None, facts: Facts) -> Environment:
    """Reads every declaration as far as names and types go; what is wrong lies in `found` of the result."""
    env = Environment(options=dict(facts.options))
    work = Work()
    _types(env, work, tree)
    _components(env, work, tree, cards)
    declare_melds(env, work, tree)
    _places(env, work, tree)
    _state(env, work, tree)
    _milestones(env, work, tree)
    env.close()
    _values(env, work, tree)
    _payments(env, work, tree)
    _bodies(env, work, tree)
    _homes(env, work)
    env.found = work.found
    return env


# ------------------------------------------------------------------------------------------------- kinds


def _types(env: Environment, work: Work, tree: Mapping) -> None:
    for entry in entries(tree.get("types")):
        name, node = entry.key.text, entry.value
        if isinstance(node, Sequence):
            add_enum(env, name, [item for item in node if isinstance(item, Scalar)], entry.key.span)
        elif isinstance(node, Scalar):
            env.aliases[name] = _leaf_type(env, work, node, entry.key)
            _range(env, node, entry.key)


def _range(env: Environment, leaf: Scalar, key: Scalar) -> None:
    """A range with both ends is an enumeration of its numbers too."""
    try:
        form: ast.TypeForm = Text(leaf, Work()).parse("type", Vocabulary())
    except Unreadable:
        return
    low, high = form.low, form.high
    if form.kind == "range" and low is not None and high is not None and high - low < _MOST_NUMBERS:
        env.ranges[key.text] = (low, high)
        env.enums.setdefault(key.text, Enum(key.text, tuple(str(n) for n in range(low, high + 1)), key.span))


def _components(env: Environment, work: Work, tree: Mapping, cards: Mapping | None) -> None:
    for entry in entries(tree.get("components")):
        rows = cards.get(entry.key.text) if cards is not None else None
        name, marker = entry.key.text, text_under(entry.value, "marker")
        alike = marker is not None or text_under(entry.value, "copies") is not None
        names = frozenset(row.key.text for row in entries(rows)) | ({name} if alike else set())
        number = int(marker.text) if marker is not None and marker.text.isdigit() else 0
        parts = tuple(word.text for word in words(entry.value, "parts"))
        if not parts and text_under(entry.value, "copy") is not None:
            parts = (OWN_PART,)
        env.components[name] = ComponentSign(name, {}, names, entry.key.span, number, parts)
        for has in entries(under(entry.value, "has")):
            leaf = text_under(has.value, "type", "type")
            if leaf is not None:
                read_enumeration(env, Text(leaf, work), has.key)
    for entry in entries(tree.get("components")):
        sign = env.components[entry.key.text]
        for has in entries(under(entry.value, "has")):
            prop = _property(env, work, sign, has)
            sign.properties[prop.name] = prop
            if prop.type.of == EFFECT:
                read_effects(env, sign, prop)
        read_symbols(env, work, sign, entry)
        env.things.setdefault(sign.name, {}).update((n, p) for n, p in sign.properties.items() if "." not in n)
        read_back(env, work, sign)
    for entry in entries(tree.get("components")):
        lend_symbols(env, tree, entry)


def _property(env: Environment, work: Work, sign: ComponentSign, has: Entry) -> Property:
    leaf = text_under(has.value, "type", "type")
    type = _leaf_type(env, work, leaf, has.key)
    for_reader = type.kind == "formula"
    if for_reader:
        type = replace(INTEGER, optional=type.optional)
    return Property(
        sign.name,
        has.key.text,
        type,
        has.key.span,
        is_yes(has.value, "on the back"),
        for_reader,
        nobodys=text_under(has.value, "used by") is not None,
    )


def _leaf_type(env: Environment, work: Work, leaf: Scalar | None, key: Scalar) -> Type:
    if leaf is None:
        return ERROR
    text = Text(leaf, work)
    try:
        form: ast.TypeForm = text.parse("type", Vocabulary())
    except Unreadable:
        return ERROR
    return read_type(env, text, form, key.text)


# ------------------------------------------------------------------------------------------------ things


def _places(env: Environment, work: Work, tree: Mapping) -> None:
    for entry in entries(tree.get("places")):
        place = _place(env, work, entry)
        if place is None:
            env.broken.update((entry.key.text, plural(entry.key.text)))
            continue
        env.places[place.name] = place
        env.things.setdefault(place.each or GAME, {}).setdefault(place.name, place)


def _place(env: Environment, work: Work, entry: Entry) -> Place | None:
    key = next((k for k in FORMS if under(entry.value, k) is not None), None)
    component = text_under(entry.value, key) if key is not None else None
    each = text_under(entry.value, "each")
    if key is None or component is None:
        return None
    if component.text not in env.components:
        _unknown(work, component, "no kind of component", env.components)
        return None
    known = ["player", "side", *env.enums]
    if each is not None and each.text not in known:
        _unknown(work, each, "neither player nor side nor an enumeration", known)
        return None
    form = FORMS[key]
    seen = text_under(entry.value, "seen by")
    return Place(
        name=entry.key.text,
        form=form,
        component=component.text,
        each=each.text if each is not None else None,
        seen_by=seen.text if seen is not None else "everyone",
        home=is_yes(entry.value, "home"),
        capacity=Const(INTEGER, entry.key.span, 1) if form == "spot" else None,
        span=entry.key.span,
        active=read_active(work, env.components[component.text], form, under(entry.value, "active")),
        for_everyone=read_for_everyone(work, entry.value, each),
    )


def _unknown(work: Work, word: Scalar, is_what: str, known: object) -> None:
    names = list(known) if isinstance(known, (list, dict)) else []
    near = nearest(word.text, names)
    help = f"did you mean `{near}`?" if near else None
    work.found.append(error(codes.UNKNOWN_NAME, f"`{word.text}` is {is_what} of this rulebook", word.span, help=help))


def first_word(key: str) -> str:
    """The name in a header or a signature."""
    return next(iter(key.replace("(", " ", 1).split()), key)


def _homes(env: Environment, work: Work) -> None:
    """Each kind of component lies in exactly one place before the set-up."""
    for component in env.components.values():
        homes = [p for p in env.places.values() if p.component == component.name and p.home]
        if not homes and not env.broken:
            message = f"no place is the home of every `{component.name}`"
            help = "mark the place where they lie before the set-up with `home: yes`"
            work.found.append(error(codes.HOME_PLACE, message, component.span, help=help))
        for place in homes[1:]:
            message = f"`{homes[0].name}` is the home of every `{component.name}` already"
            work.found.append(error(codes.HOME_PLACE, message, place.span, help="leave `home: yes` in one of the two"))


def _state(env: Environment, work: Work, tree: Mapping) -> None:
    for _, entry in _grouped(tree, "state"):
        leaf = text_under(entry.value, "type", "type")
        if leaf is not None:
            read_enumeration(env, Text(leaf, work), entry.key)
    for owner, entry in _grouped(tree, "state"):
        type = _leaf_type(env, work, text_under(entry.value, "type", "type"), entry.key)
        sign = VariableSign(entry.key.text, owner, type, entry.key.span)
        env.things.setdefault(owner, {}).setdefault(sign.name, sign)
        one = text_under(entry.value, "one")
        if one is not None:
            _unit(env, work, sign, one)


def _unit(env: Environment, work: Work, sign: VariableSign, one: Scalar) -> None:
    """A variable that is counted in units of its own name."""
    if sign.owner not in (PLAYER, SIDE) or sign.type.kind not in ("integer", "error"):
        message = f"`{sign.name}` is not a number of a player or a side, so nobody takes or gives it"
        help = "units are numbers declared under `state: player` or `state: side`"
        work.found.append(error(codes.WRONG_TYPE, message, one.span, help=help))
    for word in (one.text, sign.name):
        env.units.setdefault(word, sign)


def _milestones(env: Environment, work: Work, tree: Mapping) -> None:
    """Who has claimed what: a flag of players, or for each of a kind of component the `claimants` of it."""
    for entry in entries(tree.get("milestones")):
        each, span = text_under(entry.value, "each"), entry.key.span
        if each is not None and each.text not in env.components:
            _unknown(work, each, "no kind of component", list(env.components))
            env.broken.update((entry.key.text, "claimants"))
            continue
        owner, name = (PLAYER, entry.key.text) if each is None else (each.text, "claimants")
        type = FLAG if each is None else set_of(PLAYER_TYPE)
        made = Variable(name, type, owner, None, None, (), None, span)
        sign = VariableSign(name, owner, type, span, made)
        if env.things.setdefault(owner, {}).setdefault(name, sign) is not sign and each is not None:
            message = f"each `{owner}` has `claimants` already"
            help = "one milestone for a kind tells them apart in its `met`"
            work.found.append(error(structure_codes.NAME_TWICE, message, each.span, help=help))


def _grouped(tree: Mapping, section: str) -> Iterator[tuple[str, Entry]]:
    """The entries of a section together with whose they are."""
    for group in entries(tree.get(section)):
        for entry in entries(group.value):
            yield group.key.text, entry


def _values(env: Environment, work: Work, tree: Mapping) -> None:
    for owner, entry in _grouped(tree, "values"):
        head = _header(env, work, entry.key, "signature")
        if head is not None:
            parameters = read_parameters(env, Text(entry.key, work), head)
            foe = read_foe(env, work, text_under(entry.value, "against"))
            gained = _gained(head.name, owner, text_under(entry.value, "gains last"), entry.key)
            sign = ValueSign(head.name, owner, parameters, entry.key.span, foe, gained)
            env.things.setdefault(owner, {}).setdefault(head.name, sign)
    _events(env, work, tree)


def _gained(name: str, owner: str, phase: Scalar | None, key: Scalar) -> VariableSign | None:
    """What remembers the gains of a value to the end of a phase; no name of a rulebook can have a blank in it."""
    if phase is None or owner not in (GAME, PLAYER, SIDE):
        return None
    kind = None if owner == GAME else owner
    made = Variable(f"gained {name}", INTEGER, kind, None, phase.text, (), None, key.span)
    return VariableSign(made.name, owner, INTEGER, key.span, made)


def _events(env: Environment, work: Work, tree: Mapping) -> None:
    for owner, entry in _grouped(tree, "events"):
        head = _header(env, work, entry.key, "signature")
        if head is not None:
            parameters = read_parameters(env, Text(entry.key, work), head)
            env.events.setdefault(head.name, EventSign(head.name, owner, parameters, entry.key.span))


def _payments(env: Environment, work: Work, tree: Mapping) -> None:
    for entry in entries(tree.get("payments")):
        head = _header(env, work, entry.key, "signature")
        if head is not None:
            parameters = read_parameters(env, Text(entry.key, work), head)
            sign = PaymentSign(head.name, parameters, entry.key.text, entry.key.span)
            env.payments.setdefault(head.name, sign)


# ------------------------------------------------------------------------------------------------ bodies


def _bodies(env: Environment, work: Work, tree: Mapping) -> None:
    for section, kind in BODIES:
        for entry in entries(tree.get(section)):
            head = _header(env, work, entry.key, "header")
            parameters = read_parameters(env, Text(entry.key, work), head) if head is not None else ()
            name = head.name if head is not None else first_word(entry.key.text)
            sign = BodySign(kind, name, parameters, entry.key.text, entry.key.span, head is None)
            env.bodies.setdefault(name, sign)
    verbs = frozenset(b.name for b in env.bodies.values() if b.kind in ("procedure", "action"))
    env.kinds = frozenset(b.name for b in env.bodies.values() if b.kind == "kind")
    env.vocabulary = Vocabulary(verbs, frozenset(env.units))


def _header(env: Environment, work: Work, key: Scalar, start: str) -> ast.Header | None:
    try:
        head: ast.Header = Text(key, work).parse(start, Vocabulary())
    except Unreadable:
        env.broken.add(first_word(key.text))
        return None
    return head


def group_nodes(tree: Mapping, section: str) -> list[tuple[str, Entry]]:
    """The entries of `state`, `values`, `events` or `abilities`, each with whose it is."""
    return list(_grouped(tree, section))


def forget() -> None:
    """Drops what is kept of rulebooks read so far, as a long-running program may want to."""
    _kept.clear()
