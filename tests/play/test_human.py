"""A person at a terminal."""

from __future__ import annotations

import pytest

from encanta.play.human import Curtain, HumanSeat, question
from encanta.play.seats import Wish

from .fakes import FakeDecision, FakeDesk, FakeNames, FakeSite, FakeTerminal, actions, several


def ask(
    typed: list[str], decision: FakeDecision | None = None, desk: FakeDesk | None = None
) -> tuple[object, list[str]]:
    """What comes of some typed lines, and what was shown."""
    terminal = FakeTerminal(typed)
    seat = HumanSeat(terminal, desk or FakeDesk(), Curtain(1), FakeNames())  # type: ignore[arg-type]
    result = seat.choose(decision or actions("draw", "stop"), "P1")  # type: ignore[arg-type]
    return result, terminal.shown


def test_the_seat_sees_news_table_question_and_numbered_options() -> None:
    value, shown = ask(["2"])
    assert value == 1
    assert shown[:5] == ["  something happened", "<table of P1>", "P1: tidy", "1 draw", "2 stop"]


def test_nonsense_is_answered_and_asked_again() -> None:
    value, shown = ask(["", "nonsense", "7", "draw"])
    assert value == 0
    assert "nothing here is called `nonsense`" in shown
    assert "there is no option 7; they go from 1 to 2" in shown


def test_help_explanations_and_log_do_not_decide() -> None:
    value, shown = ask(["?", "? rule of thumb", "?rule", "help", "log", "log 50", "log x", "table", "1"])
    assert value == 0
    assert any("take back" in line for line in shown)
    assert "about rule of thumb" in shown
    assert "about rule" in shown
    assert [line for line in shown if line.startswith("log 0")] == ["log 0 12", "log 0 50", "log 0 12"]
    assert shown.count("<table of P1>") == 2


def test_undo_asks_the_desk_and_the_game_goes_on_from_there() -> None:
    desk = FakeDesk()
    assert ask(["undo"], desk=desk)[0] is Wish.AGAIN
    assert desk.asked == ["undo 0"]


def test_an_undo_that_is_refused_says_why() -> None:
    value, shown = ask(["undo", "1"], desk=FakeDesk("chance has had its say"))
    assert value == 0
    assert "chance has had its say" in shown


def test_save_keeps_and_goes_on() -> None:
    desk = FakeDesk()
    value, shown = ask(["save", "save my game.json", "2"], desk=desk)
    assert value == 1
    assert desk.asked == ["save ", "save my game.json"]
    assert shown.count("kept") == 2


@pytest.mark.parametrize("word", ["quit", "QUIT", "exit"])
def test_quit_leaves(word: str) -> None:
    assert ask([word])[0] is Wish.LEAVE


def test_the_end_of_input_is_passed_on() -> None:
    with pytest.raises(EOFError):
        ask(["nonsense"])


def test_a_large_choice_is_made_piece_by_piece() -> None:
    value, shown = ask(["red", "green", "done"], several(2, 8))
    assert value == 0b101
    assert "picked: red (not complete yet)" in shown
    assert "picked: red, green (complete: `done` takes it)" in shown


def test_hands_are_hidden_between_people() -> None:
    terminal = FakeTerminal(["", "1", "1", "", "2"])
    curtain = Curtain(2)
    first, second = (HumanSeat(terminal, FakeDesk(), curtain, FakeNames()) for _ in range(2))  # type: ignore[arg-type]
    mine = actions("draw", "stop")
    theirs = FakeDecision(mine.options, mine.describe, mine.site, seat=1)
    first.choose(mine, "P1")  # type: ignore[arg-type]
    first.choose(mine, "P1")  # type: ignore[arg-type]
    before = len(terminal.shown)
    assert terminal.shown[:3] == ["<clear>", "<ask pass to P1, then press enter>", "<clear>"]
    assert terminal.shown.count("<clear>") == 2, "the same person is not asked to pass the screen to themselves"
    second.choose(theirs, "P2")  # type: ignore[arg-type]
    assert terminal.shown[before : before + 3] == ["<clear>", "<ask pass to P2, then press enter>", "<clear>"]


def test_a_single_person_needs_no_curtain() -> None:
    assert "<clear>" not in ask(["1"])[1]


@pytest.mark.parametrize(
    ("site", "asked"),
    [
        (FakeSite("action", body="lay_down"), "P2: lay down"),
        (FakeSite("choose", name="kept_card", body="search"), "P2: search: choose kept card"),
        (FakeSite("choose", name="pile", body="autumn.sung"), "P2: autumn: sung: choose pile"),
        (FakeSite("may", name="lucky_find"), "P2: lucky find?"),
        (FakeSite("may", name="lucky_find", about="look again"), "P2: look again?"),
    ],
)
def test_the_question_says_who_decides_about_what(site: FakeSite, asked: str) -> None:
    decision = FakeDecision(actions("x").options, str, site, seat=1)
    assert question(decision, FakeNames()) == asked  # type: ignore[arg-type]
