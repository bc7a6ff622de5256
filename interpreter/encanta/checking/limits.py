"""How often something may happen: `once per turn counted as NAME`."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.formulas import Leaf
from encanta.checking.model import LimitOf
from encanta.checking.reading import Unreadable
from encanta.language import ast
from encanta.text.nearest import nearest


def read_limit(leaf: Leaf, key: str) -> LimitOf | None:
    """A limit; what is counted together has one key. None for any number, or if it could not be understood."""
    try:
        node: ast.Limit = leaf.tree("limit")
    except Unreadable:
        return None
    phases = leaf.session.phases()
    if node.phase not in phases:
        near = nearest(node.phase, phases)
        help = f"did you mean `{near}`?" if near else f"phases are {', '.join(phases)}"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no phase `{node.phase}`", node.phase_at, help, near)
        return None
    if node.times is None:
        return None
    return LimitOf(node.times, node.phase, node.counted_as or key, leaf.span(node))
