"""The codes of the checks that look at a whole model."""

from __future__ import annotations

from encanta.checking.meaning_codes import KNOWN_IN_PUBLIC, UNUSED_NAME
from encanta.text.codes import register

UNREACHABLE = register("unreachable", "A phase or a procedure that nothing ever runs")
NEVER_OFFERED = register("never-offered", "An action that nobody is ever offered")
IDLE_TIE_BREAK = register("idle-tie-break", "A tie-break that cannot break a tie")
ENDLESS_WINDOW = register("endless-window", "A window that need never close")
BLIND_CLAIM = register("blind-claim", "A claim that is not held against the truth")
NEVER_ACTIVE = register("never-active", "An ability that can never come to act")
ENDLESS_LOOP = register("endless-loop", "A loop that nothing ends")
TRIGGER_CYCLE = register("trigger-cycle", "Abilities that set each other off without end")
SHORT_DEAL = register("short-deal", "A deal that needs more than there is")
FOREGONE = register("foregone-comparison", "A count is compared with what it always or never is")

IN_ALL_WAYS = frozenset({UNUSED_NAME, KNOWN_IN_PUBLIC, UNREACHABLE, NEVER_OFFERED, NEVER_ACTIVE, FOREGONE})
"""What is wrong only if it is so in every way of playing in which the thing is there."""
