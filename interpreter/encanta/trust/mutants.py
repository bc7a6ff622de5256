"""All small changes of a rulebook: a rule taken out or bent, one at a time, as other nodes of its trees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking.loading import RulebookText
from encanta.checking.reading import parsed
from encanta.checking.registry_forms import LANGUAGE_KINDS, Keys, Leaf, Named, first_word
from encanta.checking.tree import entries, under, unit_words
from encanta.language.parser import SyntaxFailure, Vocabulary
from encanta.text.nodes import Mapping, Node, Scalar
from encanta.text.spans import Source, Span
from encanta.trust.bending import Bent, bent
from encanta.trust.spots import ROWS, Spot, spots

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_END = re.compile(r"\bbottom of (?:[^ ]+'s |your |their )*(\w+)")
_FLAGS = {"yes": "no", "no": "yes"}
_UNTOUCHED = frozenset({"encanta", "title", "source", "language", "players", "types", "checks", "labels"})
"""Sections in which nothing is a rule that a scenario could look at."""
_PARTS = frozenset(
    {"limit", "if", "while", "during", "reset", "becomes yes when", "holds", "refill", "adds to", "lead"}
    | {"follow", "always", "order", "opens", "start", "in", "copies", "optional", "decks"}
)  # fmt: skip
"""Keys that can be left out of a thing, which then has less of a rule."""
_THINGS = frozenset(
    {"a requirement", "an ability", "an end", "a line", "a step", "a step of the set-up", "a need", "a phase"}
    | {"a window", "an event", "a milestone"}
)  # fmt: skip
"""Things that can be left out whole."""
_CONDITIONS = frozenset({"if", "while", "always"})
_NO_RULES = frozenset({"quiet"})
"""Keys of what is no rule of the game: when a bot has nothing to say. Who is asked in scenarios is asked anyway."""


@dataclass(frozen=True, slots=True, eq=False)
class Mutant:
    """One change. `node` stands at the spot instead (None: nothing does), `kind` says what was done.

    `span` is what is changed; only a scenario that reaches `within` can notice. `old` and `new` are the words there;
    `new` is empty where something is taken out.
    """

    number: int
    spot: Spot
    node: Node | None
    kind: str
    span: Span
    within: Span
    old: str
    new: str

    @property
    def words(self) -> str:
        """What is changed, in one line."""
        return f"`{self.old}` becomes `{self.new}`" if self.new else f"without `{self.old}`"


def mutants(text: RulebookText, vocabulary: Vocabulary) -> list[Mutant]:
    """All changes of a rulebook, in the order of its files; the same list each time."""
    maker = _Maker(text, vocabulary)
    found: list[Mutant] = []
    seen: set[tuple[int, str]] = set()
    for spot in spots(text):
        for mutant in maker.of(spot):
            key = (id(spot.node), mutant.node.text if isinstance(mutant.node, Scalar) else f"\0{mutant.kind}")
            if key not in seen:
                seen.add(key)
                found.append(_numbered(mutant, len(found)))
    return found


def verbs_of(text: RulebookText) -> frozenset[str]:
    """The names of everything that is said as a verb, also what only some readings and variants have."""
    found = set()
    for spot in spots(text):
        if isinstance(spot.holder, Named) and spot.holder.key == "header" and spot.key is not None:
            found.add(first_word(spot.key.text))
    return frozenset(found)


def vocabulary_of(text: RulebookText) -> Vocabulary:
    """The verbs and units of a rulebook, also those that only some readings and variants have."""
    trees = (text.rulebook, *text.variants.values())
    return Vocabulary(verbs_of(text), frozenset(word for tree in trees for word in unit_words(tree)))


def _numbered(mutant: Mutant, number: int) -> Mutant:
    m = mutant
    return Mutant(number, m.spot, m.node, m.kind, m.span, m.within, m.old, m.new)


class _Maker:
    def __init__(self, text: RulebookText, vocabulary: Vocabulary) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.effects = frozenset(effects_of(text))
        self.unordered = frozenset(_places(text, "set of", "spot for"))
        self.rows = frozenset(_places(text, "row of"))

    def of(self, spot: Spot) -> Iterator[Mutant]:
        """The changes of one spot; those of what stands inside it belong to the spots there."""
        if spot.path and ((spot.path[0] in _UNTOUCHED and spot.tree != ROWS) or spot.path[-1] in _NO_RULES):
            return
        yield from self._removed(spot)
        leaf = self._leaf(spot)
        if leaf is None or not isinstance(spot.node, Scalar):
            return
        if leaf.kind in LANGUAGE_KINDS - {"type"} or leaf.kind == "static":
            yield from self._bent(spot, spot.node, leaf)
        else:
            yield from self._plain(spot, spot.node, leaf)

    def _leaf(self, spot: Spot) -> Leaf | None:
        """The form of a single value; a row's effect is a block."""
        leaf = spot.leaf
        if leaf is not None and leaf.kind == "value" and tuple(spot.path[-3::2]) in self.effects:
            return Leaf("block")
        return leaf

    # --------------------------------------------------------------------------------------- taken out

    def _removed(self, spot: Spot) -> Iterator[Mutant]:
        """Something is left out of what holds it."""
        if spot.key is None or not self._can_go(spot):
            return
        span = spot.key.span.join(spot.node.span)
        yield Mutant(0, spot, None, "taken out", spot.key.span, span, _short(spot), "")

    def _can_go(self, spot: Spot) -> bool:
        holder = spot.holder
        assert spot.key is not None, "only entries go"
        if isinstance(holder, Named):
            return holder.what in _THINGS and not self._is_phase(spot)
        if not isinstance(holder, Keys):
            return False
        if holder.what == "the sides":
            return spot.key.text != "about"
        if holder.what == "a row":
            return tuple(spot.path[-3::2]) in self.effects
        return spot.key.text in _PARTS

    def _is_phase(self, spot: Spot) -> bool:
        """Phases are called by name; of what is called `a phase`, only the bounds of the longest game can go."""
        return isinstance(spot.holder, Named) and spot.holder.what == "a phase" and "limits" not in spot.path

    # ------------------------------------------------------------------------------------------- bent

    def _bent(self, spot: Spot, scalar: Scalar, leaf: Leaf) -> Iterator[Mutant]:
        start = "formula" if leaf.kind == "static" else leaf.kind
        try:
            root = parsed(scalar, start, self.vocabulary)
        except SyntaxFailure:
            return
        for change in bent(root, self._is_condition(spot)):
            if change.kind == "top / bottom" and self._is_the_same(change):
                continue
            node = text_like(scalar, change.text)
            span, within = scalar.span_of(*change.at), scalar.span_of(*change.within)
            yield Mutant(0, spot, node, change.kind, span, within, change.old, change.new)

    def _is_the_same(self, change: Bent) -> bool:
        """Whether it makes no difference that something is at the bottom: in a set, or moved into a row."""
        ends = set(_END.findall(change.new))
        return bool(self.unordered & ends or (change.old.startswith("move ") and self.rows & ends))

    def _is_condition(self, spot: Spot) -> bool:
        holder = spot.holder
        if isinstance(holder, Named) and holder.what in ("a requirement", "a need"):
            return True
        return spot.key is not None and spot.key.text in _CONDITIONS

    def _plain(self, spot: Spot, scalar: Scalar, leaf: Leaf) -> Iterator[Mutant]:
        """Numbers, flags, words and readings that are no texts of the language."""
        if spot.path[-1] in ("type", "count"):
            return
        for kind, new in self._other_values(spot, scalar.text, leaf):
            yield Mutant(0, spot, text_like(scalar, new), kind, scalar.span, scalar.span, scalar.text, new)

    def _other_values(self, spot: Spot, text: str, leaf: Leaf) -> Iterator[tuple[str, str]]:
        if leaf.kind in ("integer", "value", "setting") and _NUMBER.fullmatch(text):
            yield "number", str(int(text) + 1)
            if int(text) > 0:
                yield "number", str(int(text) - 1)
        elif leaf.kind in ("flag", "setting") and text in _FLAGS:
            yield "word", _FLAGS[text]
        elif leaf.kind == "word" and text in leaf.words and len(leaf.words) > 1:
            yield "word", leaf.words[(leaf.words.index(text) + 1) % len(leaf.words)]
        elif leaf.kind == "setting":
            readings = self._readings(spot)
            if text in readings and len(readings) > 1:
                yield "reading", readings[(readings.index(text) + 1) % len(readings)]

    def _readings(self, spot: Spot) -> list[str]:
        """The readings of the option that a spot sets, or whose default it is."""
        options = self.text.rulebook.get("options")
        names = [name for name in spot.path if isinstance(options, Mapping) and name in options]
        found = under(options.get(names[-1]), "readings") if isinstance(options, Mapping) and names else None
        return [entry.key.text for entry in entries(found)]


def effects_of(text: RulebookText) -> Iterator[tuple[str, str]]:
    """Component and property of everything printed that is carried out."""
    for component in entries(text.rulebook.get("components")):
        for prop in entries(under(component.value, "has")):
            type_ = under(prop.value, "type", "type")
            if isinstance(type_, Scalar) and type_.text.split()[-1:] == ["effect"]:
                yield component.key.text, prop.key.text


def _places(text: RulebookText, *forms: str) -> Iterator[str]:
    """The places of some forms."""
    for entry in entries(text.rulebook.get("places")):
        if any(under(entry.value, form) is not None for form in forms):
            yield entry.key.text


def text_like(scalar: Scalar, text: str) -> Scalar:
    """Another text in place of one: it stands in a source of its own, under the name of the same file."""
    source = Source(scalar.span.source.name, text)
    kind = scalar.kind if scalar.kind != "integer" or _NUMBER.fullmatch(text) else "text"
    return Scalar(Span(source, 0, len(text)), text, "plain", kind)


def _short(spot: Spot) -> str:
    """The key of a spot, with its value where that is one word or line."""
    assert spot.key is not None, "only entries go"
    value = spot.node.text if isinstance(spot.node, Scalar) else "..."
    first = value.strip().split("\n")[0]
    return f"{spot.key.text}: {first if first == value.strip() else first + ' ...'}"
