"""The page about scenarios: its examples can be read, and it names every key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from encanta.scenarios.generic import LAWS
from encanta.scenarios.reading import KEYS, parse_scenarios
from encanta.text.spans import Source

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_can_be_read(example: str) -> None:
    scenarios, found = parse_scenarios(Source("page", example))
    assert found == []
    assert scenarios


def test_every_key_is_named() -> None:
    spoken = set(re.findall(r"`(\w+)", PAGE))
    assert {key for key in KEYS if key != "variants"} <= spoken


def test_every_law_is_named() -> None:
    rows = set(re.findall(r"^\| (\w+) \|", PAGE, re.MULTILINE))
    assert set(LAWS) <= rows
