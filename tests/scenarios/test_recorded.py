"""Games that were played become scenarios: of the whole game, and of each position in it; they pass as they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encanta.machine.bits import mask_of
from encanta.machine.randomness import Dice
from encanta.play.recording import Setup, settings_in_words
from encanta.scenarios.drafts import Draft, quoted, read_back
from encanta.scenarios.games import Games
from encanta.scenarios.reading import parse_scenarios
from encanta.scenarios.recorded import (
    Played,
    carried,
    notes_on,
    of_decisions,
    of_game,
    of_position,
    played,
    proved,
    steps_of,
)
from encanta.scenarios.running import run
from encanta.scenarios.saying import Unsayable, line_of, meant
from encanta.scenarios.snapshots import beginnings, differing, likeness
from encanta.text.spans import Source

from .conftest import CORPUS, games_of


def random_game(
    games: Games, players: int, seed: int, options: dict[str, str] | None = None, most: int = 400
) -> Played:
    model, problems = games.model(players, options)
    assert model is not None, problems
    program = games.program(model)
    state, dice, values = program.start(seed), Dice(seed), []
    while program.asked(state) >= 0 and len(values) < most:
        there = program.options(state)
        values.append(there.at(dice.below(len(there))))
        program.advance(state, values[-1])
    words = {name: str(value) for name, value in settings_in_words(model).items()}
    return played(games, players, words, (), seed, values)


# ------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game(quay: Games, seed: int) -> None:
    game = random_game(quay, 1 + seed, seed)
    draft = proved(game, of_game(game, "whole"))
    assert not draft.written
    assert draft.given == ()
    assert ("over", "yes") in draft.expect
    session = carried(quay, read_back(draft))
    assert session is not None
    assert session.state == game.at(len(game.values)).state


def test_only_options_that_differ_are_named(quay: Games) -> None:
    game = random_game(quay, 2, 1, {"goal": "3", "barrels": "never"}, most=5)
    assert dict(game.options) == {"goal": "3", "barrels": "never"}
    assert random_game(quay, 2, 1, {"goal": "12"}, most=5).options == ()
    assert "options: {goal: 3, barrels: never}" in of_game(game, "x").text


def test_an_unfinished_game_expects_where_it_stands(quay: Games) -> None:
    game = random_game(quay, 2, 1, most=9)
    draft = proved(game, of_game(game, "x"))
    expected = dict(draft.expect)
    assert expected["asked"] in ("P1", "P2")
    assert "P1's hold" in expected


@pytest.mark.parametrize("name", ["tarot_tricks", "gin_rummy", "holdem_betting", "workshop", "skat_tricks", "shore"])
def test_games_of_the_corpus(name: str) -> None:
    games = games_of(CORPUS / name)
    game = random_game(games, games.fewest(), 5, most=120)
    proved(game, of_game(game, "whole"))
    step = len(game.values) * 2 // 3
    proved(game, of_position(game, step, "position").draft)


# --------------------------------------------------------------------------------------------- positions


def test_every_position_of_a_game(quay: Games) -> None:
    game = random_game(quay, 2, 3)
    built = 0
    for step in range(0, len(game.values) + 1, 2):
        position = of_position(game, step, f"position {step}")
        proved(game, position.draft)
        built += position.before is not None
    assert built > len(game.values) // 3


def test_a_position_is_the_one_of_the_game(quay: Games) -> None:
    game = random_game(quay, 3, 2)
    at_once = 0
    for step in range(len(game.values)):
        position = of_position(game, step, "x")
        if position.before == 0:
            at_once += 1
            session = carried(quay, read_back(replace(position.draft, play=(), written=True)))
            assert session is not None
            assert differing(likeness(game.program, game.at(step).state), likeness(game.program, session.state)) == []
    assert at_once > 10


def test_an_action_without_words_of_its_own_is_unsayable() -> None:
    """An action that is called `pass` cannot be told from passing."""
    game = random_game(games_of(CORPUS / "crazy_eights"), 2, 5, most=120)
    with pytest.raises(Unsayable):
        of_game(game, "whole")


def test_what_cannot_be_given_is_named(quay: Games) -> None:
    """A limit that is used up cannot be given, so the scenario begins before that."""
    game = random_game(quay, 2, 3)
    positions = [of_position(game, step, "x") for step in range(len(game.values))]
    lossy = next(position for position in positions if position.lost)
    notes = notes_on(lossy, 7, game)
    assert notes[0] == "After 7 decisions of a game with seed 3."
    assert any(note.startswith("Nearer to it these cannot be given: ") for note in notes)
    near = next(position for position in positions if position.before == 0)
    assert notes_on(near, 7, game)[1] == "What chance brings from here on is not what it brought in that game."


def test_phases_are_seen_beginning(quay: Games) -> None:
    game = random_game(quay, 2, 3)
    begun = beginnings(game.program, game.seed, game.values)
    assert [one.phase for one in begun[:4]] == ["first_player", "voyage", "turn", "fetch"]
    assert [one.made for one in begun] == sorted(one.made for one in begun)
    fetch = next(one for one in begun if one.phase == "fetch")
    assert fetch.made == 0
    assert fetch.seat == game.program.asked(game.program.start(game.seed))


# ------------------------------------------------------------------------------------------------- words


def test_every_option_has_a_line(quay: Games) -> None:
    game = random_game(quay, 3, 4)
    for made in range(0, len(game.values), 3):
        session = game.at(made)
        for value in session.options:
            assert meant(session, line_of(session, value)) == value


def test_things_that_look_alike_are_told_apart(quay: Games) -> None:
    text = """\
- scenario: x
  given: {at: load of P1, P1's hold: [red, red, blue], P2's hold: [red]}
  play: ['P1: sell']
  expect: {asked: P1}
"""
    (scenario,), _ = parse_scenarios(Source("x.yaml", text))
    session = carried(quay, scenario)
    assert session is not None
    assert [line_of(session, value) for value in session.options] == ["P1: choose red", "P1: choose blue"]


@pytest.mark.parametrize(
    ("text", "written"),
    [("red", "red"), ("P1's hand 2", "P1's hand 2"), ("a: b", "'a: b'"), ("it's #1", "'it''s #1'"), ("", "''")],
)
def test_texts_are_quoted_where_they_must(text: str, written: str) -> None:
    assert quoted(text) == written


def test_a_draft_is_laid_out_in_lines_that_fit() -> None:
    draft = Draft(
        "long",
        2,
        7,
        given=(("deck", tuple(["a_card_with_a_name"] * 30)), ("hand", ())),
        expect=(("asked", "P1"),),
        notes=("a note " * 40,),
    )
    assert max(map(len, draft.text.splitlines())) <= 118
    assert "    hand: []\n" in draft.text
    assert read_back(draft).title == "long"


# --------------------------------------------------------------------------------------------- recordings


def test_quiet_seats_of_a_recording_are_asked() -> None:
    games = games_of(CORPUS / "reef")
    model, problems = games.model(games.fewest())
    assert model is not None, problems
    program = games.program(model)
    quiet = tuple(range(program.seats))
    state, dice, values = program.start(3, mask_of(quiet)), Dice(3), []
    while program.asked(state) >= 0 and len(values) < 60:
        there = program.options(state)
        values.append(there.at(dice.below(len(there))))
        program.advance(state, values[-1])
    setup = Setup("reef", program.seats, (), settings_in_words(model), 3, ("random",) * program.seats, quiet)
    game = of_decisions(games.rulebook, setup, values)
    assert len(game.values) >= len(values)
    assert steps_of(game, setup, values, len(values)) >= len(values)
    proved(game, of_game(game, "quiet"))


def test_a_scenario_that_would_fail_is_not_written(quay: Games) -> None:
    game = random_game(quay, 2, 1)
    draft = of_game(game, "x")
    wrong = replace(draft, expect=(("over", "no"),))
    assert run(quay, read_back(wrong)).status == "failed"
    with pytest.raises(Unsayable):
        proved(game, wrong)
