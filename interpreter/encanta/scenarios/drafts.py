"""A scenario that the program writes: its parts, and the text of its file."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from encanta.scenarios.forms import Scenario
from encanta.scenarios.reading import parse_scenarios
from encanta.text.spans import Source

Words = str | tuple[str, ...]
"""A value as YAML: one text, or the entries of a list."""
_PLAIN = re.compile(r"[\w.][\w.' /()+-]*")
_WIDTH = 118


@dataclass(frozen=True, slots=True)
class Draft:
    """A scenario in pieces of YAML. `notes` are comments above it; `options` are those that are set.

    `play` are lines, `written` says that every pass is one of them.
    """

    title: str
    players: int
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    variants: tuple[str, ...] = ()
    written: bool = False
    given: tuple[tuple[str, Words], ...] = ()
    play: tuple[str, ...] = ()
    expect: tuple[tuple[str, Words], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The scenario as it stands in a file."""
        lines = [line for note in self.notes for line in _comment(note)]
        lines += [f"- scenario: {quoted(self.title)}", f"  players: {self.players}"]
        if self.options:
            lines.append(f"  options: {{{', '.join(f'{name}: {quoted(value)}' for name, value in self.options)}}}")
        if self.variants:
            lines.append(f"  variant: [{', '.join(map(quoted, self.variants))}]")
        lines.append(f"  seed: {self.seed}")
        if self.written:
            lines.append("  passes: written")
        lines += _mapping("given", self.given)
        if self.play:
            lines += ["  play:", *(f"    - {line}" for line in self.play)]
        lines += _mapping("expect", self.expect)
        return "\n".join(lines) + "\n"


def read_back(draft: Draft) -> Scenario:
    """The scenario that a draft is, as it is read from its file."""
    scenarios, found = parse_scenarios(Source("written.yaml", draft.text))
    assert len(scenarios) == 1, [problem.message for problem in found]
    return scenarios[0]


def quoted(text: str) -> str:
    """A text as one YAML scalar, in quotes where it needs them."""
    if _PLAIN.fullmatch(text) and ": " not in text and not text.endswith((" ", ":")):
        return text
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _comment(note: str) -> list[str]:
    return textwrap.wrap(note, _WIDTH - 2, initial_indent="# ", subsequent_indent="#   ")


def _mapping(key: str, entries: Iterable[tuple[str, Words]]) -> list[str]:
    lines = [line for name, value in entries for line in _entry(name, value)]
    return [f"  {key}:", *lines] if lines else []


def _entry(name: str, value: Words) -> list[str]:
    key = f"    {name}: "
    if isinstance(value, str):
        return [key + value]
    lines, line = [], key + "["
    for number, item in enumerate(value):
        piece = item + (", " if number + 1 < len(value) else "]")
        if len(line) + len(piece.rstrip()) > _WIDTH and line.strip():
            lines.append(line.rstrip())
            line = " " * 6
        line += piece
    return [*lines, line if value else key + "[]"]
