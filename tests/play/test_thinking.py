"""A bot that remembers: better than random, and blind for what it cannot see."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from encanta.machine.game import Game
from encanta.machine.program import Program
from encanta.machine.randomness import Dice
from encanta.machine.worlds import Worlds
from encanta.play.aims import Aims
from encanta.play.opening import Request, open_program
from encanta.play.seats import Bots, bot_seed, is_kind, is_thinking
from encanta.play.table import Table
from encanta.play.thinking import Mind, ThinkingSeat
from encanta.resources import shipped_games
from encanta.simulate.many import Order, simulate

CORPUS = Path(__file__).parents[1] / "corpus"


@cache
def program_of(game: str, players: int = 2) -> Program:
    opened, problems = open_program(Request(game, players))
    assert opened is not None, problems
    return opened.program


@pytest.mark.parametrize(
    ("game", "players", "effort", "share"), [("quay", 2, 60, 0.75), ("shore", 3, 60, 0.6), ("reef", 2, 300, 0.55)]
)
def test_it_beats_random_bots_by_a_wide_margin(game: str, players: int, effort: int, share: float) -> None:
    kinds = (f"thinking:{effort}", *["random"] * (players - 1))
    tally = simulate(Order(Request(str(CORPUS / game), players), kinds, 1, 30)).tally
    assert tally.faults == []
    assert tally.wins(0) >= share * tally.games
    # Not every game of the reef is won by somebody.
    assert tally.wins(0) > 3 * max(tally.wins(seat) for seat in range(1, players))


@pytest.mark.parametrize("game", [str(CORPUS / "reef"), str(CORPUS / "quay"), *shipped_games()])
def test_it_decides_alike_when_cards_that_it_cannot_see_are_exchanged(game: str) -> None:
    opened, _ = open_program(Request(game))
    assert opened is not None
    program = opened.program
    worlds, dice, mind = Worlds(program), Dice(3), Mind(program)
    state = program.start(6)
    compared = 0
    for number in range(25):
        seat = program.asked(state)
        if seat < 0:
            break
        hidden = [x for x in range(program.layout.components) if worlds.hidden(state, seat) >> x & 1]
        first, second = (hidden[dice.below(len(hidden))] for _ in range(2))
        # Whoever sees the backs sees that something else lies there.
        backs = [mask for kind in program.layout.kinds.values() for mask in program.layout.backs(kind)]
        if first != second and any(mask >> first & mask >> second & 1 for mask in backs):
            other = worlds.permuted(state, {first: second, second: first})
            answers = [decided(program, worlds, ThinkingSeat(mind, number, 40), here) for here in (state, other)]
            assert answers[0] == answers[1]
            compared += 1
        options = program.options(state)
        program.advance(state, options.at(dice.below(len(options))))
    assert compared > 10


def decided(program: Program, worlds: Worlds, seat: ThinkingSeat, state: list[object]) -> int:
    who = program.asked(state)
    return seat.decide(who, program.options(state), lambda dice: worlds.imagined(state, who, dice))


def test_it_plays_the_same_game_again_also_after_a_pause() -> None:
    program = program_of(str(CORPUS / "shore"))
    whole = Table(Game(program, 4), [Bots(program).bot("thinking:30", 4, seat) for seat in range(2)])
    whole.run()
    decisions = whole.game.decisions
    rest = Game(program, 4, decisions[:9])
    Table(rest, [Bots(program).bot("thinking:30", 4, seat) for seat in range(2)]).run()
    assert rest.decisions == decisions


def test_thinking_leaves_no_mark_on_the_game() -> None:
    program = program_of(str(CORPUS / "reef"))
    game = Game(program, 5)
    decision = game.decision
    assert decision is not None
    before, counted = game.state[:], program.table.trig.copy()
    Bots(program).bot("thinking", 5, decision.seat).choose(decision, game.view(decision.seat))
    assert game.state == before
    assert program.table.trig == counted


def test_more_effort_is_more_thought() -> None:
    made = []
    for effort in (10, 200):
        program = program_of(str(CORPUS / "reef"))
        mind = Mind(program)
        count = [0]
        step = mind._program.advance

        def counted(
            state: list[object], value: int, step: Callable[..., None] = step, count: list[int] = count
        ) -> None:
            count[0] += 1
            step(state, value)

        mind._program.advance = counted  # type: ignore[method-assign]
        game = Game(program, 2)
        decision = game.decision
        assert decision is not None
        ThinkingSeat(mind, 1, effort).choose(decision, game.view(decision.seat))
        made.append(count[0])
    assert made[0] < 100 < made[1] < 600


def test_who_can_play() -> None:
    assert all(is_kind(kind) for kind in ("human", "random", "first", "thinking", "thinking:300"))
    assert not any(
        is_kind(kind) for kind in ("thinker", "thinking:", "thinking:0", "thinking:x", "random:3", "thinking:²")
    )
    assert [is_thinking(kind) for kind in ("thinking:2", "thinking", "first")] == [True, True, False]
    with pytest.raises(KeyError):
        Bots(program_of(str(CORPUS / "reef"))).bot("nobody", 1, 0)
    assert bot_seed(1, 0) != bot_seed(1, 1)


# -------------------------------------------------------------------------------------------------- what it wants


def test_few_points_are_good_where_the_least_win() -> None:
    program = program_of("hearts", 4)
    aims = Aims(program)
    state = program.start(1)
    before = aims.written(state)
    assert aims.lead(state, 0, before) == 0
    total = next(v for v in program.layout.variables if v.name == "total")
    state[program.layout.variables[total] + 2] = 13
    assert aims.lead(state, 2, before) == -13
    assert aims.lead(state, 0, before) == 0


def test_sides_want_many_points_where_the_most_win() -> None:
    program = program_of("encantados", 4)
    aims = Aims(program)
    state = program.start(1)
    before = aims.written(state)
    base = aims.lead(state, 0, before)
    total = next(v for v in program.layout.variables if v.name == "total")
    state[program.layout.variables[total] + program.layout.side_of[0]] = 20
    assert aims.lead(state, 0, before) == base + 20
    partner = next(p for p in range(1, 4) if program.layout.side_of[p] == program.layout.side_of[0])
    assert aims.lead(state, partner, before) == base + 20


def test_scores_that_are_written_are_not_counted_twice() -> None:
    program = program_of("hearts", 4)
    aims = Aims(program)
    dice, state = Dice(1), program.start(1)
    before = aims.written(state)
    leads = set()
    while not aims.is_written(state, before):
        leads.update(aims.lead(state, seat, before) for seat in range(4))
        options = program.options(state)
        program.advance(state, options.at(dice.below(len(options))))
    totals = next(v for v in program.layout.variables if v.name == "total")
    points = [state[program.layout.variables[totals] + p] for p in range(4)]
    assert aims.lead(state, 1, before) == min(points[:1] + points[2:]) - points[1]
    assert len(leads) > 2, "points count as soon as they are made"


def test_random_games_tell_what_is_good_where_the_rulebook_does_not_say(tmp_path: Path) -> None:
    text = (CORPUS / "shore" / "rulebook.yaml").read_text(encoding="utf-8")
    cards = (CORPUS / "shore" / "cards.yaml").read_text(encoding="utf-8")
    for number, most in enumerate((">=", "<=")):
        folder = tmp_path / str(number)
        folder.mkdir()
        winners = f"players where sum(worth of wall) {most} sum(worth of left's wall)"
        changed = text.replace("players with most sum(worth of wall)", f'"{winners}"')
        assert changed != text
        (folder / "rulebook.yaml").write_text(changed, encoding="utf-8")
        (folder / "cards.yaml").write_text(cards, encoding="utf-8")
        assert Aims(program_of(str(folder)))._sign == (1, -1)[number]
