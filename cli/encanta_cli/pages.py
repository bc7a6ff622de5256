"""The pages of `encanta show`: each is a table or a list, as data and for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from encanta.checking.option_specs import Option
from encanta.explain.manual import CARDS, SECTIONS, Thing, text_of
from encanta.explain.timing import moments
from encanta.text.nodes import Mapping, Node, Sequence
from encanta.text.render import visible
from encanta_cli.manuals import Book
from encanta_cli.tables import table

_FLOW = ("setup", "phases")


def page_data(page: str, book: Book) -> dict[str, Any]:
    """A page as JSON has it; see docs/json.md."""
    return _head(page, book) | _DATA[page](book)


def things_data(name: str, things: list[Thing], book: Book) -> dict[str, Any]:
    """What is called by a name, as JSON has it."""
    return _head(name, book) | {"things": [_thing_data(thing) for thing in things]}


def _head(page: str, book: Book) -> dict[str, Any]:
    facts = book.prepared.facts
    return {"page": page, "title": book.manual.title, "players": facts.players, "fingerprint": facts.fingerprint}


def show_page(page: str, book: Book) -> None:
    """Write a page for people: in tables as wide as the terminal, or plain where there is none."""
    from rich.text import Text

    from encanta_cli.output import console

    out = console()
    wide = out if out.is_terminal else None
    for line in _TEXT[page](book, wide.width if wide is not None else None):
        head = line.startswith("# ")
        text = Text(visible(line.removeprefix("# ")), style="bold" if head else "")
        out.print(text, soft_wrap=True)


# ------------------------------------------------------------------------------------------- rules and phases


def _thing_data(thing: Thing) -> dict[str, Any]:
    return {
        "section": thing.section,
        "name": thing.name,
        "path": thing.path,
        "about": thing.about,
        "sources": list(thing.sources),
        "text": "\n".join(thing.text),
    }


def _rules_data(book: Book) -> dict[str, Any]:
    return {"about": book.manual.about, "rules": [_thing_data(thing) for thing in book.manual.of(*SECTIONS)]}


def _phases_data(book: Book) -> dict[str, Any]:
    return {"phases": [_thing_data(thing) for thing in book.manual.of(*_FLOW)]}


def _rules_text(book: Book, width: int | None) -> Iterator[str]:
    yield f"# {book.manual.title}"
    if book.manual.about:
        yield book.manual.about
    for section in SECTIONS:
        yield from _section(book, section)


def _phases_text(book: Book, width: int | None) -> Iterator[str]:
    for section in _FLOW:
        yield from _section(book, section)


def _called(book: Book, title: str, name: str) -> str:
    """What a thing is called in the rulebook, and in brackets how the language that was asked for calls it."""
    word = book.words.get(name)
    return title if word is None or word == title else f"{title} ({word})"


def _section(book: Book, section: str) -> Iterator[str]:
    things = book.manual.of(section)
    if things:
        yield ""
        yield f"# {section}"
    for thing in things:
        yield ""
        said = book.words.get(f"{thing.name}.about", thing.about)
        about = f": {said}" if said else ""
        origin = f"  ({', '.join(thing.sources)})" if thing.sources else ""
        yield f"{_called(book, thing.title, thing.name)}{about}{origin}"
        yield from (f"    {line}" for line in thing.text)


# ---------------------------------------------------------------------------------------------------- cards


def _card_rows(book: Book) -> tuple[list[str], list[dict[str, str]]]:
    """The columns, and for every row its values by column."""
    rows: list[dict[str, str]] = []
    columns = ["name"]
    for thing in book.manual.of(CARDS):
        row = {"name": thing.name}
        for entry in thing.node if isinstance(thing.node, Mapping) else ():
            if entry.key.text in ("text", "about", "source", "assumed", "ruling"):
                continue
            row[entry.key.text] = _on_one_line(entry.value)
        row.setdefault("copies", "1")
        row["text"] = thing.about
        columns += [key for key in row if key not in columns]
        rows.append(row)
    last = [name for name in ("copies", "text") if name in columns]
    return [*(name for name in columns if name not in last), *last], rows


def _on_one_line(node: Node) -> str:
    """What a row says under a key: of a part all that stands in it; of a block only that there is one."""
    if isinstance(node, Mapping):
        return ", ".join(f"{entry.key.text} {_on_one_line(entry.value)}" for entry in node)
    if isinstance(node, Sequence):
        return "; ".join(_on_one_line(item) for item in node)
    return "yes" if "\n" in node.text.strip() else text_of(node)


def _cards_data(book: Book) -> dict[str, Any]:
    _, rows = _card_rows(book)
    things = book.manual.of(CARDS)
    return {
        "cards": [
            {**_thing_data(thing), "kind": thing.path.split(".")[1], "values": row}
            for thing, row in zip(things, rows, strict=True)
        ]
    }


def _cards_text(book: Book, width: int | None) -> Iterator[str]:
    columns, rows = _card_rows(book)
    titles = [thing.title.rpartition(" (")[0] for thing in book.manual.of(CARDS)]
    rows = [row | {"name": _called(book, title, row["name"])} for row, title in zip(rows, titles, strict=True)]
    yield from table(columns, [[row.get(name, "") for name in columns] for row in rows], width)


# --------------------------------------------------------------------------------------- timing and options


def _timing_data(book: Book) -> dict[str, Any]:
    return {
        "timing": [
            {"when": moment.when, "kind": moment.kind, "name": moment.name, "notes": moment.notes}
            for moment in moments(book.manual)
        ]
    }


def _timing_text(book: Book, width: int | None) -> Iterator[str]:
    rows = [[moment.when, moment.kind, moment.name, moment.notes] for moment in moments(book.manual)]
    yield from table(["when", "kind", "what", "notes"], rows, width)


def _option_data(option: Option, value: int, default: int) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "about": option.about,
        "value": _word(option, value),
        "default": _word(option, default),
        "least": option.low,
        "most": option.high,
        "readings": [{"name": reading.name, "about": reading.about} for reading in option.readings.values()],
    }


def _word(option: Option, value: int) -> str | int:
    words = option.words
    return words[value] if words and 0 <= value < len(words) else value


def _all_options(book: Book) -> list[dict[str, Any]]:
    facts = book.prepared.facts
    options = book.rulebook.options
    return [
        _option_data(option, facts.settings[name], option.default_for(facts.players))
        for name, option in options.items()
        if name in facts.settings
    ]


def _options_data(book: Book) -> dict[str, Any]:
    presets = {
        name: {entry.key.text: text_of(entry.value) for entry in tree} for name, tree in book.rulebook.presets.items()
    }
    variants = [
        {"name": name, "title": text_of(tree.get("variant")), "about": text_of(tree.get("about"))}
        for name, tree in book.rulebook.text.variants.items()
    ]
    return {"options": _all_options(book), "presets": presets, "variants": variants}


def _options_text(book: Book, width: int | None) -> Iterator[str]:
    data = _options_data(book)
    for option in data["options"]:
        changed = "" if option["value"] == option["default"] else f" (default {option['default']})"
        yield f"# {option['name']} = {option['value']}{changed}"
        if option["about"]:
            yield f"  {option['about']}"
        for reading in option["readings"]:
            mark = "*" if reading["name"] == option["value"] else " "
            yield f"  {mark} {reading['name']}: {reading['about']}"
    for name, preset in data["presets"].items():
        yield f"# preset {name}"
        yield f"  {', '.join(f'{key}={value}' for key, value in preset.items())}"
    for variant in data["variants"]:
        yield f"# variant {variant['name']}: {variant['title']}"
        if variant["about"]:
            yield f"  {variant['about']}"


# ---------------------------------------------------------------------------------------------- assumptions


def _assumptions_data(book: Book) -> dict[str, Any]:
    notes = book.manual.notes
    return {
        "about": notes.about,
        "assumed": [{"what": what, "why": why} for what, why in notes.assumed.items()],
        "marks": {mark: {row: list(found) for row, found in rows.items()} for mark, rows in notes.marks.items()},
        "rulings": [{"id": name, "ruling": text} for name, text in notes.rulings.items()],
        "readings": [
            {"option": option["name"], "about": option["about"], "value": option["value"]}
            for option in _all_options(book)
            if option["readings"]
        ],
    }


def _assumptions_text(book: Book, width: int | None) -> Iterator[str]:
    data = _assumptions_data(book)
    if data["about"]:
        yield data["about"]
    for title, rows in (
        ("assumed", [[item["what"], item["why"]] for item in data["assumed"]]),
        ("rulings", [[item["id"], item["ruling"]] for item in data["rulings"]]),
        ("readings chosen", [[f"{i['option']} = {i['value']}", i["about"]] for i in data["readings"]]),
    ):
        if rows:
            yield ""
            yield f"# {title}"
            yield from table(["", ""], rows, width)
    for mark, marked in data["marks"].items():
        yield ""
        yield f"# marked {mark}"
        yield from table(["", ""], [[row, ", ".join(found)] for row, found in marked.items()], width)


_DATA: dict[str, Callable[[Book], dict[str, Any]]] = {
    "rules": _rules_data,
    "cards": _cards_data,
    "phases": _phases_data,
    "timing": _timing_data,
    "options": _options_data,
    "assumptions": _assumptions_data,
}
_TEXT: dict[str, Callable[[Book, int | None], Iterator[str]]] = {
    "rules": _rules_text,
    "cards": _cards_text,
    "phases": _phases_text,
    "timing": _timing_text,
    "options": _options_text,
    "assumptions": _assumptions_text,
}
