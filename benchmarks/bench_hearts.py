"""Random hands of Hearts: our machine, OpenSpiel driven from Python, and a loop written by hand, on the same hands."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from itertools import combinations

import bare_hearts

from encanta.compiling.layout import SEAT
from encanta.machine.direct import Direct
from encanta.machine.program import Program
from encanta.machine.randomness import MASK, MULTIPLIER, Dice, seeded
from encanta.play.opening import Request, open_program

try:
    import pyspiel
except ImportError:
    pyspiel = None

ROUNDS = 30
HANDS = 40
"""Hands that each plays in a round."""

PASSED = list(combinations(range(13), 3))

Hand = Callable[[int], tuple[list[int], int]]
"""Plays the hand of a seed; gives the points and how many decisions had two options or more."""


def shuffled(seed: int) -> list[int]:
    """The deck as the machine shuffles it: the same generator, the same shuffle."""
    deck = list(range(52))
    r = seeded(seed)
    for i in range(51, 0, -1):
        r = r * MULTIPLIER & MASK
        j = r * (i + 1) >> 128
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def of_encanta(program: Program) -> Hand:
    """Whole hands in one go: the bots are asked from inside of the machine."""
    direct = Direct(program.model)
    sheet = next(iter(direct.program.layout.sheets.values()))

    def play(seed: int) -> tuple[list[int], int]:
        state = direct.play(seed, [Dice(~seed).below] * 4)
        return [sum(lines) for lines in state[sheet]], direct.decisions

    return play


def step_by_step(program: Program) -> Hand:
    """Decision by decision, with a state that could be copied, kept or looked at after each of them."""
    sheet = next(iter(program.layout.sheets.values()))
    options_of, advance = program.options, program.advance

    def play(seed: int) -> tuple[list[int], int]:
        below = Dice(~seed).below
        decisions = 0
        state = program.start(seed)
        while state[SEAT] >= 0:
            options = options_of(state)
            advance(state, options.at(below(len(options))))
            decisions += 1
        return [sum(lines) for lines in state[sheet]], decisions

    return play


def of_openspiel(passing: bool, listed: bool) -> Hand:
    """`listed`: asks for the outcomes of every chance node first, as whoever knows nothing of the game has to."""
    game = pyspiel.load_game("hearts", {"pass_cards": passing})

    def play(seed: int) -> tuple[list[int], int]:
        below = Dice(~seed).below
        decisions = 0
        state = game.new_initial_state()
        state.apply_action(1 if passing else 0)
        for card in shuffled(seed):
            if listed:
                state.chance_outcomes()
            state.apply_action(card)
        if passing:
            for _ in range(4):
                legal = state.legal_actions()
                for i in PASSED[below(len(PASSED))]:
                    state.apply_action(legal[i])
                decisions += 1
        while not state.is_terminal():
            legal = state.legal_actions()
            if len(legal) > 1:
                state.apply_action(legal[below(len(legal))])
                decisions += 1
            else:
                state.apply_action(legal[0])
        return [26 - int(value) for value in state.returns()], decisions

    return play


def by_hand(passing: bool) -> Hand:
    return lambda seed: bare_hearts.play(shuffled(seed), passing, Dice(~seed).below)


def measured(players: dict[str, Hand]) -> tuple[dict[str, list[float]], int]:
    """Seconds of every round for each, and the decisions of all rounds; the order changes from round to round."""
    spent: dict[str, list[float]] = {name: [] for name in players}
    decisions = 0
    for number in range(ROUNDS):
        names = list(players)
        names = names[number % len(names) :] + names[: number % len(names)]
        results = {}
        for name in names:
            play = players[name]
            started = time.process_time()
            results[name] = [play(seed) for seed in range(number * HANDS, (number + 1) * HANDS)]
            spent[name].append(time.process_time() - started)
        first = results[names[0]]
        assert all(result == first for result in results.values()), "they did not play the same hands"
        decisions += sum(made for _, made in first)
    return spent, decisions


def best_fifth(times: list[float]) -> float:
    return statistics.mean(sorted(times)[: max(1, len(times) // 5)])


def tell(spent: dict[str, list[float]], decisions: int) -> None:
    a_hand = decisions / (ROUNDS * HANDS)
    ours = next(iter(spent))
    print(f"{'':26}{'hands/s':>9}{'decisions/s':>13}{'best fifth':>13}   this machine beside it: median, best fifth")
    for name, times in spent.items():
        rate, best = HANDS / statistics.median(times), HANDS / best_fifth(times)
        ratio = statistics.median(theirs / own for theirs, own in zip(times, spent[ours], strict=True))
        quickest = best_fifth(times) / best_fifth(spent[ours])
        told = "" if name == ours else f"{ratio:20.2f}x {quickest:10.2f}x"
        print(f"{name:26}{rate:9,.0f}{rate * a_hand:13,.0f}{best * a_hand:13,.0f}{told}")


def main() -> None:
    """Print a table for hands without passing and one with it."""
    for passing in (False, True):
        values = {"single_hand": "yes", "pass_cards": "yes" if passing else "no"}
        opened, problems = open_program(Request("hearts", 4, values=values))
        assert opened is not None, problems
        players = {"this machine": of_encanta(opened.program), "the same, step by step": step_by_step(opened.program)}
        players["a loop written by hand"] = by_hand(passing)
        if pyspiel is None:
            print("OpenSpiel is not installed: pip install '.[oracle]'", file=sys.stderr)
        else:
            players["OpenSpiel from Python"] = of_openspiel(passing, listed=False)
            players["OpenSpiel, chance listed"] = of_openspiel(passing, listed=True)
        print(f"three cards passed: {'yes' if passing else 'no'}; {ROUNDS} rounds of the same {HANDS} hands")
        tell(*measured(players))


if __name__ == "__main__":
    main()
