"""What the compiler makes: nothing for what nobody uses, masks for filters, the same games from both builds."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from encanta.checking import model as m
from encanta.checking.configure import open_rulebook
from encanta.compiling.compiler import Compiled, compile_model
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from small_games import CARDS, HEAD

FLOW = """\
phases:
  game: |
    deal 3 from deck to each player's hand
    take turns clockwise from first of players:
      do turn
      until none(deck)
  turn: |
    choose played from hand where suit is red or points >= 2
    move played to thrown
    move top of deck to hand
"""
LISTENING = """\
abilities:
  player: {joy: {when: a red enters thrown, limit: once per turn, do: set coins to coins + 1}}
state: {player: {coins: integer}}
"""
LATCH = "state: {game: {over: {type: flag, becomes yes when: deck becomes empty}}}\n"


def model_of(folder: Path, text: str, players: int = 2) -> m.Model:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.yaml").write_text(HEAD + text, encoding="utf-8")
    (folder / "cards.yaml").write_text(CARDS, encoding="utf-8")
    rulebook, found = open_rulebook(str(folder))
    assert rulebook is not None, [d.message for d in found]
    model, found = rulebook.configure(players)
    assert model is not None, [(d.message, d.span and d.span.text) for d in found]
    return model


def compiled(folder: Path, text: str, players: int = 2, traced: bool = False) -> Compiled:
    return compile_model(model_of(folder, text, players), traced)


def function_of(text: str, name: str) -> str:
    tree = ast.parse(text)
    return next(ast.unparse(f) for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == name)


def test_an_event_nobody_listens_to_costs_nothing(tmp_path: Path) -> None:
    silent = compiled(tmp_path / "a", FLOW).text
    assert "_q +=" not in silent
    assert "held(s, _c)" not in silent
    heard = compiled(tmp_path / "b", FLOW + LISTENING).text
    assert "_q +=" in heard


def test_a_latch_is_watched_only_where_its_place_is_touched(tmp_path: Path) -> None:
    text = compiled(tmp_path, FLOW + LATCH).text
    watching = [f for f in re.split(r"^def ", text, flags=re.M) if "_e" in f]
    assert watching
    assert all("draw(" in f or "deal(" in f for f in watching)


def test_filters_on_what_is_printed_are_one_mask(tmp_path: Path) -> None:
    text = compiled(tmp_path, FLOW).text
    wanted = sum(1 << i for i in range(18) if i < 6 or i % 6 >= 2)
    assert re.search(rf"\(s\[\(\d+ \+ \w+\)\] & .*\b{wanted}\b|\| ", text), "red, or two points and more"
    assert "for l" not in function_of(text, next(iter(re.findall(r"def (one_plain\w*)", text)), "start"))


def test_both_builds_play_the_same_games(tmp_path: Path) -> None:
    model = model_of(tmp_path, FLOW + LISTENING, players=3)
    plain, traced = Program(compile_model(model)), Program(compile_model(model, traced=True))
    for seed in range(6):
        a, b = plain.start(seed), traced.start(seed)
        dice = Dice(seed)
        while plain.asked(a) >= 0:
            options = plain.options(a)
            assert [options.at(i) for i in range(len(options))] == [
                traced.options(b).at(i) for i in range(len(traced.options(b)))
            ]
            value = options.at(dice.below(len(options)))
            plain.advance(a, value)
            traced.advance(b, value)
            assert a[1:] == b[1:], "all but the frames, which are numbered by build"


TOTAL = """\
values:
  game:
    by_zero: count(deck) / count(thrown)
    first_thrown: top of thrown
    points_of_nothing: count(deck where points is points of first_thrown)
    nobody_left: players where none(hand) and any(hand)
    most_of_none: count(nobody_left with most count(hand))
phases:
  game: |
    set seen to by_zero + most_of_none + points_of_nothing
    set pointing to top of thrown
    move pointing to deck
    move bottom 99 of thrown to deck
    set leader to first of nobody_left
    take turns clockwise from leader:
      do turn
      until any(thrown)
  turn: |
    choose played from deck
    move played to thrown
state: {game: {seen: integer, leader: optional player, pointing: optional card}}
"""


def test_every_operation_is_total(tmp_path: Path) -> None:
    program = Program(compiled(tmp_path, TOTAL))
    s = program.start(1)
    variables = {v.name: s[c] for v, c in program.layout.variables.items()}
    assert variables["seen"] == 0
    assert variables["pointing"] == -1
    assert program.asked(s) == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_of_players_are_worked_out_before_play(tmp_path: Path, players: int) -> None:
    text = compiled(tmp_path, FLOW.replace("deal 3", "deal (6 - count(players))"), players).text
    assert f"deal(s, {6 - players}," in text


def test_the_text_is_the_same_every_time(tmp_path: Path) -> None:
    first = compiled(tmp_path, FLOW + LISTENING).text
    again = compiled(tmp_path, FLOW + LISTENING).text
    assert first == again


def test_state_holds_integers_and_tuples_only(tmp_path: Path) -> None:
    program = Program(compiled(tmp_path, FLOW + LISTENING, 3))
    s = program.start(2)
    dice = Dice(2)

    def plain(value: object) -> bool:
        return value is None or isinstance(value, int) or (isinstance(value, tuple) and all(map(plain, value)))

    while program.asked(s) >= 0:
        assert all(plain(cell) for cell in s)
        program.advance(s, program.options(s).at(dice.below(len(program.options(s)))))


def test_a_value_may_name_a_place_that_holds_a_set(tmp_path: Path) -> None:
    text = """\
values: {player: {mine: hand}}
state: {game: {counted: integer, some: flag}}
phases:
  game: |
    deal 3 from deck to each player's hand
    set counted to count(mine of first of players)
    set some to any(mine of last of players)
    take turns once clockwise from first of players:
      do turn
  turn: |
    choose played from mine
    move played to thrown
"""
    program = Program(compiled(tmp_path, text))
    state = program.start(1)
    assert len(program.options(state)) > 0
    counted, some = (
        state[program.layout.variables[v]] for v in program.model.variables if v.name in ("counted", "some")
    )
    assert (counted, some) == (3, 1)
