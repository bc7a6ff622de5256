"""A scenario as it is written: cases merged, keys checked, every part with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.text.nodes import Mapping, Node, Scalar
from encanta.text.spans import Span


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One move of one seat. `move` is a text or, in the form by name, the action; `choices` are named values."""

    span: Span
    seat: Scalar
    move: Scalar
    choices: tuple[tuple[Scalar, Node], ...] = ()
    because: Scalar | None = None

    @property
    def words(self) -> str:
        """The line in one piece, for people."""
        named = "".join(f", {name.text}: {node_words(value)}" for name, value in self.choices)
        return f"{self.seat.text}: {self.move.text}{named}"


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """What is looked at in the midst of play, just before the next line."""

    expect: Mapping


Step = Line | Expectation


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """One scenario, or one case of it. `written`: every pass is a line of its own."""

    title: str
    case: str
    rules: tuple[str, ...]
    players: int | None
    options: tuple[tuple[Scalar, Scalar], ...]
    preset: Scalar | None
    variants: tuple[Scalar, ...]
    seed: int | None
    written: bool
    extra: Mapping | None
    given: Mapping | None
    play: tuple[Step, ...]
    expect: Mapping | None
    span: Span

    @property
    def name(self) -> str:
        """The title, with the case where there is one."""
        return f"{self.title} ({self.case})" if self.case else self.title


def node_words(node: Node) -> str:
    """A node as one line of text."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{entry.key.text}: {node_words(entry.value)}" for entry in node) + "}"
    return "[" + ", ".join(node_words(item) for item in node) + "]"
