"""What rows are called in the language, whatever is printed on them."""

from __future__ import annotations

import re

from encanta.text.nodes import Scalar

_WORD = re.compile(r"[^\W\d]\w*")
_BETWEEN = re.compile(r"\W+")


def row_name(written: str) -> str:
    """What a row is called in the language: `Long Rope` is `long_rope`, `of Air` is `of_air`; a name stays itself."""
    if _WORD.fullmatch(written) and ("_" in written or written == written.lower()):
        return written
    return _BETWEEN.sub("_", written.lower()).strip("_") or written


def printed_name(key: Scalar) -> str:
    """A row's name as it is written, where `key` is its name in the language."""
    written = key.span.text.strip("\"'")
    return written if row_name(written) == key.text else key.text
