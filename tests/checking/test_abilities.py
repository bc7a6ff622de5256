"""Abilities, events, latches and static changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking import model as m

from .models import CARDS, HEAD, elaborated, model_of, shown

REST = """phases:
  game: |
    take turns clockwise from first of players:
      do turn
      until none(deck)
  turn: search
procedures:
  take n: move top n of deck to hand
  search:
    with: {drawn: 2}
    steps:
      draw: take drawn
      keep: shuffle deck
values:
  player: {worth: count(hand)}
  side: {bonus(suit s): 0}
events:
  side:
    first_of(suit s): {when: any(table where suit is s) becomes yes, if: long, limit: once per turn}
  game:
    ran_out: {when: deck becomes empty}
"""


def ability(folder: Path, owner: str, keys: str) -> m.Ability:
    """The ability of an owner with these keys."""
    text = f"{HEAD}{REST}abilities:\n  {owner}:\n    echo: {keys}\n"
    (found,) = model_of(folder, text).abilities
    return found


TRIGGERS = {
    ("player", "your turn begins"): "StepTrigger(True, turn, None, False)",
    ("player", "turn ends"): "StepTrigger(False, turn, None, True)",
    ("player", "before search.draw"): "StepTrigger(True, search, draw, False)",
    ("player", "after search"): "StepTrigger(False, search, None, False)",
    ("game", "before search.draw"): "StepTrigger(True, search, draw, True)",
    ("side", "game ends"): "StepTrigger(False, game, None, True)",
    ("player", "a card enters your hand"): "MoveTrigger(True, hand, True, None, None)",
    ("player", "a card enters hand"): "MoveTrigger(True, hand, True, None, None)",
    ("player", "a king enters your table from hand"): "MoveTrigger(True, table, True, hand, IsRow(it, {king}))",
    ("player", "a joker leaves deck"): "MoveTrigger(False, deck, False, None, IsRow(it, {joker}))",
    ("side", "a card enters every hand"): "MoveTrigger(True, hand, False, None, None)",
    ("game", "a card enters hands"): "MoveTrigger(True, hand, False, None, None)",
    ("game", "a card enters hand"): "MoveTrigger(True, hand, False, None, None)",
    ("side", "total rises"): "EdgeTrigger(rises, Read(total, you), None)",
    ("side", "total changes"): "EdgeTrigger(changes, Read(total, you), None)",
    ("player", "worth falls"): "EdgeTrigger(falls, ValueOf(worth, you, []), None)",
    ("player", "led becomes red"): "EdgeTrigger(becomes, Read(led, None), 0)",
    ("player", "any(hand) becomes no"): "EdgeTrigger(becomes, AnyOf(Contents(PlaceOf(hand, you))), 0)",
    ("player", "hand becomes empty"): "EdgeTrigger(becomes, Not(AnyOf(Contents(PlaceOf(hand, you)))), 1)",
    ("game", "ran_out"): None,
}


@pytest.mark.parametrize(("owner", "event"), [key for key in TRIGGERS if TRIGGERS[key]])
def test_triggers(owner: str, event: str, tmp_path: Path) -> None:
    found = ability(tmp_path, owner, f"{{when: {event}, do: shuffle deck}}")
    assert [shown(trigger) for trigger in found.triggers] == [TRIGGERS[owner, event]]


def test_several_triggers_and_phases(tmp_path: Path) -> None:
    keys = "{when: [your turn begins, a card enters your hand], during: [game, turn], optional: yes, do: take 1}"
    found = ability(tmp_path, "player", keys)
    assert (len(found.triggers), found.during, found.optional) == (2, ("game", "turn"), True)
    assert shown(found.stmts) == "[Run(take, you, [1])]"


def test_you_is_the_side_in_its_conditions_and_the_player_who_decides_in_what_it_does(tmp_path: Path) -> None:
    keys = "{while: count(table) > 1, when: total rises, if: total > 3, limit: once per turn"
    keys += ", do: take count(self's table)}"
    found = ability(tmp_path, "side", keys)
    assert shown(found.condition) == "Compare(>, Count(Contents(PlaceOf(table, you))), 1)"
    assert shown(found.event_condition) == "Compare(>, Read(total, you), 3)"
    assert shown(found.stmts) == "[Run(take, you, [Count(Contents(PlaceOf(table, self)))])]"
    assert found.limit is not None
    assert (found.limit.times, found.limit.phase, found.limit.key) == (1, "turn", "side.echo")
    assert (found.locals["you"], found.locals["self"]) == (m.PLAYER, m.SIDE)


def test_it_is_what_entered(tmp_path: Path) -> None:
    keys = "{when: a card enters your hand, if: bright of it, do: move it to thrown}"
    found = ability(tmp_path, "player", keys)
    assert shown(found.event_condition) == "Prop(bright, it)"
    assert shown(found.stmts) == "[Move(it, PlaceOf(thrown, None), None, None, [])]"


def test_an_ability_on_a_step_sees_the_variables_of_the_run(tmp_path: Path) -> None:
    before = ability(tmp_path, "side", "{when: before search.draw, if: drawn < 4, do: set drawn to drawn + 1}")
    assert shown(before.event_condition) == "Compare(<, drawn, 4)"
    assert shown(before.stmts) == "[Let(drawn, Arith(+, drawn, 1))]"
    instead = ability(tmp_path, "side", "{instead: search.keep, do: take drawn}")
    assert shown(instead.instead) == "StepTrigger(True, search, keep, False)"
    assert shown(instead.stmts) == "[Run(take, you, [drawn])]"


def test_a_named_event_is_its_trigger_with_the_arguments_put_in(tmp_path: Path) -> None:
    found = ability(tmp_path, "side", "{when: first_of(blue), if: total > 3, do: shuffle deck}")
    assert [shown(trigger) for trigger in found.triggers] == [
        "EdgeTrigger(becomes, AnyOf(Filter(Contents(PlaceOf(table, you)), it, Equal(Prop(suit, it), 2))), 1)"
    ]
    assert shown(found.event_condition) == "Logic(and, [OptionValue(long), Compare(>, Read(total, you), 3)])"
    assert found.limit is not None
    assert found.limit.key == "side:first_of(2) side.echo"


CHANGES = {
    ("player", "worth + 2"): "Change(worth, None, None, +, 2, it)",
    ("side", "bonus is total"): "Change(bonus, None, None, is, Read(total, you), it)",
    ("side", "points of a card is 4"): "Change(None, points, None, is, 4, it)",
    ("side", "points of a king is 4"): "Change(None, points, IsRow(it, {king}), is, 4, it)",
    ("side", "points of a king in table at least 3"):
        "Change(None, points, Logic(and, [IsRow(it, {king}), In(it, Contents(PlaceOf(table, you)))]), at least, 3, it)",
    ("player", "points of a card in every hand times 2"):
        "Change(None, points, In(it, AllIn(AllOf(hand))), times, 2, it)",
    ("player", "suit of a joker is red"): "Change(None, suit, IsRow(it, {joker}), is, 0, it)",
}  # fmt: skip


@pytest.mark.parametrize(("owner", "change"), CHANGES)
def test_static_changes(owner: str, change: str, tmp_path: Path) -> None:
    found = ability(tmp_path, owner, f"{{while: long, value: {change}}}")
    assert [shown(part) for part in found.changes] == [CHANGES[owner, change]]


def test_an_ability_of_a_row(tmp_path: Path) -> None:
    cards = CARDS + "  queen:\n    points: 1\n    abilities:\n      five:\n        in: table\n"
    cards += "        while: count(table) > 1\n        value: [points of this is 8, points of a king - 1]\n"
    model = model_of(tmp_path, HEAD + REST, cards)
    (found,) = model.abilities
    assert (found.owner, found.row, found.places) == ("card", "queen", ("table",))
    assert shown(found.condition) == "Compare(>, Count(Contents(PlaceOf(table, you))), 1)"
    assert shown(found.changes[0]) == "Change(None, points, Equal(it, this), is, 8, it)"
    queen = next(row for row in model.components["card"].rows if row.name == "queen")
    assert queen.abilities == [found]


def test_variables_start_reset_and_latch(tmp_path: Path) -> None:
    head = HEAD.replace(
        "  player: {coins: integer}",
        "  player: {coins: {type: integer, start: goal * 2, reset: turn}}",
    ).replace(
        "led: optional suit",
        'dry: {type: flag, reset: turn, "becomes yes when": deck becomes empty}, led: optional suit',
    )
    by_name = {variable.name: variable for variable in model_of(tmp_path, head + REST).variables}
    assert shown(by_name["coins"].start) == "Arith(*, OptionValue(goal), 2)"
    assert (by_name["coins"].reset, by_name["coins"].owner) == ("turn", "player")
    assert by_name["group"].leaving == ("table",)
    assert (by_name["dry"].owner, by_name["dry"].reset) == (None, "turn")
    assert shown(by_name["dry"].latch) == "EdgeTrigger(becomes, Not(AnyOf(Contents(PlaceOf(deck, None)))), 1)"


def test_what_a_step_that_is_not_there_would_declare_is_not_missed(tmp_path: Path) -> None:
    text = f"{HEAD}{REST}abilities:\n  player:\n    echo: {{instead: search.kep, do: take drawn}}\n"
    _, found = elaborated(tmp_path, text)
    assert [problem.message for problem in found if problem.severity == "error"] == ["`search` has no step `kep`"]


def test_a_limit_counted_with_nothing_else(tmp_path: Path) -> None:
    text = f"{HEAD}{REST}abilities:\n  player:\n"
    text += "    a: {when: hand becomes empty, limit: once per turn counted as one, do: take 1}\n"
    text += "    b: {when: hand becomes empty, limit: once per turn counted as two, do: take 1}\n"
    text += "    c: {when: hand becomes empty, limit: twice per turn counted as two, do: take 1}\n"
    _, found = elaborated(tmp_path, text)
    assert [p.span.text for p in found if p.span is not None and "counted as" in p.message] == ["one"]
