"""The parts of the page about the box: components, cards, places, what depends on the number of players."""

from __future__ import annotations

from collections.abc import Mapping as Map
from html import escape

from encanta.checking.configure import Prepared
from encanta.checking.registry_bodies import ABILITY_KEYS
from encanta.checking.registry_forms import Leaf
from encanta.checking.tree import entries, text_under, words
from encanta.explain.booklet.html import pairs, table, tag
from encanta.explain.booklet.players import copies, differing, known_of, pieces
from encanta.explain.booklet.things import Things, form_of
from encanta.explain.manual import CARDS, Manual, Thing, text_of
from encanta.text.nodes import Mapping, Node, Scalar, Sequence

_APART = frozenset({"copies", "text", "about", "source", "assumed", "ruling", "abilities"})
_ABILITY = frozenset(key.name for key in ABILITY_KEYS)
_PLACES = {"pile of": "order_pile", "row of": "order_row", "set of": "order_set", "spot for": "order_spot"}


class Box:
    """Writes what is in the box, and where it lies."""

    def __init__(self, things: Things, manual: Manual, prepared: Prepared, ways: Map[int, Prepared]) -> None:
        self.things = things
        self.naming = things.naming
        self.manual = manual
        self.prepared = prepared
        self.ways = ways

    # ------------------------------------------------------------------------------------------------ components

    def components(self) -> str:
        """Every kind of component with how many there are, and what it shows."""
        rows = []
        for thing in self.manual.of("components"):
            said = self.naming.prose(self.naming.text(thing.name, "about", thing.about))
            shows = self._shows(thing)
            count = pieces(self.prepared, thing.name)
            title = self.naming.title(thing.name) + (f" &times; {count}" if count is not None else "")
            rows.append((title, " &middot; ".join(part for part in (said, shows) if part) or "&nbsp;"))
        return pairs(rows)

    def _shows(self, thing: Thing) -> str:
        """What a component shows: its properties, with the members of enumerations."""
        found = []
        for entry in entries(thing.node.get("has") if isinstance(thing.node, Mapping) else None):
            type_ = entry.value if isinstance(entry.value, Scalar) else text_under(entry.value, "type")
            said = escape(self.naming.word(entry.key.text))
            if type_ is not None and "[" in type_.text:
                members = type_.text.partition("[")[2].partition("]")[0].split(",")
                said += f" ({', '.join(escape(self.naming.word(member.strip())) for member in members)})"
            found.append(said)
        return ", ".join(found)

    # ------------------------------------------------------------------------------------------- numbers of players

    def by_players(self) -> str:
        """A table of what is not the same for every number of players; nothing if all is the same."""
        rows = [self._pieces_row(thing.name) for thing in self.manual.of("components")]
        rows += [self._teams_row()]
        for row in differing(self.ways):
            about = f"<small>{self.naming.prose(row.about)}</small>" if row.about else ""
            cells = [self._cell(row.name, value) for value in row.values]
            rows.append([self.naming.title(row.name) + about, *cells])
        shown = [row for row in rows if len(set(row[1:])) > 1]
        if not shown:
            return ""
        head = ["", *(str(players) for players in self.ways)]
        note = self.things.page("for_players", n=str(self.prepared.facts.players))
        title = tag("h3", escape(self.things.page("by_players")))
        return title + table(head, shown) + tag("p", escape(note), "facts")

    def _pieces_row(self, kind: str) -> list[str]:
        return [self.naming.title(kind), *(str(pieces(prepared, kind)) for prepared in self.ways.values())]

    def _teams_row(self) -> list[str]:
        found = []
        for prepared in self.ways.values():
            size = len(prepared.facts.sides[0]) if prepared.facts.sides else 1
            found.append("&ndash;" if size == 1 else f"{len(prepared.facts.sides)} &times; {size}")
        return [escape(self.things.page("teams").capitalize()), *found]

    def _cell(self, name: str, value: Scalar | None) -> str:
        if value is None:
            return "&ndash;"
        return self.things.single(value, "formula")

    # ---------------------------------------------------------------------------------------------------- places

    def places(self) -> str:
        """Where things lie, and who sees them."""
        rows = []
        for thing in self.manual.of("places"):
            node = thing.node
            if not isinstance(node, Mapping):
                continue
            said = [self.naming.prose(self.naming.text(thing.name, "about", thing.about))]
            said += [self._kind(node), self._each(node), self._seen(node)]
            rows.append((self.naming.title(thing.name), "; ".join(part for part in said if part)))
        return pairs(rows)

    def _kind(self, node: Mapping) -> str:
        found = next((name for key, name in _PLACES.items() if key in node), None)
        return escape(self.things.page(found)) if found is not None else ""

    def _each(self, node: Mapping) -> str:
        each = text_of(node.get("each"))
        if not each:
            return ""
        owners = self.things.phrases.groups["owners"]
        return escape(self.things.page("each", who=owners.get(each, self.naming.word(each))))

    def _seen(self, node: Mapping) -> str:
        seen = text_of(node.get("seen by")) or "everyone"
        name = f"seen_{seen}"
        return escape(self.things.page(name)) if self.things.phrases.has("page", name) else ""

    # ----------------------------------------------------------------------------------------------------- cards

    def cards(self) -> str:
        """All rows of all components: as cards where something is printed on them, else as a list."""
        kinds: dict[str, list[Thing]] = {}
        for thing in self.manual.of(CARDS):
            kinds.setdefault(thing.path.split(".")[1], []).append(thing)
        return "".join(self._kind_of_cards(kind, rows, len(kinds) > 1) for kind, rows in kinds.items())

    def _kind_of_cards(self, kind: str, rows: list[Thing], titled: bool) -> str:
        rows = [row for row in rows if self._copies(row)]
        title = tag("h3", self.naming.title(kind)) if titled else ""
        if any(row.about or self._printed(row) for row in rows):
            return title + tag("div", "".join(self._card(row) for row in rows), "cards")
        return title + tag("ul", "".join(tag("li", self._chip(row)) for row in rows), "chips")

    def _copies(self, row: Thing) -> int:
        return copies(row.node, known_of(self.prepared))

    def _card(self, row: Thing) -> str:
        number = self._copies(row)
        copies_ = f"<span>&times;&thinsp;{number}</span>" if number != 1 else ""
        head = tag("h4", f"{self._name(row)}{copies_}")
        shows = self._properties(row)
        text = self.naming.text(row.name, "text", row.about)
        said = tag("p", self.naming.prose(text)) if text else self._printed(row)
        return tag("div", head + (tag("div", shows, "shows") if shows else "") + said, "card")

    def _chip(self, row: Thing) -> str:
        number = self._copies(row)
        shows = self._properties(row, numbers=True)
        more = f" <small>{shows}</small>" if shows else ""
        return self._name(row, title=False) + more + (f" <small>&times;{number}</small>" if number != 1 else "")

    def _name(self, row: Thing, title: bool = True) -> str:
        """What a row is called: as it is printed, unless the language has a word for it."""
        written = row.title.rpartition(" (")[0]
        word = self.naming.word(row.name)
        if written != row.name and word == row.name.replace("_", " "):
            return escape(written)
        return self.naming.title(row.name) if title else escape(word)

    def _properties(self, row: Thing, numbers: bool = False) -> str:
        """The single values that are printed on a card, apart from its own name; with `numbers`, only these."""
        found = []
        apart = self._apart(row)
        for entry in entries(row.node):
            value = entry.value
            if entry.key.text in apart:
                continue
            if entry.key.text not in _APART and isinstance(value, Mapping):
                if self._is_effect(entry.key.text):
                    continue
                found.append(self._by_member(entry.key.text, value))
                continue
            if entry.key.text in _APART or not isinstance(value, Scalar) or "\n" in value.text.strip():
                continue
            if value.text == row.name or (numbers and value.kind != "integer") or self._is_effect(entry.key.text):
                continue
            said = escape(self.naming.word(value.text))
            if self._has_type(entry.key.text, "formula") and value.kind != "integer":
                said = self.things.single(value, "formula")
            found.append(f"{escape(self.naming.word(entry.key.text))} {said}")
        return " &middot; ".join(part for part in found if part)

    def _apart(self, row: Thing) -> frozenset[str]:
        """The parts of a row, and in rows with parts all that is printed in the row itself and is no property."""
        kind = self._declared(row)
        parts = [word.text for word in words(kind, "parts")]
        if not parts:
            return frozenset()
        return frozenset((*parts, *(word.text for word in words(kind, "symbols")), *_ABILITY, "copy"))

    def _declared(self, row: Thing) -> Node | None:
        kind = row.path.split(".")[1]
        return next((thing.node for thing in self.manual.of("components") if thing.name == kind), None)

    def _in_parts(self, row: Thing) -> str:
        """What stands in each part of a row, the row itself first."""
        apart = self._apart(row)
        kind = self._declared(row)
        names = [word.text for word in words(kind, "parts")]
        if not names or not isinstance(row.node, Mapping):
            return ""
        own = tuple(e for e in row.node if e.key.text in apart and e.key.text not in names)
        found = self._braces(Mapping(row.node.span, own)) if own else ""
        for name in names:
            part = row.node.get(name)
            for node in part.items if isinstance(part, Sequence) else (part,):
                if isinstance(node, Mapping) and name != names[0]:
                    found += tag("p", f"<em>{escape(self.naming.word(name))}</em>") + self._braces(node)
        return found

    def _braces(self, node: Mapping) -> str:
        """Symbols with their numbers, then the ability."""
        shown = [e for e in node if e.key.text not in _ABILITY]
        said = [f"{escape(self.naming.word(e.key.text))} {self._in_words(e.key.text, e.value)}" for e in shown]
        ability = tuple(e for e in node if e.key.text in _ABILITY)
        text = tag("p", " &middot; ".join(said)) if said else ""
        if ability:
            text += tag("div", self.things.value(Mapping(node.span, ability), form_of("abilities.player.x")))
        return text

    def _in_words(self, name: str, node: Node) -> str:
        """A symbol's formula, or what an action that is printed does."""
        if isinstance(node, Sequence):
            return "; ".join(self._in_words(name, item) for item in node)
        if not isinstance(node, Scalar):
            return escape(text_of(node))
        kinds = {thing.name for thing in self.manual.of("kinds")}
        return self.things.single(node, "block" if name in kinds else "formula")

    def _by_member(self, name: str, node: Mapping) -> str:
        """Numbers for the members of an enumeration: `cost 2 red, 1 blue`."""
        shown = [(entry.key.text, text_of(entry.value)) for entry in node if text_of(entry.value) not in ("", "0")]
        said = ", ".join(f"{escape(number)} {escape(self.naming.word(member))}" for member, number in shown)
        return f"{escape(self.naming.word(name))} {said}" if said else ""

    def _is_effect(self, name: str) -> bool:
        return self._has_type(name, "effect")

    def _has_type(self, name: str, word: str) -> bool:
        """Whether a property has a type of this word."""
        for thing in self.manual.of("components"):
            has = thing.node.get("has") if isinstance(thing.node, Mapping) else None
            type_ = has.get(name) if isinstance(has, Mapping) else None
            found = type_ if isinstance(type_, Scalar) else text_under(type_, "type")
            if found is not None and word in found.text.split():
                return True
        return False

    def _printed(self, row: Thing) -> str:
        """What a card does, in words, where it has no text of its own."""
        found = self._in_parts(row)
        for entry in entries(row.node):
            if isinstance(entry.value, Scalar) and self._is_effect(entry.key.text):
                found += tag("p", self.things.single(entry.value, "block"))
            elif isinstance(entry.value, Mapping) and self._is_effect(entry.key.text):
                said = [
                    (escape(self.naming.word(one.key.text)), self.things.value(one.value, Leaf("block")))
                    for one in entries(entry.value)
                ]
                found += tag("p", escape(self.naming.word(entry.key.text))) + pairs(said)
            elif entry.key.text == "abilities":
                form = form_of("abilities.player.x")
                found += "".join(tag("div", self.things.value(one.value, form)) for one in entries(entry.value))
        return found
