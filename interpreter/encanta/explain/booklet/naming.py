"""What the things of a rulebook are called on the page, in the language of the reader, and where they are explained."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from html import escape

from encanta.language.words import plural

_PLURALS: dict[str, Callable[[str], str]] = {
    "en": plural,
    "es": lambda word: word + ("s" if word[-1:] in "aeiouáéó" else "es"),
}
"""How one becomes many; other languages keep the word."""
_UNDERSCORED = re.compile(r"[^\W\d_]\w*_\w+")
_WORD = re.compile(r"[^\W\d]\w*")


def anchor_of(path: str) -> str:
    """The anchor of a thing on the page, from its path."""
    return "".join(letter if letter.isalnum() else "-" for letter in path)


@dataclass(slots=True)
class Naming:
    """Names and texts. `labels` are the words of the chosen language, `numbers` the options that are numbers.

    `anchors` are the things that have a place on the page; mentions of them lead there.
    """

    labels: Map[str, str]
    numbers: Map[str, int] = field(default_factory=dict)
    anchors: dict[str, str] = field(default_factory=dict)
    places: frozenset[str] = frozenset()
    common: Map[str, str] = field(default_factory=dict)
    language: str = "en"

    def word(self, name: str) -> str:
        """The word for a name, as plain text; what the language itself knows (`players`, `it`) has its own words."""
        found = self.labels.get(name) or self.common.get(name) or self._several(name)
        return name.replace("_", " ") if found is None else found

    def _several(self, name: str) -> str | None:
        """The word for all of a kind (`cards`), made from the word for one of them."""
        one = next((known for known in self.labels if plural(known) == name), None)
        if one is None:
            return None
        return _PLURALS.get(self.language, str)(self.labels[one])

    def name(self, name: str) -> str:
        """A mention of a name, as HTML: the value of an option that is a number, a link, or the word."""
        if name in self.numbers:
            return str(self.numbers[name])
        word = escape(self.word(name))
        anchor = self.anchors.get(name)
        return word if anchor is None else f'<a href="#{anchor}">{word}</a>'

    def title(self, name: str) -> str:
        """A name as a heading, as HTML."""
        word = self.word(name)
        return escape(word[:1].upper() + word[1:])

    def text(self, name: str, key: str, original: str) -> str:
        """A text of a thing: in the language of the reader if the labels have it (`NAME.about`), else as it is."""
        return self.labels.get(f"{name}.{key}", original)

    def prose(self, text: str) -> str:
        """A text for people as HTML, beginning with a capital; names with `_` in it are said as they are called."""
        said = _UNDERSCORED.sub(lambda found: self.word(found[0]), text)
        return escape(said[:1].upper() + said[1:])

    def mentions(self, text: str) -> str:
        """A text of the language with every name in it as it is called, as HTML."""
        pieces = []
        at = 0
        for found in _WORD.finditer(text):
            pieces += [escape(text[at : found.start()]), self.name(found[0])]
            at = found.end()
        return "".join([*pieces, escape(text[at:])])
