"""Positions: what is given lies there, the rest where it should, and what cannot be is said."""

from __future__ import annotations

import pytest

from encanta.scenarios.games import Games
from encanta.scenarios.running import Result

from .conftest import CORPUS, RunText, games_of, said


def test_named_places_hold_exactly_what_is_said(results: RunText) -> None:
    (result,) = results("""
        - scenario: x
          given:
            at: load of P1
            P1's hold: [red, 2 blue, barrel]
            P1's ship: [red with lot red, {barrel: {lot: red}}]
            heap: [green, red, 2 more]
            store: [blue, ...]
          expect:
            P1's hold: [blue, barrel, red, blue]
            P1's ship: [red with lot red, barrel with lot red]
            P2's ship: []
            P2's hold: count 5
            heap: [green, red, ...]
            store: [blue, ...]
    """)
    assert said(result) == []
    assert result.status == "passed"


def test_a_place_that_is_not_named_keeps_its_size(results: RunText) -> None:
    # Every red crate is named, so those of P2's hold must be replaced.
    for seed in range(1, 6):
        (result,) = results(f"""
            - scenario: x
              seed: {seed}
              given: {{at: load of P1, P1's ship: [8 red], P1's hold: [6 blue]}}
              expect: {{P2's hold: count 5, store: count 7, heap: []}}
        """)
        assert said(result) == []


def test_what_is_left_goes_home_or_where_it_is_said(results: RunText) -> None:
    home, elsewhere, counted = results("""
        - scenario: home
          given: {at: load of P1, P1's hold: [red, blue], heap: []}
          expect: {store: count 19}
        - scenario: elsewhere
          given: {at: load of P1, P1's hold: [red, blue], store: [green], heap: [...]}
          expect: {store: [green], heap: count 18}
        - scenario: counted
          given: {at: load of P1, P1's hold: count 6, store: count 3, heap: [red, ...]}
          expect: {P1's hold: count 6, store: count 3, heap: count 12}
    """)
    assert [said(result) for result in (home, elsewhere, counted)] == [[], [], []]


def test_the_seed_decides_what_is_not_said(results: RunText) -> None:
    text = """
        - scenario: x
          seed: {}
          given: {{at: load of P1, P1's hold: [red, red, 3 more]}}
          expect: {{P1's hold: [5 barrel]}}
    """
    holds = {seed: said(results(text.format(seed))[0])[0][2] for seed in (1, 1, 2, 3, 4)}
    assert said(results(text.format(1))[0])[0][2] == holds[1]
    assert len(set(holds.values())) > 1


def test_variables_are_set_after_the_phases_have_begun(results: RunText) -> None:
    (result,) = results("""
        - scenario: x
          players: 3
          given: {at: drop of P2, ran_out: yes, P1's points: 4, points of P3: 2, begins: P3, P2's hold: [red, blue]}
          play:
            - expect: {ran_out: yes, P1's points: 4, P3's points: 2, begins: P3, phase: drop of P2}
            - P2: choose red
          expect: {ran_out: no, P1's points: 0, asked: P3}
    """)
    assert said(result) == []


def test_without_a_phase_the_first_decision_sees_what_is_given(results: RunText) -> None:
    high_card = games_of(CORPUS / "high_card")
    found = results(
        """
        - scenario: x
          given: {P1's hand: [one, three], P2's hand: [two, one]}
          expect: {question: laid}
          cases:
            - {seed: 1, expect: {offered: {P1: [one, three]}}}
            - {seed: 4, expect: {offered: {P2: [two, one]}}}
        """,
        high_card,
    )
    assert [said(result) for result in found] == [[], []]


def test_the_phases_before_it_have_not_been_done(results: RunText) -> None:
    (result,) = results("""
        - scenario: x
          given: {at: drop of P1}
          expect: {P1's hold: count 5, heap: [], store: count 16, question: dropped}
    """)
    assert said(result) == []


def test_what_is_known_is_seen(results: RunText) -> None:
    (result,) = results("""
        - scenario: x
          given:
            at: load of P1
            P2's hold: [red, green, barrel]
            P1 knows: [P2's hold red, P2's hold 3]
          expect: {P1 sees: {P2's hold: [red, hidden, barrel]}, P1 knows: [P2's hold red]}
    """)
    assert said(result) == []


@pytest.mark.parametrize(
    ("given", "code", "where", "words"),
    [
        ("{P1's hold: [7 blue]}", "impossible-given", "7 blue", "there are only 6 copies of `blue`"),
        ("{P1's hold: [4 blue], P2's hold: [3 blue]}", "impossible-given", "3 blue", "only 6 copies"),
        ("{P1's hold: [rad]}", "unknown-thing", "rad", "did you mean `red`?"),
        ("{P1's hole: [red]}", "unknown-subject", "P1's hole", "did you mean `hold`?"),
        ("{hold: [red]}", "whose", "hold", "`P1's hold`"),
        ("{P1's heap: [red]}", "whose", "P1's heap", "belongs to the whole game"),
        ("{P3's hold: [red]}", "unknown-seat", "P3's hold", "the players are P1, P2"),
        ("{P1's hold: [red], hold of P1: [blue]}", "impossible-given", "hold of P1", "given twice"),
        ("{P1's hold: [...], heap: [...]}", "impossible-given", "...", "stands twice"),
        ("{P1's hold: count 27}", "impossible-given", "count 27", "there are only 26"),
        ("{store: [red]}", "impossible-given", "[red]", "put `...`"),
        ("{P1's hold: [gap]}", "impossible-given", "gap", "has no slots"),
        ("{P1's hold: [hidden]}", "impossible-given", "hidden", "has a face"),
        ("{P1's hold: [red with lut red]}", "unknown-thing", "red with lut red", "did you mean `lot`?"),
        ("{P1's hold: [{red: {lot: pink}}]}", "unknown-thing", "pink", "there are red, green, blue"),
        ("{P1's hold: [[red]]}", "wrong-kind", "[red]", "a list stands within a list"),
        ("{hand_size: 4}", "impossible-given", "hand_size", "is computed"),
        ("{begins: P9}", "unknown-seat", "P9", "there is no player"),
        ("{ran_out: maybe}", "unknown-thing", "maybe", "`yes` or `no`"),
        ("{P1's points: lots}", "unknown-thing", "lots", "not a whole number"),
        ("{P1's points: [1]}", "wrong-kind", "[1]", "one word"),
        ("{at: loda of P1}", "unknown-subject", "loda of P1", "did you mean `load`?"),
        ("{at: load}", "whose", "load", "`load of P1`"),
        ("{at: voyage of P1}", "whose", "voyage of P1", "nobody in particular"),
        ("{P1 knows: [P2's hold green], P2's hold: [red]}", "impossible-given", "P2's hold green", "there is none"),
        ("{P1 knows: [P2's hold 9]}", "impossible-given", "P2's hold 9", "no position 9"),
    ],
)
def test_what_cannot_be_given_is_said_where_it_stands(
    given: str, code: str, where: str, words: str, results: RunText
) -> None:
    (result,) = results(f"- {{scenario: x, given: {given}, expect: {{over: no}}}}")
    assert result.status == "broken"
    found = result.diagnostics[0]
    assert found.code == code
    assert found.span is not None
    assert found.span.text == where
    assert words in f"{found.message} {found.help}"


def test_every_mistake_of_a_position_is_reported(results: RunText) -> None:
    (result,) = results("- {scenario: x, given: {hold: [red], heap: [rad], at: lode}, expect: {ovar: no}}")
    codes = [problem.code for problem in result.diagnostics]
    assert codes == ["whose", "unknown-thing", "unknown-subject", "unknown-key"]


def test_a_game_that_cannot_be_set_up(results: RunText) -> None:
    checks: list[Result] = results("""
        - {scenario: a, players: 7, expect: {over: no}}
        - {scenario: b, options: {gaol: 3}, expect: {over: no}}
        - {scenario: c, players: 4, options: {loads: 1}, expect: {invalid: two loads for four}}
        - {scenario: d, players: 7, expect: {invalid: players-not-offered}}
        - {scenario: e, expect: {invalid: two loads for four}}
    """)
    assert [result.status for result in checks] == ["broken", "broken", "passed", "passed", "failed"]
    assert [problem.code for problem in checks[0].diagnostics] == ["no-such-game", "players-not-offered"]
    assert said(checks[4]) == [("invalid", "two loads for four", "the game can be set up")]


def test_rows_that_exist_only_in_a_scenario(results: RunText, quay: Games) -> None:
    with_row, without = results("""
        - {scenario: a, with: {anchor: {weight: 9}}, given: {at: load of P1, heap: [anchor]}, expect: {heap: [anchor]}}
        - {scenario: b, given: {at: load of P1, heap: [anchor]}, expect: {heap: [anchor]}}
    """)
    assert with_row.status == "passed"
    assert without.status == "broken"
    (by_component,) = results(
        "- {scenario: c, with: {crate: {anchor: {weight: 9}}}, expect: {crates: {anchor: 1, count: 27}}}"
    )
    assert said(by_component) == []
