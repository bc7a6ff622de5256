"""Actions that are named somewhere, and that nobody is ever offered."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking.checks import codes
from encanta.checking.checks.whole import Whole
from encanta.text.diagnostic import Diagnostic, warning


def never_offered(whole: Whole) -> Iterator[Diagnostic]:
    """Actions that no reachable offer, window or sentence names."""
    for action, others in whole.never_run("action"):
        only = f"only {others} would offer it, and nothing runs that; " if others else ""
        help = f"{only}say `offer one of {action.name}` where players may do it"
        yield warning(codes.NEVER_OFFERED, f"nobody is ever offered the action `{action.name}`", action.span, help=help)
