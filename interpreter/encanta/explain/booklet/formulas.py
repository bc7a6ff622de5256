"""Formulas in readable words, as HTML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from encanta.explain.booklet.naming import Naming
from encanta.explain.booklet.phrases import Phrases
from encanta.language import ast
from encanta.language.printer import written
from encanta.language.printing_formulas import with_article

_LOOSE = ("or", "and")


class Formulas:
    """Says formulas."""

    def __init__(self, naming: Naming, phrases: Phrases) -> None:
        self.naming = naming
        self.phrases = phrases

    def say(self, node: ast.Expr) -> str:
        """A formula in words. What this module does not know is shown as it is written, with the names of the page."""
        writer = _WRITERS.get(type(node).__name__)
        return self.naming.mentions(written(node)) if writer is None else writer(self, node)

    def _f(self, name: str, /, **parts: ast.Expr | str) -> str:
        said = {key: self.say(part) if isinstance(part, ast.Expr) else part for key, part in parts.items()}
        return self.phrases.say("formulas", name, **said)

    def word(self, word: str) -> str:
        """One of a kind: with its article where the language of the page has one."""
        label = self.naming.word(word)
        return with_article(label) if self.phrases.language == "en" else label

    def condition(self, node: ast.Expr) -> str:
        """A formula that is a condition; a bare flag is named."""
        return self.say(node)

    # ------------------------------------------------------------------------------------------- single forms

    def _name(self, node: ast.Name) -> str:
        return self.naming.name(node.id)

    def _call(self, node: ast.Call) -> str:
        if node.name in ("any", "none") and len(node.args) == 1:
            return self._whether(node.name, node.args[0])
        if self.phrases.has("formulas", node.name) and len(node.args) == 1:
            key = {"count": "set"}.get(node.name, "values")
            return self._f(node.name, **{key: node.args[0]})
        values = ", ".join(self.say(argument) for argument in node.args)
        return self._f("call", name=self.naming.name(node.name), values=values)

    def _whether(self, name: str, of: ast.Expr) -> str:
        if isinstance(of, ast.Name) and (of.id in self.naming.places or of.id == "it"):
            return self._f("place_not_empty" if name == "any" else "place_empty", place=of)
        if isinstance(of, ast.Owned) and of.name in self.naming.places:
            return self._f("place_not_empty" if name == "any" else "place_empty", place=of)
        return self._f(name, set=of)

    def _owned(self, node: ast.Owned) -> str:
        name = self.naming.name(node.name)
        if node.owner is None:
            return self._f(node.whose, name=name)
        return self._f("owned", owner=node.owner, name=name)

    def _position(self, node: ast.Position) -> str:
        if node.count is None:
            return self._f(node.which, pile=node.of)
        return self._f(f"{node.which}_n", n=node.count, pile=node.of)

    def _unary(self, node: ast.Unary) -> str:
        return self._f("not" if node.op == "not" else "negative", value=self._tight(node.value))

    def _binary(self, node: ast.Binary) -> str:
        left, right = (self._tight(side, node.op) for side in (node.left, node.right))
        return self._f(node.op, left=left, right=right)

    def _tight(self, node: ast.Expr, inside: str = "") -> str:
        """A part of a formula, in brackets where a reader would lose the thread."""
        loose = isinstance(node, ast.Either | ast.Where | ast.Otherwise)
        loose |= isinstance(node, ast.Binary) and node.op in _LOOSE and node.op != inside
        loose |= isinstance(node, ast.Binary) and node.op in "+-*/" and inside in ("*", "/", "-")
        return self._f("bracket", value=node) if loose else self.say(node)

    def _is_a(self, node: ast.IsA) -> str:
        return self._f("is_not_a" if node.negated else "is_a", value=node.value, word=self.word(node.word))

    def _known(self, node: ast.IsKnown) -> str:
        return self._f("unknown" if node.negated else "known", value=node.value, who=node.who)

    def _rate(self, node: ast.Rate) -> str:
        if node.each is None:
            return self._f("rate_one", amount=node.amount, unit=node.unit)
        return self._f("rate", amount=node.amount, each=node.each, unit=node.unit)

    def _picked(self, node: ast.Picked) -> str:
        """A player that the doer picks, with what narrows the players."""
        who = self.phrases.say("subjects", node.kind)
        if isinstance(node.source, ast.Where):
            return self._f("where", set=who, condition=node.source.condition)
        if isinstance(node.source, ast.Extreme):
            return self._f("most" if node.source.most else "least", set=who, key=node.source.key)
        return who


_Writer = Callable[[Formulas, Any], str]
_WRITERS: dict[str, _Writer] = {
    "Name": Formulas._name,
    "Number": lambda f, n: str(n.value),
    "Call": Formulas._call,
    "Owned": Formulas._owned,
    "Property": lambda f, n: f._f("property", name=n.name, thing=n.of),
    "Against": lambda f, n: f._f("against", value=n.value, foe=n.foe),
    "Position": Formulas._position,
    "Every": lambda f, n: f._f("every", place=n.of),
    "Inline": lambda f, n: f._f("inline_up_to" if n.up_to else "inline", n=str(n.count), set=n.of),
    "Picked": Formulas._picked,
    "Lot": lambda f, n: f._f("lot", n=str(n.count), set=n.of),
    "Dice": lambda f, n: f._f("dice", dice=f"{n.count if n.count > 1 else ''}d{n.sides}"),
    "Unary": Formulas._unary,
    "Binary": Formulas._binary,
    "IsA": Formulas._is_a,
    "IsNothing": lambda f, n: f._f("something" if n.something else "nothing", value=n.value),
    "IsKnown": Formulas._known,
    "Either": lambda f, n: f._f("either", then=n.then, condition=n.condition, other=n.other),
    "Rate": Formulas._rate,
    "Where": lambda f, n: f._f("where", set=n.set, condition=n.condition),
    "As": lambda f, n: f._f("as", set=n.set, name=f.naming.name(n.name)),
    "Extreme": lambda f, n: f._f("most" if n.most else "least", set=n.set, key=n.key),
    "Otherwise": lambda f, n: f._f("otherwise", first=n.first, second=n.second),
    "ListOf": lambda f, n: ", ".join(f.say(item) for item in n.items),
}
