"""A new rulebook works untouched: it validates, its scenarios hold, and editors can check it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from encanta.authoring.beginning import CannotBegin, begin, template_root, title_of
from encanta.authoring.formatting import files_of, format_file, words_of
from encanta.checking.configure import open_rulebook
from encanta.checking.coverage import validate_path
from encanta.checking.schema import plain
from encanta.scenarios.testing import Plan, carry_out, prepare
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml


@pytest.fixture
def game(tmp_path: Path) -> Path:
    begin(tmp_path / "my_game")
    return tmp_path / "my_game"


def test_it_validates_without_a_warning_in_every_way_of_playing(game: Path) -> None:
    report = validate_path(str(game), everything=True)
    assert report.diagnostics == []
    assert report.ways > 3


def test_its_scenarios_hold_and_its_random_games_keep_the_laws(game: Path) -> None:
    preparation = prepare(str(game), Plan())
    carry_out(preparation, lambda pieces: None)
    assert preparation.tested.passed
    assert len(preparation.tested.results) >= 4


def test_the_folder_gives_its_title_and_the_base_of_its_variants(game: Path) -> None:
    rulebook, _ = open_rulebook(str(game))
    assert rulebook is not None
    assert rulebook.title == "My game"
    variant, problems = open_rulebook(str(game / "variants" / "big_sets.yaml"))
    assert variant is not None, problems
    assert variant.chosen == "big_sets"


def test_its_files_are_well_laid_out(game: Path) -> None:
    words = words_of(None, game)
    assert [path.name for path in files_of(game) if format_file(path, words, game).changed] == []


def test_every_file_with_a_schema_names_it_and_fits_it(game: Path) -> None:
    named = {}
    for path in files_of(game):
        head = path.read_text().partition("\n")[0]
        if "$schema=" in head:
            named[path] = path.parent / head.partition("$schema=")[2]
    assert {path.name for path in named} == {"rulebook.yaml", "cards.yaml", "big_sets.yaml", "sources.yaml"}
    for path, schema in named.items():
        checker(schema).validate(data(path))


def test_the_schema_finds_a_mistake_in_every_file(game: Path) -> None:
    for name, schema in (("rulebook.yaml", "rulebook"), ("variants/big_sets.yaml", "variant")):
        value = data(game / name) | {"no_such_key": 1}
        with pytest.raises(jsonschema.ValidationError):
            checker(game / "schema" / f"{schema}.schema.json").validate(value)


def data(path: Path) -> dict[str, object]:
    tree, _ = read_yaml(Source("x", path.read_text()))
    assert tree is not None
    value = plain(tree)
    assert isinstance(value, dict)
    return value


def checker(schema: Path) -> jsonschema.Draft202012Validator:
    """A validator that finds the files beside a schema, as editors do."""

    def beside(name: str) -> Resource[object]:
        text = json.loads((schema.parent / name.rpartition("/")[2]).read_text())
        return Resource.from_contents({"$schema": "https://json-schema.org/draft/2020-12/schema", **text})

    registry: Registry[object] = Registry(retrieve=beside)  # type: ignore[call-arg]
    return jsonschema.Draft202012Validator(json.loads(schema.read_text()), registry=registry)


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert begin(tmp_path / "empty")[0] == "rulebook.yaml"


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, game: Path) -> None:
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    with pytest.raises(CannotBegin, match="a rulebook in the folder"):
        begin(game)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    with pytest.raises(CannotBegin, match="something in the folder"):
        begin(tmp_path / "other")
    with pytest.raises(CannotBegin, match="is a file"):
        begin(tmp_path / "other" / "notes.txt")
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["yes", "12", "a: b #c", "Grün_spiel", "it's", "-x", "no-way"])
def test_any_name_of_a_folder_will_do(tmp_path: Path, name: str) -> None:
    begin(tmp_path / name)
    rulebook, problems = open_rulebook(str(tmp_path / name / "variants" / "big_sets.yaml"))
    assert rulebook is not None, problems
    assert rulebook.title == title_of(name)
    assert validate_path(str(tmp_path / name)).diagnostics == []


def test_the_template_holds_every_kind_of_file() -> None:
    folders = {path.relative_to(template_root()).parts[0] for path in template_root().rglob("*.yaml")}
    assert folders == {"rulebook.yaml", "cards.yaml", "sources.yaml", "variants", "scenarios", "labels"}
