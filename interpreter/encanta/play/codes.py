"""The diagnostic codes of recordings."""

from __future__ import annotations

from encanta.text.codes import register

RECORDING_BROKEN = register("recording-broken", "A recording cannot be read")
RECORDING_FORMAT = register("recording-format", "A recording in a format that this version does not know")
RECORDING_OTHER_RULES = register("recording-other-rules", "A recording made with another version of the rulebook")
RECORDING_ILLEGAL = register("recording-illegal", "A recorded decision that the rules do not allow")
RECORDING_OUTCOME = register("recording-outcome", "A recorded outcome that the decisions do not lead to")
