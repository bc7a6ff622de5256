"""Cuts a snippet of the language into words: keywords, phrases, names, declared verbs, layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from lark import Token
from lark.lexer import Lexer

from encanta.language.foreign import FOREIGN_MARKS, MARKS
from encanta.language.words import UNIT_VERBS, third_person

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_WORD = re.compile(r"[^\W\d]\w*")
_DIGITS = re.compile(r"[0-9]+")
_WHOLE = (
    ("DICE", re.compile(r"(?:roll[ \t]+)?[0-9]{0,2}d[0-9]{1,3}\b")),
    ("LOT", re.compile(r"random[ \t]+[0-9]+[ \t]+of\b")),
)
"""Words of a form of their own, where they can stand."""
_LAYOUT_STARTS = frozenset({"block"})
LENIENT = {
    "open": re.compile(r"\s+[^\W\d]"),
    "play": re.compile(r"\s+[^\W\d]\w*\s+clockwise\b"),
    "refill": re.compile(r"\s+[^\W\d]"),
    "slide": re.compile(r"\s+[^\W\d]"),
    "pay": re.compile(r"\s+[^\W\d]"),
}
_VERBS_FIRST = ("open", "refill", "slide", "pay")
"""Keywords that anything may be called like: they are keywords only before this, and where no verb is called so."""
MAX_DEPTH = 40
"""How deep brackets, and blocks, may be nested."""
MAX_DIGITS = 9


class LexFailure(Exception):
    """A character or an indentation that no sentence can hold."""

    def __init__(self, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.help = message, start, end, help


class Vocabulary:
    """The declared verbs of a rulebook, in both forms, and the words for its units; with units come their verbs."""

    __slots__ = ("base", "inflected", "units")

    def __init__(self, verbs: frozenset[str] = frozenset(), units: frozenset[str] = frozenset()) -> None:
        self.base = verbs | UNIT_VERBS if units else verbs
        self.inflected = {third_person(v): v for v in self.base}
        self.units = units

    def words(self, found: Iterable[str]) -> frozenset[str]:
        """Those of some words on whose meaning it depends how a text is read."""
        return frozenset(w for w in found if w in self.base or w in self.inflected or w in self.units)


class Snippet:
    """What is handed to the lexer: a text and the verbs that may stand in it."""

    __slots__ = ("text", "vocabulary")

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary


class LanguageLexer(Lexer):
    """Reads words in the light of what the parser can take next, so that few words need be reserved."""

    __future_interface__ = 2

    def __init__(self, conf: Any) -> None:
        self.keywords: dict[str, str] = {}
        self.phrases: dict[str, list[tuple[str, re.Pattern[str], str]]] = {}
        self.symbols: list[tuple[str, str]] = []
        for terminal in conf.terminals:
            self._learn(terminal.name, terminal.pattern.value)
        self.symbols.sort(key=lambda s: -len(s[0]))
        for found in self.phrases.values():
            found.sort(key=lambda p: -len(p[0]))

    def _learn(self, name: str, text: str) -> None:
        if " " in text:
            pattern = re.compile(r"\s+".join(map(re.escape, text.split())) + r"\b")
            self.phrases.setdefault(text.split()[0], []).append((text, pattern, name))
        elif _WORD.fullmatch(text):
            self.keywords[text] = name
        else:
            self.symbols.append((text, name))

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """Yields the tokens of a `Snippet`; raises `LexFailure`."""
        snippet: Snippet = lexer_state.text
        layout = parser_state.parse_conf.start in _LAYOUT_STARTS
        return self._scan(snippet.text, snippet.vocabulary, parser_state, layout)

    def _scan(self, text: str, words: Vocabulary, state: Any, layout: bool) -> Iterator[Token]:
        states = state.parse_conf.states
        lines = _Layout(text) if layout else None
        at, depth = 0, 0
        last: Token | None = None
        while True:
            start = _SPACE.match(text, at).end()  # type: ignore[union-attr]
            if lines is not None and depth == 0:
                yield from lines.between(last, start)
            if start >= len(text):
                return
            last = self._token(text, start, words, states[state.position], lines if depth == 0 else None)
            depth += (last.value in ("(", "[")) - (last.value in (")", "]"))
            if depth > MAX_DEPTH:
                raise LexFailure("brackets are nested too deeply", start, start + 1)
            at = last.end_pos or start + 1
            yield last

    def _token(self, text: str, at: int, words: Vocabulary, accepted: dict[str, Any], lines: _Layout | None) -> Token:
        for kind, form in _WHOLE:
            whole = form.match(text, at) if kind in accepted else None
            if whole is not None:
                return _make(kind, text, at, whole.end())
        word = _WORD.match(text, at)
        if word is not None:
            kind, end = self._word(text, word, words, accepted, lines)
            return _make(kind, text, at, end)
        digits = _DIGITS.match(text, at)
        if digits is not None:
            return _number(text, at, digits.end())
        if (foreign := FOREIGN_MARKS.match(text, at)) is not None:
            raise _strange(foreign.group(), at)
        for symbol, name in self.symbols:
            if text.startswith(symbol, at) and not (symbol[-1].isalpha() and _WORD.match(text, at + len(symbol))):
                return _make(name, text, at, at + len(symbol))
        raise _strange(text[at], at)

    def _word(
        self, text: str, match: re.Match[str], words: Vocabulary, accepted: dict[str, Any], lines: _Layout | None
    ) -> tuple[str, int]:
        word, at = match.group(), match.start()
        for _, pattern, name in self.phrases.get(word, ()):
            phrase = pattern.match(text, at) if name in accepted else None
            if phrase is not None and (lines is None or lines.hold(phrase)):
                return name, phrase.end()
        keyword = self.keywords.get(word)
        if keyword is not None and keyword in accepted and _is_meant(text, match, words):
            return keyword, match.end()
        if word in words.units and "UNIT" in accepted:
            return "UNIT", match.end()
        if word in words.base and "VERB" in accepted:
            return "VERB", match.end()
        if word in words.inflected and "VERBS" in accepted:
            return "VERBS", match.end()
        if keyword is not None and "NAME" not in accepted:
            return keyword, match.end()
        return "NAME", match.end()


def _is_meant(text: str, match: re.Match[str], words: Vocabulary) -> bool:
    """Whether a word that is a keyword stands for it here."""
    after = LENIENT.get(match.group())
    if after is None:
        return True
    verb = match.group() in words.base
    return after.match(text, match.end()) is not None and not (verb and match.group() in _VERBS_FIRST)


def _make(kind: str, text: str, start: int, end: int) -> Token:
    return Token(kind, text[start:end], start_pos=start, end_pos=end)


def _number(text: str, start: int, end: int) -> Token:
    if end - start > MAX_DIGITS:
        raise LexFailure(f"a number may have {MAX_DIGITS} digits at most", start, end)
    after = _WORD.match(text, end)
    if after is not None:
        message = f"`{text[start : after.end()]}` is neither a number nor a name"
        raise LexFailure(message, start, after.end(), "a name begins with a letter, and a number has digits only")
    return _make("NUMBER", text, start, end)


def _strange(mark: str, at: int) -> LexFailure:
    said = "a backtick" if mark == "`" else f"`{mark}`"
    return LexFailure(f"{said} means nothing here", at, at + len(mark), MARKS.get(mark))


class _Layout:
    """Turns line ends and indentation into tokens; a deeper line without a colon before it continues the line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[int] = []

    def between(self, last: Token | None, start: int) -> Iterator[Token]:
        """The tokens between the last word and the next one, which starts at `start`: none on the same line."""
        if start >= len(self.text):
            yield from self._end(last)
        elif last is None:
            self.stack.append(self._indent(start))
        elif "\n" in self.text[last.end_pos : start]:
            yield from self._line(last, start, self._indent(start))

    def hold(self, phrase: re.Match[str]) -> bool:
        """Whether the words of a phrase stand on one line, or on lines that continue it."""
        words = re.finditer(r"\n[ \t\r]*(?=[^ \t\r\n])", phrase.group())
        return all(self._indent(phrase.start() + word.end()) > self.stack[-1] for word in words)

    def _indent(self, start: int) -> int:
        line = self.text.rfind("\n", 0, start) + 1
        return len(self.text[line:start].expandtabs(8))

    def _line(self, last: Token, start: int, indent: int) -> Iterator[Token]:
        deeper = indent > self.stack[-1]
        if deeper and last.type != "COLON":
            return
        yield _make("_NL", self.text, last.end_pos or 0, last.end_pos or 0)
        if deeper:
            self.stack.append(indent)
            if len(self.stack) > MAX_DEPTH:
                raise LexFailure("blocks are nested too deeply", start, start + 1)
            yield _make("_INDENT", self.text, start, start)
        while indent < self.stack[-1]:
            self.stack.pop()
            if not self.stack or indent > self.stack[-1]:
                raise LexFailure("this line is indented like no line above it", start, start + 1)
            yield _make("_DEDENT", self.text, start, start)

    def _end(self, last: Token | None) -> Iterator[Token]:
        if last is not None:
            end = len(self.text)
            yield _make("_NL", self.text, end, end)
            yield from (_make("_DEDENT", self.text, end, end) for _ in self.stack[1:])
