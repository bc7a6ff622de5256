"""Nothing names a machine: no host to install from, no folder of somebody's computer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD_FILES = ("pyproject.toml", "constraints.txt", "Makefile", ".ci/run")
HOST = re.compile(
    r"[a-z]+://|git\+|\b(?:\d{1,3}\.){3}\d{1,3}\b|--?(?:extra-)?(?:index-url|find-links|trusted-host|proxy)|\s-[if]\s+\S+/",
    re.IGNORECASE,
)
FOLDER = re.compile(r"(?<![\w.])/(?:work|root|home|Users|opt|mnt|srv)/\w+")
PIN = re.compile(r"[A-Za-z0-9_.-]+==[0-9][0-9A-Za-z.]*")
WRITTEN = {".py", ".md", ".yaml", ".json", ".lark", ".toml", ".txt", ".csv", ""}


def written_files() -> list[Path]:
    hidden = (path for path in (ROOT / ".ci").iterdir())
    shown = (path for path in ROOT.rglob("*") if not any(part.startswith(".") for part in path.relative_to(ROOT).parts))
    made = {"__pycache__", "build", "dist"}
    return [
        path for path in (*hidden, *shown) if path.is_file() and path.suffix in WRITTEN and not made & set(path.parts)
    ]


@pytest.mark.parametrize("name", BUILD_FILES)
def test_no_host_is_named(name: str) -> None:
    assert HOST.findall((ROOT / name).read_text()) == []


def test_no_folder_of_a_computer_is_named() -> None:
    found = {str(path.relative_to(ROOT)): FOLDER.findall(path.read_text(errors="replace")) for path in written_files()}
    assert {name: folders for name, folders in found.items() if folders} == {}


def test_constraints_are_exact_versions_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert [line for line in pins if not PIN.fullmatch(line)] == []


@pytest.mark.parametrize(
    "text", ["https" + "://x.org/simple", "--index" + "-url x", "a @ git" + "+x", "pip -f" + " /w/x", "10.0.0" + ".1"]
)
def test_a_host_is_seen(text: str) -> None:
    assert HOST.search(text)


def test_a_folder_is_seen() -> None:
    assert FOLDER.search("cd /" + "root/encanta")
    assert not FOLDER.search("cd docs/work/notes; cat /" + "tmp/x")
