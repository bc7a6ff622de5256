"""Payments offer every way to pay once and no other: held against trying all assignments of what is spent."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest

from encanta.checking.configure import open_rulebook
from encanta.machine.bits import mask_of, members
from encanta.machine.program import Program, load_program
from encanta.machine.table import State

COLORS = ("red", "green", "blue")
BOOK = """\
encanta: 1
title: Paying
players: 2
types: {color: [red, green, blue]}
components:
  coin: {has: {color: color, worth: integer, wild: flag, idle: flag}}
  house: {has: {color: color, price: integer per color}}
places:
  mint: {pile of: coin, home: yes, seen by: nobody}
  purse: {set of: coin, each: player}
  bank: {set of: coin}
  plans: {set of: house, home: yes}
  town: {set of: house, each: player}
values:
  player: {spare(color c): count(town where color is c)}
payments:
  cost(house built):
    owed: price of built
    free: spare(it)
    spend: coins from purse
    pays: color
    MORE
    require: {one at least: any(spent)}
    to: bank
phases:
  game: |
    take turns clockwise from first of players:
      do turn
  turn: offer exactly one of wait, rest, build
actions:
  wait: {about: do nothing, do: shuffle mint}
  rest: {about: do nothing either, do: shuffle mint}
  build:
    about: build a house
    choose: {built: from plans}
    cost: pay cost(built)
    do: move built to town
end:
  never: {after: turn, if: none(mint), winners: players}
"""
FORMS = {
    "plain": "",
    "wild": "wild: wild",
    "worth": "worth: worth",
    "wild and worth": "wild: wild\n    worth: worth",
    "idle": "wild: wild\n    idle: idle",
    "all": "wild: wild\n    worth: worth\n    idle: idle",
}
COINS = [(c, worth, wild, idle) for c in COLORS for worth in (1, 2) for wild in (0, 1) for idle in (0, 1)]
PRICES = [p for p in itertools.product(range(4), repeat=3) if 0 < sum(p) < 6]
Coin = tuple[str, int, int, int]


def cards() -> str:
    lines = ["coin:"]
    for color, worth, wild, idle in COINS:
        flags = f"wild: {'yes' if wild else 'no'}, idle: {'yes' if idle else 'no'}"
        name = f"{color}_{worth}_{wild}_{idle}"
        lines.append(f"  {name}: {{color: {color}, worth: {worth}, {flags}, copies: 2}}")
    lines.append("house:")
    for i, price in enumerate(PRICES):
        numbers = ", ".join(f"{c}: {n}" for c, n in zip(COLORS, price, strict=True) if n)
        lines.append(f"  house_{i}: {{color: {COLORS[i % 3]}, price: {{{numbers}}}}}")
    return "\n".join(lines) + "\n"


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def program(form: str, tmp_path: Path) -> Program:
    more = FORMS[form]
    text = BOOK.replace("    MORE\n", f"    {more}\n" if more else "")
    (tmp_path / "rulebook.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(cards(), encoding="utf-8")
    rulebook, found = open_rulebook(str(tmp_path))
    assert rulebook is not None, found
    model, found = rulebook.configure(2)
    assert model is not None, [d.message for d in found]
    return load_program(model)


def pays(spent: list[Coin], price: tuple[int, ...], free: list[int], form: str) -> bool:
    """Whether there is a way to let each of these pay for something (or stay idle) so that all is paid."""
    wild, worth = "wild" in FORMS[form], "worth" in FORMS[form]
    ways = []
    for coin in spent:
        any_color = wild and coin[2]
        idle: list[int | None] = [None] if "idle" in FORMS[form] and coin[3] else []
        ways.append([*(range(3) if any_color else [COLORS.index(coin[0])]), *idle])
    for assigned in itertools.product(*ways):
        least, most = [0] * 3, [0] * 3
        for coin, color in zip(spent, assigned, strict=True):
            if color is not None:
                least[color] += 1
                most[color] += coin[1] if worth and not (wild and coin[2]) else 1
        if all(least[c] <= price[c] <= most[c] + free[c] for c in range(3)):
            return bool(spent)
    return False


def cell(program: Program, name: str, owner: int) -> int:
    return next(i.cell for i in program.layout.instances if i.place.name == name and i.owner == owner)


def ways_offered(program: Program, start: State, house: int) -> Counter[tuple[Coin, ...]]:
    """What may be spent for a house, as the machine offers it: sets of coins by their faces, and how often each."""
    s, purse = start[:], cell(program, "purse", 0)
    before = s[purse]
    if 2 not in program.options(s):
        return Counter()
    program.advance(s, 2)
    if program.site(s).name == "spent":
        return Counter(faces(program, mask) for mask in program.options(s))
    return Counter([faces(program, before & ~s[purse])])


def faces(program: Program, mask: int) -> tuple[Coin, ...]:
    return tuple(sorted(COINS[program.layout.row_of[x]] for x in members(mask)))


def test_every_way_to_pay_is_offered_once_and_no_other(program: Program, form: str) -> None:
    dice = random.Random(form)
    first_house = program.layout.kinds["house"].first
    everything = 0
    for _ in range(60):
        s = program.start(1)
        coins = dice.sample(range(2 * len(COINS)), dice.randrange(5))
        s[cell(program, "purse", 0)] = mask_of(coins)
        mint = cell(program, "mint", -1)
        s[mint] = tuple(x for x in s[mint] if x not in coins)
        built = dice.sample(range(len(PRICES)), 2)
        owned = [first_house + b for b in built[: dice.randrange(3)]]
        s[cell(program, "town", 0)] = mask_of(owned)
        left = dice.choice([b for b in range(len(PRICES)) if first_house + b not in owned])
        s[cell(program, "plans", -1)] = 1 << first_house + left
        free = [sum(COLORS[(h - first_house) % 3] == c for h in owned) for c in COLORS]
        held = sorted(coins)
        subsets = [set(c) for n in range(len(held) + 1) for c in itertools.combinations(held, n)]
        wanted = {
            faces(program, mask_of(x))
            for x in subsets
            if pays([COINS[program.layout.row_of[c]] for c in x], PRICES[left], free, form)
        }
        program._last[0] = None
        offered = ways_offered(program, s, first_house + left)
        assert set(offered) == wanted, (PRICES[left], free, faces(program, mask_of(held)))
        assert set(offered.values()) <= {1}
        everything += len(wanted)
    assert everything > 10
