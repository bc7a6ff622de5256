"""Mistakes are made where they are said to be, and what is said of them is judged by the right measure."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from encanta.mistakes.classes import CLASSES, ground, mistakes_of
from encanta.mistakes.inquiry import Order, Trial, try_all
from encanta.mistakes.mistake import Edit, Mistake, insertion, instead, one_line, removal
from encanta.mistakes.spelling import misspelt
from encanta.mistakes.tables import as_json, as_lines, as_markdown, by_class, percent
from encanta.mistakes.trying import Laboratory, judged
from encanta.resources import rulebooks_root
from encanta.text.diagnostic import Label, error
from encanta.text.nodes import Mapping
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml

TEXT = "one: {a: 1, b: 2}\ntwo:\n  c: 3\n  d: 4\n"
SOURCE = Source("book.yaml", TEXT)


def tree(text: str = TEXT) -> Mapping:
    node, found = read_yaml(SOURCE if text is TEXT else Source("book.yaml", text))
    assert found == []
    assert isinstance(node, Mapping)
    return node


def inner(name: str) -> Mapping:
    node = tree().get(name)
    assert isinstance(node, Mapping)
    return node


def changed(*edits: Edit) -> str:
    return Mistake("wrong sum", SOURCE, edits, (0,), (), "").text


# ---------------------------------------------------------------------------------------------- changes


def test_an_entry_is_put_in_and_taken_out() -> None:
    into_braces, into_lines = insertion(inner("one"), "x: 9"), insertion(inner("two"), "x: 9")
    assert into_braces is not None
    assert into_lines is not None
    assert changed(into_braces[0]).startswith("one: {x: 9, a: 1")
    assert changed(into_lines[0]).endswith("two:\n  x: 9\n  c: 3\n  d: 4\n")
    for name, number, left in (("one", 0, "{b: 2}"), ("one", 1, "{a: 1}"), ("two", 0, "  d: 4"), ("two", 1, "  c: 3")):
        edit = removal(inner(name), number)
        assert edit is not None
        node = read_yaml(Source("book.yaml", changed(edit)))[0]
        assert isinstance(node, Mapping)
        assert left in changed(edit)
        assert [len(entry.value) for entry in node if isinstance(entry.value, Mapping)].count(1) == 1


def test_only_a_single_value_on_one_line_can_stand_elsewhere() -> None:
    node = tree("a: b c\nd: [e]\nf: |\n  g\n  h\n")
    assert [one_line(entry.value) for entry in node] == ["b c", None, None]


def test_lines_are_those_after_the_change() -> None:
    at = TEXT.index("d: 4")
    mistake = Mistake("wrong sum", SOURCE, (Edit(0, 0, "x: 1\ny: 2\n"),), (at,), (), "")
    assert mistake.lines == {6}
    assert mistake.text.splitlines()[5] == "  d: 4"


@pytest.mark.parametrize("word", ["garden", "seen by", "two_of_clubs", "ace"])
def test_a_slip_is_near_the_word_and_no_other(word: str) -> None:
    slips = {misspelt(word, Random(seed), {"gardens"}) for seed in range(60)}
    assert None not in slips
    assert word not in slips
    assert "gardens" not in slips
    assert all(abs(len(slip) - len(word)) <= 1 for slip in slips if slip is not None)
    assert len(slips) > 8


# ---------------------------------------------------------------------------------------------- judging


def said(line: int, message: str = "wrong", help: str | None = None, at: int | None = None) -> list:
    span = SOURCE.span(SOURCE.line_start(line), SOURCE.line_start(line) + 1)
    labels = (Label(SOURCE.span(at, at + 1), "here"),) if at is not None else ()
    return [error("unknown-key", message, span, help=help, labels=labels)]


def mistake(wanted: tuple[str, ...] = (), **more: object) -> Mistake:
    return Mistake("misspelt key", SOURCE, (Edit(0, 3, "oen"),), (0,), wanted, "", **more)  # type: ignore[arg-type]


def test_what_counts_is_the_line_and_the_first_word() -> None:
    asked = mistake(("one",))
    assert judged(asked, said(1, help="did you mean `one`?")).fine
    assert not judged(asked, said(2, help="did you mean `one`?")).on_line
    assert judged(asked, said(1, help="did you mean `none` or `one`?")).suggested is False
    assert judged(asked, []).found is False


def test_a_second_place_is_to_be_pointed_to_and_nothing_to_be_guessed() -> None:
    pointed = mistake(judge="pointed", elsewhere=TEXT.index("c: 3"))
    assert judged(pointed, said(1, at=TEXT.index("c: 3"))).suggested is True
    assert judged(pointed, said(1, at=0)).suggested is False
    assert judged(mistake(judge="unguessed"), said(1)).suggested is True
    assert judged(mistake(judge="unguessed"), said(1, help="did you mean `one`?")).suggested is False
    assert judged(mistake(), said(1)).suggested is None


def test_what_changes_nothing_does_not_count() -> None:
    blanks = Mistake("trap of YAML", SOURCE, (Edit(4, 5, "  "),), (0,), (), "")
    assert judged(blanks, []).counts is False
    assert judged(instead("wrong sum", SOURCE.span(9, 10), "7", (), ""), []).counts is True


# ------------------------------------------------------------------------------------ a whole rulebook


def test_a_mistake_leaves_the_copy_as_it_was(tmp_path: Path) -> None:
    laboratory = Laboratory(rulebooks_root() / "hearts", tmp_path)
    before = (laboratory.copy / "rulebook.yaml").read_text(encoding="utf-8")
    made = mistakes_of(CLASSES[0], ground(laboratory.text, laboratory.rulebook, laboratory.scenarios), "a lot")
    verdict = laboratory.verdict(made[0])
    assert verdict.fine
    assert (laboratory.copy / "rulebook.yaml").read_text(encoding="utf-8") == before
    assert (laboratory.copy / "rulebook.yaml").read_text(encoding="utf-8") != made[0].text


def test_every_class_makes_mistakes_that_change_the_file(tmp_path: Path) -> None:
    laboratory = Laboratory(rulebooks_root() / "encantados", tmp_path)
    base = ground(laboratory.text, laboratory.rulebook, laboratory.scenarios)
    for what in CLASSES:
        made = mistakes_of(what, base, "a lot")
        assert len(made) > 4, what.name
        assert {one.kind for one in made} == {what.name}
        assert all(one.text != one.source.text and one.lines for one in made)


def test_a_rulebook_with_mistakes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "rulebook.yaml").write_text("title: [", encoding="utf-8")
    with pytest.raises(ValueError, match="has mistakes already"):
        list(try_all(Order((tmp_path / "bad",), ("misspelt key",), 1), 1, lambda pieces: lambda done: None))


def test_what_is_no_rulebook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no rulebook"):
        Laboratory(tmp_path, tmp_path / "place")


def test_several_processes_find_the_same() -> None:
    order = Order((rulebooks_root() / "hearts",), ("misspelt key", "duplicate"), 11)
    heard: list[int] = []
    alone = list(try_all(order, 1, lambda pieces: heard.append))
    together = list(try_all(order, 2, lambda pieces: lambda done: None))
    assert sorted(together, key=lambda trial: (trial.kind, trial.number)) == sorted(
        alone, key=lambda trial: (trial.kind, trial.number)
    )
    assert sum(heard) == 22


# ---------------------------------------------------------------------------------------------- tables


def trial(kind: str, found: bool = True, on_line: bool = True, suggested: bool | None = True) -> Trial:
    return Trial("hearts", kind, 0, "what was done", "rulebook.yaml:7", found, on_line, suggested, ())


def test_numbers_by_class() -> None:
    trials = [trial("duplicate"), trial("duplicate", suggested=None), trial("misspelt key", False, False, False)]
    rows = dict(by_class(trials))
    assert list(rows) == ["misspelt key", "duplicate", "all"]
    assert (rows["duplicate"].tried, rows["duplicate"].to_suggest, rows["all"].found) == (2, 1, 2)
    assert as_json(trials)["classes"]["all"]["found"] == 2
    assert [one["kind"] for one in as_json(trials)["wanting"]] == ["misspelt key"]
    assert "NOT FOUND hearts/rulebook.yaml:7  misspelt key 0: what was done" in as_lines(trials, True)
    assert "| duplicate | 2 | 100% | 100% | 100% |" in as_markdown(trials)
    assert "| misspelt key | 0 / 0 / 0 |" in as_markdown(trials)


@pytest.mark.parametrize(
    ("part", "whole", "words"), [(1, 1, "100%"), (999, 1000, "99.9%"), (0, 0, "-"), (9999, 10000, "99.9%")]
)
def test_shares_are_rounded_down(part: int, whole: int, words: str) -> None:
    assert percent(part, whole) == words
