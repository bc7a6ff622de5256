"""Rows, score sheets, ends, the longest game, checks, places."""

from __future__ import annotations

from pathlib import Path

from encanta.checking import model as m

from . import books
from .models import CARDS, HEAD, elaborated, model_of, shown

REST = """phases:
  game: |
    repeat:
      do turn
  turn: tally turn; mix
procedures:
  take n: move top n of deck to hand
  mix: shuffle deck
scoring:
  turn:
    of: side
    lines:
      table: sum(points of table)
      hand: {each: player, is: 0 - count(hand)}
    adds to: total
end:
  first to goal: {after: turn, if: any(sides where total >= goal), winners: sides with most total}
  no cards: {after: turn, if: none(every hand), result: drawn}
limits:
  turn: {at most: 30, per: game, then: drawn}
checks:
  few in hand: none(players where count(hand) > 9)
  coins: {after: turn, that: none(players where coins < 0)}
setup:
  mix: shuffle deck
  deal: deal 1 from deck to each player's hand
"""


def test_rows(tmp_path: Path) -> None:
    rows = {row.name: row for row in model_of(tmp_path, HEAD + REST).components["card"].rows}
    assert {name: row.copies for name, row in rows.items()} == {"ace": 2, "king": 1, "joker": 1}
    assert rows["ace"].values == {"suit": 0, "points": 3, "bright": 0, "marks": 0}
    assert rows["king"].values["marks"] == 0b101
    assert rows["joker"].values == {"points": 0, "bright": 1, "marks": 0}
    assert shown(rows["joker"].effects["trick"].stmts) == "[Run(take, you, [1])]"


def test_copies_follow_the_number_of_players(tmp_path: Path) -> None:
    text = (HEAD + REST).replace("  card:\n    has", "  card:\n    decks: 1 if count(players) < 3 else 2\n    has")
    cards = CARDS.replace("copies: 2", "copies: goal - 8")
    for players, copies in ((2, 2), (3, 4)):
        model = model_of(tmp_path, text, cards, players)
        assert model.components["card"].rows[0].copies == copies


def test_sheets_are_sums_for_a_side(tmp_path: Path) -> None:
    sheet = model_of(tmp_path, HEAD + REST).sheets["turn"]
    assert [(name, shown(line)) for name, line in sheet.lines] == [
        ("table", "Fold(sum, Map(Contents(PlaceOf(table, you)), it, Prop(points, it)))"),
        ("hand", "Fold(sum, Map(Members(you), you_2, Arith(-, 0, Count(Contents(PlaceOf(hand, you_2))))))"),
    ]
    assert sheet.adds_to is not None
    assert (sheet.owner, sheet.adds_to.name) == ("side", "total")


def test_ends_limits_checks_and_set_up(tmp_path: Path) -> None:
    model = model_of(tmp_path, HEAD + REST)
    assert [(end.name, end.after.name, end.result) for end in model.ends] == [
        ("first to goal", "turn", None),
        ("no cards", "turn", "drawn"),
    ]
    assert shown(model.ends[0].winners) == "Extreme(AllOf(None), it_2, Read(total, it_2), True)"
    (longest,) = model.longest
    assert (longest.body, longest.per, longest.then) == (model.bodies["turn"], model.root, "drawn")
    assert [(check.name, check.after and check.after.name) for check in model.checks] == [
        ("few in hand", None),
        ("coins", "turn"),
    ]
    assert [step.name for step in model.setup] == ["mix", "deal"]
    assert (model.setup[0].kind, model.setup[0].has_you) == ("setup", False)
    assert model.bodies["mix"].kind == "procedure"


def test_places(tmp_path: Path) -> None:
    places = model_of(tmp_path, HEAD + REST).places
    assert {name: (p.form, p.each, p.seen_by, p.home) for name, p in places.items()} == {
        "deck": ("pile", None, "nobody", True),
        "thrown": ("pile", None, "everyone", False),
        "hand": ("set", "player", "owner", False),
        "table": ("set", "side", "everyone", False),
        "stack": ("pile", "suit", "everyone", False),
    }


def row_problems(folder: Path, row: str) -> list[str]:
    _, found = elaborated(folder, HEAD + REST, CARDS + f"  odd: {row}\n")
    return [f"{p.code} {p.span.line}:{p.span.column} {p.message}" for p in found if p.span is not None]


def test_wrong_rows(tmp_path: Path) -> None:
    assert row_problems(tmp_path, "{points: many}") == ["wrong-type 5:17 `many` is not a number, and `points` is"]
    assert row_problems(tmp_path, "{points: 1, suit: gren}") == [
        "wrong-type 5:26 `gren` is not one of red, green, blue, and `suit` is"
    ]
    assert row_problems(tmp_path, "{points: 1, pints: 2}") == ["unknown-name 5:20 `pints` is no property of a card"]
    assert row_problems(tmp_path, "{bright: yes}") == ["missing-property 5:3 `odd` does not say its `points`"]
    assert row_problems(tmp_path, "{points: 1, trick: take you}") == [
        "wrong-type 5:32 `you` is a player, and a number is needed"
    ]


def test_wrong_homes(tmp_path: Path) -> None:
    two = (HEAD + REST).replace("thrown: {pile of: card}", "thrown: {pile of: card, home: yes}")
    _, found = elaborated(tmp_path, two)
    assert books.said(found) == ["14 home-place: `deck` is the home of every `card` already"]
    none = (HEAD + REST).replace("home: yes, ", "")
    _, found = elaborated(tmp_path, none)
    assert books.said(found) == ["10 home-place: no place is the home of every `card`"]


def test_a_place_that_cannot_be_understood_gives_one_message(tmp_path: Path) -> None:
    _, found = elaborated(tmp_path, (HEAD + REST).replace("hand: {set of: card", "hand: {set of: crad"))
    assert [p.code for p in found] == ["unknown-name"]
    assert "crad" in found[0].message


def test_all_mistakes_are_reported_in_one_run(tmp_path: Path) -> None:
    text = (HEAD + REST).replace("tally turn", "tally trn").replace("sum(points of table)", "sum(pnts of table)")
    text = text.replace("total >= goal", "totl >= gaol")
    _, found = elaborated(tmp_path, text)
    assert [(p.code, p.span.text) for p in found if p.span is not None] == [
        ("unknown-name", "trn"),
        ("unknown-name", "pnts"),
        ("unknown-name", "totl"),
        ("unknown-name", "gaol"),
        ("unused-name", "take n"),
    ][: len(found)]


def test_the_model_is_complete(tmp_path: Path) -> None:
    model = model_of(tmp_path, HEAD + REST, players=3)
    assert (model.title, model.players, model.sides) == ("Tiny", 3, ((0,), (1,), (2,)))
    assert (model.settings["goal"], model.options["style"].members) == (10, ("plain", "wild"))
    assert model.enums["suit"].members == ("red", "green", "blue")
    assert isinstance(model.root, m.Body)
