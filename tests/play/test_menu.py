"""Menus: what typed words mean."""

from __future__ import annotations

import pytest

from encanta.machine.bits import mask_of, members
from encanta.machine.options import PlacedSets
from encanta.play import menu
from encanta.play.menu import Answer, ListMenu, PickMenu, menu_for
from encanta.play.words import meant

from .fakes import CARDS, FakeDecision, FakeSite, actions, one_card, several


def pick(decision: FakeDecision) -> PickMenu:
    return PickMenu(decision)  # type: ignore[arg-type]


def listed(decision: FakeDecision) -> ListMenu:
    return ListMenu(decision)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "found"),
    [("blue", [5]), ("BLUE ", [5]), ("gr", [2, 3, 4]), ("d", [6]), ("dark_blue", [6]), ("ld", []), ("", []), ("x", [])],
)
def test_the_best_reading_of_a_word_counts(text: str, found: list[int]) -> None:
    assert meant(text, CARDS) == found


def test_a_word_inside_a_name_is_found() -> None:
    assert meant("blue", ["dark blue", "red"]) == [0]


@pytest.mark.parametrize(("text", "value"), [("1", 0), (" 2 ", 1), ("draw", 0), ("st", 1), ("STOP", 1)])
def test_an_option_is_taken_by_number_or_name(text: str, value: int) -> None:
    assert listed(actions("draw a card", "stop")).answer(text) == Answer(value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0", "there is no option 0; they go from 1 to 2"),
        ("3", "there is no option 3; they go from 1 to 2"),
        ("99999999999", "there is no option 99999999999; they go from 1 to 2"),
        ("stpo", "nothing here is called `stpo`; did you mean `stop`?"),
        ("-1", "nothing here is called `-1`"),
        ("s", "`s` fits several: stay, stop"),
    ],
)
def test_what_is_no_option_gets_a_complaint(text: str, complaint: str) -> None:
    assert listed(actions("stay", "stop")).answer(text) == Answer(complaint=complaint)


def test_small_choices_are_listed_and_large_ones_made_piece_by_piece() -> None:
    assert isinstance(menu_for(one_card()), ListMenu)  # type: ignore[arg-type]
    assert isinstance(menu_for(several(1, 1)), ListMenu)  # type: ignore[arg-type]
    assert isinstance(menu_for(several(0, 8)), PickMenu)  # type: ignore[arg-type]


def test_what_lies_unseen_is_picked_by_its_place() -> None:
    options = PlacedSets([7, 3, 5, 1, 4, 0], 3, 3, None)

    def places(value: int) -> str:
        return ", ".join(f"place {options.items.index(x) + 1}" for x in members(options.component(value)))

    menu = pick(FakeDecision(options, places, FakeSite(single=False)))
    assert menu.lines() == [f"place {number}" for number in range(1, 7)]
    assert menu.answer("2, 5") == Answer()
    assert sorted(menu.picked.split(", ")) == ["place 2", "place 5"]
    assert menu.lines() == ["place 1", "place 3", "place 4", "place 6"]
    assert menu.answer("place 6") == Answer(-2 - 0b110010)


def test_pieces_are_picked_by_number_until_the_choice_is_complete() -> None:
    choice = pick(several(3, 3))
    assert choice.lines() == ["red (2 of them)", "green (3 of them)", "blue", "dark blue", "gold"]
    assert choice.answer("2") == Answer()
    assert choice.picked == "green"
    assert not choice.complete
    assert choice.answer("1 2") == Answer(mask_of([2, 0, 3]))


@pytest.mark.parametrize("text", ["2 green, gold", "green, gold, green", "gold,2x green", "gold, 2 gr"])
def test_pieces_are_picked_by_name_and_number(text: str) -> None:
    assert pick(several(3, 3)).answer(text) == Answer(mask_of([2, 3, 7]))


def test_a_choice_of_any_number_ends_when_the_person_says_so() -> None:
    choice = pick(several(0, 8))
    assert choice.answer("gold") == Answer()
    assert choice.complete
    assert choice.answer("done") == Answer(mask_of([7]))
    assert pick(several(0, 8)).answer("") == Answer(0)


def test_an_incomplete_choice_cannot_be_ended() -> None:
    choice = pick(several(2, 3))
    assert choice.answer("done") == Answer(complaint="nothing is not a complete choice here")
    choice.answer("gold")
    assert choice.answer("done") == Answer(complaint="gold is not a complete choice here")


def test_the_last_piece_can_be_put_back() -> None:
    choice = pick(several(2, 3))
    choice.answer("gold")
    choice.answer("back")
    assert choice.picked == ""
    assert choice.answer("back") == Answer()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("3 red", "there are only 2 of red"),
        ("purple", "nothing here is called `purple`"),
        ("9", "there is no number 9 here"),
        ("gold, purple", "nothing here is called `purple`"),
        ("gold, gold", "no more gold here"),
        ("g", "`g` fits several: green (3 of them), gold"),
    ],
)
def test_what_cannot_be_picked_changes_nothing(text: str, complaint: str) -> None:
    choice = pick(several(2, 8))
    answer = choice.answer(text)
    assert answer.value is None
    assert answer.complaint is not None
    assert answer.complaint.replace(" (3 of them)", "") == complaint.replace(" (3 of them)", "")
    assert choice.picked == ""


def test_only_pieces_that_lead_to_a_complete_choice_are_offered() -> None:
    gold_with_red = several(2, 2, lambda mask: not mask >> 7 & 1 or mask & 0b11)
    choice = pick(gold_with_red)
    choice.answer("gold")
    assert choice.lines() == ["red"]
    assert choice.answer("red") == Answer(mask_of([7, 0]))


def test_equal_pieces_leave_in_the_order_of_their_group() -> None:
    decision = several(1, 1)
    decision.options.groups[1] = [4, 2, 3]  # type: ignore[attr-defined]
    assert pick(decision).answer("green") == Answer(mask_of([4]))


def test_choices_beyond_counting_can_be_made_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "ENUMERATED", 3)
    choice = pick(several(2, 2))
    assert choice.answer("red") == Answer()
    assert choice.answer("green") == Answer(mask_of([0, 2]))
