"""Least and greatest values that formulas can ever have, as far as printed cards and their numbers say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from encanta.checking import model as m
from encanta.checking.checks.shapes import Shapes
from encanta.checking.model import Component, Expr, Row

ENDLESS = 1 << 40
"""More than any number of a game."""
_MOST_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number lies between `low` and `high`; a flag is 0 or 1."""

    low: int
    high: int

    @property
    def never(self) -> bool:
        """Whether a condition can never hold."""
        return self.high <= 0

    @property
    def always(self) -> bool:
        """Whether a condition always holds."""
        return self.low > 0


ANYTHING = Bounds(-ENDLESS, ENDLESS)
MAYBE = Bounds(0, 1)


@dataclass(frozen=True, slots=True)
class Bag:
    """What a set of components can hold at most: these rows, each as often as it is there (if `free`, as often as may
    be), and `most` in all."""

    rows: tuple[Row, ...]
    most: int = ENDLESS
    free: bool = False

    @property
    def count(self) -> int:
        if self.free:
            return self.most if self.rows else 0
        return min(sum(row.copies for row in self.rows), self.most)


Known = Mapping[str, "Row | Bag | int"]
"""What locals stand for: a component of a row, a set, a number or a member."""


Named = tuple[str | None, str]
"""A value or a property: whose it is, and its name."""
Question = tuple[str, Any]
"""What is asked about circumstances, and the name of what it is asked of."""


@dataclass(frozen=True, slots=True, eq=False)
class Circumstances:
    """What bounds follow from besides the formulas: options, components, how many there are of members and players.

    `changed` are the values and properties that abilities change in play. If `free`, it is open how many there are of
    each row; options and sizes that are not given are open too.
    """

    settings: Mapping[str, int]
    kinds: Mapping[str, Component]
    sizes: Mapping[str, int]
    changed: frozenset[Named]
    free: bool = False
    _rows: dict[str | None, list[tuple[int, int, int]]] = field(default_factory=dict)

    def answer(self, question: Question) -> Any:
        """The part of it that a question is about; equal answers lead to equal bounds."""
        about, name = question
        if about == "setting":
            return self.settings.get(name)
        if about == "size":
            return self.sizes.get(name)
        if about == "changed":
            return name in self.changed
        if name not in self._rows:
            rows = _rows_of(self.kinds, name)
            self._rows[name] = [(id(r.values), id(r.maps), -1 if self.free else r.copies) for r in rows]
        return self._rows[name]


class Reckoner:
    """Works out bounds in some circumstances, and in others that do not differ in what mattered so far."""

    def __init__(self, around: Circumstances, shapes: Shapes) -> None:
        self.around, self.shapes = around, shapes
        self.known: dict[Any, Any] = {}
        """What whoever asks has found out with it."""
        self._asked: dict[Question, Any] = {}
        self._present: dict[str | None, tuple[Row, ...]] = {}
        self._depth = 0
        # What has been worked out, with the rows it was worked out from: while they are kept, their addresses tell.
        self._found: dict[tuple[Any, ...], tuple[Any, list[Any]]] = {}

    def moved_to(self, around: Circumstances) -> bool:
        """Goes on in other circumstances; False if something that mattered is different there."""
        if any(around.answer(question) != answer for question, answer in self._asked.items()):
            return False
        self.around = around
        return True

    def _ask(self, about: str, name: Any) -> Any:
        question = about, name
        if question not in self._asked:
            self._asked[question] = self.around.answer(question)
        return self._asked[question]

    def bounds(self, node: Expr, known: Known) -> Bounds:
        """Between what a number lies, or whether a condition can hold."""
        rule = _RULES.get(type(node))
        if rule is None:
            return MAYBE if node.type.kind == "flag" else ANYTHING
        found: Bounds = self._once(rule, node, known) if isinstance(node, _LONG) else rule(self, node, known)
        return found

    def once(self, node: Expr, known: Known) -> Bounds:
        """As `bounds`, for a formula of which the same is asked again and again."""
        rule = _RULES.get(type(node))
        found: Bounds = self.bounds(node, known) if rule is None else self._once(rule, node, known)
        return found

    def _once(self, rule: Any, node: Expr, known: Known) -> Any:
        """What a rule says of a node; worked out once for what its locals stand for."""
        shape, names = self.shapes.of(node)
        values = [known.get(name) for name, _ in names]
        key: list[Any] = [rule, shape]
        for value, (_, read) in zip(values, names, strict=True):
            key += _told_apart(value, read)
        found = self._found.get(tuple(key))
        if found is None:
            found = self._found[tuple(key)] = (rule(self, node, known), values)
        return found[0]

    # ----------------------------------------------------------------------------------------- single things

    def _const(self, node: m.Const, known: Known) -> Bounds:
        return Bounds(node.value, node.value)

    def _option(self, node: m.OptionValue, known: Known) -> Bounds:
        value = self._ask("setting", node.option)
        if value is None:
            return MAYBE if node.type.kind == "flag" else ANYTHING
        return Bounds(value, value)

    def _local(self, node: m.Local, known: Known) -> Bounds:
        value = known.get(node.name)
        if isinstance(value, int):
            return Bounds(value, value)
        return MAYBE if node.type.kind == "flag" else ANYTHING

    def _prop(self, node: m.Prop, known: Known) -> Bounds:
        row = self._row(node.of, known)
        if row is None or self._changes(node.property.component, node.property.name):
            return MAYBE if node.type.kind == "flag" else ANYTHING
        value = row.values.get(node.property.name, m.NOTHING)
        return Bounds(value, value)

    def _prop_at(self, node: m.PropAt, known: Known) -> Bounds:
        row, key = self._row(node.of, known), self.bounds(node.key, known)
        changes = self._changes(node.property.component, node.property.name)
        if row is None or changes or key.low != key.high or key.low < 0:
            return ANYTHING
        value = row.maps[node.property.name][key.low]
        return Bounds(value, value)

    def _is_row(self, node: m.IsRow, known: Known) -> Bounds:
        row = self._row(node.of, known)
        return MAYBE if row is None else _flag(row.name in node.rows)

    def _row(self, node: Expr, known: Known) -> Row | None:
        value = known.get(node.name) if isinstance(node, m.Local) else None
        return value if isinstance(value, Row) else None

    def _value(self, node: m.ValueOf, known: Known) -> Bounds:
        unknown = MAYBE if node.type.kind == "flag" else ANYTHING
        bent = node.value.gained is not None or node.value.least is not None or node.value.most is not None
        if bent or self._changes(node.value.owner, node.value.name) or self._depth >= _MOST_DEPTH:
            return unknown
        inner: dict[str, Row | Bag | int] = {}
        owner = "you" if node.value.owner in ("player", "side") else "it"
        given = [(owner, node.owner), *zip((p for p, _ in node.value.parameters), node.args, strict=True)]
        for name, argument in given:
            what = self._given(argument, known) if argument is not None else None
            if what is not None:
                inner[name] = what
        self._depth += 1
        found = self.bounds(node.value.body, inner)
        self._depth -= 1
        return found

    def _changes(self, owner: str | None, name: str) -> bool:
        """Whether an ability changes a value or a property."""
        changes: bool = self._ask("changed", (owner, name))
        return changes

    def _given(self, node: Expr, known: Known) -> Row | Bag | int | None:
        if node.type.kind in ("set", "list"):
            return self.bag(node, known)
        if node.type.kind == "component":
            return self._row(node, known)
        value = self.bounds(node, known)
        return value.low if value.low == value.high else None

    # -------------------------------------------------------------------------------------------- conditions

    def _not(self, node: m.Not, known: Known) -> Bounds:
        inner = self.bounds(node.value, known)
        return Bounds(int(inner.never), int(not inner.always))

    def _logic(self, node: m.Logic, known: Known) -> Bounds:
        decides = int(node.op == "or")
        certain = True
        for item in node.items:
            found = self.bounds(item, known)
            if found.low == found.high == decides:
                return found
            certain = certain and found.low == found.high
        return _flag(not decides) if certain else MAYBE

    def _compare(self, node: m.Compare, known: Known) -> Bounds:
        left, right = self.bounds(node.left, known), self.bounds(node.right, known)
        if node.op in (">", ">="):
            left, right = right, left
        strict = int(node.op in ("<", ">"))
        certain = left.high + strict <= right.low and not (node.left.type.optional or node.right.type.optional)
        return Bounds(int(certain), int(left.low + strict <= right.high))

    def _equal(self, node: m.Equal, known: Known) -> Bounds:
        if node.left.type.kind in ("set", "list", "component", "place"):
            return MAYBE
        left, right = self.bounds(node.left, known), self.bounds(node.right, known)
        same = left.low == left.high == right.low == right.high
        return Bounds(int(same), int(left.low <= right.high and right.low <= left.high))

    def _any(self, node: m.AnyOf, known: Known) -> Bounds:
        count = self._number_of(node.set, known)
        return Bounds(int(count.low > 0), int(count.high > 0))

    def _either(self, node: m.Either, known: Known) -> Bounds:
        test = self.bounds(node.condition, known)
        then, other = self.bounds(node.then, known), self.bounds(node.other, known)
        if test.always or test.never:
            return then if test.always else other
        return Bounds(min(then.low, other.low), max(then.high, other.high))

    # ---------------------------------------------------------------------------------------------- numbers

    def _arith(self, node: m.Arith, known: Known) -> Bounds:
        left, right = self.bounds(node.left, known), self.bounds(node.right, known)
        if node.op == "+":
            return Bounds(left.low + right.low, left.high + right.high)
        if node.op == "-":
            return Bounds(left.low - right.high, left.high - right.low)
        ends = (left.low, left.high, right.low, right.high)
        if node.op == "*" and max(map(abs, ends)) < ENDLESS:
            products = [a * b for a in ends[:2] for b in ends[2:]]
            return Bounds(min(products), max(products))
        return ANYTHING

    def _count(self, node: m.Count, known: Known) -> Bounds:
        return self._number_of(node.set, known)

    def _number_of(self, node: Expr, known: Known) -> Bounds:
        """How many elements a set has."""
        members = self._members(node)
        if members is not None:
            return Bounds(members, members)
        if isinstance(node, m.Filter) and (count := self._members(node.set)) is not None:
            tests = [self.bounds(node.condition, {**known, node.local: i}) for i in range(count)]
            return Bounds(sum(t.always for t in tests), sum(not t.never for t in tests))
        of = node.type.of
        if of is not None and of.kind == "component":
            return Bounds(0, self.bag(node, known).count)
        return Bounds(0, ENDLESS)

    def _members(self, node: Expr) -> int | None:
        """How many there are of all members of an enumeration, all players or all sides."""
        of = node.type.of
        if not isinstance(node, m.AllOf) or node.place is not None or of is None:
            return None
        if of.kind not in ("enum", "player", "side"):
            return None
        size: int | None = self._ask("size", of.name or of.kind)
        return size

    def _fold(self, node: m.Fold, known: Known) -> Bounds:
        if isinstance(node.list, m.SetOf):
            parts = [self.bounds(item, known) for item in node.list.items]
            return _together(node.op, parts) if parts else Bounds(0, 0)
        if not isinstance(node.list, m.Map):
            return ANYTHING
        count = self._members(node.list.set)
        if count is not None:
            parts = [self.bounds(node.list.body, {**known, node.list.local: i}) for i in range(count)]
            return _together(node.op, parts) if parts else Bounds(0, 0)
        return self._fold_bag(node.op, node.list, known)

    def _fold_bag(self, op: str, list_: m.Map, known: Known) -> Bounds:
        """A sum or an extreme over a set of components that may hold any part of what it can hold."""
        of = list_.set.type.of
        if of is None or of.kind != "component":
            return ANYTHING
        bag = self.bag(list_.set, known)
        values = [(self.bounds(list_.body, {**known, list_.local: row}), row.copies) for row in bag.rows]
        if bag.free and op == "sum":
            most, least = max([0, *(b.high for b, _ in values)]), min([0, *(b.low for b, _ in values)])
            return Bounds(max(least * bag.count, -ENDLESS), min(most * bag.count, ENDLESS))
        highs = sorted((b.high for b, copies in values for _ in range(copies)), reverse=True)
        lows = sorted(b.low for b, copies in values for _ in range(copies))
        if op != "sum":
            return Bounds(min([0, *lows]), max([0, *highs]))
        high = sum(h for h in highs[: bag.count] if h > 0)
        return Bounds(max(sum(n for n in lows[: bag.count] if n < 0), -ENDLESS), min(high, ENDLESS))

    # ------------------------------------------------------------------------------------------------- sets

    def bag(self, node: Expr, known: Known) -> Bag:
        """What a set of components can hold at most."""
        if isinstance(node, m.Local) and isinstance(bag := known.get(node.name), Bag):
            return bag
        found: Bag = self._once(Reckoner._bag, node, known)
        return found

    def _bag(self, node: Expr, known: Known) -> Bag:
        if isinstance(node, m.Filter):
            inner = self.bag(node.set, known)
            kept = (r for r in inner.rows if not self.bounds(node.condition, {**known, node.local: r}).never)
            return Bag(tuple(kept), inner.most, inner.free)
        if isinstance(node, (m.Minus, m.Union)):
            left, right = self.bag(node.left, known), self.bag(node.right, known)
            if isinstance(node, m.Minus):
                return left
            rows = tuple(dict.fromkeys((*left.rows, *right.rows)))
            return Bag(rows, min(left.most + right.most, ENDLESS), left.free or right.free)
        if isinstance(node, m.Contents) and isinstance(node.place, m.PlaceOf):
            capacity = node.place.place.capacity
            most = self.bounds(capacity, {}).high if capacity is not None else ENDLESS
            return Bag(self.present(node.place.place.component), most, self.around.free)
        of = node.type.of
        return Bag(self.present(of.name if of is not None else None), free=self.around.free)

    def present(self, component: str | None) -> tuple[Row, ...]:
        """The rows of a kind, or of all, of which there is any."""
        if component not in self._present:
            self._ask("rows", component)
            rows = _rows_of(self.around.kinds, component)
            self._present[component] = tuple(row for row in rows if row.copies > 0 or self.around.free)
        return self._present[component]


def _rows_of(kinds: Mapping[str, Component], component: str | None) -> list[Row]:
    """The rows of a kind, or of all."""
    chosen = kinds.values() if component is None else [kinds[component]]
    return [row for kind in chosen for row in kind.rows]


def _told_apart(value: Row | Bag | int | None, read: str | None) -> tuple[Any, Any]:
    """Something that tells values of locals from each other, as far as they are read."""
    if isinstance(value, Bag):
        return id(value.rows), value.most
    if isinstance(value, Row) and read is not None:
        return value.values.get(read), value.maps.get(read)
    return type(value), value if isinstance(value, int) else id(value)


def _flag(value: bool) -> Bounds:
    return Bounds(int(value), int(value))


def _together(op: str, parts: list[Bounds]) -> Bounds:
    lows, highs = [p.low for p in parts], [p.high for p in parts]
    if op == "sum":
        return Bounds(sum(lows), sum(highs))
    return Bounds(min(lows), min(highs)) if op == "min" else Bounds(max(lows), max(highs))


_LONG = (m.AnyOf, m.Count, m.Fold, m.ValueOf)
"""What takes long to work out, and is asked for again and again."""

_RULES: dict[type, Any] = {
    m.Const: Reckoner._const,
    m.OptionValue: Reckoner._option,
    m.Local: Reckoner._local,
    m.Prop: Reckoner._prop,
    m.PropAt: Reckoner._prop_at,
    m.IsRow: Reckoner._is_row,
    m.ValueOf: Reckoner._value,
    m.Not: Reckoner._not,
    m.Logic: Reckoner._logic,
    m.Compare: Reckoner._compare,
    m.Equal: Reckoner._equal,
    m.AnyOf: Reckoner._any,
    m.Either: Reckoner._either,
    m.Arith: Reckoner._arith,
    m.Count: Reckoner._count,
    m.Fold: Reckoner._fold,
}
