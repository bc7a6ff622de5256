"""Any thing of a rulebook on the page: its prose first, then its rule in words, key by key."""

from __future__ import annotations

from html import escape

from encanta.checking.reading import Text, Unreadable, Work
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, Groups, Keys, Leaf, Many, Named, below
from encanta.explain.booklet.html import capital, pairs, sentences, tag
from encanta.explain.booklet.naming import anchor_of
from encanta.explain.booklet.sentences import Sentences
from encanta.explain.manual import Thing, text_of
from encanta.language import ast
from encanta.language.parser import Vocabulary
from encanta.text.nodes import Mapping, Node, Scalar, Sequence

_PROSE = frozenset({"about", "source", "ruling", "assumed", "text"})


class Things:
    """Writes things."""

    def __init__(self, sentences: Sentences, vocabulary: Vocabulary) -> None:
        self.sentences = sentences
        self.naming = sentences.naming
        self.phrases = sentences.phrases
        self.vocabulary = vocabulary

    def page(self, name: str, /, **parts: str) -> str:
        """A heading or another word of the page."""
        return self.phrases.say("page", name, **parts)

    def about(self, thing: Thing) -> str:
        """The prose of a thing as a paragraph, or nothing."""
        said = self.naming.text(thing.name, "about", thing.about)
        if said.casefold() == self.naming.word(thing.name).casefold():
            return ""
        return tag("p", self.naming.prose(said), "about") if said else ""

    def thing(self, thing: Thing) -> str:
        """A thing with a heading of its own."""
        title = tag("h3", self._heading(thing))
        inside = self.about(thing) + self.rule(thing)
        return tag("section", title + inside, "thing", anchor_of(thing.path))

    def _heading(self, thing: Thing) -> str:
        """The name of a thing; of a verb, also what it is said of."""
        rest = thing.title.removeprefix(thing.name) if thing.section == "procedures" else ""
        return self.naming.title(thing.name) + escape(rest.replace("_", " "))

    def rule(self, thing: Thing) -> str:
        """What a thing says, in words."""
        return self.value(thing.node, form_of(thing.path))

    # --------------------------------------------------------------------------------------- values by their form

    def value(self, node: Node, form: Form | None) -> str:
        """What stands in a slot, in words."""
        if isinstance(node, Scalar):
            return self.single(node, _leaf(form))
        if isinstance(node, Sequence):
            inner = form.item if isinstance(form, Many) else form
            return "<br>".join(self.value(item, inner) for item in node)
        return self._mapping(node, form)

    def _mapping(self, node: Mapping, form: Form | None) -> str:
        shown = [entry for entry in node if not (isinstance(form, Keys) and entry.key.text in _PROSE)]
        rows = []
        only = len(shown) == 1 and isinstance(form, Keys) and shown[0].key.text in ("do", "is", "that")
        for entry in shown:
            inner = below(form, entry.key.text) if form is not None else None
            said = self.value(entry.value, inner)
            if only:
                return said
            rows.append((self._term(entry.key.text, form), said))
        return pairs(rows)

    def _term(self, key: str, form: Form | None) -> str:
        if isinstance(form, Keys):
            return escape(self.phrases.say("keys", key)) if self.phrases.has("keys", key) else escape(key)
        if isinstance(form, Named) and form.key in ("free", "row"):
            return escape(self.naming.word(key))
        return self.naming.mentions(key)

    def single(self, node: Scalar, kind: str | None) -> str:
        """A text: a formula, sentences, an event, or just words."""
        start = "formula" if kind == "static" else kind
        read = self._read(node, start) if start in _READ else None
        if read is None:
            return self.naming.mentions(node.text) if kind in ("name", "type", "word") else escape(text_of(node))
        return read

    def _read(self, node: Scalar, start: str | None) -> str | None:
        try:
            tree = Text(node, Work()).parse(start or "", self.vocabulary)
        except Unreadable:
            return self.naming.mentions(" ".join(node.text.split()))
        if isinstance(tree, ast.Stmt):
            said = self.sentences.block(tree)
            return capital(said[0][0]) if len(said) == 1 and not said[0][1] else sentences(said)
        if isinstance(tree, ast.Expr):
            return self.sentences.formulas.say(tree)
        if isinstance(tree, ast.Pick):
            return self.sentences.choice(tree)
        if isinstance(tree, ast.Limit):
            return self.sentences.limit(tree)
        if isinstance(tree, ast.Path):
            return self.sentences.path(tree)
        return self.sentences.event(tree)


_READ = frozenset({"block", "formula", "pick", "trigger", "hook", "change", "ban", "limit", "order", "asked", "played"})


def _leaf(form: Form | None) -> str | None:
    """The kind of a single value of a form."""
    if isinstance(form, Keys):
        short = form.key(form.short) if form.short is not None else None
        return None if short is None else _leaf(short.form)
    leaf = form.item if isinstance(form, Many) else form
    return leaf.kind if isinstance(leaf, Leaf) else None


def form_of(path: str) -> Form | None:
    """The form of a thing, from its path: `actions.lay`."""
    section, *inner = path.split(".")
    form = below(WHOLE, section)
    if isinstance(form, Groups):
        form, inner = form.form, inner[1:]
    for _ in inner[:1] if section != "cards" else inner[:2]:
        form = form.form if isinstance(form, (Named, Groups)) else form
    return form
