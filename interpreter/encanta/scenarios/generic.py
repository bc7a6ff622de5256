"""What every rulebook is tested for without being told: random games in which the laws are looked at all the time."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from encanta.checking import model as m
from encanta.machine.events import Event
from encanta.machine.program import Program, load_program
from encanta.machine.randomness import Dice
from encanta.play.quiet import Quiet
from encanta.scenarios import laws
from encanta.scenarios.cells import State, row_name
from encanta.scenarios.retelling import COMPARED, Exchanges, Told, first_difference, spoken, told

LAWS = {
    "conservation": "every component lies in exactly one place",
    "options": "somebody is asked only where there is something to choose, and each option is one",
    "purity": "what a seat is offered and shown depends only on what it knows",
    "saving": "a saved game goes on as the game itself",
    "replay": "the same seed and decisions give the same game, also in the build that tells the events",
    "checks": "the checks of the rulebook hold",
    "ending": "a game comes to an end",
    "causes": "every event has a rule that caused it",
    "telling": "what a seat is told of what happens depends only on what it knows",
    "quiet": "with seats that pass for themselves it is event for event the game in which they are asked and pass",
}
MOST_FINDINGS = 3
"""Findings of one law and one number of players that are kept; the others are only counted."""
MOST_DECISIONS = 200_000
PAIRS = 2
"""Exchanges of unseen components that are tried at a decision."""
CLOSELY = 300
"""Decisions of a game at each of which everything is looked at; later only at every eighth."""
LATER = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """A law that does not hold: in the game of a seed, after so many decisions. `saved`: the file of its scenario."""

    law: str
    message: str
    players: int
    seed: int
    decisions: int
    saved: str = ""


@dataclass(slots=True)
class Tally:
    """What random games of one number of players showed. `capped` games ended at the declared longest game; `passes`
    is how often quiet seats passed."""

    players: int
    games: int = 0
    decisions: int = 0
    exchanges: int = 0
    passes: int = 0
    capped: int = 0
    broken: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def find(self, law: str, message: str, seed: int, decisions: int) -> None:
        """Count a finding, and keep the first ones of a law that say different things."""
        self.broken[law] = self.broken.get(law, 0) + 1
        kept = [finding.message for finding in self.findings if finding.law == law]
        if message not in kept and len(kept) < MOST_FINDINGS:
            self.findings.append(Finding(law, message, self.players, seed, decisions))


@dataclass(frozen=True)
class Builds:
    """The builds of one game that are held against each other.

    `checked` is one in which a check of the rulebook that fails after a phase ends the game.
    """

    plain: Program
    traced: Program
    checked: Program

    @cached_property
    def quiet(self) -> Quiet:
        """What tells when quiet seats pass, in the build that tells events."""
        return Quiet(self.traced)

    @cached_property
    def exchanges(self) -> Exchanges:
        """What looks at what seats are told."""
        return Exchanges(self.traced)

    @property
    def checks(self) -> tuple[tuple[str, str | None, str], ...]:
        """Name, phase and function of each check."""
        found: tuple[tuple[str, str | None, str], ...] = self.plain.scope["CHECKS"]
        return found


def builds_of(model: m.Model) -> Builds:
    """All builds of a model."""
    return Builds(load_program(model), load_program(model, traced=True), load_program(with_checks(model)))


def with_checks(model: m.Model) -> m.Model:
    """A model in which each check that is looked at after a phase is an end of the game, met where it fails."""
    broken = [
        m.End(check.name, check.after, m.Not(m.FLAG, check.span, check.condition), None, "nobody", check.span)
        for check in model.checks
        if check.after is not None
    ]
    return dataclasses.replace(model, ends=(*broken, *model.ends))


def game_again(builds: Builds, seed: int) -> tuple[int, list[int]]:
    """The random game of a seed once more: its quiet seats (a mask), and its decisions with the one that broke it."""
    game = _Game(builds, Tally(builds.plain.seats), seed)
    game.play()
    return game.quiet, [*game.taken, *game.trying]


def play_many(builds: Builds, games: int, seed: int, advance: Callable[[int], object] | None = None) -> Tally:
    """Play random games from a seed on and look at all laws; `advance` is told of each game that is done."""
    tally = Tally(builds.plain.seats)
    for number in range(games):
        _Game(builds, tally, seed + number).play()
        if advance is not None:
            advance(1)
    return tally


class _Game:
    """One random game under observation."""

    def __init__(self, builds: Builds, tally: Tally, seed: int) -> None:
        self.builds, self.tally, self.seed = builds, tally, seed
        self.program = builds.plain
        # Bots have chance of their own, which is not that of the game.
        self.dice = Dice(seed + 0x0B07)
        # Every other game has seats that pass for themselves, if there are windows in which they may.
        self.quiet = 1 + self.dice.below((1 << self.program.seats) - 1) if builds.quiet and seed % 2 == 0 else 0
        self.state: State = self.program.start(seed, self.quiet)
        self.taken: list[int] = []
        self.trying: list[int] = []

    def play(self) -> None:
        """Play to the end, then the same decisions again in the other builds."""
        try:
            self._play()
        except Exception as problem:
            self._find("ending", [broken_by(problem)])
        self.tally.games += 1
        self.tally.decisions += len(self.taken)

    def _play(self) -> None:
        while self.program.asked(self.state) >= 0 and len(self.taken) < MOST_DECISIONS:
            if not self._decide():
                break
        self._end()
        self._replay()
        self._replay_checks()
        self._replay_traced()

    def _find(self, law: str, messages: Iterable[str]) -> None:
        for message in messages:
            self.tally.find(law, message, self.seed, len(self.taken))

    # ---------------------------------------------------------------------------------- one decision

    def _decide(self) -> bool:
        """Look at the position and make one decision; False if there is none to make."""
        options = self.program.options(self.state)
        watched = len(self.taken) < CLOSELY or len(self.taken) % LATER == 0
        self._checks_hold()
        if watched or len(options) == 0:
            self._find("conservation", laws.lost(self.program.layout, self.state))
            self._find("options", laws.bad_options(options, self.dice))
        if len(options) == 0:
            return False
        if watched:
            self._exchange()
        value = options.at(self.dice.below(len(options)))
        saved = laws.saved(self.state) if watched else None
        self.trying.append(value)
        self.program.advance(self.state, value)
        self.trying.clear()
        if saved is not None:
            self._go_on_saved(saved, value)
        self.taken.append(value)
        return True

    def _checks_hold(self) -> None:
        for name, after, function in self.builds.checks:
            if after is None and not self.program.scope[function](self.state):
                self._find("checks", [f"`{name}` does not hold"])

    def _exchange(self) -> None:
        program = self.program
        for seat in dict.fromkeys((program.asked(self.state), self.dice.below(program.seats))):
            for first, second in laws.unseen_pairs(program, self.state, seat, self.dice, PAIRS):
                self.tally.exchanges += 1
                for leak in laws.leaks(program, self.state, seat, first, second):
                    names = " and ".join(row_name(program.layout, component) for component in (first, second))
                    self._find("purity", [f"{leak} to P{seat + 1} when {names}, both unseen, change places"])

    def _go_on_saved(self, saved: str, value: int) -> None:
        other = laws.restored(saved)
        if not laws.can_go_on(self.program, other, value):
            self._find("saving", ["what was an option is none any more in the restored game"])
            return
        self.program.advance(other, value)
        if other != self.state:
            self._find("saving", ["the restored game goes on differently"])

    # ---------------------------------------------------------------------------------------- the end

    def _end(self) -> None:
        outcome = self.program.outcome(self.state)
        if outcome is None:
            self._find("ending", [f"it is not over after {len(self.taken)} decisions"])
        elif outcome.kind == "stuck":
            self._find("ending", [f"it goes on forever without a decision, in {outcome.reason}"])
        else:
            self._find("conservation", laws.lost(self.program.layout, self.state))
            self.tally.capped += outcome.reason in {bound.name for bound in self.program.model.longest}

    def _replay(self) -> None:
        state = self.program.start(self.seed, self.quiet)
        for value in self.taken:
            if not laws.can_go_on(self.program, state, value):
                break
            self.program.advance(state, value)
        if state != self.state:
            self._find("replay", ["the same decisions lead to another position"])

    def _replay_checks(self) -> None:
        names = {name for name, after, _ in self.builds.checks if after is not None}
        if not names:
            return
        program = self.builds.checked
        state = program.start(self.seed, self.quiet)
        for number, value in enumerate(self.taken):
            if program.asked(state) < 0:
                self.tally.find("checks", self._failed(program, state), self.seed, number)
                return
            if not laws.can_go_on(program, state, value):
                return
            program.advance(state, value)
        outcome = program.outcome(state)
        if outcome is not None and outcome.kind == "nobody" and outcome.reason in names:
            self._find("checks", [self._failed(program, state)])

    def _failed(self, program: Program, state: State) -> str:
        outcome = program.outcome(state)
        return f"`{outcome.reason if outcome is not None else ''}` does not hold"

    def _replay_traced(self) -> None:
        traced = self.builds.traced
        found = told(traced, self.seed, self.taken, self.quiet, self._told_otherwise)
        if laws.cells(traced, found.state) != laws.cells(self.program, self.state):
            self._find("replay", ["the build that tells the events plays another game"])
        self._find("causes", (_without_cause(event) for event in found.events if not event.causes or not event.span))
        if self.quiet:
            self._replay_spoken(found)

    def _told_otherwise(self, state: State, number: int, value: int) -> None:
        """Look at what seats are told of some decisions, spread over the game."""
        if number % max(1, len(self.taken) // COMPARED) == 0:
            for leak in self.builds.exchanges.leaks(state, value, self.dice):
                self.tally.find("telling", leak, self.seed, number)

    def _replay_spoken(self, quiet: Told) -> None:
        """The same game with quiet seats asked, which pass when they have nothing to say."""
        traced = self.builds.traced
        loud = spoken(traced, self.builds.quiet, self.seed, self.taken, self.quiet)
        self.tally.passes += loud.passes
        difference = first_difference(quiet.events, loud.told.events)
        if difference is not None:
            self._find("quiet", [f"`{difference}` does not happen alike where quiet seats are asked and pass"])
        elif laws.cells(traced, quiet.state) != laws.cells(traced, loud.told.state):
            self._find("quiet", ["the game comes to another position where quiet seats are asked and pass"])


def broken_by(problem: Exception) -> str:
    """What is said of a program that breaks."""
    return f"the program breaks: {type(problem).__name__}: {str(problem).partition(chr(10))[0]}"


def _without_cause(event: Event) -> str:
    return f"no rule is named for `{event.text}`"
