"""Where each character of a decoded scalar stands in the source, for every style that YAML has."""

from __future__ import annotations

import re
from collections.abc import Iterator

# YAML has more line ends than these, but the reader refuses texts that hold them.
_BREAK = re.compile("\r\n|[\n\r]")
_FOLD = re.compile("[ \t]*[\n\r][ \t\n\r]*")
_BLOCK_HEADER = re.compile("[|>]([-+0-9]*)[^\n\r]*")
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}
_NAMED_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


class Offsets:
    """For every decoded character, the stretch of the source it was read from."""

    __slots__ = ("ends", "origin", "starts")

    def __init__(self, origin: int) -> None:
        """`origin` is where the content begins; it is the place of an empty text."""
        self.origin = origin
        self.starts: list[int] | range = []
        self.ends: list[int] | range = []

    def __len__(self) -> int:
        return len(self.starts)

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """The source offsets that cover the decoded characters from `start` to `end`, clamped to the text."""
        count = len(self.starts)
        start = min(max(start, 0), count)
        end = min(max(end, start), count)
        if start == end:
            point = self._point(start)
            return point, point
        return self.starts[start], self.ends[end - 1]

    def _point(self, index: int) -> int:
        if index < len(self.starts):
            return self.starts[index]
        return self.ends[-1] if len(self.ends) else self.origin


def map_offsets(source_text: str, start: int, end: int, text: str, style: str) -> Offsets:
    """The offsets of a scalar of `style` that covers `source_text[start:end]` and was decoded to `text`."""
    if style == "plain" or style in ("single", "double"):
        margin = 0 if style == "plain" else 1
        if end - start - 2 * margin == len(text):
            # Every character stands for itself: one line without escapes.
            return _straight(start + margin, len(text))
        decoder = _flow_decoder(style)
        return decoder.decode(source_text, start + margin, end - margin).checked(text, start, end)
    return _block(source_text, start, end, text, folded=style == "folded")


def _straight(origin: int, length: int) -> Offsets:
    offsets = Offsets(origin)
    offsets.starts = range(origin, origin + length)
    offsets.ends = range(origin + 1, origin + length + 1)
    return offsets


class _Recorder:
    """Collects decoded characters with the stretch each came from."""

    __slots__ = ("chars", "ends", "origin", "starts")

    def __init__(self, origin: int) -> None:
        self.origin = origin
        self.chars: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, char: str, start: int, end: int) -> None:
        self.chars.append(char)
        self.starts.append(start)
        self.ends.append(end)

    def copy(self, source_text: str, start: int, end: int) -> None:
        """Characters that stand for themselves."""
        self.chars.append(source_text[start:end])
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    def breaks(self, found: list[re.Match[str]]) -> None:
        """Line ends that stay line ends."""
        for match in found:
            self.add("\n", match.start(), match.end())

    def matches(self, text: str) -> bool:
        return "".join(self.chars) == text

    def offsets(self) -> Offsets:
        offsets = Offsets(self.origin)
        offsets.starts = self.starts
        offsets.ends = self.ends
        return offsets

    def checked(self, text: str, start: int, end: int) -> Offsets:
        """The offsets if the decoding agrees with `text`; otherwise every character gets the whole scalar."""
        if self.matches(text):
            return self.offsets()
        offsets = Offsets(start)
        offsets.starts = [start] * len(text)
        offsets.ends = [end] * len(text)
        return offsets


class _Plain:
    """Plain text: only line ends mean something."""

    special = re.compile("[ \t\n\r]")

    def decode(self, source_text: str, start: int, end: int) -> _Recorder:
        recorder = _Recorder(start)
        at = start
        while at < end:
            found = self.special.search(source_text, at, end)
            stop = found.start() if found else end
            recorder.copy(source_text, at, stop)
            at = self._special(recorder, source_text, stop, end) if stop < end else stop
        return recorder

    def _special(self, recorder: _Recorder, source_text: str, at: int, end: int) -> int:
        """Read the blank, line end or escape at `at`; where to go on."""
        fold = _FOLD.match(source_text, at, end)
        if fold is None:
            recorder.copy(source_text, at, at + 1)
            return at + 1
        _fold(recorder, list(_BREAK.finditer(source_text, at, fold.end())))
        return fold.end()


def _fold(recorder: _Recorder, found: list[re.Match[str]]) -> None:
    """One line end becomes a space; of several, the first is dropped."""
    if len(found) == 1:
        recorder.add(" ", found[0].start(), found[0].end())
    else:
        recorder.breaks(found[1:])


class _Single(_Plain):
    """Text in single quotes: a doubled quote is a quote."""

    special = re.compile("[ \t\n\r']")

    def _special(self, recorder: _Recorder, source_text: str, at: int, end: int) -> int:
        if source_text[at] == "'":
            recorder.add("'", at, at + 2)
            return at + 2
        return super()._special(recorder, source_text, at, end)


class _Double(_Plain):
    """Text in double quotes: a backslash begins an escape."""

    special = re.compile("[ \t\n\r\\\\]")

    def _special(self, recorder: _Recorder, source_text: str, at: int, end: int) -> int:
        if source_text[at] != "\\":
            return super()._special(recorder, source_text, at, end)
        name = source_text[at + 1 : at + 2]
        if name in ("\n", "\r"):
            return self._joined_line(recorder, source_text, at + 1, end)
        digits = _HEX_ESCAPES.get(name)
        if digits is None:
            recorder.add(_NAMED_ESCAPES.get(name, name), at, at + 2)
            return at + 2
        stop = at + 2 + digits
        recorder.add(_hex_char(source_text[at + 2 : stop]), at, stop)
        return stop

    def _joined_line(self, recorder: _Recorder, source_text: str, at: int, end: int) -> int:
        """A backslash at the end of a line: the line end is dropped, empty lines after it are not."""
        fold = _FOLD.match(source_text, at, end)
        if fold is None:
            return at + 1
        recorder.breaks(list(_BREAK.finditer(source_text, at, fold.end()))[1:])
        return fold.end()


def _hex_char(digits: str) -> str:
    try:
        return chr(int(digits, 16))
    except (ValueError, OverflowError):
        return ""


def _flow_decoder(style: str) -> _Plain:
    return {"plain": _Plain, "single": _Single, "double": _Double}[style]()


def _block(source_text: str, start: int, end: int, text: str, folded: bool) -> Offsets:
    """The offsets of a literal or folded block that begins with its `|` or `>`."""
    header = _BLOCK_HEADER.match(source_text, start, end)
    if header is None:
        return _Recorder(start).checked(text, start, end)
    flags = header.group(1)
    first = _BREAK.match(source_text, header.end(), end)
    body = first.end() if first else end
    recorder = _Recorder(body)
    for indent in _indents(source_text, body, end, flags):
        recorder = _Block(source_text, body, end, indent, flags, folded).decode()
        if recorder.matches(text):
            break
    return recorder.checked(text, start, end)


def _indents(source_text: str, body: int, end: int, flags: str) -> Iterator[int]:
    """Indentations the block can have, the likely one first.

    A digit in the header counts from the indentation of the parent, which is not known here; since another
    indentation gives another text, trying them finds the right one.
    """
    deepest = 0
    at = body
    while at < end:
        content = at
        while content < end and source_text[content] == " ":
            content += 1
        deepest = max(deepest, content - at)
        found = _BREAK.match(source_text, content, end)
        if not found:
            break
        at = found.end()
    if not any(flag.isdigit() for flag in flags):
        yield max(deepest, 1)
        return
    yield from range(1, deepest + 1)
    # A block whose lines are all shorter than its indentation holds nothing but line ends.
    yield deepest + 1


class _Block:
    """Reads the lines of a block of a known indentation."""

    __slots__ = ("at", "end", "flags", "folded", "indent", "recorder", "text")

    def __init__(self, text: str, body: int, end: int, indent: int, flags: str, folded: bool) -> None:
        self.text = text
        self.at = body
        self.end = end
        self.indent = indent
        self.flags = flags
        self.folded = folded
        self.recorder = _Recorder(body)

    def decode(self) -> _Recorder:
        pending = self._empty_lines()
        last: list[re.Match[str]] = []
        last_blank = False
        while self.at < self.end and self._at_content:
            blank = self.text[self.at] in " \t"
            self._join(last, pending, last_blank or blank)
            last_blank = blank
            last = self._line()
            pending = self._empty_lines()
        if "-" not in self.flags:
            self.recorder.breaks(last)
        if "+" in self.flags:
            self.recorder.breaks(pending)
        return self.recorder

    @property
    def _at_content(self) -> bool:
        """Whether the reading stands at the indentation, having skipped exactly its spaces."""
        return self.at - self.indent >= 0 and self.text[self.at - self.indent : self.at] == " " * self.indent

    def _join(self, last: list[re.Match[str]], pending: list[re.Match[str]], indented: bool) -> None:
        """Write the line end before a line and the empty lines between, folded where the style folds."""
        if self.folded and not indented and last:
            if not pending:
                self.recorder.add(" ", last[0].start(), last[0].end())
        else:
            self.recorder.breaks(last)
        self.recorder.breaks(pending)

    def _line(self) -> list[re.Match[str]]:
        """Copy a line; its line end, if it has one."""
        found = _BREAK.search(self.text, self.at, self.end)
        stop = found.start() if found else self.end
        self.recorder.copy(self.text, self.at, stop)
        self.at = found.end() if found else stop
        return [found] if found else []

    def _empty_lines(self) -> list[re.Match[str]]:
        """Skip indentation and lines with nothing else; the line ends skipped."""
        skipped: list[re.Match[str]] = []
        while True:
            start = self.at
            while self.at < self.end and self.at - start < self.indent and self.text[self.at] == " ":
                self.at += 1
            found = _BREAK.match(self.text, self.at, self.end)
            if found is None:
                return skipped
            skipped.append(found)
            self.at = found.end()
