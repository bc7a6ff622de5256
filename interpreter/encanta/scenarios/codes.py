"""The codes of diagnostics about scenarios."""

from __future__ import annotations

from encanta.text.codes import register

NO_EXPECTATION = register("no-expectation", "A scenario expects nothing")
SCENARIO_TWICE = register("scenario-twice", "Two scenarios of one title in a file")
UNKNOWN_SUBJECT = register("unknown-subject", "A scenario names no place, variable or value of the game")

UNKNOWN_THING = register("unknown-thing", "A scenario names no thing, player or value of the game")
UNKNOWN_SEAT = register("unknown-seat", "There is no such player")
UNKNOWN_MOVE = register("unknown-move", "A line of play is no move of the game")
UNKNOWN_REASON = register("unknown-reason", "Nothing in the game refuses a move for that reason")
IMPOSSIBLE_GIVEN = register("impossible-given", "A position that cannot be")
NO_SUCH_GAME = register("no-such-game", "The game of a scenario cannot be set up")
