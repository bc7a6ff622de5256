"""Writes a YAML file again, node by node: indentation and blanks in one way, comments and line breaks as they were."""

from __future__ import annotations

import re
from collections.abc import Mapping as Map
from dataclasses import dataclass

from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.spans import Source

STEP = 2
WIDTH = 120
"""A value below its key comes to stand beside it if the line is not longer than this."""
_HEADER = re.compile(r"([|>])([-+0-9]*)[ \t]*(#[^\n]*)?")


class Unusual(Exception):
    """The file is written in a way that this module does not know; it is left alone."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two nodes: a comment after the first, then blank lines (None) and comments of their own.

    `comments` have the column of each; `marks` are the signs of YAML between the two; `breaks` tells of a line end.
    """

    after: str
    comments: tuple[tuple[int, str] | None, ...]
    marks: str
    breaks: bool


def laid_out(source: Source, root: Node, texts: Map[Scalar, list[str]]) -> str:
    """The text of a file whose tree is `root`. `texts` gives the lines of the scalars that are to be written anew.

    Raises Unusual if the file is written in a way that could not be kept.
    """
    writer = _Writer(source, texts)
    writer.file(root)
    return "\n".join(writer.lines) + "\n"


class _Writer:
    def __init__(self, source: Source, texts: Map[Scalar, list[str]]) -> None:
        self.text = source.text
        self.source = source
        self.texts = texts
        self.lines: list[str] = []
        self.at = 0
        """Up to where the file has been written."""
        self.dashes: tuple[int, str] | None = None
        """Dashes of list items that the next line begins with, and their indentation."""
        self.levels: list[tuple[int, int]] = []
        """Column in the file and new indentation of the collections that were open last, from the outside in."""

    def file(self, root: Node) -> None:
        """Write everything."""
        if isinstance(root, Scalar):
            raise Unusual
        self._start(root)
        if _is_flow(root):
            self.line(0, self.flow(root, 0))
        else:
            self.block(root, 0)
        gap = self.gap(len(self.text))
        if gap.marks:
            raise Unusual
        self.comments(gap, 0, 0)
        while self.lines and not self.lines[-1]:
            self.lines.pop()

    def _start(self, root: Node) -> None:
        """What stands before the first key: comments, and perhaps the line `---`."""
        head = self.text[: root.span.start]
        begin = re.search(r"^---[ \t]*$", head, re.MULTILINE)
        if begin is not None:
            self.comments(self.gap(begin.start()), 0, 0)
            self.lines.append("---")
            self.at = begin.end()

    # ------------------------------------------------------------------------------------------ lines and gaps

    def line(self, indent: int, text: str) -> None:
        """Write a line, after the dashes that wait for one."""
        if self.dashes is not None:
            indent, dashes = self.dashes
            text = dashes + text
            self.dashes = None
        self.lines.append(" " * indent + text if text else "")

    def gap(self, end: int) -> Gap:
        """What stands between where the file has been written and `end`."""
        first, *more = self.text[self.at : end].split("\n")
        marks, after = _parted(first)
        found: list[tuple[int, str] | None] = []
        for number, line in enumerate(more):
            sign, comment = _parted(line)
            marks += sign
            if comment:
                found.append((line.index("#"), comment))
            elif not line.strip() and number < len(more) - 1:
                found.append(None)
        return Gap(after, tuple(found), marks, bool(more))

    def comments(self, gap: Gap, column: int, indent: int) -> None:
        """Write the comments of a gap before a node at a column; deeper ones belong to what was open before."""
        if gap.after:
            self._after(gap.after, indent)
        for item in gap.comments:
            if item is None:
                if self.lines and self.lines[-1] and self.dashes is None:
                    self.lines.append("")
            else:
                deeper = [new for old, new in self.levels if column < old <= item[0]]
                self._own_line(item[1], deeper[-1] if deeper else indent)

    def _after(self, comment: str, indent: int) -> None:
        if self.lines and self.dashes is None:
            self.lines[-1] += f"  {comment}"
        else:
            self._own_line(comment, indent)

    def _own_line(self, comment: str, indent: int) -> None:
        self.lines.append(" " * (self.dashes[0] if self.dashes is not None else indent) + comment)

    def _expect(self, gap: Gap, marks: str) -> None:
        if gap.marks != marks:
            raise Unusual

    # --------------------------------------------------------------------------------------------------- blocks

    def block(self, node: Mapping | Sequence, indent: int) -> None:
        """Write a mapping or a list with a line for each of its entries."""
        starts = [entry.key.span.start for entry in node] if isinstance(node, Mapping) else _dashes(self.text, node)
        for number, start in enumerate(starts):
            gap = self.gap(start)
            self._expect(gap, "")
            column = self.source.line_col(start)[1] - 1
            self.comments(_without_first_blank(gap) if number == 0 else gap, column, indent)
            self.levels = [level for level in self.levels if level[1] < indent] + [(column, indent)]
            if isinstance(node, Mapping):
                self._entry(node.entries[number], indent)
            else:
                self.at = start + 1
                self._item(node.items[number], indent)

    def _entry(self, entry: Entry, indent: int) -> None:
        key, value = self._key(entry.key), entry.value
        self.at = entry.key.span.end
        if isinstance(value, Scalar) and value.kind == "null" and not value.span.text:
            self._to_colon()
            self.line(indent, f"{key}:")
        elif isinstance(value, Scalar) or _is_flow(value):
            gap = self.gap(value.span.start)
            self._expect(gap, ":")
            for comment in [gap.after, *(item[1] for item in gap.comments if item is not None)]:
                if comment:
                    self._own_line(comment, indent)
            self._beside(key, value, gap.breaks, indent)
        else:
            self._to_colon()
            self.line(indent, f"{key}:")
            self.block(value, indent + STEP)

    def _beside(self, key: str, value: Node, below: bool, indent: int) -> None:
        """Write a key with its value beside it; one of several lines, or a long one, stays below if it was there."""
        at = self.at
        first, *more = self._inline(value, indent).split("\n")
        if below and (more or indent + len(key) + len(first) + 2 > WIDTH):
            self.at = at
            self.line(indent, f"{key}:")
            inner = indent + STEP
            first, *more = self._inline(value, indent if isinstance(value, Scalar) else inner).split("\n")
            self.line(inner, first)
        else:
            self.line(indent, f"{key}: {first}")
        self.lines += more

    def _to_colon(self) -> None:
        colon = self.text.find(":", self.at)
        if colon < 0 or self.text[self.at : colon].strip():
            raise Unusual
        self.at = colon + 1

    def _item(self, item: Node, indent: int) -> None:
        """Write an item of a list; its dash is behind us."""
        if self.dashes is None:
            self.dashes = (indent, "")
        self.dashes = (self.dashes[0], f"{self.dashes[1]}- ")
        if isinstance(item, Scalar) or _is_flow(item):
            gap = self.gap(item.span.start)
            self._expect(gap, "")
            self.comments(_without_first_blank(gap), 0, indent)
            first, *more = self._inline(item, indent).split("\n")
            self.line(indent, first)
            self.lines += more
        else:
            self.block(item, indent + STEP)

    # --------------------------------------------------------------------------------------------- single values

    def _key(self, key: Scalar) -> str:
        lines = self.texts.get(key)
        if "\n" in key.span.text:
            raise Unusual
        return key.span.text if lines is None else _in_style(key, lines)[0]

    def _inline(self, node: Node, indent: int) -> str:
        """A value that begins on the line of its key or dash; further lines have their indentation already."""
        if not isinstance(node, Scalar):
            return self.flow(node, indent)
        self.at = node.span.end
        if node.style in ("literal", "folded"):
            return self._with_lines(node, indent)
        lines = self.texts.get(node)
        shown = _raw_lines(node) if lines is None else _in_style(node, lines)
        return _indented(shown[0], shown[1:], indent + STEP)

    def _with_lines(self, node: Scalar, indent: int) -> str:
        """A text in a block of lines, `|` or `>`."""
        raw = node.span.text
        header, _, body = raw.partition("\n")
        match = _HEADER.fullmatch(header.rstrip())
        if match is None or "+" in match[2]:
            raise Unusual
        self.at = node.span.start + len(raw.rstrip())
        lines = self.texts.get(node)
        shown = _dedented(body, match[2]) if lines is None else lines
        depth = str(STEP) if shown and shown[0].startswith(" ") else ""
        comment = f"  {match[3]}" if match[3] else ""
        first = f"{match[1]}{depth}{'-' if '-' in match[2] else ''}{comment}"
        return _indented(first, shown, indent + STEP)

    # ----------------------------------------------------------------------------------------------- in brackets

    def flow(self, node: Mapping | Sequence, base: int) -> str:
        """A collection in brackets; its line breaks stay. `base` is the indentation of the line it begins on."""
        opening, closing = ("{", "}") if isinstance(node, Mapping) else ("[", "]")
        self.at = node.span.start + 1
        said = opening
        parts = list(node)
        for number, part in enumerate(parts):
            start = part.key.span.start if isinstance(part, Entry) else part.span.start
            gap = self.gap(start)
            self._expect(gap, "," if number else "")
            said += "," if number else ""
            broken = self._broken(gap, base)
            said += broken or (" " if number else "")
            said += self._part(part, base + STEP if broken else base)
        gap = self.gap(node.span.end - 1)
        if gap.marks not in ("", ",") or (gap.marks and not parts):
            raise Unusual
        self.at = node.span.end
        broken = self._broken(gap, base)
        return said + (broken[:-STEP] if broken else "") + closing

    def _broken(self, gap: Gap, base: int) -> str:
        """The line break of a gap in brackets with its comments, or nothing."""
        if not gap.breaks:
            return ""
        indent = "\n" + " " * (base + STEP)
        notes = "".join(f"{indent}{item[1]}" for item in gap.comments if item is not None)
        return (f"  {gap.after}" if gap.after else "") + notes + indent

    def _part(self, part: Entry | Node, base: int) -> str:
        if isinstance(part, Entry):
            return self._pair(part, base)
        if not isinstance(part, Scalar):
            if _is_flow(part):
                return self.flow(part, base)
            if isinstance(part, Mapping) and len(part) == 1:
                # A pair in a list needs no braces: `[a: b]`.
                return self._pair(part.entries[0], base)
            raise Unusual
        return self._inline(part, base)

    def _pair(self, entry: Entry, base: int) -> str:
        key, value = self._key(entry.key), entry.value
        self.at = entry.key.span.end
        if isinstance(value, Scalar) and not value.span.text:
            self._to_colon()
            return f"{key}:"
        gap = self.gap(value.span.start)
        self._expect(gap, ":")
        if gap.after or gap.comments:
            raise Unusual
        return f"{key}: {self._part(value, base)}"


# -------------------------------------------------------------------------------------------------- small things


def _is_flow(node: Node) -> bool:
    return not isinstance(node, Scalar) and node.span.text[:1] == ("{" if isinstance(node, Mapping) else "[")


def _parted(line: str) -> tuple[str, str]:
    """The signs on a line between two nodes, and its comment. A line between nodes holds no text."""
    signs, hash_, comment = line.partition("#")
    return signs.strip(), f"#{comment}".rstrip() if hash_ else ""


def _without_first_blank(gap: Gap) -> Gap:
    comments = list(gap.comments)
    while comments and comments[0] is None:
        comments.pop(0)
    return Gap(gap.after, tuple(comments), gap.marks, gap.breaks)


def _dashes(text: str, node: Sequence) -> list[int]:
    """Where the dashes of a list stand."""
    found = []
    begin = node.span.start
    for item in node:
        dash = text.find("-", begin)
        while dash >= 0 and _in_comment(text, begin, dash):
            dash = text.find("-", dash + 1)
        if dash < 0 or dash > item.span.start:
            raise Unusual
        found.append(dash)
        begin = item.span.end
    return found


def _in_comment(text: str, begin: int, at: int) -> bool:
    return "#" in text[max(begin, text.rfind("\n", 0, at) + 1) : at]


def _raw_lines(node: Scalar) -> list[str]:
    return [line.strip() for line in node.span.text.split("\n")]


def _in_style(node: Scalar, lines: list[str]) -> list[str]:
    """Lines of a text with the quotes that it has in the file."""
    if node.style == "plain":
        return lines
    quote = "'" if node.style == "single" else '"'
    escaped = [line.replace("'", "''") if quote == "'" else _escaped(line) for line in lines]
    escaped[0] = quote + escaped[0]
    escaped[-1] += quote
    return escaped


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace('"', '\\"')


def _indented(first: str, lines: list[str], indent: int) -> str:
    return "\n".join([first, *(" " * indent + line if line else "" for line in lines)])


def _dedented(body: str, header: str) -> list[str]:
    """The lines of a block without their common indentation, and without blank ones at the end."""
    lines = body.rstrip().split("\n")
    filled = [line for line in lines if line.strip()]
    if any(sign.isdigit() for sign in header):
        raise Unusual
    depth = len(filled[0]) - len(filled[0].lstrip(" ")) if filled else 0
    return [line[depth:].rstrip() for line in lines]
