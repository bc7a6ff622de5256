"""The engine holds no word of a particular game: no race, no card, no title of a shipped rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from encanta.checking.loading import load_folder
from encanta.text.nodes import Mapping

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = sorted((ROOT / "rulebooks").glob("*/rulebook.yaml"))
ENGINE = ("grammar", "interpreter", "cli")
ENGINE_SUFFIXES = {".py", ".lark", ".json", ".yaml", ".md"}
ALLOWED = Path(__file__).with_name("ordinary_words.txt")

ENUMERATION = re.compile(r"\[([^\]]*)\]")
PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")
SHORTEST = 3


def words(text: str) -> set[str]:
    """The words of a text in lower case; `two_of_clubs` and `SummerSong` are several words each."""
    return {piece.lower() for piece in PIECE.findall(text)}


def forms(word: str) -> set[str]:
    """A word with what may be its singular and its plural."""
    found = {word, word + "s", word + "es"}
    if word.endswith("y"):
        found.add(word[:-1] + "ies")
    if word.endswith("f"):
        found.add(word[:-1] + "ves")
    if word.endswith("ies"):
        found.add(word[:-3] + "y")
    if word.endswith("ves"):
        found.add(word[:-3] + "f")
    if word.endswith("s"):
        found.add(word[:-1])
    return found


def row_names(rulebook: dict[str, Any], folder: Path) -> Iterator[str]:
    """The names of the rows of all components, in the rulebook or in files of their own."""
    for component, body in (rulebook.get("components") or {}).items():
        yield str(component)
        body = body if isinstance(body, dict) else {}
        rows = body.get("rows")
        if isinstance(rows, dict):
            yield from map(str, rows)
        elif isinstance(rows, str) and (folder / rows).is_file():
            yield from rows_of_file(folder / rows)
    if (folder / "cards.yaml").is_file():
        yield from rows_of_file(folder / "cards.yaml")
        yield from rows_in_sections(folder)


def rows_of_file(path: Path) -> Iterator[str]:
    if path.suffix == ".csv":
        yield from (line.split(",")[0] for line in path.read_text(encoding="utf-8").splitlines()[1:])
        return
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    if isinstance(rows, dict):
        yield from map(str, rows)
        # A file may hold one section of rows for each component.
        for section in rows.values():
            if isinstance(section, dict) and all(isinstance(row, dict) for row in section.values()):
                yield from map(str, section)


def rows_in_sections(folder: Path) -> Iterator[str]:
    """The names of the rows as the game reads them, also of those in nested sections."""
    loaded = load_folder(folder).rulebook
    for component in loaded.cards or () if loaded is not None else ():
        if isinstance(component.value, Mapping):
            yield from component.value.keys()


def enumerated(node: Any) -> Iterator[str]:
    """The values of every enumeration below a node: lists of bare names, also inside a text."""
    if isinstance(node, dict):
        for value in node.values():
            yield from enumerated(value)
    elif isinstance(node, list):
        yield from (item for item in node if isinstance(item, str))
    elif isinstance(node, str):
        for inside in ENUMERATION.findall(node):
            yield from inside.split(",")


def game_words(path: Path) -> set[str]:
    """The words of one rulebook: of its title, its folder, the rows of its components and its enumerations."""
    rulebook = yaml.safe_load(path.read_text(encoding="utf-8"))
    names = [str(rulebook["title"]), path.parent.name, *row_names(rulebook, path.parent)]
    names += enumerated(rulebook.get("types"))
    for body in (rulebook.get("components") or {}).values():
        if isinstance(body, dict):
            names += enumerated({key: value for key, value in body.items() if key != "rows"})
    return {word for name in names for word in words(name) if len(word) >= SHORTEST}


def all_game_words() -> set[str]:
    return {word for path in RULEBOOKS for word in game_words(path)}


def ordinary_words() -> dict[str, str]:
    """The words that a game shares with everybody's English, each with the reason why it may stand in the engine."""
    lines = (line.partition(":") for line in ALLOWED.read_text(encoding="utf-8").splitlines() if line.strip())
    return {word.strip(): reason.strip() for word, _, reason in lines if not word.startswith("#")}


def engine_files() -> list[Path]:
    paths = (path for place in ENGINE for path in (ROOT / place).rglob("*"))
    return sorted(
        path for path in paths if path.is_file() and path.suffix in ENGINE_SUFFIXES and "__pycache__" not in path.parts
    )


def found_in(text: str, forbidden: Iterable[str]) -> set[str]:
    """The forbidden words that a text holds, in the singular or the plural."""
    there = words(text)
    return {word for word in forbidden if forms(word) & there}


def test_the_engine_holds_no_word_of_a_game() -> None:
    forbidden = all_game_words() - set(ordinary_words())
    found = {
        str(path.relative_to(ROOT)): found_in(path.read_text(encoding="utf-8"), forbidden) for path in engine_files()
    }
    assert {name: sorted(there) for name, there in found.items() if there} == {}


def test_file_names_of_the_engine_hold_no_word_of_a_game() -> None:
    forbidden = all_game_words() - set(ordinary_words())
    found = {str(path.relative_to(ROOT)): found_in(path.stem, forbidden) for path in engine_files()}
    assert {name: sorted(there) for name, there in found.items() if there} == {}


def test_every_game_gives_words_and_its_own_name_is_one() -> None:
    assert RULEBOOKS, "there are no games to take words from"
    for path in RULEBOOKS:
        found = game_words(path)
        assert {word for word in words(path.parent.name) if len(word) >= SHORTEST} <= found
        assert len(found) > 5, f"the list of words of {path.parent.name} is too short to mean anything"


def test_no_word_is_allowed_in_vain() -> None:
    allowed = ordinary_words()
    assert [word for word, reason in allowed.items() if not reason] == [], "say why these may stand in the engine"
    assert sorted(set(allowed) - all_game_words()) == [], "no game has these words any more"
    used: set[str] = set()
    for path in engine_files():
        used |= found_in(path.read_text(encoding="utf-8") + path.stem, allowed)
    assert sorted(set(allowed) - used) == [], "the engine does not use these words any more"


def test_allowed_words_are_few_beside_the_forbidden_ones() -> None:
    assert len(ordinary_words()) * 3 < len(all_game_words())


@pytest.mark.parametrize("text", ["a troll comes", "Trolls", "count_trolls", "class TrollSong:", "of the TROLLS"])
def test_a_word_is_seen_however_it_is_written(text: str) -> None:
    assert found_in(text, {"troll"}) == {"troll"}


def test_a_word_inside_another_is_not_taken_for_it() -> None:
    assert found_in("controlled patrolling", {"troll"}) == set()
