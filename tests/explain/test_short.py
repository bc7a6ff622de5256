"""What is short of a payment is told by `why`, of actions that are not offered, and where a scenario fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.explain.overview import overview
from encanta.explain.standing import session_of
from encanta.explain.verdicts import judge, verdict_on
from encanta.explain.wording import overview_lines, verdict_lines
from encanta.machine.game import Game
from encanta.machine.names import Names
from encanta.scenarios.games import Games
from encanta.scenarios.moves import Move
from encanta.scenarios.reading import parse_scenarios
from encanta.scenarios.running import Result, run
from encanta.scenarios.session import Session
from encanta.text.spans import Source
from small_games import program_of

SHOP = """\
payments:
  price(card bought):
    owed: points of bought if it is suit of bought else 0
    spend: cards from hand
    pays: suit
    require: {not only small ones: any(spent where points > 1)}
    to: thrown
setup:
  hands: |
    let one = first of players
    move deck where suit is red and points is 1 to one's hand
    move deck where suit is green and points is 3 to one's shown
phases:
  game: |
    repeat 3 times:
      each player clockwise from first of players:
        do turn
  turn: offer exactly one of buy, wait, rest
actions:
  buy:
    about: buy a card of the deck that is shown
    choose: {bought: from every shown}
    cost: pay price(bought)
    do: move bought to thrown
  wait: {about: do nothing, do: shuffle deck}
  rest: {about: do nothing either, do: shuffle deck}
end:
  over: {after: game, if: 'yes', winners: players}
"""
GIVEN = "{at: turn of P1, P1's shown: [green_2, red_2, red_1], P1's hand: HAND}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    program_of(folder, SHOP)
    return folder


def result(folder: Path, refused: str, hand: str = "[red_1, red_3]") -> Result:
    from encanta.checking.configure import open_rulebook

    rulebook, found = open_rulebook(str(folder))
    assert rulebook is not None, found
    text = f"- scenario: x\n  given: {GIVEN.replace('HAND', hand)}\n  expect: {{refused: [{refused}]}}\n"
    scenarios, problems = parse_scenarios(Source("test.yaml", text))
    assert problems == []

    def why(session: Session, move: Move) -> list[str]:
        return list(verdict_lines(judge(session, move, None, Names(session.layout))))

    return run(Games(rulebook), scenarios[0], why=why)


def test_a_move_that_cannot_be_paid_is_refused_for_each_reason(folder: Path) -> None:
    for because in ("enough green", "enough cards"):
        assert result(folder, f"{{P1: buy green_2, because: {because}}}").status == "passed"


def test_a_scenario_that_expects_another_reason_is_told_what_is_short(folder: Path) -> None:
    failed = result(folder, "{P1: buy green_2, because: not only small ones}")
    (difference,) = failed.differences
    assert "enough green (2 green cards short)" in difference.actual
    assert "enough cards (2 cards short: 2 green)" in difference.actual
    assert any("enough green: 2 green cards short" in line for line in failed.why)


def test_the_condition_of_the_payment_that_fails_is_named(folder: Path) -> None:
    assert result(folder, "{P1: buy red_1 with red_1, because: not only small ones}").status == "passed"
    failed = result(folder, "{P1: buy red_2 with red_1, because: enough green}")
    (difference,) = failed.differences
    assert "not only small ones and price is paid (1 card short: 1 red)" in difference.actual
    failed = result(folder, "{P1: buy red_1 with red_1, because: enough green}")
    assert any("no " in line and "not only small ones" in line for line in failed.why)


def test_so_is_one_that_no_way_to_pay_fulfils(folder: Path) -> None:
    assert result(folder, "{P1: buy red_1, because: not only small ones}", hand="[red_1]").status == "passed"
    failed = result(folder, "{P1: buy red_1, because: enough green}", hand="[red_1]")
    assert [d.actual for d in failed.differences] == ["refused because of not only small ones and no such choice"]


def test_why_says_what_is_short(folder: Path) -> None:
    game = Game(program_of(folder / "again", SHOP), 1)
    found = list(verdict_lines(verdict_on(session_of(game), "P1: buy green_3", 0, game.names)))
    assert any("enough green: 3 green cards short" in line for line in found)
    everything = list(overview_lines(overview(game, session_of(game), 0)))
    assert any("green 3 = " in line and "3 cards short: 3 green" in line for line in everything)
