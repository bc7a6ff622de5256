"""A game goes on under changed rules: the same choices in the same words, up to the first that is no longer offered."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from encanta.authoring.beginning import begin
from encanta.checking.configure import open_rulebook
from encanta.machine.game import Game
from encanta.machine.program import Program, load_program
from encanta.machine.randomness import Dice
from encanta.play.carrying import carried_over, decisions_of

QUAY = Path(__file__).parents[1] / "corpus" / "quay"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    begin(tmp_path / "shells")
    return tmp_path / "shells"


def program_of(folder: Path) -> Program:
    rulebook, problems = open_rulebook(str(folder))
    assert rulebook is not None, problems
    model, problems = rulebook.configure(2)
    assert model is not None, problems
    return load_program(model)


def played(program: Program, decisions: int = 12) -> Game:
    game = Game(program, 5)
    dice = Dice(5)
    for _ in range(decisions):
        assert game.decision is not None
        game.take(game.decision.options.at(dice.below(len(game.decision.options))))
    return game


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_without_a_change_every_choice_stands(folder: Path) -> None:
    game = played(program_of(folder))
    carried = carried_over(game, program_of(folder))
    assert (carried.kept, carried.made, carried.lost) == (12, 12, None)
    assert carried.game.decisions == game.decisions
    assert carried.game.state == game.state
    assert carried.words == "all 12 choices still stand"


def test_choices_are_the_same_in_words_though_their_numbers_differ(tmp_path: Path) -> None:
    shutil.copytree(QUAY, tmp_path / "quay")
    game = played(program_of(tmp_path / "quay"))
    change(tmp_path / "quay", "rulebook.yaml", "one of from_store, from_heap", "one of from_heap, from_store")
    carried = carried_over(game, program_of(tmp_path / "quay"))
    assert carried.lost is None
    assert carried.game.decisions != game.decisions
    assert [made.words for made in decisions_of(carried.game)] == [made.words for made in decisions_of(game)]


def test_the_first_choice_that_is_not_offered_any_more_ends_it(folder: Path) -> None:
    game = played(program_of(folder))
    first = next(number for number, made in enumerate(decisions_of(game)) if made.words == "lay out")
    change(folder, "rulebook.yaml", "set_size: {is: 2", "set_size: {is: 20")
    carried = carried_over(game, program_of(folder))
    assert carried.lost is not None
    assert carried.kept <= first
    assert carried.game.decisions == game.decisions[: carried.kept] or carried.kept < first
    assert f"{carried.kept} of 12 choices still stand; then `P" in carried.words
    assert "can no longer be chosen" in carried.words


def test_the_end_of_the_game_may_come_sooner(folder: Path) -> None:
    program = program_of(folder)
    game = Game(program, 5)
    while game.decision is not None:
        game.take(game.decision.options.at(0))
    change(folder, "cards.yaml", "copies: 10", "copies: 8")
    carried = carried_over(game, program_of(folder))
    assert carried.kept < carried.made
