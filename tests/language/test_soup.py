"""Whatever is written, the parser answers soon, with nodes or with a failure in words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encanta.language import grammar
from encanta.language.parser import MAX_SNIPPET

from .shapes import failure_of

_LEXER = grammar.load().parser.lexer
SPELLED = sorted(
    {*_LEXER.keywords, *(text for _, text in ((n, t) for t, n in _LEXER.symbols))}
    | {text for found in _LEXER.phrases.values() for text, _, _ in found}
)
WORDS = [
    *SPELLED,
    "hand",
    "leader",
    "heal",
    "heals",
    "takes_cards",
    "2",
    "17",
    "\n",
    "\n  ",
    "\n    ",
    "# why\n",
    "(",
    ")",
]
SOUP = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
STARTS = st.sampled_from(grammar.STARTS)


def read(text: str, start: str) -> bool:
    """Whether a text can be read; what is refused must be refused properly."""
    failure = failure_of(text, start)
    if failure is not None:
        assert failure.message
        assert 0 <= failure.start < failure.end <= max(len(text), 1) + 1
    return failure is None


@settings(max_examples=400)
@given(SOUP, STARTS)
def test_any_words_in_any_order(text: str, start: str) -> None:
    read(text, start)


@settings(max_examples=300)
@given(st.text(max_size=80), STARTS)
def test_any_characters(text: str, start: str) -> None:
    read(text, start)


@settings(max_examples=300)
@given(st.text(alphabet="ab1 \n\t\r#:;()[]'.,=+-*/<>", max_size=120), STARTS)
def test_any_layout(text: str, start: str) -> None:
    read(text, start)


@pytest.mark.parametrize("start", grammar.STARTS)
@pytest.mark.parametrize(
    "piece", ["(", "a ", "a.", "not ", "if a:\n", "a of ", "a, ", "\n", "#", "heal 1; ", "a'", "[a, ", "1 "]
)
def test_the_longest_text_takes_little_time(piece: str, start: str) -> None:
    text = (piece * MAX_SNIPPET)[:MAX_SNIPPET]
    before = time.process_time()
    read(text, start)
    assert time.process_time() - before < 5


def test_the_soup_holds_texts_that_can_be_read() -> None:
    assert read("each other player takes_cards 2 from ( hand )", "block")
    assert len(SPELLED) > 100
