"""Runs scenarios: sets the game up, makes the moves, and looks at what is expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from encanta.checking.model import Model
from encanta.machine.program import Program
from encanta.scenarios.beginning import before_phase
from encanta.scenarios.cells import State
from encanta.scenarios.codes import IMPOSSIBLE_GIVEN, NO_SUCH_GAME
from encanta.scenarios.expecting import Expected, read_expected
from encanta.scenarios.forms import Expectation, Scenario
from encanta.scenarios.games import Games
from encanta.scenarios.given import Given, read_given
from encanta.scenarios.moves import Move, try_move
from encanta.scenarios.offers import Difference
from encanta.scenarios.performing import MOST_PASSES, Refused, perform, settle, told
from encanta.scenarios.position import lay_out
from encanta.scenarios.session import Session
from encanta.scenarios.telling import events_of
from encanta.scenarios.words import Unclear, Words, unclear
from encanta.text.diagnostic import Diagnostic, error, has_errors
from encanta.text.nodes import Scalar

DEFAULT_SEED = 1
Why = Callable[[Session, Move], Iterable[str]]
"""Lines that say why a move cannot be made in a position."""
INVALID = "invalid"


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """How a scenario ended. `differences` make it fail; with errors among `diagnostics` it could not be run.

    `events` are what happened up to a failure, `line` the move at which it happened (empty: at the end), and `why` says
    why that move cannot be made.
    """

    scenario: Scenario
    differences: tuple[Difference, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    events: tuple[str, ...] = ()
    line: str = ""
    why: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """passed, failed or broken."""
        if has_errors(self.diagnostics):
            return "broken"
        return "failed" if self.differences else "passed"


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """A scenario bound to its game: what is given, the moves and looks in order, and what is so at the end."""

    given: Given
    steps: tuple[Move | tuple[Expected, ...], ...]
    final: tuple[Expected, ...]
    written: bool


def run_all(games: Games, scenarios: Iterable[Scenario], seed: int | None = None) -> Iterator[Result]:
    """The results of scenarios, one after the other."""
    for scenario in scenarios:
        yield run(games, scenario, seed)


def run(games: Games, scenario: Scenario, seed: int | None = None, why: Why | None = None) -> Result:
    """Run one scenario. `seed` is for scenarios that name none, `why` explains moves that cannot be made."""
    model, found = games.model_for(scenario)
    invalid = None if scenario.expect is None else scenario.expect.get(INVALID)
    if invalid is not None:
        return _look_at_validity(scenario, invalid, found)
    if model is None:
        return Result(scenario, diagnostics=_why_not(scenario, found))
    program = games.program(model)
    words = Words(program.layout)
    problems: list[Diagnostic] = []
    script = bind(words, scenario, problems)
    if has_errors(problems):
        return Result(scenario, diagnostics=tuple(problems))
    chosen = scenario.seed if scenario.seed is not None else DEFAULT_SEED if seed is None else seed
    return _Run(games, model, words, scenario, script, chosen, why).result()


def bind(words: Words, scenario: Scenario, problems: list[Diagnostic]) -> Script:
    """A scenario in the terms of one game; what cannot be understood goes to `problems`."""
    given = read_given(words, scenario.given, problems.append)
    steps: list[Move | tuple[Expected, ...]] = []
    for step in scenario.play:
        if isinstance(step, Expectation):
            steps.append(tuple(read_expected(words, step.expect, problems.append)))
        elif (move := try_move(words, step, problems.append)) is not None:
            steps.append(move)
    final = tuple(read_expected(words, scenario.expect, problems.append))
    return Script(given, tuple(steps), final, scenario.written)


def _look_at_validity(scenario: Scenario, invalid: object, found: list[Diagnostic]) -> Result:
    """Whether the game cannot be set up, for the reason that is expected."""
    assert scenario.expect is not None, "invalid stands under expect"
    if not isinstance(invalid, Scalar):
        return Result(scenario, diagnostics=(error(NO_SUCH_GAME, "a reason is a text", scenario.span),))
    errors = [problem for problem in found if problem.severity == "error"]
    if any(invalid.text == problem.code or invalid.text in problem.message for problem in errors):
        return Result(scenario)
    actual = "; ".join(problem.message for problem in errors) or "the game can be set up"
    return Result(scenario, (Difference(INVALID, invalid.text, actual, invalid.span),))


def _why_not(scenario: Scenario, found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Why the game of a scenario cannot be set up: the options, preset and variants that the game does not have."""
    chosen = [scalar for pair in scenario.options for scalar in pair]
    chosen += [*([scenario.preset] if scenario.preset is not None else []), *scenario.variants]
    placed: list[Diagnostic] = []
    for problem in found:
        named = next((scalar for scalar in chosen if f"`{scalar.text}`" in problem.message), None)
        if problem.span is not None or named is None:
            return (_no_game(scenario), *found)
        placed.append(replace(problem, span=named.span))
    return tuple(placed) or (_no_game(scenario),)


def _no_game(scenario: Scenario) -> Diagnostic:
    message = f"the game of `{scenario.title}` cannot be set up"
    return error(NO_SUCH_GAME, message, scenario.span, help="what is wrong with it follows")


@dataclass(slots=True, eq=False)
class _Run:
    games: Games
    model: Model
    words: Words
    scenario: Scenario
    script: Script
    seed: int
    why: Why | None
    _line: str = field(default="")
    _reasons: tuple[str, ...] = field(default=())

    def result(self) -> Result:
        """Play the scenario, and say how it ended."""
        differences: list[Difference] = []
        problems: list[Diagnostic] = []
        session = None
        try:
            session = start(self.games, self.model, self.words, self.script.given, self.seed)
            differences = self._play(session)
        except Unclear as problem:
            problems.append(problem.diagnostic)
        events: tuple[str, ...] = ()
        if (differences or problems) and session is not None and self.games.telling:
            events = tuple(session.event_texts())
        return Result(self.scenario, tuple(differences), tuple(problems), events, self._line, self._reasons)

    def _play(self, session: Session) -> list[Difference]:
        """Make the moves until something differs; what is to be looked at is looked at just before the next move."""
        waiting: list[Expected] = []
        for step in self.script.steps:
            if not isinstance(step, Move):
                waiting.extend(step)
                continue
            found = self._settled(session, step) or self._look(session, waiting)
            if found:
                return found
            waiting.clear()
            self._line = step.words
            try:
                perform(session, step)
            except Refused as refusal:
                self._explain(session, step)
                return [_cannot(session, step, refusal)]
        found = self._settled(session, None) or self._look(session, waiting)
        self._line = self._line if found else ""
        return found or self._look(session, self.script.final)

    def _settled(self, session: Session, move: Move | None) -> list[Difference]:
        """Let optional questions go by before a move; what differs if that, or the game, goes on forever."""
        came_to_an_end = self.script.written or settle(session, move)
        expects_it = self.scenario.expect is not None and "result" in self.scenario.expect
        actual = None if expects_it else endless(session, came_to_an_end)
        if actual is None:
            return []
        return [Difference("the game", "it comes to a decision or to its end", actual, self.scenario.span)]

    def _look(self, session: Session, expected: Iterable[Expected]) -> list[Difference]:
        """What differs from what is expected; of the first move that is refused for another reason, why it is."""
        found = [difference for field_ in expected for difference in field_.look(session)]
        move = next((difference.refused for difference in found if difference.refused is not None), None)
        if move is not None:
            self._explain(session, move)
        return found

    def _explain(self, session: Session, move: Move) -> None:
        self._reasons = tuple(self.why(session, move)) if self.why is not None else ()


def start(games: Games, model: Model, words: Words, given: Given, seed: int) -> Session:
    """The position in which a scenario begins. Raises Unclear if it cannot be."""

    plain = games.program(model)

    def change(cells: State) -> None:
        lay_out(words.layout, cells, given, seed)

    def again(program: Program) -> State:
        if given.at is not None:
            state = before_phase(plain, given.at.phase, seed)
            try:
                program.enter(state, given.at.phase, given.at.seat, change)
            except ValueError:
                message = f"nothing in the game runs the phase `{given.at.phase}`"
                raise unclear(IMPOSSIBLE_GIVEN, message, given.at.span) from None
            return state
        # What asks everything plays on from where the others are first asked; the traced build has frames of its own.
        state = (plain if program.compiled is plain.compiled else program).start(seed)
        change(state)
        return state

    def told(taken: Sequence[int]) -> list[str]:
        texts = [event.text for event in events_of(games.program(model, traced=True), again, taken)]
        # Phases that begin in one another say the same.
        return [text for text, before in zip(texts, ["", *texts], strict=False) if text != before]

    return Session(plain, games.asking(model), games.asides(model), words, again, told)


def endless(session: Session, came_to_an_end: bool) -> str | None:
    """How a game goes on forever, if it does so where it stands."""
    outcome = session.outcome
    if outcome is not None and outcome.kind == "stuck":
        return f"it goes on forever without a decision, in `{outcome.reason}`"
    return None if came_to_an_end else f"only optional questions are asked, {MOST_PASSES} times and more"


def _cannot(session: Session, move: Move, refusal: Refused) -> Difference:
    return Difference(move.words, "it can be done", f"refused because of {told(session, move, refusal)}", move.span)
