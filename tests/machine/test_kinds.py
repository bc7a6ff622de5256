"""Actions that are printed on components: where they are active, what they cost, how often they may be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.compiling import answering
from encanta.compiling.compiler import compile_model
from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

BOOK = """\
state:
  player: {gold: {type: integer, start: 2}, seen: integer, rests: integer, heard: integer}
kinds:
  minor: {limit: once per turn}
  double: {is: minor, limit: twice per turn}
  rest:
    require: {it is early: rests < 2}
    steps:
      pay: pay cost
      count: rests +1
      effect: do effect
phases:
  game: |
    for each p in players:
      move top 2 of (deck where points is 1) to p's shown
      move top 1 of (deck where points is 2) to p's shown
    take turns once clockwise from first of players:
      do turn
  turn: |
    offer any of minor
    offer exactly one of sleep, wake, rest
actions:
  sleep: seen +100
  wake: seen +1000
"""
CARDS = """\
card:
  red_1: {suit: red, points: 1, copies: 4, minor: gold -1 -> seen +1, rest: [seen +10, gold -2 -> seen +20]}
  red_2: {suit: red, points: 2, copies: 2, double: seen +5}
  green_3: {suit: green, points: 3, copies: 4, minor: move top 1 of table to thrown -> seen +points of this}
"""


def program(folder: Path, book: str = BOOK, cards: str = CARDS, players: int = 2) -> Program:
    return program_of(folder, book, players, cards=cards)


def offered(game: Program, state: State) -> list[str]:
    """The names of what is offered."""
    actions = game.site(state).actions
    return [actions[value] if value >= 0 else "pass" for value in game.options(state)]


def act(game: Program, state: State, name: str) -> None:
    game.advance(state, game.site(state).actions.index(name) if name != "pass" else -1)


def value(game: Program, state: State, name: str, owner: int = 0) -> int:
    variable = next(v for v in game.model.variables if v.name == name)
    found: int = state[game.layout.variables[variable] + owner]
    return found


def test_each_thing_that_bears_an_action_may_be_used_as_often_as_its_kind_says(tmp_path: Path) -> None:
    game = program(tmp_path)
    state = game.start(1)
    assert offered(game, state) == ["minor red_1", "double red_2", "pass"]
    act(game, state, "minor red_1")
    act(game, state, "minor red_1")
    assert (value(game, state, "gold"), value(game, state, "seen")) == (0, 2)
    assert offered(game, state) == ["double red_2", "pass"]
    act(game, state, "double red_2")
    act(game, state, "double red_2")
    assert value(game, state, "seen") == 12
    # Nothing is left, so that nothing is asked.
    assert offered(game, state) == ["sleep", "wake", "rest red_1 1"]


def test_limits_begin_anew_with_their_phase(tmp_path: Path) -> None:
    game = program(tmp_path, BOOK.replace("    take turns once", "    take turns"))
    state = game.start(1)
    for _ in range(2):
        act(game, state, "double red_2")
    assert "double red_2" not in offered(game, state)
    for player in (0, 1):
        assert game.asked(state) == player
        act(game, state, "pass")
        act(game, state, "sleep")
    assert game.asked(state) == 0
    assert "double red_2" in offered(game, state)


def test_steps_stand_around_what_is_printed_and_conditions_hold_for_all_of_a_kind(tmp_path: Path) -> None:
    book = BOOK.replace("start: 2}", "start: 9}").replace("    offer exactly one of sleep", "    offer any of sleep")
    game = program(tmp_path, book)
    state = game.start(1)
    act(game, state, "pass")
    act(game, state, "rest red_1 1")
    assert (value(game, state, "rests"), value(game, state, "seen")) == (1, 10)
    act(game, state, "rest red_1 2")
    assert (value(game, state, "gold"), value(game, state, "seen")) == (7, 30)
    assert offered(game, state) == ["sleep", "wake", "pass"]


HEARD = {
    "a kind": ("when: after double", 1),
    "the kind that a kind is": ("when: after minor", 1),
    "another kind": ("when: after rest", 0),
    "before a step": ("when: before double.effect", 1),
    "in place of a step": ("instead: double.effect", 1),
}


@pytest.mark.parametrize("name", HEARD)
def test_abilities_hear_what_is_done_of_a_kind(name: str, tmp_path: Path) -> None:
    text, times = HEARD[name]
    game = program(tmp_path, BOOK + f"abilities:\n  player:\n    ear: {{{text}, do: heard +1}}\n")
    state = game.start(1)
    act(game, state, "double red_2")
    assert value(game, state, "heard") == times
    assert value(game, state, "seen") == (0 if text.startswith("instead") else 5)


def test_steps_of_a_kind_are_replaced(tmp_path: Path) -> None:
    game = program(tmp_path, BOOK + "abilities:\n  player:\n    ear: {instead: rest.count, do: heard +1}\n")
    state = game.start(1)
    act(game, state, "pass")
    act(game, state, "rest red_1 1")
    assert (value(game, state, "heard"), value(game, state, "rests")) == (1, 0)


def test_one_count_of_the_player_for_all(tmp_path: Path) -> None:
    game = program(
        tmp_path, BOOK.replace("minor: {limit: once per turn}", "minor: {limit: once per turn counted as x}")
    )
    state = game.start(1)
    act(game, state, "minor red_1")
    assert offered(game, state) == ["double red_2", "pass"]


def test_where_things_without_parts_have_their_actions(tmp_path: Path) -> None:
    book = BOOK.replace("minor: {limit", "minor: {in: [thrown], limit")
    more = "    move top 1 of (deck where points is 1) to thrown\n"
    book = book.replace("    take turns once", f"{more}    take turns once")
    game = program(tmp_path, book, CARDS.replace("points: 1, copies: 4", "points: 1, copies: 5"))
    state = game.start(1)
    assert offered(game, state) == ["minor red_1", "pass"]


def test_an_effect_that_names_the_component_asks_which(tmp_path: Path) -> None:
    cards = CARDS.replace("minor: gold -1 -> seen +1", "minor: gold -1 -> move this to thrown")
    game = program(tmp_path, BOOK.replace("shown: {set of", "shown: {row of"), cards)
    assert game.model.bodies["minor red_1"].choices[0].local == "this"
    state = game.start(1)
    act(game, state, "minor red_1")
    assert sum(1 for i in game.layout.instances if i.place.name == "thrown" and len(state[i.cell]) == 1) == 1


def test_offers_of_many_printed_actions_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = program(tmp_path / "plain").start(3)
    monkeypatch.setattr(answering, "_MANY", 1)
    game = program(tmp_path / "narrowed")
    state = game.start(3)
    assert state[6:] == plain[6:]
    assert offered(game, state) == ["minor red_1", "double red_2", "pass"]
    act(game, state, "pass")
    assert offered(game, state) == ["sleep", "wake", "rest red_1 1", "rest red_1 2"]


def test_actions_are_called_as_their_cards_are_printed(tmp_path: Path) -> None:
    cards = CARDS.replace("  red_1:", "  Old Axe:")
    names = Names(program(tmp_path, cards=cards).layout)
    assert names.action("minor old_axe") == "minor Old Axe"
    assert names.action("rest old_axe 2") == "rest Old Axe 2"
    assert names.printed("minor old_axe") == "gold -1 -> seen +1"
    assert names.action("sleep") == "sleep"
    assert names.printed("sleep") == ""


@pytest.mark.parametrize("rows", [0, 4])
def test_rows_without_copies_have_no_actions(rows: int, tmp_path: Path) -> None:
    game = program(tmp_path, cards=CARDS.replace("points: 3, copies: 4", f"points: 3, copies: {rows}"))
    assert ("minor green_3" in game.model.bodies) is bool(rows)


REACHING = {
    "nothing to do": ("reachable(seen >= 0, minor)", True),
    "one action": ("reachable(seen >= 1, minor)", True),
    "several, of all kinds that are this one": ("reachable(seen >= 12, minor)", True),
    "more than can be paid": ("reachable(seen >= 13, minor)", False),
    "of another kind": ("reachable(seen >= 11, double)", False),
    "decisions of its own": ("reachable(points of top of thrown is 2, rest)", True),
    "by chance": ("reachable(any(table), rest)", False),
}


@pytest.mark.parametrize("name", REACHING)
def test_what_can_be_reached_by_printed_actions(name: str, tmp_path: Path) -> None:
    condition, possible = REACHING[name]
    game = reaching(tmp_path, condition)
    before = game.start(1)
    state = before[:]
    assert ("sleep" in offered(game, state)) is possible
    # Nothing has changed by looking.
    assert state == before


def reaching(folder: Path, condition: str) -> Program:
    """A game in which one action is possible if something can be reached."""
    book = BOOK.replace("  sleep: seen +100", f"  sleep: {{require: {{far: '{condition}'}}, do: seen +100}}")
    rest = "[choose 1 c from shown; move c to thrown, let x = random deck; move x to table]"
    cards = CARDS.replace("[seen +10, gold -2 -> seen +20]", rest)
    return program(folder, book.replace("offer any of minor", "offer any of minor, sleep"), cards)


@pytest.mark.parametrize("build", ["traced", "direct"])
def test_every_build_looks_at_the_same(build: str, tmp_path: Path) -> None:
    game = reaching(tmp_path, REACHING["one action"][0])
    other = Program(compile_model(game.model, **{build: True}))
    state = game.start(1)
    for seen, possible in ((12, True), (13, False)):
        assert other.reachable(state, 0, "minor", lambda s, n=seen: value(game, s, "seen") >= n) is possible
