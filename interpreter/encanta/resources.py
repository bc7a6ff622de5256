"""What is shipped with the program: the grammar and the rulebooks, found wherever the program is installed."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

GRAMMAR_FILE = "rules.lark"
RULEBOOK_FILE = "rulebook.yaml"


@cache
def grammar_root() -> Path:
    """The folder of the grammar and of the schema of the YAML around it."""
    return Path(str(files("encanta.grammar")))


@cache
def rulebooks_root() -> Path:
    """The folder that holds one folder for each shipped game."""
    return Path(str(files("encanta.rulebooks")))


def grammar_text() -> str:
    """The grammar of the small language."""
    return (grammar_root() / GRAMMAR_FILE).read_text(encoding="utf-8")


def games_in(folder: Path) -> list[str]:
    """The names of the folders in `folder` that are rulebooks, in alphabetical order; empty if it cannot be read."""
    try:
        return sorted(entry.name for entry in folder.iterdir() if is_rulebook(entry))
    except OSError:
        return []


def is_rulebook(folder: Path) -> bool:
    """Whether a path is a folder with a rulebook file in it."""
    try:
        return (folder / RULEBOOK_FILE).is_file()
    except (OSError, ValueError):
        # ValueError: a path that holds a NUL character.
        return False


def shipped_games() -> list[str]:
    """The names of the shipped games, in alphabetical order."""
    return games_in(rulebooks_root())
