"""Declared things that no text names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.items import gather
from encanta.checking.tree import under
from encanta.language.words import plural, third_person
from encanta.text.diagnostic import Diagnostic, warning

if TYPE_CHECKING:
    from encanta.checking.session import Session

_KINDS = {k: k for k in ("value", "event", "trick", "window", "payment", "meld")}


def unused_names(session: Session) -> Iterator[Diagnostic]:
    """Values, events, phases, procedures, actions, tricks and windows whose names stand in no text but their own.

    Variables are left out: one that is only written may be there for people to see. So are options, since the reading
    that names one may be resolved away; and kinds of actions, which are words for rows, also for those that a variant
    adds.
    """
    used = _used(session)
    for key, item in session.items.items():
        name = key[-1]
        what = _KINDS.get(key[0]) or (session.env.bodies[name].kind if key[0] == "body" else None)
        if key[0] == "window" and under(item.entry.value, "opens") is not None:
            continue
        if (
            what in (None, "kind")
            or name == "game"
            or any(form in used for form in (name, plural(name), third_person(name)))
        ):
            continue
        span = item.entry.key.span
        yield warning(codes.UNUSED_NAME, f"nothing uses the {what} `{name}`", span, help="leave it out, or use it")


def _used(session: Session) -> set[str]:
    """Every word of every text of a declaration, except its own name in its own texts."""
    found: set[str] = set()
    for key, item in session.items.items():
        own = {key[-1], third_person(key[-1])}
        found |= gather(item.entry.value)[1] - own
    return found
