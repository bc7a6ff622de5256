"""Reading blocks: what sentences do, one function for each form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.checks.sight import SEEN, View, sight
from encanta.checking.choices import read_choice
from encanta.checking.coercion import cards, condition, fit, many, number, place, place_for, player
from encanta.checking.environment import PLAYER, Thing, ValueSign, VariableSign
from encanta.checking.formulas import Leaf, is_error, not_yet, read
from encanta.checking.locals import bind_local
from encanta.checking.maps import is_map, key_of
from encanta.checking.members import whose
from encanta.checking.model import INTEGER, Expr, Place, Stmt, Stmts, Type
from encanta.checking.names import find_thing, nobody, owned_by
from encanta.checking.reading import Unreadable
from encanta.checking.scope import Picks, Scope
from encanta.checking.types import element, is_many, optional, with_article
from encanta.language import ast
from encanta.text.nearest import nearest

_PICKING = (
    ast.Move,
    ast.Swap,
    ast.Reveal,
    ast.LookAt,
    ast.Let,
    ast.SetTo,
    ast.Gain,
    ast.DoEffect,
    ast.Doing,
    ast.ForEach,
)
"""Sentences in which something can be picked, drawn or rolled before they are carried out."""
Reader = Callable[[Leaf, Scope, Any], list[Stmt]]
_READERS: dict[type, Reader] = {}


def says(*forms: type) -> Callable[[Reader], Reader]:
    """Registers the function that reads some forms of sentences."""

    def keep(function: Reader) -> Reader:
        for form in forms:
            _READERS[form] = function
        return function

    return keep


def sentence(leaf: Leaf, scope: Scope, node: ast.Stmt) -> list[Stmt]:
    """The typed statements of a sentence; names that it binds are in `scope` afterwards."""
    reader = _READERS.get(type(node))
    if reader is None:
        not_yet(leaf, node)
        return []
    if not isinstance(node, _PICKING):
        return reader(leaf, scope, node)
    outer, scope.picks = scope.picks, Picks(scope.you)
    stmts = reader(leaf, scope, node)
    first, scope.picks = scope.picks.stmts, outer
    return [*first, *stmts]


def block(leaf: Leaf, scope: Scope, node: ast.Stmt) -> Stmts:
    """The statements of a block; `scope` gets the names that it binds."""
    body = node.body if isinstance(node, ast.Block) else (node,)
    return tuple(stmt for line in body for stmt in sentence(leaf, scope, line))


def read_block(leaf: Leaf, scope: Scope) -> Stmts:
    """A whole text as a block."""
    try:
        node: ast.Block = leaf.tree("block")
    except Unreadable:
        return ()
    return block(leaf, scope, node)


def doer(leaf: Leaf, scope: Scope, at: ast.Node) -> Expr | None:
    """Who does it, or a diagnostic where nobody acts."""
    if scope.you is not None:
        return scope.you
    nobody(leaf, at, "nobody acts here who could do this")
    return None


# ------------------------------------------------------------------------------------------- moving things


@says(ast.Move)
def _move(leaf: Leaf, scope: Scope, node: ast.Move) -> list[Stmt]:
    what = cards(leaf, scope, node.what)
    end, target = None, node.to
    if isinstance(target, ast.Position) and target.which in ("top", "bottom") and target.count is None:
        end, target = target.which, target.of
    to = place_for(leaf, scope, target, what)
    if not is_error(what, to):
        _check_kind(leaf, what, to, node)
    variables = _variable(leaf, scope, node, what)
    return [model.Move(leaf.span(node), what, to, end, node.face, variables)]


def _check_kind(leaf: Leaf, what: Expr, to: Expr, node: ast.Move) -> None:
    have = element(what.type).name if is_many(what.type) else what.type.name
    if None not in (have, to.type.name) and have != to.type.name:
        message = f"`{leaf.said(node.to)}` is a place for another kind than `{leaf.said(node.what)}`"
        leaf.wrong(codes.WRONG_TYPE, message, node.to, f"it holds `{to.type.name}`, not `{have}`")


def _variable(leaf: Leaf, scope: Scope, node: ast.Move, what: Expr) -> tuple[tuple[model.Variable, Expr], ...]:
    """`with VARIABLE VALUE`: a variable of what is moved."""
    if node.variable is None or node.value is None:
        return ()
    kind = element(what.type).name if is_many(what.type) else what.type.name
    sign = leaf.env.thing(kind or "", node.variable)
    if not isinstance(sign, VariableSign):
        value = read(leaf, scope, node.value)
        if not is_error(what):
            names = [t.name for t in leaf.env.things.get(kind or "", {}).values() if isinstance(t, VariableSign)]
            near = nearest(node.variable, names)
            message = f"{with_article(kind or 'thing')} has no variable `{node.variable}`"
            help = f"did you mean `{near}`?" if near else f"variables of it are declared under `state: {kind}`"
            leaf.wrong(codes.UNKNOWN_NAME, message, node.variable_at or node, help)
        return ()
    value = fit(leaf, read(leaf, scope, node.value, sign.type), sign.type, node.value)
    return ((leaf.session.variable(sign), value),)


@says(ast.Gather)
def _gather(leaf: Leaf, scope: Scope, node: ast.Gather) -> list[Stmt]:
    return [model.Gather(leaf.span(node), cards(leaf, scope, node.what), place(leaf, scope, node.into))]


@says(ast.Shuffle)
def _shuffle(leaf: Leaf, scope: Scope, node: ast.Shuffle) -> list[Stmt]:
    return [model.Shuffle(leaf.span(node), place(leaf, scope, node.place))]


@says(ast.Slide)
def _slide(leaf: Leaf, scope: Scope, node: ast.Slide) -> list[Stmt]:
    row = place(leaf, scope, node.place)
    if is_error(row):
        return []
    if isinstance(row, model.PlaceOf) and row.place.form != "row":
        message = f"`{row.place.name}` is no row, so nothing in it can slide"
        leaf.wrong(codes.WRONG_TYPE, message, node.place, "only rows have slots: `row of: ...`")
    return [model.Slide(leaf.span(node), row)]


@says(ast.Deal)
def _deal(leaf: Leaf, scope: Scope, node: ast.Deal) -> list[Stmt]:
    count, source = number(leaf, scope, node.count), place(leaf, scope, node.source)
    target = leaf.env.thing(PLAYER, node.place)
    if node.place in leaf.env.broken:
        return []
    if not isinstance(target, Place):
        names = [p.name for p in leaf.env.places.values() if p.each == PLAYER]
        near = nearest(node.place, names)
        help = f"did you mean `{near}`?" if near else "a place with `each: player` is needed"
        leaf.wrong(codes.UNKNOWN_NAME, f"players have no place `{node.place}`", node.place_at, help)
        return []
    return [model.Deal(leaf.span(node), count, source, target)]


@says(ast.Swap)
def _swap(leaf: Leaf, scope: Scope, node: ast.Swap) -> list[Stmt]:
    first, second = (one_component(leaf, scope, n) for n in (node.first, node.second))
    return [model.Swap(leaf.span(node), first, second)]


def one_component(leaf: Leaf, scope: Scope, node: ast.Expr) -> Expr:
    """A formula as one component."""
    expr = read(leaf, scope, node)
    if is_error(expr) or expr.type.kind == "component":
        return expr
    kinds = list(leaf.env.components)
    return fit(leaf, expr, Type("component", expr.type.name or kinds[0] if kinds else None), node)


@says(ast.Reveal)
def _reveal(leaf: Leaf, scope: Scope, node: ast.Reveal) -> list[Stmt]:
    who = player(leaf, scope, node.to) if node.to is not None else None
    return [_seen(leaf, model.Look(leaf.span(node), cards(leaf, scope, node.what), who), node.what)]


@says(ast.LookAt)
def _look(leaf: Leaf, scope: Scope, node: ast.LookAt) -> list[Stmt]:
    who = doer(leaf, scope, node)
    what = cards(leaf, scope, node.what)
    return [] if who is None else [_seen(leaf, model.Look(leaf.span(node), what, who), node.what)]


def _seen(leaf: Leaf, look: model.Look, node: ast.Expr) -> model.Look:
    """Keeps in mind that what lies in a place may have been seen from here on."""
    seen = sight(look.what, View(sources=leaf.work.sources))
    if seen.place is not None:
        leaf.work.shown.add(seen.place.name)
    elif seen.how == SEEN and not is_error(look.what):
        message = f"everybody sees `{leaf.said(node)}` already, so nothing is shown by this"
        help = "leave it out, or show something that lies hidden"
        leaf.warn(codes.KNOWN_IN_PUBLIC, message, leaf.span(node), help)
    return look


# ------------------------------------------------------------------------------------ choosing and keeping


@says(ast.Choose)
def _choose(leaf: Leaf, scope: Scope, node: ast.Choose) -> list[Stmt]:
    subject = node.subject
    if subject is not None and subject.kind != "one":
        message = f"`{leaf.said(subject)} chooses` is not part of this version of the language"
        leaf.wrong(codes.NOT_YET, message, subject, "choose in the lines below `all players:`")
        return []
    if subject is not None and subject.who is not None:
        who: Expr | None = player(leaf, scope, subject.who)
    else:
        who = doer(leaf, scope, node)
    choice = read_choice(leaf, scope, node.name, (leaf, node.name_at), node, who, certainly=False)
    return [] if choice is None or who is None else [model.Choose(leaf.span(node), who, choice)]


@says(ast.Let)
def _let(leaf: Leaf, scope: Scope, node: ast.Let) -> list[Stmt]:
    if node.random:
        things = many(leaf, scope, node.value)
        local = bind_local(leaf, scope, node.name, optional(element(things.type)), node.name_at, settable=True)
        return [] if local is None else [model.Random(leaf.span(node), local, things)]
    value = read(leaf, scope, node.value)
    local = bind_local(leaf, scope, node.name, value.type, node.name_at, settable=True)
    return [] if local is None else [model.Let(leaf.span(node), local, value)]


@says(ast.SetTo)
def _set(leaf: Leaf, scope: Scope, node: ast.SetTo) -> list[Stmt]:
    target = _target(leaf, scope, node.target)
    if target is None:
        read(leaf, scope, node.value)
        return []
    where, type = target
    span = leaf.span(node)
    before: list[Stmt] = []
    if node.random:
        things = many(leaf, scope, node.value, type)
        drawn = optional(element(things.type))
        name = leaf.work.fresh("drawn", drawn)
        before.append(model.Random(span, name, things))
        value = fit(leaf, model.Local(drawn, span, name), type, node.value)
    else:
        value = fit(leaf, read(leaf, scope, node.value, type), type, node.value)
    if isinstance(where, str):
        return [*before, model.Let(span, where, value)]
    return [*before, model.SetVar(span, where[0], where[1], value, where[2])]


Target = tuple[str | tuple[model.Variable, Expr | None, Expr | None], Type]
"""What is set, and its type: a local, or a variable with its owner and the member for which it is set."""


def _target(leaf: Leaf, scope: Scope, node: ast.Expr) -> Target | None:
    """What is set: a local of this run (its name), or a variable with its owner."""
    if isinstance(node, ast.Name):
        binding = scope.find(node.id)
        if binding is not None:
            return _local_target(leaf, binding.expr, binding.settable, node)
        found = find_thing(leaf, scope, node.id)
    elif isinstance(node, ast.Call):
        found = find_thing(leaf, scope, node.name)
    elif isinstance(node, (ast.Property, ast.Owned)):
        owner = read(leaf, scope, node.of) if isinstance(node, ast.Property) else whose(leaf, scope, node)
        if is_error(owner):
            return None
        named = node.name.name if isinstance(node.name, ast.Call) else node.name
        found = owned_by(leaf, owner, named if isinstance(named, str) else leaf.said(named))
    else:
        found = None
    if found is not None and isinstance(found[0], VariableSign):
        return _variable_target(leaf, scope, node, found[0], found[1])
    if found is not None or not is_error(read(leaf, scope, node)):
        _not_settable(leaf, node)
    return None


def _variable_target(leaf: Leaf, scope: Scope, node: ast.Expr, sign: VariableSign, owner: Expr | None) -> Target | None:
    """A variable with its owner; one that has a number for each member of an enumeration is set for one of them."""
    call = node.name if isinstance(node, ast.Property) else node
    if sign.type.kind == "error":
        return None
    if is_map(sign) != isinstance(call, ast.Call):
        read(leaf, scope, node)
        return None
    key = key_of(leaf, scope, sign, call) if isinstance(call, ast.Call) else None
    if key is not None and is_error(key):
        return None
    return (leaf.session.variable(sign), owner, key), sign.type if key is None else INTEGER


def _local_target(leaf: Leaf, expr: Expr, settable: bool, node: ast.Name) -> Target | None:
    if settable and isinstance(expr, model.Local):
        return expr.name, expr.type
    if not is_error(expr):
        leaf.wrong(codes.WRONG_TYPE, f"`{node.id}` stays what it is", node, "say `let` with a new name")
    return None


def _not_settable(leaf: Leaf, node: ast.Expr) -> None:
    message = f"`{leaf.said(node)}` is not a variable"
    leaf.wrong(codes.WRONG_TYPE, message, node, "variables are declared under `state` or `with`, or by `let`")


# --------------------------------------------------------------------------------------------- procedures


@says(ast.Tally)
def _tally(leaf: Leaf, scope: Scope, node: ast.Tally) -> list[Stmt]:
    sheet = leaf.session.sheet(node.name)
    if sheet is None:
        near = nearest(node.name, leaf.session.names_of("scoring"))
        help = f"did you mean `{near}`?" if near else "score sheets are declared under `scoring`"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no score sheet `{node.name}`", node.name_at, help)
        return []
    return [model.Tally(leaf.span(node), sheet)]


@says(ast.EndGame)
def _end_game(leaf: Leaf, scope: Scope, node: ast.EndGame) -> list[Stmt]:
    return [model.EndGame(leaf.span(node))]


@says(ast.Until)
def _until(leaf: Leaf, scope: Scope, node: ast.Until) -> list[Stmt]:
    test = condition(leaf, scope, node.condition)
    if not scope.loop:
        message = "`until` stands outside `repeat` and `take turns`"
        leaf.wrong(codes.UNTIL_OUTSIDE, message, node, "put it inside the loop that it ends")
        return []
    return [model.Until(leaf.span(node), test)]


@says(ast.Gain)
def _gain(leaf: Leaf, scope: Scope, node: ast.Gain) -> list[Stmt]:
    """`total +2`: a variable or a local is set to more or less; a value gains something for a while."""
    gained = _gained(leaf, scope, node)
    if gained is not None:
        return gained
    target = _target(leaf, scope, node.target)
    amount = number(leaf, scope, node.amount)
    if target is None or is_error(amount):
        return []
    where, type = target
    span = leaf.span(node)
    now: Expr = model.Local(type, span, where) if isinstance(where, str) else model.Read(type, span, *where)
    value = model.Arith(INTEGER, span, node.op, fit(leaf, now, INTEGER, node.target), amount)
    if isinstance(where, str):
        return [model.Let(span, where, value)]
    return [model.SetVar(span, where[0], where[1], value, where[2])]


def _gained(leaf: Leaf, scope: Scope, node: ast.Gain) -> list[Stmt] | None:
    """`force +2` where `force` is worked out: added for a while; None where no value is meant."""
    found = _named_of(leaf, scope, node.target)
    if found is None or not isinstance(found[0], ValueSign):
        return None
    sign, owner = found[0], found[1]
    amount = number(leaf, scope, node.amount)
    if sign.gained is None:
        message = f"`{sign.name}` is worked out, and nothing can be added to it"
        help = "say how long it lasts where the value is declared: `gains last: turn`"
        leaf.wrong(codes.WRONG_TYPE, message, node.target, help)
        return []
    if is_error(amount):
        return []
    span = leaf.span(node)
    if node.op == "-":
        amount = model.Arith(INTEGER, span, "-", model.Const(INTEGER, span, 0), amount)
    variable = leaf.session.variable(sign.gained)
    now = model.Read(INTEGER, span, variable, owner)
    return [model.SetVar(span, variable, owner, model.Arith(INTEGER, span, "+", now, amount))]


def _named_of(leaf: Leaf, scope: Scope, node: ast.Expr) -> tuple[Thing, Expr | None] | None:
    """The declared thing that a bare name stands for, or a name of somebody."""
    if isinstance(node, ast.Name):
        return find_thing(leaf, scope, node.id) if scope.find(node.id) is None else None
    if not isinstance(node, ast.Owned):
        return None
    owner = whose(leaf, scope, node)
    return None if is_error(owner) else owned_by(leaf, owner, node.name)
