"""Parts of rows: what is printed in which part, and which components show a part where it is active."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from encanta.checking.environment import PLAYER, SIDE, ComponentSign, Environment
from encanta.checking.formulas import Leaf
from encanta.checking.model import FLAG, Expr, Filter, Local, Shows, Spot, Type, set_of
from encanta.checking.model import PLAYER as PLAYER_TYPE
from encanta.checking.model import SIDE as SIDE_TYPE
from encanta.checking.model.declarations import whose_spots
from encanta.checking.reading import Work
from encanta.checking.registry import ROW
from encanta.checking.scope import Scope
from encanta.checking.tree import entries, text_under
from encanta.checking.types import component_type
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session

ROW_KEYS = frozenset((*(key.name for key in ROW.keys), "name"))
"""Keys of a row that are neither printed in a part nor properties."""


@dataclass(frozen=True, slots=True, eq=False)
class Braces:
    """One pair of braces in a part of a row (or what stands in the row itself): what `while` in it governs.

    `part` is None where the component has no parts. `number` counts the braces of a part, from 1. `node` holds what is
    printed: symbols, keys of abilities, kinds of actions; of the row itself, no properties and no other parts.
    """

    part: str | None
    number: int
    key: Scalar
    node: Mapping

    @property
    def condition(self) -> Scalar | None:
        """The text under `while`."""
        return text_under(self.node, "while")


def braces(sign: ComponentSign, row: Entry) -> Iterator[Braces]:
    """Everything that is printed in the parts of a row, the row itself first."""
    own = [e for e in entries(row.value) if _is_printed(sign, e.key.text)]
    if own and isinstance(row.value, Mapping):
        part = sign.parts[0] if sign.parts else None
        yield Braces(part, 1, row.key, Mapping(row.value.span, tuple(own)))
    for entry in entries(row.value):
        if entry.key.text in sign.parts:
            for number, node in enumerate(_each(entry.value), 1):
                if isinstance(node, Mapping):
                    yield Braces(entry.key.text, number, entry.key, node)


def _each(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _is_printed(sign: ComponentSign, key: str) -> bool:
    """Whether a key of a row stands for something printed in the row itself."""
    prop = sign.properties.get(key)
    return key not in ROW_KEYS and key not in sign.parts and (prop is None or prop.symbol)


# ------------------------------------------------------------------------------------------- where it is active


def spots(env: Environment, component: str, part: str | None) -> tuple[Spot, ...]:
    """Where a part of a component is active; without a part, wherever it lies."""
    places = [p for p in env.places.values() if p.component == component]
    if part is None:
        return tuple(Spot(place, "all") for place in places)
    return tuple(Spot(place, which) for place in places for which, parts in place.active.items() if part in parts)


def owner_of_spots(found: tuple[Spot, ...], part: str | None) -> Type | None:
    """Who `you` is in a text of a part that is active at these spots: a player, a side, or nobody.

    A place of the game that acts `for: everyone` acts for each player.
    """
    return {PLAYER: PLAYER_TYPE, SIDE: SIDE_TYPE}.get(whose_spots(found, part) or "")


def shows(env: Environment, component: str, row: str, part: str | None, you: Expr | None, span: Span) -> Shows:
    """The components that show `part` of `row` actively for `you` (a player; None: for anybody): a set.

    They are those of the row that lie where the part is active for `you` (in a place of theirs, or in one of the game),
    and those that copy it.
    """
    found = spots(env, component, part)
    return Shows(set_of(component_type(component)), span, component, frozenset((row,)), part, found, you)


def showing(
    session: Session, work: Work, component: str, row: str, printed: Braces, you: Expr | None, span: Span
) -> Expr:
    """The components that show what stands in these braces actively for `you`, as far as their `while` holds: a set.

    Mistakes in the `while` go to `work`. For printed actions: the first choice of the action is from this set.
    """
    everybody = shows(session.env, component, row, printed.part, you, span)
    text = printed.condition
    if text is None:
        return everybody
    from encanta.checking.values import read_formula

    type = component_type(component)
    this = Local(type, text.span, work.fresh("this", type))
    scope = Scope(you)
    scope.bind("this", this)
    condition = read_formula(Leaf(text, work, session), scope, FLAG)
    return Filter(everybody.type, span, everybody, this.name, condition)
