"""The conditions of payments: what is lacking, what is spent in vain, and how many can be spent.

For each member of the enumeration in which is paid (a color, say): at most as many are spent for it as are owed; what
is lacking beyond the free units is made up by wild ones; and no wild one is spent for nothing. These three conditions
say exactly that everything spent can be assigned so that all is paid and nothing is spent in vain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking import model
from encanta.checking.formulas import Leaf
from encanta.checking.model import FLAG, INTEGER, Const, Expr, Local, Require, Shortage, list_of, set_of
from encanta.checking.model.trees import substituted
from encanta.language.words import plural
from encanta.text.spans import Span


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """A payment with its formulas: numbers for a member (`key`), conditions and worth for what is spent (`it`)."""

    name: str
    span: Span
    key: Local
    it: Local
    owed: Expr
    free: Expr | None
    pays: Expr
    wild: Expr | None
    worth: Expr | None
    idle: Expr | None
    source: Expr

    @property
    def kind(self) -> str:
        """The kind of component that is spent."""
        return self.it.type.name or ""

    def units(self, member: str = "") -> tuple[str, str]:
        """What one unit is called, and several: what is spent, as long as each of it pays one."""
        if self.worth is None:
            return f"{member} {self.kind}".strip(), f"{member} {plural(self.kind)}".strip()
        return f"{member} unit".strip(), f"{member} units".strip()


class _Sums:
    """Numbers about a set that is spent or could be."""

    def __init__(self, leaf: Leaf, terms: Terms, of: Expr) -> None:
        self.leaf, self.terms, self.of = leaf, terms, of
        self.span = terms.span

    def count(self, *tests: Expr) -> Expr:
        """How many of the set fulfil conditions on `it`."""
        return model.Count(INTEGER, self.span, self.those(*tests))

    def those(self, *tests: Expr) -> Expr:
        """Those of the set that fulfil conditions on `it`, under a name of its own."""
        it = self.terms.it
        own = Local(it.type, self.span, self.leaf.work.fresh("it", it.type))
        renamed = tuple(_with(test, it.name, own) for test in tests)
        test = renamed[0] if len(renamed) == 1 else model.Logic(FLAG, self.span, "and", renamed)
        return model.Filter(set_of(it.type), self.span, self.of, own.name, test)

    def plain(self, *more: Expr) -> tuple[Expr, ...]:
        """The conditions that one pays `key` and is not wild."""
        terms = self.terms
        pays = model.Equal(FLAG, self.span, terms.pays, terms.key)
        return (pays, *([_not(terms.wild)] if terms.wild is not None else []), *more)

    def units(self) -> Expr:
        """How many units those that pay `key` can pay."""
        terms = self.terms
        if terms.worth is None:
            return self.count(*self.plain())
        those = self.those(*self.plain())
        own = Local(terms.it.type, self.span, self.leaf.work.fresh("it", terms.it.type))
        each = model.Map(list_of(INTEGER), self.span, those, own.name, _with(terms.worth, terms.it.name, own))
        return model.Fold(INTEGER, self.span, "sum", each)

    def wilds(self, *more: Expr) -> Expr:
        """How many are wild."""
        if self.terms.wild is None:
            return Const(INTEGER, self.span, 0)
        return self.count(self.terms.wild, *more)

    def lacking(self) -> Expr:
        """How many units of `key` are lacking, beyond those that are free."""
        terms = self.terms
        need = terms.owed if terms.free is None else _less(terms.owed, terms.free)
        return _not_below_zero(_less(need, self.units()))

    def over_all(self, body: Expr) -> Expr:
        """The sum of a number over all members."""
        key = self.terms.key
        own = Local(key.type, self.span, self.leaf.work.fresh("unit", key.type))
        everything = model.AllOf(set_of(key.type), self.span)
        each = model.Map(list_of(INTEGER), self.span, everything, own.name, _with(body, key.name, own))
        return model.Fold(INTEGER, self.span, "sum", each)


def enough(leaf: Leaf, terms: Terms) -> list[Require]:
    """What the one who pays must have: enough of each member, or enough wild ones for what is lacking."""
    has = _Sums(leaf, terms, terms.source)
    lacking, wilds = has.lacking(), has.wilds()
    found = []
    for member, one in _members(leaf, terms):
        mine = _with(lacking, terms.key.name, one)
        test = model.Compare(FLAG, terms.span, "<=", mine, wilds)
        found.append(Require(f"enough {member}", test, terms.span, Shortage(_less(mine, wilds), terms.units(member))))
    whole = model.Compare(FLAG, terms.span, "<=", has.over_all(lacking), wilds)
    found.append(Require(f"enough {plural(terms.kind)}", whole, terms.span, _lack(leaf, terms, has)))
    return found


def covered(leaf: Leaf, terms: Terms, spent: Expr) -> list[Require]:
    """What is spent pays everything, and none of it is spent for nothing."""
    span = terms.span
    sums = _Sums(leaf, terms, spent)
    busy = (_not(terms.idle),) if terms.idle is not None else ()
    mine = sums.count(*sums.plain(*busy))
    left = _less(terms.owed, mine)
    own = Local(terms.key.type, span, leaf.work.fresh("unit", terms.key.type))
    zero = Const(INTEGER, span, 0)
    too_many = model.Compare(FLAG, span, "<", _with(left, terms.key.name, own), zero)
    everything = model.AllOf(set_of(own.type), span)
    in_vain = model.AnyOf(FLAG, span, model.Filter(everything.type, span, everything, own.name, too_many))
    room = model.Compare(FLAG, span, "<=", sums.wilds(*busy), sums.over_all(left))
    pays = model.Compare(FLAG, span, "<=", sums.over_all(sums.lacking()), sums.wilds())
    spare = _not_below_zero(_less(sums.wilds(*busy), sums.over_all(_not_below_zero(left))))
    over = _not_below_zero(_less(mine, terms.owed))
    each = tuple((member, _with(over, terms.key.name, one)) for member, one in _members(leaf, terms))
    total = model.Arith(INTEGER, span, "+", sums.over_all(over), spare)
    vain = Shortage(total, (terms.kind, plural(terms.kind)), each, ("wild", spare), too_many=True)
    return [
        Require(f"{terms.name} is paid", pays, span, _lack(leaf, terms, sums)),
        Require("nothing is spent in vain", model.Logic(FLAG, span, "and", (_not(in_vain), room)), span, vain),
    ]


def _lack(leaf: Leaf, terms: Terms, sums: _Sums) -> Shortage:
    """How many units are lacking, and of which members, where some of what is there may be wild."""
    lacking, wilds = sums.lacking(), sums.wilds()
    each = tuple((member, _with(lacking, terms.key.name, one)) for member, one in _members(leaf, terms))
    stand_in = ("wild", wilds) if terms.wild is not None else None
    return Shortage(_less(sums.over_all(lacking), wilds), terms.units(), each, stand_in)


def _members(leaf: Leaf, terms: Terms) -> Iterator[tuple[str, Expr]]:
    """The members that are paid in, with their names."""
    for index, member in enumerate(leaf.env.members(terms.key.type.name or "")):
        yield member, Const(terms.key.type, terms.span, index)


def bounds(leaf: Leaf, terms: Terms) -> tuple[Expr, Expr | None]:
    """At least and at most how many can be spent."""
    sums = _Sums(leaf, terms, terms.source)
    need = terms.owed if terms.free is None else _less(terms.owed, terms.free)
    zero = Const(INTEGER, terms.span, 0)
    low = sums.over_all(_not_below_zero(need)) if terms.worth is None else zero
    return low, sums.over_all(terms.owed) if terms.idle is None else None


def _not(test: Expr) -> Expr:
    return model.Not(FLAG, test.span, test)


def _less(one: Expr, other: Expr) -> Expr:
    return model.Arith(INTEGER, one.span, "-", one, other)


def _not_below_zero(number: Expr) -> Expr:
    zero = Const(INTEGER, number.span, 0)
    return model.Fold(INTEGER, number.span, "max", model.SetOf(list_of(INTEGER), number.span, (zero, number)))


def _with(node: Expr, name: str, value: Expr) -> Expr:
    """A formula with a value for a local."""
    return substituted(node, {name: value})
