"""Looks at scores, at counts and printed properties of components, and at events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from encanta.checking import model as m
from encanta.language.words import plural
from encanta.machine.bits import members
from encanta.scenarios.forms import node_words
from encanta.scenarios.items import scalars
from encanta.scenarios.looks import Look, mapping_of, one, text_of
from encanta.scenarios.offers import Difference
from encanta.scenarios.session import Session
from encanta.scenarios.things import element, names_of
from encanta.scenarios.words import Words
from encanta.text.nodes import Entry, Node, Scalar
from encanta.text.spans import Span


def scores(words: Words, entry: Entry) -> Look:
    """Lines of a score as they would be written down now."""
    sheet = _sheet(words, entry)
    wanted: list[tuple[int, str, int, Span]] = []
    lines = [name for name, _ in sheet.lines]
    for inner in mapping_of(entry, "scores are said by players: `{P1: {LINE: POINTS}}`"):
        owner = _score_owner(words, sheet, inner)
        if isinstance(inner.value, Scalar):
            wanted.append((owner, "sum", _points(words, inner), inner.value.span))
            continue
        for line in mapping_of(inner, "a score is a mapping of lines to points"):
            if line.key.text not in (*lines, "sum", "total"):
                raise words.unknown(line.key.text, "a line of the score", [*lines, "sum"], line.key.span)
            wanted.append((owner, line.key.text, _points(words, line), line.value.span))

    def look(session: Session) -> list[Difference]:
        found = []
        for owner, name, points, span in wanted:
            actual = session.score(sheet, owner, "sum" if name == "total" else name)
            who = names_of(session.layout, m.SIDE if sheet.owner == "side" else m.PLAYER, owner)
            found.extend(one(f"{entry.key.text} of {who}, {name}", str(points), str(actual), span))
        return found

    return look


def _sheet(words: Words, entry: Entry) -> m.Sheet:
    sheets = words.model.sheets
    _, _, name = entry.key.text.partition(" ")
    if not name and len(sheets) == 1:
        return next(iter(sheets.values()))
    if name not in sheets:
        named = [f"scores {sheet}" for sheet in sheets]
        raise words.unknown(entry.key.text, "a sheet of scores", named, entry.key.span)
    return sheets[name]


def _score_owner(words: Words, sheet: m.Sheet, entry: Entry) -> int:
    read = words.side if sheet.owner == "side" else words.seat
    return read(entry.key.text, entry.key.span)


def _points(words: Words, entry: Entry) -> int:
    return words.single(m.INTEGER, text_of(entry), entry.value.span)


# ----------------------------------------------------------------------- components, and events


def components(words: Words, entry: Entry) -> Look | None:
    """`cards: {count: 60, red: 4}` counts copies, `card red: {value: 3}` looks at a row; None for other keys."""
    if words.declares(entry.key.text):
        return None
    for name in words.model.components:
        if entry.key.text == plural(name) or entry.key.text == f"{name} counts":
            return _copies(words, name, entry)
        if entry.key.text.startswith(name + " "):
            return _printed(words, name, entry.key.text.removeprefix(name + " "), entry)
    return None


def _copies(words: Words, component: str, entry: Entry) -> Look:
    found = []
    copies: Counter[str] = Counter()
    for row in words.model.components[component].rows:
        copies[row.name] += row.copies
    rows = {name: copies[row] for name, row in words.row_names(component).items()}
    total = copies.total()
    for inner in mapping_of(entry, "counts of components are a mapping"):
        if inner.key.text != "count" and inner.key.text not in rows:
            raise words.unknown(inner.key.text, f"a row of `{component}`", rows, inner.key.span)
        actual = total if inner.key.text == "count" else rows[inner.key.text]
        expected = _points(words, inner)
        found.extend(one(f"{entry.key.text}, {inner.key.text}", str(expected), str(actual), inner.value.span))
    return lambda session: found


def _printed(words: Words, component: str, name: str, entry: Entry) -> Look:
    kind = words.model.components[component]
    row = next((row for row in kind.rows if name in (row.name, row.title)), None)
    if row is None:
        raise words.unknown(name, f"a row of `{component}`", [r.name for r in kind.rows], entry.key.span)
    found = []
    for inner in mapping_of(entry, "printed properties are a mapping"):
        if inner.key.text not in kind.properties:
            raise words.unknown(inner.key.text, f"a property of `{component}`", kind.properties, inner.key.span)
        type_ = kind.properties[inner.key.text].type
        if type_.kind == "map":
            found.extend(_printed_numbers(words, type_, row.maps[inner.key.text], f"{name}, {inner.key.text}", inner))
            continue
        actual = row.values.get(inner.key.text, m.NOTHING)
        if not _is_printed(words, type_, inner.value, actual):
            shown = names_of(words.layout, type_, actual)
            what, span = f"{name}, {inner.key.text}", inner.value.span
            new = f"[{shown}]" if type_.kind == "set" and shown != "nothing" else shown
            found.append(Difference(what, node_words(inner.value), shown, span, new))
    return lambda session: found


def _printed_numbers(words: Words, type_: m.Type, actual: Sequence[int], what: str, entry: Entry) -> list[Difference]:
    """Numbers that are printed for members of an enumeration; for those that are not named none, or 0, is."""
    enum = words.model.enums[type_.name or ""]
    expected = dict.fromkeys(range(len(enum.members)), 0)
    for inner in mapping_of(entry, "the numbers of members are a mapping"):
        expected[words.member(enum, inner.key.text, inner.key.span)] = _points(words, inner)
    now = [max(number, 0) for number in actual]
    if list(expected.values()) == now:
        return []
    shown = ", ".join(f"{member}: {number}" for member, number in zip(enum.members, now, strict=True) if number)
    return [Difference(what, node_words(entry.value), f"{{{shown}}}", entry.value.span, f"{{{shown}}}")]


def _is_printed(words: Words, type_: m.Type, node: Node, actual: int) -> bool:
    said = scalars(node)
    if type_.kind == "set":
        wanted = {words.single(element(type_), word.text, word.span) for word in said}
        return wanted == set(members(max(actual, 0)))
    optional = m.Type(type_.kind, type_.name, optional=True)
    return len(said) == 1 and words.single(optional, said[0].text, said[0].span) == actual


def events(words: Words, entry: Entry) -> Look:
    """Texts that occur in what happened, in this order."""
    wanted = scalars(entry.value)

    def look(session: Session) -> list[Difference]:
        texts = session.event_texts()
        at = 0
        for word in wanted:
            found = next((i for i in range(at, len(texts)) if word.text in texts[i]), None)
            if found is None:
                return [Difference(entry.key.text, word.text, "no such event from there on", word.span)]
            at = found + 1
        return []

    return look
