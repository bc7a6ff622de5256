"""How the sentences of the language, and the headings around them, are said in a language of players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from encanta.text.nodes import Mapping, Scalar
from encanta.text.source import load_source
from encanta.text.yaml_reader import read_yaml

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of one language, by group and name; what stands in braces is filled in."""

    language: str
    groups: dict[str, dict[str, str]]

    def say(self, group: str, name: str, /, **parts: str) -> str:
        """A phrase with its parts. Raises KeyError for a phrase that is not there."""
        return self.groups[group][name].format(**parts)

    def has(self, group: str, name: str) -> bool:
        """Whether there is such a phrase."""
        return name in self.groups[group]


def _folder() -> Path:
    return Path(str(files("encanta.explain.booklet"))) / "phrases"


def languages() -> list[str]:
    """The languages that there are phrases of."""
    return sorted(path.stem for path in _folder().glob("*.yaml"))


@lru_cache
def phrases(language: str) -> Phrases:
    """The phrases of a language; English ones where there are none."""
    known = language if language in languages() else FALLBACK
    tree, _ = read_yaml(load_source(_folder() / f"{known}.yaml"))
    assert isinstance(tree, Mapping), "the phrases are groups of texts"
    groups = {}
    for group in tree:
        assert isinstance(group.value, Mapping), "a group holds phrases"
        groups[group.key.text] = {e.key.text: e.value.text for e in group.value if isinstance(e.value, Scalar)}
    return Phrases(known, groups)
