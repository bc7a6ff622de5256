"""Diagnostics, their codes, and the nearest name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encanta.text.codes import CODES, register
from encanta.text.diagnostic import Diagnostic, error, has_errors, sort_diagnostics, warning
from encanta.text.nearest import nearest
from encanta.text.source import Source


def test_a_code_must_be_registered() -> None:
    with pytest.raises(ValueError, match="not registered"):
        Diagnostic("never-heard-of", "error", "something is wrong", None)


def test_a_severity_must_be_known() -> None:
    with pytest.raises(ValueError, match="severity"):
        Diagnostic("yaml-syntax", "fatal", "something is wrong", None)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", ["", "Upper", "two words", "-x", "x-", "a--b", "a_b"])
def test_a_code_is_in_kebab_case(slug: str) -> None:
    with pytest.raises(ValueError, match="hyphens"):
        register(slug, "Something")


def test_a_code_has_one_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encanta.text.codes.CODES", {})
    assert register("a-code", "One thing", "text") == "a-code"
    assert register("a-code", "One thing", "checking") == "a-code"
    with pytest.raises(ValueError, match="twice"):
        register("a-code", "Another thing", "text")


def test_the_floor_of_a_code_is_the_folder_that_registers_it(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: dict[str, object] = {}
    monkeypatch.setattr("encanta.text.codes.CODES", codes)
    scope = {"__name__": "encanta.checking.codes", "register": register}
    exec("register('a-code', 'One thing')", scope)
    assert getattr(codes["a-code"], "floor") == "checking"  # noqa: B009


def test_titles_are_short_and_end_without_a_stop() -> None:
    for code in CODES.values():
        assert code.title
        assert len(code.title) <= 70
        assert not code.title.endswith(".")


def test_diagnostics_are_ordered_by_place_and_each_is_there_once() -> None:
    first, second = Source("a.yaml", "x\ny z\n"), Source("b.yaml", "x\n")
    found = [
        error("yaml-syntax", "four", second.span(0, 1)),
        error("yaml-syntax", "three", first.span(4, 5)),
        warning("yaml-syntax", "two", first.span(2, 3)),
        error("yaml-syntax", "zero", None),
        error("yaml-syntax", "one", first.span(0, 1)),
        error("yaml-syntax", "one", first.span(0, 1)),
    ]
    assert [one.message for one in sort_diagnostics(found)] == ["zero", "one", "two", "three", "four"]


def test_warnings_are_no_errors() -> None:
    assert not has_errors([warning("yaml-syntax", "x", None)])
    assert has_errors([warning("yaml-syntax", "x", None), error("yaml-syntax", "y", None)])


@pytest.mark.parametrize(
    ("word", "names", "expected"),
    [
        ("discrad", ["discard", "draw"], "discard"),
        ("Discard", ["discard"], "discard"),
        ("cards", ["card", "cord"], "card"),
        ("card", ["cards", "cart"], "cards"),
        ("fairies", ["fairy", "ferries"], "fairy"),
        ("knives", ["knife", "knits"], "knife"),
        ("box", ["boxes", "fox"], "boxes"),
        ("form", ["from", "for", "farm"], "from"),
        ("colr", ["color", "cold"], "color"),
        ("hnad", ["hand", "head"], "hand"),
        ("player", ["players", "played", "layer"], "players"),
        ("up", ["us", "ups_", "cap"], None),
        ("el", ["elf", "ale", "e"], "elf"),
        ("det", ["let", "set"], "set"),
        ("aby", ["abs", "any"], "any"),
        ("xyz", ["abc", "discard"], None),
        ("draw", ["discard", "deck"], None),
        ("red", ["bed", "reed"], "reed"),
        ("strenght", ["strength", "length"], "strength"),
        ("maximum_hand", ["maximum hand", "minimum_hand"], "maximum hand"),
        ("", ["a", ""], None),
        ("card", [], None),
        ("card", ["card"], None),
    ],
)
def test_the_nearest_name(word: str, names: list[str], expected: str | None) -> None:
    assert nearest(word, names) == expected
    assert nearest(word, reversed(names)) == expected


def test_a_limit_can_be_given() -> None:
    assert nearest("discard", ["disca"], limit=1) is None
    assert nearest("discard", ["disca"], limit=2) == "disca"
    assert nearest("cards", ["card"], limit=0) == "card"


def test_a_letter_that_no_finger_slips_to_was_hardly_added() -> None:
    assert nearest("stonea", ["stone", "stones"]) == "stones"
    assert nearest("stoness", ["stone", "stones"]) == "stones"


@given(st.text("abcs", max_size=8), st.lists(st.text("abcs", max_size=8), max_size=8))
def test_the_answer_is_a_candidate_and_does_not_depend_on_their_order(word: str, names: list[str]) -> None:
    found = nearest(word, names)
    assert found is None or (found in names and found != word)
    assert nearest(word, sorted(names, reverse=True)) == found


def test_a_huge_word_among_many_names_is_answered_soon() -> None:
    assert nearest("x" * 100_000, [f"name {number}" for number in range(1000)]) is None
    assert nearest("x" * 100_000, ["x" * 99_999 + "y"]) is None
