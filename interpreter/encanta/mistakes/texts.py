"""Mistakes in the texts of the language: names, arguments, brackets, words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from encanta.checking.configure import Rulebook
from encanta.checking.declare import environment
from encanta.checking.environment import BUILT_IN, Environment
from encanta.language.grammar import reserved_words
from encanta.language.words import plural, third_person
from encanta.mistakes.mistake import Edit, Mistake, instead
from encanta.mistakes.places import Place
from encanta.mistakes.spelling import misspelt
from encanta.text.nodes import Scalar

_WORD = re.compile(r"[^\W\d]\w*")
_TEXTS = frozenset(
    {"block", "formula", "static", "pick", "trigger", "hook", "change", "limit", "order", "asked", "played", "moment"}
)
_NAMES_SOMETHING = re.compile(
    r"\b(?:let|as)\s+(?P<a>\w+)|\bfor\s+each\s+(?P<b>\w+)|\beach\s+player\s+(?P<c>\w+)|\bcounted\s+as\s+(?P<d>\w+)"
    r"|\bchooses?\s+(?:\w+\s+){0,4}?(?P<e>\w+)\s+from\b|\bwon\s+by\s+(?P<f>\w+)"
)
"""Where a text gives something a name of its own."""
_SENTENCES = frozenset(
    {"move", "gather", "shuffle", "deal", "swap", "reveal", "choose", "let", "set", "offer", "tally", "repeat", "until"}
    | {
        "from",
        "where",
        "count",
        "any",
        "none",
        "sum",
        "clockwise",
        "else",
        "each",
        "player",
        "players",
        "top",
        "bottom",
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words that a rulebook has names for. `known` are all that mean something anywhere."""

    names: frozenset[str]
    values: dict[str, int]
    verbs: dict[str, int]
    known: frozenset[str]


def words_of_rulebook(rulebook: Rulebook) -> Words:
    """The names of a rulebook, with the fewest players."""
    prepared, _ = rulebook.prepare(rulebook.players[0])
    if prepared is None:
        raise ValueError("the rulebook has mistakes already")
    env = environment(prepared.tree, prepared.cards, prepared.facts)
    names = frozenset(_names(env))
    more = {form for name in names for form in (plural(name), third_person(name))}
    values = {
        sign.name: len(parameters)
        for named in env.things.values()
        for sign in named.values()
        if (parameters := getattr(sign, "parameters", ()))
    }
    verbs = {sign.name: len(sign.parameters) for sign in env.bodies.values() if sign.kind != "phase"}
    return Words(names, values, verbs, names | more | BUILT_IN | reserved_words() | {"you", "it", "this"})


def _names(env: Environment) -> Iterator[str]:
    yield from env.names()
    yield from env.holders
    yield from env.bodies
    yield from env.events
    yield from env.payments
    yield from env.places
    yield from env.enums
    for component in env.components.values():
        yield component.name
        yield from component.rows


def texts(places: list[Place]) -> Iterator[tuple[Place, Scalar]]:
    """Every text of the language."""
    for place in places:
        if place.leaf is not None and place.leaf.kind in _TEXTS and isinstance(place.node, Scalar):
            yield place, place.node


def misspelt_names(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """A name in a formula or a sentence, with a slip."""
    for place, text in texts(places):
        own = {found.group() for found in _WORD.finditer(text.text)}
        for found in _WORD.finditer(text.text):
            if found.group() not in words.names or _is_given(text.text, found):
                continue
            slip = misspelt(found.group(), rng, words.known | own)
            if slip is not None:
                span = text.span_of(*found.span())
                about = f"`{found.group()}` in {place.name} as `{slip}`"
                yield instead("misspelt name", span, slip, forms_of(found.group(), words.names), about)


def forms_of(word: str, names: frozenset[str]) -> tuple[str, ...]:
    """A word and what else it is called: in the plural, of another person."""
    return (
        word,
        plural(word),
        third_person(word),
        *(name for name in names if word in (plural(name), third_person(name))),
    )


def _is_given(text: str, word: re.Match[str]) -> bool:
    """Whether a word is a name that is given here, or stands as such anywhere in the text."""
    given = {name for found in _NAMES_SOMETHING.finditer(text) for name in found.groupdict().values() if name}
    return word.group() in given


def misspelt_words(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """A word of the language, with a slip."""
    for place, text in texts(places):
        own = {found.group() for found in _WORD.finditer(text.text)}
        for found in _WORD.finditer(text.text):
            if found.group() in words.names or found.group() not in _SENTENCES:
                continue
            slip = misspelt(found.group(), rng, words.known | own)
            if slip is not None:
                about = f"`{found.group()}` in {place.name} as `{slip}`"
                yield instead("misspelt word", text.span_of(*found.span()), slip, (found.group(),), about)


def wrong_arguments(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """A value or a verb with an argument too many or too few."""
    for place, text in texts(places):
        for name, count in (*words.values.items(), *((b, 1) for b in ("count", "any", "none", "sum"))):
            for found in re.finditer(rf"\b{re.escape(name)}\(([^()]*)\)", text.text):
                if text.style == "plain" and place.in_braces:
                    # A comma would be another mistake.
                    continue
                new = f"{name}({found.group(1)}, {found.group(1)})" if count == 1 or rng.random() < 0.5 else f"{name}()"
                span = text.span_of(*found.span())
                yield instead("wrong arity", span, new, (f"{name}(",), f"`{new}` in {place.name}", "named")
        if place.leaf is None or place.leaf.kind != "block":
            continue
        for name, count in words.verbs.items():
            forms = f"{re.escape(name)}|{re.escape(third_person(name))}"
            for found in re.finditer(rf"(?m)^[ \t]*({forms})\b([^\n;]*)$", text.text):
                said = found.group(1)
                new = said if count and found.group(2).strip() else f"{found.group(1)}{found.group(2)} 2"
                span = text.span_of(found.start(1), found.end(2))
                wanted = (name, third_person(name))
                yield instead("wrong arity", span, new, wanted, f"`{new}` in {place.name}", "named")


_BREAKS = (
    (r"\)", "", ")"),
    (r"\(", "((", ")"),
    (r"\bis not\b", "!=", "is not"),
    (r"\bis\b(?! not)", "==", "is"),
    (r">=", "=>", ">="),
    (r"\band\b", "&&", "and"),
    (r"\band\b", "and and", ""),
    (r"\bor\b(?! else| more)", "||", "or"),
    (r"\bnot\b", "!", "not"),
    (r"\bto\b", "", "to"),
    (r"\bfrom\b", "", "from"),
    (r"\bof\b", ".", "of"),
    (r"\bwhere\b", "where where", ""),
    (r":(?=\s*\n)", "", ":"),
    (r"\bthen\b|\belse\b", "", "else"),
    (r"'s\b", "", ""),
    (r"$", " +", ""),
    (r"$", " ]", ""),
    (r"\b(\d+)\b", r"\1 \1", ""),
)
"""What is written, what breaks it, and what is to be suggested (nothing: there are several ways to mend it)."""


def broken_texts(places: list[Place], words: Words, rng: Random) -> Iterator[Mistake]:
    """A text that is no sentence and no formula: brackets, foreign signs, words left out or twice."""
    for place, text in texts(places):
        for old, new, wanted in rng.sample(_BREAKS, 6):
            found = next(iter(re.finditer(old, text.text)), None)
            if found is None:
                continue
            span = text.span_of(*found.span())
            said = found.expand(new)
            about = f"`{found.group()}` in {place.name} as `{said}`"
            at = (span.start, *_opened(text, found.start()))
            right = (wanted,) if wanted else ()
            yield Mistake("syntax error", span.source, (Edit(span.start, span.end, said),), at, right, about, "named")


def _opened(text: Scalar, at: int) -> tuple[int, ...]:
    """Where the bracket was opened that is closed at an offset of a text; nothing where none is."""
    if text.text[at : at + 1] != ")":
        return ()
    depth = 0
    for place in range(at, -1, -1):
        depth += (text.text[place] == ")") - (text.text[place] == "(")
        if depth == 0:
            return (text.span_of(place, place + 1).start,)
    return ()
