"""The checks that look at a rulebook as a whole, after everything has been read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from encanta.checking.checks.claims import claims
from encanta.checking.checks.counted import counted_alone
from encanta.checking.checks.deals import deals
from encanta.checking.checks.foregone import foregone
from encanta.checking.checks.legal import unknown_to_choosers
from encanta.checking.checks.loops import endless_loops
from encanta.checking.checks.never_active import never_active
from encanta.checking.checks.never_offered import never_offered
from encanta.checking.checks.reach import out_of_reach
from encanta.checking.checks.tie_breaks import tie_breaks
from encanta.checking.checks.trigger_cycles import trigger_cycles
from encanta.checking.checks.unreachable import unreachable
from encanta.checking.checks.unused import unused_names
from encanta.checking.checks.whole import Whole
from encanta.checking.checks.windows_open import windows_open
from encanta.text.diagnostic import Diagnostic, has_errors

if TYPE_CHECKING:
    from encanta.checking.session import Session

CHECKS = (unused_names, counted_alone)
OF_WHOLE = (
    unreachable,
    never_offered,
    never_active,
    endless_loops,
    trigger_cycles,
    tie_breaks,
    claims,
    windows_open,
    deals,
    unknown_to_choosers,
    out_of_reach,
)


def check_all(session: Session) -> Iterator[Diagnostic]:
    """What the checks find that look at declarations as they were read."""
    for check in CHECKS:
        yield from check(session)


def check_whole(whole: Whole) -> Iterator[Diagnostic]:
    """What the checks find that look at a whole model, in which nothing else is wrong."""
    found = [problem for check in OF_WHOLE for problem in check(whole)]
    yield from found
    if not has_errors(found):
        # What can never be had is an error, and a comparison because of which it cannot be had only the reason.
        told = {problem.span for problem in found}
        yield from (problem for problem in foregone(whole) if problem.span not in told)
