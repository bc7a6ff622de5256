"""Begins a rulebook: a small game that can be validated, tested and played as it is, to be changed step by step."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

from encanta.resources import RULEBOOK_FILE, grammar_root

SCHEMA = "rulebook.schema.json"
SCHEMAS = {"cards.schema.json": "cards.yaml", "variant.schema.json": "variants", "sources.schema.json": "sources.yaml"}
"""The schemas of the other files, and what they are called in the schema of the rulebook."""
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*")
_WORDS = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


class CannotBegin(Exception):
    """Why no rulebook can begin there, in a lower-case sentence."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def template_root() -> Path:
    """The folder of the game that every new rulebook begins as."""
    return Path(str(files("encanta.authoring"))) / "template"


def begin(folder: Path) -> list[str]:
    """Make a rulebook in a folder that is empty or not there yet; gives the files, as they are called in it.

    The name of the folder becomes the title. Raises CannotBegin, or OSError if something cannot be written.
    """
    _must_be_free(folder)
    name = folder.resolve().name
    if not name:
        raise CannotBegin("a rulebook needs a folder with a name")
    texts = {path: _filled(text, name) for path, text in _template().items()} | _schemas()
    for path, text in texts.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    return list(texts)


def _must_be_free(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise CannotBegin(f"`{folder}` is a file")
    if any(folder.iterdir()):
        what = "a rulebook" if (folder / RULEBOOK_FILE).exists() else "something"
        raise CannotBegin(f"there is {what} in the folder `{folder}` already")


def _template() -> dict[str, str]:
    """The files of the template by their place in the folder, the rulebook first."""
    root = template_root()
    paths = sorted(root.rglob("*.yaml"), key=lambda path: (path.name != RULEBOOK_FILE, path))
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def _filled(text: str, folder: str) -> str:
    return text.replace("THE_TITLE", _as_yaml(title_of(folder))).replace("THE_FOLDER", _as_yaml(folder))


def title_of(folder: str) -> str:
    """The title that a folder gives to its game: `my_game` becomes `My game`."""
    words = " ".join(folder.replace("_", " ").replace("-", " ").split()) or folder
    return words[0].upper() + words[1:]


def _as_yaml(text: str) -> str:
    """A text as a value of YAML, in quotes where it needs them."""
    plain = _PLAIN.fullmatch(text) and text.casefold() not in _WORDS
    return text if plain else json.dumps(text, ensure_ascii=False)


def _schemas() -> dict[str, str]:
    """The schemas for editors: that of rulebooks as it is shipped, and for the other files what leads to it."""
    found = {f"schema/{SCHEMA}": (grammar_root() / SCHEMA).read_text(encoding="utf-8")}
    for name, part in SCHEMAS.items():
        found[f"schema/{name}"] = json.dumps({"$ref": f"{SCHEMA}#/$defs/{part}"}) + "\n"
    return found
