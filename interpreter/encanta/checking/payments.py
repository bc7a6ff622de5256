"""Payments: what is owed, what pays it, what is free. Paying one becomes a choice with conditions, and a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.coercion import fit, many, place_for, read_as
from encanta.checking.costs import Price
from encanta.checking.environment import PaymentSign, Thing
from encanta.checking.formulas import Leaf, failed, is_error, read
from encanta.checking.items import Item
from encanta.checking.locals import bind_local
from encanta.checking.maps import is_map, keyed
from encanta.checking.model import FLAG, INTEGER, PLAYER, Choice, Expr, Local, Require, Type, set_of
from encanta.checking.names import find_thing, owned_by
from encanta.checking.paying import Terms, bounds, covered, enough
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block, says, sentence
from encanta.checking.tree import entries, text_under, under
from encanta.checking.types import component_type, enum_type
from encanta.checking.values import bind_parameters, read_formula
from encanta.language import ast
from encanta.language.words import plural
from encanta.text.nearest import nearest
from encanta.text.nodes import Node, Scalar

if TYPE_CHECKING:
    from encanta.checking.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class Payment:
    """A payment by itself, with its parameters as locals: what is chosen, and what must hold."""

    sign: PaymentSign
    choice: Choice
    requires: tuple[Require, ...]


def read_payment(session: Session, item: Item, work: Work) -> Payment | None:
    """Checks a payment by itself; what it does is read where it is paid, with what is paid for."""
    sign = session.env.payments.get(item.key[1])
    if sign is None:
        return None
    leaf = Leaf(item.entry.key, work, session)
    work.locals["you"] = PLAYER
    scope = Scope(Local(PLAYER, sign.span, "you"))
    bind_parameters(leaf, scope, sign.parameters, item.entry.key, "signature")
    price = _paid(leaf, scope, item.entry.value, sign, "spent")
    return Payment(sign, price.choices[0], tuple(price.requires)) if price.choices else None


def paid(leaf: Leaf, scope: Scope, node: ast.Pay) -> Price:
    """A payment as a part of a cost: the choice of what is spent, what must hold for it, and where it goes."""
    sign = leaf.env.payments.get(node.name)
    item = leaf.session.items.get(("payment", node.name))
    if sign is None or item is None:
        if node.name not in leaf.env.broken:
            near = nearest(node.name, leaf.env.payments)
            help = f"did you mean `{near}`?" if near else "payments are declared under `payments`"
            leaf.wrong(codes.UNKNOWN_NAME, f"there is no payment `{node.name}`", node.name_at, help, near)
        return Price()
    if len(node.args) != len(sign.parameters):
        message = f"`{sign.name}` is given {len(node.args)} of {len(sign.parameters)} arguments"
        leaf.wrong(codes.WRONG_ARGUMENTS, message, node, f"it is said `pay {sign.said}`")
        return Price()
    args = [read_as(leaf, scope, a, p.type) for a, p in zip(node.args, sign.parameters, strict=True)]
    local = bind_local(leaf, scope, "spent", set_of(Type("error")), node.name_at, watched=False)
    if is_error(*args) or local is None:
        return Price()
    inner = Scope(scope.you)
    for parameter, arg in zip(sign.parameters, args, strict=True):
        inner.bind(parameter.name, arg)
    # What is wrong with the payment is reported where it stands, once.
    before = len(leaf.work.found)
    price = _paid(leaf, inner, item.entry.value, sign, local)
    del leaf.work.found[before:]
    for choice in price.choices:
        leaf.work.locals[local] = choice.type
        scope.bind("spent", Local(choice.type, leaf.span(node), local), leaf.span(node))
    return price


@says(ast.Pay)
def _pay(leaf: Leaf, scope: Scope, node: ast.Pay) -> list[model.Stmt]:
    if leaf.work.printed and node.name == "cost" and not node.args:
        return [model.PrintedPart(leaf.span(node), "cost")]
    # Outside a cost it is one with nothing after it: it is paid in full or not at all.
    return sentence(leaf, scope, ast.Arrow(node.at, (node,), ()))


# ------------------------------------------------------------------------------------------ what it comes to


def _paid(leaf: Leaf, scope: Scope, node: Node, sign: PaymentSign, spent: str) -> Price:
    terms = _terms(leaf, scope, node, sign)
    if terms is None:
        return Price()
    kind = terms.it.type
    chosen = Local(set_of(kind), terms.span, spent)
    leaf.work.locals[spent] = chosen.type
    after = scope.child()
    after.bind("spent", chosen)
    target = text_under(node, "to")
    to = _place(Leaf(target, leaf.work, leaf.session), scope, chosen) if target is not None else None
    then = text_under(node, "then")
    more = read_block(Leaf(then, leaf.work, leaf.session), after) if then is not None else ()
    requires = [*enough(leaf, terms), *_own(leaf, after, under(node, "require")), *covered(leaf, terms, chosen)]
    if to is None or is_error(to):
        return Price()
    low, high = bounds(leaf, terms)
    choice = Choice(terms.span, spent, chosen.type, False, low, high, terms.source, None)
    return Price([choice], requires, (model.Move(terms.span, chosen, to, None, None, ()), *more))


def _place(leaf: Leaf, scope: Scope, what: Expr) -> Expr:
    try:
        node: ast.Expr = leaf.tree("formula")
    except Unreadable:
        return leaf.unusable()
    return place_for(leaf, scope, node, what)


def _terms(leaf: Leaf, scope: Scope, node: Node, sign: PaymentSign) -> Terms | None:
    def text(key: str) -> Leaf | None:
        found = text_under(node, key)
        return Leaf(found, leaf.work, leaf.session) if found is not None else None

    spend, pays_text, owed_text = text("spend"), text("pays"), text("owed")
    if spend is None or pays_text is None or owed_text is None:
        return None
    spending = _spending(spend, scope)
    if spending is None:
        return None
    kind, source = spending
    it = Local(component_type(kind), spend.scalar.span, leaf.work.fresh("it", component_type(kind)))
    looking = scope.looking_at(it)
    pays = _in(pays_text, looking)
    if is_error(pays):
        return None
    member = pays.type
    if member.kind != "enum":
        message = f"`{pays_text.scalar.text}` is {leaf.kind(pays)}, and what is paid in is a member of an enumeration"
        pays_text.wrong(codes.WRONG_TYPE, message, (0, len(pays_text.scalar.text)))
        return None
    type = enum_type(member.name or "")
    key = Local(type, pays.span, leaf.work.fresh("unit", type))

    def about(key: str, want: Type) -> Expr | None:
        found = text(key)
        return read_formula(found, looking, want) if found is not None else None

    wild, idle, worth = about("wild", FLAG), about("idle", FLAG), about("worth", INTEGER)
    free_text = text("free")
    owed = _units(owed_text, scope, key)
    free = _units(free_text, scope, key) if free_text is not None else None
    parts = [e for e in (owed, free, worth, source, wild, idle) if e is not None]
    if is_error(*parts):
        return None
    return Terms(sign.name, sign.span, key, it, owed, free, pays, wild, worth, idle, source)


def _in(leaf: Leaf, scope: Scope) -> Expr:
    try:
        node: ast.Expr = leaf.tree("formula")
    except Unreadable:
        return leaf.unusable()
    return read(leaf, scope, node)


def _spending(leaf: Leaf, scope: Scope) -> tuple[str, Expr] | None:
    """What kind can be spent, and the set of what there is."""
    try:
        form: ast.Played = leaf.tree("played")
    except Unreadable:
        return None
    kind = next((c for c in leaf.env.components if form.kind in (c, plural(c))), None)
    if kind is None:
        near = nearest(form.kind, [name for c in leaf.env.components for name in (c, plural(c))])
        help = f"did you mean `{near}`?" if near else None
        message = f"`{form.kind}` is no kind of component of this rulebook"
        leaf.wrong(codes.UNKNOWN_NAME, message, form.kind_at, help, near)
        return None
    want = set_of(component_type(kind))
    source = fit(leaf, many(leaf, scope, form.place), want, form.place)
    return None if is_error(source) else (kind, source)


def _units(leaf: Leaf, scope: Scope, key: Local) -> Expr:
    """Units of the member `key`: of what has a number for each, or by a formula in which `it` is the member."""
    try:
        node: ast.Expr = leaf.tree("formula")
    except Unreadable:
        return leaf.unusable()
    looking = scope.looking_at(key)
    found: tuple[Thing, Expr | None] | None = None
    if isinstance(node, ast.Property) and isinstance(node.name, ast.Name):
        owner = read(leaf, scope, node.of)
        if is_error(owner):
            return failed(leaf, node)
        found = owned_by(leaf, owner, node.name.id)
    elif isinstance(node, ast.Name):
        found = find_thing(leaf, scope, node.id)
    if found is not None and is_map(found[0]):
        named = ast.Call(node.at, found[0].name, (ast.Name(node.at, "it"),), node.at)
        return fit(leaf, keyed(leaf, looking, found[0], found[1], named, node), INTEGER, node)
    return read_as(leaf, looking, node, INTEGER)


def _own(leaf: Leaf, scope: Scope, node: Node | None) -> list[Require]:
    """The requirements that the author names."""
    found = []
    for entry in entries(node):
        if isinstance(entry.value, Scalar):
            test = read_formula(Leaf(entry.value, leaf.work, leaf.session), scope, FLAG)
            if not is_error(test):
                found.append(Require(entry.key.text, test, entry.key.span))
    return found
