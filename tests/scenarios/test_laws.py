"""The laws of every rulebook: kept by a sound one, and broken ones are caught."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from encanta.checking.configure import open_rulebook
from encanta.checking.model import Model
from encanta.compiling.compiler import compile_model
from encanta.machine.events import _TELL, Teller
from encanta.machine.options import Codes, OneOf, Options
from encanta.machine.program import Program, load_program
from encanta.machine.randomness import Dice
from encanta.machine.table import State
from encanta.play.quiet import Quiet
from encanta.scenarios import laws
from encanta.scenarios.cells import contents, fill, of_component, set_of_component
from encanta.scenarios.games import Games
from encanta.scenarios.generic import LAWS, Builds, Tally, builds_of, play_many
from encanta.scenarios.testing import Plan, examine

from .conftest import CORPUS


@pytest.fixture(scope="session")
def model(quay: Games) -> Model:
    found, problems = quay.model(2)
    assert found is not None, problems
    return found


@pytest.fixture(scope="session")
def builds(model: Model) -> Builds:
    return builds_of(model)


@pytest.fixture(scope="session")
def reef_builds() -> Builds:
    """A game with a window that quiet seats may pass over."""
    opened, problems = open_rulebook(str(CORPUS / "reef"))
    assert opened is not None, problems
    found, problems = opened.configure(3)
    assert found is not None, problems
    return builds_of(found)


class Meddling(Program):
    """A program that does something to the state after each decision, or shows other options."""

    def __init__(
        self,
        model: Model,
        after: Callable[[Program, State], None] | None = None,
        offer: Callable[[Program, State, Options], Options] | None = None,
    ) -> None:
        super().__init__(compile_model(model))
        self.after, self.offer = after, offer

    def advance(self, state: State, value: int) -> None:
        super().advance(state, value)
        if self.after is not None:
            self.after(self, state)

    def options(self, state: State) -> Options:
        found = super().options(state)
        return found if self.offer is None else self.offer(self, state, found)


def meddled(
    builds: Builds,
    after: Callable[[Program, State], None] | None = None,
    offer: Callable[[Program, State, Options], Options] | None = None,
) -> Tally:
    """The tally of a game of a program that is meddled with."""
    plain = Meddling(builds.plain.model, after, offer)
    return play_many(dataclasses.replace(builds, plain=plain), 1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sound_rulebook_keeps_every_law(quay: Games, players: int) -> None:
    found, _ = quay.model(players)
    assert found is not None
    tally = play_many(builds_of(found), 5, 1)
    assert tally.findings == []
    assert tally.games == 5
    assert tally.decisions > 50
    assert tally.exchanges > 20


def test_the_same_seed_gives_the_same_tally(builds: Builds) -> None:
    first, second, other = (play_many(builds, 2, seed) for seed in (4, 4, 9))
    assert (first.decisions, first.exchanges) == (second.decisions, second.exchanges)
    assert first.decisions != other.decisions


def instance(program: Program, name: str) -> laws.Instance:
    return next(i for i in program.layout.instances if i.place.name == name)


def test_a_lost_card_is_caught(builds: Builds) -> None:
    def lose(program: Program, state: State) -> None:
        heap = instance(program, "heap")
        fill(state, heap, contents(state, heap)[1:])

    tally = meddled(builds, lose)
    assert "conservation" in tally.broken
    assert any("lies nowhere" in finding.message for finding in tally.findings)
    assert all(finding.seed == 1 and finding.players == 2 for finding in tally.findings)


def test_a_doubled_card_is_caught(builds: Builds) -> None:
    def double(program: Program, state: State) -> None:
        heap, store = instance(program, "heap"), instance(program, "store")
        fill(state, heap, [*contents(state, store)[:1], *contents(state, heap)])

    found = meddled(builds, double).findings
    assert any("lies in store and in heap" in f.message for f in found if f.law == "conservation")


def test_an_offer_of_nothing_is_caught(builds: Builds) -> None:
    tally = meddled(builds, offer=lambda program, state, options: Codes(()))
    assert tally.broken["options"] == 1
    assert tally.broken["ending"] == 1


def test_an_option_that_is_none_is_caught(builds: Builds) -> None:
    class Lying(Codes):
        def canonical(self, value: int) -> int | None:
            return None

    tally = meddled(builds, offer=lambda program, state, options: Lying(list(options)))
    assert tally.broken["options"] > 3
    assert len([finding for finding in tally.findings if finding.law == "options"]) == 3


def test_an_offer_that_leaks_what_is_hidden_is_caught(builds: Builds) -> None:
    def leak(program: Program, state: State, options: Options) -> Options:
        # As many options as the top card of the face-down store weighs, so that counting them tells what it is.
        top = contents(state, instance(program, "store"))[:1]
        return Codes(list(options)[: 1 + top[0] % 3] if top else list(options))

    tally = meddled(builds, offer=leak)
    assert "purity" in tally.broken
    assert any("something else is offered to P" in finding.message for finding in tally.findings)


def test_a_hand_chosen_from_by_face_is_refused_before_any_game(tmp_path: Path) -> None:
    # The other player's hand is hidden, but only its red crates are offered.
    text = (CORPUS / "quay" / "rulebook.yaml").read_text(encoding="utf-8")
    leaky = text.replace("sold: from hold", "sold: from (every hold) where color is red and it not in hold").replace(
        "buyer: from players where it is not you", "buyer: from players"
    )
    assert leaky != text
    (tmp_path / "rulebook.yaml").write_text(leaky, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text((CORPUS / "quay" / "cards.yaml").read_text(encoding="utf-8"))
    tested = examine(str(tmp_path), Plan(games=2))
    assert {problem.code for problem in tested.diagnostics} == {"hidden-read"}
    assert tested.tallies == []


def test_a_value_in_nobodys_sight_that_shows_is_caught(builds: Builds) -> None:
    program, state = builds.plain, builds.plain.start(1)
    dice = Dice(3)
    seat = program.asked(state)
    pairs = list(laws.unseen_pairs(program, state, seat, dice, 20))
    assert pairs
    seen = laws.views.visible(program, state, seat)
    for first, second in pairs:
        assert not seen >> first & 1
        assert not seen >> second & 1
        assert program.layout.row_of[first] != program.layout.row_of[second]
        assert laws.leaks(program, state, seat, first, second) == []
    # With a card of its own hand the seat sees the exchange.
    own = contents(state, next(i for i in program.layout.instances if i.place.name == "hold"))
    mine = own[0] if program.asked(state) == 0 else contents(state, program.layout.instances[3])[0]
    other = next(first for first, _ in pairs if program.layout.row_of[first] != program.layout.row_of[mine])
    assert "something else is shown" in laws.leaks(program, state, seat, mine, other)


def test_what_cannot_be_saved_is_caught(builds: Builds) -> None:
    # Something outside the state decides, so that the saved game goes on in another way.
    times = iter(range(1, 10_000))

    def forget(program: Program, state: State) -> None:
        points = next(v for v in program.layout.variables if v.name == "points")
        state[program.layout.variables[points]] = next(times)

    tally = meddled(builds, forget)
    assert tally.broken["saving"] > 0
    assert tally.broken["replay"] > 0


def test_a_traced_build_that_differs_is_caught(builds: Builds, quay: Games) -> None:
    other, _ = quay.model(2, {"goal": "3"})
    assert other is not None
    wrong = dataclasses.replace(builds, traced=load_program(other, traced=True))
    tallies = [play_many(wrong, 1, seed) for seed in range(1, 6)]
    assert any("replay" in tally.broken for tally in tallies)


def test_broken_checks_are_caught(tmp_path: Path) -> None:
    text = (CORPUS / "quay" / "rulebook.yaml").read_text(encoding="utf-8")
    broken = text.replace("none(players where count(hold) > 24)", "none(players where count(hold) < 5)").replace(
        "  lots are of one color:", "  the heap is low: count(heap) < 3\n  lots are of one color:"
    )
    assert broken != text
    (tmp_path / "rulebook.yaml").write_text(broken, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text((CORPUS / "quay" / "cards.yaml").read_text(encoding="utf-8"))
    tested = examine(str(tmp_path), Plan(games=1))
    assert tested.diagnostics == []
    messages = {finding.message for tally in tested.tallies for finding in tally.findings}
    assert messages == {"`the heap is low` does not hold", "`nobody drowns in crates` does not hold"}


def test_a_game_without_end_is_caught(tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_text(
        "encanta: 1\ntitle: Endless\nplayers: 2\n"
        "components:\n  card: {has: {points: integer}}\n"
        "places:\n  deck: {pile of: card, home: yes}\n"
        "phases:\n  game: |\n    repeat:\n      shuffle deck\n",
        encoding="utf-8",
    )
    (tmp_path / "cards.yaml").write_text("card:\n  ace: {points: 1}\n", encoding="utf-8")
    tested = examine(str(tmp_path), Plan(games=1))
    print(tested.diagnostics)
    assert tested.tallies[0].broken == {"ending": 1}
    assert not tested.passed


def test_every_law_has_its_words() -> None:
    assert set(LAWS) >= {"conservation", "purity", "saving", "replay", "checks", "ending", "causes", "options"}
    assert set(LAWS) >= {"telling", "quiet"}


def test_what_is_told_by_the_numbers_of_unseen_cards_is_caught(
    reef_builds: Builds, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play_many(reef_builds, 4, 1).findings == []
    tell = Teller._move

    def by_number(teller: Teller, state: State, data: tuple[Any, ...]) -> tuple[str, str, int] | None:
        found = tell(teller, state, data)
        # What lies next to each other in the list of cards is not for everybody to know.
        return None if found is None else (found[0], f"{found[1]} ({data[1].bit_length()})", found[2])

    monkeypatch.setitem(_TELL, "move", by_number)
    tally = play_many(reef_builds, 4, 1)
    assert set(tally.broken) == {"telling"}
    assert "is told to P" in tally.findings[0].message


def test_a_variable_that_names_an_unseen_card_is_told_by_its_place(tmp_path: Path) -> None:
    text = (CORPUS / "quay" / "rulebook.yaml").read_text(encoding="utf-8")
    marked = text.replace("    begins: optional player\n", "    begins: optional player\n    marked: optional crate\n")
    marked = marked.replace("      do turn\n", "      set marked to top of store\n      do turn\n")
    assert marked.count("marked") == 2
    (tmp_path / "rulebook.yaml").write_text(marked, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text((CORPUS / "quay" / "cards.yaml").read_text(encoding="utf-8"))
    tested = examine(str(tmp_path), Plan(games=2, files=()))
    assert tested.diagnostics == []
    assert [finding for tally in tested.tallies for finding in tally.findings] == []
    assert all(tally.exchanges > 10 for tally in tested.tallies)


def test_quiet_seats_are_held_against_seats_that_pass(reef_builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    tally = play_many(reef_builds, 6, 1)
    assert tally.findings == []
    assert tally.passes > 5
    # A seat that is passed over although it has something to say plays another game.
    asked = Quiet.passes
    monkeypatch.setattr(Quiet, "passes", lambda judge, state, seats: asked(judge, state, seats) and state[4] == 0)
    assert "quiet" in play_many(reef_builds, 6, 1).broken


def test_options_are_looked_at(builds: Builds) -> None:
    dice = Dice(1)
    assert laws.bad_options(OneOf(0b1011), dice) == []
    assert laws.bad_options(Codes((1, 2, 2)), dice) == ["an option is offered twice"]
    assert laws.bad_options(Codes(()), dice) == ["there is nothing to choose"]


def test_a_state_is_the_same_after_saving(builds: Builds) -> None:
    state = builds.plain.start(5)
    again = laws.restored(laws.saved(state))
    assert again == state
    assert hash(tuple(again)) == hash(tuple(state))


def test_components_change_places_and_all_that_is_known_of_them(builds: Builds) -> None:
    program, state = builds.plain, builds.plain.start(2)
    heap = instance(program, "heap")
    store = instance(program, "store")
    moved = contents(state, store)[:2]
    fill(state, heap, moved)
    fill(state, store, contents(state, store)[2:])
    first, second = moved[0], contents(state, store)[0]
    lot = next(v for v in program.layout.variables if v.name == "lot")
    set_of_component(program.layout, state, lot, first, 1)
    other = laws.exchanged(program, state, first, second)
    assert contents(other, heap) == [second, moved[1]]
    assert contents(other, store)[0] == first
    assert of_component(program.layout, other, lot, second) == 1
    assert of_component(program.layout, other, lot, first) == -1
    assert laws.exchanged(program, other, first, second)[1:] == state[1:]
