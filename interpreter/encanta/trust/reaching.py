"""What each scenario reaches of its rulebook: played once in builds that count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from encanta.checking.configure import Rulebook
from encanta.checking.model import Model
from encanta.machine.asides import Asides
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from encanta.scenarios.forms import Scenario
from encanta.scenarios.games import Games
from encanta.scenarios.running import Result, run
from encanta.trust.counting import Build, Mark, Place

MOST_DECISIONS = 20_000
"""Decisions of a random game after which nothing new is expected of it."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What one scenario, or the random games of one number of players, came by.

    `statements` and `formulas` (with what each gave) were come by in play, `beside` on the way to where a scenario
    begins, or in what it only tries. `offered`, `taken`: actions, and what is optional. `ends`: how games ended.
    `settings`: the options in words.
    """

    players: int
    settings: Mapping[str, str]
    variants: tuple[str, ...]
    statements: frozenset[Place] = frozenset()
    formulas: Mapping[Mark, int] | None = None
    beside: frozenset[Place] = frozenset()
    beside_formulas: frozenset[Mark] = frozenset()
    offered: frozenset[str] = frozenset()
    taken: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()

    @property
    def held(self) -> Mapping[Mark, int]:
        """The formulas that were looked at in play, with what they gave."""
        return self.formulas or {}

    @property
    def places(self) -> frozenset[Place]:
        """Every statement and formula that was come by, in whatever way."""
        marks = {mark.place for mark in (*self.held, *self.beside_formulas)}
        return self.statements | self.beside | marks


class CountingGames(Games):
    """The games of a rulebook in builds that count."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self._builds: dict[int, Build] = {}

    def build(self, model: Model) -> Build:
        """The counting build of a model."""
        if id(model) not in self._builds:
            self._builds[id(model)] = Build(model)
        return self._builds[id(model)]

    def program(self, model: Model, traced: bool = False) -> Program:
        """The program of a model that counts; the one that tells of events does not."""
        return super().program(model, traced) if traced else self.build(model).program

    def asides(self, model: Model) -> Asides:
        """What works out formulas for a model, and counts them."""
        return self.build(model).beside


def reached_by(games: CountingGames, scenario: Scenario, seed: int | None = None) -> tuple[Result, Reached | None]:
    """The result of a scenario and what it reaches; None where its game cannot be set up."""
    model, _ = games.model_for(scenario)
    if model is None:
        return run(games, scenario, seed), None
    build = games.build(model)
    build.program.clear()
    result = run(games, scenario, seed)
    return result, taken_down(build, tuple(variant.text for variant in scenario.variants))


def reached_at_random(
    games: CountingGames, players: int, count: int, seed: int, advance: Callable[[int], object] = lambda games: None
) -> Reached | None:
    """What some random games of a number of players reach; None where the game cannot be set up."""
    model, _ = games.model(players)
    if model is None:
        return None
    build = games.build(model)
    build.program.clear()
    for number in range(count):
        _play(build.program, seed + number)
        advance(1)
    return taken_down(build, ())


def _play(program: Program, seed: int) -> None:
    state = program.start(seed)
    dice = Dice(seed + 0x0B07)
    for _ in range(MOST_DECISIONS):
        if program.asked(state) < 0:
            break
        options = program.options(state)
        if len(options) == 0:
            break
        program.advance(state, options.at(dice.below(len(options))))
    program.outcome(state)


def taken_down(build: Build, variants: tuple[str, ...]) -> Reached:
    """What stands in the notes of a build."""
    program, model = build.program, build.program.model
    notes, asides = program.notes, build.asides
    words = {name: _word(model, name, value) for name, value in model.settings.items()}
    return Reached(
        model.players,
        words,
        variants,
        frozenset(_noted(build.statements, notes.statements)),
        {mark: bits for mark, bits in zip(build.formulas, notes.formulas, strict=True) if bits},
        frozenset(_noted(build.statements, asides.statements)),
        frozenset(mark for mark, bits in zip(build.formulas, asides.formulas, strict=True) if bits),
        frozenset(program.offered),
        frozenset(program.taken),
        frozenset(program.ends),
    )


def _noted(places: Iterable[Place], notes: bytearray) -> Iterator[Place]:
    return (place for place, noted in zip(places, notes, strict=True) if noted)


def _word(model: Model, name: str, value: int) -> str:
    option = model.options[name]
    words = ("no", "yes") if option.kind == "flag" else option.members
    return words[value] if words and 0 <= value < len(words) else str(value)
