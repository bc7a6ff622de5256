"""How large a game may be, and how long a formula may take: a rulebook is a stranger's file, and must not run away."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from encanta.checking import model as m
from encanta.checking.model import Component, Model, Type
from encanta.text.codes import register
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.spans import Span

TOO_LARGE = register("too-large", "More than a game may hold")
TAKES_TOO_LONG = register("takes-too-long", "Something that could take very long to work out")

MOST_COMPONENTS = 1_000
MOST_PLACES = 1_000
MOST_SLOTS = 200
MOST_TIMES = 100
MOST_STEPS = 20_000_000
"""Steps of one formula, or of one run of a body without its loops, at the worst."""
_LONG = 100
"""How many numbers a list may be thought to hold where nothing says it."""

Node = m.Expr | m.Stmt | m.Choice


def check_bounds(model: Model, costs: bool = True) -> Iterator[Diagnostic]:
    """Everything about a model that is too large or could take too long; estimating costs takes the longest."""
    yield from _sizes(model)
    yield from _limits(model)
    if costs:
        yield from _Costs(model).found()


def _sizes(model: Model) -> Iterator[Diagnostic]:
    for component in model.components.values():
        there = _copies(component)
        if there > MOST_COMPONENTS:
            message = f"there are {there} components of the kind `{component.name}`, and {MOST_COMPONENTS} are the most"
            yield error(TOO_LARGE, message, component.span, help="look at `copies` and `decks`")
    for place in model.places.values():
        there = _instances(model, place.each)
        if there > MOST_PLACES:
            message = f"there are {there} places `{place.name}`, and {MOST_PLACES} are the most"
            yield error(TOO_LARGE, message, place.span, help="look at `each`")


def _copies(component: Component) -> int:
    return sum(row.copies for row in component.rows)


def _instances(model: Model, each: str | None) -> int:
    if each in model.enums:
        return len(model.enums[each].members)
    return {"player": model.players, "side": len(model.sides)}.get(each or "", 1)


def _limits(model: Model) -> Iterator[Diagnostic]:
    limited: list[m.Body | m.Ability] = [*model.bodies.values(), *model.abilities]
    for limit in dict.fromkeys(what.limit for what in limited if what.limit is not None):
        if limit.times > MOST_TIMES:
            message = f"{limit.times} times is too often to be counted, and {MOST_TIMES} are the most"
            yield error(TOO_LARGE, message, limit.span, help="say `any number`, or count with a variable")


class _Costs:
    """Estimates from above how many steps things take, each declaration once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.kinds = {name: _copies(component) for name, component in model.components.items()}
        self.known: dict[Any, int] = {}
        self.changes: dict[Any, list[m.Expr]] = {}
        for ability in model.abilities:
            for change in ability.changes:
                asked = [e for e in (ability.condition, change.condition, change.amount) if e is not None]
                self.changes.setdefault(change.value or change.property, []).extend(asked)

    def found(self) -> Iterator[Diagnostic]:
        """The declarations that could take too long; what only uses such a thing is not told again."""
        for span, what, parts in self._declared():
            if self.whole(parts) > MOST_STEPS:
                self.known = {key: min(cost, 1) for key, cost in self.known.items()}
                message = f"{what} could take more than {MOST_STEPS:,} steps to work out"
                help = "narrow sets before others are looked at for each of their elements, or name a part as a value"
                yield error(TAKES_TOO_LONG, message, span, help=help)

    def _declared(self) -> Iterator[tuple[Span, str, list[Node]]]:
        model = self.model
        for value in model.values:
            yield value.span, f"the value `{value.name}`", [value.body]
        for body in (*model.setup, *model.bodies.values()):
            yield body.span, f"`{body.name}`", [*_of_body(body)]
        for ability in model.abilities:
            asked = [e for e in (ability.condition, ability.event_condition) if e is not None]
            changed = [e for change in ability.changes for e in (change.condition, change.amount) if e is not None]
            yield ability.span, f"the ability `{ability.name}`", [*asked, *changed, *ability.stmts]
        for end in model.ends:
            yield end.span, f"the end `{end.name}`", [end.condition]

    # --------------------------------------------------------------------------------------------- cost

    def whole(self, nodes: list[Node]) -> int:
        """The cost of what a declaration holds."""
        self._settle([key for node in nodes for key in self._named(node)])
        return self.sum(nodes)

    def _settle(self, keys: list[Any]) -> None:
        """Finds out what declarations cost, those that others name before these others: chains of them may be long.

        What names itself, in however many steps, costs nothing more there: runs nest only so deep.
        """
        begun: set[Any] = set()
        while keys:
            key = keys[-1]
            if key in begun and key not in self.known:
                self.known[key] = self.sum(self._held(key))
            if key in self.known:
                keys.pop()
                continue
            begun.add(key)
            inner = (named for node in self._held(key) for named in self._named(node))
            keys += [named for named in inner if named not in self.known and named not in begun]

    def _held(self, key: Any) -> list[Node]:
        if isinstance(key, m.Body):
            return [*_of_body(key)]
        changes = self.changes.get(key, [])
        return [key.body, *changes] if isinstance(key, m.Value) else [*changes]

    def _named(self, node: Node) -> Iterator[Any]:
        """The declarations that a formula or a statement names, at any depth."""
        key = self._key(node)
        if key is not None:
            yield key
        for part in _parts(node):
            yield from self._named(part)

    def _key(self, node: Node) -> Any:
        if isinstance(node, m.Run):
            return self.model.bodies.get(node.body.name, node.body)
        return node.value if isinstance(node, m.ValueOf) else node.property if isinstance(node, m.Prop) else None

    def sum(self, nodes: Iterable[Node]) -> int:
        return sum(self.cost(node) for node in nodes)

    def cost(self, node: Node) -> int:
        """Steps that a node takes at the worst; loops are counted once, because the machine bounds their turns."""
        if isinstance(node, m.Filter | m.Map | m.Extreme | m.ForEach):
            inner = [part for part in _parts(node) if part is not node.set]
            return 1 + self.cost(node.set) + self.size(node.set) * (1 + self.sum(inner))
        key = self._key(node)
        return 1 + self.sum(_parts(node)) + (self.known.get(key, 1) if key is not None else 0)

    # --------------------------------------------------------------------------------------------- size

    def size(self, node: m.Expr) -> int:
        """How many elements a set or a list has at most."""
        if isinstance(node, m.SetOf):
            return len(node.items)
        if isinstance(node, m.Filter | m.Map | m.Extreme):
            return self.size(node.set)
        if isinstance(node, m.Union):
            return self.size(node.left) + self.size(node.right)
        return self._domain(node.type.of if node.type.of is not None else node.type)

    def _domain(self, type: Type) -> int:
        model = self.model
        if type.kind in ("component", "place"):
            places = sum(_instances(model, place.each) for place in model.places.values())
            return self.kinds.get(type.name or "", 0) if type.kind == "component" else places
        if type.kind == "enum" and type.name in model.enums:
            return len(model.enums[type.name].members)
        return {"player": model.players, "side": len(model.sides)}.get(type.kind, _LONG)


def _of_body(body: m.Body) -> Iterator[Node]:
    yield from body.choices
    for require in body.requires:
        yield require.condition
    for _, _, start in body.variables:
        yield start
    for step in body.steps:
        yield from step.stmts


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(cls: type[Node]) -> tuple[str, ...]:
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(field.name for field in dataclasses.fields(cls) if field.name not in ("type", "span"))
    return _FIELDS[cls]


def _parts(node: Node) -> Iterator[Node]:
    """The formulas, statements and choices directly inside a node."""
    for name in _fields(type(node)):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, m.Expr | m.Stmt | m.Choice):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
