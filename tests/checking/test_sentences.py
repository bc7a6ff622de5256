"""Sentences become typed statements."""

from __future__ import annotations

from pathlib import Path

from encanta.checking import model as m

from .models import HEAD, model_of, pairs, shown

SENTENCES = pairs("sentences.txt")
REST = """scoring: {round: {of: side, lines: {a: 1}, adds to: total}}
actions:
  lay: {choose: {c: from hand}, do: move c to table}
  take_two: take 2
procedures:
  take n: move top n of deck to hand
  hand_over cards to player other: move cards to other's hand
  take_one: take 1
"""


def phases(folder: Path, blocks: list[str]) -> list[m.Body]:
    """Phases that do these things for a player."""
    text = f"{HEAD}{REST}phases:\n  turn2: take 1\n  game: |\n    each player:\n"
    text += f"      do {', '.join(f'p{number}' for number in range(len(blocks)))}\n"
    for number, block in enumerate(blocks):
        text += f"  p{number}: |\n" + "".join(f"    {line}\n" for line in block.splitlines())
    model = model_of(folder, text)
    return [model.bodies[f"p{number}"] for number in range(len(blocks))]


def test_sentences(tmp_path: Path) -> None:
    found = [shown(body.steps[0].stmts)[1:-1] for body in phases(tmp_path, list(SENTENCES))]
    assert dict(zip(SENTENCES, found, strict=True)) == SENTENCES


def test_locals_have_types(tmp_path: Path) -> None:
    block = "choose c from hand\nchoose 2 more from hand\nlet n = count(more)\ntake n if c is something"
    (body,) = phases(tmp_path, [block])
    card = m.Type("component", "card")
    assert body.locals == {
        "you": m.PLAYER,
        "c": m.Type("component", "card", optional=True),
        "more": m.set_of(card),
        "n": m.INTEGER,
    }


def test_one_name_for_two_things_one_after_the_other_makes_two_locals(tmp_path: Path) -> None:
    (body,) = phases(tmp_path, ["if long:\n  let x = 1\n  take x\nif long:\n  let x = you\n  x takes 1"])
    assert (body.locals["x"], body.locals["x_2"]) == (m.INTEGER, m.PLAYER)


def test_the_game_runs_for_nobody_and_what_it_runs_too(tmp_path: Path) -> None:
    text = f"""{HEAD}phases:
  game: |
    do prepare
    each player:
      do turn
  prepare: mix
  turn: take 1; mix
procedures:
  take n: move top n of deck to hand
  mix: shuffle deck
"""
    bodies = model_of(tmp_path, text).bodies
    assert {name: body.has_you for name, body in bodies.items()} == {
        "game": False, "prepare": False, "turn": True, "take": True, "mix": False,
    }  # fmt: skip
    assert shown(bodies["turn"].steps[0].stmts) == "[Run(take, you, [1]), Run(mix, None, [])]"


def test_an_action_with_choices_requirements_variables_and_steps(tmp_path: Path) -> None:
    text = f"""{HEAD}phases:
  game: |
    each player:
      do turn; offer any of lay
  turn: shuffle deck
actions:
  lay:
    about: lay cards of a suit
    limit: twice per turn counted as laying
    choose:
      color: from suits as s where any(hand where suit is s)
      laid: 1 or more from hand where suit is color
    require: {{enough: count(laid) >= fewest}}
    with: {{extra: count(laid) - 1}}
    steps:
      lay: move laid to table with group color
      draw: take extra
values: {{player: {{fewest: 2}}}}
procedures:
  take n: move top n of deck to hand
"""
    lay = model_of(tmp_path, text).bodies["lay"]
    assert (lay.kind, lay.about, lay.has_you) == ("action", "lay cards of a suit", True)
    assert [(choice.local, choice.single, choice.type) for choice in lay.choices] == [
        ("color", True, m.Type("enum", "suit")),
        ("laid", False, m.set_of(m.Type("component", "card"))),
    ]
    assert shown(lay.choices[1].source) == "Filter(Contents(PlaceOf(hand, you)), it_2, Equal(Prop(suit, it_2), color))"
    assert [(r.name, shown(r.condition)) for r in lay.requires] == [
        ("enough", "Compare(>=, Count(laid), ValueOf(fewest, you, []))")
    ]
    assert lay.limit is not None
    assert (lay.limit.times, lay.limit.phase, lay.limit.key) == (2, "turn", "laying")
    assert [(name, type, shown(start)) for name, type, start in lay.variables] == [
        ("extra", m.INTEGER, "Arith(-, Count(laid), 1)")
    ]
    assert [(step.name, shown(step.stmts)) for step in lay.steps] == [
        ("lay", "[Move(laid, PlaceOf(table, SideOf(you)), None, None, [[group, color]])]"),
        ("draw", "[Run(take, you, [extra])]"),
    ]
