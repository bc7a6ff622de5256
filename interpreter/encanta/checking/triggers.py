"""Events that set something off: steps and phases, things that enter and leave, values that change, named events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import as_many, fit
from encanta.checking.comparing import kind_of, pair
from encanta.checking.deed_events import deed_trigger
from encanta.checking.deeds import named_body
from encanta.checking.environment import PLAYER, SIDE, EventSign
from encanta.checking.formulas import Leaf, is_error, read, read_text
from encanta.checking.items import Item
from encanta.checking.limits import read_limit
from encanta.checking.model import (
    FLAG,
    INTEGER,
    AnyOf,
    Body,
    Const,
    EdgeTrigger,
    Expr,
    LimitOf,
    Local,
    Logic,
    MoveTrigger,
    Not,
    Place,
    StepTrigger,
    Trigger,
)
from encanta.checking.reading import Unreadable, Work, warn_of_constant
from encanta.checking.scope import Scope
from encanta.checking.tree import several, text_under, under
from encanta.checking.types import component_type, same
from encanta.language import ast
from encanta.text.nearest import nearest
from encanta.text.nodes import Scalar, Sequence

if TYPE_CHECKING:
    from encanta.checking.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """A trigger, with the condition and the limit of the named event that it stands for."""

    trigger: Trigger
    condition: Expr | None = None
    limit: LimitOf | None = None


def read_trigger(leaf: Leaf, scope: Scope) -> Heard | None:
    """A whole text as an event; named events, which may be several, are read by `read_heard`."""
    heard = read_heard(leaf, scope)
    if len(heard) > 1:
        leaf.wrong(codes.WRONG_TRIGGER, "this event can happen in several ways", (0, len(leaf.scalar.text)))
    return heard[0] if heard else None


def read_heard(leaf: Leaf, scope: Scope) -> list[Heard]:
    """A whole text as an event, with everything that a named event stands for."""
    try:
        node: ast.Event = leaf.tree("trigger")
    except Unreadable:
        return []
    return heard_in(leaf, scope, node)


def heard_in(leaf: Leaf, scope: Scope, node: ast.Event) -> list[Heard]:
    """An event with everything that a named event stands for."""
    if isinstance(node, ast.NamedEvent):
        return _named(leaf, scope, node)
    if isinstance(node, ast.DeedEvent):
        deed = deed_trigger(leaf, scope, node)
        return [] if deed is None else [Heard(deed)]
    trigger = _plain(leaf, scope, node)
    return [] if trigger is None else [Heard(trigger)]


def _plain(leaf: Leaf, scope: Scope, node: ast.Event) -> Trigger | None:
    if isinstance(node, ast.PhaseEvent):
        return _phase(leaf, scope, node)
    if isinstance(node, ast.StepEvent):
        return hook(leaf, scope, node.path, node.before)
    if isinstance(node, ast.MoveEvent):
        return _move(leaf, scope, node)
    return _edge(leaf, scope, node) if isinstance(node, ast.ChangeEvent) else None


# ------------------------------------------------------------------------------------------ steps and phases


def _phase(leaf: Leaf, scope: Scope, node: ast.PhaseEvent) -> Trigger | None:
    sign = named_body(leaf, node.phase, node.phase_at, ("phase",))
    body = leaf.session.body(node.phase) if sign is not None else None
    if body is None:
        return None
    if node.yours and scope.you is None:
        leaf.wrong(
            codes.WHOSE, "nobody is meant by `your` here", node, f"say `{leaf.said(node).removeprefix('your ')}`"
        )
        return None
    if node.yours and not body.has_you:
        leaf.wrong(codes.WHOSE, f"`{body.name}` is nobody's", node, "leave out `your`")
        return None
    return StepTrigger(node.begins, body, None, not node.yours, leaf.span(node))


def read_hook(leaf: Leaf, scope: Scope) -> StepTrigger | None:
    """The text under `instead`: a step, or the whole of what a verb does."""
    try:
        node: ast.Path | ast.DeedEvent = leaf.tree("hook")
    except Unreadable:
        return None
    return deed_trigger(leaf, scope, node, True) if isinstance(node, ast.DeedEvent) else hook(leaf, scope, node, True)


def hook(leaf: Leaf, scope: Scope, path: ast.Path, before: bool) -> StepTrigger | None:
    """A step of a phase, a procedure, an action or a kind of actions, or the whole of one."""
    kinds = ("phase", "procedure", "action", *(("kind",) if leaf.env.kinds else ()))
    sign = named_body(leaf, path.name, (path.at[0], path.at[0] + len(path.name)), kinds)
    body = leaf.session.body(path.name) if sign is not None else None
    if body is None:
        return None
    if path.step is not None and path.step not in step_names(leaf, body):
        known = step_names(leaf, body)
        near = nearest(path.step, known)
        help = (
            f"did you mean `{near}`?" if near else f"its steps are {', '.join(known)}" if known else "it has no steps"
        )
        at = (path.at[1] - len(path.step), path.at[1])
        leaf.wrong(codes.UNKNOWN_NAME, f"`{path.name}` has no step `{path.step}`", at, help, near)
        return None
    anyone = scope.you is None or not body.has_you
    return StepTrigger(before, body, path.step, anyone, leaf.span(path))


def step_names(leaf: Leaf, body: Body) -> list[str]:
    """The names of the steps of a body, as declared."""
    if body.kind == "kind":
        from encanta.checking.kinds import steps_of

        return steps_of(leaf.session, body.name)
    node = leaf.session.node(("body", body.name))
    steps = under(node, "steps")
    return [] if steps is None or isinstance(steps, (Scalar, Sequence)) else list(steps.keys())


# ------------------------------------------------------------------------------------------------- moves


def _move(leaf: Leaf, scope: Scope, node: ast.MoveEvent) -> Trigger | None:
    target = _where(leaf, scope, node.place)
    source = _where(leaf, scope, node.source) if node.source is not None else None
    if target is None or (node.source is not None and source is None):
        return None
    place, yours = target
    it = Local(component_type(place.component), leaf.span(node.word_at), "it")
    leaf.work.locals["it"] = it.type
    test: Expr | None = kind_of(leaf, it, node.word, node.word_at)
    if test is not None and is_error(test):
        return None
    if isinstance(test, Const):
        test = None
    return MoveTrigger(node.enters, place, yours, source[0] if source is not None else None, test, leaf.span(node))


def _where(leaf: Leaf, scope: Scope, node: ast.Expr) -> tuple[Place, bool] | None:
    """A place that things enter or leave, and whether only your own is meant."""
    if isinstance(node, ast.Owned) and node.owner is None and node.whose == "your":
        return _own_place(leaf, scope, node.name, node.name_at, node)
    if isinstance(node, ast.Every) and isinstance(node.of, ast.Name) and node.of.id in leaf.env.places:
        return leaf.env.places[node.of.id], False
    name = node.id if isinstance(node, ast.Name) else ""
    kind, singular = leaf.env.plurals.get(name, ("", ""))
    if kind == "place":
        return leaf.env.places[singular], False
    if name in leaf.env.places:
        place = leaf.env.places[name]
        if place.each not in (PLAYER, SIDE) or scope.you is None:
            return place, False
        return _own_place(leaf, scope, name, node.at, node)
    if name in leaf.env.broken:
        return None
    near = nearest(name, [*leaf.env.places, *leaf.env.plurals]) if name else None
    help = f"did you mean `{near}`?" if near else "say `your` and a place, or a place"
    leaf.wrong(codes.WRONG_TRIGGER, f"`{leaf.said(node)}` is no place that things enter and leave", node, help)
    return None


def _own_place(leaf: Leaf, scope: Scope, name: str, at: ast.At, node: ast.Expr) -> tuple[Place, bool] | None:
    place = leaf.env.places.get(name)
    if place is None and name in leaf.env.broken:
        return None
    if place is None:
        near = nearest(name, leaf.env.places)
        help = f"did you mean `{near}`?" if near else None
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no place `{name}`", at, help, near)
        return None
    you = scope.you
    owned = you is not None and (place.each == you.type.kind or (place.each == SIDE and you.type.kind == PLAYER))
    if not owned:
        help = f"say `every {name}` for all of them" if place.each is not None else f"say `{name}`"
        leaf.wrong(codes.WHOSE, f"`{name}` is nobody's own here", node, help)
        return None
    return place, True


# --------------------------------------------------------------------------------------------- changes


def _edge(leaf: Leaf, scope: Scope, node: ast.ChangeEvent) -> Trigger | None:
    span = leaf.span(node)
    if node.kind == "becomes empty":
        things = as_many(leaf, read(leaf, scope, node.value), node.value)
        if is_error(things):
            return None
        empty = Not(FLAG, span, AnyOf(FLAG, span, things))
        return EdgeTrigger("becomes", empty, Const(FLAG, span, 1), span)
    if node.kind == "becomes" and node.target is not None:
        value, target = pair(leaf, scope, node.value, node.target)
        if is_error(value, target):
            return None
        if not same(value.type, target.type):
            message = (
                f"`{leaf.said(node.value)}` is {leaf.kind(value)}, `{leaf.said(node.target)}` is {leaf.kind(target)}"
            )
            leaf.wrong(codes.CANNOT_COMPARE, message, node)
            return None
        return EdgeTrigger("becomes", value, target, span)
    value = read(leaf, scope, node.value)
    if node.kind in ("rises", "falls"):
        value = fit(leaf, value, INTEGER, node.value)
    elif value.type.kind == "place":
        value = as_many(leaf, value, node.value)
    return None if is_error(value) else EdgeTrigger(node.kind, value, None, span)


# ----------------------------------------------------------------------------------------- named events


def _named(leaf: Leaf, scope: Scope, node: ast.NamedEvent) -> list[Heard]:
    found = leaf.session.event(node.name)
    if found is None and node.name in leaf.env.broken:
        return []
    if found is None:
        near = nearest(node.name, leaf.env.events)
        help = f"did you mean `{near}`?" if near else "named events are declared under `events`"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no event `{node.name}`", node.name_at, help, near)
        return []
    sign, item = found
    if len(node.args) != len(sign.parameters):
        said = f"{sign.name}({', '.join(p.name for p in sign.parameters)})"
        message = f"`{sign.name}` is given {len(node.args)} of {len(sign.parameters)} arguments"
        leaf.wrong(codes.WRONG_ARGUMENTS, message, node, f"it is said `{said}`")
        return []
    if sign.owner not in ("game", scope.you.type.kind if scope.you is not None else ""):
        message = f"`{sign.name}` happens to each {sign.owner}, and this belongs to no {sign.owner}"
        leaf.wrong(codes.WHOSE, message, node.name_at, f"put it under `abilities: {sign.owner}`")
        return []
    args = [fit(leaf, read(leaf, scope, a, p.type), p.type, a) for a, p in zip(node.args, sign.parameters, strict=True)]
    return [] if is_error(*args) else _heard(leaf, scope, sign, item, args)


def _heard(leaf: Leaf, scope: Scope, sign: EventSign, item: Item, args: list[Expr]) -> list[Heard]:
    """What a named event stands for, with its arguments put in."""
    inner = Scope(scope.you) if sign.owner != "game" else Scope()
    for parameter, arg in zip(sign.parameters, args, strict=True):
        inner.bind(parameter.name, arg)
    node = item.entry.value
    triggers: list[Trigger] = []
    for text in several(under(node, "when")):
        event = Leaf(text, leaf.work, leaf.session)
        triggers += [h.trigger for h in read_heard(event, inner)]
    test = _event_condition(leaf, inner, text_under(node, "if"), triggers)
    said = ", ".join(str(a.value) if isinstance(a, Const) else leaf.said((0, len(leaf.scalar.text))) for a in args)
    key = f"{sign.owner}:{sign.name}({said})" if args else f"{sign.owner}:{sign.name}"
    limit = text_under(node, "limit")
    counted = read_limit(Leaf(limit, leaf.work, leaf.session), key) if limit is not None else None
    return [Heard(trigger, test, counted) for trigger in triggers]


def _event_condition(leaf: Leaf, scope: Scope, text: Scalar | None, triggers: list[Trigger]) -> Expr | None:
    if text is None:
        return None
    event = Leaf(text, leaf.work, leaf.session)
    inner = with_it(event, scope, triggers)
    expr, node = read_text(event, inner, FLAG)
    if node is None:
        return None
    warn_of_constant(event, node)
    return fit(event, expr, FLAG, node)


def with_it(leaf: Leaf, scope: Scope, triggers: list[Trigger]) -> Scope:
    """A scope in which `it` is what entered or left, if all events are of that kind."""
    moves = [t for t in triggers if isinstance(t, MoveTrigger)]
    kinds = {t.place.component for t in moves}
    if not moves or len(moves) < len(triggers) or len(kinds) > 1:
        return scope
    type = component_type(kinds.pop())
    leaf.work.locals["it"] = type
    inner = scope.child()
    inner.bind("it", Local(type, moves[0].span, "it"))
    return inner


def both(one: Expr | None, other: Expr | None) -> Expr | None:
    """Two conditions as one."""
    if one is None or other is None:
        return one or other
    return Logic(FLAG, one.span, "and", (one, other))


def read_event(session: Session, item: Item, work: Work) -> EventSign | None:
    """Checks a named event by itself; what it stands for is read where it is heard, with its arguments."""
    from encanta.checking.values import bind_parameters, owner_scope

    sign = session.env.events.get(item.key[2])
    if sign is None:
        return None
    leaf = Leaf(item.entry.key, work, session)
    scope = owner_scope(leaf, sign.owner, sign.span)
    bind_parameters(leaf, scope, sign.parameters, item.entry.key, "signature")
    args: list[Expr] = [Local(p.type, sign.span, p.name) for p in sign.parameters]
    return sign if _heard(leaf, scope, sign, item, args) else None
