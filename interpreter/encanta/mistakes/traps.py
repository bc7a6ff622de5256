"""The traps of YAML: what is easily written, and read as something else or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from encanta.mistakes.mistake import Edit, Mistake, instead, is_flow
from encanta.mistakes.places import Place
from encanta.text.nodes import Scalar
from encanta.text.spans import Span

KIND = "trap of YAML"


def traps(places: list[Place], rng: Random) -> Iterator[Mistake]:
    """One mistake of a random kind for each value."""
    for place in places:
        makers = [maker for maker in _MAKERS if next(maker(place), None) is not None]
        if makers:
            yield from rng.choice(makers)(place)


def _flag(place: Place) -> Iterator[Mistake]:
    """`true` and `on` are not flags."""
    node = place.node
    if isinstance(node, Scalar) and place.leaf is not None and place.leaf.kind in ("flag", "setting"):
        new = {"yes": "true", "no": "off"}.get(node.text)
        if new is not None:
            yield instead(KIND, node.span, new, (node.text,), f"`{new}` under {place.name}")


def _colon(place: Place) -> Iterator[Mistake]:
    """A colon and a blank in a text without quotes."""
    node = place.node
    if isinstance(node, Scalar) and node.style == "plain" and " " in node.text and "\n" not in node.span.text:
        at = node.span.start + node.span.text.index(" ")
        yield _put(node.span, at, ":", ("quotes", "quote"), f"a colon in the text of {place.name}")


def _no_blank(place: Place) -> Iterator[Mistake]:
    """No blank after the colon of a key."""
    found = _after_key(place, r":( +)(?=[\w'\"\[{])")
    if found is not None:
        yield instead(KIND, found, "", ("space", "key: value"), f"no blank after the colon of {place.name}", "named")


def _no_colon(place: Place) -> Iterator[Mistake]:
    """No colon after a key."""
    found = _after_key(place, r"(:)(?=\s)")
    if found is not None:
        yield instead(KIND, found, "", ("colon", "key: value"), f"no colon after the key of {place.name}", "named")


def _after_key(place: Place, pattern: str) -> Span | None:
    if place.entry is None:
        return None
    span = place.entry.key.span
    found = re.compile(pattern).match(span.source.text, span.end)
    return None if found is None else Span(span.source, *found.span(1))


def _unclosed(place: Place) -> Iterator[Mistake]:
    """A quote that is never closed."""
    node = place.node
    if isinstance(node, Scalar) and node.style in ("single", "double"):
        about = f"no quote ends {place.name}"
        edit = Edit(node.span.end - 1, node.span.end, "")
        yield Mistake(KIND, node.span.source, (edit,), (node.span.start,), ("quote", "quotes"), about, "named")


def _unclosed_brace(place: Place) -> Iterator[Mistake]:
    """A brace that is never closed."""
    span = place.node.span
    if place.holder is not None and span.text.startswith("{") and span.text.endswith("}"):
        at = span.end - 1
        about = f"no brace ends {place.name}"
        yield Mistake(KIND, span.source, (Edit(at, at + 1, ""),), (span.start, at), ("}",), about, "named")


def _indent(place: Place) -> Iterator[Mistake]:
    """A line one blank too far to the right, or with a tab."""
    if place.entry is None or place.holder is None or is_flow(place.holder) or len(place.holder) < 2:
        return
    key = place.entry.key.span
    line = key.source.line_start(key.line)
    if place.entry is place.holder.entries[0] or key.source.text[line : key.start].strip():
        return
    new = "\t" if key.column > 1 and len(place.name) % 2 else " "
    about = f"{'a tab' if new == chr(9) else 'a blank'} before {place.name}"
    wanted = ("spaces", "indent")
    yield Mistake(KIND, key.source, (Edit(line, line, new),), (key.start,), wanted, about, "named")


def _hash(place: Place) -> Iterator[Mistake]:
    """A ` #` in a text."""
    node = place.node
    if isinstance(node, Scalar) and node.style == "plain" and " " in node.text and "\n" not in node.span.text:
        if place.holder is None or is_flow(place.holder):
            return
        at = node.span.start + node.span.text.index(" ") + 1
        yield _put(node.span, at, "#", ("quotes", "quote"), f"a `#` in the text of {place.name}")


def _sign(place: Place) -> Iterator[Mistake]:
    """A text that begins with a sign that YAML keeps for itself."""
    node = place.node
    if isinstance(node, Scalar) and node.style == "plain" and node.kind == "text" and "\n" not in node.span.text:
        for sign in ("*", "&", "!", "%", "@", "`")[len(node.text) % 6 :][:1]:
            yield _put(node.span, node.span.start, sign, ("quotes", "quote"), f"`{sign}` begins {place.name}")


def _put(span: Span, at: int, mark: str, wanted: tuple[str, ...], about: str) -> Mistake:
    """A mark put into a source before a character."""
    return Mistake(KIND, span.source, (Edit(at, at, mark),), (at,), wanted, about, "named")


_MAKERS = (_flag, _colon, _no_blank, _no_colon, _unclosed, _unclosed_brace, _indent, _hash, _sign)
