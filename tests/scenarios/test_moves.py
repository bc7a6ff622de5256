"""Lines of play: forms of a move, questions, choices without a choice, and refusals."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from encanta.scenarios.running import Result

from .conftest import RunText, said

STOW = "{at: load of P1, P1's hold: [red, red, barrel, blue, green]}"


def one(results: RunText, given: str, play: str, expect: str = "{over: no}", more: str = "") -> Result:
    """The result of one scenario."""
    (result,) = results(f"- scenario: x\n  given: {given}\n  play: {play}\n  expect: {expect}\n{more}")
    return result


@pytest.mark.parametrize(
    "play",
    [
        "['P1: stow red with red, red, barrel']",
        "['P1: stow red, red, red, barrel']",
        "[{P1: stow, wanted: red, stowed: [barrel, red, red]}]",
        "[{P1: {stow: {wanted: red, stowed: 'red, red, barrel'}}}]",
        "[P1: stow, 'P1: choose red', 'P1: choose red, red, barrel']",
        "[P1: stow red, {P1: choose, stowed: [red, red, barrel]}]",
        "['P1: stow red with red, red of P1''s hold, barrel of P1''s hold']",
    ],
)
def test_a_move_can_be_said_in_several_ways(results: RunText, play: str) -> None:
    result = one(results, STOW, play, "{P1's ship: [red, red, barrel], P1's hold: [blue, green]}")
    assert said(result) == []
    assert result.status == "passed", result.diagnostics


def test_a_choice_with_one_outcome_may_be_left_out(results: RunText) -> None:
    # Of the two colors only one can be loaded where barrels do not help.
    given = "{at: load of P1, P1's hold: [red, red, blue, green]}"
    for line in ("P1: stow with red, red", "P1: stow"):
        result = one(results, given, f"['{line}']", "{P1's ship: [red, red]}", "  options: {barrels: never}\n")
        assert said(result) == []


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("P2: pass", ["not asked"]),
        ("P1: from_store", ["not offered"]),
        ("P1: choose red", ["not offered"]),
        ("P1: use hook", ["not offered"]),
        ("P1: stow red with red", ["no such choice"]),
        ("P1: stow red with red, blue", ["no such choice"]),
        ("P1: stow red with red, red, red", ["no such choice"]),
        ("P1: sell red with P1", ["no such choice"]),
        ("P1: sell red with P2 with P2", []),
    ],
)
def test_a_move_that_cannot_be_made_fails_with_the_reason(results: RunText, line: str, reasons: list[str]) -> None:
    result = one(results, STOW, f"['{line}']")
    if not reasons:
        assert result.status == "broken"
        assert result.diagnostics[0].code == "unknown-move"
        return
    assert result.status == "failed"
    assert result.line == line
    assert said(result) == [(line, "it can be done", f"refused because of {' and '.join(reasons)}")]


def test_requirements_and_limits_are_reasons(results: RunText) -> None:
    result = one(
        results,
        "{at: load of P1, P1's hold: [red, red, barrel, barrel, blue]}",
        "['P1: stow red with red, red']",
        """
    refused:
      - {P1: 'stow blue with blue, barrel', because: once per turn}
      - 'P1: from_store'
      - {P1: 'stow blue with blue, barrel, barrel', because: one barrel in a lot}
      - {P2: pass, because: not asked}
""",
    )
    assert said(result) == []


def test_a_wrong_reason_fails_and_names_the_right_one(results: RunText) -> None:
    result = one(
        results,
        "{at: load of P1, P1's hold: [red, red, barrel, barrel, blue]}",
        "[]",
        "{refused: [{P1: 'stow red with red, barrel, barrel', because: once per turn}, {P1: sell red}]}",
    )
    assert said(result) == [
        (
            "P1: stow red with red, barrel, barrel",
            "refused because of `once per turn`",
            "refused because of one barrel in a lot and no such choice",
        ),
        ("P1: sell red", "refused", "it can be done"),
    ]


def test_nothing_changes_by_what_is_refused_or_offered(results: RunText) -> None:
    result = one(
        results, STOW, "[]", "{refused: ['P1: stow red with red'], offered: {P1: [pass, ...]}, P1's hold: count 5}"
    )
    assert said(result) == []


# ------------------------------------------------------------------------------------ optional questions

HOOK = "{at: turn of P1, P1's hold: [red, blue], heap: [], store: [green, barrel, red, ...]}"


def test_questions_that_no_line_answers_are_passed(results: RunText) -> None:
    assert said(one(results, HOOK, "['P1: choose blue']", "{heap: [blue]}")) == []
    assert said(one(results, HOOK, "[]", "{question: returned}")) == []
    assert said(one(results, HOOK, "[]", "{question: hook}", "  passes: written\n")) == []
    assert said(one(results, HOOK, "[P1: pass]", "{question: returned}", "  passes: written\n")) == []


def test_with_written_passes_a_question_must_be_answered(results: RunText) -> None:
    result = one(results, HOOK, "['P1: choose blue']", "{heap: [blue]}", "  passes: written\n")
    assert said(result) == [("P1: choose blue", "it can be done", "refused because of not offered")]


def test_questions_are_answered_by_name(results: RunText) -> None:
    assert said(one(results, HOOK, "[P1: use hook]", "{heap: [red], P1's hold: count 4}")) == []
    assert said(one(results, HOOK, "[P1: decline hook]", "{heap: [], question: returned}")) == []
    assert said(one(results, HOOK, "[P1: use]", "{heap: [red]}")) == []
    # A winch is never asked, so the hook goes by and nothing is left to use.
    assert said(one(results, HOOK, "[P1: use winch]"))[0][2] == "refused because of not offered"


def test_an_expectation_is_looked_at_just_before_the_next_line(results: RunText) -> None:
    play = "\n" + indent(
        dedent("""
            - expect: {question: hook, offered: {P1: [use hook, decline hook]}}
            - P1: decline hook
            - expect: {question: returned}
            - P1: choose blue
        """),
        "    ",
    )
    assert said(one(results, HOOK, play)) == []
    # The line answers no question, so what is looked at is the choice after it.
    play = "[{expect: {question: hook}}, 'P1: choose blue']"
    assert said(one(results, HOOK, play)) == [("question", "hook", "returned")]


# ---------------------------------------------------------------------------- what is done without asking

FORCED = "{at: fetch of P1, P1's hold: [blue, red], store: [], heap: [green], P2's hold: [21 more], P1's ship: [...]}"


def test_what_had_one_outcome_may_be_named(results: RunText) -> None:
    assert said(one(results, FORCED, "[]", "{question: load}")) == []
    assert said(one(results, FORCED, "[P1: from_heap green, P1: pass]", "{question: dropped}")) == []
    assert said(one(results, FORCED, "[P1: from_heap, P1: pass]", "{question: dropped}")) == []


def test_what_was_done_must_be_named_rightly(results: RunText) -> None:
    wrong = one(results, FORCED, "[P1: from_heap red]")
    assert said(wrong) == [("P1: from_heap red", "it can be done", "refused because of no such choice")]
    assert one(results, FORCED, "[P1: from_store]").status == "failed"
    assert one(results, FORCED, "[P2: from_heap green]").status == "failed"


def test_what_was_done_is_named_once(results: RunText) -> None:
    result = one(results, FORCED, "[P1: from_heap green, P1: from_heap green]")
    assert result.status == "failed"


# ---------------------------------------------------------------------------------------- unclear words


@pytest.mark.parametrize(
    ("line", "code", "where", "words"),
    [
        ("P1: stew red", "unknown-move", "stew", "did you mean `stow`?"),
        ("P9: pass", "unknown-seat", "P9", "there is no player"),
        ("P1: stow pink", "unknown-thing", "pink", "not one of color"),
        ("P1: stow red with rad", "unknown-thing", "rad", "did you mean `red`?"),
        ("P1: sell red with P2, P2", "unknown-move", "P2", "one choice too many"),
        ("P1: from_store red", "unknown-move", "red", "one choice too many"),
        ("P1: use hock", "unknown-move", "use hock", "did you mean `hook`?"),
        ("P1: choose", "unknown-move", "choose", "not said what is chosen"),
    ],
)
def test_a_line_that_means_nothing_is_shown(results: RunText, line: str, code: str, where: str, words: str) -> None:
    result = one(results, STOW, f"['{line}']")
    assert result.status == "broken"
    found = result.diagnostics[0]
    assert found.code == code
    assert found.span is not None
    assert found.span.text == where
    assert words in f"{found.message} {found.help}"


def test_choices_by_name_must_be_there_and_only_once(results: RunText) -> None:
    assert one(results, STOW, "[{P1: stow, wonted: red}]").diagnostics[0].code == "unknown-thing"
    assert one(results, STOW, "[{P1: stow red, wanted: red}]").diagnostics[0].code == "unknown-move"


def test_a_reason_must_exist(results: RunText) -> None:
    result = one(results, STOW, "[]", "{refused: [{P1: pass, because: once per tern}]}")
    assert result.diagnostics[0].code == "unknown-reason"
    assert result.diagnostics[0].help == "did you mean `once per turn`?"
