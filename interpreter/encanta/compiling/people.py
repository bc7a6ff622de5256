"""Players, sides, places and what is under way, to Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.compiling import ir

if TYPE_CHECKING:
    from encanta.compiling.formulas import Formulas


def side_of(f: Formulas, node: m.SideOf) -> str:
    player = f.code(node.player)
    table = [*f.layout.side_of, m.NOTHING]
    return f"{f.constants.keep(table, 'T')}[{player}]"


def members(f: Formulas, node: m.Members) -> str:
    table = [sum(1 << p for p in side) for side in f.model.sides] + [0]
    return f"{f.constants.keep(table, 'M')}[{f.code(node.side)}]"


def seat(f: Formulas, node: m.Seat) -> str:
    seats = f.layout.seats
    if node.which == "partner":
        partners = [_partner(f.model.sides, p) for p in range(seats)]
    else:
        # Clockwise is to the left: the next seat, counted upwards.
        step = 1 if node.which == "left" else -1
        partners = [(p + step) % seats for p in range(seats)]
    return f"{f.constants.keep([*partners, m.NOTHING], 'T')}[{f.code(node.player)}]"


def clockwise(f: Formulas, node: m.Clockwise) -> str:
    if isinstance(node.set, m.AllOf) and node.set.place is None:
        # The last order is that from nobody.
        return f"ORDERS[{f.code(node.start)}]"
    return f"clockwise({f.code(node.start)}, {f.as_mask(node.set)})"


def where_is(f: Formulas, node: m.WhereIs) -> str:
    return f"where(s, {f.code(node.of)})"


def slot_of(f: Formulas, node: m.SlotOf) -> str:
    return f"slot(s, {f.code(node.of)})"


def owner_of(f: Formulas, node: m.OwnerOf) -> str:
    likely = node.place.likely if isinstance(node.place, m.WhereIs) else None
    if isinstance(node.place, m.WhereIs) and likely is not None and likely.form == "set" and likely.each == "player":
        # Whoever has it before them, as most likely somebody has; else it is looked for everywhere.
        tests = [
            f"{i.owner} if s[{i.cell}] & {'_b' if i.owner else f'(_b := {f.as_mask(node.place.of)})'} else "
            for i in f.layout.by_place[likely]
        ]
        return f"({''.join(tests)}OWNER.get({f.single(node.place)}, -1))"
    return f"OWNER.get({f.single(node.place)}, -1)"


def is_row(f: Formulas, node: m.IsRow) -> str:
    of = f.code(node.of)
    return (
        f"({f.membership_of.rows(node)} >> {of} & 1)"
        if not f.nullable(node.of)
        else f"bit({f.membership_of.rows(node)}, {of})"
    )


def running(f: Formulas, node: m.Running) -> str:
    return f"(s[{f.layout.running_cell(node.phase)}] > 0)"


def can_do(f: Formulas, node: m.CanDo) -> str:
    from encanta.compiling.plain import can_run

    return can_run(f, m.Run(node.span, node.body, node.you, node.args), f.possible) or "True"


def reachable(f: Formulas, node: m.Reachable) -> str:
    f.reached.add(node.kind)
    return f"REACHABLE(s, {f.code(node.you)}, {node.kind!r}, lambda s: {f.code(f.prepared(node.condition))})"


def limit_left(f: Formulas, node: ir.LimitLeft) -> str:
    if node.times < 0:
        return f"(s[{node.cell}] <= {-node.times})"
    owner = f.code(node.owner) if node.owner is not None else "0"
    return f"(not s[{node.cell + node.times - 1}] >> {owner} & 1)"


def cell(f: Formulas, node: ir.Cell) -> str:
    return f"s[{node.cell}]"


def busy(f: Formulas, node: ir.Busy) -> str:
    if node.owner is None:
        return f"(s[{node.cell}] != 0)"
    return f"(s[{node.cell}] >> {f.code(node.owner)} & 1)"


def done_by(f: Formulas, node: m.DoneBy) -> str:
    numbers = f.layout.doing_numbers(node.name)
    if not numbers:
        return "False"
    return f"(s[{f.layout.doing}] in {tuple(numbers)})"


def known(f: Formulas, node: m.Known) -> str:
    return f"bit(visible(s, {f.code(node.who)}), {f.code(node.of)})"


def somebody(f: Formulas, node: ir.Somebody) -> str:
    code = f.code(node.player)
    return f"max({code}, 0)" if f.nullable(node.player) else code


def decider(f: Formulas, node: ir.Decider) -> str:
    return f"decider(s, {f.code(node.side)})"


def current(f: Formulas, node: m.Current) -> str:
    return "s[4]"


def seen(f: Formulas, node: ir.Seen) -> str:
    form = {"set": f.as_mask, "list": f.as_list}.get(node.type.kind, f.single)
    return f"seen({node.number}, {form(node.value)})"


def _partner(sides: tuple[tuple[int, ...], ...], player: int) -> int:
    side = next(s for s in sides if player in s)
    return side[(side.index(player) + 1) % len(side)] if len(side) > 1 else m.NOTHING
