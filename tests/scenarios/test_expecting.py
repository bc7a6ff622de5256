"""Expectations: each kind of field passes where it is right, and fails with what is so where it is wrong."""

from __future__ import annotations

import pytest

from encanta.scenarios.running import Result

from .conftest import RunText, said

GIVEN = (
    "{at: load of P1, P1's hold: [red, red, barrel], P1's ship: [blue with lot blue, barrel with lot blue], "
    "heap: [green, red, blue], P2's hold: [green, barrel], begins: P2, P2's points: 3}"
)


def one(results: RunText, expect: str, given: str = GIVEN, more: str = "") -> Result:
    (result,) = results(f"- scenario: x\n  given: {given}\n{more}  expect: {expect}\n")
    return result


@pytest.mark.parametrize(
    "expect",
    [
        "{P1's hold: [barrel, red, red]}",
        "{P1's hold: [red, ...]}",
        "{P1's hold: [red, 2 more]}",
        "{P1's hold: [...]}",
        "{P1's hold: count 3}",
        "{P1's hold: 3 cards}",
        "{P1's hold: 'red, red, barrel'}",
        "{hold of P1: [2 red, barrel]}",
        "{heap: [green, red, blue]}",
        "{heap: [green, ...]}",
        "{heap: [..., blue]}",
        "{heap: [..., red, ...]}",
        "{heap: [green, 2 more]}",
        "{heap: [1 more, red, ...]}",
        "{P1's ship: [barrel with lot blue, blue]}",
        "{P1's ship: [{barrel: {lot: blue}}, {blue: {lot: blue}}]}",
        "{P2's ship: nothing}",
        "{begins: P2, P2's points: 3, ran_out: no, points of P1: 0}",
        "{hand_size: 5, P1's fewest: 2, P2's heavy: no, done: no}",
        "{asked: P1, question: load, phase: load, phase: load}",
        "{at: load of P1}",
        "{over: no}",
        "{offered: {P1: [pass, stow, sell]}}",
        "{offered: {P1: [pass, stow red, sell red, sell barrel]}}",
        "{offered: {P1: [pass, ...]}}",
        "{offered: {P1: [..., 'stow red with red, barrel']}}",
        "{offered: {P1: count 5}}",
        "{P1 sees: {P1's hold: [red, red, barrel], P2's hold: [2 hidden], heap: [green, red, blue]}}",
        "{view of P2: {P1's hold: [hidden, hidden, hidden], store: count 16}}",
        "{scores: {P1: {ship: 5, hold: -3, sum: 2}, P2: -2}}",
        "{scores cargo: {P2: {hold: -2}}}",
        "{crates: {count: 26, red: 8}, crate red: {color: red, weight: 3}, crate barrel: {color: nothing}}",
        "{asked: P1, over: no, P1 knows: [P1's hold]}",
    ],
)
def test_what_is_so_passes(results: RunText, expect: str) -> None:
    expect = expect.replace(", phase: load, phase: load", ", phase: load")
    result = one(results, expect)
    assert result.diagnostics == ()
    assert said(result) == []


@pytest.mark.parametrize(
    ("expect", "actual"),
    [
        ("{P1's hold: [red, red]}", "[red, red, barrel]"),
        ("{P1's hold: [red, red, blue]}", "[red, red, barrel]"),
        ("{P1's hold: [red, 3 more]}", "[red, red, barrel]"),
        ("{P1's hold: [blue, ...]}", "[red, red, barrel]"),
        ("{P1's hold: count 4}", "count 3"),
        ("{heap: [red, green, blue]}", "[green, red, blue]"),
        ("{heap: [red, ...]}", "[green, red, blue]"),
        ("{heap: [..., red]}", "[green, red, blue]"),
        ("{heap: [green, 1 more]}", "[green, red, blue]"),
        ("{P1's ship: [barrel with lot red, blue]}", "[blue with lot blue, barrel with lot blue]"),
        ("{begins: P1}", "P2"),
        ("{begins: nothing}", "P2"),
        ("{P2's points: -3}", "3"),
        ("{ran_out: yes}", "no"),
        ("{hand_size: 4}", "5"),
        ("{P1's heavy: yes}", "no"),
        ("{asked: P2}", "P1"),
        ("{asked: nobody}", "P1"),
        ("{question: sold}", "load"),
        ("{phase: drop}", "load"),
        ("{phase: load of P2}", "load of P1"),
        ("{over: yes}", "no"),
        ("{winners: [P1]}", "the game is not over"),
        ("{result: drawn}", "the game is not over"),
        ("{offered: {P2: [pass]}}", "nothing, P1 is asked"),
        ("{P1 sees: {P2's hold: [green, hidden]}}", "[hidden, hidden]"),
        ("{P1 knows: [P2's hold green]}", "it has not seen that"),
        ("{scores: {P1: {ship: 6}}}", "5"),
        ("{scores: {P2: 2}}", "-2"),
        ("{crates: {barrel: 5}}", "4"),
        ("{crate red: {weight: 4}}", "3"),
        ("{crate barrel: {color: red}}", "nothing"),
        ("{events: [such a thing]}", "no such event from there on"),
    ],
)
def test_what_is_not_so_fails_with_what_is(results: RunText, expect: str, actual: str) -> None:
    result = one(results, expect)
    assert result.diagnostics == ()
    assert result.status == "failed"
    assert [difference.actual for difference in result.differences] == [actual]


MOVES = "stow red with red, red"
ALL = ["pass", "stow red with red", "red", "stow red with red", "barrel", "sell red with P2", "sell barrel with P2"]


@pytest.mark.parametrize(
    "offered",
    [
        "[pass, stow red, sell red]",
        "[stow, sell]",
        f"[pass, '{MOVES}', sell]",
        "[pass, stow, sell, from_store]",
        "[pass, stow blue, stow red, sell]",
        "[from_heap, ...]",
    ],
)
def test_an_offer_that_differs_shows_all_moves(results: RunText, offered: str) -> None:
    (difference,) = one(results, f"{{offered: {{P1: {offered}}}}}").differences
    assert sorted(difference.actual.strip("[]").split(", ")) == sorted(ALL)


def test_all_fields_that_differ_are_shown(results: RunText) -> None:
    result = one(results, "{asked: P2, P1's hold: [red], heap: [green, red, blue], over: yes}")
    assert [difference.what for difference in result.differences] == ["asked", "P1's hold", "over"]
    assert [difference.span.text for difference in result.differences] == ["P2", "[red]", "yes"]


def test_choices_are_offered_as_things(results: RunText) -> None:
    given = "{at: drop of P1, P1's hold: [red, red, barrel]}"
    assert said(one(results, "{offered: {P1: [barrel, red]}}", given)) == []
    assert said(one(results, "{offered: {P1: [red, ...]}}", given)) == []
    assert said(one(results, "{offered: {P1: [red]}}", given)) == [("offered to P1", "[red]", "[red, barrel]")]
    assert said(one(results, "{offered: {P1: [red, barrel, blue]}}", given))[0][2] == "[red, barrel]"


def test_sets_are_offered_as_lists(results: RunText) -> None:
    (good, bad) = results("""
        - scenario: good
          given: {at: load of P1, P1's hold: [red, red, barrel, blue]}
          play: [P1: stow red]
          expect: {offered: {P1: [[red, red], [red, barrel], [barrel, red, red]]}}
        - scenario: bad
          given: {at: load of P1, P1's hold: [red, red, barrel, blue]}
          play: [P1: stow red]
          expect: {offered: {P1: [[red, red], [red, barrel], [red, blue]]}}
    """)
    assert said(good) == []
    assert said(bad)[0][2] in (
        "[[red, red], [red, barrel], [red, red, barrel]]",
        "[[red, barrel], [red, red], [red, red, barrel]]",
    )


def test_the_end_of_a_game(results: RunText) -> None:
    given = "{at: drop of P1, P1's hold: [red], P1's points: 20, P2's points: 1}"
    good = "{over: yes, asked: nobody, winners: [P1], winner: P1, result: won, outcome: rich}"
    assert said(one(results, good, given)) == []
    assert said(one(results, "{winners: [P2]}", given)) == [("winners", "[P2]", "[P1]")]
    assert said(one(results, "{result: drawn}", given)) == [("result", "drawn", "won")]


def test_events_are_looked_for_in_order(results: RunText) -> None:
    (good, bad) = results("""
        - scenario: good
          given: {at: load of P1, P1's hold: [red, blue, green]}
          play: [P1: sell red, P1: pass, P1: choose green]
          expect: {events: [red from P1's hold, green from P1's hold]}
        - scenario: bad
          given: {at: load of P1, P1's hold: [red, blue, green]}
          play: [P1: sell red, P1: pass, P1: choose green]
          expect: {events: [green from P1's hold, red from P1's hold]}
    """)
    assert said(good) == []
    assert said(bad) == [("events", "red from P1's hold", "no such event from there on")]


def test_a_failure_tells_what_happened(results: RunText) -> None:
    (result,) = results("""
        - scenario: x
          given: {at: load of P1, P1's hold: [red, blue, green]}
          play: [P1: sell red, P1: pass, P1: choose green]
          expect: {asked: P1}
    """)
    assert result.status == "failed"
    told = [event for event in result.events if "hold" in event]
    assert told[0] == "red from P1's hold to P2's hold"
    assert any("green" in event for event in told[1:])


@pytest.mark.parametrize(
    ("expect", "code", "words"),
    [
        ("{P1's hole: []}", "unknown-subject", "did you mean `hold`?"),
        ("{ofered: {P1: [pass]}}", "unknown-key", "did you mean `offered`?"),
        ("{hold: []}", "whose", "P1's hold"),
        ("{P1's hold: [rad]}", "unknown-thing", "did you mean `red`?"),
        ("{asked: P7}", "unknown-seat", "there is no player"),
        ("{phase: lood}", "unknown-thing", "did you mean `load`?"),
        ("{offered: [pass]}", "wrong-kind", "by seats"),
        ("{offered: {P1: [stew]}}", "unknown-move", "did you mean `stow`?"),
        ("{scores: {P1: {shop: 1}}}", "unknown-thing", "did you mean `ship`?"),
        ("{scores voyage: {P1: 1}}", "unknown-thing", "a sheet of scores"),
        ("{crate rod: {weight: 1}}", "unknown-thing", "did you mean `red`?"),
        ("{crate red: {wait: 1}}", "unknown-thing", "a property of"),
        ("{crates: {rod: 1}}", "unknown-thing", "did you mean `red`?"),
        ("{P1's points: [1, 2]}", "wrong-kind", "has one value"),
        ("{refused: [P1]}", "wrong-kind", "a move is a mapping"),
        ("{over: [no]}", "wrong-kind", "one word"),
        ("{P1 sees: [red]}", "wrong-kind", "a mapping of places"),
        ("{P1 sees: {P2's hole: []}}", "unknown-subject", "did you mean `hold`?"),
    ],
)
def test_words_that_mean_nothing_are_shown(results: RunText, expect: str, code: str, words: str) -> None:
    result = one(results, expect)
    assert result.status == "broken"
    found = result.diagnostics[0]
    assert found.code == code
    assert words in f"{found.message} {found.help}"
