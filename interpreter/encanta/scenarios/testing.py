"""Tests a rulebook: its scenarios, and the laws that every rulebook keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from encanta.checking.configure import Rulebook, open_rulebook
from encanta.scenarios.forms import Scenario
from encanta.scenarios.games import Games
from encanta.scenarios.generic import Tally, broken_by, builds_of, play_many
from encanta.scenarios.offers import Difference
from encanta.scenarios.reading import read_scenarios, scenario_files
from encanta.scenarios.running import Result, Why, run
from encanta.text.diagnostic import Diagnostic, has_errors

GAMES = 2
"""Random games for each number of players, unless another number is asked for."""
FIRST_SEED = 1

Select = Callable[[Scenario], bool]
Advance = Callable[[int], object]


@dataclass(slots=True)
class Plan:
    """What is to be tested. `games` is the number of random games for each number of players; `files` only these
    scenario files; `seed` the one of scenarios that name none, and of the first random game; `why` explains moves that
    cannot be made."""

    select: Select | None = None
    games: int = GAMES
    seed: int | None = None
    files: tuple[Path, ...] | None = None
    why: Why | None = None


@dataclass(slots=True)
class Examination:
    """What the tests of one rulebook gave. `diagnostics` are problems of the rulebook or of scenario files."""

    name: str
    root: Path | None = None
    title: str = ""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    stopped: bool = False

    def count(self, status: str) -> int:
        """How many scenarios ended so: passed, failed, broken."""
        return sum(result.status == status for result in self.results)

    @property
    def findings(self) -> int:
        """How often a law did not hold."""
        return sum(sum(tally.broken.values()) for tally in self.tallies)

    @property
    def passed(self) -> bool:
        """Whether nothing went wrong and everything was done."""
        fine = self.count("passed") == len(self.results) and not self.findings
        return fine and not self.stopped and not has_errors(self.diagnostics)


@dataclass(slots=True)
class Preparation:
    """A rulebook with what is to be done with it. Without a rulebook there is nothing to do."""

    tested: Examination
    plan: Plan
    rulebook: Rulebook | None
    scenarios: list[Scenario]

    @property
    def pieces(self) -> int:
        """How many scenarios and random games there are."""
        if self.rulebook is None:
            return 0
        least, most = self.rulebook.players
        return len(self.scenarios) + self.plan.games * (most - least + 1)


def examine(name: str, plan: Plan | None = None) -> Examination:
    """Open a rulebook and test it."""
    preparation = prepare(name, plan or Plan())
    carry_out(preparation, lambda pieces: None)
    return preparation.tested


def prepare(name: str, plan: Plan) -> Preparation:
    """Open a rulebook and read its scenarios; what is wrong with them is noted in the result."""
    rulebook, found = open_rulebook(name)
    tested = Examination(name, diagnostics=list(found))
    if rulebook is None:
        return Preparation(tested, plan, None, [])
    tested.root, tested.title = rulebook.root, rulebook.title
    return Preparation(tested, plan, rulebook, _chosen(tested, rulebook, plan))


def carry_out(preparation: Preparation, advance: Advance) -> None:
    """Do what is planned. The result is filled in as it is done, so that Ctrl-C keeps it.

    `advance` is told of each scenario and each game that is done.
    """
    if preparation.rulebook is None:
        return
    games = Games(preparation.rulebook)
    for scenario in preparation.scenarios:
        preparation.tested.results.append(_run(games, scenario, preparation.plan))
        advance(1)
    if preparation.plan.games:
        _play_games(preparation.tested, games, preparation.plan, advance)


def _run(games: Games, scenario: Scenario, plan: Plan) -> Result:
    """The result of a scenario. One that breaks the program fails, and the others are run all the same."""
    try:
        return run(games, scenario, plan.seed, plan.why)
    except Exception as problem:
        return Result(scenario, (Difference("the program", "it goes on", broken_by(problem), scenario.span),))


def _chosen(tested: Examination, rulebook: Rulebook, plan: Plan) -> list[Scenario]:
    """The scenarios of a rulebook that are to be run; what is wrong with their files goes to the diagnostics."""
    found: list[Scenario] = []
    for path, alone in _files(tested.name, rulebook) if plan.files is None else [(path, True) for path in plan.files]:
        scenarios, problems = read_scenarios(path)
        tested.diagnostics.extend(problems)
        found.extend(scenario for scenario in scenarios if alone or _is_about(scenario, rulebook.chosen))
    return [scenario for scenario in found if plan.select is None or plan.select(scenario)]


def _files(name: str, rulebook: Rulebook) -> list[tuple[Path, bool]]:
    """The scenario files, and whether all that stands in them is meant.

    Those of a game say what is so without a variant, so with one only its own are run; a file of house rules may have
    a folder of scenarios beside it.
    """
    of_game = scenario_files(rulebook.root)
    if rulebook.chosen is None:
        return [(path, True) for path in of_game]
    beside = Path(name).parent
    inside = beside.resolve().is_relative_to(rulebook.root.resolve())
    return [(path, False) for path in of_game] + [(path, True) for path in ([] if inside else scenario_files(beside))]


def _is_about(scenario: Scenario, variant: str | None) -> bool:
    return variant in [name.text for name in scenario.variants]


def _play_games(tested: Examination, games: Games, plan: Plan, advance: Advance) -> None:
    for players in games.numbers():
        model, problems = games.model(players)
        if model is None:
            tested.diagnostics.extend(problems)
            continue
        seed = FIRST_SEED if plan.seed is None else plan.seed
        tested.tallies.append(play_many(builds_of(model), plan.games, seed, advance))
