"""The whole page: one file of HTML with everything in it, for a screen of any size and for paper."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Map
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from encanta.checking.configure import Prepared, Rulebook
from encanta.checking.registry_forms import Leaf, first_word
from encanta.checking.tree import entries, under, unit_words
from encanta.explain.booklet.formulas import Formulas
from encanta.explain.booklet.html import capital, pairs, tag
from encanta.explain.booklet.naming import Naming, anchor_of
from encanta.explain.booklet.parts import Box
from encanta.explain.booklet.phrases import phrases
from encanta.explain.booklet.sentences import Sentences
from encanta.explain.booklet.things import Things
from encanta.explain.manual import Manual, Thing, text_of
from encanta.language.parser import Vocabulary
from encanta.text.nodes import Mapping, Node, Scalar

_LINKED = ("phases", "actions", "procedures", "windows", "tricks", "payments", "milestones", "scoring", "values")
_KNOWN = frozenset(
    {"types", "components", "places", "setup", "phases", "actions", "procedures", "abilities", "scoring", "end",
     "limits", "checks", "values", "state"}
)  # fmt: skip
"""Sections that have a place of their own on the page; all others come after what players do."""


_FORMULA = Leaf("formula")
_STATIC = Leaf("static")


@dataclass(frozen=True, slots=True)
class Source:
    """What the page is made from. `ways` is the rulebook for every number of players, `variants` those in use."""

    rulebook: Rulebook
    manual: Manual
    prepared: Prepared
    ways: Map[int, Prepared]
    variants: tuple[str, ...] = ()


def languages_of(rulebook: Rulebook) -> list[str]:
    """The languages that a rulebook can be printed in: that of its texts, and those it has labels for."""
    return sorted({_own_language(rulebook), *rulebook.labels})


def _own_language(rulebook: Rulebook) -> str:
    node = rulebook.text.rulebook.get("language")
    return node.text if isinstance(node, Scalar) else "en"


def booklet(source: Source, language: str | None = None) -> str:
    """The rules of a game as HTML. `language` is one of `languages_of`; that of the rulebook if there is none."""
    chosen = language if language is not None else _own_language(source.rulebook)
    return _Page(source, chosen).html()


class _Page:
    def __init__(self, source: Source, language: str) -> None:
        self.source = source
        self.language = language
        self.manual = source.manual
        self.naming = _naming(source, language)
        sentences = Sentences(Formulas(self.naming, phrases(language)))
        headers = (thing.title for thing in self.manual.of("actions", "procedures"))
        units = frozenset(unit_words(source.prepared.tree))
        verbs = Vocabulary(frozenset(first_word(header) for header in headers), units)
        self.things = Things(sentences, verbs)
        self.box = Box(self.things, self.manual, source.prepared, source.ways)

    def page(self, name: str, /, **parts: str) -> str:
        """A word of the page, escaped."""
        return escape(self.things.page(name, **parts))

    def html(self) -> str:
        """The page."""
        sections = [(name, inside) for name, make in self._sections() if (inside := make())]
        body = "".join(tag("section", tag("h2", self.page(name)) + inside, id=name) for name, inside in sections)
        links = "".join(tag("li", f'<a href="#{name}">{self.page(name)}</a>') for name, _ in sections)
        nav = f'<nav aria-label="{self.page("contents")}"><ul>{links}</ul></nav>'
        style = (files("encanta.explain.booklet") / "page.css").read_text(encoding="utf-8")
        title = escape(self.naming.labels.get("title", self.manual.title))
        foot = self.page("made_from", fingerprint=self.source.prepared.facts.fingerprint[:12])
        return (
            f'<!doctype html>\n<html lang="{escape(self.language)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
            f"<header>{self._head(title)}{nav}</header>\n<main>{body}</main>\n{tag('footer', foot)}\n</body>\n</html>\n"
        )

    def _head(self, title: str) -> str:
        about = self.naming.labels.get("about", self.manual.about)
        lead = tag("p", self.naming.prose(about), "lead") if about else ""
        least, most = min(self.source.ways), max(self.source.ways)
        if least == most:
            count = self.page("players", n=str(least)) if least > 1 else self.page("one_player")
        else:
            count = self.page("players_range", least=str(least), most=str(most))
        variants = [self.source.rulebook.variants[name].title for name in self.source.variants]
        used = [self.page("with_variants", names=", ".join(variants))] if variants else []
        return tag("h1", title) + lead + tag("p", " &middot; ".join([count, *used]), "facts")

    def _sections(self) -> list[tuple[str, Callable[[], str]]]:
        return [
            ("components", self.box.components),
            ("setup", self._setup),
            ("flow", lambda: self._things("phases")),
            ("actions", lambda: self._things("actions")),
            ("more", self._more),
            ("abilities", lambda: self._things("abilities")),
            ("cards", self.box.cards),
            ("scoring", self._scoring),
            ("end", self._end),
            ("verbs", lambda: self._things("procedures")),
            ("values", self._values),
            ("options", self._options),
            ("variants", self._variants),
            ("notes", self._notes),
        ]

    def _things(self, *sections: str) -> str:
        return "".join(self.things.thing(thing) for thing in self.manual.of(*sections))

    def _more(self) -> str:
        known = {thing.section for thing in self.manual.things} - _KNOWN - {"cards", "options"}
        return self._things(*known)

    def _setup(self) -> str:
        places = tag("h3", self.page("places")) + self.box.places()
        return self.box.by_players() + places + self._things("setup")

    def _end(self) -> str:
        rows = "".join(self._named(thing) for thing in self.manual.of("end"))
        limits = self.manual.of("limits")
        if not limits:
            return rows
        said = "".join(tag("p", capital(self._limit(thing))) for thing in limits)
        return rows + tag("h3", self.page("longest")) + said

    def _limit(self, thing: Thing) -> str:
        node = thing.node
        if not isinstance(node, Mapping):
            return self.things.rule(thing)
        parts = {key: self.things.value(found, _STATIC) for key in ("at most",) if (found := node.get(key)) is not None}
        per, then = self.naming.name(text_of(node.get("per"))), text_of(node.get("then"))
        result = f"result_{then}"
        if self.things.phrases.has("page", result):
            then = self.page(result)
        else:
            then = self.things.page("result_end", name=self.naming.name(then.removeprefix("end ")))
        return self.things.page(
            "longest_line", name=self.naming.name(thing.name), most=parts.get("at most", ""), per=per, then=then
        )

    def _scoring(self) -> str:
        return "".join(self._sheet(thing) for thing in self.manual.of("scoring"))

    def _sheet(self, thing: Thing) -> str:
        """A score sheet: for whom it counts, and its lines."""
        node = thing.node
        if not isinstance(node, Mapping):
            return self.things.thing(thing)
        who = self.things.phrases.groups["owners"].get(text_of(node.get("of")), "")
        adds = text_of(node.get("adds to"))
        if adds:
            head = self.things.page("counted_adding", who=escape(who), name=self.naming.name(adds))
        else:
            head = self.page("counted", who=who)
        lines = pairs(
            (escape(self.naming.word(entry.key.text)), self._line(entry.value)) for entry in entries(node.get("lines"))
        )
        title = tag("h3", self.naming.title(thing.name))
        anchor = anchor_of(thing.path)
        return tag("section", title + self.things.about(thing) + tag("p", head) + lines, "thing", anchor)

    def _line(self, node: Node) -> str:
        said = self.things.value(under(node, "is", "is") or node, _FORMULA)
        return self.things.page("of_each_player", formula=said) if text_of(under(node, "each")) == "player" else said

    def _named(self, thing: Thing) -> str:
        """A thing that is called in free words."""
        words = self.naming.labels.get(thing.name, thing.name)
        title = tag("h3", escape(words[:1].upper() + words[1:]))
        return tag("section", title + self.things.about(thing) + self.things.rule(thing), "thing")

    def _values(self) -> str:
        found = []
        for thing in self.manual.of("values"):
            about = self.naming.prose(self.naming.text(thing.name, "about", thing.about))
            rule = self.things.rule(thing)
            term = f'<span id="{anchor_of(thing.path)}">{self.naming.title(thing.name)}</span>'
            found.append((term, f"{about}: {rule}" if about else rule))
        return pairs(found)

    # -------------------------------------------------------------------------------- options, variants, notes

    def _options(self) -> str:
        found = [self._option(thing) for thing in self.manual.of("options")]
        return "".join(part for part in found if part)

    def _option(self, thing: Thing) -> str:
        options = self.source.rulebook.stage(self.source.variants).options
        facts = self.source.prepared.facts
        option = options.get(thing.name)
        if option is None or thing.name not in facts.settings:
            return ""
        value, default = option.word(facts.settings[thing.name]), option.word(option.default_for(facts.players))
        about = self.naming.text(thing.name, "about", thing.about) or self.naming.word(thing.name)
        changed = f" ({self.page('changed', default=self._word(default))})" if value != default else ""
        head = tag("p", f"{self.naming.prose(about)}: {tag('span', self._word(value), 'now')}{changed}")
        readings = [
            tag("li", self._reading(reading.name, reading.about, reading.name == value))
            for reading in option.readings.values()
        ]
        return tag("div", head + (tag("ul", "".join(readings), "readings") if readings else ""), "option")

    def _word(self, word: str) -> str:
        if word in ("yes", "no"):
            return escape(self.things.phrases.say("formulas", word))
        return escape(self.naming.word(word))

    def _reading(self, name: str, about: str, is_now: bool) -> str:
        text = self.naming.prose(self.naming.text(name, "about", about))
        said = f"{self._word(name)}: {text}" if text else self._word(name)
        return tag("span", said, "now") if is_now else said

    def _variants(self) -> str:
        rows = []
        for name, variant in self.source.rulebook.variants.items():
            title = self.naming.labels.get(name, variant.title)
            used = f" ({self.page('in_use')})" if name in self.source.variants else ""
            rows.append(
                (escape(title) + used, self.naming.prose(self.naming.text(name, "about", variant.about)) or "&nbsp;")
            )
        return pairs(rows)

    def _notes(self) -> str:
        notes = self.manual.notes
        rows = [(self.naming.prose(what), self.naming.prose(why)) for what, why in notes.assumed.items()]
        rows += [(escape(name), self.naming.prose(text)) for name, text in notes.rulings.items()]
        return pairs(rows)


def _naming(source: Source, language: str) -> Naming:
    """The words of a language, and what can be led to."""
    labels = source.rulebook.labels
    tree = labels.get(
        language, labels.get(_own_language(source.rulebook)) if language == _own_language(source.rulebook) else None
    )
    words = {e.key.text: e.value.text for e in tree or () if isinstance(e.value, Scalar)}
    facts = source.prepared.facts
    numbers = {name: value for name, value in facts.settings.items() if facts.options[name].kind == "integer"}
    anchors: dict[str, str] = {}
    for section in _LINKED:
        for thing in source.manual.of(section):
            anchors.setdefault(thing.name, anchor_of(thing.path))
    places = frozenset(thing.name for thing in source.manual.of("places"))
    known = phrases(language)
    return Naming(words, numbers, anchors, places, known.groups["words"], known.language)


__all__ = ["Source", "booklet", "languages_of", "text_of"]
