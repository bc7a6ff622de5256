"""The checks that look at a rulebook as a whole, after everything has been read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from encanta.checking.checks.counted import counted_alone
from encanta.checking.checks.unused import unused_names
from encanta.text.diagnostic import Diagnostic

if TYPE_CHECKING:
    from encanta.checking.session import Session

CHECKS = (unused_names, counted_alone)


def check_all(session: Session) -> Iterator[Diagnostic]:
    """Everything that the checks find."""
    for check in CHECKS:
        yield from check(session)
