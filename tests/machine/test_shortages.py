"""By how much a payment fails: said where, and only where, a requirement fails, and as much as there is missing."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from encanta.checking import model as m
from encanta.checking.configure import open_rulebook
from encanta.machine.bits import mask_of
from encanta.machine.program import Program, load_program
from encanta.machine.shortages import Shortages

from .test_payments import BOOK, COINS, COLORS, FORMS, PRICES, cards, cell, pays


def program_of(form: str, folder: Path, more: str = "") -> Program:
    text = BOOK.replace("    MORE\n", f"    {FORMS[form]}\n" if FORMS[form] else "")
    text = text.replace("cost: pay cost(built)", f"cost: [{more}pay cost(built)]")
    (folder / "rulebook.yaml").write_text(text, encoding="utf-8")
    (folder / "cards.yaml").write_text(cards(), encoding="utf-8")
    rulebook, found = open_rulebook(str(folder))
    assert rulebook is not None, found
    model, found = rulebook.configure(2)
    assert model is not None, [d.message for d in found]
    return load_program(model)


def told(program: Program, coins: list[int], house: int, spent: list[int] | None = None) -> dict[str, str]:
    """What is said of the requirements of building a house, by name, and that it is said where they fail."""
    body = program.model.bodies["build"]
    state = program.start(1)
    state[cell(program, "purse", 0)] = mask_of(coins)
    known = {"you": 0, "built": program.layout.kinds["house"].first + house}
    if spent is not None:
        known["spent"] = mask_of(spent)
    shortages = Shortages(program, body.requires)
    found = {require.name: shortages.words(require.name, state, known) for require in body.requires}
    names = ["you", "built", "spent"]
    functions = zip(body.requires, program.compiled.choosers["build"], program.compiled.needs["build"], strict=True)
    for require, function, needs in functions:
        if needs <= known.keys() and require.shortage is not None:
            holds = bool(program.scope[function](state, *(known.get(name, 0) for name in names)))
            assert holds == (not found[require.name]), (require.name, found)
    return {name: words for name, words in found.items() if words}


def coin(name: str, copy: int = 0) -> int:
    """The number of a coin, such as `red 1`."""
    color, worth = name.split()[:2]
    row = COINS.index((color, int(worth), int("wild" in name), int("idle" in name)))
    return 2 * row + copy


def price(**wanted: int) -> int:
    return PRICES.index(tuple(wanted.get(color, 0) for color in COLORS))


def test_what_is_short_is_said_for_each_member(tmp_path: Path) -> None:
    program = program_of("plain", tmp_path)
    assert told(program, [coin("red 1")], price(red=3, blue=1)) == {
        "enough red": "2 red coins short",
        "enough blue": "1 blue coin short",
        "enough coins": "3 coins short: 2 red and 1 blue",
    }


def test_wild_ones_make_up_for_some(tmp_path: Path) -> None:
    program = program_of("wild", tmp_path)
    assert told(program, [coin("red 1"), coin("green 1 wild")], price(red=3, blue=1)) == {
        "enough red": "1 red coin short",
        "enough coins": "2 coins short: 2 red and 1 blue, less 1 that is wild",
    }
    assert told(program, [coin("green 1 wild"), coin("green 2 wild")], price(red=2)) == {}


def test_units_where_one_may_pay_several(tmp_path: Path) -> None:
    program = program_of("worth", tmp_path)
    assert told(program, [coin("red 2")], price(red=3)) == {
        "enough red": "1 red unit short",
        "enough coins": "1 unit short: 1 red",
    }


def test_what_is_spent_may_be_too_little_or_too_much(tmp_path: Path) -> None:
    program = program_of("wild", tmp_path)
    held = [coin("red 1"), coin("red 2"), coin("green 1"), coin("green 2 wild")]
    assert told(program, held, price(red=1, green=1), held[:2]) == {
        "cost is paid": "1 coin short: 1 green",
        "nothing is spent in vain": "1 coin too many: 1 red",
    }
    assert told(program, held, price(red=1, green=1), [held[0], held[2], held[3]]) == {
        "nothing is spent in vain": "1 coin too many: 1 wild"
    }


def test_other_costs_say_what_is_short_too(tmp_path: Path) -> None:
    program = program_of("plain", tmp_path, "move top 60 of mint to bank, ")
    found = told(program, [coin("red 1"), coin("red 2")], price(red=2))
    assert found == {"move top 60 of mint to bank": "12 coins short"}


@pytest.mark.parametrize("form", FORMS)
def test_it_is_said_where_and_only_where_it_fails(form: str, tmp_path: Path) -> None:
    program = program_of(form, tmp_path)
    dice = random.Random(form)
    said = 0
    for _ in range(150):
        coins = dice.sample(range(2 * len(COINS)), dice.randrange(6))
        spent = [c for c in coins if dice.random() < 0.6]
        house = dice.randrange(len(PRICES))
        found = told(program, coins, house, spent)
        good = pays([COINS[c // 2] for c in spent], PRICES[house], [0, 0, 0], form)
        assert good == (not found and bool(spent)), (spent, PRICES[house])
        said += len(found)
        if form == "plain" and "enough coins" in found:
            lacking = sum(
                max(0, owed - sum(COINS[c // 2][0] == color for c in coins))
                for owed, color in zip(PRICES[house], COLORS, strict=True)
            )
            number = re.match(r"\d+", found["enough coins"])
            assert number is not None
            assert int(number[0]) == lacking
    assert said > 50


def test_words_have_shortages_only_where_they_are_numbers(tmp_path: Path) -> None:
    requires = program_of("plain", tmp_path).model.bodies["build"].requires
    assert next(r.name for r in requires if isinstance(r.shortage, m.Shortage)) == "enough red"
    assert next(r for r in requires if r.name == "one at least").shortage is None
