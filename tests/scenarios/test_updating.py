"""Rewriting what is expected: only what differs changes, comments stay, and what cannot be so is left."""

from __future__ import annotations

from textwrap import dedent

import pytest

from encanta.scenarios.games import Games
from encanta.scenarios.reading import parse_scenarios
from encanta.scenarios.running import run
from encanta.scenarios.updating import Edit, Updated, applied, updated
from encanta.text.spans import Source


def update(games: Games, text: str) -> Updated:
    return updated(games, Source("test.yaml", dedent(text)))


def statuses(games: Games, text: str) -> list[str]:
    scenarios, found = parse_scenarios(Source("test.yaml", text))
    assert found == []
    return [run(games, scenario).status for scenario in scenarios]


def test_only_what_differs_is_rewritten(quay: Games) -> None:
    text = """\
    # A comment at the top.
    - scenario: a crate of the heap
      given: {at: fetch of P1, P1's hold: [red, blue], heap: [green, barrel, blue]}
      play:
        - expect: {asked: P2, question: fetch}   # a comment in between
        - P1: from_heap barrel
      expect:
        P1's hold: [red]          # too few
        heap:  [green, blue]
        store: count 3
    """
    found = update(quay, text)
    assert found.changed == ("a crate of the heap",)
    assert found.left == ()
    assert found.text == dedent(text).replace("asked: P2", "asked: P1").replace(
        "[red] ", "[red, blue, barrel] "
    ).replace("count 3", "count 16")
    assert statuses(quay, found.text) == ["passed"]


def test_what_passes_is_left_alone(quay: Games) -> None:
    text = "- scenario: x\n  given: {at: fetch of P1, heap: []}\n  expect: {heap:   []}\n"
    found = updated(quay, Source("test.yaml", text))
    assert (found.text, found.changed, found.left) == (text, (), ())


CASES = """\
- scenario: cases
  given: {at: fetch of P1, P1's hold: [red], heap: [green, barrel]}
  play: [P1: from_heap barrel]
  expect: {P1's hold: [blue], asked: P1}
  cases:
    - case: as it stands
    - case: with two
      given: {P1's hold: [red, green]}
"""


def test_a_case_gets_what_only_it_expects(quay: Games) -> None:
    found = update(quay, CASES)
    assert found.changed == ("cases (as it stands)", "cases (with two)")
    assert statuses(quay, found.text) == ["passed", "passed"]
    assert "  expect: {P1's hold: [blue], asked: P1}\n" in found.text
    assert "    - case: as it stands\n      expect: {P1's hold: [red, barrel]}\n" in found.text
    assert "      given: {P1's hold: [red, green]}\n      expect: {P1's hold: [red, green, barrel]}\n" in found.text


@pytest.mark.parametrize("second", ["{case: second}", "{case: second, expect: {asked: P1}}"])
def test_what_all_cases_share_is_rewritten_once(quay: Games, second: str) -> None:
    text = CASES.replace("    - case: with two\n      given: {P1's hold: [red, green]}\n", f"    - {second}\n")
    found = update(quay, text)
    assert "expect: {P1's hold: [red, barrel], asked: P1}" in found.text
    assert found.text.count("barrel") == text.count("barrel") + 1


def test_what_cannot_be_made_so_stays(quay: Games) -> None:
    text = """\
    - scenario: no such move
      given: {at: fetch of P1, P1's hold: [red], heap: []}
      play:
        - expect: {asked: P2}
        - P1: from_heap barrel
      expect: {asked: P2}
    - scenario: no such event
      given: {at: fetch of P1, P1's hold: [red], heap: [barrel]}
      play: [P1: from_heap]
      expect: {events: [nothing of the kind], P1's hold: []}
    """
    found = update(quay, text)
    assert found.text == dedent(text)
    assert found.changed == ()
    assert found.left == ("no such event", "no such move")


@pytest.mark.parametrize(
    ("expected", "so"),
    [
        ("offered: {P1: [pass]}", "offered: {P1: [from_store, from_heap green, from_heap barrel]}"),
        ("offered: {P1: count 7}", "offered: {P1: count 3}"),
        ("question: load", "question: fetch"),
        ("over: yes", "over: no"),
        ("phase: load of P1", "phase: fetch of P1"),
        ("P2 sees: {P1's hold: [red]}", "P2 sees: {P1's hold: [2 hidden]}"),
        (
            "refused: [{P1: from_heap blue, because: not asked}]",
            "refused: [{P1: from_heap blue, because: no such choice}]",
        ),
    ],
)
def test_every_field_is_written_as_it_is_read(quay: Games, expected: str, so: str) -> None:
    given = "{at: fetch of P1, P1's hold: [red, blue], heap: [green, barrel]}"
    text = f"- scenario: x\n  given: {given}\n  expect: {{{expected}}}\n"
    found = updated(quay, Source("test.yaml", text))
    assert statuses(quay, found.text) == ["passed"], found.text
    if "sees" not in expected:
        assert so in found.text


def test_edits_that_overlap_are_not_both_made() -> None:
    assert applied("abcdef", [Edit(1, 3, "x"), Edit(2, 4, "y"), Edit(5, 5, "!")]) == "abye!f"
