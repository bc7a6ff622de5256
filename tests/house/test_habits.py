"""Habits that a reader of the code may count on."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(path for place in ("interpreter", "cli") for path in (ROOT / place).rglob("*.py"))
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|NotImplemented" + r"Error)\b")
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)")


def test_every_module_says_what_it_is_for() -> None:
    for path in MODULES:
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert docstring.split("\n")[0].strip(), f"{path.relative_to(ROOT)} has no docstring"


def test_nothing_is_left_unfinished() -> None:
    found = {path.name: UNFINISHED.findall(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {name: marks for name, marks in found.items() if marks} == {}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_readme_names_the_command_that_runs_the_tests() -> None:
    assert re.search(r"^    make test\b", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert re.search(r"^make\b.* test\b", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
