"""Finds the misspelt word because of which a text cannot be read: the one that makes it readable when spelt right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from encanta.language import grammar
from encanta.language.explaining import Stuck, SyntaxFailure
from encanta.language.foreign import STATEMENTS, WORDS
from encanta.language.lexer import LanguageLexer
from encanta.text.nearest import all_near

_WORD = re.compile(r"[^\W\d]\w*")
_SENTENCE_END = re.compile(r"[\n;]|->")
_MOST_TRIALS = 24
_SHORT = 5
"""Words up to this length have one letter wrong, if any; longer ones have two."""

Reads = Callable[[str], int]
"""How far a text can be read: the character at which it cannot, or its length."""


def misspelt_word(stuck: Stuck, reads: Reads, plain: SyntaxFailure) -> SyntaxFailure | None:
    """The failure that names a misspelt word of the language or a verb; None if spelling no word right helps.

    `plain` is what is said otherwise; it is kept if it is about the same word.
    """
    end = _SENTENCE_END.search(stuck.text, stuck.end)
    stop = end.start() if end is not None else len(stuck.text)
    for word, right in islice(_trials(stuck, stop), _MOST_TRIALS):
        text = stuck.text[: word.start()] + right + stuck.text[word.end() :]
        if reads(text) > stop + len(text) - len(stuck.text):
            same = (plain.start, plain.end) == word.span()
            message = plain.message if same else f"`{word.group()}` means nothing here"
            return SyntaxFailure(message, *word.span(), f"did you mean `{right}`?", right)
    return None


def _trials(stuck: Stuck, stop: int) -> Iterator[tuple[re.Match[str], str]]:
    """The words of the sentence, each with what it could be: the first, then those nearest to where it is stuck."""
    words = list(_WORD.finditer(stuck.text, stuck.sentence, max(stop, stuck.end)))
    meant = _known() | stuck.vocabulary.base | stuck.vocabulary.inflected.keys() | stuck.vocabulary.units
    for word in sorted(words, key=lambda word: (word.start() != stuck.sentence, abs(word.start() - stuck.begin))):
        if word.group() not in meant and word.group() not in WORDS and word.group() not in STATEMENTS:
            for right in all_near(word.group(), meant, 1 if len(word.group()) <= _SHORT else 2)[:4]:
                yield word, right


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """Every word of the language that stands for itself, those of phrases too."""
    lexer: LanguageLexer = grammar.load().parser.lexer
    phrases = (text for found in lexer.phrases.values() for text, _, _ in found)
    return frozenset(lexer.keywords) | {word for text in phrases for word in text.split()}
