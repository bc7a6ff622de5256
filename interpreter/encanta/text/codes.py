"""The registry of diagnostic codes: every code that a diagnostic may carry is named here by its floor."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem: its stable name, a short title, and the floor that reports it."""

    slug: str
    title: str
    floor: str


CODES: dict[str, Code] = {}


def register(slug: str, title: str, floor: str | None = None) -> str:
    """Add a code and return its slug. The floor is the folder of the calling module unless given.

    Two floors may report the same problem: registering a code again with the same words changes nothing.
    Raises ValueError for a slug that is not in kebab case and for one that already means something else.
    """
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"a code is lower-case words joined by hyphens, not {slug!r}")
    code = Code(slug, title, floor if floor is not None else _calling_floor())
    if CODES.setdefault(slug, code).title != title:
        raise ValueError(f"the code {slug!r} is registered twice, by {CODES[slug].floor} and by {code.floor}")
    return slug


def _calling_floor() -> str:
    """The folder of the module that called `register`: `encanta.checking.codes` gives `checking`."""
    parts = str(sys._getframe(2).f_globals.get("__name__", "")).split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def text_code(slug: str, title: str) -> str:
    """Register a code of this floor."""
    return register(slug, title, "text")


FILE_MISSING = text_code("file-missing", "The file does not exist")
FILE_IS_FOLDER = text_code("file-is-folder", "A folder stands where a file is needed")
FILE_UNREADABLE = text_code("file-unreadable", "The file cannot be opened")
FILE_NOT_UTF8 = text_code("file-not-utf8", "The file is not UTF-8 text")
FILE_TOO_LARGE = text_code("file-too-large", "The file is too large")
FILE_HAS_NUL = text_code("file-has-nul", "The file is not text")
INVISIBLE_CHARACTER = text_code("invisible-character", "A character that cannot be seen")
EMPTY_FILE = text_code("empty-file", "The file is empty")
SEVERAL_DOCUMENTS = text_code("several-documents", "Several documents in one file")
YAML_SYNTAX = text_code("yaml-syntax", "The file cannot be read as YAML")
COLON_IN_TEXT = text_code("colon-in-text", "A colon and a space inside a plain text")
UNCLOSED_BRACKET = text_code("unclosed-bracket", "A bracket or brace is never closed")
STRAY_BRACKET = text_code("stray-bracket", "A closing bracket without an opening one")
UNCLOSED_QUOTE = text_code("unclosed-quote", "A quoted text is never closed")
TEXT_AFTER_QUOTE = text_code("text-after-quote", "Text follows a closing quote or bracket")
WRONG_INDENTATION = text_code("wrong-indentation", "A line is indented to no level of its section")
TAB_INDENTATION = text_code("tab-indentation", "A line is indented with a tab")
RESERVED_CHARACTER = text_code("reserved-character", "A plain text begins with a reserved character")
UNKNOWN_ESCAPE = text_code("unknown-escape", "An unknown escape in a double-quoted text")
COLON_WITHOUT_SPACE = text_code("colon-without-space", "A colon without a space after it")
MISSING_COMMA = text_code("missing-comma", "A comma is missing between two items")
LIST_AFTER_KEY = text_code("list-after-key", "A list begins on the line of its key")
EMPTY_BLOCK = text_code("empty-block", "A block without text")
DASH_JOINS_TEXT = text_code("dash-joins-text", "A line with a dash is read as part of a text")
MISSING_COLON = text_code("missing-colon", "A line has no colon where a key is needed")
DUPLICATE_KEY = text_code("duplicate-key", "The same key twice in one place")
ANCHOR_OR_ALIAS = text_code("anchor-or-alias", "Anchors and aliases are not used in rulebooks")
TAG_NOT_ALLOWED = text_code("tag-not-allowed", "Tags are not used in rulebooks")
KEY_NOT_TEXT = text_code("key-not-text", "A list or a mapping stands as a key")
NESTED_TOO_DEEP = text_code("nested-too-deep", "Nested too deep")
NUMBER_TOO_LONG = text_code("number-too-long", "A number with too many digits")
COMMENT_CUTS_VALUE = text_code("comment-cuts-value", "A ` #` cuts a text short")
COMMA_STARTS_KEY = text_code("comma-starts-key", "A comma inside braces starts a new key")
BRACES_WITHOUT_COLON = text_code("braces-without-colon", "Braces around a text make a mapping")
