"""Cuts a snippet of the language into words: keywords, phrases, names, declared verbs, layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.lexer import Lexer

from encanta.language.words import third_person

_BLANK = re.compile(r"[ \t]*(?:#[^\n]*)?")
_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_WORD = re.compile(r"[^\W\d]\w*")
_DIGITS = re.compile(r"\d+")
_LAYOUT_STARTS = frozenset({"block"})
MAX_DEPTH = 40


class LexFailure(Exception):
    """A character or an indentation that no sentence can hold."""

    def __init__(self, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.help = message, start, end, help


class Vocabulary:
    """The declared verbs of a rulebook, in both forms."""

    __slots__ = ("base", "inflected")

    def __init__(self, verbs: frozenset[str] = frozenset()) -> None:
        self.base = verbs
        self.inflected = {third_person(v): v for v in verbs}


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
        at, depth, end = 0, 0, len(text)
        previous: str | None = None
        while True:
            if lines is not None and depth == 0:
                at, tokens = lines.advance(at, previous)
                for token in tokens:
                    previous = token.type
                    yield token
            else:
                at = _SPACE.match(text, at).end()  # type: ignore[union-attr]
            if at >= end:
                break
            token = self._token(text, at, words, states[state.position])
            depth += (token.value in ("(", "[")) - (token.value in (")", "]"))
            if depth > MAX_DEPTH:
                raise LexFailure("brackets are nested too deeply", at, at + 1)
            at = token.end_pos or at + 1
            previous = token.type
            yield token
        if lines is not None:
            yield from lines.finish(previous)

    def _token(self, text: str, at: int, words: Vocabulary, accepted: dict[str, Any]) -> Token:
        word = _WORD.match(text, at)
        if word is not None:
            kind, end = self._word(text, word, words, accepted)
            return _make(kind, text, at, end)
        digits = _DIGITS.match(text, at)
        if digits is not None:
            if digits.end() - at > 9:
                raise LexFailure("a number may have nine digits at most", at, digits.end())
            return _make("NUMBER", text, at, digits.end())
        for symbol, name in self.symbols:
            if text.startswith(symbol, at):
                return _make(name, text, at, at + len(symbol))
        raise _strange(text, at)

    def _word(self, text: str, match: re.Match[str], words: Vocabulary, accepted: dict[str, Any]) -> tuple[str, int]:
        word, at = match.group(), match.start()
        for _, pattern, name in self.phrases.get(word, ()):
            if name in accepted and (phrase := pattern.match(text, at)):
                return name, phrase.end()
        keyword = self.keywords.get(word)
        if keyword is not None and keyword in accepted:
            return keyword, match.end()
        if word in words.base and "VERB" in accepted:
            return "VERB", match.end()
        if word in words.inflected and "VERBS" in accepted:
            return "VERBS", match.end()
        if keyword is not None and "NAME" not in accepted:
            return keyword, match.end()
        return "NAME", match.end()


def _make(kind: str, text: str, start: int, end: int) -> Token:
    return Token(kind, text[start:end], start_pos=start, end_pos=end)


def _strange(text: str, at: int) -> LexFailure:
    character = text[at]
    helps = {
        ".": "say `strength of it` or `p's hand`; there is no dot in the language",
        '"': "texts have no place in a formula",
        "!": "say `is not`",
        "=": "compare with `is`",
        "{": "lists stand in [square brackets]",
    }
    return LexFailure(f"`{character}` means nothing here", at, at + 1, helps.get(character))


class _Layout:
    """Turns line ends and indentation into tokens; a deeper line without a colon before it continues the line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[int] = []
        self.started = False

    def advance(self, at: int, previous: str | None) -> tuple[int, list[Token]]:
        at = _BLANK.match(self.text, at).end()  # type: ignore[union-attr]
        if self.started and (at >= len(self.text) or self.text[at] not in "\r\n"):
            return at, []
        line_end, start, indent = at, at, 0
        while at < len(self.text) and (not self.started or self.text[at] in "\r\n"):
            start = at if not self.started else at + (2 if self.text.startswith("\r\n", at) else 1)
            body = _BLANK.match(self.text, start).end()  # type: ignore[union-attr]
            indent = len(self.text[start:body].expandtabs(8)) if "#" not in self.text[start:body] else 0
            at = body
            if not self.started and (at >= len(self.text) or self.text[at] not in "\r\n"):
                break
            self.started = True
        if at >= len(self.text):
            return at, []
        return at, self._indent(indent, line_end, at, previous)

    def _indent(self, indent: int, line_end: int, at: int, previous: str | None) -> list[Token]:
        self.started = True
        if previous is None:
            self.stack.append(indent)
            return []
        newline = _make("_NL", self.text, line_end, line_end)
        if indent > self.stack[-1]:
            if previous != "COLON":
                return []
            self.stack.append(indent)
            if len(self.stack) > MAX_DEPTH:
                raise LexFailure("blocks are nested too deeply", at, at + 1)
            return [newline, _make("_INDENT", self.text, at, at)]
        tokens = [newline]
        while indent < self.stack[-1]:
            self.stack.pop()
            if not self.stack or indent > self.stack[-1]:
                raise LexFailure("this line is indented like no line above it", at, at + 1)
            tokens.append(_make("_DEDENT", self.text, at, at))
        return tokens

    def finish(self, previous: str | None) -> Iterator[Token]:
        end = len(self.text)
        if previous is None:
            return
        yield _make("_NL", self.text, end, end)
        for _ in self.stack[1:]:
            yield _make("_DEDENT", self.text, end, end)
