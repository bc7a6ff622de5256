"""Hearts beside OpenSpiel's, which knows nothing of ours: same deal and moves, same options, same points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, count, product
from typing import Any

import pytest

from encanta.checking.configure import open_rulebook
from encanta.machine.bits import mask_of, members
from encanta.machine.program import Program, load_program
from encanta.machine.randomness import Dice

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install '.[oracle]'")

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
DIRECTIONS = {"keep": 0, "to_left": 1, "across": 2, "to_right": 3}
IN_TURN = [DIRECTIONS[name] for name in ("to_left", "to_right", "across", "keep")]
MOST_POINTS = 26
QUEEN_OF_SPADES = 43

FLAGS = (
    "pass_cards",
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)
EARLY, LATE = FLAGS[:4], FLAGS[4:]
USUAL = dict.fromkeys(FLAGS, False) | dict.fromkeys(
    ("pass_cards", "no_pts_on_first_trick", "must_break_hearts", "qs_breaks_hearts"), True
)
MATCHES = 20
HANDS = 8
"""Hands for each of the 256 settings: 2,048 in all."""

State = list[Any]
Pick = Callable[[list[int], Dice], int]


class Table:
    """Our game under one setting of the options, beside OpenSpiel's under another (usually the same)."""

    def __init__(
        self, setting: Mapping[str, bool], theirs: Mapping[str, bool] | None = None, match: bool = False
    ) -> None:
        self.program = program_of(tuple(setting.items()), match)
        self.game = pyspiel.load_game("hearts", dict(setting if theirs is None else theirs))
        layout = self.program.layout
        names = {f"{rank}_of_{suit}": i * 4 + j for i, rank in enumerate(RANKS) for j, suit in enumerate(SUITS)}
        self.number = [names[layout.rows[row].name] for row in layout.row_of]
        self.cells = {(i.place.name, i.owner): i.cell for i in layout.instances}
        self.direction = self.variable("direction")
        self.total = self.variable("total")
        self.directions = [DIRECTIONS[name] for name in layout.model.enums["direction"].members]
        self.sheet = next(iter(layout.sheets.values()))

    def variable(self, name: str) -> int:
        """The first cell of a variable."""
        return next(cell for variable, cell in self.program.layout.variables.items() if variable.name == name)

    def numbers(self, mask: int) -> list[int]:
        """OpenSpiel's numbers of a set of our cards."""
        return sorted(self.number[component] for component in members(mask))

    def dealt(self, state: State) -> Any:
        """OpenSpiel's game with our deal and our direction of passing. A card that was forced may lie on the table."""
        other = self.game.new_initial_state()
        assert self.directions[state[self.direction]] in other.legal_actions()
        other.apply_action(self.directions[state[self.direction]])
        hands = [state[self.cells["hand", seat]] | state[self.cells["front", seat]] for seat in range(4)]
        listed = [self.numbers(hand) for hand in hands]
        for i in range(52):
            other.apply_action(listed[i % 4][i // 4])
        return other

    def hand(self, state: State, pick: Pick, dice: Dice) -> Any:
        """Plays a hand in both; returns OpenSpiel's state at its end."""
        other = self.dealt(state)
        while not other.is_terminal():
            legal = other.legal_actions()
            if len(legal) == 1:
                other.apply_action(legal[0])
            else:
                assert self.program.asked(state) == other.current_player()
                if self.program.site(state).name == "given":
                    self.give(state, other, pick, dice)
                else:
                    self.play(state, other, pick, dice)
        return other

    def give(self, state: State, other: Any, pick: Pick, dice: Dice) -> None:
        """Three cards: one choice here, three there."""
        options = list(self.program.options(state))
        legal = other.legal_actions()
        assert sorted(map(self.numbers, options)) == sorted(map(list, combinations(legal, 3)))
        given: list[int] = []
        for _ in range(3):
            left = [card for card in legal if card not in given]
            assert left == other.legal_actions()
            given.append(pick(left, dice))
            other.apply_action(given[-1])
        self.program.advance(state, mask_of(self.number.index(card) for card in given))

    def play(self, state: State, other: Any, pick: Pick, dice: Dice) -> None:
        offered = {self.number[component]: component for component in self.program.options(state)}
        assert sorted(offered) == other.legal_actions()
        card = pick(sorted(offered), dice)
        self.program.advance(state, offered[card])
        other.apply_action(card)

    def written(self, state: State) -> list[float]:
        """The points of the last hand as OpenSpiel counts them: from 26 down."""
        return [float(MOST_POINTS - sum(lines)) for lines in state[self.sheet]]

    def single_hand(self, seed: int, pick: Pick) -> None:
        """One game of one hand; fails where the two differ."""
        state = self.program.start(seed)
        other = self.hand(state, pick, Dice(~seed))
        assert self.program.asked(state) == -1
        assert self.written(state) == other.returns()

    def match(self, seed: int, target: int) -> int:
        """One game of many hands, each of them beside one of OpenSpiel's; returns how many they were."""
        state, dice = self.program.start(seed), Dice(~seed)
        totals = [0.0] * 4
        for hand in count():
            assert self.directions[state[self.direction]] == IN_TURN[hand % 4]
            other = self.hand(state, anything, dice)
            assert self.written(state) == other.returns()
            totals = [total + MOST_POINTS - kept for total, kept in zip(totals, other.returns(), strict=True)]
            assert state[self.total : self.total + 4] == totals
            assert (self.program.asked(state) == -1) == (max(totals) >= target)
            if max(totals) >= target:
                break
        outcome = self.program.outcome(state)
        assert outcome is not None
        assert outcome.kind == "won"
        assert list(outcome.winners) == [seat for seat in range(4) if totals[seat] == min(totals)]
        return hand + 1


@cache
def program_of(setting: tuple[tuple[str, bool], ...], match: bool) -> Program:
    rulebook, problems = open_rulebook("hearts")
    assert rulebook is not None, problems
    values = {name: "yes" if value else "no" for name, value in setting}
    values |= {"single_hand": "no", "passed_to": "in_turn"} if match else {"single_hand": "yes", "passed_to": "by_lot"}
    model, problems = rulebook.configure(4, values, None, ())
    assert model is not None, problems
    return load_program(model)


def anything(cards: list[int], dice: Dice) -> int:
    return cards[dice.below(len(cards))]


def no_points(cards: list[int], dice: Dice) -> int:
    """Holds hearts and the queen of spades back, so that they come late and together."""
    harmless = [card for card in cards if SUITS[card % 4] != "hearts" and card != QUEEN_OF_SPADES]
    return anything(harmless or cards, dice)


def switched(names: tuple[str, ...]) -> list[dict[str, bool]]:
    return [dict(zip(names, values, strict=True)) for values in product((False, True), repeat=len(names))]


def named(setting: dict[str, bool]) -> str:
    return "+".join(name for name, on in setting.items() if on) or "none"


def test_cards_have_the_names_that_openspiel_gives_them() -> None:
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(0)
    expected = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    assert [state.action_to_string(0, card) for card in range(52)] == expected
    assert sorted(Table(USUAL).number) == list(range(52))


@pytest.mark.parametrize("setting", switched(EARLY), ids=named)
def test_2048_hands_under_every_combination_of_options(setting: dict[str, bool]) -> None:
    settings = [setting | rest for rest in switched(LATE)]
    for number, whole in enumerate(settings, start=switched(EARLY).index(setting) * len(settings)):
        table = Table(whole)
        for hand in range(HANDS):
            table.single_hand(number * HANDS + hand, (anything, no_points)[hand % 2])


@pytest.mark.parametrize("bonuses", [False, True], ids=["usual", "bonuses"])
def test_matches_to_100(bonuses: bool) -> None:
    table = Table(USUAL | {"jd_bonus": bonuses, "avoid_all_tricks_bonus": bonuses}, match=True)
    hands = sum(table.match(seed, 100) for seed in range(MATCHES))
    assert hands > 5 * MATCHES


@pytest.mark.parametrize("flag", FLAGS)
def test_the_comparison_notices_every_option(flag: str) -> None:
    table = Table(USUAL, USUAL | {flag: not USUAL[flag]})
    assert any(differs(table, seed) for seed in range(300))


def differs(table: Table, seed: int) -> bool:
    try:
        table.single_hand(seed, no_points)
    except AssertionError:
        return True
    return False
