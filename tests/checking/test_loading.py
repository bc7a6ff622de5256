"""Reading the files of a rulebook, and nothing outside its folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from encanta.checking.configure import open_rulebook
from encanta.checking.coverage import validate_path
from encanta.checking.loading import load

from .books import CORPUS, TINY, at, opened, prepared, problems, said, text_at, write

VARIANT = "variant: Short\nbase: tiny\nset: {phases: {turn: shuffle deck; shuffle deck}}\n"
ROWS = TINY.replace("{has: {points: integer}}", "{has: {points: integer}, rows: FILE}")


def test_a_folder_is_read_with_everything_in_it() -> None:
    text = load(str(CORPUS / "high_card")).rulebook
    assert text is not None
    assert text.cards is not None
    assert text.cards.keys() == ("card",)
    assert list(text.variants) == ["short"]
    assert sorted(text.texts) == ["cards.yaml", "rulebook.yaml", "variants/short.yaml"]


def test_the_file_of_the_rulebook_stands_for_its_folder(tmp_path: Path) -> None:
    folder = write(tmp_path, {"rulebook.yaml": TINY})
    assert load(f"{folder}/rulebook.yaml").rulebook is not None


@pytest.mark.parametrize("name", ["no_such_game", "", "\0", "no/such/folder", "a" * 5000])
def test_what_is_not_there_is_no_game(name: str) -> None:
    rulebook, found = open_rulebook(name) if name else (None, load("no_such_game").diagnostics)
    assert rulebook is None
    assert [problem.code for problem in found] == ["unknown-game"]


def test_a_folder_without_a_rulebook_names_those_in_it(tmp_path: Path) -> None:
    write(tmp_path / "tiny", {"rulebook.yaml": TINY})
    (problem,) = load(str(tmp_path)).diagnostics
    assert problem.code == "no-rulebook"
    assert problem.help == "there are rulebooks in it: `tiny`"


@pytest.mark.parametrize(
    "name", ["../cards.yaml", "/etc/hostname", "sub/../../cards.yaml", "link.yaml", "inner/cards.yaml"]
)
def test_rows_outside_the_folder_are_not_read(name: str, tmp_path: Path) -> None:
    outside = write(tmp_path / "elsewhere", {"cards.yaml": "card: {secret: {points: 1}}"})
    folder = tmp_path / "book"
    write(folder, {"rulebook.yaml": ROWS.replace("FILE", name)})
    os.symlink(f"{outside}/cards.yaml", folder / "link.yaml")
    os.symlink(outside, folder / "inner")
    result = load(str(folder))
    assert [problem.code for problem in result.diagnostics] == ["outside-folder"]
    assert result.rulebook is not None
    assert result.rulebook.cards is None
    assert result.diagnostics[0].span is not None
    assert result.diagnostics[0].span.text == name


def test_links_to_variants_outside_are_refused(tmp_path: Path) -> None:
    outside = write(tmp_path / "elsewhere", {"short.yaml": VARIANT})
    write(tmp_path / "book", {"rulebook.yaml": TINY, "variants/fine.yaml": VARIANT})
    os.symlink(f"{outside}/short.yaml", tmp_path / "book" / "variants" / "short.yaml")
    assert [p.code for p in validate_path(str(tmp_path / "book")).diagnostics] == ["outside-folder"]


def test_a_link_that_leads_nowhere_is_reported(tmp_path: Path) -> None:
    write(tmp_path, {"rulebook.yaml": TINY})
    os.symlink("cards.yaml", tmp_path / "cards.yaml")
    assert len(load(str(tmp_path)).diagnostics) == 1


def test_rows_of_several_files(tmp_path: Path) -> None:
    text = ROWS.replace("FILE", "front.yaml").replace("places:", "  token: {has: {points: integer}}\nplaces:")
    files = {"rulebook.yaml": text, "front.yaml": "card: {a: {points: 1}}", "cards.yaml": "token: {b: {points: 2}}"}
    cards = prepared(opened(tmp_path, files), 2).cards
    assert text_at(cards, "card", "a", "points") == "1"
    assert text_at(cards, "token", "b", "points") == "2"


def test_rows_of_a_table(tmp_path: Path) -> None:
    files = {
        "rulebook.yaml": ROWS.replace("FILE", "cards.csv"),
        "cards.csv": 'name,points,text,copies\none,1,"says ""a, b""",2\n\ntwo, 2 ,,\n',
    }
    cards = prepared(opened(tmp_path, files), 2).cards
    assert text_at(cards, "card", "one", "text") == 'says "a, b"'
    assert text_at(cards, "card", "two", "points") == "2"
    assert at(cards, "card", "two").keys() == ("points",)  # type: ignore[union-attr]
    points = at(cards, "card", "two", "points")
    assert points.span.text == "2"
    assert points.span.line == 4


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("name,points\none,1,2\n", "2 card-table: this row has 3 cells, and the table has 2 columns"),
        ('name,points\none,"1\n', "2 card-table: a quote stands in the middle of a cell, or is never closed"),
        ("name,points\n,1\n", "2 card-table: this row has no name"),
    ],
)
def test_a_table_with_mistakes(table: str, message: str, tmp_path: Path) -> None:
    files = {"rulebook.yaml": ROWS.replace("FILE", "cards.csv"), "cards.csv": table}
    assert said(problems(tmp_path, files))[:1] == [message]


def test_a_variant_instead_of_a_folder(tmp_path: Path) -> None:
    write(tmp_path, {"tiny/rulebook.yaml": TINY, "short.yaml": VARIANT})
    rulebook, found = open_rulebook(str(tmp_path / "short.yaml"))
    assert rulebook is not None, said(found)
    assert text_at(prepared(rulebook, 2).tree, "phases", "turn") == "shuffle deck; shuffle deck"


def test_a_variant_inside_its_game(tmp_path: Path) -> None:
    write(tmp_path, {"tiny/rulebook.yaml": TINY, "tiny/variants/short.yaml": VARIANT})
    rulebook, _ = open_rulebook(str(tmp_path / "tiny" / "variants" / "short.yaml"))
    assert rulebook is not None
    assert rulebook.chosen == "short"
    assert text_at(prepared(rulebook, 2).tree, "phases", "turn") == "shuffle deck; shuffle deck"
    assert text_at(prepared(opened(tmp_path / "tiny", {}), 2).tree, "phases", "turn") == "shuffle deck"


@pytest.mark.parametrize("base", ["tinny", "../tiny", "/tmp", ".", "''"])
def test_a_variant_of_no_game(base: str, tmp_path: Path) -> None:
    write(tmp_path, {"sub/short.yaml": VARIANT.replace("tiny", base), "tiny/rulebook.yaml": TINY})
    assert [p.code for p in load(str(tmp_path / "sub" / "short.yaml")).diagnostics] == ["unknown-game"]


def test_a_file_that_is_neither(tmp_path: Path) -> None:
    write(tmp_path, {"notes.yaml": "title: Tiny\n"})
    assert [p.code for p in load(str(tmp_path / "notes.yaml")).diagnostics] == ["no-rulebook"]


def test_mistakes_in_a_variant_hinder_only_those_who_play_it(tmp_path: Path) -> None:
    files = {
        "rulebook.yaml": TINY,
        "variants/bad.yaml": "variant: Bad\nset: {phases: [turn]}\n",
        "variants/worse.yaml": "a: 'b",
    }
    book = opened(tmp_path, files)
    assert prepared(book, 2)
    assert [p.code for p in book.prepare(2, variants=["bad"])[1]] == ["wrong-kind"]
    assert sorted(p.code for p in validate_path(str(tmp_path)).diagnostics) == ["unclosed-quote", "wrong-kind"]


def test_the_fingerprint_tells_games_apart(tmp_path: Path) -> None:
    book = opened(
        tmp_path / "a", {"rulebook.yaml": TINY, "variants/short.yaml": VARIANT, "labels/en.yaml": "deck: pile"}
    )
    plain = prepared(book, 2).facts.fingerprint
    assert len(plain) == 64
    assert prepared(book, 3).facts.fingerprint == plain
    assert prepared(book, 2, variants=["short"]).facts.fingerprint != plain
    assert prepared(opened(tmp_path / "b", TINY), 2).facts.fingerprint == plain
    assert prepared(opened(tmp_path / "c", TINY + "# more\n"), 2).facts.fingerprint != plain
