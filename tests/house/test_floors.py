"""Each floor of the interpreter imports only the floors to its left."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INTERPRETER = ROOT / "interpreter" / "encanta"
CLI = ROOT / "cli" / "encanta_cli"

FLOORS = (
    "text",
    "language",
    "checking",
    "compiling",
    "machine",
    "play",
    "simulate",
    "scenarios",
    "trust",
    "mistakes",
    "explain",
    "authoring",
)
GROUND = "resources"
"""Everybody may import it, and it imports no floor."""
APART = {("machine", "checking")}
"""A floor that must not import another one although it stands to the left."""
DEPENDENCIES = {"yaml", "lark"}


def imports(source: str, package: str) -> Iterator[str]:
    """The dotted names that a module imports, also inside functions; `package` is where relative ones start."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def floor_of(name: str) -> str | None:
    """The floor, or the module beside the floors, that a dotted name leads into; None outside the interpreter."""
    parts = name.split(".")
    if parts[0] != "encanta" or len(parts) == 1:
        return None
    return parts[1] if parts[1] in FLOORS or (INTERPRETER / f"{parts[1]}.py").exists() else None


def wrong_imports(source: str, module: str) -> list[str]:
    """What a module of the interpreter imports although it must not."""
    package, _, _ = module.rpartition(".")
    here = floor_of(module)
    return sorted({name for name in imports(source, package) if not allowed(here, name)})


def allowed(here: str | None, name: str) -> bool:
    if name.split(".")[0] == "encanta_cli":
        return False
    there = floor_of(name)
    if there in (None, here, GROUND):
        return True
    if here not in FLOORS:
        # A module beside the floors uses what it likes, except the ground that they all stand on.
        return here != GROUND
    return there in FLOORS and FLOORS.index(there) < FLOORS.index(here) and (here, there) not in APART


def module_name(path: Path) -> str:
    return ".".join(("encanta", *path.relative_to(INTERPRETER).with_suffix("").parts))


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def test_every_floor_is_there() -> None:
    assert {path.parent.name for path in INTERPRETER.glob("*/__init__.py")} == set(FLOORS)


@pytest.mark.parametrize("floor", FLOORS)
def test_no_floor_looks_to_its_right(floor: str) -> None:
    found = {
        module_name(path): wrong_imports(path.read_text(), module_name(path)) for path in modules(INTERPRETER / floor)
    }
    assert {module: names for module, names in found.items() if names} == {}


def test_modules_beside_the_floors_know_their_place() -> None:
    beside = {path.stem: wrong_imports(path.read_text(), module_name(path)) for path in INTERPRETER.glob("*.py")}
    assert {module: names for module, names in beside.items() if names} == {}


def test_the_interpreter_needs_only_its_dependencies() -> None:
    known = DEPENDENCIES | {"encanta"} | sys.stdlib_module_names
    for path in modules(INTERPRETER):
        roots = {name.split(".")[0] for name in imports(path.read_text(), module_name(path).rpartition(".")[0])}
        assert roots <= known, f"{path.name} imports {roots - known}"


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("encanta.text.source", "from encanta.language import ast"),
        ("encanta.text.source", "from encanta import machine"),
        ("encanta.text.source", "import encanta.checking.names"),
        ("encanta.text.source", "from ..checking import names"),
        ("encanta.text.source", "def f():\n    from encanta.play.bots import Bot"),
        ("encanta.machine.step", "from encanta.checking.names import bind"),
        ("encanta.play.seat", "from encanta_cli.output import console"),
        ("encanta.resources", "from encanta.text.source import Source"),
    ],
)
def test_a_wrong_import_is_seen(module: str, line: str) -> None:
    assert wrong_imports(line, module)


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("encanta.language.parser", "from encanta.text.source import Source"),
        ("encanta.language.parser", "from encanta.resources import grammar_text"),
        ("encanta.language.parser", "from . import ast"),
        ("encanta.simulate.many", "from encanta.machine import step"),
    ],
)
def test_a_right_import_passes(module: str, line: str) -> None:
    assert not wrong_imports(line, module)
