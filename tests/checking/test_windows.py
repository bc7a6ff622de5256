"""Windows: what they become, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking import model as m

from . import books
from .models import elaborated, marked, model_of, shown

BOOK = """\
encanta: 1
title: Tiny
players: 2..4
options:
  asked: {default: all, about: who, readings: {all: everybody, one: {about: one, set: PATCH}}}
components:
  card: {has: {suit: "optional one of [red, green, blue]", points: integer}}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  thrown: {pile of: card}
  hand: {set of: card, each: player, seen by: owner}
  table: {set of: card, each: side}
  covered: {row of: card, each: player, seen by: nobody}
state:
  player:
    spent: {type: flag, reset: answers}
    coins: integer
events:
  game:
    a_red_one: {when: a red enters thrown, if: points of it > 1}
    last_one: {when: deck becomes empty, if: any(players where count(hand) > 1)}
values:
  player: {worst: max(points of hand)}
  card: {fits: suit is suit of top of thrown}
phases:
  game: |
    take turns once clockwise from first of players:
      do turn, night
  turn: |
    draw 1
    move top of deck to thrown
    SENTENCE
  night: shuffle deck
procedures:
  draw n: move top n of deck to hand
actions:
  throw: {limit: once per answers, choose: {c: from hand where fits}, do: move c to thrown}
checks:
  all used: none(players where worst > 9)
abilities:
  game:
    reds: {when: a_red_one(), do: shuffle deck}
    ends: {when: last_one(), do: gather thrown into deck}
windows:
  answers:
"""
CARDS = "card:\n  king: {suit: red, points: 2, copies: 9}\n"
PATCH = "{windows: {answers: {asks: left of current}}}"
LINES = {
    "during": "[turn, night]",
    "opens": "top of thrown changes",
    "if": "any(deck)",
    "asks": "players where any(hand)",
    "order": "clockwise from left of current",
    "offers": "[throw]",
    "quiet": "none(hand where fits)",
}


def book(changes: dict[str, str] | None = None, sentence: str = "open answers") -> str:
    """A rulebook with one window, some of whose lines are others (or left out, where they are empty)."""
    lines = LINES | (changes or {})
    window = "".join(f"    {key}: {text}\n" for key, text in lines.items() if text)
    return BOOK.replace("SENTENCE", sentence).replace("PATCH", PATCH) + window


def files(text: str) -> dict[str, str]:
    """The files of a rulebook."""
    return {"rulebook.yaml": text, "cards.yaml": CARDS}


def window(folder: Path, changes: dict[str, str] | None = None, sentence: str = "open answers") -> m.Window:
    """The window of a rulebook in which nothing is wrong."""
    model = model_of(folder, book(changes, sentence), CARDS)
    (found,) = model.windows
    return found


def test_a_window(tmp_path: Path) -> None:
    model = model_of(tmp_path, book({"about": "throw a fitting card", "closes": "all passed"}), CARDS)
    (found,) = model.windows
    assert (found.name, found.about, found.during) == ("answers", "throw a fitting card", ("turn", "night"))
    assert shown(found.opens) == "[EdgeTrigger(changes, Ends(top, None, Contents(PlaceOf(thrown, None))), None)]"
    assert shown(found.condition) == "AnyOf(Contents(PlaceOf(deck, None)))"
    assert shown(found.asks) == "Filter(AllOf(None), it, AnyOf(Contents(PlaceOf(hand, it))))"
    assert shown(found.start) == "Seat(left, Current())"
    assert found.offers == (model.bodies["throw"],)
    assert shown(found.quiet) == "Not(AnyOf(Filter(Contents(PlaceOf(hand, you)), it_2, ValueOf(fits, it_2, []))))"
    assert found.span.text == "answers"


def test_what_may_be_left_out(tmp_path: Path) -> None:
    found = window(tmp_path, dict.fromkeys(("during", "opens", "if", "order", "quiet"), ""))
    assert (found.during, found.opens, found.condition, found.quiet) == ((), (), None, None)
    assert shown(found.start) == "Current()"


def test_an_order_by_lot(tmp_path: Path) -> None:
    assert window(tmp_path, {"order": "by lot"}).start is None


def test_one_player_is_asked(tmp_path: Path) -> None:
    assert shown(window(tmp_path, {"asks": "left of current"}).asks) == "SetOf([Seat(left, Current())])"


def test_resets_and_limits_go_with_a_window_as_with_a_phase(tmp_path: Path) -> None:
    model = model_of(tmp_path, book(), CARDS)
    limit = model.bodies["throw"].limit
    assert limit is not None
    assert (limit.times, limit.phase) == (1, "answers")
    assert {v.name: v.reset for v in model.variables}["spent"] == "answers"


def test_several_events_open_a_window(tmp_path: Path) -> None:
    opens = window(tmp_path, {"opens": "[a card enters every table, deck becomes empty]"}).opens
    assert [type(trigger) for trigger in opens] == [m.MoveTrigger, m.EdgeTrigger]


def test_a_named_event_brings_its_condition(tmp_path: Path) -> None:
    (trigger,) = window(tmp_path, {"opens": "a_red_one()"}).opens
    assert isinstance(trigger, m.MoveTrigger)
    assert shown(trigger.condition) == "Logic(and, [Equal(Prop(suit, it), 0), Compare(>, Prop(points, it), 1)])"
    found = window(tmp_path, {"opens": "last_one()"})
    assert shown(found.condition) == (
        "Logic(and, [AnyOf(Contents(PlaceOf(deck, None))), "
        "AnyOf(Filter(AllOf(None), it, Compare(>, Count(Contents(PlaceOf(hand, it))), 1)))])"
    )


@pytest.mark.parametrize(
    ("sentence", "who"),
    [
        ("open answers", "None"),
        ("open answers for left of you", "SetOf([Seat(left, you)])"),
        ("open answers for (players where it is not you)", "Filter(AllOf(None), it, Not(Equal(it, you)))"),
    ],
)
def test_a_sentence_opens_a_window(sentence: str, who: str, tmp_path: Path) -> None:
    model = model_of(tmp_path, book(sentence=sentence), CARDS)
    opened = model.bodies["turn"].steps[0].stmts[-1]
    assert isinstance(opened, m.OpenWindow)
    assert opened.window is model.windows[0]
    assert shown(opened.who) == who


def test_an_action_of_a_window_may_open_it(tmp_path: Path) -> None:
    text = book().replace("do: move c to thrown}", "do: move c to thrown; open answers}")
    model = model_of(tmp_path, text, CARDS)
    opened = model.bodies["throw"].steps[0].stmts[-1]
    assert isinstance(opened, m.OpenWindow)
    assert opened.window is model.windows[0]
    assert opened.window.offers == (model.bodies["throw"],)


def test_a_window_that_events_open_need_not_be_named(tmp_path: Path) -> None:
    text = book(sentence="shuffle deck").replace("reset: answers", "reset: turn").replace("per answers", "per turn")
    assert [p.message for p in elaborated(tmp_path, text, CARDS)[1] if "answers" in p.message] == []
    closed = text.replace("    opens: top of thrown changes\n", "")
    assert "nothing uses the window `answers`" in [p.message for p in elaborated(tmp_path, closed, CARDS)[1]]


# ----------------------------------------------------------------------------------------------- mistakes

MEANING = {
    "no phase": ({"during": "[turn, «nigt»]"}, "unknown-name", "there is no phase `nigt`", "`night`"),
    "no action": ({"offers": "«trow»"}, "unknown-name", "there is no action `trow`", "`throw`"),
    "a phase offered": ({"offers": "[throw, «night»]"}, "wrong-type", "`night` is a phase, and an action", ""),
    "nobody": ({"asks": '"«[]»"'}, "empty-window", "`answers` asks nobody", "players"),
    "no players": ({"asks": "«deck»"}, "wrong-type", "a set of players is needed", ""),
    "no player to begin": ({"order": "clockwise from «deck»"}, "wrong-type", "a player is needed", ""),
    "no order": ({"order": "«by» luck"}, "cannot-read", "`by` cannot stand here", "by lot"),
    "no flag": ({"if": "«count(deck)»"}, "wrong-type", "yes or no is needed", ""),
    "nobody's own": ({"if": "any(«hand»)"}, "whose", "`hand` belongs to each player", "every hand"),
    "a step": ({"opens": "«before turn»"}, "not-yet", "before or after a step", "`open`"),
    # What not everybody knows.
    "cards in hands": (
        {"asks": "players where any(hand where «suit» is red)"},
        "hidden-read",
        "`asks` of a window reads the `suit` of a card in `hand`, which not everybody knows",
        "everyone sees",
    ),
    "a row in a hand": ({"if": "any(every hand where «it is king»)"}, "hidden-read", "which card it is in `hand`", ""),
    "the next card": ({"if": "«points of top of deck» > 1"}, "hidden-read", "the `points` of a card in `deck`", ""),
    "cards in rows": (
        {"order": "clockwise from first of (players with most sum(«points of covered»))"},
        "hidden-read",
        "`order` of a window reads the `points` of a card in `covered`",
        "",
    ),
    "through a value": ({"asks": "players where «worst» > 2"}, "hidden-read", "the `points` of a card in `hand`", ""),
    "through a value of a card": ({"if": "any(every hand where «fits»)"}, "hidden-read", "the `suit` of a card", ""),
    "an event": ({"opens": "«points of top of deck» rises"}, "hidden-read", "`opens` of a window reads", ""),
    "a kind that enters": ({"opens": "a «red» enters every hand"}, "hidden-read", "`suit` of a card in `hand`", ""),
    "what one has seen": (
        {"if": "any(every covered where «it is known to first of players»)"},
        "hidden-read",
        "what one player knows",
        "",
    ),
    "where a card lies": ({"if": "«top of thrown in deck»"}, "hidden-read", "what lies in `deck`", ""),
    # What the asked player does not know.
    "cards of others": (
        {"quiet": "any(left's hand where «points» > 1)"},
        "hidden-read",
        "`quiet` of a window reads the `points` of a card in `hand`, which the asked player may not know",
        "it is known to you",
    ),
    "what others know": (
        {"quiet": "any(covered where «it is known to left»)"},
        "hidden-read",
        "what one player knows",
        "",
    ),
    "too late": ({"quiet": "any(covered where «points» > 1 and it is known to you)"}, "hidden-read", "`covered`", ""),
    "unless": ({"quiet": "any(covered where it is known to you or «points» > 1)"}, "hidden-read", "`covered`", ""),
    "known in public": (
        {"quiet": "any(every table where «it is known to you»)"},
        "known-in-public",
        "`it is known to you` is always true",
        "leave it out",
    ),
}


@pytest.mark.parametrize("name", MEANING)
def test_a_mistake_is_reported_once_where_it_stands(name: str, tmp_path: Path) -> None:
    changes, code, message, help = MEANING[name]
    plain, places = marked(book(changes))
    _, found = elaborated(tmp_path, plain, CARDS)
    problems = [problem for problem in found if problem.code != "unused-name"]
    assert [problem.code for problem in problems] == [code], books.said(problems)
    span = problems[0].span
    assert span is not None
    assert [(span.start, span.end)] == places, span.text
    assert message in problems[0].message
    assert help in (problems[0].help or "")


def test_where_a_value_reads_it_is_shown_too(tmp_path: Path) -> None:
    _, found = elaborated(tmp_path, book({"asks": "players where worst > 2"}), CARDS)
    (problem,) = [p for p in found if p.code == "hidden-read"]
    (label,) = problem.labels
    assert (label.span.line, label.span.text) == (problem.span and label.span.line, "points of hand")
    assert label.span.source.text[: label.span.start].endswith("worst: max(")


FINE = {
    "counts": {"asks": "players where count(hand) > 1 and any(every covered)"},
    "what everybody sees": {"if": "any(every table where suit is suit of top of thrown)"},
    "variables": {"asks": "players where spent or coins > 1"},
    "own cards": {"quiet": "none(hand where points > 1)"},
    "known first": {"quiet": "none(covered where it is known to you and fits)"},
    "known in a set": {"quiet": "none((covered where it is known to you) where fits)"},
    "not known, or": {"quiet": "none(covered where not (it is not known to you or points < 2))"},
    "known in a choice": {"quiet": "any(covered where (points > 1 if it is known to you else coins > 1))"},
    "an own value": {"quiet": "worst < 2"},
    "whether there is one": {"if": "top of deck is something"},
    "from an open place": {"opens": "a red enters every hand from thrown"},
}


@pytest.mark.parametrize("name", FINE)
def test_what_may_be_read(name: str, tmp_path: Path) -> None:
    assert [p.message for p in elaborated(tmp_path, book(FINE[name]), CARDS)[1] if p.code != "unused-name"] == []


def test_a_sentence_about_no_window(tmp_path: Path) -> None:
    plain, places = marked(book(sentence="open «anwsers»"))
    (problem,) = elaborated(tmp_path, plain, CARDS)[1]
    assert problem.span is not None
    assert [(problem.span.start, problem.span.end)] == places
    assert (problem.code, problem.help) == ("unknown-name", "did you mean `answers`?")


def test_windows_are_among_the_phases_of_a_limit(tmp_path: Path) -> None:
    (problem,) = elaborated(tmp_path, book().replace("once per answers", "once per answrs"), CARDS)[1]
    assert (problem.code, problem.help) == ("unknown-name", "did you mean `answers`?")


STRUCTURE = [
    ({"asks": ""}, ["missing-key: `answers` has no `asks`"]),
    ({"offers": ""}, ["missing-key: `answers` has no `offers`"]),
    ({"offers": "[]"}, ["empty-window: `answers` offers nothing, so nobody could do anything in it"]),
    ({"closes": "all pass"}, ["unknown-word: `closes` is `all passed`, not `all pass`"]),
    ({"closes": "never"}, ["unknown-word: `closes` is `all passed`, not `never`"]),
    ({"limit": "once per turn"}, ["unknown-key: `limit` is no key of a window"]),
    ({"ofers": "throw"}, ["unknown-key: `ofers` is no key of a window"]),
    ({"during": "{turn: night}"}, ["wrong-kind: `during` holds a name, not keys with values"]),
]


@pytest.mark.parametrize(("changes", "expected"), STRUCTURE)
def test_a_wrong_shape(changes: dict[str, str], expected: list[str], tmp_path: Path) -> None:
    found = books.problems(tmp_path, files(book(changes)))
    assert [f"{p.code}: {p.message}" for p in found if p.code != "unused-name"] == expected


def test_a_window_is_called_like_nothing_else(tmp_path: Path) -> None:
    text = book().replace("  night: shuffle deck\n", "  night: shuffle deck\n  answers: shuffle deck\n")
    (problem,) = books.problems(tmp_path, files(text))
    assert (problem.code, problem.message) == ("name-twice", "`answers` is a window here, and a phase elsewhere")


def test_variants_and_readings_change_windows(tmp_path: Path) -> None:
    text = book()
    rulebook = books.opened(tmp_path, files(text))
    model, found = rulebook.configure(2, settings={"asked": "one"})
    assert model is not None, books.said(found)
    assert shown(model.windows[0].asks) == "SetOf([Seat(left, Current())])"
    wrong = text.replace("asks: left of current", "asks: players where any(hand where suit is red)")
    found = books.problems(tmp_path, files(wrong))
    assert [problem.code for problem in found] == ["hidden-read"]


def test_everybody_at_once(tmp_path: Path) -> None:
    block = "all players:\n      choose c from hand\n      move c to table"
    model = model_of(tmp_path, book(sentence=block), CARDS)
    (*_, together) = model.bodies["turn"].steps[0].stmts
    assert isinstance(together, m.Together)
    assert shown(together.body) == (
        "[Choose(you_2, Choice(c, True, 1, 1, Contents(PlaceOf(hand, you_2)), None)), "
        "Move(c, PlaceOf(table, SideOf(you_2)), None, None, [])]"
    )
    assert model.bodies["turn"].locals[together.local] == m.PLAYER


def test_where_nobody_decides_all_players_come_one_after_the_other(tmp_path: Path) -> None:
    model = model_of(tmp_path, book(sentence="all players draw 2\n    all other players draw 1"), CARDS)
    first, second = model.bodies["turn"].steps[0].stmts[-2:]
    assert isinstance(first, m.ForEach)
    assert isinstance(second, m.ForEach)
    assert shown(first.set) == "Clockwise(you, AllOf(None))"
    assert shown(second.set) == "Filter(Clockwise(you, AllOf(None)), it, Not(Equal(it, you)))"
