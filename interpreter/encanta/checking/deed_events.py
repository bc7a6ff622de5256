"""Events by verb: somebody does what a verb says (`you gain a coin`), whoever and wherever it is done."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.comparing import kind_of
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.model import FLAG, INTEGER, Body, Compare, Const, DoneBy, Expr, Local, Logic, StepTrigger
from encanta.checking.scope import Scope
from encanta.checking.units import AMOUNT, verbs_of
from encanta.language import ast
from encanta.language.words import UNIT_VERBS
from encanta.text.nearest import nearest

_WHO = {"you": "you", "another": "another", "player": "any"}


def deed_trigger(leaf: Leaf, scope: Scope, node: ast.DeedEvent, before: bool = False) -> StepTrigger | None:
    """What is heard of a verb; None after a diagnostic. A verb of the language may be said in several ways."""
    who = _who(leaf, scope, node)
    bodies = _bodies(leaf, node)
    by = _by(leaf, node)
    if who is None or by is False or not bodies:
        return None
    body = bodies[0]
    if not body.has_you:
        message = f"`{body.name}` is done by nobody in particular"
        leaf.wrong(codes.WHOSE, message, node.verb_at, f"say `after {body.name}`")
        return None
    met = _met(leaf, node, body)
    if is_error(*met) or (node.word is not None and not met):
        return None
    tests = [*met, *([by] if isinstance(by, Expr) else [])]
    test = None if not tests else tests[0] if len(tests) == 1 else Logic(FLAG, leaf.span(node), "and", tuple(tests))
    return StepTrigger(before, body, None, who != "you", leaf.span(node), who, test, tuple(bodies[1:]))


def _who(leaf: Leaf, scope: Scope, node: ast.DeedEvent) -> str | None:
    who = _WHO.get(node.who)
    if who is None:
        message = f"`{leaf.said(node.who_at)}` does nothing by itself"
        leaf.wrong(codes.WRONG_TRIGGER, message, node.who_at, "say `you`, `another player` or `a player`")
    elif who != "any" and (scope.you is None or scope.you.type.kind != "player"):
        leaf.wrong(codes.WHOSE, "nobody is `you` here", node, "say `a player ...`")
        return None
    return who


def _bodies(leaf: Leaf, node: ast.DeedEvent) -> list[Body]:
    """What is run where the verb is done."""
    verb = leaf.env.vocabulary.inflected.get(node.verb, node.verb)
    if node.verb in leaf.env.bodies:
        verb = node.verb
    if leaf.env.units and verb in UNIT_VERBS:
        if node.unit is None:
            unit = next(iter(leaf.env.units.values())).name
            message = f"`{verb}` is said without a unit"
            leaf.wrong(codes.WRONG_ARGUMENTS, message, node.verb_at, f"say `{verb} {unit}`")
            return []
        return verbs_of(leaf.session.variable(leaf.env.units[node.unit]), verb)
    body = leaf.session.body(verb)
    if node.unit is not None:
        leaf.wrong(codes.WRONG_ARGUMENTS, f"`{verb}` is not said with a unit", node.unit_at or node)
        return []
    return [] if body is None else [body]


def _met(leaf: Leaf, node: ast.DeedEvent, body: Body) -> list[Expr]:
    """What must hold of that with which it is done: a kind of component, or some of a unit."""
    if body.unit is not None:
        span = leaf.span(node)
        return [Compare(FLAG, span, ">", Local(INTEGER, span, AMOUNT), Const(INTEGER, span, 0))]
    if node.word is None or node.word_at is None:
        return []
    for name, type in body.parameters:
        if type.kind == "component":
            test = kind_of(leaf, Local(type, leaf.span(node.word_at), name), node.word, node.word_at)
            return [test]
    message = f"`{body.name}` is not done with {leaf.said((node.verb_at[1], node.word_at[1]))}"
    leaf.wrong(codes.WRONG_TRIGGER, message, node.word_at, f"say it without {leaf.said(node.word_at)}")
    return []


def _by(leaf: Leaf, node: ast.DeedEvent) -> Expr | bool:
    """The condition that it is done in an action, a kind of actions or a procedure; False after a diagnostic."""
    if node.by is None or node.by_at is None:
        return True
    known = [b.name for b in leaf.env.bodies.values() if b.kind in ("action", "procedure")] + list(leaf.env.kinds)
    if node.by in known:
        return DoneBy(FLAG, leaf.span(node.by_at), node.by)
    near = nearest(node.by, known)
    help = f"did you mean `{near}`?" if near else "say an action, a kind of actions or a procedure"
    leaf.wrong(codes.UNKNOWN_NAME, f"there is no action or procedure `{node.by}`", node.by_at, help, near)
    return False
