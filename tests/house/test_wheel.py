"""The wheel holds the program with its grammar and rulebooks, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = {"interpreter/encanta": "encanta", "cli/encanta_cli": "encanta_cli", "grammar": "encanta/grammar"}
PLACES |= {"rulebooks": "encanta/rulebooks"}
DATA = {".py", ".lark", ".json", ".yaml", ".csv", ".md", ".css", ".typed"}


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {entry for entry in archive.namelist() if ".dist-info/" not in entry}


def expected() -> set[str]:
    found = set()
    for place, package in PLACES.items():
        for path in (ROOT / place).rglob("*"):
            named_typed = path.name == "py.typed"
            if path.is_file() and "__pycache__" not in path.parts and (path.suffix in DATA or named_typed):
                found.add(f"{package}/{path.relative_to(ROOT / place).as_posix()}")
    return found


def ask(folder: Path, code: str, cwd: Path) -> str:
    """What a Python that knows only the unpacked wheel prints."""
    program = f"import sys; sys.path.insert(0, {str(folder)!r})\n{code}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, cwd=cwd, check=True
    )
    return done.stdout


def test_everything_written_is_in_the_wheel(wheel: Path) -> None:
    missing = expected() - contents(wheel)
    assert not missing, f"not in the wheel; add their folders in pyproject.toml: {sorted(missing)}"


def test_nothing_else_is_in_the_wheel(wheel: Path) -> None:
    assert contents(wheel) - expected() == set()


def test_grammar_and_a_rulebook_are_in_the_wheel(wheel: Path) -> None:
    names = contents(wheel)
    assert "encanta/grammar/rules.lark" in names
    assert any(name.startswith("encanta/rulebooks/") and name.endswith("/rulebook.yaml") for name in names)


def test_the_licence_and_the_command_are_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        points = next(entry for entry in names if entry.endswith(".dist-info/entry_points.txt"))
        assert "encanta = encanta_cli.main:run" in archive.read(points).decode()
    assert any(entry.endswith("/LICENSE") for entry in names)


def test_grammar_is_found_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    printed = ask(unpacked, "from encanta.resources import grammar_text; print(grammar_text(), end='')", tmp_path)
    assert printed == (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")


def test_shipped_games_are_found_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    code = "from encanta import resources as r; print(r.rulebooks_root(), *r.shipped_games(), sep='\\n')"
    root, *games = ask(unpacked, code, tmp_path).splitlines()
    assert Path(root) == unpacked / "encanta" / "rulebooks"
    assert games == sorted(path.parent.name for path in (ROOT / "rulebooks").glob("*/rulebook.yaml"))
