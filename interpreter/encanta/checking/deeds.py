"""Sentences with declared verbs, and sentences that run phases, procedures and actions."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.coercion import fit
from encanta.checking.environment import BodySign, Parameter
from encanta.checking.formulas import Leaf, failed, is_error, read
from encanta.checking.model import Expr, Local, Stmt
from encanta.checking.picking import fitting, inline_choice
from encanta.checking.scope import Scope
from encanta.checking.sentences import doer, says
from encanta.checking.types import element, is_many, with_article
from encanta.checking.units import is_unit_verb, unit_run
from encanta.language import ast
from encanta.text.nearest import nearest

OFFERS = {"exactly one": (1, 1), "one or more": (1, None), "at most one": (0, 1), "any": (0, None)}


def base_verb(leaf: Leaf, deed: ast.Deed) -> str:
    """The verb of a deed as it is declared, inflected or not."""
    return deed.verb if deed.verb in leaf.env.bodies else leaf.env.vocabulary.inflected.get(deed.verb, deed.verb)


def run_of(leaf: Leaf, scope: Scope, deed: ast.Deed, who: Expr | None) -> model.Run | None:
    """A declared verb, or one of the language with a unit, as what is run; None after a diagnostic.

    What is picked for it is left in the `picks` of the scope.
    """
    if is_unit_verb(leaf, deed.verb):
        return unit_run(leaf, scope, deed, who)
    name = base_verb(leaf, deed)
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
    run = model.Run(leaf.span(deed), body, who if body.has_you else None, args)
    return fitting(leaf, scope.picks, run) if scope.picks is not None else run


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
        value = _picked(leaf, scope, node, parameter) if isinstance(node, ast.Inline) else None
        if value is None:
            value = fit(leaf, read(leaf, scope, node, parameter.type), parameter.type, node)
        args.append(value)
        complete = complete and not is_error(value)
    for preposition, node in given.items():
        what = f"`{preposition}`" if preposition is not None else "an amount"
        message = f"`{sign.name}` is not said with {what}"
        leaf.wrong(codes.WRONG_ARGUMENTS, message, node, f"it is said `{sign.said}`")
        complete = False
    return tuple(args) if complete else None


def _picked(leaf: Leaf, scope: Scope, node: ast.Inline, parameter: Parameter) -> Expr | None:
    """Several things picked for a verb that takes one: it is done with each of them."""
    if is_many(parameter.type) or scope.picks is None or (node.count == 1 and not node.up_to):
        return None
    choice = inline_choice(leaf, scope, node, single=False)
    if choice is None:
        return failed(leaf, node)
    inner = element(choice.type)
    local = leaf.work.fresh(inner.name or inner.kind, inner)
    scope.picks.loops.append((local, Local(choice.type, choice.span, choice.local)))
    return fit(leaf, Local(inner, choice.span, local), parameter.type, node)


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
        if leaf.work.printed and name == "effect":
            found.append(model.PrintedPart(leaf.span(at), "effect"))
            continue
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
    """An action that can be offered, or a kind of printed actions, or a diagnostic."""
    sign = named_body(leaf, name, at, ("action", "kind") if leaf.env.kinds else ("action",))
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
