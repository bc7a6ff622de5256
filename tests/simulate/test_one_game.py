"""One game after the other, counted: played on a small program made by hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

from encanta.compiling.layout import FIRST_CELL, SEAT
from encanta.machine.options import Codes, Options
from encanta.machine.randomness import Dice
from encanta.play.opening import Request, open_program
from encanta.play.seats import bot_seed
from encanta.simulate.one_game import Player
from encanta.simulate.tally import Use, merged

CORPUS = Path(__file__).parents[1] / "corpus"


@dataclass(frozen=True)
class Site:
    id: int
    kind: str
    name: str
    body: str
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    kind: str
    winners: tuple[int, ...]
    reason: str


class Counting:
    """Two players take turns to say 1 or 2, or to pass once 2 is reached; then they may cheer. Whoever reaches 7 wins.

    Cells: the number reached, and the site that is asked.
    """

    seats = 2
    layout = SimpleNamespace(counters={}, sheets={}, abilities=())
    table = SimpleNamespace(astray=lambda state: 0)
    scope: ClassVar[dict[str, Any]] = {"TRIG": {}}
    model = SimpleNamespace(longest=())
    sites = (
        Site(0, "action", "", "turn", ("one", "two")),
        Site(1, "may", "cheer", "cheer"),
        Site(2, "choose", "end", "turn"),
    )

    def start(self, seed: int, quiet: int = 0) -> list[Any]:
        state: list[Any] = [None] * FIRST_CELL + [seed % 2, 0]
        state[SEAT] = 0
        return state

    def site(self, state: list[Any]) -> Site:
        return self.sites[state[-1]]

    def options(self, state: list[Any]) -> Options:
        if state[-1] == 0:
            return Codes((0, 1, -1) if state[-2] >= 2 else (0, 1))
        return Codes((1, 0))

    def advance(self, state: list[Any], value: int) -> None:
        if state[-2] == 99:
            raise LookupError("beyond all numbers\nand more")
        if state[-1] == 0:
            state[-2] += value + 1
        state[-1] = (state[-1] + 1) % 3
        if state[-1] == 0:
            state[SEAT] = 1 - state[SEAT]
        if state[-2] >= 7:
            state[SEAT] = -1

    def outcome(self, state: list[Any]) -> Outcome:
        return Outcome("won", (0, 1) if state[-2] == 8 else (0,), "seven reached")


def player(*kinds: str) -> Player:
    return Player(Counting(), kinds)  # type: ignore[arg-type]


def test_the_first_option_always() -> None:
    first = player("first", "first")
    first.play(0)
    tally = first.tally
    assert (tally.games, tally.decisions) == (1, 19)
    assert tally.actions == {("turn", "one"): Use(7, 7), ("turn", "two"): Use(7, 0), ("turn", "pass"): Use(5, 0)}
    assert tally.abilities == {"cheer": Use(6, 6)}
    assert tally.choices == {("turn", "end"): 6}
    assert tally.outcomes == {("won", "seven reached"): 1}
    assert tally.wins(0) == 1
    assert tally.lengths["decisions"].total == 19


def test_random_bots_throw_dice_of_their_own() -> None:
    """The counts are those of a game that is played by hand with the same dice."""
    program = Counting()
    state = program.start(5)
    dice = [Dice(bot_seed(5, seat)) for seat in range(2)]
    used = [0, 0, 0]
    made = 0
    while state[SEAT] >= 0:
        options = program.options(state)
        value = options.at(dice[state[SEAT]].below(len(options)))
        if state[-1] == 0:
            used[value] += 1
        program.advance(state, value)
        made += 1
    bots = player("random", "random")
    bots.play(5)
    tally = bots.tally
    assert tally.decisions == made
    assert [tally.actions["turn", name].used for name in ("one", "two", "pass")] == used


def test_the_counts_of_several_games_add_up() -> None:
    both, alone = player("random", "first"), [player("random", "first") for _ in range(2)]
    for seed in (1, 2):
        both.play(seed)
        alone[seed - 1].play(seed)
    assert both.tally == merged(each.tally for each in alone)


def test_a_component_that_is_lost_is_reported_with_the_seed() -> None:
    losing = Counting()
    losing.table = SimpleNamespace(astray=lambda state: 0b101)
    bots = Player(losing, ("random", "random"))  # type: ignore[arg-type]
    bots.play(4)
    assert [(fault.seed, fault.kind) for fault in bots.tally.faults] == [(4, "lost")]
    assert bots.tally.faults[0].message == "2 components do not lie in exactly one place"
    assert bots.tally.games == 1


def test_what_lies_in_one_place_is_not_astray() -> None:
    program = open_program(Request(str(CORPUS / "shore"), 2))[0].program  # type: ignore[union-attr]
    state = program.start(1)
    assert program.table.astray(state) == 0
    sea = next(i.cell for i in program.layout.instances if i.place.name == "sea")
    beach = next(i.cell for i in program.layout.instances if i.place.name == "beach")
    first, second, *rest = state[sea]
    state[sea] = (second, *rest)
    state[beach] |= 1 << second
    assert program.table.astray(state) == 1 << first | 1 << second


def test_a_game_that_breaks_is_reported_with_its_seed_and_the_others_go_on() -> None:
    broken = Counting()
    start = broken.start

    def start_or_break(seed: int, quiet: int = 0) -> list[Any]:
        state = start(seed, quiet)
        if seed == 3:
            state[-2] = 99
        return state

    broken.start = start_or_break  # type: ignore[method-assign]
    bots = Player(broken, ("random", "random"))  # type: ignore[arg-type]
    for seed in (2, 3, 4):
        bots.play(seed)
    tally = bots.tally
    assert tally.games == 2
    asked = sum(use.offered for use in tally.abilities.values()) + sum(tally.choices.values())
    assert tally.actions["turn", "one"].offered + asked == tally.decisions, "the broken game counts for nothing"
    assert [(f.seed, f.decisions, f.kind, f.message) for f in tally.faults] == [
        (3, 0, "error", "LookupError: beyond all numbers")
    ]


def test_a_game_that_gets_stuck_is_counted_and_reported() -> None:
    stuck = Counting()
    stuck.outcome = lambda state: Outcome("stuck", (), "the turn")  # type: ignore[method-assign]
    bots = Player(stuck, ("first", "first"))  # type: ignore[arg-type]
    bots.play(0)
    tally = bots.tally
    assert tally.outcomes == {("stuck", "the turn"): 1}
    assert [(fault.kind, fault.message) for fault in tally.faults] == [
        ("stuck", "the turn never comes to the next decision")
    ]


def test_abilities_that_must_be_used_are_counted_when_they_act(tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_text(
        "encanta: 1\ntitle: Rain\nplayers: 2\n"
        "components:\n  drop: {has: {size: integer}}\n"
        "places:\n  cloud: {pile of: drop, home: yes}\n  field: {set of: drop}\n  pond: {set of: drop}\n"
        "phases:\n  game: |\n    repeat while any(cloud):\n      take turns once clockwise from first of players:\n"
        "        do turn\n  turn: |\n    choose fallen from top 2 of cloud\n    move fallen to field\n"
        "abilities:\n  game:\n    flow: {when: a drop enters field, do: move field to pond}\n"
    )
    (tmp_path / "cards.yaml").write_text("drop:\n  large: {size: 2, copies: 3}\n  small: {size: 1, copies: 3}\n")
    opened, problems = open_program(Request(str(tmp_path)))
    assert opened is not None, problems
    bots = Player(opened.program, ("random", "random"))
    for seed in (1, 2):
        bots.play(seed)
    assert bots.tally.faults == []
    assert bots.tally.abilities == {"flow": Use(12, 12)}
    again = Player(opened.program, ("random", "random"))
    again.play(1)
    assert again.tally.abilities == {"flow": Use(6, 6)}, "an earlier player no longer listens"
    assert bots.tally.abilities == {"flow": Use(12, 12)}
