"""Ways to bend a text of the language: one small change at a time, made on its tree and written anew."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from encanta.language import ast
from encanta.language.printer import written

_Made = tuple[str, Any]
"""What kind of change it is, and what stands there instead of a node."""
_Rule = Callable[[Any], Iterator[_Made]]


@dataclass(frozen=True, slots=True, eq=False)
class Bent:
    """A text with one change. `at`: what is changed, `within`: the statement that it is a part of, in characters of
    the text as it was. `old` and `new` are the words there; `new` is empty where something is taken out."""

    kind: str
    text: str
    at: ast.At
    within: ast.At
    old: str
    new: str


def bent(root: ast.Node, condition: bool) -> Iterator[Bent]:
    """Every change of a text that the operators know. `condition`: whether the whole text says yes or no."""
    before = written(root)
    for change in _changes(root, root.at, condition):
        text = written(change.root)
        if text != before:
            yield Bent(change.kind, text, change.at, change.within, change.old, change.new)


@dataclass(frozen=True, slots=True, eq=False)
class _Change:
    kind: str
    root: Any
    at: ast.At
    within: ast.At
    old: str
    new: str


def _changes(node: ast.Node, within: ast.At, condition: bool) -> Iterator[_Change]:
    """The changes of a node and of everything inside it. `condition`: whether the node says yes or no."""
    if isinstance(node, ast.Stmt) and not isinstance(node, ast.Block):
        within = node.at
    rules = [*_RULES.get(type(node), ()), *((_denied,) if condition else ())]
    for rule in rules:
        for kind, new in rule(node):
            yield _Change(kind, new, node.at, within, _words(node), _words(new))
    cls: Any = type(node)
    for field in _fields(cls):
        yield from _in_field(node, field, within)


def _in_field(node: ast.Node, field: str, within: ast.At) -> Iterator[_Change]:
    value = getattr(node, field)
    condition = field in _CONDITIONS or (type(node), field) in _PARTS_OF_CONDITIONS
    dropped = _dropped(value, within) if field in _ROWS and isinstance(value, tuple) else ()
    for change in (*_in_value(value, within, condition), *dropped):
        yield dataclasses.replace(change, root=dataclasses.replace(node, **{field: change.root}))


def _in_value(value: Any, within: ast.At, condition: bool) -> Iterator[_Change]:
    if isinstance(value, ast.Node):
        yield from _changes(value, within, condition)
    elif isinstance(value, tuple) and value:
        yield from _in_tuple(value, within, condition)


def _in_tuple(value: tuple[Any, ...], within: ast.At, condition: bool) -> Iterator[_Change]:
    for number, item in enumerate(value):
        for change in _in_value(item, within, condition):
            yield dataclasses.replace(change, root=(*value[:number], change.root, *value[number + 1 :]))


def _dropped(value: tuple[ast.Node, ...], within: ast.At) -> Iterator[_Change]:
    """One of several is left out."""
    for number, item in enumerate(value):
        if len(value) > 1:
            inside = item.at if isinstance(item, ast.Stmt) else within
            yield _Change("dropped", (*value[:number], *value[number + 1 :]), item.at, inside, _words(item), "")


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls) if field.name not in ("at", "name_at"))


def _words(node: Any) -> str:
    """A node in one line."""
    if not isinstance(node, ast.Node):
        return ""
    lines = written(node).splitlines()
    return lines[0] if len(lines) == 1 else f"{lines[0]} ..."


# --------------------------------------------------------------------------------------------- conditions

_CONDITIONS = frozenset({"condition", "such_that"})
"""Fields that hold a condition."""
_PARTS_OF_CONDITIONS = frozenset({(ast.If, "branches"), (ast.Repeat, "value")})
_ROWS = frozenset({"body", "cost", "effect", "lines", "deeds"})
"""Fields with several statements, lines or alternatives, any of which can be left out."""


def _denied(node: Any) -> Iterator[_Made]:
    """A condition that is a name, a value or a whole combination is turned round; others have ways of their own."""
    plain = isinstance(node, (ast.Name, ast.Owned, ast.Property)) and not _is_word(node)
    if plain or (isinstance(node, ast.Call) and node.name not in _TURNED_CALLS):
        yield "negated", ast.Unary(node.at, "not", node)


def _is_word(node: Any) -> bool:
    return isinstance(node, ast.Name) and node.id in _TURNED_NAMES


def _binary(node: ast.Binary) -> Iterator[_Made]:
    if node.op in ("and", "or"):
        yield "and / or", dataclasses.replace(node, op="or" if node.op == "and" else "and")
        yield "check dropped", node.left
        yield "check dropped", node.right
        for side in ("left", "right"):
            for kind, new in _denied(getattr(node, side)):
                yield kind, dataclasses.replace(node, **{side: new})
    for op in _TURNED_OPERATORS.get(node.op, ()):
        yield ("negated" if op.startswith("is") or op.endswith("in") else "operator"), dataclasses.replace(node, op=op)


def _unary(node: ast.Unary) -> Iterator[_Made]:
    if node.op == "not":
        yield "negated", node.value


def _either(node: ast.Either) -> Iterator[_Made]:
    yield "always", node.then
    yield "never", node.other


def _if(node: ast.If) -> Iterator[_Made]:
    for number, (condition, body) in enumerate(node.branches):
        always = ast.Binary(condition.at, "is", ast.Number(condition.at, 0), ast.Number(condition.at, 0))
        branches = (*node.branches[:number], (always, body), *node.branches[number + 1 :])
        yield "always", dataclasses.replace(node, branches=branches)
        if len(node.branches) > 1:
            yield (
                "branch dropped",
                dataclasses.replace(node, branches=(*node.branches[:number], *node.branches[number + 1 :])),
            )
    if node.other is not None:
        yield "branch dropped", dataclasses.replace(node, other=None)


_TURNED_OPERATORS = {
    "<": ("<=",),
    "<=": ("<",),
    ">": (">=",),
    ">=": (">",),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
}
_TURNED_CHANGES = {
    "+": "-",
    "-": "+",
    "is": "+",
    "times": "+",
    "at most": "at least",
    "at least": "at most",
}
_TURNED_CALLS = {"any": "none", "none": "any", "min": "max", "max": "min"}
_TURNED_NAMES = {"yes": "no", "no": "yes", "left": "right", "right": "left"}


# ------------------------------------------------------------------------------------------ numbers, sets


def _number(node: ast.Number) -> Iterator[_Made]:
    yield "number", dataclasses.replace(node, value=node.value + 1)
    if node.value > 0:
        yield "number", dataclasses.replace(node, value=node.value - 1)


def _inline(node: ast.Inline) -> Iterator[_Made]:
    yield "number", dataclasses.replace(node, count=node.count + 1)
    yield "quantity", dataclasses.replace(node, up_to=not node.up_to)


def _call(node: ast.Call) -> Iterator[_Made]:
    if node.name in _TURNED_CALLS:
        yield "any / none", dataclasses.replace(node, name=_TURNED_CALLS[node.name])


def _name(node: ast.Name) -> Iterator[_Made]:
    if node.id in _TURNED_NAMES:
        yield "word", dataclasses.replace(node, id=_TURNED_NAMES[node.id])


def _position(node: ast.Position) -> Iterator[_Made]:
    other = {"top": "bottom", "bottom": "top", "first": "last", "last": "first"}[node.which]
    yield "top / bottom", dataclasses.replace(node, which=other)


def _quantity(node: ast.Quantity) -> Iterator[_Made]:
    one = ast.Number(node.at, 1)
    turned = {
        "exactly": ("up to", None, node.low),
        "up to": ("exactly", node.high, None),
        "at least": ("exactly", node.low, None),
        "between": ("exactly", node.high, None),
        "any number": ("at least", one, None),
    }
    kind, low, high = turned[node.kind]
    yield "quantity", ast.Quantity(node.at, kind, low, high)


def _extreme(node: ast.Extreme) -> Iterator[_Made]:
    yield "most / least", dataclasses.replace(node, most=not node.most)
    yield "check dropped", node.set


def _narrowing(node: ast.Narrowing) -> Iterator[_Made]:
    if node.kind in ("most", "least"):
        yield "most / least", dataclasses.replace(node, kind="least" if node.kind == "most" else "most")


def _where(node: ast.Where) -> Iterator[_Made]:
    yield "check dropped", node.set


def _otherwise(node: ast.Otherwise) -> Iterator[_Made]:
    yield "dropped", node.first


def _without(*fields: str) -> _Rule:
    """Parts that may be missing are left out."""

    def rule(node: Any) -> Iterator[_Made]:
        for field in fields:
            if getattr(node, field) is not None:
                yield "check dropped", dataclasses.replace(node, **{field: None})

    return rule


def _turned(field: str, kind: str, words: dict[Any, Any] | None = None) -> _Rule:
    """A flag is turned round, or a word becomes another one."""

    def rule(node: Any) -> Iterator[_Made]:
        old = getattr(node, field)
        if words is None:
            yield kind, dataclasses.replace(node, **{field: not old})
        elif old in words:
            yield kind, dataclasses.replace(node, **{field: words[old]})

    return rule


# -------------------------------------------------------------------------------------------- statements


def _move(node: ast.Move) -> Iterator[_Made]:
    if not isinstance(node.to, ast.Position):
        yield "top / bottom", dataclasses.replace(node, to=ast.Position(node.to.at, "bottom", None, node.to))
    if node.variable is not None:
        yield "dropped", dataclasses.replace(node, variable=None, value=None, variable_at=None)


def _names(node: ast.Do | ast.Offer) -> Iterator[_Made]:
    for number in range(len(node.names)):
        if len(node.names) > 1:
            left = (*node.names[:number], *node.names[number + 1 :])
            yield "dropped", dataclasses.replace(node, names=left)


def _doing(node: ast.Doing) -> Iterator[_Made]:
    if node.may:
        yield "must", dataclasses.replace(node, may=False)


def _maybe(node: ast.Maybe) -> Iterator[_Made]:
    yield "must", node.step


def _when_true(node: ast.WhenTrue) -> Iterator[_Made]:
    yield "always", node.step


def _limit(node: ast.Limit) -> Iterator[_Made]:
    if node.times is not None:
        yield "limit", dataclasses.replace(node, times=node.times + 1)
        if node.times > 1:
            yield "limit", dataclasses.replace(node, times=node.times - 1)
    else:
        yield "limit", dataclasses.replace(node, times=1)


_RULES: dict[type, tuple[_Rule, ...]] = {
    ast.Number: (_number,),
    ast.Inline: (_inline,),
    ast.Binary: (_binary,),
    ast.Unary: (_unary,),
    ast.Call: (_call,),
    ast.Name: (_name,),
    ast.IsA: (_turned("negated", "negated"),),
    ast.IsNothing: (_turned("something", "negated"),),
    ast.IsKnown: (_turned("negated", "negated"),),
    ast.Either: (_either,),
    ast.Where: (_where,),
    ast.Extreme: (_extreme,),
    ast.Otherwise: (_otherwise,),
    ast.Position: (_position,),
    ast.Quantity: (_quantity,),
    ast.Choose: (_without("such_that"),),
    ast.Pick: (_without("such_that"),),
    ast.Move: (_move, _turned("face", "face", {"up": "down", "down": "up"})),
    ast.Do: (_names,),
    ast.Offer: (
        _names,
        _turned(
            "how", "offer", {"exactly one": "any", "any": "exactly one", "one or more": "any", "at most one": "any"}
        ),
    ),
    ast.Doing: (_doing,),
    ast.Subject: (
        _turned("kind", "subject", {"another": "any", "each other": "each", "all other": "all", "any": "another"}),
    ),
    ast.If: (_if,),
    ast.WhenTrue: (_when_true,),
    ast.Maybe: (_maybe,),
    ast.Gain: (_turned("op", "operator", {"+": "-", "-": "+"}),),
    ast.EachPlayer: (_without("among", "start"),),
    ast.Turns: (_turned("once", "once"), _without("among")),
    ast.PhaseEvent: (_turned("begins", "event"), _turned("yours", "event")),
    ast.StepEvent: (_turned("before", "event"),),
    ast.MoveEvent: (_turned("enters", "event"), _without("source")),
    ast.ChangeEvent: (_turned("kind", "event", {"rises": "falls", "falls": "rises", "changes": "rises"}),),
    ast.Change: (
        _turned(
            "op",
            "operator",
            {"+": "-", "-": "+", "is": "+", "times": "+", "at most": "at least", "at least": "at most"},
        ),
    ),
    ast.Limit: (_limit,),
    ast.Narrowing: (_narrowing,),
    ast.Asked: (_without("start"),),
}
