"""Playing at a table: bots, people by a script, and taking back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from encanta.machine.game import Decision, Game, Refused
from encanta.machine.program import Program
from encanta.machine.views import View
from encanta.play.chronicle import Chronicle
from encanta.play.seats import BOTS, FirstSeat, RandomSeat, Wish, bot
from encanta.play.table import Table, deciders

NewGame = Callable[[int], Game]


@dataclass
class Scripted:
    """Answers in words, then leaves."""

    words: list[str]
    asked: list[str] = field(default_factory=list)
    rewound: list[int] = field(default_factory=list)

    def choose(self, decision: Decision, view: View) -> int | Wish:
        self.asked.append(decision.prompt)
        if not self.words:
            return Wish.LEAVE
        wanted = self.words.pop(0)
        return next(value for value in decision.options if decision.describe(value) == wanted)

    def rewind(self, made: int) -> None:
        self.rewound.append(made)


def bots(kind: str, seed: int, seats: int = 2) -> list[RandomSeat | FirstSeat]:
    return [bot(kind, seed, seat) for seat in range(seats)]  # type: ignore[misc]


@pytest.mark.parametrize("kind", BOTS)
def test_bots_play_to_the_end(new_game: NewGame, kind: str) -> None:
    table = Table(new_game(3), bots(kind, 3))
    outcome = table.run()
    assert outcome is not None
    assert table.game.over
    assert outcome.reason == "sea empty"


def test_the_same_seeds_give_the_same_game(new_game: NewGame) -> None:
    games = []
    for _ in range(2):
        table = Table(new_game(5), bots("random", 5))
        table.run()
        games.append(table.game.decisions)
    assert games[0] == games[1]
    other = Table(new_game(6), bots("random", 6))
    other.run()
    assert other.game.decisions != games[0]


def test_bots_of_different_seats_throw_different_dice() -> None:
    first, second = (RandomSeat(seed)._dice.state for seed in (1, 2))
    assert first != second


def test_a_game_that_was_interrupted_goes_on_as_it_would_have(shore: Program, new_game: NewGame) -> None:
    whole = Table(new_game(7), bots("random", 7))
    whole.run()
    for count in (0, 1, 10, len(whole.game.decisions) - 1):
        again = Table(Game(shore, 7, whole.game.decisions[:count]), bots("random", 7))
        again.run()
        assert again.game.decisions == whole.game.decisions


def test_somebody_who_leaves_ends_the_evening(new_game: NewGame) -> None:
    table = Table(new_game(1), [Scripted(["pick"]), RandomSeat(1)])
    assert table.run() is None
    assert len(table.game.decisions) == 1


def test_after_each_decision_somebody_hears_of_it(new_game: NewGame) -> None:
    heard: list[int] = []
    table = Table(new_game(1), bots("random", 1), heard.append)
    table.run()
    assert heard == deciders(table.game)
    assert set(heard) == {0, 1}


def test_a_value_that_is_no_option_is_refused(new_game: NewGame) -> None:
    class Cheat(FirstSeat):
        def choose(self, decision: Decision, view: View) -> int:
            return 77

    with pytest.raises(Refused):
        Table(new_game(1), [Cheat(), Cheat()]).run()


def test_every_seat_must_be_taken(new_game: NewGame) -> None:
    with pytest.raises(ValueError, match="2 play, but 1 seats are taken"):
        Table(new_game(1), [FirstSeat()])


# ------------------------------------------------------------------------------------------------ taking back


def after(game: Game, *words: str) -> Table:
    """A table at which the first seat has decided so far."""
    table = Table(game, [Scripted(list(words)), FirstSeat()])
    table.run()
    return table


def test_an_open_choice_can_be_taken_back(new_game: NewGame) -> None:
    table = after(new_game(1), "pick")
    assert table.take_back(0) is None
    assert table.game.decisions == []
    assert table.game.state == new_game(1).state


def test_taking_back_goes_to_the_last_decision_of_the_seat_and_the_bots_follow(new_game: NewGame) -> None:
    seat, first = Scripted(["pick"]), FirstSeat()
    table = Table(new_game(1), [seat, first])
    table.run()
    beach = next(place for place in table.game.view(0).places if place.place.name == "beach")
    seat.words = [str(beach.cards[0]), "pass"]
    table.run()
    count = len(table.game.decisions)
    assert deciders(table.game)[3:] == [1] * (count - 3), "the other seat has decided since"
    assert seat.rewound[-1] == 0
    if table.take_back(0) is None:
        assert len(table.game.decisions) == 2
        assert seat.rewound[-1] == 2


def test_what_was_seen_cannot_be_unseen(new_game: NewGame) -> None:
    table = after(new_game(1), "dig")
    before = list(table.game.decisions)
    reason = table.take_back(0)
    assert reason == "that cannot be taken back: something hidden has been seen since"
    assert table.game.decisions == before


def test_what_another_person_decided_is_not_taken_back(new_game: NewGame) -> None:
    game = new_game(1)
    shell = next(str(place.cards[0]) for place in game.view(0).places if place.place.name == "beach")
    for people, refused in ((frozenset({0}), False), (frozenset({0, 1}), True)):
        first, second = Scripted(["pick", shell, "pass"]), Scripted(["pick"])
        table = Table(new_game(1), [first, second], people=people)
        table.run()
        assert deciders(table.game) == [0, 0, 0, 1]
        reason = table.take_back(0)
        assert (reason == "that cannot be taken back: P2 has decided since") is refused
        assert (reason is None) is not refused


def test_chance_cannot_be_taken_back(new_game: NewGame) -> None:
    table = after(new_game(1), "pick")
    table.game.state[2] += 2
    assert table.take_back(0) == "that cannot be taken back: chance has had its say since"


def test_nothing_can_be_taken_back_before_anything_is_decided(new_game: NewGame) -> None:
    table = after(new_game(1))
    assert table.take_back(0) == "there is nothing to take back"
    assert table.take_back(1) == "there is nothing to take back"


# -------------------------------------------------------------------------------------------------- the story


def test_the_chronicle_tells_what_happened_since_a_decision(shore: Program, new_game: NewGame) -> None:
    table = after(new_game(1), "pick")
    chronicle = Chronicle(shore)
    events = chronicle.events(table.game)
    assert [event.text for event in events if event.kind == "decision"] == ["P1: pick"]
    since = chronicle.since(table.game, 0)
    assert since[0].text == "P1: pick"
    assert since == events[-len(since) :]
    assert chronicle.since(table.game, 1) == []


def test_the_news_of_a_seat_begin_with_its_last_decision(new_game: NewGame) -> None:
    table = after(new_game(1), "pick")
    assert table.undecided_since(0) == 0
    table = Table(new_game(3), bots("random", 3))
    table.run()
    made = deciders(table.game)
    assert table.undecided_since(1) == len(made) - 1 - made[::-1].index(1)
