"""`encanta explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from encanta.explain import pages

from .conftest import Run


@pytest.fixture(autouse=True)
def two_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "unknown-key.md").write_text("# A key that nobody reads\n\nKeys are written out.\n")
    (tmp_path / "tab-indentation.md").write_text("# A tab\n")
    monkeypatch.setattr(pages, "pages_root", lambda: tmp_path)


def test_a_page_is_printed(run: Run) -> None:
    ended = run("explain", "unknown-key")
    assert (ended.code, ended.out) == (0, "# A key that nobody reads\n\nKeys are written out.\n")


def test_a_page_as_json(run: Run) -> None:
    read = json.loads(run("explain", "unknown-key", "--json").out)
    assert read["code"] == "unknown-key"
    assert read["title"] == "A key that nobody reads"
    assert read["text"].endswith("written out.\n")


def test_an_unknown_code_gets_a_near_one(run: Run) -> None:
    ended = run("explain", "unknwon-key")
    assert ended.code == 2
    assert ended.err == "error: there is no code `unknwon-key`\nhelp: did you mean `unknown-key`?\n"


@pytest.mark.parametrize("code", ["../secret", "..", "/etc/passwd", "UNKNOWN KEY", "a\0b"])
def test_a_code_is_never_a_path(run: Run, tmp_path: Path, code: str) -> None:
    (tmp_path.parent / "secret.md").write_text("secret")
    ended = run("explain", code)
    assert ended.code == 2
    assert ended.out == ""


def test_without_a_code(run: Run) -> None:
    ended = run("explain")
    assert ended.code == 2
    assert ended.err.startswith("error: no code is given\n")


def test_the_list_of_codes(run: Run) -> None:
    assert run("explain", "--list").out == "tab-indentation  A tab\nunknown-key      A key that nobody reads\n"
    assert [row["code"] for row in json.loads(run("explain", "--list", "--json").out)] == [
        "tab-indentation",
        "unknown-key",
    ]
