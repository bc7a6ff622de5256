"""Names in the generated text; of what an author wrote nothing gets into it but plain small letters."""

from __future__ import annotations

import itertools
import re
from typing import Any

_PLAIN = re.compile(r"[a-z0-9_]{1,24}")


class Names:
    """Python names for locals. Nothing an author wrote gets into the generated text but plain small letters."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._fresh = itertools.count(1)

    def of(self, local: str) -> str:
        """The Python variable of a local."""
        if local not in self._names:
            tail = local if _PLAIN.fullmatch(local) else "x"
            self._names[local] = f"l{len(self._names)}_{tail}"
        return self._names[local]

    def fresh(self, tail: str = "t") -> str:
        """A Python variable that no local has."""
        return f"_{tail}{next(self._fresh)}"


class Constants:
    """Tables that the generated code looks things up in, each kept once."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {}
        self._names: dict[Any, str] = {}
        self._ids: dict[Any, str] = {}

    def keep(self, table: list[int], prefix: str) -> str:
        """The name of a table of integers."""
        key = (prefix, tuple(table))
        if key not in self._names:
            name = f"{prefix}{len(self._names)}"
            self._names[key] = name
            self.tables[name] = tuple(table)
        return self._names[key]

    def name(self, key: Any) -> str:
        """A short name for anything, the same for the same key."""
        return self._ids.setdefault(key, str(len(self._ids)))
