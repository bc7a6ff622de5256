"""The reference tables of the language: `python -m encanta.checking.reference` makes them from the registries."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from encanta.checking.registry import CARDS, PART, RULEBOOK, SOURCES, VARIANT
from encanta.checking.registry_bodies import NOTES
from encanta.checking.registry_forms import Form, Groups, Keys, Leaf, Many, Named, Patch, all_keys
from encanta.checking.registry_words import CHAPTERS

PAGE = Path("docs") / "language.md"
BEGIN = "<!-- reference: made by `python -m encanta.checking.reference`; do not edit below -->"
END = "<!-- end of the reference -->"

_LEAVES = {
    "block": "lines of the language",
    "static": "formula known before play",
    "pick": "choice",
    "trigger": "event",
    "hook": "step",
    "order": "conditions, `most N`, `least N`, `first`",
    "asked": "`clockwise from` a player, or `by lot`",
    "played": "kind `from` a place",
    "moment": "`at once`, or an event",
    "range": "number or range",
    "integer": "number",
    "flag": "`yes` or `no`",
    "members": "list of names, or range",
    "setting": "value of an option",
}
_NOTES = frozenset(key.name for key in NOTES)


def reference() -> str:
    """The tables of all files, sections, keys, statements, formulas and events, as Markdown."""
    return "\n".join([BEGIN, "", *_files(), *_chapters(), END]) + "\n"


def renewed(page: str) -> str:
    """The page with its reference made anew; at its end if it has none."""
    start, end = page.find(BEGIN), page.find(END)
    if start < 0 or end < start:
        return page.rstrip("\n") + "\n\n" + reference()
    return page[:start] + reference() + page[end + len(END) :].lstrip("\n")


def _files() -> Iterator[str]:
    yield "## Sections and keys"
    yield ""
    yield "Keys in bold must be there. `about`, `source`, `ruling` and `assumed` may stand in everything that has keys."
    yield "Wherever a value may stand, it may be chosen by an option, `{by OPTION: {READING: value}}`, or by the number"
    yield "of players, `{2: value, 3..4: value}`."
    yield ""
    seen: set[int] = set()
    for title, form in (
        ("rulebook.yaml", RULEBOOK),
        ("cards.yaml", CARDS),
        ("variants/NAME.yaml", VARIANT),
        ("sources.yaml", SOURCES),
    ):
        yield f"### {title}"
        yield ""
        for keys in all_keys(form, seen):
            yield from _table(keys)
        if form is CARDS:
            yield from _table(PART)


def _table(keys: Keys) -> Iterator[str]:
    shown = [key for key in keys.keys if key.name not in _NOTES or keys is RULEBOOK]
    if not shown:
        return
    yield f"#### {keys.what[0].upper()}{keys.what[1:]}"
    yield ""
    if keys.short is not None:
        yield f"A single value stands for `{keys.short}`."
        yield ""
    yield "| key | holds | meaning | example |"
    yield "| --- | --- | --- | --- |"
    for key in shown:
        name = f"**`{key.name}`**" if key.required else f"`{key.name}`"
        yield f"| {name} | {_escaped(_held(key.form))} | {_escaped(key.about)} | {_code(key.example)} |"
    yield ""


def _held(form: Form) -> str:
    if isinstance(form, Leaf):
        return ", ".join(f"`{word}`" for word in form.words) if form.words else _LEAVES.get(form.kind, form.kind)
    if isinstance(form, Many):
        return f"{_held(form.item)}, or a list"
    if isinstance(form, Patch):
        return "changes of the rulebook in its own words"
    if isinstance(form, Keys):
        return f"{form.what}"
    if isinstance(form, Groups):
        owners = [f"`{owner}`" for owner in form.owners]
        return f"{', '.join(owners)}{', components' if form.components else ''}: {_held(form.form)}"
    return f"names, each with {_entry(form)}"


def _entry(form: Named) -> str:
    inner = form.form
    return inner.what if isinstance(inner, Keys) else _held(inner)


def _chapters() -> Iterator[str]:
    yield "## The small language"
    yield ""
    for chapter in CHAPTERS:
        yield f"### {chapter.title}"
        yield ""
        yield "| form | meaning | example |"
        yield "| --- | --- | --- |"
        for word in chapter.words:
            yield f"| {_code(word.form)} | {_escaped(word.meaning)} | {_code(word.example)} |"
        yield ""


def _code(text: str) -> str:
    """Code in a cell of a table; a line end is shown as a slash between pieces of code."""
    return " / ".join(f"`{_escaped(line)}`" for line in text.split("\n"))


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Write the reference into the page of the language, below the current folder."""
    if not PAGE.exists():
        sys.exit(f"there is no {PAGE.as_posix()} here")
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {PAGE.as_posix()}")


if __name__ == "__main__":
    main()
