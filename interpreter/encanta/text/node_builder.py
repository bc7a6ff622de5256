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
from encanta.text.diagnostic import Diagnostic, Label, error, warning
from encanta.text.nodes import Entry, Kind, Mapping, Node, Scalar, Sequence, Style
from encanta.text.spans import Source, Span
from encanta.text.yaml_case import shortened

MAX_DEPTH = 40
MAX_DIGITS = 18
# More reports of one code in one file help nobody, and a hostile file could ask for a million.
_MAX_OF_A_CODE = 50

_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])
_SWALLOWED = re.compile(r"[ \t]+(#\w[^\r\n]*)")
_COLON_AHEAD = re.compile(r"\s*:")


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
        self.report(
            error(
                codes.NUMBER_TOO_LONG,
                f"a number of {len(text)} digits is too long",
                span,
                help=f"numbers have at most {MAX_DIGITS} digits; quote it if it is a text",
            )
        )
        return "text"

    def _open(self, event: Any, is_mapping: bool) -> None:
        if len(self._frames) >= MAX_DEPTH:
            start = event.start_mark.index
            raise TooDeep(
                error(
                    codes.NESTED_TOO_DEEP,
                    f"this is nested deeper than {MAX_DEPTH} levels",
                    Span(self.source, start, start + 1),
                    help="give the inner parts a name of their own and refer to them by name",
                )
            )
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
            self._check_comment(node)
            frame.items.append(node)
        elif frame.key is None:
            frame.key = self._as_key(node)
            self._check_duplicate(frame, frame.key)
        else:
            self._check_comment(node)
            self._check_colon(frame, frame.key, node)
            frame.entries.append(Entry(frame.key, node))
            frame.key = None

    def _as_key(self, node: Node) -> Scalar:
        if isinstance(node, Scalar):
            return node
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

    def _check_duplicate(self, frame: _Frame, key: Scalar) -> None:
        first = frame.seen.setdefault(key.text, key)
        if first is key:
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

    def _check_comment(self, node: Node) -> None:
        """Warn where ` #` ended a text that was probably meant to go on."""
        if not isinstance(node, Scalar) or node.style != "plain" or not node.text:
            return
        found = _SWALLOWED.match(self.source.text, node.span.end)
        if found is None:
            return
        self.report(
            warning(
                codes.COMMENT_CUTS_VALUE,
                f"the text ends before `{shortened(found.group(1))}`, which is read as a comment",
                self.source.span(found.start(1), found.end(1)),
                labels=(Label(node.span, "this is all that is left of the text"),),
                help="quote the text if the `#` belongs to it; put a space after the `#` if it is a comment",
            )
        )

    def _check_colon(self, frame: _Frame, key: Scalar, value: Node) -> None:
        """In braces, a key without a colon is most often the rest of a text that held a comma."""
        if not frame.flow or not isinstance(value, Scalar) or value.kind != "null" or value.text:
            return
        if _COLON_AHEAD.match(self.source.text, key.span.end):
            return
        if frame.entries:
            self._report_comma(frame.entries[-1], key)
            return
        self.report(
            error(
                codes.BRACES_WITHOUT_COLON,
                f"braces hold keys with values, and `{shortened(key.text)}` has no value",
                key.span,
                help="quote the text if the braces belong to it; otherwise write a colon and a value",
            )
        )

    def _report_comma(self, before: Entry, key: Scalar) -> None:
        self.report(
            error(
                codes.COMMA_STARTS_KEY,
                f"a comma inside {{...}} starts a new key, and `{shortened(key.text)}` has no value",
                key.span,
                labels=(Label(before.value.span, "the text before the comma ends here"),),
                help="quote the text if the comma belongs to it",
            )
        )

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
