"""The tree of a YAML text: scalars, mappings and sequences, each with its exact place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from encanta.text.offsets import Offsets, map_offsets
from encanta.text.spans import Span

Style = Literal["plain", "single", "double", "literal", "folded"]
Kind = Literal["text", "integer", "null"]


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A single value. `text` is what YAML makes of it; `span` covers it with quotes or block header."""

    span: Span
    text: str
    style: Style = "plain"
    kind: Kind = "text"
    # Filled on first use: most scalars are never complained about.
    _offsets: list[Offsets] = field(init=False, repr=False, default_factory=list)

    @property
    def value(self) -> str | int | None:
        """The value: a whole number, a text, or None for nothing."""
        if self.kind == "integer":
            return int(self.text)
        return None if self.kind == "null" else self.text

    @property
    def offsets(self) -> Offsets:
        """Where each character of `text` stands in the source."""
        if not self._offsets:
            self._offsets.append(
                map_offsets(self.span.source.text, self.span.start, self.span.end, self.text, self.style)
            )
        return self._offsets[0]

    def span_of(self, start: int, end: int) -> Span:
        """The place in the source of `text[start:end]`; offsets outside the text are clamped.

        An empty stretch gives an empty span; at the end of the text it stands after the last character.
        """
        whole = self.span
        if self.style == "plain" and 0 <= start <= end <= len(self.text) == whole.end - whole.start:
            # One line in which every character stands for itself; most texts are such.
            return Span(whole.source, whole.start + start, whole.start + end)
        begin, finish = self.offsets.stretch(start, end)
        return Span(whole.source, begin, finish)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One key of a mapping with its value."""

    key: Scalar
    value: Node

    @property
    def span(self) -> Span:
        """The place of key and value together."""
        return self.key.span.join(self.value.span)


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    """Keys with values, in the order of the file. Of a key that is there twice, the first is found by name."""

    span: Span
    entries: tuple[Entry, ...]
    _by_name: dict[str, Entry] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for entry in self.entries:
            self._by_name.setdefault(entry.key.text, entry)

    def get(self, name: str) -> Node | None:
        """The value under a key, or None."""
        entry = self._by_name.get(name)
        return None if entry is None else entry.value

    def entry(self, name: str) -> Entry | None:
        """The entry of a key, or None."""
        return self._by_name.get(name)

    def keys(self) -> tuple[str, ...]:
        """The names of the keys in the order of the file, each once."""
        return tuple(self._by_name)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __bool__(self) -> bool:
        # An empty mapping is still a node: `if node` must ask whether there is one.
        return True

    def __contains__(self, name: object) -> bool:
        return name in self._by_name


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """A list of nodes."""

    span: Span
    items: tuple[Node, ...]

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        # As for mappings: an empty list is still a node.
        return True


Node = Scalar | Mapping | Sequence
