"""The grammar as a whole: no conflicts, a cache that heals itself, words that nothing may be called."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.language import grammar
from encanta.language.ast import Name
from encanta.language.parser import SyntaxFailure, Vocabulary, parse

NO_VERBS = Vocabulary()


def test_the_grammar_has_no_conflict() -> None:
    assert grammar.build(strict=True).rules


def test_every_start_can_begin() -> None:
    for start in grammar.STARTS:
        with pytest.raises(SyntaxFailure):
            parse("?", start, NO_VERBS)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the cache."""
    monkeypatch.setenv("ENCANTA_CACHE", str(tmp_path / "encanta"))
    return tmp_path / "encanta"


def test_the_parser_is_kept_and_read_again(kept: Path) -> None:
    grammar.load.__wrapped__()
    files = list(kept.iterdir())
    before = files[0].stat().st_mtime_ns
    assert grammar.load.__wrapped__().parse is not None
    assert [file.stat().st_mtime_ns for file in kept.iterdir()] == [before]


@pytest.mark.parametrize("rubbish", [b"", b"not a pickle", b"\x80\x04K\x01.", b"\x80\x04}."])
def test_a_broken_cache_is_made_anew(kept: Path, rubbish: bytes) -> None:
    grammar.load.__wrapped__()
    (file,) = kept.iterdir()
    whole = file.stat().st_size
    file.write_bytes(rubbish)
    assert grammar.load.__wrapped__().rules
    assert file.stat().st_size > whole / 2


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("ENCANTA_CACHE", str(blocked))
    assert grammar.load.__wrapped__().rules


@pytest.mark.parametrize("word", ["if", "top", "is", "in", "not", "of", "each", "every", "where", "count_", "move"])
def test_reserved_words_are_those_that_a_name_could_be_taken_for(word: str) -> None:
    assert (word in grammar.reserved_words()) == (word != "count_")


@pytest.mark.parametrize("word", ["hand", "card", "begins", "game_over", "group", "round", "turn", "deck"])
def test_ordinary_words_are_free(word: str) -> None:
    assert word not in grammar.reserved_words()


def test_a_free_word_can_be_a_name_wherever_a_value_stands() -> None:
    lexer = grammar.load().parser.lexer
    for word in set(lexer.keywords) - grammar.reserved_words():
        node = parse(word, "formula", NO_VERBS)
        assert isinstance(node, Name)
        assert node.id == word
