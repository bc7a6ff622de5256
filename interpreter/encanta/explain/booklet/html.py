"""Small pieces of HTML: every text that goes in is HTML already."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from encanta.explain.booklet.sentences import Said


def tag(name: str, inside: str, kind: str = "", id: str = "") -> str:
    """An element with what is in it."""
    return f"<{name}{_attribute('class', kind)}{_attribute('id', id)}>{inside}</{name}>"


def _attribute(name: str, value: str) -> str:
    return f' {name}="{value}"' if value else ""


def sentences(said: Sequence[Said]) -> str:
    """Sentences as a list, with lists in it where sentences have others below them."""
    return tag(
        "ol", "".join(tag("li", _ended(text) + (sentences(below) if below else "")) for text, below in said), "do"
    )


_FIRST = re.compile(r"((?:<[^>]*>|&[a-z]+;|\s)*)(\w)")


def capital(text: str) -> str:
    """A text with a capital letter at its beginning, wherever its tags are."""
    return _FIRST.sub(lambda found: found[1] + found[2].upper(), text, count=1) if _FIRST.match(text) else text


def _ended(text: str) -> str:
    text = capital(text)
    return text if text.endswith((":", ".")) else f"{text}."


def pairs(rows: Iterable[tuple[str, str]]) -> str:
    """Terms with what is said of them."""
    found = "".join(f"<dt>{term}</dt><dd>{said}</dd>" for term, said in rows)
    return tag("dl", found) if found else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column names the rows."""
    top = "".join(tag("th", cell) for cell in head)
    body = "".join(tag("tr", tag("th", row[0]) + "".join(tag("td", cell) for cell in row[1:])) for row in rows)
    inner = f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody>"
    return tag("div", f"<table>{inner}</table>", "wide")
