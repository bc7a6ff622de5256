"""Renders diagnostics: for people with the source line and carets, one a line, and for other programs."""

from __future__ import annotations

from collections.abc import Iterable

from encanta.text.diagnostic import Diagnostic
from encanta.text.render_formats import render_github, render_json, render_sarif
from encanta.text.snippet import Mark, prints, snippet

__all__ = ["render_github", "render_json", "render_one", "render_sarif", "render_short", "render_text"]

_RESET = "\x1b[0m"
_PAINTS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "label": "\x1b[36m", "dim": "\x1b[2m", "bold": "\x1b[1m"}


def render_text(diagnostics: Iterable[Diagnostic], colour: bool) -> str:
    """The diagnostics for a person, with an empty line between them; ends with a line end unless empty.

    With `colour`, ANSI escapes mark severity and carets. Nothing else of the text changes with it.
    """
    return "\n".join(render_one(diagnostic, colour) for diagnostic in diagnostics)


def render_one(diagnostic: Diagnostic, colour: bool) -> str:
    """One diagnostic for a person: headline, place, source lines with carets, help, and fix."""
    paint = _painter(colour)
    headline = f"{diagnostic.severity}[{diagnostic.code}]"
    lines = [f"{paint(headline, diagnostic.severity)}: {paint(_unbroken(diagnostic.message), 'bold')}"]
    lines.extend(_places(diagnostic, colour))
    if diagnostic.help:
        lines.extend(_indented(f"{paint('help', 'bold')}: ", "help: ", diagnostic.help))
    fix = _fix_words(diagnostic)
    if fix:
        lines.extend(_indented(f"{paint('fix', 'bold')}: ", "fix: ", fix))
    return "\n".join(lines) + "\n"


def render_short(diagnostics: Iterable[Diagnostic]) -> str:
    """One line a diagnostic: `file:line:column: severity: message [code]`."""
    return "".join(f"{_short(diagnostic)}\n" for diagnostic in diagnostics)


def visible(text: str) -> str:
    """The text with a replacement for every character that could upset a terminal; line ends stay."""
    return "".join(char if prints(char) or char == "\n" else "\ufffd" for char in text)


def _unbroken(text: str) -> str:
    return visible(text).replace("\n", " ")


def _short(diagnostic: Diagnostic) -> str:
    words = f"{diagnostic.severity}: {_one_line(diagnostic.message)} [{diagnostic.code}]"
    place = place_of(diagnostic)
    return f"{place}: {words}" if place else words


def place_of(diagnostic: Diagnostic) -> str:
    """`file:line:column` of a diagnostic, the name alone for a file without text, empty without a place."""
    span = diagnostic.span
    if span is None or not span.source.name:
        return ""
    if not span.source.text:
        return visible(span.source.name)
    return f"{visible(span.source.name)}:{span.line}:{span.column}"


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))


def _places(diagnostic: Diagnostic, colour: bool) -> list[str]:
    """The arrow line and the snippets: the primary source first, then other sources that labels point into."""
    if diagnostic.span is None:
        return []
    paint = _painter(colour)
    marks = [Mark(diagnostic.span, "", primary=True)]
    marks.extend(Mark(label.span, _unbroken(label.text), primary=False) for label in diagnostic.labels)
    lines: list[str] = []
    width = max(len(str(mark.span.end_line)) for mark in marks)
    sources = list(dict.fromkeys(mark.span.source for mark in marks))
    for source in sources:
        here = [mark for mark in marks if mark.span.source is source]
        arrow = "-->" if here[0].primary else ":::"
        name = visible(source.name)
        place = f"{name}:{here[0].span.line}:{here[0].span.column}" if source.text else name
        lines.append(f"{' ' * width}{paint(arrow, 'label')} {place}")
        if source.text:
            lines.extend(_painted(line, paint, diagnostic.severity) for line in snippet(here, width))
    return lines


def _painted(line: tuple[str, str], paint: Painter, severity: str) -> str:
    text, role = line
    gutter, bar, rest = text.partition("|")
    if not bar:
        return paint(text, "dim")
    shown = rest if role == "source" else paint(rest, severity if role == "primary" else "label")
    return f"{paint(gutter + bar, 'dim')}{shown}"


def _indented(start: str, plain_start: str, text: str) -> list[str]:
    """A paragraph whose later lines stand under its first."""
    first, *rest = visible(text).split("\n")
    return [f"  {start}{first}", *(f"  {' ' * len(plain_start)}{line}" for line in rest)]


def _fix_words(diagnostic: Diagnostic) -> str:
    fix = diagnostic.fix
    if fix is None:
        return ""
    old = fix.span.text
    if not old and fix.replacement == " ":
        return "put in a space"
    if not old:
        return f"put in `{fix.replacement}`"
    if not fix.replacement:
        return f"take out `{old}`"
    return f"write `{fix.replacement}`"


class Painter:
    """Wraps text in colours, or leaves it alone."""

    __slots__ = ("_on",)

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, text: str, role: str) -> str:
        return f"{_PAINTS[role]}{text}{_RESET}" if self._on and text else text


def _painter(colour: bool) -> Painter:
    return Painter(colour)
