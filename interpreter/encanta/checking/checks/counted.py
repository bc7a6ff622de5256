"""Limits that are said to be counted together with others, where there are no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.tree import text_under
from encanta.text.diagnostic import Diagnostic, warning
from encanta.text.nodes import Scalar
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session

_COUNTED = re.compile(r"\bcounted\s+as\s+(\w+)")


def counted_alone(session: Session) -> Iterator[Diagnostic]:
    """Names after `counted as` that stand in one limit only, and name no action whose own count they could share."""
    found: dict[str, list[Span]] = {}
    for item in session.items.values():
        limit = text_under(item.entry.value, "limit")
        match = _COUNTED.search(limit.text) if isinstance(limit, Scalar) else None
        if match is not None and limit is not None:
            found.setdefault(match.group(1), []).append(limit.span_of(match.start(1), match.end(1)))
    for name, spans in found.items():
        if len(spans) == 1 and name not in session.env.bodies:
            help = "say it of all that share the count, or leave out `counted as`"
            yield warning(codes.UNUSED_NAME, f"nothing else is counted as `{name}`", spans[0], help=help)
