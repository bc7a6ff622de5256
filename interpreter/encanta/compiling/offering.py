"""Offers of many printed actions: only those are tested that something shows which is active for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking import model as m
from encanta.compiling.emit import Function
from encanta.compiling.sites import Site
from encanta.compiling.trees import walk

if TYPE_CHECKING:
    from encanta.compiling.choosing import Choosing
    from encanta.compiling.formulas import Formulas


def narrowed(formulas: Formulas, choosing: Choosing, function: Function, stmt: m.Offer, site: Site, you: str) -> None:
    """Of many printed actions only those are tested that something shows which is active for the player."""
    showing, layout = formulas.showing, formulas.layout
    assert showing is not None
    borne = [0] * layout.components
    shows: dict[tuple[str, str | None], m.Shows] = {}
    always: list[int] = []
    tests: list[str] = []
    tested = 0
    me = m.Local(m.PLAYER, stmt.span, "you")
    for index, action in enumerate(stmt.actions):
        test = choosing.possible(action)
        tests.append(test or "None")
        if action.on_row is None:
            if test is None:
                always.append(index)
            tested |= 1 << index if test is not None else 0
            continue
        for node in walk(action.choices[0].source):
            if isinstance(node, m.Shows):
                shows.setdefault((showing.held(node, me), node.part), node)
                rows = layout.rows_mask(node.component, node.rows)
                borne = [was | 1 << index if rows >> x & 1 else was for x, was in enumerate(borne)]
    function.line(f"_a = {' | '.join(dict.fromkeys(held for held, _ in shows)) or '0'}")
    for node in shows.values():
        table = showing.copies_of(node)
        if table is not None:
            function.line(f"_a = with_copied(s, _a, {you}, {table})")
    name = showing.keep_table(f"TESTS{site.id}", f"({', '.join(tests)},)")
    function.line(f"_k = {tested}")
    function.line(f"for _x in members(_a): _k |= {formulas.constants.keep(borne, 'T')}[_x]")
    function.line(f"found = {always}")
    function.line("for _i in members(_k):")
    function.line(f"    if {name}[_i](s, {you}): found.append(_i)")
    if always:
        function.line("found.sort()")
