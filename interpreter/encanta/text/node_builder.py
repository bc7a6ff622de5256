"""Builds nodes from YAML events, and reports what is legal YAML but has no place in a rulebook."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from encanta.text import codes
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nodes import Entry, Kind, Mapping, Node, Scalar, Sequence, Style
from encanta.text.spans import Source, Span
from encanta.text.yaml_case import shortened
from encanta.text.yaml_checks import (
    MAX_DEPTH,
    MAX_DIGITS,
    cut_by_comment,
    dash_in_text,
    empty_block,
    glued_colon,
    keys_without_colon,
    long_number,
    no_colon_before_brace,
    too_deep,
)

# More reports of one code in one file help nobody, and a hostile file could ask for a million.
_MAX_OF_A_CODE = 50

_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BRACE_IN_KEY = re.compile(r"(\w[\w ()]*?)(:|[ \t]+)\{")
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])


class TooDeep(Exception):
    """The text nests deeper than any rulebook needs; nothing more is read."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Frame:
    """A collection that is still open."""

    __slots__ = ("entries", "flow", "is_mapping", "items", "key", "seen", "start")

    def __init__(self, start: int, is_mapping: bool, flow: bool) -> None:
        self.start = start
        self.is_mapping = is_mapping
        self.flow = flow
        self.items: list[Node] = []
        self.entries: list[Entry] = []
        self.key: Scalar | None = None
        self.seen: dict[str, Scalar] = {}


class NodeBuilder:
    """Takes events one by one; `root` and `diagnostics` are the result. Never recurses."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: Node | None = None
        self.last: Scalar | None = None
        self.diagnostics: list[Diagnostic] = []
        self._frames: list[_Frame] = []
        self._documents = 0
        self._counts: Counter[str] = Counter()

    def feed(self, event: Any) -> None:
        """Take the next event. Raises TooDeep past 40 levels."""
        kind = type(event)
        if kind is ScalarEvent:
            self._check_properties(event)
            self.last = self._scalar(event)
            self._place(self.last)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            self._check_properties(event)
            self._open(event, kind is MappingStartEvent)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self._place(self._close(event))
        elif kind is AliasEvent:
            span = self._span(event)
            self._refuse_alias(span, f"`*{event.anchor}` is an alias")
            self._place(Scalar(span, span.text))
        elif kind is DocumentStartEvent:
            self._start_document(event)

    @property
    def open_bracket(self) -> int | None:
        """Where the innermost collection in brackets begins that is not finished yet."""
        return next((frame.start for frame in reversed(self._frames) if frame.flow), None)

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, unless there are plenty of its code already."""
        self._counts[diagnostic.code] += 1
        if self._counts[diagnostic.code] <= _MAX_OF_A_CODE:
            self.diagnostics.append(diagnostic)

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def _start_document(self, event: Any) -> None:
        self._documents += 1
        if self._documents == 2:
            self.report(
                error(
                    codes.SEVERAL_DOCUMENTS,
                    "a second document starts here, and a file holds one",
                    self._span(event),
                    help="remove the line `---`, or move what follows to a file of its own",
                )
            )

    def _scalar(self, event: Any) -> Scalar:
        text: str = event.value
        style = _STYLES.get(event.style, "plain")
        span = Span(self.source, event.start_mark.index, event.end_mark.index)
        return Scalar(span, text, style, self._kind(text, span) if style == "plain" else "text")

    def _kind(self, text: str, span: Span) -> Kind:
        if text in _NULLS:
            return "null"
        if not _INTEGER.fullmatch(text):
            return "text"
        if len(text) <= MAX_DIGITS:
            return "integer"
        self.report(long_number(text, span))
        return "text"

    def _open(self, event: Any, is_mapping: bool) -> None:
        if len(self._frames) >= MAX_DEPTH:
            start = event.start_mark.index
            raise TooDeep(too_deep(Span(self.source, start, start + 1)))
        self._frames.append(_Frame(event.start_mark.index, is_mapping, bool(event.flow_style)))

    def _close(self, event: Any) -> Node:
        frame = self._frames.pop()
        if frame.flow:
            end = event.end_mark.index
        elif frame.is_mapping:
            end = frame.entries[-1].span.end if frame.entries else frame.start
        else:
            end = frame.items[-1].span.end if frame.items else frame.start
        # A list item without a value gets a place before its dash's line end; never let a span run backwards.
        span = Span(self.source, frame.start, max(end, frame.start))
        if frame.is_mapping:
            for diagnostic in keys_without_colon(frame.entries, frame.flow):
                self.report(diagnostic)
            return Mapping(span, tuple(frame.entries))
        return Sequence(span, tuple(frame.items))

    def _place(self, node: Node) -> None:
        """Put a finished node where it belongs: as the root, an item, a key, or a value."""
        if not self._frames:
            if self._documents == 1:
                self.root = node
            return
        frame = self._frames[-1]
        if not frame.is_mapping:
            self._check_value(node)
            frame.items.append(node)
        elif frame.key is None:
            frame.key = self._as_key(node)
            self._check_duplicate(frame, frame.key)
        else:
            self._check_value(node)
            frame.entries.append(Entry(frame.key, node))
            frame.key = None

    def _as_key(self, node: Node) -> Scalar:
        if isinstance(node, Scalar):
            return self._without_brace(node)
        what = "a list" if isinstance(node, Sequence) else "a mapping"
        self.report(
            error(
                codes.KEY_NOT_TEXT,
                f"{what} stands where a key is needed",
                node.span,
                help="a key is a name or a number",
            )
        )
        return Scalar(node.span, node.span.text)

    def _without_brace(self, key: Scalar) -> Scalar:
        """A key; where it has no colon and has taken in the brace after it, only what stands before the brace."""
        found = _BRACE_IN_KEY.match(key.text) if key.style == "plain" else None
        if found is None:
            return key
        named = key.span_of(0, found.end(1))
        self.report(no_colon_before_brace(named) if found.group(2) != ":" else glued_colon(key, found.end(1)))
        return Scalar(named, found.group(1))

    def _check_duplicate(self, frame: _Frame, key: Scalar) -> None:
        first = frame.seen.setdefault(key.text, key)
        if first is key or self._counts[codes.DUPLICATE_KEY] >= _MAX_OF_A_CODE:
            return
        self.report(
            error(
                codes.DUPLICATE_KEY,
                f"the key `{key.text}` is already there",
                key.span,
                labels=(Label(first.span, "it is here first"),),
                help="give one of the two another name, or put their values together",
            )
        )

    def _check_value(self, node: Node) -> None:
        """Look at a value or an item for what was probably not meant."""
        if not isinstance(node, Scalar):
            return
        found: list[Diagnostic | None] = []
        if node.style == "plain" and node.text:
            found = [cut_by_comment(node), dash_in_text(node)]
        elif node.style in ("literal", "folded"):
            found = [empty_block(node)]
        for diagnostic in found:
            if diagnostic is not None:
                self.report(diagnostic)

    def _check_properties(self, event: Any) -> None:
        """Refuse anchors and tags."""
        if event.anchor is not None:
            self._refuse_alias(self._property_span(event, "&"), f"`&{event.anchor}` is an anchor")
        if event.tag is not None:
            self._refuse_tag(self._property_span(event, "!"))

    def _property_span(self, event: Any, sign: str) -> Span:
        """The place of the anchor or tag that an event begins with."""
        text = self.source.text
        start = text.find(sign, event.start_mark.index)
        start = event.start_mark.index if start < 0 else start
        found = re.compile(r"\S+").match(text, start)
        return self.source.span(start, found.end() if found else start + 1)

    def _refuse_alias(self, span: Span, what: str) -> None:
        self.report(
            error(
                codes.ANCHOR_OR_ALIAS,
                f"{what}, and a rulebook has neither anchors nor aliases",
                span,
                help="quote the text if it should begin with this sign; otherwise write the value out",
            )
        )

    def _refuse_tag(self, span: Span) -> None:
        self.report(
            error(
                codes.TAG_NOT_ALLOWED,
                f"`{shortened(span.text)}` is a tag, and a rulebook has no tags",
                span,
                help="quote the text if it should begin with `!`; otherwise remove the tag",
            )
        )
