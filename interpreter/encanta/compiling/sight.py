"""Whether a chooser sees the faces of what there is to choose from; where not, places are offered, not faces."""

from __future__ import annotations

from encanta.checking import model as m
from encanta.compiling.formulas import Formulas
from encanta.compiling.trees import walk


class Sight:
    """Tells for each choice whether unseen components may be among its candidates."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self._places: dict[str, set[m.Place]] = {}

    def remember(self, choice: m.Choice) -> None:
        """Notes which places a chosen place can be."""
        if choice.type.kind == "place":
            self._places[choice.local] = self._named(self.formulas.prepared(choice.source))

    def _named(self, node: m.Expr) -> set[m.Place]:
        return {n.place for n in walk(node) if isinstance(n, (m.PlaceOf, m.AllOf)) and n.place is not None}

    def may_miss(self, choice: m.Choice, who: m.Expr) -> bool:
        """Whether `who` may have to choose among components whose faces are hidden."""
        element = choice.type.of if choice.type.of is not None else choice.type
        if element.kind != "component":
            return False
        sources = self.formulas.sources(self.formulas.prepared(choice.source))
        return any(self._hides(_places(node), who, element) for node in sources)

    def _hides(self, node: m.Expr, who: m.Expr, element: m.Type) -> bool:
        if isinstance(node, m.PlaceOf):
            return not self._sees(node, who)
        if isinstance(node, m.AllOf) and node.place is not None:
            return node.place.seen_by != "everyone"
        if isinstance(node, m.Local) and node.name in self._places:
            return any(p.seen_by != "everyone" for p in self._places[node.name])
        places = self.formulas.model.places.values()
        return any(p.seen_by != "everyone" for p in places if p.component == element.name)

    def _sees(self, node: m.PlaceOf, who: m.Expr) -> bool:
        if node.place.seen_by != "owner" or node.owner is None:
            return node.place.seen_by == "everyone"
        f = self.formulas
        owner = f.code(f.prepared(node.owner))
        mine = who if node.place.each == "player" else m.SideOf(m.SIDE, who.span, who)
        return owner == f.code(f.prepared(mine))


def _places(node: m.Expr) -> m.Expr:
    if isinstance(node, m.Contents):
        return node.place
    return node.places if isinstance(node, m.AllIn) else node
