"""Places that hold only so many: a move into one is cut to what fits."""

from __future__ import annotations

from encanta.checking import model as m
from encanta.compiling.layout import Layout


def is_bounded(layout: Layout, to: m.Expr) -> bool:
    """Whether the place that something is moved to may be full."""
    if isinstance(to, m.PlaceOf):
        return to.place.capacity is not None
    kind = to.type.name
    return any(place.capacity is not None for place in layout.by_place if kind in (None, place.component))
