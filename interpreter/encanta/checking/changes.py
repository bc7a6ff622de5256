"""Static changes: what an ability does to values and properties as long as it holds."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import fit, lying_in
from encanta.checking.comparing import kind_of
from encanta.checking.environment import FOE, PLAYER, SIDE, ValueSign
from encanta.checking.formulas import Leaf, is_error, read
from encanta.checking.model import (
    FLAG,
    Change,
    Const,
    Equal,
    Expr,
    In,
    Local,
    Logic,
    Property,
    Value,
)
from encanta.checking.reading import Unreadable
from encanta.checking.scope import Scope
from encanta.checking.types import component_type, element, is_many, same
from encanta.language import ast
from encanta.text.nearest import nearest


def read_change(leaf: Leaf, scope: Scope) -> Change | None:
    """A whole text as a static change; `you` in `scope` is the owner of the ability."""
    try:
        node: ast.Change = leaf.tree("change")
    except Unreadable:
        return None
    thing = _changed(leaf, node)
    if thing is None:
        return None
    type = thing.type
    if node.op != "is" and type.kind != "integer":
        message = f"`{node.name}` is no number, so it can only be set"
        leaf.wrong(codes.WRONG_TYPE, message, node.name_at, f"say `{node.name} is ...`")
        return None
    owner = thing.component if isinstance(thing, Property) else thing.owner
    inner = scope.child()
    condition = None
    local = "it"
    if owner not in (None, PLAYER, SIDE):
        it = Local(
            component_type(owner or ""), leaf.span(node.name_at), leaf.work.fresh("it", component_type(owner or ""))
        )
        inner.bind("it", it)
        local = it.name
        condition = _which(leaf, inner, node, it)
        if condition is not None and is_error(condition):
            return None
    elif node.scope != "all":
        leaf.wrong(codes.WRONG_TYPE, f"`{node.name}` is nothing that a component has", node.name_at)
        return None
    if isinstance(thing, Value):
        for name, parameter in thing.parameters:
            local_ = Local(parameter, leaf.span(node.name_at), name)
            inner.bind(name, local_)
            for foe in leaf.env.foes if name == FOE else ():
                inner.bind(foe, local_)
    elif thing.for_reader:
        for foe, foe_type in leaf.env.foes.items():
            inner.bind(foe, Local(foe_type, leaf.span(node.name_at), FOE))
    amount = fit(leaf, read(leaf, inner, node.value, type), type, node.value)
    if is_error(amount):
        return None
    value = thing if isinstance(thing, Value) else None
    prop = thing if isinstance(thing, Property) else None
    return Change(value, prop, condition, node.op, amount, leaf.span(node), local)


def _changed(leaf: Leaf, node: ast.Change) -> Value | Property | None:
    """The value or the property that is changed; of several kinds that have one of the name, the one with the word."""
    owners = leaf.env.owners(node.name)
    things = list(dict.fromkeys(leaf.env.thing(owner, node.name) for owner in owners))
    found = [t for t in things if isinstance(t, (ValueSign, Property))]
    if len(found) > 1 and node.word is not None:
        found = [t for t in found if isinstance(t, Property) and _has_kind(leaf, t.component, node.word)] or found
    if len(found) > 1 and node.scope == "this":
        found = [t for t in found if isinstance(t, Property)] or found
    if len(found) > 1 and node.scope == "all":
        # A symbol may bear the name of a value; without `of` the value is meant.
        found = [t for t in found if isinstance(t, ValueSign)] or found
    if not found:
        names = [
            n for named in leaf.env.things.values() for n, t in named.items() if isinstance(t, (ValueSign, Property))
        ]
        near = nearest(node.name, names)
        if owners:
            message, help = f"`{node.name}` is neither a value nor a property, so nothing changes it", None
        else:
            message = f"nothing in this rulebook is called `{node.name}`"
            help = f"did you mean `{near}`?" if near else None
        leaf.wrong(codes.UNKNOWN_NAME, message, node.name_at, help, near if help else None)
        return None
    if len(found) > 1:
        leaf.wrong(codes.UNCLEAR_WORD, f"several things have a `{node.name}`", node.name_at)
        return None
    return leaf.session.value(found[0]) if isinstance(found[0], ValueSign) else found[0]


def _has_kind(leaf: Leaf, component: str, word: str) -> bool:
    sign = leaf.env.components[component]
    types = [p.type.of or p.type for p in sign.properties.values()]
    return word == component or word in sign.rows or any(word in leaf.env.members(t.name or "") for t in types)


def _which(leaf: Leaf, scope: Scope, node: ast.Change, it: Local) -> Expr | None:
    """Which components it is changed for: of a kind, in a place, or the one that the ability is printed on."""
    span = leaf.span(node)
    if node.scope == "this":
        this = scope.find("this")
        if this is None:
            at = (node.name_at[1], node.at[1])
            return leaf.wrong(codes.UNKNOWN_NAME, "nothing here is called `this`", at, "`this` is a printed component")
        return Equal(FLAG, span, it, this.expr)
    if node.scope == "all" or node.word is None:
        return None
    tests: list[Expr] = []
    test = kind_of(leaf, it, node.word, node.word_at or node.at)
    if not isinstance(test, Const) or is_error(test):
        tests.append(test)
    if node.place is not None:
        tests.append(_inside(leaf, scope, node.place, it))
    if is_error(*tests):
        return next(t for t in tests if is_error(t))
    if len(tests) < 2:
        return tests[0] if tests else None
    return Logic(FLAG, span, "and", tuple(tests))


def _inside(leaf: Leaf, scope: Scope, node: ast.Expr, it: Local) -> Expr:
    """Whether it lies in a place, in one of several places, or in a set of components."""
    place = read(leaf, scope, node)
    if is_error(place):
        return place
    inner = element(place.type) if is_many(place.type) else place.type
    if inner.kind == "place":
        place = lying_in(leaf, place)
    elif not (is_many(place.type) and same(inner, it.type)):
        message = f"`{leaf.said(node)}` is {leaf.kind(place)}, not a place"
        return leaf.wrong(codes.WRONG_TYPE, message, node)
    return In(FLAG, leaf.span(node), it, place)
