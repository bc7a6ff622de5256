"""A game is a value at every decision; it ends as the rulebook says, and never for want of an end."""

from __future__ import annotations

import json
import traceback
from pathlib import Path
from typing import Any

import pytest

from encanta.machine.game import Game, Refused
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from small_games import program_of

GAME = """\
state:
  player: {coins: integer}
phases:
  game: |
    deal 3 from deck to each player's hand
    take turns clockwise from first of players:
      do turn
      until none(deck)
  turn: |
    do take, give
  take: move top of deck to hand
  give: offer any of throw, pay
actions:
  throw:
    limit: once per turn
    choose: {gone: 1 to 2 from hand}
    require: {one must stay: count(hand) > count(gone)}
    do: move gone to thrown
  pay: {limit: once per give, do: set coins to coins + 1}
end:
  out of cards: {after: turn, if: none(deck), winners: players with most coins}
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return program_of(tmp_path, GAME, players=3)


def frozen(value: Any) -> Any:
    return tuple(frozen(v) for v in value) if isinstance(value, (list, tuple)) else value


def restored(value: Any) -> Any:
    return tuple(restored(v) for v in value) if isinstance(value, list) else value


def test_a_copy_goes_on_as_the_game_does(program: Program) -> None:
    for seed in range(5):
        s = program.start(seed)
        dice = Dice(seed)
        while program.asked(s) >= 0:
            saved = [restored(v) for v in json.loads(json.dumps(s))]
            assert frozen(saved) == frozen(s)
            assert hash(frozen(saved)) == hash(frozen(s))
            options = program.options(s)
            again = program.options(saved)
            assert [options.at(i) for i in range(len(options))] == [again.at(i) for i in range(len(again))]
            value = options.at(dice.below(len(options)))
            program.advance(s, value)
            program.advance(saved, value)
            assert saved == s


def test_the_same_inputs_give_the_same_game(program: Program) -> None:
    first = Game(program, 4)
    dice = Dice(9)
    while first.decision is not None:
        options = first.decision.options
        first.take(options.at(dice.below(len(options))))
    again = Game(program, 4, first.decisions)
    assert again.state == first.state
    assert again.outcome == first.outcome
    assert [e.text for e in again.events()] == [e.text for e in first.events()]


def test_undo_is_the_game_without_its_last_decision(program: Program) -> None:
    game = Game(program, 2)
    before = game.state[:]
    game.take(game.decision.options.at(0))  # type: ignore[union-attr]
    game.undo()
    assert game.state == before


def test_what_is_not_offered_is_refused_and_changes_nothing(program: Program) -> None:
    game = Game(program, 2)
    before = game.state[:]
    with pytest.raises(Refused):
        game.take(99)
    assert game.state == before
    assert game.decisions == []


def test_every_change_has_a_cause(program: Program) -> None:
    game = Game(program, 3)
    dice = Dice(1)
    while game.decision is not None:
        options = game.decision.options
        game.take(options.at(dice.below(len(options))))
    events = [e for e in game.events() if e.kind != "decision"]
    assert len(events) > 20
    assert all(e.causes and e.span is not None for e in events)
    moves = [e for e in events if e.kind == "move" and "throw" in e.causes]
    assert moves
    assert all(e.causes[:3] == ("throw", "give", "turn") for e in moves)


def test_winners_are_those_that_the_end_names(program: Program) -> None:
    game = Game(program, 3)
    while game.decision is not None:
        game.take(game.decision.options.at(0))
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.reason) == ("won", "out of cards")


def test_a_phase_can_be_entered_in_the_middle(program: Program) -> None:
    s = program.start(1)
    program.enter(s, "give", 2)
    assert program.asked(s) == 2
    assert program.site(s).body == "give"
    program.advance(s, -1)
    assert program.asked(s) == 0, "after the turn of the third player the first one plays"


def test_no_phase_leads_to_what_is_never_run(program: Program) -> None:
    with pytest.raises(ValueError, match="no phase leads to"):
        program.enter(program.start(1), "nowhere", 0)


LOOP = """\
phases:
  game: |
    set leader to first of players
    leader chooses one_suit from suits
    repeat:
      set total to total + 1
state: {game: {total: integer, leader: optional player}}
"""
CHAIN = """\
state: {game: {total: integer, leader: optional player}}
phases:
  game: |
    set leader to first of players
    leader chooses one_suit from suits
    set total to total + 1
abilities:
  game: {more: {when: total rises, do: set total to total + 1}}
"""


@pytest.mark.parametrize("text", [LOOP, CHAIN])
def test_what_never_comes_to_a_decision_is_stuck_and_named(tmp_path: Path, text: str) -> None:
    program = program_of(tmp_path, text)
    s = program.start(1)
    program.advance(s, 0)
    outcome = program.outcome(s)
    assert outcome is not None
    assert outcome.kind == "stuck"
    assert program.asked(s) == -1


ENDING = """\
state: {game: {total: integer, after_it: integer, leader: optional player}}
phases:
  game: |
    set leader to first of players
    repeat 2 times:
      do round
    leader chooses last_suit from suits
  round: |
    leader chooses one_suit from suits
    do inner
    set total to total + 1
  inner: |
    leader chooses inner_suit from suits
    end round
    set total to 100
abilities:
  game: {closing: {when: round ends, do: set after_it to after_it + 1}}
"""


def test_an_ended_phase_drops_what_is_inside_and_still_ends(tmp_path: Path) -> None:
    program = program_of(tmp_path, ENDING)
    s = program.start(1)
    for _ in range(4):
        program.advance(s, 0)
    variables = {v.name: s[c] for v, c in program.layout.variables.items()}
    assert (variables["total"], variables["after_it"]) == (0, 2)
    assert program.site(s).body == "game"


def test_errors_in_generated_code_speak_of_the_rulebook(program: Program) -> None:
    s = program.start(1)
    s[next(i.cell for i in program.layout.instances if i.place.name == "hand")] = "broken"
    program._last[0] = None
    with pytest.raises(AttributeError) as caught:
        program.options(s)
    lines = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename.endswith("rulebook.yaml")]
    assert lines
    assert all(f.lineno and f.lineno > 1 for f in lines)


HEARD_BY_ALL = """\
state:
  player: {coins: integer}
  game: {leader: optional player}
phases:
  game: |
    set leader to first of players
    do round
    leader chooses last_suit from suits
  round: deal 2 from deck to each player's hand
abilities:
  player: {pay_day: {when: round begins, do: set coins to coins + 1}}
"""


def test_what_runs_for_nobody_is_heard_by_everybody(tmp_path: Path) -> None:
    program = program_of(tmp_path, HEARD_BY_ALL, players=3)
    s = program.start(1)
    first = next(c for v, c in program.layout.variables.items() if v.name == "coins")
    assert s[first : first + 3] == [1, 1, 1]


ENDED = """\
state: {game: {leader: optional player}, player: {coins: integer}}
phases:
  game: |
    set leader to first of players
    do round
  round: |
    leader chooses one_suit from suits
    set coins of leader to 3
    if one_suit is red:
      end game
    leader chooses last_suit from suits
end:
  never: {after: round, if: any(players where coins > 5), result: drawn}
  rich: {after: round, if: any(players where coins > 2), winners: players with most coins}
"""


@pytest.mark.parametrize(("choices", "decisions"), [([0], 1), ([1, 0], 2)])
def test_ending_the_game_looks_at_the_ends(tmp_path: Path, choices: list[int], decisions: int) -> None:
    game = Game(program_of(tmp_path, ENDED), 1)
    for choice in choices:
        game.take(choice)
    assert len(game.decisions) == decisions
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners, outcome.reason) == ("won", (0,), "rich")
