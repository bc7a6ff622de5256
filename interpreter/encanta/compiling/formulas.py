"""Formulas to Python: sets become masks, filters on printed properties become a single `&`."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from encanta.checking import model as m
from encanta.compiling import ir, people, sets
from encanta.compiling.fold import Folder
from encanta.compiling.inlining import Inlining
from encanta.compiling.layout import Layout
from encanta.compiling.membership import Membership
from encanta.compiling.naming import Constants, Names
from encanta.compiling.trees import LOOKING, free_locals, rebuilt, substituted

if TYPE_CHECKING:
    from encanta.compiling.showing import Showing
    from encanta.compiling.symbols import Symbols


class Formulas:
    """Turns typed formulas into Python expressions over the state `s`."""

    def __init__(self, layout: Layout, folder: Folder, constants: Constants) -> None:
        self.layout = layout
        self.model = layout.model
        self.folder = folder
        self.constants = constants
        self.names = Names()
        self.value_bodies: dict[m.Value, m.Expr] = {}
        self.changed_properties: set[str] = set()
        self.calls: dict[m.Value, str] = {}
        self.nullable_locals: set[str] = set()
        self.within: dict[str, str | None] = {}
        """Locals whose sets are known to lie in others (by their code), as long as nothing moves."""
        self.membership_of = Membership(self)
        self.showing: Showing | None = None
        self.symbols: Symbols | None = None
        self._inlining = Inlining(self)
        self.possible: Callable[[m.Body], str | None] = lambda body: None
        """The name of the function that says whether a body can be done; set by what writes these functions."""
        self.reached: set[str] = set()
        """The kinds of printed actions of which it is asked what they can reach."""

    # ---------------------------------------------------------------------------------------- entrance

    def code(self, node: m.Expr) -> str:
        """A Python expression for a formula: an integer, a truth value, a mask or a sequence by its type."""
        code: str = _CODE[type(node)](self, node)
        return code

    def as_mask(self, node: m.Expr) -> str:
        """A set or list as a mask; a single thing as the set of it."""
        if node.type.kind == "list":
            return f"mask_of({self.code(node)})"
        if self.lies_in_order(node):
            return f"mask_of({self.as_list(node)})"
        if node.type.kind == "set":
            return self.code(node)
        if isinstance(node, m.Ends) and node.which in ("top", "first") and node.set.type.kind == "set":
            whole = self.as_mask(node.set)
            if whole.isidentifier():
                return f"({whole} & -{whole})"
        return self.bit(self.code(node), self.nullable(node), node.type)

    def as_list(self, node: m.Expr) -> str:
        """A set or list as a sequence in order."""
        if isinstance(node, m.SetOf) and node.type.of is not None and node.type.of.kind in ("integer", "flag"):
            return f"[{', '.join(self.code(i) for i in node.items)}]"
        if isinstance(node, m.Contents) and self.lies_in_order(node):
            return self.held_in_order(node)
        if node.type.kind == "list":
            return self.code(node)
        if node.type.kind == "set":
            code = self.code(node)
            if code.isdigit():
                mask = int(code)
                return self.constants.keep([x for x in range(mask.bit_length()) if mask >> x & 1], "L")
            return f"members({code})"
        return f"alone({self.code(node)})"

    def lies_in_order(self, node: m.Expr) -> bool:
        """Whether a formula names what lies in a row or on a spot: a set by its type, but kept in order."""
        if not (isinstance(node, m.Contents) and node.type.kind == "set" and isinstance(node.place, m.PlaceOf)):
            return False
        return node.place.place.form != "set"

    def prepared(self, node: m.Expr) -> m.Expr:
        """A formula with fixed parts worked out and short values written in place."""
        return self.folder.expr(self._inlining.inlined(node))

    def asks_cards(self, value: m.Value) -> bool:
        """Whether the formula of a value asks which cards show something, so that it is worked out in one place."""
        return self._inlining.asks_cards(value)

    def written_out(self, node: m.ValueOf) -> m.Expr:
        """What a value stands for, with its arguments."""
        return self.prepared(self._inlining.in_place(node))

    def sources(self, node: m.Expr) -> list[m.Expr]:
        """What the elements of a set are taken from: contents of places, below filters, unions and named values."""
        if isinstance(node, m.ValueOf):
            return self.sources(self._inlining.in_place(node))
        if isinstance(node, ir.Seen):
            return self.sources(node.value)
        if isinstance(node, (m.Filter, m.Ends, m.Extreme)):
            return self.sources(node.set)
        if isinstance(node, (m.Union, m.Minus)):
            return self.sources(node.left) + self.sources(node.right)
        if isinstance(node, m.Otherwise):
            return self.sources(node.first) + self.sources(node.second)
        if isinstance(node, m.Either):
            return self.sources(node.then) + self.sources(node.other)
        return [node]

    def only_place(self, node: m.Expr) -> m.PlaceOf | None:
        """The one place that all elements of a set are taken from, if there is one."""
        found: m.PlaceOf | None = None
        for source in self.sources(node):
            place = source.place if isinstance(source, m.Contents) else None
            if not isinstance(place, m.PlaceOf) or self.nullable(place):
                return None
            if found is not None and self.place(found) != self.place(place):
                return None
            found = place
        return found

    # ----------------------------------------------------------------------------------------- nothing

    def nullable(self, node: m.Expr) -> bool:
        """Whether a single thing may be nothing, as far as can be seen."""
        if isinstance(node, m.Const):
            return node.value == m.NOTHING
        if isinstance(node, m.Local):
            return node.type.optional or node.name in self.nullable_locals
        if isinstance(node, (ir.Decider, ir.Somebody, m.Current)):
            return False
        if isinstance(node, ir.Seen):
            return self.nullable(node.value)
        if isinstance(node, (m.SideOf, m.PlaceOf)):
            inner = node.player if isinstance(node, m.SideOf) else node.owner
            return inner is not None and self.nullable(inner)
        if isinstance(node, m.Either):
            return self.nullable(node.then) or self.nullable(node.other)
        if isinstance(node, m.Read):
            return node.type.optional or (node.owner is not None and self.nullable(node.owner))
        if isinstance(node, m.Seat):
            return node.which == "partner" or self.nullable(node.player)
        return node.type.kind not in ("integer", "flag", "set", "list")

    def bit(self, code: str, nullable: bool, type_: m.Type) -> str:
        """The set of a single thing; of nothing, if it may be that, the empty set."""
        if code.lstrip("-").isdigit():
            return "0" if int(code) < 0 else str(1 << int(code))
        if not nullable:
            return f"(1 << {code})"
        if type_.kind in ("component", "player", "side"):
            # The last entry of the table, which is that of nothing, is empty.
            return f"BIT[{code}]"
        return f"(1 << {code} if {code} >= 0 else 0)" if code.isidentifier() else f"one({code})"

    # ------------------------------------------------------------------------------------- single forms

    def _const(self, node: m.Const) -> str:
        return str(node.value)

    def _option(self, node: m.OptionValue) -> str:
        return str(self.model.settings[node.option])

    def _local(self, node: m.Local) -> str:
        return self.names.of(node.name)

    def _read(self, node: m.Read) -> str:
        first = self.layout.variables[node.variable]
        owner = node.variable.owner
        if node.key is not None:
            cell, known = self.key_cell(node.variable, node.owner, node.key)
            return f"(s[{cell}] if {known} else 0)" if known else f"s[{cell}]"
        if owner is None or node.owner is None:
            return f"s[{first}]"
        if owner in ("player", "side"):
            return self._cell_of(first, node.owner)
        of = self.code(node.owner)
        if not self.layout.is_masked(node.variable):
            return f"entry(s[{first}], {of} - {self.layout.kinds[owner].first})"
        if node.variable.type.kind == "flag":
            return f"(s[{first}] >> {of} & 1)" if not self.nullable(node.owner) else f"bit(s[{first}], {of})"
        return f"which(s, {first}, {self.layout.members(node.variable)}, {of})"

    def key_cell(self, variable: m.Variable, owner: m.Expr | None, key: m.Expr) -> tuple[str, str]:
        """The cell of a number for one member of an enumeration, and what must hold for there to be one."""
        first, keys = self.layout.variables[variable], self.layout.keys(variable.type)
        own = f"{self.code(owner)} * {keys} + " if variable.owner is not None and owner is not None else ""
        cell = f"{first} + {own}{self.code(key)}"
        parts = [part for part in (owner, key) if part is not None and self.nullable(part)]
        return cell, " and ".join(f"{self.code(part)} >= 0" for part in parts)

    def _cell_of(self, first: int, owner: m.Expr) -> str:
        if isinstance(owner, m.Const) and owner.value >= 0:
            return f"s[{first + owner.value}]"
        code = self.code(owner)
        return f"owned(s, {first}, {code})" if self.nullable(owner) else f"s[{first} + {code}]"

    def place(self, node: m.Expr) -> str:
        """The number of a place's instance, which is its cell."""
        if not isinstance(node, m.PlaceOf):
            return self.code(node)
        instances = self.layout.by_place[node.place]
        if node.owner is None:
            return str(instances[0].cell)
        if isinstance(node.owner, m.Const):
            return str(instances[0].cell + node.owner.value) if node.owner.value >= 0 else "-1"
        owner = self.code(node.owner)
        first = instances[0].cell
        return f"shifted({first}, {owner})" if self.nullable(node.owner) else f"({first} + {owner})"

    def _contents(self, node: m.Contents) -> str:
        if self.lies_in_order(node):
            return f"mask_of({self.held_in_order(node)})"
        if isinstance(node.place, m.PlaceOf):
            # A value may name any place; only where it is written in does it show that it holds a set.
            held = self.held_in_order(node)
            return f"members({held})" if node.type.kind == "list" and node.place.place.form == "set" else held
        return f"{'listed' if node.type.kind == 'list' else 'held'}(s, {self.code(node.place)})"

    def held_in_order(self, node: m.Contents) -> str:
        """What the cell of a place holds: a mask for sets, a tuple for everything else."""
        place = node.place
        assert isinstance(place, m.PlaceOf)
        row, is_set = place.place.form == "row", place.place.form == "set"
        if place.owner is None or not self.nullable(place.owner):
            cell = f"s[{self.place(place)}]"
            return f"filled({cell})" if row else cell
        owner = self.code(place.owner)
        if not owner.isidentifier():
            # Written twice, each level of a nested formula would double its length.
            return f"{'held' if is_set else 'listed'}(s, {self.place(place)})"
        cell = f"s[{self.layout.by_place[place.place][0].cell} + {owner}]"
        cell = f"filled({cell})" if row else cell
        return f"({cell} if {owner} >= 0 else {'0' if is_set else '()'})"

    def _all_in(self, node: m.AllIn) -> str:
        if isinstance(node.places, m.AllOf) and node.places.place is not None:
            place = node.places.place
            found = [f"s[{i.cell}]" for i in self.layout.by_place[place]]
            if place.form not in _PILES:
                return "(" + " | ".join(found) + ")"
            return "(" + " | ".join(f"mask_of({f})" for f in found) + ")"
        return f"all_held(s, {self.as_mask(node.places)})"

    def _prop(self, node: m.Prop) -> str:
        prop = node.property
        of = self.code(node.of)
        if self.is_changed(prop):
            return f"p_{self.property_id(prop)}(s, {of})"
        table = [*self.layout.property_table(prop), m.NOTHING]
        return f"{self.constants.keep(table, 'T')}[{of}]"

    def _prop_at(self, node: m.PropAt) -> str:
        of, rows = self.code(node.of), self.layout.map_table(node.property)
        if isinstance(node.key, m.Const) and node.key.value >= 0:
            column = [*(row[node.key.value] for row in rows), m.NOTHING]
            return f"{self.constants.keep(column, 'T')}[{of}]"
        # One column more than there are members: a number for nothing is nothing, for a component that is nothing too.
        keys = self.layout.keys(node.property.type)
        flat = [n for row in rows for n in (*row, m.NOTHING)] + [m.NOTHING] * (keys + 1)
        return f"{self.constants.keep(flat, 'T')}[{of} * {keys + 1} + {self.code(node.key)}]"

    def _shown(self, node: m.Shown) -> str:
        assert self.symbols is not None
        return self.symbols.shown(node)

    def _shows(self, node: m.Shows) -> str:
        assert self.showing is not None
        return self.showing.shows(node)

    def is_changed(self, prop: m.Property) -> bool:
        """Whether static abilities may change a property in play."""
        return f"{prop.component}.{prop.name}" in self.changed_properties

    def property_id(self, prop: m.Property) -> str:
        """A short Python name for a property."""
        return self.constants.name(("property", prop.component, prop.name))

    def _value(self, node: m.ValueOf) -> str:
        if self._inlining.may(node):
            return self.code(self.folder.expr(self._inlining.in_place(node)))
        for (parameter, _), argument in zip(node.value.parameters, node.args, strict=True):
            if self.nullable(argument):
                self.nullable_locals.add(parameter)
        name = self.calls.setdefault(node.value, f"v_{self.constants.name(('value', id(node.value)))}")
        arguments = [self.code(a) for a in (node.owner, *node.args) if a is not None]
        return f"{name}({', '.join(['s', *arguments])})"

    def truth(self, node: m.Expr) -> str:
        """A formula of yes or no where only its truth counts: an `if`, a loop's end, a filter."""
        if isinstance(node, m.Not):
            return f"(not {self.truth(node.value)})"
        if isinstance(node, m.Logic):
            return "(" + f" {node.op} ".join(self.truth(i) for i in node.items) + ")"
        if isinstance(node, m.AnyOf):
            return self._some(node)
        return self.code(node)

    def _not(self, node: m.Not) -> str:
        return f"(not {self.truth(node.value)})"

    def _logic(self, node: m.Logic) -> str:
        return "(" + f" {node.op} ".join(self.code(i) for i in node.items) + ")"

    def _compare(self, node: m.Compare) -> str:
        left, right = self.code(node.left), self.code(node.right)
        guards = [f"{c} >= 0" for n, c in ((node.left, left), (node.right, right)) if self.nullable(n)]
        return "(" + " and ".join([*guards, f"{left} {node.op} {right}"]) + ")"

    def _equal(self, node: m.Equal) -> str:
        kinds = {node.left.type.kind, node.right.type.kind}
        if kinds & {"set", "list"}:
            return f"({self.as_mask(node.left)} == {self.as_mask(node.right)})"
        if "flag" in kinds:
            return f"(bool({self.code(node.left)}) == bool({self.code(node.right)}))"
        return f"({self.single(node.left)} == {self.single(node.right)})"

    def single(self, node: m.Expr) -> str:
        return self.place(node) if node.type.kind == "place" else self.code(node)

    def _arith(self, node: m.Arith) -> str:
        left, right = self.code(node.left), self.code(node.right)
        if node.op == "*" and not (isinstance(node.left, m.Const) or isinstance(node.right, m.Const)):
            return f"product({left}, {right})"
        if node.op != "/":
            return f"({left} {node.op} {right})"
        if isinstance(node.right, m.Const) and node.right.value:
            return f"({left} // {right})"
        return f"divided({left}, {right})"

    def _either(self, node: m.Either) -> str:
        if node.type.kind == "set":
            then, other = self.as_mask(node.then), self.as_mask(node.other)
        elif node.type.kind == "list":
            then, other = self.as_list(node.then), self.as_list(node.other)
        else:
            then, other = self.single(node.then), self.single(node.other)
        return f"({then} if {self.truth(node.condition)} else {other})"

    def _count(self, node: m.Count) -> str:
        if node.set.type.kind == "list":
            return f"len({self.code(node.set)})"
        if self._is_asked_one_by_one(node.set):
            tests = self.unrolled(node.set)
            if tests is not None:
                return "(" + " + ".join(f"(1 if {test} else 0)" for _, test in tests) + ")"
            return f"len({self._asked(node.set)})"
        return f"{self.as_mask(node.set)}.bit_count()"

    def _any(self, node: m.AnyOf) -> str:
        some = self._some(node)
        return some if some.startswith("bool(") else f"({some} != 0)" if some.isidentifier() else f"bool({some})"

    def _some(self, node: m.AnyOf) -> str:
        """What is true where a set is not empty."""
        inner = self._without_order(node.set)
        if self._is_asked_one_by_one(inner):
            tests = self.unrolled(inner)
            return self._asked(inner) if tests is None else f"({' or '.join(test for _, test in tests)})"
        if inner.type.kind == "list":
            return self.code(inner)
        cells = self._cells_of_all(inner)
        return f"({' or '.join(cells)})" if cells else self.as_mask(inner)

    def _cells_of_all(self, node: m.Expr) -> list[str]:
        """The cells of all sets that are meant: where any of them counts, the first that is not empty tells."""
        if not (isinstance(node, m.AllIn) and isinstance(node.places, m.AllOf) and node.places.place is not None):
            return []
        place = node.places.place
        return [] if place.form in _PILES else [f"s[{i.cell}]" for i in self.layout.by_place[place]]

    def _is_asked_one_by_one(self, node: m.Expr) -> bool:
        return (
            isinstance(node, m.Filter)
            and node.type.kind == "set"
            and (self.membership(node.condition, node.local) is None)
        )

    def _asked(self, node: m.Expr) -> str:
        assert isinstance(node, m.Filter)
        return self.comprehension(node.set, node.local, node.condition, None, "[", "]")

    def _without_order(self, node: m.Expr) -> m.Expr:
        """A filtered list as a filtered set, where only its elements matter."""
        if not (isinstance(node, m.Filter) and node.type.kind == "list" and node.set.type.of is not None):
            return node
        if self.membership(node.condition, node.local) is None:
            return node
        return dataclasses.replace(node, type=m.set_of(node.set.type.of))

    # ----------------------------------------------------------------------------------------- filters

    def _filter(self, node: m.Filter) -> str:
        if node.type.kind == "list":
            return self.comprehension(node.set, node.local, node.condition, None, "[", "]")
        only = node.condition.set if isinstance(node.condition, m.In) else None
        if isinstance(only, m.Local) and isinstance(node.set, m.Contents) and self._lies_within(node, only):
            return self.code(only)
        mask = self.membership(node.condition, node.local)
        if mask is not None:
            return self._split(node) or f"({self.as_mask(node.set)} & {mask})"
        tests = self.unrolled(node)
        if tests is not None:
            return "(" + " | ".join(f"({1 << x} if {test} else 0)" for x, test in tests) + ")"
        return self.comprehension(node.set, node.local, node.condition, None, "mask_of([", "])")

    def _lies_within(self, node: m.Filter, only: m.Local) -> bool:
        item = node.condition.item if isinstance(node.condition, m.In) else None
        named = isinstance(item, m.Local) and item.name == node.local
        return named and self.within.get(only.name) == self.as_mask(node.set)

    def let(self, local: str, value: m.Expr) -> None:
        """Notes in which set that of a local lies; what is bound twice must lie in the same both times."""
        whole = self._whole(value)
        self.within[local] = whole if self.within.get(local, whole) == whole else None

    def _whole(self, node: m.Expr) -> str | None:
        if isinstance(node, m.Local):
            return self.within.get(node.name)
        if isinstance(node, m.Filter):
            return self._whole(node.set)
        if isinstance(node, m.Minus):
            return self._whole(node.left)
        if isinstance(node, m.Otherwise):
            first, second = self._whole(node.first), self._whole(node.second)
            return first if first == second else None
        is_set = isinstance(node, m.Contents) and node.type.kind == "set" and not self.lies_in_order(node)
        return self.as_mask(node) if is_set else None

    def _split(self, node: m.Filter) -> str | None:
        """A filter whose condition in part does not depend on the candidates: that part is asked only once."""
        condition = node.condition
        if not isinstance(condition, m.Logic):
            return None
        fixed = tuple(i for i in condition.items if node.local not in free_locals(i))
        inner = tuple(i for i in condition.items if node.local in free_locals(i))
        whole = self.as_mask(node.set)
        if not fixed or not inner or not (whole.isidentifier() or condition.op == "and"):
            return None
        masks = [self.membership(i, node.local) for i in inner]
        test = f" {condition.op} ".join(self.truth(i) for i in fixed)
        rest = (" & " if condition.op == "and" else " | ").join(mask for mask in masks if mask is not None)
        rest = f"{whole} & {rest}" if len(inner) == 1 else f"{whole} & ({rest})"
        return f"(({rest}) if {test} else 0)" if condition.op == "and" else f"({whole} if {test} else {rest})"

    def unrolled(self, node: m.Expr) -> list[tuple[int, str]] | None:
        """For a filter on the players or sides: each of them with its test, if these are short enough to be written
        once for each; else None."""
        if not (isinstance(node, m.Filter) and isinstance(node.set, m.AllOf) and node.set.place is None):
            return None
        element = node.set.type.of
        if element is None or element.kind not in ("player", "side") or node.set.type.kind != "set":
            return None
        hoisted: list[tuple[str, m.Expr]] = []
        self.hoist(node.condition, node.local, hoisted)
        domain = self.layout.domain(element)
        found = []
        for x in range(0 if hoisted else domain.bit_length()):
            one = substituted(node.condition, {node.local: m.Const(element, node.span, x)})
            found.append((x, self.truth(self.prepared(one))))
        return found if found and sum(len(test) for _, test in found) <= _LONGEST else None

    def unrolled_first(self, node: m.Expr, from_end: bool) -> str | None:
        """The first (or last) of some players or sides that fulfil a condition, asked of one after the other."""
        tests = self.unrolled(node) if self._is_asked_one_by_one(node) else None
        if tests is None:
            return None
        ordered = tests[::-1] if from_end else tests
        return "(" + "".join(f"{x} if {test} else " for x, test in ordered) + "-1)"

    def _map(self, node: m.Map) -> str:
        return self.comprehension(node.set, node.local, None, node.body, "[", "]")

    def comprehension(
        self, source: m.Expr, local: str, condition: m.Expr | None, body: m.Expr | None, start: str, end: str
    ) -> str:
        hoisted: list[tuple[str, m.Expr]] = []
        if condition is not None:
            condition = self.hoist(condition, local, hoisted)
        if body is not None:
            body = self.hoist(body, local, hoisted)
        name = self.names.of(local)
        clauses = "".join(f"for {self.names.of(h)} in ({self.code(e)},) " for h, e in hoisted)
        result = name if body is None else self.single(body)
        test = f" if {self.truth(condition)}" if condition is not None else ""
        return f"{start}{result} {clauses}for {name} in {self.as_list(source)}{test}{end}"

    def hoist(self, node: m.Expr, local: str, hoisted: list[tuple[str, m.Expr]]) -> m.Expr:
        """Takes what does not depend on the candidate out of a loop over candidates."""

        def change(part: Any, bound: frozenset[str]) -> Any:
            if isinstance(part, _COSTLY) and not free_locals(part) & bound:
                name = f"h.{next(_MARKS)}"
                hoisted.append((name, part))
                return m.Local(part.type, part.span, name)
            inner = bound | {part.local} if isinstance(part, LOOKING) else bound
            return rebuilt(part, lambda p: change(p, inner))

        result: m.Expr = change(node, frozenset((local,)))
        return result

    def renamed_candidate(self, node: m.Filter, local: str) -> m.Expr:
        """The condition of a filter with the candidate under another name."""
        element = node.set.type.of if node.set.type.of is not None else node.set.type
        return substituted(node.condition, {node.local: m.Local(element, node.span, local)})

    def membership(self, condition: m.Expr, local: str) -> str | None:
        """A mask of the candidates for which a condition holds, or None where it must be asked one by one."""
        return self.membership_of.mask(condition, local)


_MARKS = itertools.count(1)
_LONGEST = 400
"""So long may tests be together that are written once for each player."""
_PILES = ("pile", "row", "spot")
_COSTLY = (
    m.AllIn,
    m.Filter,
    m.Count,
    m.AnyOf,
    m.Map,
    m.Fold,
    m.ValueOf,
    m.Union,
    m.Extreme,
    m.Unmelded,
    m.Distinct,
    m.Ends,
    m.Members,
    m.Shows,
)
_CODE: dict[type, Any] = {
    m.Const: Formulas._const,
    m.OptionValue: Formulas._option,
    m.Local: Formulas._local,
    m.Read: Formulas._read,
    m.PlaceOf: Formulas.place,
    m.Contents: Formulas._contents,
    m.AllIn: Formulas._all_in,
    m.Prop: Formulas._prop,
    m.PropAt: Formulas._prop_at,
    m.Shown: Formulas._shown,
    m.Shows: Formulas._shows,
    m.ValueOf: Formulas._value,
    m.Not: Formulas._not,
    m.Logic: Formulas._logic,
    m.Compare: Formulas._compare,
    m.Equal: Formulas._equal,
    m.Arith: Formulas._arith,
    m.Either: Formulas._either,
    m.Count: Formulas._count,
    m.AnyOf: Formulas._any,
    m.Filter: Formulas._filter,
    m.Map: Formulas._map,
    m.Fold: sets.fold,
    m.Distinct: sets.distinct,
    m.Extreme: sets.extreme,
    m.Ends: sets.ends,
    m.In: sets.in_set,
    m.Union: sets.union,
    m.Minus: sets.minus,
    m.Otherwise: sets.otherwise,
    m.SetOf: sets.set_of,
    m.Numbers: sets.numbers,
    m.IsMeld: sets.is_meld,
    m.Unmelded: sets.unmelded,
    m.AllOf: sets.all_of,
    m.SideOf: people.side_of,
    m.Members: people.members,
    m.Seat: people.seat,
    m.Clockwise: people.clockwise,
    m.WhereIs: people.where_is,
    m.SlotOf: people.slot_of,
    m.OwnerOf: people.owner_of,
    m.IsRow: people.is_row,
    m.Running: people.running,
    m.CanDo: people.can_do,
    m.Reachable: people.reachable,
    ir.LimitLeft: people.limit_left,
    ir.Decider: people.decider,
    ir.Somebody: people.somebody,
    ir.Cell: people.cell,
    ir.Busy: people.busy,
    m.DoneBy: people.done_by,
    ir.Seen: people.seen,
    m.Known: people.known,
    m.Current: people.current,
}
