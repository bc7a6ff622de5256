"""Mistakes in kinds of actions and in actions that are printed on rows are reported where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from .models import CARDS, HEAD, VERBS, elaborated, marked

BOOK = f"""\
{HEAD}{VERBS}phases:
  game: |
    take turns once clockwise from first of players:
      do turn
  turn: |
    offer any of minor, double, rest
    offer any of throw
actions:
  throw: move top of deck to thrown
kinds:
  minor: {{limit: once per turn}}
  double: {{is: minor, limit: twice per turn}}
  rest:
    require: {{there are cards: any(deck)}}
    steps:
      pay: pay cost
      effect: do effect
"""
MISTAKES = {
    "no such kind": ("double: {is: minor", "double: {is: «minr»", "unknown-name", "there is no kind of action `minr`"),
    "a circle": ("minor: {limit", "minor: {is: double, limit", "value-cycle", "needs itself"),
    "no such place": ("minor: {limit", "minor: {in: [«hnd»], limit", "unknown-name", "there is no place `hnd`"),
    "no effect": ("      effect: do effect\n", "      more: take 1\n", "kind-steps", "leave out `do effect`"),
    "no phase": ("twice per turn", "twice per «trn»", "unknown-name", "there is no phase `trn`"),
    "offered under a wrong name": ("any of minor,", "any of «mnor»,", "unknown-name", "no action or kind `mnor`"),
    "reaching by no kind": (
        "{there are cards: any(deck)}",
        "{there are cards: 'reachable(any(deck), «mnor»)'}",
        "unknown-name",
        "there is no kind of action `mnor`",
    ),
    "no such step": (
        "kinds:",
        "abilities: {player: {a: {when: before rest.«eff», do: take 1}}}\nkinds:",
        "unknown-name",
        "`rest` has no step `eff`",
    ),
    "a verb of a kind": ("throw: move", "throw: «minor»; move", "cannot-read", "`minor`"),
    "an unknown verb on a row": (
        "trick: take 1",
        "trick: take 1, minor: «tke» 2",
        "cannot-read",
        "`tke` is not a verb",
    ),
    "a misspelt name on a row": (
        "trick: take 1",
        "trick: take 1, rest: take «point» of this",
        "unknown-name",
        "`point`",
    ),
    "what is no cost": (
        "trick: take 1",
        "trick: take 1, rest: «shuffle deck» -> take 1",
        "no-cost",
        "cannot be a cost",
    ),
    "no such kind on a row": (
        "trick: take 1",
        "trick: take 1, «mnor»: take 1",
        "unknown-name",
        "`mnor` is no property",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_once_where_it_stands(name: str, tmp_path: Path) -> None:
    old, new, code, message = MISTAKES[name]
    assert (old in BOOK) != (old in CARDS)
    plain, places = marked(new)
    _, found = elaborated(tmp_path, BOOK.replace(old, plain, 1), CARDS.replace(old, plain, 1))
    problems = [problem for problem in found if problem.severity == "error"]
    assert [problem.code for problem in problems] == [code], [p.message for p in problems]
    assert message in problems[0].message
    span = problems[0].span
    assert span is not None
    if places:
        assert span.text == plain[places[0][0] : places[0][1]]


def test_a_cost_that_the_steps_leave_out(tmp_path: Path) -> None:
    cards = CARDS.replace("trick: take 1", "trick: take 1, rest: take 1 -> take 2")
    _, found = elaborated(tmp_path, BOOK.replace("      pay: pay cost\n", ""), cards)
    assert [problem.code for problem in found if problem.severity == "error"] == ["kind-steps"]


def test_a_rulebook_without_mistakes(tmp_path: Path) -> None:
    cards = CARDS.replace("trick: take 1", "trick: take 1, minor: take 1, rest: [take 1 -> take 2, take 3]")
    model, found = elaborated(tmp_path, BOOK, cards)
    assert model is not None, [problem.message for problem in found]
    assert [name for name in model.bodies if " " in name] == ["minor joker", "rest joker 1", "rest joker 2"]
    assert list(model.kinds) == ["minor", "double", "rest"]
