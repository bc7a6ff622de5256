"""Looks whether the laws of every game hold in the position that a scenario comes to: `laws: hold`."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking.structure_codes import UNKNOWN_WORD
from encanta.machine.program import Program, load_program
from encanta.machine.randomness import Dice
from encanta.scenarios import laws as law
from encanta.scenarios.cells import State, row_name
from encanta.scenarios.generic import with_checks
from encanta.scenarios.looks import Look, text_of
from encanta.scenarios.offers import Difference
from encanta.scenarios.session import Session
from encanta.scenarios.words import Words, unclear
from encanta.text.nodes import Entry

HOLD = "hold"
_PAIRS = 6
"""Exchanges of unseen components that are tried for each seat."""
_TAKEN = 3
"""Options with which a saved game is gone on with."""


def laws(words: Words, entry: Entry) -> Look:
    """A look at all laws. Raises Unclear."""
    if text_of(entry) != HOLD:
        raise unclear(UNKNOWN_WORD, f"laws `{HOLD}`", entry.value.span, f"write `laws: {HOLD}`")

    def look(session: Session) -> list[Difference]:
        found = dict.fromkeys(broken(session))
        return [Difference(f"laws, {name}", HOLD, message, entry.value.span) for name, message in found]

    return look


def broken(session: Session) -> Iterator[tuple[str, str]]:
    """The laws that do not hold where a game stands, each with what is wrong."""
    program, state = session.program, session.state
    dice = Dice(1)
    outcome = session.outcome
    if outcome is not None and outcome.kind == "stuck":
        yield "ending", f"it goes on forever without a decision, in `{outcome.reason}`"
        return
    yield from (("conservation", message) for message in law.lost(program.layout, state))
    for name, after, function in program.scope["CHECKS"]:
        if after is None and not program.scope[function](state):
            yield "checks", f"`{name}` does not hold"
    yield from (("checks", message) for message in _failed_checks(session))
    if session.over:
        return
    yield from (("options", message) for message in law.bad_options(session.options, dice))
    for seat in range(program.seats):
        yield from (("purity", message) for message in _leaks(program, state, seat, dice))
    yield from (("saving", message) for message in _unsaved(program, state))


def _leaks(program: Program, state: State, seat: int, dice: Dice) -> Iterator[str]:
    for first, second in law.unseen_pairs(program, state, seat, dice, _PAIRS):
        for leak in law.leaks(program, state, seat, first, second):
            names = " and ".join(row_name(program.layout, component) for component in (first, second))
            yield f"{leak} to P{seat + 1} when {names}, both unseen, change places"


def _unsaved(program: Program, state: State) -> Iterator[str]:
    options = program.options(state)
    for value in [options.at(index) for index in range(min(len(options), _TAKEN))]:
        one, other = state[:], law.restored(law.saved(state))
        if not law.can_go_on(program, other, value):
            yield "what was an option is none any more in the restored game"
            return
        program.advance(one, value)
        program.advance(other, value)
        if one != other:
            yield "the restored game goes on differently"
            return


def _failed_checks(session: Session) -> Iterator[str]:
    """Checks that are looked at after a phase, in a build in which one that fails ends the game."""
    names = {name for name, after, _ in session.program.scope["CHECKS"] if after is not None}
    if not names:
        return
    checked = load_program(with_checks(session.words.model))
    state = session.beginning(checked)
    for value in session.taken:
        if checked.asked(state) < 0 or value not in checked.options(state):
            break
        checked.advance(state, value)
    outcome = checked.outcome(state)
    if outcome is not None and outcome.kind == "nobody" and outcome.reason in names:
        yield f"`{outcome.reason}` does not hold"
