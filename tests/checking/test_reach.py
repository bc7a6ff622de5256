"""What nobody can ever reach or pay with the cards there are; everything else is passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking import model as m
from encanta.checking.checks.shapes import Shapes
from encanta.text.spans import Source, Span

from . import books

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
types: {color: [red, green]}
options:
  deep: {default: 3, type: 0.., about: coins that a purse holds}
components:
  coin: {has: {color: color, value: 0..9}}
  house: {has: {price: integer per color, color: color, points: integer}}
places:
  mint: {pile of: coin, home: yes, seen by: nobody}
  purse: {set of: coin, each: player, holds: deep}
  plans: {pile of: house, home: yes}
  town: {set of: house, each: player}
state: {player: {total: integer}}
values:
  player:
    spare(color c): count(town where color is c)
payments:
  cost(house built):
    owed: price of built
    FREE
    spend: coin from purse
    pays: color
    WILD
    require: {enough of them: "REQUIRED"}
    to: mint
milestones:
  builder: {EACHlooked at: after build, met: "MET", first: total + 3, later: total + 1}
phases:
  game: |
    deal 1 from mint to each player's purse
    each player:
      offer any of build
actions:
  build:
    about: build a house
    choose: {built: from plans}
    cost: pay cost(built)
    do: move built to town
end:
  done: {after: game, if: count(players) > 1, winners: players with most total + count(town)}
"""
CARDS = """\
coin:
  red_coin: {color: red, value: 1, copies: 3}
  green_coin: {color: green, value: 2, copies: 2}
house:
  hut: {price: {red: 1}, color: red, points: 1}
  barn: {price: {PRICE}, color: green, points: 2}
"""
PAYABLE = {"FREE": "", "WILD": "", "REQUIRED": "any(spent)", "MET": "count(town) >= 2", "EACH": "", "PRICE": "green: 2"}
PAYMENT = "payment-impossible: nobody can ever pay `cost` for `barn`: there is never"
MILESTONE = "milestone-unreachable: nobody can ever reach"


def found(folder: Path, **changes: str) -> list[str]:
    text, cards = BOOK, CARDS
    for name, value in (PAYABLE | changes).items():
        line = {"FREE": f"free: {value}", "WILD": f"wild: {value}"}.get(name, value)
        text = text.replace(f"    {name}\n", f"    {line}\n" if value else "") if name in ("FREE", "WILD") else text
        text, cards = text.replace(name, line), cards.replace(name, line)
    problems = books.problems(folder, {"rulebook.yaml": text, "cards.yaml": cards})
    return [said.split(" ", 1)[1] for said in books.said(problems) if "warning" not in said and "unused" not in said]


def test_what_can_be_had_is_passed_over(tmp_path: Path) -> None:
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"PRICE": "green: 3"}, f"{PAYMENT} `enough green`"),
        ({"PRICE": "red: 2, green: 2"}, f"{PAYMENT} room for 4 of them"),
        ({"PRICE": "green: 3", "WILD": "value is 7"}, f"{PAYMENT} `enough green`"),
        ({"PRICE": "red: 4", "FREE": "1 if it is green else 0"}, f"{PAYMENT} room for 4 of them"),
        ({"REQUIRED": "count(spent where value > 2) > 0"}, f"{PAYMENT} `enough of them`"),
        ({"REQUIRED": "sum(value of spent) >= 8"}, f"{PAYMENT} `enough of them`"),
    ],
)
def test_a_payment_that_nobody_can_make(changes: dict[str, str], message: str, tmp_path: Path) -> None:
    problems = found(tmp_path, **changes)
    assert message in problems
    assert all(p.startswith("payment-impossible") for p in problems)


@pytest.mark.parametrize(
    "changes",
    [
        {"PRICE": "green: 3", "WILD": "value is 1"},
        {"PRICE": "green: 3", "FREE": "1"},
        {"PRICE": "green: 3", "FREE": "spare(it)"},
        {"PRICE": "red: 3"},
    ],
)
def test_a_payment_that_can_be_made_in_some_way(changes: dict[str, str], tmp_path: Path) -> None:
    assert found(tmp_path, **changes) == []


@pytest.mark.parametrize(
    ("met", "never"),
    [
        ("count(town) >= 3", True),
        ("count(town where color is red) > 1", True),
        ("sum(points of town) > 3", True),
        ("sum(points of town) is 3", False),
        ("count(town) > 2 or total > 5", False),
        ("count(town) > 2 and total > 5", True),
        ("none(colors where spare(it) < 1)", False),
        ("none(colors where spare(it) < 2)", True),
        ("max(points of town) > 2", True),
        ("count(players) > 3", True),
        ("total >= 100", False),
    ],
)
def test_a_milestone(met: str, never: bool, tmp_path: Path) -> None:
    assert found(tmp_path, MET=met) == ([f"{MILESTONE} `builder` with what there is"] if never else [])


def test_each_of_a_kind_is_looked_at_by_itself(tmp_path: Path) -> None:
    problems = found(tmp_path, EACH="each: house, ", MET="count(town where color is color of house) >= points of house")
    assert problems == [f"{MILESTONE} `barn` with what there is"]


READINGS = """\
  dear:
    default: no_more
    about: what a barn costs besides
    readings:
      no_more: nothing
      many: {about: more than one coin, replace: {payments: {cost(house built): PAYMENT}}}
      few_coins: {about: coins of a value only, set: {places: {purse: {holds: 1}}}}
"""
OTHER = "{owed: price of built, spend: coin from purse, pays: color, to: mint, require: {several: count(spent) > 1}}"


def test_readings_are_looked_at_where_they_differ(tmp_path: Path) -> None:
    deep = "  deep: {default: 3, type: 0.., about: coins that a purse holds}\n"
    text = BOOK.replace(deep, deep + READINGS.replace("PAYMENT", f"{OTHER}"))
    cards = CARDS.replace("{PRICE}", "{green: 2}")
    for name, value in PAYABLE.items():
        text = text.replace(f"    {name}\n", "").replace(name, value)
    text = text.replace("EACH", "")
    problems = books.said(books.problems(tmp_path, {"rulebook.yaml": text, "cards.yaml": cards}))
    codes = "payment-impossible: nobody can ever pay `cost` for"
    assert [said.split(" ", 1)[1] for said in problems if "unused" not in said] == [
        f"{codes} `hut`: there is never `several`",
        f"{codes} `barn`: there is never room for 2 of them",
    ]


def test_formulas_that_say_the_same_have_one_shape() -> None:
    span = Span(Source("a.yaml", "x"), 0, 1)
    card, marks = m.Type("component", "card"), m.Property("card", "points", m.INTEGER, span)

    def those(name: str, outer: str, least: int) -> m.Expr:
        of = m.Prop(m.INTEGER, span, marks, m.Local(card, span, name))
        test = m.Compare(m.FLAG, span, ">=", of, m.Const(m.INTEGER, span, least))
        return m.Filter(m.set_of(card), span, m.Local(m.set_of(card), span, outer), name, test)

    shapes = Shapes()
    number, outer = shapes.of(those("it", "cards", 2))
    assert outer == (("cards", None),)
    assert shapes.of(those("it_2", "others", 2)) == (number, (("others", None),))
    assert shapes.of(those("it", "cards", 3))[0] != number
