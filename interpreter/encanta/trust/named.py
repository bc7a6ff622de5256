"""The named things of a rulebook that tests can reach, each with where it stands and what shows that it was reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking.loading import RulebookText
from encanta.checking.reading import parsed
from encanta.checking.registry_forms import Leaf, Named, first_word
from encanta.checking.tree import under
from encanta.language import ast
from encanta.language.parser import SyntaxFailure, Vocabulary
from encanta.text.nodes import Mapping, Scalar
from encanta.text.spans import Span
from encanta.trust.mutants import effects_of
from encanta.trust.spots import Spot, spots

_KINDS = {
    "a phase": "phase",
    "an action": "action",
    "a procedure": "procedure",
    "a step of the set-up": "set-up",
    "a step": "step",
    "an ability": "ability",
    "a requirement": "requirement",
    "a value": "value",
    "a line": "score line",
    "an end": "end",
    "a window": "window",
    "a trick": "trick",
    "a milestone": "milestone",
    "a payment": "payment",
    "a reading": "reading",
}
_WITH_BLOCKS = frozenset({"phase", "action", "procedure", "set-up", "step", "ability", "effect"})
_WITHOUT = frozenset({"window", "trick", "milestone", "payment", "end", "limit"})
KINDS = (*dict.fromkeys(_KINDS.values()), "limit", "effect", "option", "branch")
"""All kinds of things, in the order of reports."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """One thing. `parts` are the texts of which something must be come by; `spot` is where it stands.

    `option` and `word`: for a reading or an option, what must be set (`word` None: anything but the default).
    """

    kind: str
    name: str
    span: Span
    whole: Span
    parts: tuple[Span, ...]
    spot: Spot
    option: str = ""
    word: str | None = None


def things(text: RulebookText, vocabulary: Vocabulary) -> list[Thing]:
    """Everything with a name of its own, and the branches of statements, in the order of the files."""
    finder = _Finder(text, vocabulary)
    return [thing for spot in finder.spots for thing in finder.at(spot)]


class _Finder:
    def __init__(self, text: RulebookText, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.effects = frozenset(effects_of(text))
        self.spots = [spot for spot in spots(text) if spot.path[:1] != ("checks",)]
        self._blocks = [spot for spot in self.spots if self._is_block(spot)]

    def _is_block(self, spot: Spot) -> bool:
        leaf = spot.leaf
        return leaf is not None and (leaf.kind == "block" or self._is_effect(spot, leaf))

    def _is_effect(self, spot: Spot, leaf: Leaf) -> bool:
        return leaf.kind == "value" and tuple(spot.path[-3::2]) in self.effects

    def at(self, spot: Spot) -> Iterator[Thing]:
        """The things that begin at a spot."""
        kind = self._kind(spot)
        if kind is not None and spot.key is not None:
            thing = self._thing(kind, spot)
            if not self._is_part(thing):
                yield thing
        if self._is_block(spot) and isinstance(spot.node, Scalar):
            yield from self._branches(spot, spot.node)

    def _kind(self, spot: Spot) -> str | None:
        holder, leaf = spot.holder, spot.leaf
        what = holder.what if isinstance(holder, Named) else ""
        if what == "a phase" and "limits" in spot.path:
            return "limit"
        if what == "an option" and spot.path[:1] == ("options",) and isinstance(spot.node, Mapping):
            return "option" if "readings" not in spot.node else None
        if leaf is not None and self._is_effect(spot, leaf):
            return "effect"
        return _KINDS.get(what)

    def _thing(self, kind: str, spot: Spot) -> Thing:
        assert spot.key is not None, "a thing has a name"
        name = first_word(spot.key.text) if kind in ("value", "procedure") else spot.key.text
        if kind in ("requirement", "step"):
            name = f"{_above(spot)}: {name}"
        elif kind == "reading":
            name = f"{spot.path[-3]}: {name}"
        elif kind == "effect":
            name = f"{spot.path[-2]}: {name}"
        whole = spot.key.span.join(spot.node.span)
        option, word = self._setting(kind, spot)
        return Thing(kind, name, spot.key.span, whole, self._parts(kind, spot, whole), spot, option, word)

    def _is_part(self, thing: Thing) -> bool:
        """Whether a patch changes only a part of a thing that is declared elsewhere."""
        patched = thing.spot.variant is not None or "readings" in thing.spot.path[:-1]
        return patched and thing.kind in _WITH_BLOCKS | _WITHOUT and thing.parts == (thing.whole,)

    def _setting(self, kind: str, spot: Spot) -> tuple[str, str | None]:
        if kind == "reading":
            return spot.path[-3], spot.path[-1]
        if kind != "option":
            return "", None
        default = under(spot.node, "default")
        flag = isinstance(default, Scalar) and default.text in ("yes", "no")
        return spot.path[-1], ("no" if default.text == "yes" else "yes") if flag and isinstance(
            default, Scalar
        ) else None

    def _parts(self, kind: str, spot: Spot, whole: Span) -> tuple[Span, ...]:
        """Blocks, where the thing has any; else all of it."""
        if kind in _WITH_BLOCKS:
            blocks = [block.node.span for block in self._blocks if _lies_in(block.node.span, whole)]
            if blocks:
                return tuple(blocks)
        return (whole,)

    # ---------------------------------------------------------------------------------------- branches

    def _branches(self, spot: Spot, scalar: Scalar) -> Iterator[Thing]:
        try:
            root = parsed(scalar, "block", self.vocabulary)
        except SyntaxFailure:
            return
        for words, block in _conditional(root):
            span = scalar.span_of(*block.at)
            yield Thing("branch", f"{spot.name}: {words}", span, span, (span,), spot)


def _conditional(node: ast.Node) -> Iterator[tuple[str, ast.Node]]:
    """The blocks inside a block that are done only sometimes, each with the words that lead to it."""
    if isinstance(node, ast.Block):
        for inner in node.body:
            yield from _conditional(inner)
    elif isinstance(node, ast.If):
        for number, (condition, body) in enumerate(node.branches):
            yield f"{'else if' if number else 'if'} {_words(condition)}", body
            yield from _conditional(body)
        if node.other is not None:
            yield "else", node.other
            yield from _conditional(node.other)
    elif isinstance(node, (ast.ForEach, ast.EachPlayer, ast.AllPlayers, ast.Repeat, ast.Turns)):
        yield from _conditional(node.body)


def _words(condition: ast.Expr) -> str:
    from encanta.language.printer import written

    return written(condition)


def _above(spot: Spot) -> str:
    """The name of what a requirement or a step belongs to."""
    return first_word(spot.path[-3]) if len(spot.path) > 2 else spot.path[0]


def _lies_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
