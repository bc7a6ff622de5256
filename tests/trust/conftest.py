"""The rulebook Quay, opened with scenarios that a test writes down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from encanta.trust.benches import Bench, Order

QUAY = Path(__file__).resolve().parents[1] / "corpus" / "quay"


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., Bench]:
    """Opens Quay with scenarios that a test writes down."""

    def open_bench(text: str, rulebook: Path = QUAY) -> Bench:
        return Bench(order(tmp_path, text, rulebook))

    return open_bench


def order(folder: Path, text: str, rulebook: Path = QUAY) -> Order:
    """An order for a rulebook with the scenarios of a text."""
    file = folder / "written.yaml"
    file.write_text(dedent(text), encoding="utf-8")
    return Order(str(rulebook), (file,))
