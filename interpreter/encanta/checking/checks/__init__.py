"""Checks beyond names and types, one file each. Each looks at a rulebook and gives diagnostics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from encanta.checking.checks.unused import unused_names
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Mapping

if TYPE_CHECKING:
    from encanta.checking.session import Session

CHECKS = (unused_names,)


def check_all(session: Session, tree: Mapping, cards: Mapping | None) -> Iterator[Diagnostic]:
    """Everything that the checks find."""
    for check in CHECKS:
        yield from check(session, tree, cards)
