"""Reads snippets of the language: text in, `ast` nodes or a `SyntaxFailure` out."""

from __future__ import annotations

from typing import Any

from lark.exceptions import UnexpectedToken

from encanta.language import ast, grammar
from encanta.language.build import build
from encanta.language.lexer import LanguageLexer, LexFailure, Snippet, Vocabulary
from encanta.text.nearest import nearest

MAX_SNIPPET = 20_000


class SyntaxFailure(Exception):
    """Why a snippet cannot be read; `start` and `end` are characters of the snippet."""

    def __init__(self, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.help = message, start, end, help


def parse(text: str, start: str, vocabulary: Vocabulary) -> Any:
    """Reads `text` as `start` (one of `grammar.STARTS`); raises `SyntaxFailure`."""
    if len(text) > MAX_SNIPPET:
        raise SyntaxFailure(f"a text of the language may have {MAX_SNIPPET} characters at most", 0, 1)
    if not text.strip():
        raise SyntaxFailure("something should stand here", 0, 1)
    snippet: Any = Snippet(text, vocabulary)
    try:
        return build(grammar.load().parse(snippet, start=start))
    except LexFailure as failure:
        raise SyntaxFailure(failure.message, failure.start, failure.end, failure.help) from None
    except UnexpectedToken as failure:
        raise _explain(failure, text, start, vocabulary) from None
    except RecursionError:
        raise SyntaxFailure("this is nested too deeply", 0, 1) from None


def _explain(failure: UnexpectedToken, text: str, start: str, vocabulary: Vocabulary) -> SyntaxFailure:
    token = failure.token
    begin = token.start_pos if token.start_pos is not None and token.type != "$END" else len(text)
    end = token.end_pos if token.end_pos is not None and token.type != "$END" else len(text)
    verb = _unknown_verb(text, begin, start, vocabulary)
    if verb is not None:
        return verb
    expected = _in_words(failure.state.parse_conf.states[failure.state.position])
    help = f"here could stand {expected}" if expected else None
    if token.type in ("$END", "_NL", "_DEDENT"):
        last = max(len(text[:begin].rstrip()) - 1, 0)
        return SyntaxFailure("this ends too early", last, last + 1, help)
    if token.type == "_INDENT":
        return SyntaxFailure("this line is indented, but the line above does not end with a colon", begin, begin + 1)
    return SyntaxFailure(f"`{text[begin:end]}` cannot stand here", begin, max(end, begin + 1), help)


def _unknown_verb(text: str, begin: int, start: str, vocabulary: Vocabulary) -> SyntaxFailure | None:
    """A sentence that begins with a word nobody declared is the commonest mistake: name the word, not its neighbour."""
    if start != "block":
        return None
    line = text.rfind("\n", 0, begin) + 1
    marks = (text.rfind(mark, line, begin) + len(mark) for mark in (";", "->") if mark in text[line:begin])
    sentence = max(line, *marks, line)
    before = text[sentence:begin]
    word = before.strip()
    if not word.isidentifier():
        return None
    offset = sentence + len(before) - len(before.lstrip())
    known = [*vocabulary.base, *_sentence_words()]
    near = nearest(word, known)
    help = f"did you mean `{near}`?" if near else "verbs are declared as procedures, actions or events"
    return SyntaxFailure(f"`{word}` is not a verb of this rulebook", offset, offset + len(word), help)


def _sentence_words() -> list[str]:
    return ["move", "gather", "shuffle", "deal", "swap", "reveal", "choose", "let", "set", "do", "offer", "end", "stop"]


_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "VERB": "a verb",
    "VERBS": "what is done",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "$END": "the end",
}


def _in_words(row: dict[str, Any]) -> str:
    """What the parser could take, for a person; empty where it is more than a handful."""
    lexer: LanguageLexer = grammar.load().parser.lexer
    spelled = {kind: word for word, kind in lexer.keywords.items()}
    spelled |= {kind: text for found in lexer.phrases.values() for text, _, kind in found}
    spelled |= {kind: text for text, kind in lexer.symbols}
    wanted = [kind for kind in row if kind in spelled or kind in _WORDS]
    plain = [_WORDS[k] for k in ("NAME", "NUMBER", "VERB", "VERBS", "_NL", "_INDENT", "$END") if k in wanted]
    quoted = sorted(f"`{spelled[k]}`" for k in wanted if k in spelled)
    if len(quoted) > 6:
        quoted = [q for q in quoted if q in _TELLING]
    parts = plain + quoted
    if not parts or len(parts) > 9:
        return ""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1]


_TELLING = {"`to`", "`from`", "`in`", "`is`", "`of`", "`else`", "`where`", "`and`", "`or`", "`)`", "`]`", "`:`", "`->`", "`=`"}

__all__ = ["SyntaxFailure", "Vocabulary", "ast", "parse"]
