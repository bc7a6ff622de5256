"""Scenario files: what may stand in them, and what is said of what may not."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from encanta.scenarios.forms import Expectation, Line, Scenario, node_words
from encanta.scenarios.reading import parse_scenarios, read_scenarios
from encanta.text.diagnostic import Diagnostic
from encanta.text.spans import Source


def parsed(text: str) -> tuple[list[Scenario], list[Diagnostic]]:
    return parse_scenarios(Source("tiny.yaml", dedent(text)))


def only(text: str) -> Scenario:
    scenarios, found = parsed(text)
    assert found == []
    return scenarios[0]


def complaint(text: str) -> Diagnostic:
    _, found = parsed(text)
    assert len(found) == 1, found
    return found[0]


def test_everything_in_a_scenario_is_read() -> None:
    scenario = only("""
        - scenario: a crate is sold
          rules: [A-1, 7]
          players: 3
          options: {goal: 9, barrels: never}
          preset: short
          variants: [one, two]
          seed: 5
          passes: written
          with: {anchor: {weight: 9}}
          given: {at: load of P1}
          play:
            - P1: sell red
            - expect: {asked: P1}
            - {P1: stow, wanted: red}
            - 'P1: stow red with red, red'
            - {P1: {stow: {wanted: red, stowed: [red, red]}}}
          expect: {asked: P2}
    """)
    assert (scenario.title, scenario.rules, scenario.players, scenario.seed) == ("a crate is sold", ("A-1", "7"), 3, 5)
    assert [(name.text, value.text) for name, value in scenario.options] == [("goal", "9"), ("barrels", "never")]
    assert [variant.text for variant in scenario.variants] == ["one", "two"]
    assert scenario.written
    lines = [step.words if isinstance(step, Line) else "expect" for step in scenario.play]
    assert lines == [
        "P1: sell red",
        "expect",
        "P1: stow, wanted: red",
        "P1: stow red with red, red",
        "P1: stow, wanted: red, stowed: [red, red]",
    ]
    assert isinstance(scenario.play[1], Expectation)


@pytest.mark.parametrize(
    ("text", "code", "where", "words"),
    [
        ("scenario: x", "wrong-kind", "scenario: x", "a file of scenarios is a list"),
        ("- 5", "wrong-kind", "5", "a scenario is a mapping"),
        ("- {expect: {over: no}}", "missing-key", "{expect: {over: no}}", "needs a title"),
        ("- {scenario: x, expcet: {over: no}}", "unknown-key", "expcet", "did you mean `expect`?"),
        ("- {scenario: x, expect: {over: no}, cases: [{scenario: y}]}", "unknown-key", "scenario", "a case has no key"),
        ("- {scenario: x, players: two, expect: {over: no}}", "bad-number", "two", "a whole number from 1"),
        ("- {scenario: x, seed: -1, expect: {over: no}}", "bad-number", "-1", "a whole number from 0"),
        ("- {scenario: x, passes: all, expect: {over: no}}", "unknown-word", "all", "`written`"),
        ("- {scenario: x, play: P1, expect: {over: no}}", "wrong-kind", "P1", "play is a list of lines"),
        ("- {scenario: x, play: [fetch], expect: {over: no}}", "wrong-kind", "fetch", "a line is `P1: MOVE`"),
        ("- {scenario: x, given: here, expect: {over: no}}", "wrong-kind", "here", "is a mapping"),
        ("- {scenario: x, options: {goal: [1]}, expect: {over: no}}", "wrong-kind", "[1]", "a word or a number"),
        ("- {scenario: x, cases: {a: b}, expect: {over: no}}", "wrong-kind", "{a: b}", "are a list"),
        ("- {scenario: x, play: [P1: pass]}", "no-expectation", "{scenario: x, play: [P1: pass]}", "expects nothing"),
    ],
)
def test_a_mistake_is_shown_where_it_stands(text: str, code: str, where: str, words: str) -> None:
    found = complaint(text)
    assert found.code == code
    assert found.span is not None
    assert found.span.text == where
    assert words in f"{found.message} {found.help}"


def test_a_title_occurs_once() -> None:
    found = complaint("- {scenario: x, expect: {over: no}}\n- {scenario: x, expect: {over: no}}\n")
    assert found.code == "scenario-twice"
    assert found.labels[0].span.line == 1


def test_all_mistakes_of_a_file_are_reported() -> None:
    _, found = parsed("- {scenario: x, seed: y, exit: 3, expect: {}}\n- {scenario: z, rules: [{}], expect: {}}\n")
    assert [problem.code for problem in found] == ["bad-number", "unknown-key", "wrong-kind"]


def test_a_broken_file_is_a_complaint_and_no_crash(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- scenario: [\n", encoding="utf-8")
    assert read_scenarios(tmp_path / "a.yaml")[1]
    assert read_scenarios(tmp_path / "none.yaml")[1][0].code == "file-missing"


# ----------------------------------------------------------------------------------------------- cases


def test_cases_change_a_scenario_key_by_key() -> None:
    scenarios, found = parsed("""
        - scenario: base
          players: 3
          options: {goal: 9, barrels: never}
          given: {at: load of P1, P1's hold: [red]}
          play: [P1: pass]
          expect: {asked: P2, scores: {P1: {ship: 3, sum: 1}}}
          cases:
            - case: as it stands
            - {players: 2, options: {goal: 5}}
            - {given: {P1's hold: null, heap: [red]}, play: [], expect: {asked: null, scores: {P1: {sum: 2}}}}
            - {options: null}
    """)
    assert found == []
    assert [scenario.case for scenario in scenarios] == ["as it stands", "case 2", "case 3", "case 4"]
    assert [scenario.players for scenario in scenarios] == [3, 2, 3, 3]
    assert [(n.text, v.text) for n, v in scenarios[1].options] == [("goal", "5"), ("barrels", "never")]
    assert scenarios[3].options == ()
    given, expect = scenarios[2].given, scenarios[2].expect
    assert given is not None
    assert given.keys() == ("at", "heap")
    assert scenarios[2].play == ()
    assert expect is not None
    assert expect.keys() == ("scores",)
    assert node_words(expect) == "{scores: {P1: {ship: 3, sum: 2}}}"


def test_a_case_stands_in_its_own_place() -> None:
    scenarios, _ = parsed("- scenario: x\n  expect: {over: no}\n  cases:\n    - case: a\n    - case: b\n")
    assert [scenario.span.line for scenario in scenarios] == [4, 5]
    assert scenarios[1].name == "x (b)"
