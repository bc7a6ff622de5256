"""Phases and procedures that are named somewhere, and that nothing ever runs."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking.checks import codes
from encanta.checking.checks.whole import Whole
from encanta.text.diagnostic import Diagnostic, warning


def unreachable(whole: Whole) -> Iterator[Diagnostic]:
    """Phases and procedures that the game, the set-up and abilities never come to."""
    for body, others in whole.never_run("phase", "procedure"):
        message = f"nothing ever runs the {body.kind} `{body.name}`"
        only = f"only {others} would run it, and nothing runs that; " if others else ""
        help = f"{only}run it where it belongs, or leave it out"
        yield warning(codes.UNREACHABLE, message, body.span, help=help)
