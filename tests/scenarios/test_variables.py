"""Variables with a number for each member, and with sets; loops around the phase in which a scenario begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.scenarios.games import Games
from encanta.scenarios.updating import updated
from encanta.text.spans import Source

from .conftest import RunText, games_of, said

RULES = """\
encanta: 1
title: Stalls
players: 2
types: {color: [red, blue]}
components: {card: {has: {worth: integer, price: integer per color}}, medal: {has: {asks: integer}}}
places:
  deck: {pile of: card, seen by: nobody, home: yes}
  hand: {set of: card, each: player, seen by: owner}
  shelf: {set of: medal, home: yes}
state:
  game: {stock: integer per color, led: optional card}
  player: {coins: integer per color, turns: integer}
phases:
  game: |
    repeat 3 times:
      do round
    end game
  round: |
    shuffle deck
    repeat 2 times:
      each player:
        do turn
  turn: |
    turns +1
    if turns > 4:
      end round
    if turns < 0:
      repeat:
        turns -1
    offer any of lay, sell
    if turns is 2:
      repeat:
        may earn
procedures:
  earn: coins(blue) +1
actions:
  lay:
    require: {some: any(hand)}
    choose: {c: from hand}
    do: |
      set led to c
      move c to bottom of deck
  sell:
    limit: once per turn
    require: {a red one: stock(red) > 0}
    do: coins(red) +1; stock(red) -1
milestones:
  seller:
    each: medal
    looked at: after sell
    met: coins(red) >= asks of it
    claimants: 2
    first: turns +0
"""
CARDS = """\
card: {low: {worth: 1, price: {red: 2}, copies: 5}, high: {worth: 2, price: {red: 1, blue: 3}, copies: 5}}
medal: {first: {asks: 2}, second: {asks: 4}}
"""


@pytest.fixture(scope="module")
def stalls(tmp_path_factory: pytest.TempPathFactory) -> Games:
    folder: Path = tmp_path_factory.mktemp("stalls")
    (folder / "rulebook.yaml").write_text(RULES, "utf-8")
    (folder / "cards.yaml").write_text(CARDS, "utf-8")
    return games_of(folder)


def test_numbers_for_members(results: RunText, stalls: Games) -> None:
    (result,) = results(
        """
        - scenario: x
          given: {at: turn of P1, stock: {red: 3, blue: 1}, P2's coins: {blue: 7}}
          play: ['P1: sell']
          expect: {stock: {red: 2, blue: 1}, P1's coins: {red: 1}, coins of P2: {blue: 7, red: 0}}
        """,
        stalls,
    )
    assert said(result) == []
    assert result.status == "passed"


def test_numbers_that_differ_are_told_one_by_one(results: RunText, stalls: Games) -> None:
    text = "- scenario: x\n  given: {at: turn of P1, stock: {red: 3}}\n  expect: {stock: {red: 2, blue: 1}}\n"
    (result,) = results(text, stalls)
    assert said(result) == [("stock, red", "2", "3"), ("stock, blue", "1", "0")]
    assert updated(stalls, Source("x.yaml", text)).text == text.replace("red: 2, blue: 1", "red: 3, blue: 0")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("stock: 3", "`stock` has a number for each of `color`"),
        ("stock: {green: 1}", "`green` is not one of color"),
        ("stock: {red: many}", "`many` is not a whole number"),
        ("stock: {red: [1]}", "the number of `red` is one word"),
        ("coins: {red: 1}", "it is not said whose `coins` is meant"),
        ("led: low of P1's hand, P1's hand: [high]", "there is no `low of P1's hand`"),
    ],
)
def test_what_cannot_be_given(results: RunText, stalls: Games, given: str, message: str) -> None:
    (result,) = results(f"- scenario: x\n  given: {{at: turn of P1, {given}}}\n  expect: {{asked: P1}}\n", stalls)
    assert [problem.message for problem in result.diagnostics] == [message]


def test_sets_of_a_component(results: RunText, stalls: Games) -> None:
    held, told = results(
        """
        - scenario: held
          given:
            at: turn of P1
            shelf: [{first: {claimants: [P2]}}, second]
            stock: {red: 3}
            P1's coins: {red: 1}
          play: ['P1: sell']
          expect: {shelf: [{first: {claimants: [P1, P2]}}, {second: {claimants: []}}]}
        - scenario: told
          given: {at: turn of P1, P1's hand: [low], shelf: [first with claimants P2, second]}
          expect: {shelf: [{first: {claimants: [P1, P2]}}, second]}
        """,
        stalls,
    )
    assert said(held) == []
    actual = "[{first: {claimants: [P2]}}, {second: {claimants: []}}]"
    assert said(told) == [("shelf", "[{first: {claimants: [P1, P2]}}, second]", actual)]


def test_a_component_in_its_place(results: RunText, stalls: Games) -> None:
    (result,) = results(
        """
        - scenario: x
          given: {at: turn of P1, P1's hand: [low], P2's hand: [low], led: low of P2's hand}
          expect: {led: low of P2's hand}
        """,
        stalls,
    )
    assert said(result) == []


def test_printed_numbers_for_members(results: RunText, stalls: Games) -> None:
    text = """\
- scenario: x
  given: {at: turn of P1, P1's hand: [low]}
  expect: {card low: {price: {red: 2}}, card high: {price: {blue: 3}}}
"""
    (result,) = results(text, stalls)
    assert said(result) == [("high, price", "{blue: 3}", "{red: 1, blue: 3}")]
    assert updated(stalls, Source("x.yaml", text)).text == text.replace("{blue: 3}", "{red: 1, blue: 3}")


# ------------------------------------------------------------------------------------------------- loops


def test_a_loop_around_the_phase_is_in_its_first_run(results: RunText, stalls: Games) -> None:
    (result,) = results(
        """
        - scenario: an end
          given: {at: turn of P2, P1's turns: 5, P2's turns: 5}
          expect: {over: yes, result: nobody, P1's turns: 7, P2's turns: 6}
        """,
        stalls,
    )
    assert said(result) == []


def test_a_game_that_goes_on_forever_is_told(results: RunText, stalls: Games) -> None:
    alone, asking = results(
        """
        - scenario: alone
          given: {at: turn of P1, P1's turns: -5}
          expect: {over: yes}
        - scenario: asking
          given: {at: turn of P1, P1's turns: 1, stock: {red: 5000}}
          play: ['P1: pass']
          expect: {asked: P2}
        """,
        stalls,
    )
    what, expected = "the game", "it comes to a decision or to its end"
    assert said(alone) == [(what, expected, "it goes on forever without a decision, in `turn`")]
    assert said(asking) == [(what, expected, "only optional questions are asked, 1000 times and more")]
