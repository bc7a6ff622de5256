"""Mistakes of shape do not hide the mistakes behind them."""

from __future__ import annotations

from pathlib import Path

from encanta.checking.coverage import validate_path

from . import books, models

BOOK = (
    models.HEAD
    + models.VERBS
    + """\
phases:
  game: |
    deal 2 from deck to each player's hand
    take turns clockwise from first of players:
      do turn
      until none(deck)
  turn: offer any of drop
actions:
  drop:
    limit: once per turn
    choose: {gone: from hand}
    require: {one must stay: count(hand) > 1}
    do: move gone to thrown
"""
)


def codes_and_places(folder: Path, text: str) -> list[tuple[str, str]]:
    report = validate_path(str(books.write(folder, {"rulebook.yaml": text, "cards.yaml": models.CARDS})))
    errors = [d for d in report.diagnostics if d.severity == "error"]
    return [(d.code, d.span.text if d.span is not None else "") for d in errors]


def test_a_misspelt_key_and_a_misspelt_name_are_reported_in_one_run(tmp_path: Path) -> None:
    text = BOOK.replace("limit:", "limmit:").replace("move gone to thrown", "move gone to trown")
    assert codes_and_places(tmp_path, text) == [("unknown-key", "limmit"), ("unknown-name", "trown")]


def test_a_key_nobody_reads_is_left_out(tmp_path: Path) -> None:
    text = BOOK.replace("limit: once per turn", "colour_of_box: blue").replace("count(hand)", "count(hnd)")
    assert codes_and_places(tmp_path, text) == [("unknown-key", "colour_of_box"), ("unknown-name", "hnd")]


def test_a_wrong_flag_is_read_as_it_was_meant(tmp_path: Path) -> None:
    text = BOOK.replace("home: yes", "home: true").replace("do turn", "do trn")
    assert codes_and_places(tmp_path, text) == [("flag-word", "true"), ("unknown-name", "trn")]


def test_what_cannot_be_read_over_is_reported_alone(tmp_path: Path) -> None:
    text = BOOK.replace("phases:\n  game: |", "phases:\n  - game: |").replace("count(hand)", "count(hnd)")
    assert all(code != "unknown-name" for code, _ in codes_and_places(tmp_path, text))
