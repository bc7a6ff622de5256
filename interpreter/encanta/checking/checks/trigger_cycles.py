"""Abilities that set each other off again and again, with nothing that could stop them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.whole import Whole
from encanta.text.diagnostic import Diagnostic, Label, warning

_MOST_DEPTH = 8
_HELP = "give one of them a limit (`limit: once per turn`) or a condition that ends it (`if:`)"


@dataclass(frozen=True, slots=True)
class _Deed:
    """What certainly happens: a body is run, a variable rises or falls, or what moved comes to a place.

    `own`: it is done by, or it is of, the one whose ability it is.
    """

    kind: str
    name: str
    owner: str | None
    own: bool


def trigger_cycles(whole: Whole) -> Iterator[Diagnostic]:
    """Circles of abilities in which each certainly sets off the next."""
    bound = [ability for ability in whole.model.abilities if whole.memory.once(_unbounded, ability)]
    if not bound:
        return
    nodes = [(ability, trigger) for ability in bound for trigger in ability.triggers]
    follows = {
        node: [other for other in nodes if any(_hears(other, deed, node[1]) for deed in _deeds(whole, node[0]))]
        for node in nodes
    }
    told: set[int] = set()
    for node in nodes:
        circle = _circle(node, follows)
        if circle and not told & {id(ability) for ability, _ in circle}:
            told |= {id(ability) for ability, _ in circle}
            yield _problem(circle)


Node = tuple[m.Ability, m.Trigger]


def _unbounded(ability: m.Ability) -> bool:
    """Whether nothing keeps an ability from acting whenever it hears its event."""
    kept = ability.condition, ability.event_condition, ability.limit, ability.instead
    free = ability.row is None and not ability.optional and not ability.during and not ability.at_once
    return free and bool(ability.triggers) and bool(ability.stmts) and all(part is None for part in kept)


def _circle(start: Node, follows: dict[Node, list[Node]]) -> list[Node]:
    """The shortest way from an ability back to itself, or nothing."""
    ways = [[start]]
    seen: set[Node] = set()
    for way in ways:
        for other in follows[way[-1]]:
            if other == start:
                return way
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []


def _problem(circle: list[Node]) -> Diagnostic:
    names = list(dict.fromkeys(f"`{ability.name}`" for ability, _ in circle))
    if len(names) == 1:
        message = f"{names[0]} sets itself off, again and again without end"
    else:
        message = f"{', '.join(names[:-1])} and {names[-1]} set each other off, again and again without end"
    labels = tuple(Label(trigger.span, f"heard by `{ability.name}`") for ability, trigger in circle[1:])
    return warning(codes.TRIGGER_CYCLE, message, circle[0][1].span, labels=labels, help=_HELP)


# -------------------------------------------------------------------------------------------- what happens


def _deeds(whole: Whole, ability: m.Ability) -> list[_Deed]:
    """What an ability certainly does, if it hears its event."""
    yours = frozenset({"you", "self"}) if ability.owner == "player" else frozenset[str]()
    return list(_of_block(whole, ability.stmts, yours, _MOST_DEPTH))


def _of_block(whole: Whole, stmts: m.Stmts, yours: frozenset[str], depth: int) -> Iterator[_Deed]:
    for stmt in stmts:
        if isinstance(stmt, (m.EndPhase, m.EndGame, m.Until)):
            return
        if isinstance(stmt, m.SetVar):
            yield from _set(stmt, yours)
        elif isinstance(stmt, m.Move) and isinstance(stmt.what, m.Local) and isinstance(stmt.to, m.PlaceOf):
            place = stmt.to.place
            if stmt.what.name == "it" and place.capacity is None:
                yield _Deed("comes to", place.name, place.each, place.each is None or _is(stmt.to.owner, yours))
        elif isinstance(stmt, m.Run):
            yield from _run(whole, stmt, yours, depth)


def _set(stmt: m.SetVar, yours: frozenset[str]) -> Iterator[_Deed]:
    """`total +1`."""
    value, variable = stmt.value, stmt.variable
    own = variable.owner is None or (variable.owner == "player" and _is(stmt.owner, yours))
    if not own or stmt.key is not None or not isinstance(value, m.Arith) or value.op not in ("+", "-"):
        return
    if isinstance(value.left, m.Read) and value.left.variable is variable and isinstance(value.right, m.Const):
        amount = value.right.value if value.op == "+" else -value.right.value
        if amount != 0:
            yield _Deed("rises" if amount > 0 else "falls", variable.name, variable.owner, True)


def _run(whole: Whole, stmt: m.Run, yours: frozenset[str], depth: int) -> Iterator[_Deed]:
    body = whole.model.bodies.get(stmt.body.name)
    if body is None or body.kind == "action" or body.choices or body.requires or body.limit or body.full is not None:
        return
    if any(other.instead is not None and other.instead.body.name == body.name for other in whole.model.abilities):
        return
    own = stmt.you is None or _is(stmt.you, yours)
    yield _Deed("runs", body.name, None, own)
    if depth:
        inner = frozenset({"you"}) if own and yours else frozenset[str]()
        for step in body.steps:
            yield from _of_block(whole, step.stmts, inner, depth - 1)


def _is(owner: m.Expr | None, yours: frozenset[str]) -> bool:
    return isinstance(owner, m.Local) and owner.name in yours


def _hears(node: Node, deed: _Deed, heard: m.Trigger) -> bool:
    """Whether an ability certainly hears of a deed of one that heard something itself."""
    ability, trigger = node
    if isinstance(trigger, m.StepTrigger):
        mine = trigger.anyone or (deed.own and ability.owner == "player")
        return deed.kind == "runs" and trigger.body.name == deed.name and trigger.step is None and mine
    if isinstance(trigger, m.EdgeTrigger):
        value = trigger.value
        if deed.kind not in ("rises", "falls") or trigger.kind not in ("changes", deed.kind):
            return False
        if not isinstance(value, m.Read) or value.key is not None or value.variable.name != deed.name:
            return False
        return value.variable.owner == deed.owner and (deed.owner is None or _is(value.owner, frozenset({"you"})))
    return deed.kind == "comes to" and isinstance(heard, m.MoveTrigger) and _moves(ability, trigger, deed, heard)


def _moves(ability: m.Ability, trigger: m.MoveTrigger, deed: _Deed, heard: m.MoveTrigger) -> bool:
    """Whether something that lies where it was heard to enter is certainly heard to come to a place from there."""
    there = heard.place.name if heard.enters else None
    if there is None or there == deed.name or trigger.condition is not None or (trigger.yours and not deed.own):
        return False
    if trigger.yours and ability.owner != "player":
        return False
    if trigger.enters:
        return trigger.place.name == deed.name and (trigger.source is None or trigger.source.name == there)
    return trigger.place.name == there and trigger.source is None and not trigger.yours
