"""Words for what the state holds as numbers."""

from __future__ import annotations

from collections.abc import Mapping

from encanta.compiling.layout import SEAT, Layout, Row
from encanta.compiling.sites import Site
from encanta.machine.bits import members
from encanta.machine.options import Options
from encanta.machine.table import State, Table


class Names:
    """Names of components, players, sides, places and values of one program; `labels` gives words of a language."""

    def __init__(self, layout: Layout, labels: Mapping[str, str] | None = None) -> None:
        self.layout = layout
        self.labels = labels or {}

    def word(self, name: str) -> str:
        """The word for a name of the rulebook."""
        return self.labels.get(name, name.replace("_", " "))

    def component(self, x: int) -> str:
        """The name of a component's row; nothing for -1."""
        return self.row(self.layout.rows[self.layout.row_of[x]]) if x >= 0 else "nothing"

    def row(self, row: Row) -> str:
        """The name of a row, as it is written."""
        if row.name in self.labels or row.title in ("", row.name):
            return self.word(row.name)
        return row.title

    def back(self, x: int) -> str:
        """What is seen of a component face down, where backs differ."""
        row = self.layout.rows[self.layout.row_of[x]]
        kind = next(k.component for k in self.layout.kinds.values() if k.first <= x < k.last)
        shown = [p for p in kind.properties.values() if p.on_back and row.values.get(p.name, -1) >= 0]
        return ", ".join(self.element(p.type.kind, p.type.name, row.values[p.name]) for p in shown)

    def action(self, name: str) -> str:
        """The word for an action; one that is printed on a component is called by its kind and that component."""
        body = self.layout.model.bodies.get(name)
        if body is None or body.on_row is None:
            return self.word(name)
        row = body.on_row
        title = self.word(row.row) if row.title == row.row or row.row in self.labels else row.title
        return " ".join([self.word(body.kinds[0]), title, *([str(row.number)] if row.number else [])])

    def printed(self, name: str) -> str:
        """What is printed of an action on a component; nothing for any other action."""
        body = self.layout.model.bodies.get(name)
        return body.about if body is not None and body.on_row is not None else ""

    def player(self, seat: int) -> str:
        """P1 for seat 0."""
        return f"P{seat + 1}" if seat >= 0 else "nobody"

    def side(self, side: int) -> str:
        """A side by its players."""
        return "+".join(self.player(p) for p in self.layout.model.sides[side]) if side >= 0 else "nobody"

    def place(self, cell: int) -> str:
        """A place with its owner: P1's hand."""
        instance = next((i for i in self.layout.instances if i.cell == cell), None)
        if instance is None:
            return "nowhere"
        title = self.word(instance.place.name)
        if instance.owner < 0:
            return title
        return f"{self.owner(instance.place.each, instance.owner)}'s {title}"

    def owner(self, each: str | None, owner: int) -> str:
        """The owner of a place or a variable."""
        if each == "player":
            return self.player(owner)
        if each == "side":
            return self.side(owner)
        return self.element("enum", each, owner)

    def element(self, kind: str, of: str | None, value: int) -> str:
        """One value of a type, in words."""
        if kind == "component":
            return self.component(value)
        if kind == "player":
            return self.player(value)
        if kind == "side":
            return self.side(value)
        if kind == "place":
            return self.place(value)
        if kind == "enum" and of is not None:
            return self.word(self._members(of)[value]) if value >= 0 else "nothing"
        if kind == "flag":
            return "yes" if value else "no"
        return str(value)

    def _members(self, enum: str) -> tuple[str, ...]:
        """The members of an enumeration, or the readings of an option."""
        model = self.layout.model
        return model.enums[enum].members if enum in model.enums else model.options[enum].members

    def elements(self, kind: str, of: str | None, mask: int) -> str:
        """A set in words."""
        found = [self.element(kind, of, x) for x in members(mask)]
        return ", ".join(found) if found else "nothing"

    def spot(self, state: State, table: Table, x: int) -> str:
        """Where an unseen component lies: its place, and its number from the top or the first slot."""
        cell = table.where(state, x)
        index = list(state[cell]).index(x) + 1 if cell >= 0 and not table.is_set[cell] else 0
        return f"{self.place(cell)} {index}" if index else f"a card of {self.place(cell)}"

    def seen(self, state: State, table: Table, seen: int, x: int) -> str:
        """A component for somebody who sees the faces of a set: its name, or else where it lies."""
        return self.component(x) if seen >> x & 1 else self.spot(state, table, x)

    def answer_in(
        self, table: Table, state: State, site: Site, options: Options, value: int, seen: int | None = None
    ) -> str:
        """The answer to a decision as the one who decides sees it: unseen components by their places.

        `seen` are the components whose faces they see; None: all that they may know. What everybody is told is said
        by it, so that it tells nothing of the other options.
        """
        if site.kind != "choose" or site.element != "component" or (value >= -1 and seen is None):
            return self.answer(site, value)
        chosen = options.component(value)
        if seen is None:
            seen = table.visible(state, state[SEAT])
        found = [chosen] if site.single and chosen >= 0 else list(members(max(chosen, 0)))
        # What is unseen stands last, in the order of its places: the order of its numbers would tell of faces.
        hidden = sorted((x for x in found if not seen >> x & 1), key=lambda x: self._position(state, table, x))
        words = [*(self.component(x) for x in found if seen >> x & 1), *(self.spot(state, table, x) for x in hidden)]
        return ", ".join(words) or "nothing"

    def option_in(
        self, table: Table, state: State, site: Site, options: Options, value: int, seen: int | None = None
    ) -> str:
        """An option for the one who decides: as `answer_in` says it, with its place if others that they see are called
        so too and lie elsewhere."""
        words = self.answer_in(table, state, site, options, value, seen)
        if site.kind != "choose" or site.element != "component" or not site.single or value == -1:
            return words
        seen = table.visible(state, state[SEAT]) if seen is None else seen
        x, row_of = options.component(value), self.layout.row_of
        if not seen >> x & 1:
            return words
        alike = [y for y in map(options.component, options) if y >= 0 and row_of[y] == row_of[x] and seen >> y & 1]
        spots = {self.spot(state, table, y) for y in alike}
        return f"{words} ({self.spot(state, table, x)})" if len(spots) > 1 else words

    def _position(self, state: State, table: Table, x: int) -> tuple[int, int]:
        cell = table.where(state, x)
        return cell, 0 if table.is_set[cell] else list(state[cell]).index(x)

    def answer(self, site: Site, value: int) -> str:
        """The answer to a decision, in words."""
        if site.kind == "action":
            return self.action(site.actions[value]) if value >= 0 else "pass"
        if site.kind == "may":
            name = self.word(site.name)
            return (f"use {name}" if value else f"leave {name}") if name else ("yes" if value else "no")
        return (self.element if site.single else self.elements)(site.element, site.of, value)
