"""What is picked, drawn or rolled where a sentence names it: `1 of hand`, `another player`, `random 2 of box`, `d6`."""

from __future__ import annotations

from dataclasses import replace

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.bans import unprotected
from encanta.checking.choices import check_seen
from encanta.checking.coercion import many, players
from encanta.checking.formulas import Leaf, failed, is_error, reads
from encanta.checking.model import FLAG, INTEGER, PLAYER, Choice, Const, Expr, Local, Type, set_of
from encanta.checking.model.trees import fresh_binders, substituted, walk
from encanta.checking.names import find_thing, known
from encanta.checking.scope import Picks, Scope
from encanta.checking.types import certain, element, is_many, optional
from encanta.language import ast
from encanta.text.spans import Span

_MOST_DRAWN = 20
_MOST_DICE = 20
_NAMES = {"another": "another_player", "any": "any_player", "the": "the_player"}


def others(leaf: Leaf, among: Expr, you: Expr, span: Span) -> Expr:
    """All of these players but one."""
    it = Local(PLAYER, span, leaf.work.fresh("it", PLAYER))
    test = model.Not(FLAG, span, model.Equal(FLAG, span, it, you))
    return model.Filter(among.type, span, among, it.name, test)


def _picks(leaf: Leaf, scope: Scope, node: ast.Expr) -> Picks | None:
    """Where what is picked here is decided first; a diagnostic where nothing can be."""
    if scope.picks is not None and (scope.picks.who is not None or isinstance(node, (ast.Dice, ast.Lot))):
        return scope.picks
    if scope.picks is not None:
        leaf.wrong(codes.NO_DOER, "nobody acts here who could pick", node, "say who does it")
        return None
    message = f"`{leaf.said(node)}` is decided when something is done, not where something is worked out"
    help = "name it first, in a line before: `choose picked from ...`, `let drawn = random ...`"
    leaf.wrong(codes.NO_PICK, message, node, help)
    return None


# --------------------------------------------------------------------------------------------- components


@reads(ast.Inline)
def _inline(leaf: Leaf, scope: Scope, node: ast.Inline, want: Type | None) -> Expr:
    single = node.count == 1 and not node.up_to
    choice = inline_choice(leaf, scope, node, single)
    return failed(leaf, node) if choice is None else Local(choice.type, leaf.span(node), choice.local)


def inline_choice(leaf: Leaf, scope: Scope, node: ast.Inline, single: bool) -> Choice | None:
    """A choice that stands in a sentence, made before the sentence is carried out; None after a diagnostic."""
    source = many(leaf, scope, node.of)
    picks = _picks(leaf, scope, node)
    if picks is None or picks.who is None or is_error(source):
        return None
    span, inner = leaf.span(node), certain(element(source.type))
    if not single and inner.kind == "integer":
        leaf.wrong(codes.NOT_YET, "choosing several numbers is not part of this version of the language", node.of)
        return None
    check_seen(leaf, node.of, source, picks.who)
    type = optional(inner) if single else set_of(inner)
    local = leaf.work.fresh(inner.name or inner.kind, type)
    high = Const(INTEGER, span, node.count)
    low = Const(INTEGER, span, 0) if node.up_to else high
    choice = Choice(span, local, type, single, low, high, source, None)
    picks.stmts.append(model.Choose(span, picks.who, choice))
    return choice


def fitting(leaf: Leaf, picks: Picks, run: model.Run) -> model.Run:
    """Narrows what is picked for a verb to that with which the verb can be done."""
    from encanta.checking.bodies import head_known

    body = run.body
    each = {local: things for local, things in picks.loops if isinstance(things, Local)}
    chosen = {stmt.choice.local: i for i, stmt in enumerate(picks.stmts) if isinstance(stmt, model.Choose)}
    if not chosen or body.unit is not None or not head_known(leaf.session, body.name):
        return run
    names = {name: arg for (name, _), arg in zip(body.parameters, run.args, strict=True)}
    if run.you is not None:
        names["you"] = run.you
    for arg in run.args:
        if is_many(arg.type):
            continue
        name = each[arg.name].name if isinstance(arg, Local) and arg.name in each else getattr(arg, "name", None)
        if name in chosen:
            _narrow(leaf, picks, chosen[name], arg, _tests(leaf, run, names), chosen)
    return run


def _tests(leaf: Leaf, run: model.Run, names: dict[str, Expr]) -> list[Expr]:
    """What a verb requires of its arguments."""
    if run.body.choices or run.body.limit is not None:
        return [model.CanDo(FLAG, run.span, run.body, run.you, run.args)]
    return [substituted(fresh_binders(r.condition, leaf.work.fresh), names) for r in run.body.requires]


def _narrow(leaf: Leaf, picks: Picks, index: int, arg: Expr, tests: list[Expr], chosen: dict[str, int]) -> None:
    """Leaves of a choice only what passes the tests that depend on it, and on nothing that is chosen later."""
    stmt = picks.stmts[index]
    assert isinstance(stmt, model.Choose)
    assert isinstance(arg, Local)
    later = {name for name, i in chosen.items() if i > index}
    read = [(test, {n.name for n in walk(test) if isinstance(n, Local)}) for test in tests]
    telling = [test for test, names in read if arg.name in names and not names & later]
    if not telling:
        return
    choice, span = stmt.choice, stmt.choice.span
    inner = certain(element(choice.source.type))
    it = Local(inner, span, leaf.work.fresh("it", inner))
    test = telling[0] if len(telling) == 1 else model.Logic(FLAG, span, "and", tuple(telling))
    source = model.Filter(choice.source.type, span, choice.source, it.name, substituted(test, {arg.name: it}))
    picks.stmts[index] = replace(stmt, choice=replace(choice, source=source))


# ------------------------------------------------------------------------------------------------ players


@reads(ast.Picked)
def _picked(leaf: Leaf, scope: Scope, node: ast.Picked, want: Type | None) -> Expr:
    span = leaf.span(node)
    among: Expr = model.AllOf(set_of(PLAYER), span)
    if node.source is not None:
        among = players(leaf, scope, node.source)
    picks = _picks(leaf, scope, node)
    if picks is None or picks.who is None or is_error(among):
        return failed(leaf, node)
    if node.kind == "another":
        among = others(leaf, among, picks.who, span)
    return pick_player(leaf, scope, picks, unprotected(leaf, scope, among, span), node.kind, span)


def pick_player(leaf: Leaf, scope: Scope, picks: Picks, among: Expr, kind: str, span: Span) -> Local:
    """One of some players, picked by whoever acts; nobody if there is none."""
    assert picks.who is not None
    local = Local(optional(PLAYER), span, leaf.work.fresh(_NAMES[kind], optional(PLAYER)))
    one = Const(INTEGER, span, 1)
    choice = Choice(span, local.name, local.type, True, one, one, among, None)
    picks.stmts.append(model.Choose(span, picks.who, choice))
    return local


# ------------------------------------------------------------------------------------------------- chance


@reads(ast.Lot)
def _lot(leaf: Leaf, scope: Scope, node: ast.Lot, want: Type | None) -> Expr:
    """One by one out of a set: `random 2 of box`."""
    things = many(leaf, scope, node.of)
    picks = _picks(leaf, scope, node)
    if picks is None or is_error(things):
        return failed(leaf, node)
    span = leaf.span(node)
    if not 0 < node.count <= _MOST_DRAWN:
        message = f"`random` draws 1 to {_MOST_DRAWN} in one sentence"
        return leaf.wrong(codes.WRONG_ARGUMENTS, message, node, "draw them in a loop, one by one")
    inner = certain(element(things.type))
    drawn: list[Expr] = []
    for _ in range(node.count):
        name = leaf.work.fresh("drawn", optional(inner))
        left = things
        if drawn:
            left = model.Minus(set_of(inner), span, things, model.SetOf(set_of(inner), span, tuple(drawn)))
        picks.stmts.append(model.Random(span, name, left))
        drawn.append(Local(optional(inner), span, name))
    return drawn[0] if node.count == 1 else model.SetOf(set_of(inner), span, tuple(drawn))


@reads(ast.Dice)
def _dice(leaf: Leaf, scope: Scope, node: ast.Dice, want: Type | None) -> Expr:
    """The sum of some dice; a rulebook may have something that is called like a die."""
    said = leaf.said(node)
    if not node.rolled and (scope.find(said) is not None or find_thing(leaf, scope, said) is not None):
        found = known(leaf, scope, ast.Name(node.at, said), want)
        if found is not None:
            return found
    picks = _picks(leaf, scope, node)
    if picks is None:
        return failed(leaf, node)
    if not 0 < node.count <= _MOST_DICE or node.sides < 2:
        message = f"1 to {_MOST_DICE} dice are rolled at once, each with 2 sides or more"
        return leaf.wrong(codes.WRONG_ARGUMENTS, message, node)
    return _sum([_rolled(leaf, picks, node) for _ in range(node.count)])


def _rolled(leaf: Leaf, picks: Picks, node: ast.Dice) -> Expr:
    span = leaf.span(node)
    local = leaf.work.fresh("die", INTEGER)
    sides = model.Numbers(model.list_of(INTEGER), span, Const(INTEGER, span, 1), Const(INTEGER, span, node.sides))
    picks.stmts.append(model.Random(span, local, sides))
    return Local(INTEGER, span, local)


def _sum(dice: list[Expr]) -> Expr:
    total = dice[0]
    for die in dice[1:]:
        total = model.Arith(INTEGER, die.span, "+", total, die)
    return total
