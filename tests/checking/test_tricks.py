"""Tricks: the statements that they become, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking import model as m

from . import books
from .models import elaborated, marked, model_of, shown

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
components:
  card: {has: {suit: "one of [red, green, blue]", rank: 1..9}}
  chip: {has: {worth: integer}}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  bank: {set of: chip, home: yes}
  hand: {set of: card, each: player, seen by: owner}
  front: {spot for: card, each: player}
  table: {pile of: card}
  purse: {set of: chip, each: player}
  row: {pile of: card, each: player}
state:
  game: {opened: flag, trump: {type: suit, start: red}}
  player: {coins: integer}
values:
  card: {strength: rank * 2}
phases:
  game: |
    deal 1 from deck to each player's hand
    let who = first of players
    play trick clockwise from who won by winner
    move every front to winner's row
    shuffle table if opened and any(cards where strength > 4)
tricks:
  trick:
"""
CARDS = """\
card:
  low_red: {suit: red, rank: 1}
  high_red: {suit: red, rank: 2}
  low_blue: {suit: blue, rank: 1}
"""
LINES = {
    "play": "card from hand",
    "to": "front",
    "lead": "suit is not red or opened",
    "follow": "suit is suit of led",
    "wins": "[suit is suit of led, most rank]",
}


def book(changes: dict[str, str] | None = None) -> str:
    """A rulebook with one trick, some of whose lines are others (or left out, where they are empty)."""
    lines = LINES | (changes or {})
    return BOOK + "".join(f"    {key}: {text}\n" for key, text in lines.items() if text)


def played(folder: Path, changes: dict[str, str] | None = None) -> list[str]:
    """What playing the trick becomes, from the first statement of its own to the one that names the winner."""
    model = model_of(folder, book(changes), CARDS)
    stmts = model.bodies["game"].steps[0].stmts[2:-2]
    return [shown(stmt) for stmt in stmts]


def turn(folder: Path, changes: dict[str, str] | None = None) -> list[str]:
    """What each player does in the trick."""
    model = model_of(folder, book(changes), CARDS)
    each = next(s for s in model.bodies["game"].steps[0].stmts if isinstance(s, m.ForEach))
    return [shown(stmt) for stmt in each.body]


def test_a_trick_is_played_in_turn_and_won(tmp_path: Path) -> None:
    begin, none, each, *wins, winner = played(tmp_path)
    assert (begin, none) == ("Let(led, -1)", "Let(all_played, SetOf([]))")
    assert each.startswith("ForEach(you, Clockwise(who, AllOf(None)), [Let(may_play,")
    assert wins == [
        "Let(left_3, Otherwise(Filter(all_played, it_4, Equal(Prop(suit, it_4), Prop(suit, led))), all_played))",
        "Let(left_4, Extreme(left_3, it_5, Prop(rank, it_5), True))",
    ]
    assert winner == "Let(winner, OwnerOf(WhereIs(Ends(first, None, left_4), front)))"


def test_what_each_player_does(tmp_path: Path) -> None:
    first = "Equal(led, -1)"
    test = "Logic(or, [Not(Equal(Prop(suit, it_2), 0)), Read(opened, None)])"
    lead = f"Let(left, Otherwise(Filter(may_play, it_2, {test}), may_play))"
    follow = "Let(left_2, Otherwise(Filter(may_play, it_3, Equal(Prop(suit, it_3), Prop(suit, led))), may_play))"
    assert turn(tmp_path) == [
        "Let(may_play, Contents(PlaceOf(hand, you)))",
        f"If([[{first}, [{lead}, Let(may_play, left)]]], [{follow}, Let(may_play, left_2)])",
        "Choose(you, Choice(played, True, 1, 1, Filter(Contents(PlaceOf(hand, you)), it, In(it, may_play)), None))",
        "Move(played, PlaceOf(front, you), None, None, [])",
        f"If([[{first}, [Let(led, played)]]], [])",
        "Let(all_played, Union(all_played, SetOf([played])))",
    ]


def test_without_lines_everything_may_be_played(tmp_path: Path) -> None:
    stmts = turn(tmp_path, {"lead": "", "follow": ""})
    assert stmts[1] == "If([[Equal(led, -1), [Let(may_play, may_play)]]], [Let(may_play, may_play)])"


def test_what_may_always_be_played(tmp_path: Path) -> None:
    stmts = turn(tmp_path, {"lead": "", "always": "it is low_red"})
    free = "Filter(Contents(PlaceOf(hand, you)), it_3, IsRow(it_3, {low_red}))"
    assert f"[Let(may_play, Union(may_play, {free}))]" in stmts[1]
    assert f"Let(may_play, Union(left, {free}))" in stmts[1]


def test_from_a_place_with_an_order(tmp_path: Path) -> None:
    stmts = turn(tmp_path, {"play": "card from your row"})
    assert stmts[0] == "Let(may_play, AllIn(SetOf([PlaceOf(row, you)])))"


def test_the_first_that_was_played(tmp_path: Path) -> None:
    *_, first, _ = played(tmp_path, {"wins": "most rank, first"})
    theirs = "Filter(left_3, it_5, Equal(OwnerOf(WhereIs(it_5)), them))"
    player = f"Ends(first, None, Filter(Clockwise(who, AllOf(None)), them, AnyOf({theirs})))"
    assert first == f"Let(left_4, Filter(left_3, it_6, Equal(OwnerOf(WhereIs(it_6)), {player})))"


def test_lines_in_one_text_and_in_a_list_are_the_same(tmp_path: Path) -> None:
    one = played(tmp_path, {"wins": "suit is suit of led, most rank"})
    assert played(tmp_path, {"wins": "[suit is suit of led, most rank]"}) == one


def test_a_trick_does_not_see_the_names_of_whoever_plays_it(tmp_path: Path) -> None:
    plain, places = marked(book({"lead": "owner of it is «who»"}))
    found = [p for p in elaborated(tmp_path, plain, CARDS)[1] if p.code not in ("unused-name", "unreachable")]
    assert [p.code for p in found] == ["unknown-name"]
    assert found[0].span is not None
    assert [(found[0].span.start, found[0].span.end)] == places


def test_the_winner_has_a_type(tmp_path: Path) -> None:
    model = model_of(tmp_path, book(), CARDS)
    locals = model.bodies["game"].locals
    assert locals["winner"] == m.Type("player", optional=True)
    assert locals["led"] == m.Type("component", "card", optional=True)
    assert locals["all_played"] == m.set_of(m.Type("component", "card"))


def test_two_tricks_one_after_the_other(tmp_path: Path) -> None:
    text = book().replace("won by winner\n", "won by winner\n    play trick clockwise from winner\n")
    stmts = model_of(tmp_path, text, CARDS).bodies["game"].steps[0].stmts
    assert [type(s) for s in stmts].count(m.ForEach) == 2


MISTAKES = {
    "no trick": ("play trick", "play «trik»", "unknown-name", "there is no trick `trik`", "`trick`"),
    "no player": ("from who", "from «deck»", "wrong-type", "a player is needed", ""),
    "a winner that hides": ("by winner", "by winner; let «coins» = who", "name-hides", "`coins`", ""),
    "no kind": ("play: card", "play: «crad»", "unknown-name", "`crad` is no kind of component", "`card`"),
    "another kind": ("card from hand", "card from «purse»", "wrong-type", "`purse` holds `chip`, not `card`", ""),
    "no place": ("card from hand", "card from «hnd»", "unknown-name", "`hnd`", "`hand`"),
    "nowhere": ("to: front", "to: «frnt»", "unknown-name", "players have no place `frnt`", "`front`"),
    "a common place": ("to: front", "to: «table»", "wrong-type", "is not a place of each player", "each: player"),
    "a place of others": ("to: front", "to: «purse»", "wrong-type", "`purse` holds `chip`, not `card`", ""),
    "no condition": ("lead: suit is not red or opened", "lead: «rank»", "wrong-type", "yes or no", ""),
    "led by nobody": ("not red or opened", "suit of «led»", "unknown-name", "`led`", ""),
    "no such property": ("suit is suit of led\n", "«siut» is suit of led\n", "unknown-name", "`siut`", ""),
    "no number": ("most rank", "most «it»", "wrong-type", "`it` is a card, and a number is needed", ""),
    "nobody judges": ("most rank", "most «coins»", "whose", "`coins`", ""),
    "two that win": (
        "[suit is suit of led, most rank]",
        "«suit is suit of led»",
        "unclear-winner",
        "`low_red`",
        "first",
    ),
    "two of equal rank": ("[suit is suit of led, most rank]", "«most rank»", "unclear-winner", "`low_blue`", "first"),
    "trumps alone": ("is suit of led, most rank]", "is trump, «most rank of it»]", "unclear-winner", "`low_blue`", ""),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_once_where_it_stands(name: str, tmp_path: Path) -> None:
    old, new, code, message, help = MISTAKES[name]
    text = book()
    assert text.count(old) == 1
    plain, places = marked(text.replace(old, new))
    problems = [p for p in elaborated(tmp_path, plain, CARDS)[1] if p.code not in ("unused-name", "unreachable")]
    assert [p.code for p in problems] == [code], books.said(problems)
    span = problems[0].span
    assert span is not None
    assert [(span.start, span.end)] == places, span.text
    assert message in problems[0].message
    assert help in (problems[0].help or "")


@pytest.mark.parametrize(
    "wins",
    [
        "most rank, first",
        "[suit is trump, suit is suit of led, most rank]",
        "[suit of led is suit, least rank of it]",
        "most strength",
        "[it is low_red, most rank]",
    ],
)
def test_winners_that_are_clear_or_cannot_be_told(wins: str, tmp_path: Path) -> None:
    assert elaborated(tmp_path, book({"wins": wins}), CARDS)[1] == []


def test_copies_make_winners_unclear(tmp_path: Path) -> None:
    found = elaborated(tmp_path, book(), CARDS.replace("rank: 2}", "rank: 2, copies: 2}"))[1]
    assert [p.message for p in found] == ["two `high_red` could win this trick alike"]


def test_led_is_nothing_else(tmp_path: Path) -> None:
    text = book().replace("state:\n  game: {", "state:\n  game: {led: flag, ")
    found = [p for p in elaborated(tmp_path, text, CARDS)[1] if p.code not in ("unused-name", "unreachable")]
    assert [p.code for p in found] == ["name-hides"]


def test_a_trick_that_nothing_plays(tmp_path: Path) -> None:
    text = book().replace("play trick clockwise from who won by winner", "let winner = who")
    assert [p.message for p in elaborated(tmp_path, text, CARDS)[1]] == ["nothing uses the trick `trick`"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"wins": ""}, ["missing-key: `trick` has no `wins`"]),
        ({"play": ""}, ["missing-key: `trick` has no `play`"]),
        ({"leadd": "red"}, ["unknown-key: `leadd` is no key of a trick"]),
        ({"to": "[front]"}, ["wrong-kind: `to` holds a name, not a list"]),
        ({"play": "hand"}, ["cannot-read: this ends too early"]),
    ],
)
def test_a_wrong_shape(changes: dict[str, str], expected: list[str], tmp_path: Path) -> None:
    found = books.problems(tmp_path, {"rulebook.yaml": book(changes), "cards.yaml": CARDS})
    assert [f"{p.code}: {p.message}" for p in found if p.code not in ("unused-name", "unreachable")] == expected


def test_readings_change_tricks_and_meet_what_reads_them(tmp_path: Path) -> None:
    reading = (
        "options:\n  free: {default: no, about: what is led, readings: {no: {about: n}, yes: {about: y, PATCH}}}\n"
    )
    patch = "set: {tricks: {trick: {lead: [most rank]}}}"
    text = reading.replace("PATCH", patch) + book()
    rulebook = books.opened(tmp_path, {"rulebook.yaml": text, "cards.yaml": CARDS})
    model, found = rulebook.configure(2, settings={"free": "yes"})
    assert model is not None, books.said(found)
    assert "Extreme(may_play" in shown(model.bodies["game"].steps[0].stmts)
    wrong = text.replace("most rank]}}}", "most rnk]}}}")
    problems = books.problems(tmp_path, {"rulebook.yaml": wrong, "cards.yaml": CARDS})
    assert [p.code for p in problems] == ["unknown-name"]
