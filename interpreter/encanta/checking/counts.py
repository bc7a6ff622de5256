"""Whether the rows of each component add up to the number that the rulebook gives."""

from __future__ import annotations

from encanta.checking import structure_codes as codes
from encanta.checking.options import static_value
from encanta.checking.static import Known
from encanta.checking.tree import entries, scalar, text_under, under
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nodes import Entry, Mapping, Node, Scalar


def check_counts(tree: Mapping, known: Known) -> list[Diagnostic]:
    """Components whose `count` is not the number of copies of their rows. `tree` is resolved, with `cards`."""
    found: list[Diagnostic] = []
    cards = tree.get("cards")
    for component in entries(tree.get("components")):
        wanted = text_under(component.value, "count")
        if wanted is not None:
            rows = cards.get(component.key.text) if isinstance(cards, Mapping) else None
            found.extend(_check(component, wanted, rows, known))
    return found


def _check(component: Entry, wanted: Scalar, rows: Node | None, known: Known) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    total = sum(_copies(under(row.value, "copies"), known, found) for row in entries(rows))
    total *= _number(text_under(component.value, "decks"), known, found, 1)
    count = _number(wanted, known, found, 0)
    if found or count == total:
        return found
    return [
        error(
            codes.WRONG_COUNT,
            f"the rows of `{component.key.text}` add up to {total}, and there should be {count}",
            wanted.span,
            help="count the `copies` of the rows, times `decks`, or correct `count`",
        )
    ]


def _copies(node: Node | None, known: Known, found: list[Diagnostic]) -> int:
    """How many there are of a row, with all its backs."""
    if isinstance(node, Mapping):
        return sum(_number(scalar(entry.value), known, found, 0) for entry in node)
    return _number(scalar(node), known, found, 1)


def _number(node: Scalar | None, known: Known, found: list[Diagnostic], default: int) -> int:
    if node is None:
        return default
    value = static_value(node, known)
    if isinstance(value, list):
        found.extend(value)
        return default
    return value
