"""Lines, columns and spans; and every way in which a file can fail to be text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encanta.text.codes import CODES
from encanta.text.diagnostic import Diagnostic
from encanta.text.render import render_short, render_text
from encanta.text.source import MAX_BYTES, NOWHERE, ReadFailure, Source, Span, load_source


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (5, (3, 1)), (6, (4, 1)), (8, (4, 3)), (99, (4, 3)), (-1, (1, 1))],
)
def test_line_and_column_of_an_offset(offset: int, place: tuple[int, int]) -> None:
    assert Source("a", "ab\n\r\n\rxé").line_col(offset) == place


def test_lines_are_counted_from_one() -> None:
    source = Source("a", "ab\r\ncd\n")
    assert [source.line(number) for number in range(5)] == ["", "ab", "cd", "", ""]
    assert source.line_count == 3


@given(st.text(alphabet="ab\n\ré", max_size=30), st.integers(0, 30))
def test_line_and_column_lead_back_to_the_offset(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    source = Source("a", text)
    line, column = source.line_col(offset)
    assert source.line_start(line) + column - 1 == offset


def test_a_span_knows_its_ends_and_text() -> None:
    span = Span(Source("a", "one\ntwo three"), 4, 13)
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 1, 2, 10)
    assert span.text == "two three"
    assert span.point == Span(span.source, 4, 4)


def test_spans_join_within_a_source() -> None:
    source = Source("a", "one two three")
    first, last = source.span(4, 7), source.span(0, 3)
    assert first.join(last) == last.join(first) == source.span(0, 7)
    assert first.join(NOWHERE) == first


def test_sources_are_told_apart_by_identity() -> None:
    assert Source("a", "x") != Source("a", "x")
    assert Source("a", "x").span(0, 1) != Source("a", "x").span(0, 1)


def failure(path: Path) -> Diagnostic:
    """The diagnostic of a file that cannot be read, which every rendering must be able to show."""
    with pytest.raises(ReadFailure) as caught:
        load_source(path)
    found = caught.value.diagnostic
    assert found.message.replace("\0", "\ufffd") in render_text([found], colour=False)
    assert found.code in render_short([found])
    return found


def test_a_file_is_named_as_seen_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "é.yaml").write_bytes("\ufeffa: é\r\n".encode())
    monkeypatch.chdir(tmp_path)
    source = load_source(tmp_path / "game" / "é.yaml")
    assert source.name == "game/é.yaml"
    assert source.text == "a: é\r\n"
    monkeypatch.chdir(tmp_path / "game")
    assert load_source(Path("é.yaml")).name == "é.yaml"


def test_a_file_elsewhere_keeps_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "a.yaml").write_text("a: 1", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    assert load_source(tmp_path / "a.yaml").name == (tmp_path / "a.yaml").as_posix()


def test_a_missing_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = failure(Path("none.yaml"))
    assert (found.code, found.message) == ("file-missing", "there is no file `none.yaml`")
    assert "no folder `no`" in failure(Path("no/none.yaml")).message


def test_a_missing_file_has_a_neighbour_with_a_similar_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.yaml").write_text("a: 1", encoding="utf-8")
    assert failure(Path("ruels.yaml")).help == "did you mean `rules.yaml`?"


def test_a_folder(tmp_path: Path) -> None:
    assert failure(tmp_path).code == "file-is-folder"


def test_a_path_that_cannot_be(tmp_path: Path) -> None:
    assert failure(tmp_path / "a\0b").code == "file-unreadable"
    assert failure(tmp_path / ("x" * 5000)).code == "file-unreadable"


def test_a_path_through_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: 1", encoding="utf-8")
    assert failure(tmp_path / "a.yaml" / "b.yaml").code == "file-unreadable"


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\nb: caf\xe9 x\nc: \xe9\n")
    found = failure(path)
    assert found.code == "file-not-utf8"
    assert "the byte 0xE9 on line 2" in found.message
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 7)


def test_a_file_cut_in_the_middle_of_a_character(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: \xc3")
    found = failure(path)
    assert found.code == "file-not-utf8"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (1, 4)


def test_a_file_with_nul(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\n\0")
    found = failure(path)
    assert found.code == "file-has-nul"
    assert "line 2" in found.message


def test_a_file_of_the_largest_size_and_one_more(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(load_source(path).text) == MAX_BYTES
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    found = failure(path)
    assert (found.code, "2 MB" in found.message) == ("file-too-large", True)


def test_what_is_not_a_regular_file_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert failure(path).code == "file-unreadable"


def test_every_code_of_files_is_registered() -> None:
    of_files = {slug for slug in CODES if slug.startswith("file-")}
    assert of_files == {
        "file-missing",
        "file-is-folder",
        "file-unreadable",
        "file-not-utf8",
        "file-too-large",
        "file-has-nul",
    }
