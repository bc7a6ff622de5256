"""Sets and lists to Python: folds, ends, unions, extremes."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from encanta.checking import model as m

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas


def fold(f: Formulas, node: m.Fold) -> str:
    if node.op == "sum":
        shown = f.symbols.summed(node.list) if f.symbols is not None else None
        return shown or _printed_sum(f, node.list) or f"sum({comprehended(f, node.list)})"
    if node.op == "product":
        return f"product_of({comprehended(f, node.list)})"
    if isinstance(node.list, m.SetOf) and len(node.list.items) > 1 and node.op in ("max", "min"):
        return f"{node.op}({', '.join(f.code(item) for item in node.list.items)})"
    return f"{node.op}({comprehended(f, node.list)}, default=0)"


def _printed_sum(f: Formulas, node: m.Expr) -> str | None:
    """The sum of what is printed on some components: counted by value where there are few, else from a table."""
    if not isinstance(node, m.Map) or not (node.set.type.kind == "set" or f.lies_in_order(node.set)):
        return None
    values = f.membership_of.printed.values(node.body, node.local)
    if not values:
        return None
    parts = {v: sum(1 << x for x, value in values.items() if value == v) for v in set(values.values()) if v}
    mask = f.as_mask(node.set)
    if not parts:
        return "0"
    cut = _CUT.fullmatch(mask)
    if cut is not None:
        mask, kept = cut[1], int(cut[2])
        parts = {v: part & kept for v, part in parts.items() if part & kept} or {1: 0}
    if len(parts) == 1 or (len(parts) <= _FEW and (_CELL.fullmatch(mask) or _SHORT.fullmatch(mask))):
        counts = (f"({mask} & {part}).bit_count()" for part in parts.values())
        return "(" + " + ".join(c if v == 1 else f"{v} * {c}" for v, c in zip(parts, counts, strict=True)) + ")"
    if cut is not None:
        return None
    table = f.constants.keep([values.get(x, 0) for x in range(max(values) + 1)], "T")
    return f"sum([{table}[_x] for _x in {f.as_list(node.set)}])"


_CELL = re.compile(r"s\[\(?[\w+ ]+\)?\]|\w+")
"""What may well be written twice."""
_CUT = re.compile(r"\((s\[\(?[\w+ ]+\)?\]|\w+) & (\d+)\)")
"""What of a set is in another that never changes."""
_SHORT = re.compile(r"\(s\[\(?[\w+ ]+\)?\] & M\d+\[\w+\]\)")
"""What of a set is in another that lies in a table."""
_FEW = 4


def comprehended(f: Formulas, node: m.Expr) -> str:
    return f.as_list(node)


def distinct(f: Formulas, node: m.Distinct) -> str:
    return f"mask_of({f.as_list(node.list)})"


def extreme(f: Formulas, node: m.Extreme) -> str:
    ranked = f.membership_of.by_value(node.key, node.local)
    if ranked is not None and node.set.type.kind == "set":
        rising = _in_step(ranked)
        mask = f.as_mask(node.set)
        if rising and _CELL.fullmatch(mask):
            # The greatest are those that are equal to the last: components are numbered in step with the key.
            found = [0, *(next((p for p in ranked if p >> x & 1), 0) for x in range(max(ranked).bit_length()))]
            last = mask if node.most == (rising > 0) else f"({mask} & -{mask})"
            return f"({mask} & {f.constants.keep(found, 'M')}[{last}.bit_length()])"
        parts = f.constants.keep(ranked[:: -1 if node.most else 1], "M")
        return f"first_part({f.as_mask(node.set)}, {parts})"
    key = f.names.of(node.local)
    hoisted: list[tuple[str, m.Expr]] = []
    body = f.hoist(node.key, node.local, hoisted)
    clauses = "".join(f"for {f.names.of(h)} in ({f.code(e)},) " for h, e in hoisted)
    pairs = f"[({f.code(body)}, {key}) {clauses}for {key} in {f.as_list(node.set)}]"
    return f"{'most' if node.most else 'least'}({pairs})"


def _in_step(parts: list[int]) -> int:
    """1 if the elements of each part have higher numbers than those of the parts before, -1 if lower, else 0."""
    pairs = list(itertools.pairwise(parts))
    if not pairs:
        return 0
    if all(a.bit_length() <= (b & -b).bit_length() - 1 for a, b in pairs):
        return 1
    return -1 if all(b.bit_length() <= (a & -a).bit_length() - 1 for a, b in pairs) else 0


def ends(f: Formulas, node: m.Ends) -> str:
    from_end = node.which in ("bottom", "last")
    if node.count is None:
        if node.set.type.kind == "set" and not f.lies_in_order(node.set):
            chosen = f.unrolled_first(node.set, from_end)
            if chosen is not None:
                return chosen
            mask = f.as_mask(node.set)
            if mask.isidentifier():
                return f"({mask}.bit_length() - 1)" if from_end else f"(({mask} & -{mask}).bit_length() - 1)"
            return f"highest({mask})" if from_end else f"first_of({mask})"
        return f"{'last_in' if from_end else 'first_in'}({f.as_list(node.set)})"
    if node.type.kind == "set":
        return f"mask_of({part_of(f, node, from_end)})"
    return part_of(f, node, from_end)


def part_of(f: Formulas, node: m.Ends, from_end: bool) -> str:
    assert node.count is not None
    count = f.code(node.count)
    items = f.as_list(node.set)
    if from_end:
        return f"tail({items}, {count})"
    if isinstance(node.count, m.Const) and node.count.value >= 0:
        return f"{items}[:{count}]"
    return f"head({items}, {count})"


def in_set(f: Formulas, node: m.In) -> str:
    if node.set.type.kind == "list":
        return f"({f.single(node.item)} in {f.code(node.set)})"
    item = f.single(node.item)
    if f.nullable(node.item):
        return f"bit({f.as_mask(node.set)}, {item})"
    return f"({f.as_mask(node.set)} >> {item} & 1)"


def union(f: Formulas, node: m.Union) -> str:
    return f"({f.as_mask(node.left)} | {f.as_mask(node.right)})"


def minus(f: Formulas, node: m.Minus) -> str:
    if node.type.kind == "list":
        return f"without({f.as_list(node.left)}, {f.as_mask(node.right)})"
    return f"({f.as_mask(node.left)} & ~{f.as_mask(node.right)})"


def otherwise(f: Formulas, node: m.Otherwise) -> str:
    pick = f.as_list if node.type.kind == "list" else f.as_mask
    return f"({pick(node.first)} or {pick(node.second)})"


def set_of(f: Formulas, node: m.SetOf) -> str:
    if not node.items:
        return "()" if node.type.kind == "list" else "0"
    if node.type.kind == "list":
        items = ", ".join(f.single(i) for i in node.items)
        plain = node.type.of is not None and node.type.of.kind in ("integer", "flag")
        return f"[{items}]" if plain else f"something([{items}])"
    found = []
    for item in node.items:
        single = f.single(item)
        found.append(f.bit(single, f.nullable(item), item.type))
    return str(sum({int(f) for f in found})) if all(f.isdigit() for f in found) else "(" + " | ".join(found) + ")"


def is_meld(f: Formulas, node: m.IsMeld) -> str:
    return f"is_meld({f.as_mask(node.set)}, {meld(f, node.meld)})"


def unmelded(f: Formulas, node: m.Unmelded) -> str:
    key = f"lambda {f.names.of(node.local)}: {f.code(node.key)}"
    return f"unmelded({f.as_mask(node.set)}, {meld(f, node.meld)}, {key})"


def meld(f: Formulas, meld: m.Meld) -> str:
    """The table that says what makes up a meld."""
    name = f"MELD{f.constants.name(('meld', id(meld)))}"

    def table(prop: m.Property) -> tuple[int, ...]:
        return tuple(f.layout.property_table(prop))

    f.constants.tables[name] = tuple(
        (
            kind.low,
            kind.high if kind.high is not None else f.layout.components,
            tuple(map(table, kind.same)),
            tuple(map(table, kind.different)),
            table(kind.consecutive) if kind.consecutive is not None else (),
        )
        for kind in meld.kinds
    )
    return name


def numbers(f: Formulas, node: m.Numbers) -> str:
    return f"numbers({f.code(node.low)}, {f.code(node.high)})"


def all_of(f: Formulas, node: m.AllOf) -> str:
    if node.place is not None:
        return str(sum(1 << i.cell for i in f.layout.by_place[node.place]))
    assert node.type.of is not None
    return str(f.layout.domain(node.type.of))
