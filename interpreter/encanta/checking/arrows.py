"""`COST -> EFFECT` in any text: what stands left of the arrow is done in full, or nothing of both is done."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.checks.memory import Memory
from encanta.checking.checks.reached import sentences
from encanta.checking.costs import Price, price_of
from encanta.checking.formulas import Leaf
from encanta.checking.model import FLAG, PLAYER, Ability, Body, Component, Cost, Effect, Expr, Local, Step, Stmt, Stmts
from encanta.checking.model.trees import substituted, walk
from encanta.checking.needs import both
from encanta.checking.scope import Scope
from encanta.checking.sentences import block, doer, says, sentence
from encanta.language import ast


@says(ast.Arrow)
def _arrow(leaf: Leaf, scope: Scope, node: ast.Arrow) -> list[Stmt]:
    you = doer(leaf, scope, node)
    if you is None:
        return []
    lines, may = _optional(node)
    before = frozenset(leaf.work.locals)
    span, inner = leaf.span(node), scope.child()
    price = price_of(leaf, inner, lines)
    after = inner.child()
    effect = tuple(stmt for line in node.effect for stmt in sentence(leaf, after, line))
    paid: Stmts
    if price.choices:
        inside = effect if _reads(effect, price) else ()
        _not_changed(leaf, lines[0], inside, before)
        body = _apart(leaf, inner, lines, price, inside)
        effect = effect if not inside else ()
        run = model.Run(span, body, you, tuple(Local(type, span, name) for name, type in body.parameters))
        test: Expr | None = model.CanDo(FLAG, span, body, you, run.args)
        paid = (run,)
    else:
        test = both([require.condition for require in price.requires], span) if price.requires else None
        paid = (Cost(span, price.stmts),) if price.stmts else ()
    done: Stmts = (*paid, *effect)
    if may:
        done = (model.May(span, you, done),)
    return list(done) if test is None else [model.If(span, ((test, done),), ())]


def _optional(node: ast.Arrow) -> tuple[tuple[ast.Stmt, ...], bool]:
    """The steps of the cost, and whether the one who pays may leave it: it begins with `may`."""
    first, *rest = node.cost
    if isinstance(first, ast.Maybe):
        return (first.step, *rest), True
    if isinstance(first, ast.Doing) and first.may and first.subject is None:
        return (dataclasses.replace(first, may=False), *rest), True
    return node.cost, False


def _reads(effect: Stmts, price: Price) -> bool:
    """Whether the effect reads what was chosen for the cost, or named in it."""
    named = {choice.local for choice in price.choices}
    named |= {node.local for stmt in price.stmts for node in walk(stmt) if isinstance(node, model.Let)}
    return any(isinstance(node, Local) and node.name in named for stmt in effect for node in walk(stmt))


def _apart(leaf: Leaf, scope: Scope, lines: tuple[ast.Stmt, ...], price: Price, effect: Stmts) -> Body:
    """A cost with choices as a procedure of its own, so that only what can be completed is offered; with its effect,
    where that reads what was chosen."""
    assert scope.you is not None
    span = leaf.span((lines[0].at[0], lines[-1].at[1]))
    you = Local(PLAYER, span, "you")
    as_you: dict[str, Expr] = {scope.you.name: you} if isinstance(scope.you, Local) else {}
    choices = tuple(substituted(choice, as_you) for choice in price.choices)
    requires = tuple(dataclasses.replace(r, condition=substituted(r.condition, as_you)) for r in price.requires)
    stmts, after = (tuple(substituted(stmt, as_you) for stmt in part) for part in (price.stmts, effect))
    name = leaf.said((lines[0].at[0], lines[-1].at[1]))
    steps = (Step("cost", (Cost(span, stmts),), span), *([Step("effect", after, span)] if after else []))
    given = _given([*choices, *(r.condition for r in requires), *stmts, *after])
    return Body(
        kind="procedure",
        name=name,
        about="",
        parameters=tuple(given.items()),
        has_you=True,
        choices=choices,
        requires=requires,
        limit=None,
        variables=(),
        steps=steps,
        span=span,
        locals=dict(leaf.work.locals) | {"you": PLAYER},
        apart=True,
    )


def _not_changed(leaf: Leaf, line: ast.Stmt, effect: Stmts, before: frozenset[str]) -> None:
    """What was named before the cost stays what it is in an effect that is carried out apart."""
    for stmt in effect:
        for node in walk(stmt):
            if isinstance(node, model.Let) and node.local in before:
                message = f"`{node.local}` cannot be changed after a cost in which something is chosen"
                help = "choose it in a line before, or keep the number in a variable of `state`"
                leaf.wrong(codes.NOT_YET, message, line, help)


def _given(nodes: list[model.Choice | Expr | Stmt]) -> dict[str, model.Type]:
    """The locals that are read and bound by none of some nodes, with their types."""
    found: dict[str, model.Type] = {}
    bound = {"you"}
    for node in nodes:
        for part in walk(node):
            if isinstance(part, Local):
                found.setdefault(part.name, part.type)
            local = getattr(part, "local", None)
            if isinstance(local, str):
                bound.add(local)
    return {name: type for name, type in found.items() if name not in bound}


def costs_apart(
    bodies: Iterable[Body], abilities: Iterable[Ability], kinds: dict[str, Component], memory: Memory
) -> dict[str, Body]:
    """The costs with choices that stand in any text, as procedures under names of their own."""
    known = dict.fromkeys(bodies)
    todo: list[Body | Ability | Effect] = [*known, *abilities]
    todo += [effect for kind in kinds.values() for row in kind.rows for effect in row.effects.values()]
    found: dict[str, Body] = {}
    for declared in todo:
        for body in memory.once(_run_apart, declared):
            if body not in known:
                known[body] = None
                # Two places may say the same.
                found[f"{body.name} ({len(found) + 1})"] = body
                todo.append(body)
    return found


def _run_apart(declared: Body | Ability | Effect) -> tuple[Body, ...]:
    runs = (stmt for stmt in sentences(declared) if isinstance(stmt, model.Run))
    return tuple(stmt.body for stmt in runs if stmt.body.apart)


@says(ast.Maybe)
def _maybe(leaf: Leaf, scope: Scope, node: ast.Maybe) -> list[Stmt]:
    you = doer(leaf, scope, node)
    body = block(leaf, scope.child(), node.step)
    return [] if you is None else [model.May(leaf.span(node), you, body)]


@says(ast.SomeUnits)
def _some_units(leaf: Leaf, scope: Scope, node: ast.SomeUnits) -> list[Stmt]:
    said = leaf.said(node)
    help = f"say what happens with them: `lose {said}`, `take {said}`"
    leaf.wrong(codes.CANNOT_READ, f"`{said}` alone is a cost, and nothing is paid for here", node, help)
    return []
