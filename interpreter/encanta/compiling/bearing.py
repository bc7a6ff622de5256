"""The components that bear abilities printed on rows."""

from __future__ import annotations

from encanta.checking import model as m


def bearing(ability: m.Ability, you: m.Expr | None) -> m.Shows:
    """The components that bear an ability of a row for an owner, or for anybody."""
    component = ability.owner or ""
    type_ = m.set_of(m.Type("component", component))
    rows = frozenset((ability.row or "",))
    return m.Shows(type_, ability.span, component, rows, ability.part, ability.spots, you)


def bearer(ability: m.Ability, name: str) -> m.Local:
    """One component that bears an ability of a row, as a local."""
    return m.Local(m.Type("component", ability.owner), ability.span, name)
