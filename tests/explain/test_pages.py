"""The pages of the diagnostic codes."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import encanta
from encanta.checking.coverage import validate_path
from encanta.explain.pages import codes_with_pages, page, title
from encanta.text.codes import CODES, Code


def test_every_listed_code_has_a_page_with_a_title() -> None:
    for code in codes_with_pages():
        text = page(code)
        assert text is not None
        assert title(text), f"the page of {code} begins with no heading"


def test_no_page_for_what_is_no_code() -> None:
    assert page("no-such-code") is None
    assert page("../pages") is None
    assert page("") is None


def test_the_title_is_the_first_heading() -> None:
    assert title("\n# A tab\n\ntext") == "A tab"
    assert title("text\n# late") == ""


# ----------------------------------------------------------------------------- the rulebooks of the pages

BLOCK = re.compile(r"^```yaml (bad|good)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NO_EXAMPLE = {"file-has-nul", "file-not-utf8", "file-too-large", "file-unreadable", "too-many-files"}
"""Codes whose cause cannot be written into a page."""
FLOORS = ("text", "checking")
"""The floors whose codes are found by validating a rulebook."""


def registered_codes() -> dict[str, Code]:
    """Every code of the program, once all its modules are read."""
    for module in pkgutil.walk_packages(encanta.__path__, "encanta."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return dict(sorted(CODES.items()))


def validated(code: str, kind: str, folder: Path) -> list[str]:
    """The codes that the rulebook of a page gives. The first file of a block is validated, if it is a variant."""
    files = [(name or "rulebook.yaml", text) for which, name, text in BLOCK.findall(page(code) or "") if which == kind]
    assert files, f"the page of {code} has no {kind} rulebook"
    root = folder / "tiny"
    for name, text in files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    first = files[0][0]
    opened = root / first if first == "short.yaml" else root
    return [problem.code for problem in validate_path(str(opened)).diagnostics]


CHECKED = [code.slug for code in registered_codes().values() if code.floor in FLOORS and code.slug not in NO_EXAMPLE]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert codes_with_pages() == sorted(registered_codes())


def test_the_heading_of_a_page_is_the_title_of_its_code() -> None:
    titles = {code.slug: code.title for code in registered_codes().values()}
    assert {code: title(page(code) or "") for code in titles} == titles


@pytest.mark.parametrize("code", CHECKED)
def test_the_bad_rulebook_of_a_page_gives_its_code(code: str, tmp_path: Path) -> None:
    assert code in validated(code, "bad", tmp_path)


@pytest.mark.parametrize("code", CHECKED)
def test_the_good_rulebook_of_a_page_gives_nothing(code: str, tmp_path: Path) -> None:
    assert validated(code, "good", tmp_path) == []


def test_the_page_of_files_too_many_is_right(tmp_path: Path) -> None:
    blocks = BLOCK.findall(page("missing-key") or "")
    (tmp_path / "rulebook.yaml").write_text(next(text for kind, _, text in blocks if kind == "good"))
    (tmp_path / "labels").mkdir()
    for number in range(201):
        (tmp_path / "labels" / f"l{number}.yaml").write_text("deck: pile")
    assert [problem.code for problem in validate_path(str(tmp_path)).diagnostics] == ["too-many-files"]
