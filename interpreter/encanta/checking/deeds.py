"""Sentences with declared verbs, and sentences that run phases, procedures and actions."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.bans import unprotected
from encanta.checking.coercion import fit, player
from encanta.checking.environment import BodySign, Parameter
from encanta.checking.flow import everybody
from encanta.checking.formulas import Leaf, is_error, read
from encanta.checking.making_choices import makes_choices
from encanta.checking.model import FLAG, INTEGER, PLAYER, Choice, Const, Expr, Local, Stmt, set_of
from encanta.checking.scope import Scope
from encanta.checking.sentences import doer, says
from encanta.checking.types import optional, with_article
from encanta.checking.units import is_unit_verb, unit_run
from encanta.language import ast
from encanta.text.nearest import nearest
from encanta.text.spans import Span

OFFERS = {"exactly one": (1, 1), "one or more": (1, None), "at most one": (0, 1), "any": (0, None)}


@says(ast.Doing)
def _doing(leaf: Leaf, scope: Scope, node: ast.Doing) -> list[Stmt]:
    if len(node.deeds) > 1:
        leaf.wrong(codes.NOT_YET, "`or else` is not part of this version of the language", node.deeds[1])
        return []
    deed, subject = node.deeds[0], node.subject
    if subject is None or subject.kind == "one":
        return _one_does(leaf, scope, node, deed)
    if subject.kind in ("all", "all other") and (node.may or makes_choices(leaf.session, _verb(leaf, deed))):
        said = leaf.said(subject)
        message = f"`{said}` before a verb that asks for decisions is not part of this version of the language"
        help = "write `all players:` with the choices in the lines below, or say `each player`"
        leaf.wrong(codes.NOT_YET, message, subject, help)
        return []
    if subject.kind in ("each", "each other", "all", "all other"):
        # Where nobody decides anything, it makes no difference who comes first.
        return _each_does(leaf, scope, node, deed, subject)
    return _some_player_does(leaf, scope, node, deed, subject)


def _one_does(leaf: Leaf, scope: Scope, node: ast.Doing, deed: ast.Deed) -> list[Stmt]:
    who = scope.you
    inner = scope
    if node.subject is not None and node.subject.who is not None:
        who = player(leaf, scope, node.subject.who)
        inner = scope.child()
        inner.their = who
    elif node.may:
        who = doer(leaf, scope, node)
    return _deed(leaf, inner, deed, who, node)


def _each_does(leaf: Leaf, scope: Scope, node: ast.Doing, deed: ast.Deed, subject: ast.Subject) -> list[Stmt]:
    span = leaf.span(subject)
    local = Local(PLAYER, span, leaf.work.fresh("them", PLAYER))
    among = everybody(leaf, scope, span)
    if subject.kind in ("each other", "all other"):
        you = doer(leaf, scope, subject)
        if you is None:
            return []
        among = others(leaf, among, you, span)
    among = unprotected(leaf, scope, among, span)
    inner = scope.child()
    inner.their = local
    return [model.ForEach(leaf.span(node), local.name, among, tuple(_deed(leaf, inner, deed, local, node)))]


def others(leaf: Leaf, among: Expr, you: Expr, span: Span) -> Expr:
    """All of these players but one."""
    it = Local(PLAYER, span, leaf.work.fresh("it", PLAYER))
    test = model.Not(FLAG, span, model.Equal(FLAG, span, it, you))
    return model.Filter(among.type, span, among, it.name, test)


def _some_player_does(leaf: Leaf, scope: Scope, node: ast.Doing, deed: ast.Deed, subject: ast.Subject) -> list[Stmt]:
    """`another player VERBs`, `any player VERBs`: the one who acts picks the player."""
    you = doer(leaf, scope, subject)
    if you is None:
        return []
    span = leaf.span(subject)
    among: Expr = model.AllOf(set_of(PLAYER), span)
    if subject.kind == "another":
        among = others(leaf, among, you, span)
    among = unprotected(leaf, scope, among, span)
    name = "another_player" if subject.kind == "another" else "any_player"
    local = Local(optional(PLAYER), span, leaf.work.fresh(name, optional(PLAYER)))
    one = Const(INTEGER, span, 1)
    choice = Choice(span, local.name, local.type, True, one, one, among, None)
    inner = scope.child()
    inner.their = local
    return [model.Choose(span, you, choice), *_deed(leaf, inner, deed, local, node)]


def _verb(leaf: Leaf, deed: ast.Deed) -> str:
    """The procedure or action that a verb means, inflected or not."""
    return deed.verb if deed.verb in leaf.env.bodies else leaf.env.vocabulary.inflected.get(deed.verb, deed.verb)


def _deed(leaf: Leaf, scope: Scope, deed: ast.Deed, who: Expr | None, node: ast.Doing) -> list[Stmt]:
    run = _run(leaf, scope, deed, who)
    if run is None or not node.may:
        return [] if run is None else [run]
    return [] if who is None else [model.May(leaf.span(node), who, (run,))]


def _run(leaf: Leaf, scope: Scope, deed: ast.Deed, who: Expr | None) -> model.Run | None:
    """A declared verb, or one of the language with a unit, as what is run; None after a diagnostic."""
    if is_unit_verb(leaf, deed.verb):
        return unit_run(leaf, scope, deed, who)
    name = _verb(leaf, deed)
    sign = leaf.env.bodies[name]
    if deed.unit is not None:
        message = f"`{name}` is not said with a unit"
        leaf.wrong(codes.WRONG_ARGUMENTS, message, deed.unit_at or deed, f"it is said `{sign.said}`")
        return None
    if sign.broken:
        return None
    args = _arguments(leaf, scope, deed, sign)
    body = leaf.session.body(name)
    if args is None or body is None:
        return None
    return model.Run(leaf.span(deed), body, who if body.has_you else None, args)


def _arguments(leaf: Leaf, scope: Scope, deed: ast.Deed, sign: BodySign) -> tuple[Expr, ...] | None:
    """What is given to a verb, in the order of its parameters; None where something is missing or too much."""
    given: dict[str | None, ast.Expr] = dict(deed.args)
    if deed.amount is not None:
        given[None] = deed.amount
    args: list[Expr] = []
    complete = True
    for parameter in sign.parameters:
        node = given.pop(parameter.preposition, None)
        if node is None:
            _missing(leaf, deed, sign, parameter)
            complete = False
            continue
        value = fit(leaf, read(leaf, scope, node, parameter.type), parameter.type, node)
        args.append(value)
        complete = complete and not is_error(value)
    for preposition, node in given.items():
        what = f"`{preposition}`" if preposition is not None else "an amount"
        message = f"`{sign.name}` is not said with {what}"
        leaf.wrong(codes.WRONG_ARGUMENTS, message, node, f"it is said `{sign.said}`")
        complete = False
    return tuple(args) if complete else None


def _missing(leaf: Leaf, deed: ast.Deed, sign: BodySign, parameter: Parameter) -> None:
    what = f"`{parameter.preposition} ...`" if parameter.preposition is not None else f"its `{parameter.name}`"
    leaf.wrong(
        codes.WRONG_ARGUMENTS, f"`{sign.name}` is said without {what}", deed.verb_at, f"it is said `{sign.said}`"
    )


# --------------------------------------------------------------------------------- phases, actions by name


@says(ast.Do)
def _do(leaf: Leaf, scope: Scope, node: ast.Do) -> list[Stmt]:
    found: list[Stmt] = []
    for name, at in node.names:
        sign = named_body(leaf, name, at, ("phase", "procedure", "action"))
        if sign is None:
            continue
        if sign.parameters:
            message = f"`{name}` needs more than its name"
            leaf.wrong(codes.WRONG_ARGUMENTS, message, at, f"say it as a sentence: `{sign.said}`")
            continue
        body = leaf.session.body(name)
        if body is not None:
            found.append(model.Run(leaf.span(at), body, scope.you if body.has_you else None, ()))
    return found


def named_body(leaf: Leaf, name: str, at: ast.At, kinds: tuple[str, ...]) -> BodySign | None:
    """A phase, procedure or action by its name, or a diagnostic."""
    sign = leaf.env.bodies.get(name)
    if sign is not None and sign.kind in kinds:
        return sign
    wanted = " or ".join(kinds)
    if sign is not None:
        message = f"`{name}` is {with_article(sign.kind)}, and {with_article(wanted)} is needed"
        leaf.wrong(codes.WRONG_TYPE, message, at)
        return None
    near = nearest(name, [b.name for b in leaf.env.bodies.values() if b.kind in kinds])
    help = f"did you mean `{near}`?" if near else None
    leaf.wrong(codes.UNKNOWN_NAME, f"there is no {wanted} `{name}`", at, help, near)
    return None


@says(ast.Offer)
def _offer(leaf: Leaf, scope: Scope, node: ast.Offer) -> list[Stmt]:
    who = doer(leaf, scope, node)
    offered = (offered_body(leaf, name, at) for name, at in node.names)
    bodies = tuple(body for body in offered if body is not None)
    low, high = OFFERS[node.how]
    return [] if who is None else [model.Offer(leaf.span(node), who, low, high, bodies)]


def offered_body(leaf: Leaf, name: str, at: ast.At) -> model.Body | None:
    """An action that can be offered, or a diagnostic."""
    sign = named_body(leaf, name, at, ("action",))
    if sign is not None and sign.parameters:
        message = f"`{name}` needs more than its name, so it cannot be offered"
        leaf.wrong(codes.WRONG_ARGUMENTS, message, at, "what its player decides stands under `choose`")
        return None
    return leaf.session.body(name) if sign is not None else None


@says(ast.EndPhase)
def _end_phase(leaf: Leaf, scope: Scope, node: ast.EndPhase) -> list[Stmt]:
    return _end(leaf, node, ("phase",))


@says(ast.Stop)
def _stop(leaf: Leaf, scope: Scope, node: ast.Stop) -> list[Stmt]:
    return _end(leaf, node, ("procedure", "action"))


def _end(leaf: Leaf, node: ast.EndPhase | ast.Stop, kinds: tuple[str, ...]) -> list[Stmt]:
    sign = named_body(leaf, node.name, node.name_at, kinds)
    body = leaf.session.body(node.name) if sign is not None else None
    return [] if body is None else [model.EndPhase(leaf.span(node), body)]
