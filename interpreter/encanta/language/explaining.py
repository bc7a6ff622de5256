"""Says in words why a text of the language cannot be read, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from encanta.language.foreign import STATEMENTS, WORDS
from encanta.language.lexer import LanguageLexer, Vocabulary
from encanta.language.offering import offered
from encanta.text.nearest import nearest

_WORD = re.compile(r"[^\W\d]\w*")
_COMMENT = re.compile(r"#[^\n]*")
_BLOCK_OPENERS = ("if", "else", "for", "each", "all", "repeat", "take")
_STATEMENTS = (
    "move", "gather", "shuffle", "deal", "swap", "reveal", "look", "choose", "let", "set", "do", "offer", "open",
    "play", "tally", "end", "stop", "until", "may", "if", "for", "each", "all", "repeat", "take",
)  # fmt: skip
_CALLED = ("count", "any", "none", "sum", "min", "max", "distinct", "abs", "clockwise")
_ONE_THING = re.compile(r"\b(?:count|any|none|sum|distinct)$")
_COMPARISONS = ("<", "<=", ">", ">=", "is", "is not", "in", "not in", "is nothing", "is something")
_CLOSERS = {"(": ")", "[": "]"}


class SyntaxFailure(Exception):
    """Why a snippet cannot be read; `start` and `end` are characters of the snippet.

    `fix` is what should stand there, if that is the one repair.
    """

    def __init__(self, message: str, start: int, end: int, help: str | None = None, fix: str | None = None) -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.help, self.fix = message, start, end, help, fix


@dataclass(frozen=True, slots=True)
class Stuck:
    """The token that cannot stand where it stands. `wanted` are the spellings of those that could."""

    text: str
    begin: int
    end: int
    kind: str
    wanted: frozenset[str]
    start: str
    vocabulary: Vocabulary

    @property
    def word(self) -> str:
        """What is written there, with single spaces; empty at the end of the text or of a line."""
        return " ".join(self.text[self.begin : self.end].split())

    @property
    def at_end(self) -> bool:
        """Whether a line or the text ends here."""
        return self.kind in ("$END", "_NL", "_INDENT", "_DEDENT")

    @property
    def before(self) -> str:
        """The text before it, without comments (blanks stand for them) and without blanks at its end."""
        return _COMMENT.sub(lambda found: " " * len(found.group()), self.text[: self.begin]).rstrip()

    @property
    def sentence(self) -> int:
        """Where the sentence begins in which it stands."""
        before = self.before
        marks = [before.rfind(mark) + len(mark) for mark in ("\n", ";", "->") if mark in before]
        start = max(marks, default=0)
        return start + len(before[start:]) - len(before[start:].lstrip())

    @property
    def new_line(self) -> bool:
        """Whether it is the first word of a line below the text before it."""
        return "\n" in self.text[len(self.before) : self.begin]

    def failure(self, message: str, help: str | None = None, at: tuple[int, int] | None = None) -> SyntaxFailure:
        """The failure; without a place it is that of the token, or of the last character before an end."""
        if at is None:
            last = max(len(self.before) - 1, 0)
            at = (last, last + 1) if self.at_end else (self.begin, self.end)
        return SyntaxFailure(message, *at, help)


def explain(stuck: Stuck) -> SyntaxFailure:
    """The most telling reason."""
    for hint in _HINTS:
        found = hint(stuck)
        if found is not None:
            return found
    return _plainly(stuck)


def _brackets(stuck: Stuck) -> SyntaxFailure | None:
    opened = [(m.start(), m.group()) for m in _open_brackets(stuck.before)]
    if stuck.word in (")", "]"):
        if not opened:
            return stuck.failure("there is no open bracket that this one could close")
        if _CLOSERS[opened[-1][1]] != stuck.word:
            at, bracket = opened[-1]
            return stuck.failure(
                f"`{stuck.word}` cannot close the bracket `{bracket}`", f"close it with `{_CLOSERS[bracket]}`"
            )
        return None
    if stuck.word == "," and opened and (named := _ONE_THING.search(stuck.before[: opened[-1][0]])) is not None:
        message = f"`{named.group()}` has one thing in its brackets"
        return stuck.failure(message, f"say `{named.group()}(things)`")
    if opened and _CLOSERS[opened[-1][1]] in stuck.wanted and (stuck.at_end or stuck.new_line or stuck.word in ":;->"):
        at, bracket = opened[-1]
        return stuck.failure(
            "the bracket opened here is not closed", f"close it with `{_CLOSERS[bracket]}`", (at, at + 1)
        )
    return None


def _open_brackets(text: str) -> list[re.Match[str]]:
    stack: list[re.Match[str]] = []
    for mark in re.finditer(r"[()\[\]]", text):
        if mark.group() in "([":
            stack.append(mark)
        elif stack:
            stack.pop()
    return stack


def _colons(stuck: Stuck) -> SyntaxFailure | None:
    before = stuck.before
    if stuck.word == ":":
        if stuck.start == "block" and before[stuck.sentence :].startswith(_BLOCK_OPENERS):
            return None
        return stuck.failure(
            "a colon cannot stand here",
            "it stands only at the end of a line that opens a block, such as `if condition:`",
        )
    if before.endswith(":"):
        if stuck.at_end or stuck.new_line:
            return stuck.failure("an indented line should follow this colon", None, (len(before) - 1, len(before)))
        return stuck.failure(
            "nothing may follow a colon on its line", "write the rest on lines of their own below, indented"
        )
    if ":" in stuck.wanted and (stuck.at_end or stuck.new_line) and before[stuck.sentence :].startswith(_BLOCK_OPENERS):
        return _no_colon(stuck, len(before))
    return _no_colon_above(stuck)


def _no_colon(stuck: Stuck, end: int) -> SyntaxFailure:
    return stuck.failure("this line should end with a colon", "write `:` at its end", (end - 1, end))


def _no_colon_above(stuck: Stuck) -> SyntaxFailure | None:
    """A line that opens a block without its colon, when the reading stops only in the deeper line below it."""
    lines = stuck.before.split("\n")
    if stuck.start != "block" or len(lines) < 2 or not _opens_a_block(lines[-2]):
        return None
    above, here = lines[-2], lines[-1]
    if len(here) - len(here.lstrip()) <= len(above) - len(above.lstrip()):
        return None
    return _no_colon(stuck, len(stuck.before) - len(here) - 1 - (len(above) - len(above.rstrip())))


def _opens_a_block(line: str) -> bool:
    first = _WORD.match(line.strip())
    return first is not None and first.group() in _BLOCK_OPENERS and not line.rstrip().endswith(":")


def _else_without_if(stuck: Stuck) -> SyntaxFailure | None:
    found = re.compile(r"else\s+if\b|else\b").match(stuck.text, stuck.sentence)
    if found is None or stuck.start != "block" or stuck.begin > found.end() + 1:
        return None
    said = " ".join(found.group().split())
    return stuck.failure(
        f"`{said}` has no `if` above it", "it stands below the lines of an `if`, indented like it", found.span()
    )


def _trick_without_start(stuck: Stuck) -> SyntaxFailure | None:
    found = re.compile(r"play\s+([^\W\d]\w*)").match(stuck.text, stuck.sentence)
    if found is None or stuck.start != "block" or "play" in stuck.vocabulary.base or stuck.begin > found.end() + 1:
        return None
    return stuck.failure(
        f"it is not said who begins to play `{found.group(1)}`",
        f"say `play {found.group(1)} clockwise from` and a player",
        found.span(1),
    )


def _missing_else(stuck: Stuck) -> SyntaxFailure | None:
    if "else" in stuck.wanted and (stuck.at_end or stuck.word in (")", "]", ",")):
        return stuck.failure(
            "the `else` of this `if` is missing", "a value with a condition is `a if condition else b`"
        )
    return None


def _signs(stuck: Stuck) -> SyntaxFailure | None:
    word, before = stuck.word, stuck.before
    if word == "=":
        return stuck.failure("`=` cannot stand here", _instead_of_equals(before[stuck.sentence :], stuck.start))
    if word == "." and re.search(r"\d$", before) and re.match(r"\.\d", stuck.text[stuck.begin :]):
        return stuck.failure("numbers have no fractions", "there are whole numbers only; `/` rounds down")
    if word == ".":
        return stuck.failure("a dot cannot stand here", "say `strength of it`, or `p's hand` for what is a player's")
    if word == "," and re.search(r"\d$", before) and re.match(r",\d\d\d\b", stuck.text[stuck.begin :]):
        return stuck.failure("a comma cannot stand in a number", "write its digits without it")
    if word in _COMPARISONS and "and" in stuck.wanted:
        return stuck.failure(
            f"`{word}` cannot follow another comparison", "join two comparisons with `and`, or put one in brackets"
        )
    return None


def _instead_of_equals(sentence: str, start: str) -> str:
    if start != "block":
        return "compare with `is`"
    if sentence.startswith("set "):
        return "say `set x to value`"
    if _WORD.fullmatch(sentence):
        return f"say `set {sentence} to value` for a variable, `let {sentence} = value` for a new name"
    return "compare with `is`; a name is given with `let x = value`"


def _joined(stuck: Stuck) -> SyntaxFailure | None:
    after = _WORD.search(stuck.text, stuck.end)
    if stuck.word == "or" and "or else" in stuck.wanted and after is not None:
        if after.group() in stuck.vocabulary.base or after.group() in stuck.vocabulary.inflected:
            help = "say `or else` between two of which one is done"
            return stuck.failure("`or` cannot join two statements", help)
        return None
    if stuck.word not in ("and", ",") or ";" not in stuck.wanted or after is None:
        return None
    if after.group() in _STATEMENTS or after.group() in stuck.vocabulary.base:
        return stuck.failure(
            f"`{stuck.word}` cannot join two statements", "join them with `;`, or write them on two lines"
        )
    return None


def _verbs(stuck: Stuck) -> SyntaxFailure | None:
    word, words = stuck.word, stuck.vocabulary
    inflected = {base: form for form, base in words.inflected.items()}
    if "VERBS" in stuck.wanted and word in inflected:
        return stuck.failure(f"`{word}` cannot stand after who does it", f"say `{inflected[word]}`")
    if "VERB" in stuck.wanted and word in words.inflected and "NAME" not in stuck.wanted:
        return stuck.failure(f"`{word}` cannot stand here", f"say `{words.inflected[word]}`")
    return None


def _unknown_verbs(stuck: Stuck) -> SyntaxFailure | None:
    """A sentence that begins with a word nobody declared is the commonest mistake: name the word, not its neighbour."""
    first = stuck.before[stuck.sentence :]
    if stuck.start != "block":
        return None
    may = re.fullmatch(r"may\s+(\w+)", first)
    if may is not None and stuck.kind in ("NAME", "NUMBER"):
        at = (stuck.sentence + may.start(1), stuck.sentence + may.end(1))
        near = nearest(may.group(1), stuck.vocabulary.base)
        help = f"did you mean `{near}`?" if near else None
        return stuck.failure(f"`{may.group(1)}` is not a verb of this rulebook", help, at)
    if re.fullmatch(r"\w+\(.*\)", first, re.DOTALL) and stuck.at_end:
        return stuck.failure(
            "nothing happens here", "a value by itself is no statement", (stuck.sentence, len(stuck.before))
        )
    if not _WORD.fullmatch(first) or (first in _STATEMENTS and first not in STATEMENTS):
        return _unknown_deed(stuck)
    near = nearest(first, [*stuck.vocabulary.base, *(word for word in _STATEMENTS if word != "for")])
    if near is None and first not in STATEMENTS and (deed := _unknown_deed(stuck)) is not None and deed.help:
        return deed
    return _no_verb(stuck, first, near)


def _no_verb(stuck: Stuck, word: str, near: str | None) -> SyntaxFailure:
    at = (stuck.sentence, stuck.sentence + len(word))
    base = stuck.vocabulary.inflected.get(word)
    if base is not None:
        return stuck.failure(f"nobody is named who `{word}`", f"say `{base}`, or who does it before it", at)
    if (
        word not in STATEMENTS
        and near is None
        and "VERBS" in stuck.wanted
        and re.fullmatch(r"\w+s|\w+s_\w+", stuck.word)
    ):
        return stuck.failure(
            f"neither `{word}` nor `{stuck.word}` is a verb of this rulebook", _DECLARED, (at[0], stuck.end)
        )
    help = STATEMENTS.get(word) or (f"did you mean `{near}`?" if near else _DECLARED)
    return stuck.failure(f"`{word}` is not a verb of this rulebook", help, at)


_DECLARED = "verbs are declared as procedures, actions or events"


def _unknown_deed(stuck: Stuck) -> SyntaxFailure | None:
    """After who does it, and after `may`."""
    if stuck.kind != "NAME" or not {"VERB", "VERBS"} & stuck.wanted:
        return None
    near = nearest(stuck.word, stuck.vocabulary.inflected if "VERBS" in stuck.wanted else stuck.vocabulary.base)
    help = f"did you mean `{near}`?" if near else None
    return stuck.failure(f"`{stuck.word}` is not a verb of this rulebook", help)


def _continued(stuck: Stuck) -> SyntaxFailure | None:
    """A line that is deeper than the one above continues it."""
    if stuck.start == "block" and stuck.new_line and (stuck.word in _STATEMENTS or stuck.word in stuck.vocabulary.base):
        help = "indent it like the line above, or end that line with a colon"
        return stuck.failure("this line is deeper than the line above, and so continues it", help)
    return None


def _neighbours(stuck: Stuck) -> SyntaxFailure | None:
    word, last = stuck.word, re.search(r"\w+$", stuck.before)
    if last is not None and last.group() == "if" and stuck.start != "block":
        return stuck.failure(
            "`if` cannot stand here", "a value with a condition is `a if condition else b`", last.span()
        )
    if last is not None and last.group() in ("the", "The"):
        return stuck.failure("`the` cannot stand here", "leave it out", last.span())
    if last is not None and last.group() in _CALLED and stuck.kind == "NAME":
        return stuck.failure(f"brackets should follow `{last.group()}`", f"say `{last.group()}({word})`", last.span())
    if word == "or" and stuck.start == "type":
        return stuck.failure("`or` cannot stand in a type", "say `one of [red, black]`")
    if word in ("enters", "leaves") and stuck.start == "trigger":
        return stuck.failure(f"`{word}` cannot stand here", f"say what: `a card {word} hand`")
    after = _WORD.match(stuck.text[stuck.end :].lstrip())
    if after is not None and after.group() in WORDS and (word == "with" or stuck.kind == "NAME"):
        return stuck.failure(f"`{word} {after.group()}` cannot stand here", WORDS[after.group()])
    if word in WORDS:
        return stuck.failure(f"`{word}` cannot stand here", WORDS[word])
    if last is not None and last.group() in WORDS and stuck.kind == "NAME":
        return stuck.failure(f"`{last.group()}` cannot stand here", WORDS[last.group()], last.span())
    return None


def _plainly(stuck: Stuck) -> SyntaxFailure:
    help = offered(stuck)
    if stuck.at_end:
        return stuck.failure("this ends too early", help)
    last = re.search(r"\w+$", stuck.before)
    if stuck.kind in ("NAME", "NUMBER") and last is not None:
        return stuck.failure(f"`{stuck.word}` cannot follow `{last.group()}`", help or "a word is missing between them")
    return stuck.failure(f"`{stuck.word}` cannot stand here", help)


def spellings(lexer: LanguageLexer) -> dict[str, str]:
    """How each terminal of the grammar is written; those without a spelling of their own keep their name."""
    spelled = {kind: word for word, kind in lexer.keywords.items()}
    spelled |= {kind: text for found in lexer.phrases.values() for text, _, kind in found}
    return spelled | {kind: text for text, kind in lexer.symbols}


_HINTS: tuple[Callable[[Stuck], SyntaxFailure | None], ...] = (
    _brackets,
    _colons,
    _else_without_if,
    _trick_without_start,
    _missing_else,
    _signs,
    _joined,
    _continued,
    _verbs,
    _unknown_verbs,
    _neighbours,
)
