"""The wheel of this tree, built once for all tests that look into it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INGREDIENTS = ("pyproject.toml", "README.md", "LICENSE", "grammar", "rulebooks", "interpreter", "cli")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the tree, so that nothing left over from earlier builds gets into it."""
    tree = tmp_path_factory.mktemp("tree")
    for ingredient in INGREDIENTS:
        source = ROOT / ingredient
        if source.is_dir():
            shutil.copytree(source, tree / ingredient, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(source, tree)
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(tree)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(target.glob("*.whl"))


@pytest.fixture(scope="session")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what the wheel puts into site-packages."""
    folder = tmp_path_factory.mktemp("site-packages")
    shutil.unpack_archive(wheel, folder, "zip")
    return folder
