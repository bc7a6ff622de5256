"""What bare names mean: locals, the candidate's, yours, your side's, the game's, members, options, built-in words."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import meaning_codes as codes
from encanta.checking.environment import BUILT_IN, FOE, GAME, PLAYER, READER, SIDE, Thing, ValueSign, VariableSign
from encanta.checking.formulas import LITERALS, Leaf, failed, is_error, reads
from encanta.checking.model import (
    FLAG,
    INTEGER,
    NOTHING,
    AllOf,
    Arith,
    Const,
    Current,
    Ends,
    Expr,
    Local,
    Members,
    OptionValue,
    OwnerOf,
    Place,
    PlaceOf,
    Prop,
    Property,
    Read,
    Seat,
    Shown,
    SideOf,
    SlotOf,
    Type,
    Value,
    ValueOf,
    WhereIs,
    set_of,
)
from encanta.checking.model import PLAYER as PLAYER_TYPE
from encanta.checking.model import SIDE as SIDE_TYPE
from encanta.checking.ranges import all_of, place_of_number
from encanta.checking.scope import Scope
from encanta.checking.types import component_type, enum_type, optional, place_type, same, with_article
from encanta.language import ast
from encanta.text.nearest import nearest
from encanta.text.spans import Span

RELATIONS = ("side", "left", "right", "partner", "members", "owner", "holder", "place", "slot")


@reads(ast.Name)
def _name(leaf: Leaf, scope: Scope, node: ast.Name, want: Type | None) -> Expr:
    found = known(leaf, scope, node, want)
    return found if found is not None else unknown(leaf, scope, node.id, node.at)


def known(leaf: Leaf, scope: Scope, node: ast.Name, want: Type | None) -> Expr | None:
    """What a bare name stands for; None if nothing has the name."""
    name, span = node.id, leaf.span(node)
    if name in LITERALS:
        type, value = LITERALS[name]
        return Const(type, span, value)
    local = _local(leaf, scope, name, span, want)
    if local is not None:
        return local
    found = find_thing(leaf, scope, name)
    if found is not None:
        return use(leaf, scope, found[0], found[1], (), node)
    member = member_of(leaf, want, name, span)
    return member or _built_in(leaf, scope, node) or _any_member(leaf, name, node)


def _local(leaf: Leaf, scope: Scope, name: str, span: Span, want: Type | None) -> Expr | None:
    if name == "you" and scope.you is not None and scope.find("you") is None:
        return at_span(scope.you, span)
    binding = scope.find(name)
    if binding is None:
        return None
    if want is not None and not same(binding.expr.type, want) and member_of(leaf, want, name, span) is not None:
        return None
    binding.used = True
    return at_span(binding.expr, span)


def at_span(expr: Expr, span: Span) -> Expr:
    """The expression as said at another place."""
    if isinstance(expr, Local):
        return Local(expr.type, span, expr.name)
    if isinstance(expr, Const):
        return Const(expr.type, span, expr.value)
    return expr


def member_of(leaf: Leaf, want: Type | None, name: str, span: Span) -> Expr | None:
    """A member of the enumeration that is wanted."""
    while want is not None and want.of is not None:
        want = want.of
    if want is None or want.kind != "enum":
        return None
    members = leaf.env.members(want.name or "")
    return Const(enum_type(want.name or ""), span, members.index(name)) if name in members else None


def _any_member(leaf: Leaf, name: str, node: ast.Name) -> Expr | None:
    """A member of the only enumeration that has one of that name."""
    holders = leaf.env.holders.get(name, [])
    if len(holders) > 1:
        message = f"`{name}` may be {' or '.join(with_article(h) for h in holders)} here"
        return leaf.wrong(codes.UNCLEAR_WORD, message, node, "compare it with something of one of these kinds")
    return member_of(leaf, enum_type(holders[0]), name, leaf.span(node)) if holders else None


# -------------------------------------------------------------------------------------------- whose it is


def find_thing(leaf: Leaf, scope: Scope, name: str) -> tuple[Thing, Expr | None] | None:
    """A declared thing by its bare name, with its owner: the candidate, you, your side, or the game."""
    if name in BUILT_IN:
        return None
    for candidate in scope.candidates():
        found = owned_by(leaf, candidate, name)
        if found is not None:
            return found
    if scope.you is not None:
        found = owned_by(leaf, scope.you, name)
        if found is not None:
            return found
    thing = leaf.env.thing(GAME, name)
    return None if thing is None else (thing, None)


def owned_by(leaf: Leaf, owner: Expr, name: str) -> tuple[Thing, Expr] | None:
    """What somebody or something has under a name; a player also has what the side has."""
    kind = owner.type.kind
    if kind == "integer":
        return place_of_number(leaf.env, owner, name)
    key = owner.type.name if kind in ("component", "enum") else kind
    thing = leaf.env.thing(key or "", name)
    if thing is not None:
        return thing, owner
    if kind == PLAYER:
        thing = leaf.env.thing(SIDE, name)
        if thing is not None:
            return thing, side_of(owner, owner.span)
    return None


def side_of(player: Expr, span: Span) -> Expr:
    """The side of a player."""
    return SideOf(optional(SIDE_TYPE) if player.type.optional else SIDE_TYPE, span, player)


def use(leaf: Leaf, scope: Scope, thing: Thing, owner: Expr | None, args: tuple[Expr, ...], at: ast.Node) -> Expr:
    """Reads a declared thing of an owner; `scope` says who reads it, and against whom."""
    span = leaf.span(at)
    if isinstance(thing, ValueSign):
        return _value(leaf, scope, thing, owner, args, at)
    if isinstance(thing, Place):
        return PlaceOf(place_type(thing.component), span, thing, owner)
    if thing.type.kind == "map":
        from encanta.checking.maps import without_key

        return without_key(leaf, thing, at)
    type = optional(thing.type) if owner is not None and owner.type.optional else thing.type
    if isinstance(thing, VariableSign):
        return Read(type, span, leaf.session.variable(thing), owner)
    if owner is None:
        return failed(leaf, at)
    if thing.for_reader:
        return Shown(INTEGER if thing.symbol else type, span, thing, owner, reader_in(scope), foe_in(leaf, scope))
    return Prop(type, span, thing, owner)


def reader_in(scope: Scope) -> Expr | None:
    """The player who reads what is printed; None where no player is meant."""
    return scope.you if scope.you is not None and scope.you.type.kind == PLAYER else None


def foe_in(leaf: Leaf, scope: Scope) -> Expr | None:
    """The opponent that is meant here, if one is."""
    for name in leaf.env.foes:
        binding = scope.find(name)
        if binding is not None:
            binding.used = True
            return binding.expr
    return None


def _hidden_arguments(leaf: Leaf, scope: Scope, value: Value, at: ast.Node) -> tuple[Expr, ...] | None:
    """What a value is given besides its arguments: who reads it, and the opponent."""
    found: list[Expr] = []
    for name, type in value.parameters:
        if name == FOE:
            found.append(foe_in(leaf, scope) or Const(type, leaf.span(at), NOTHING))
        elif name == READER:
            reader = reader_in(scope)
            if reader is None:
                message = f"`{value.name}` depends on who reads it, and nobody is meant here"
                nobody(leaf, at, message)
                return None
            found.append(reader)
    return tuple(found)


def _value(leaf: Leaf, scope: Scope, sign: ValueSign, owner: Expr | None, args: tuple[Expr, ...], at: ast.Node) -> Expr:
    if len(args) != len(sign.parameters):
        names = ", ".join(p.name for p in sign.parameters)
        said = f"{sign.name}({names})" if names else sign.name
        message = f"`{said}` is given {len(args)} of {len(sign.parameters)} arguments"
        if not sign.parameters:
            message = f"`{sign.name}` takes no arguments"
        return leaf.wrong(codes.WRONG_ARGUMENTS, message, at, f"it is said `{said}`")
    value = leaf.session.value(sign)
    if value is None or is_error(*args):
        return failed(leaf, at)
    hidden = _hidden_arguments(leaf, scope, value, at)
    return failed(leaf, at) if hidden is None else ValueOf(value.type, leaf.span(at), value, owner, (*args, *hidden))


def relation(leaf: Leaf, owner: Expr, name: str, at: ast.Node) -> Expr | None:
    """What the language itself knows of somebody or something: `left of p`, `members of s`, `place of it`."""
    span, kind = leaf.span(at), owner.type.kind
    if name == "side" and kind in (PLAYER, SIDE):
        return side_of(owner, span) if kind == PLAYER else owner
    if kind == PLAYER and name in ("left", "right", "partner"):
        return Seat(optional(PLAYER_TYPE) if name == "partner" else PLAYER_TYPE, span, name, owner)
    if kind in (PLAYER, SIDE) and name == "members":
        return Members(set_of(PLAYER_TYPE), span, side_of(owner, span) if kind == PLAYER else owner)
    if kind == "component" and name == "place":
        return WhereIs(optional(place_type(owner.type.name)), span, owner)
    if kind == "component" and name == "slot":
        return SlotOf(INTEGER, span, owner)
    if kind == "component" and name in ("owner", "holder"):
        return _owner(leaf, WhereIs(optional(place_type(owner.type.name)), span, owner), at)
    if kind == "place" and name == "owner":
        return _owner(leaf, owner, at)
    return None


def _owner(leaf: Leaf, place: Expr, at: ast.Node) -> Expr:
    """The owner of a place, if all places that it may be belong to the same kind of owner."""
    if isinstance(place, PlaceOf) and place.owner is not None:
        return place.owner
    name = place.type.name
    owners = {p.each for p in leaf.env.places.values() if name in (None, p.component) and p.each is not None}
    if len(owners) != 1:
        message = "players and sides both have such places" if owners else "nobody has such places of their own"
        return leaf.wrong(codes.WHOSE, f"{message}, so `owner` is not clear here", at)
    each = owners.pop()
    plain = {PLAYER: PLAYER_TYPE, SIDE: SIDE_TYPE}
    if each in leaf.env.ranges:
        least = Const(INTEGER, leaf.span(at), leaf.env.ranges[each][0])
        index = OwnerOf(enum_type(each), leaf.span(at), place)
        return Arith(INTEGER, leaf.span(at), "+", index, least)
    return OwnerOf(optional(plain.get(each or "") or enum_type(each or "")), leaf.span(at), place)


# ---------------------------------------------------------------------------------------- built-in words


def _built_in(leaf: Leaf, scope: Scope, node: ast.Name) -> Expr | None:
    name, span = node.id, leaf.span(node)
    if name in leaf.env.options:
        return option_value(leaf, name, span)
    if name == "players":
        return AllOf(set_of(PLAYER_TYPE), span)
    if name == "sides":
        return AllOf(set_of(SIDE_TYPE), span)
    if name == "current":
        return Current(optional(PLAYER_TYPE), span)
    if name in RELATIONS:
        for owner in [*scope.candidates(), *([scope.you] if scope.you is not None else [])]:
            found = relation(leaf, owner, name, node)
            if found is not None:
                return found
    return _plural(leaf, name, span)


def option_value(leaf: Leaf, name: str, span: Span) -> Expr:
    """How an option is set."""
    kind = leaf.env.options[name].kind
    type = {"integer": INTEGER, "flag": FLAG}.get(kind) or enum_type(name)
    return OptionValue(type, span, name)


def _plural(leaf: Leaf, name: str, span: Span) -> Expr | None:
    kind, singular = leaf.env.plurals.get(name, ("", ""))
    if kind == "place":
        place = leaf.env.places[singular]
        return AllOf(set_of(place_type(place.component)), span, place)
    if kind == "range":
        return all_of(leaf.env, singular, span)
    if kind == "enum":
        return AllOf(set_of(enum_type(singular)), span)
    if kind == "component":
        return AllOf(set_of(component_type(singular)), span)
    sign = leaf.env.components.get(name)
    if sign is None or sign.marker != 1:
        return None
    only = component_type(name)
    return Ends(only, span, "first", None, AllOf(set_of(only), span))


# ---------------------------------------------------------------------------------------------- mistakes


def unknown(leaf: Leaf, scope: Scope, name: str, at: ast.At) -> Expr:
    """Says why a name means nothing here."""
    if name in leaf.env.broken or leaf.work.lenient:
        return failed(leaf, at)
    if name == "you":
        return nobody(leaf, at, "`you` is nobody here")
    owners = leaf.env.owners(name)
    if owners:
        return _not_said_whose(leaf, scope, name, owners, at)
    if name in RELATIONS:
        return leaf.wrong(codes.WHOSE, f"it is not said whose `{name}` is meant", at, f"say `{name} of ...`")
    if name in ("it", "this", "self"):
        return leaf.wrong(codes.UNKNOWN_NAME, f"nothing here is called `{name}`", at, _WORD_HELP[name])
    if any(name in c.rows for c in leaf.env.components.values()):
        return leaf.wrong(codes.UNKNOWN_NAME, f"`{name}` is a row, not a single thing", at, f"say `it is {name}`")
    if name in leaf.env.bodies:
        kind = leaf.env.bodies[name].kind
        return leaf.wrong(codes.UNKNOWN_NAME, f"`{name}` is {with_article(kind)}, not something with a value", at)
    near = nearest(name, [*said_here(leaf, scope), *_rows(leaf), *leaf.env.holders])
    help = f"did you mean `{near}`?" if near else None
    return leaf.wrong(codes.UNKNOWN_NAME, f"nothing in this rulebook is called `{name}`", at, help, near)


def said_here(leaf: Leaf, scope: Scope) -> Iterator[str]:
    """Every name that has a value here, or would have one if it were said whose it is."""
    yield from scope.local_names()
    yield from leaf.env.names()
    yield from BUILT_IN


def _rows(leaf: Leaf) -> Iterator[str]:
    for component in leaf.env.components.values():
        yield from component.rows


_WORD_HELP = {
    "it": "`it` is what a `where` looks at, or what an event is about",
    "this": "`this` is the component that a text is printed on",
    "self": "`self` is whose ability it is",
}


def nobody(leaf: Leaf, at: ast.At | ast.Node, message: str) -> Expr:
    """Says that no player is meant where one must be."""
    help = "say who: `p's ...`, or put this where it belongs to players"
    if leaf.start == "block":
        help = "say it inside `take turns` or `each player`, or say who: `p's ...`"
    return leaf.wrong(codes.NO_DOER, message, at, help)


def _not_said_whose(leaf: Leaf, scope: Scope, name: str, owners: list[str], at: ast.At) -> Expr:
    owner = owners[0]
    thing = leaf.env.thing(owner, name)
    if owner not in (PLAYER, SIDE):
        what = "a property" if isinstance(thing, Property) else "something"
        message = f"`{name}` is {what} of {with_article(owner)}, and it is not said of which"
        return leaf.wrong(codes.WHOSE, message, at, f"say `{name} of it`, or which one")
    if scope.you is not None and owner == PLAYER:
        message = f"`{name}` belongs to each player, and here a side is meant"
        return leaf.wrong(codes.WHOSE, message, at, f"say whose, for example `{name} of members`")
    message = f"`{name}` belongs to each {owner}, and nobody acts here"
    every = f"`every {name}`" if isinstance(thing, Place) else f"`{name} of p`"
    return leaf.wrong(codes.WHOSE, message, at, f"say whose, for example {every}")
