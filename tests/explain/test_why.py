"""Why a move can be made or not, what led to an event, what points come from; never more than the asker may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.authoring.beginning import begin
from encanta.checking.configure import open_rulebook
from encanta.explain.chain import chain
from encanta.explain.overview import overview
from encanta.explain.points import scores
from encanta.explain.standing import session_of
from encanta.explain.verdicts import Verdict, verdict_on
from encanta.explain.wording import UNKNOWN, chain_lines, overview_lines, scores_lines, verdict_lines
from encanta.machine.game import Decision, Game
from encanta.machine.names import Names
from encanta.machine.program import Program, load_program
from encanta.machine.randomness import Dice
from encanta.machine.worlds import Worlds
from encanta.resources import shipped_games
from encanta.scenarios.laws import exchanged
from encanta.scenarios.session import Session
from encanta.scenarios.words import Unclear

CORPUS = Path(__file__).resolve().parents[1] / "corpus"


def program_of(path: str, players: int | None = None) -> Program:
    rulebook, problems = open_rulebook(path)
    assert rulebook is not None, problems
    model, problems = rulebook.configure(players if players is not None else rulebook.players[0])
    assert model is not None, problems
    return load_program(model)


@pytest.fixture(scope="module")
def quay() -> Program:
    return program_of(str(CORPUS / "quay"))


def standing(program: Program, site: str, seed: int = 1) -> Game:
    """A random game at the first decision that is made in a certain body."""
    game = Game(program, seed)
    dice = Dice(seed)
    while game.decision is not None and game.decision.site.body != site:
        options = game.decision.options
        game.take(options.at(dice.below(len(options))))
    assert game.decision is not None, f"nothing is ever decided in {site}"
    return game


def asked(game: Game, move: str, seat: int | None = None) -> Verdict:
    return verdict_on(session_of(game), move, seat, game.names)


def lines(game: Game, move: str, seat: int | None = None) -> list[str]:
    return list(verdict_lines(asked(game, move, seat)))


@pytest.fixture
def loading(quay: Program) -> Game:
    return standing(quay, "load", seed=3)


def hand(game: Game) -> list[str]:
    seat = game.program.asked(game.state)
    place = next(p for p in game.view(seat).places if p.place.name == "hold" and p.owner == seat)
    return [card for card in place.cards if card is not None]


def who(game: Game) -> str:
    return game.names.player(game.program.asked(game.state))


# -------------------------------------------------------------------------------------------------- moves


def test_a_move_that_can_be_made_shows_that_every_condition_holds(loading: Game) -> None:
    move = (
        f"{who(loading)}: sell {hand(loading)[0]}, P1" if who(loading) != "P1" else f"P1: sell {hand(loading)[0]}, P2"
    )
    verdict = asked(loading, move)
    assert verdict.possible is True
    assert verdict.notes == ()
    assert [condition.holds for condition in verdict.conditions] == [True] * len(verdict.conditions)
    assert {"sold", "buyer", "never the last crate"} <= {condition.name for condition in verdict.conditions}


def test_the_conditions_that_fail_come_first_with_their_values_and_places(loading: Game) -> None:
    verdict = asked(loading, f"{who(loading)}: sell {hand(loading)[0]}, {who(loading)}")
    assert verdict.possible is False
    first = verdict.conditions[0]
    assert (first.name, first.text, first.holds) == (f"buyer: {who(loading)}", "it is not you", False)
    assert first.span.source.name.endswith("rulebook.yaml")
    assert first.span.text == "it is not you"
    assert all(condition.holds for condition in verdict.conditions[1:])


def test_a_number_that_is_not_reached_is_said(loading: Game) -> None:
    verdict = asked(loading, f"{who(loading)}: stow red, {hand(loading)[0]}")
    number = next(condition for condition in verdict.conditions if condition.text.startswith("at least"))
    assert number.holds is False
    assert [(part.text, part.value) for part in number.parts] == [("chosen", "1"), ("fewest", "2")]


def test_a_requirement_shows_both_sides(loading: Game) -> None:
    verdict = asked(loading, f"{who(loading)}: sell {hand(loading)[0]}, {who(loading)}")
    requirement = next(c for c in verdict.conditions if c.name == "never the last crate")
    assert requirement.text == "count(hold) > 1"
    values = {part.text: part.value for part in requirement.parts}
    assert values["count(hold)"] == str(len(hand(loading)))


def test_an_action_of_another_phase_says_where_it_is_offered(loading: Game) -> None:
    verdict = asked(loading, f"{who(loading)}: from_store")
    assert verdict.possible is False
    assert verdict.notes == ("`load` does not offer it now; it is offered in `fetch`",)


def test_another_seat_is_told_whose_decision_it_is(loading: Game) -> None:
    other = "P2" if who(loading) == "P1" else "P1"
    assert asked(loading, f"{other}: pass").notes == (f"{who(loading)} is asked now, not {other}",)


def test_a_limit_that_is_used_up_says_so(quay: Program) -> None:
    for seed in range(1, 40):
        game = standing(quay, "stow", seed)
        while game.decision is not None and game.decision.site.body == "stow":
            game.take(game.decision.options.at(0))
        if game.decision is not None and game.decision.site.body == "load":
            break
    verdict = asked(game, f"{who(game)}: stow red, {hand(game)[0]}")
    limit = next(condition for condition in verdict.conditions if condition.name == "limit")
    assert (limit.text, limit.holds, limit.parts[0].value) == ("once per turn", False, "1 of 1")


def test_a_choice_names_what_may_be_chosen(quay: Program) -> None:
    game = standing(quay, "drop")
    rows = {row.name for row in game.program.model.components["crate"].rows}
    missing = sorted(rows - set(hand(game)))[0]
    verdict = asked(game, f"{who(game)}: choose {missing}")
    assert verdict.possible is False
    assert verdict.conditions[0].text == "choose dropped from hold"
    for card in set(hand(game)):
        assert card.replace("_", " ") in (verdict.conditions[0].parts[0].value or "").replace("_", " ")


@pytest.mark.parametrize("move", ["nothing", "P1: dance", "P9: pass", "P1: sell unicorn, P2"])
def test_what_cannot_be_read_is_unclear(loading: Game, move: str) -> None:
    with pytest.raises(Unclear):
        asked(loading, move)


# ------------------------------------------------------------------------------------------------- overview


def test_without_a_move_everything_that_may_be_done_and_why_the_rest_may_not(loading: Game) -> None:
    found = overview(loading, session_of(loading), None)
    assert loading.decision is not None
    assert len(found.options) == len(loading.decision.options)
    offered = {loading.decision.describe(value) for value in loading.decision.options}
    refused = {verdict.move for verdict in found.refused}
    assert not refused & offered
    assert all(any(c.holds is False for c in verdict.conditions) for verdict in found.refused)
    assert {action for action, _ in found.elsewhere} == {"from_store", "from_heap"}
    assert dict(found.elsewhere)["from_store"] == "fetch"


def amount(program: Program, usual: int) -> int:
    """How much is looked at of a game: less of one with hundreds of printed rows, of which each question asks many."""
    return usual if len(program.layout.rows) < 200 else usual // 4


@pytest.mark.parametrize("name", shipped_games())
def test_a_refused_action_always_has_a_reason(name: str) -> None:
    """In random games of every shipped game, each action that is not offered has a condition that fails."""
    program = program_of(name)
    game = Game(program, 2)
    dice = Dice(2)
    for _ in range(amount(program, 60)):
        if game.decision is None:
            break
        if game.decision.site.kind == "action":
            found = overview(game, session_of(game), None)
            for verdict in found.refused:
                assert any(c.holds is False for c in verdict.conditions), (game.decisions, verdict)
        game.take(game.decision.options.at(dice.below(len(game.decision.options))))


def test_at_the_end_of_a_game_nothing_is_asked(quay: Program) -> None:
    game = Game(quay, 1)
    while game.decision is not None:
        game.take(game.decision.options.at(len(game.decision.options) - 1))
    assert overview(game, session_of(game), None).question == "the game is over"
    assert asked(game, "P1: pass").notes == ("the game is over",)


# ------------------------------------------------------------------------------------------- who may know what


def texts(program: Program, session: Session, game: Game, seat: int, moves: list[str]) -> list[str]:
    """Everything that a seat can ask about a position."""
    names = Names(program.layout)
    found = list(overview_lines(overview(game, session, seat)))
    found += scores_lines(scores(game, seat))
    for move in moves:
        try:
            found += verdict_lines(verdict_on(session, move, seat, names))
        except Unclear as problem:
            found.append(problem.diagnostic.message)
    return found


def in_state(game: Game, state: list[object]) -> tuple[Session, Game]:
    other = game.copy()
    other.state = list(state)
    session = session_of(game)
    session.state = list(state)
    return session, other


@pytest.mark.parametrize("path", [str(CORPUS / "quay"), *shipped_games()])
def test_cards_that_a_seat_cannot_see_make_no_difference_to_what_it_is_told(path: str) -> None:
    program = program_of(path)
    dice = Dice(11)
    compared = 0
    for seed in (1, 2):
        game = Game(program, seed)
        for _ in range(amount(program, 15)):
            decision = game.decision
            if decision is None:
                break
            seat = dice.below(program.seats)
            moves = some_moves(program, decision, dice)
            pair = unseen_pair(program, game.state, seat, dice)
            if pair is not None:
                here = texts(program, *in_state(game, game.state), seat, moves)
                there = texts(program, *in_state(game, exchanged(program, game.state, *pair)), seat, moves)
                assert here == there
                compared += 1
            game.take(decision.options.at(dice.below(len(decision.options))))
    assert compared > amount(program, 10)


def some_moves(program: Program, decision: Decision, dice: Dice) -> list[str]:
    """Moves that somebody may ask about: actions alone and with a card, a card as the answer to a choice."""
    who = f"P{decision.seat + 1}"
    rows = [row.name for component in program.model.components.values() for row in component.rows]
    cards = [rows[dice.below(len(rows))] for _ in range(3)]
    bare = [f"{who}: {action}" for action in decision.site.actions[:3]]
    return (
        bare + [f"{move} with {card}" for move in bare for card in cards] + [f"{who}: choose {card}" for card in cards]
    )


def unseen_pair(program: Program, state: list[object], seat: int, dice: Dice) -> tuple[int, int] | None:
    """Two components of different faces that a seat has not seen, and that nothing under way holds."""
    unseen = Worlds(program).hidden(state, seat)  # type: ignore[arg-type]
    there = [component for component in range(program.layout.components) if unseen >> component & 1]
    layout = program.layout
    backs = [mask for kind in layout.kinds.values() for mask in layout.backs(kind)]
    # Whoever sees the backs sees that something else lies there.
    back = [next(i for i, mask in enumerate(backs) if mask >> c & 1) for c in range(layout.components)]
    rows = layout.row_of
    pairs = [(a, b) for a in there for b in there if rows[a] != rows[b] and back[a] == back[b]]
    return pairs[dice.below(len(pairs))] if pairs else None


def test_another_seat_is_not_told_what_only_the_doer_may_know(loading: Game) -> None:
    other = 1 - loading.program.asked(loading.state)
    found = overview(loading, session_of(loading), other)
    assert found.options == ()
    assert found.note
    verdict = asked(loading, f"{who(loading)}: stow red, {hand(loading)[0]}, {hand(loading)[1]}", other)
    shown = "\n".join(verdict_lines(verdict))
    assert UNKNOWN in shown


# -------------------------------------------------------------------------------------------- events, scores


def test_an_event_tells_its_line_its_rules_and_the_decisions_that_led_to_it(loading: Game) -> None:
    game = loading
    assert game.decision is not None
    game.take(game.decision.site.actions.index("sell"))
    while game.decision is not None and game.decision.site.body == "sell":
        game.take(game.decision.options.at(0))
    events = game.events()
    index = max(i for i, event in enumerate(events) if event.causes[:1] == ("sell",) and event.kind == "move")
    links = chain(events, index, game.program.model, None)
    assert (links[0].what, links[0].text) == ("the line", "move sold to buyer's hold")
    rules = [(link.what, link.text.partition(":")[0]) for link in links if link.kind == "rule"]
    assert rules[1:4] == [("action", "sell"), ("phase", "load"), ("phase", "turn")]
    decided = [link.text for link in links if link.kind == "decision"]
    assert len(decided) >= 2
    assert decided[0] == f"{events[index].text.partition(' to ')[0] and who_sold(events, index)}: sell"
    assert all(link.span is not None for link in links)


def who_sold(events: list[object], index: int) -> str:
    text: str = events[index].text  # type: ignore[attr-defined]
    return text.partition(" from ")[2].partition("'s")[0]


def test_an_ability_tells_the_event_that_set_it_off(quay: Program) -> None:
    for seed in range(1, 60):
        game = Game(quay, seed)
        dice = Dice(seed)
        while game.decision is not None:
            game.take(game.decision.options.at(dice.below(len(game.decision.options))))
        events = game.events()
        index = next((i for i, event in enumerate(events) if "crane" in event.causes and event.kind == "move"), None)
        if index is not None:
            break
    else:
        raise AssertionError("no crane in any game")
    links = chain(events, index, quay.model, None)
    at = next(i for i, link in enumerate(links) if link.what == "ability of the side")
    assert links[at].text == "crane"
    assert links[at + 1].what == "set off by"
    assert "green" in links[at + 1].text
    assert links[at + 1].text.endswith("ship")
    told = list(chain_lines(events[index], links, None))
    assert told[0].startswith(f"event {index + 1}: ")


def test_scores_show_their_lines_and_what_they_come_from(tmp_path: Path) -> None:
    begin(tmp_path / "shells")
    game = Game(program_of(str(tmp_path / "shells")), 4)
    while game.decision is not None:
        game.take(game.decision.options.at(0))
    found = scores(game, None)
    assert [(score.sheet, score.owner) for score in found] == [("shells", "P1"), ("shells", "P2")]
    for score in found:
        assert sum(line.written for line in score.lines) == score.total
        assert [line.now for line in score.lines] == [line.written for line in score.lines]
    first = found[0].lines[0]
    assert first.text == "sum(points of collection)"
    assert (
        sum(int(value) for value in (first.parts[0].value or "0").replace("nothing", "0").split(", ")) == first.written
    )
