"""Compares the contents of a place with what a scenario says about them."""

from __future__ import annotations

from collections.abc import Iterable

from encanta.checking import model as m
from encanta.compiling.layout import Layout
from encanta.scenarios.cells import State, of_component, row_name
from encanta.scenarios.items import Item, Listing
from encanta.scenarios.things import names_of


class Contents:
    """What lies in a place, and of which components the face counts as known (`seen`: a mask)."""

    def __init__(self, layout: Layout, state: State, there: list[int], seen: int) -> None:
        self.layout, self.state, self.there, self.seen = layout, state, there, seen

    def is_known(self, component: int) -> bool:
        """Whether the face of a component counts as known."""
        return bool(self.seen >> component & 1)

    def agrees(self, listing: Listing, ordered: bool) -> bool:
        """Whether the contents are as listed: in order for piles and rows, else in any order."""
        if listing.only_count is not None:
            return sum(component >= 0 for component in self.there) == listing.only_count
        return self._in_order(listing.items, 0, 0) if ordered else self._in_any_order(listing)

    # ------------------------------------------------------------------------------------- in order

    def _in_order(self, items: tuple[Item, ...], at: int, place: int) -> bool:
        while at < len(items):
            item = items[at]
            if item.kind == "rest":
                return any(self._in_order(items, at + 1, later) for later in range(place, len(self.there) + 1))
            width = item.count if item.kind == "more" else 1
            if place + width > len(self.there):
                return False
            if item.kind != "more" and not self._is(item, self.there[place]):
                return False
            at, place = at + 1, place + width
        return place == len(self.there)

    def _is(self, item: Item, component: int) -> bool:
        if item.kind == "gap" or component < 0:
            return item.kind == "gap" and component < 0
        if item.kind == "hidden":
            return not self.is_known(component)
        if not (item.mask >> component & 1 and self.is_known(component)):
            return False
        return all(of_component(self.layout, self.state, v, component) == wanted for v, wanted in item.variables)

    # --------------------------------------------------------------------------------- in any order

    def _in_any_order(self, listing: Listing) -> bool:
        wanted = [item for item in listing.items if item.kind not in ("rest", "more")]
        more = sum(item.count for item in listing.items if item.kind == "more")
        spare = len(self.there) - len(wanted)
        if spare < more or (spare > more and not listing.open):
            return False
        taken: dict[int, int] = {}
        return all(self._assign(wanted, i, taken, set()) for i in range(len(wanted)))

    def _assign(self, wanted: list[Item], index: int, taken: dict[int, int], tried: set[int]) -> bool:
        """Find a component for an entry; those that took it before look for another one."""
        for component in self.there:
            if component in tried or not self._is(wanted[index], component):
                continue
            tried.add(component)
            if component not in taken or self._assign(wanted, taken[component], taken, tried):
                taken[component] = index
                return True
        return False

    # ---------------------------------------------------------------------------------------- words

    def words(self, listing: Listing) -> str:
        """The contents as they would be written, with the variables that the listing speaks of."""
        if listing.only_count is not None:
            return f"count {sum(component >= 0 for component in self.there)}"
        variables = {v.name: v for item in listing.items for v, _ in item.variables}
        shown = []
        for component in self.there:
            name = row_name(self.layout, component) if component < 0 or self.is_known(component) else "hidden"
            values = []
            for variable in variables.values() if component >= 0 else ():
                values.append((variable, of_component(self.layout, self.state, variable, component)))
            shown.append(with_variables(self.layout, name, values))
        return f"[{', '.join(shown)}]"


def with_variables(layout: Layout, name: str, values: Iterable[tuple[m.Variable, int]]) -> str:
    """A component with variables as it is written: `red with turned yes`, and with sets `{red: {seen: [P1, P2]}}`."""
    said = [(v, names_of(layout, v.type, value)) for v, value in values]
    if any(v.type.kind == "set" for v, _ in said):
        words = (f"[{'' if text == 'nothing' else text}]" if v.type.kind == "set" else text for v, text in said)
        return f"{{{name}: {{{', '.join(f'{v.name}: {text}' for (v, _), text in zip(said, words, strict=True))}}}}}"
    return f"{name} with {' and '.join(f'{v.name} {text}' for v, text in said)}" if said else name


def listing_words(layout: Layout, listing: Listing) -> str:
    """A listing as it is written."""
    if listing.only_count is not None:
        return f"count {listing.only_count}"
    shown = []
    for item in listing.items:
        shown.append(with_variables(layout, item.name, item.variables) if item.variables else item.words)
    return f"[{', '.join(shown)}]"
