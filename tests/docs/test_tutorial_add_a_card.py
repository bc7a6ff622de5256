"""Every step of the tutorial that adds a card to a shipped game works, and leaves that game as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.checking.configure import open_rulebook
from encanta.checking.tree import entries

from .following import DOCS, dead_links, follow

PAGE = DOCS / "tutorial-add-a-card.md"


def test_every_step_of_the_tutorial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert follow(PAGE.read_text(), capsys) >= 8
    assert rows("our_cards.yaml") - rows("enchanters") == {"whetstone"}


def rows(name: str) -> set[str]:
    """The names of all cards of a game."""
    rulebook, problems = open_rulebook(name)
    assert rulebook is not None
    assert problems == []
    prepared, _ = rulebook.prepare(2)
    assert prepared is not None
    assert prepared.cards is not None
    return {entry.key.text for kind in prepared.cards for entry in entries(kind.value)}


def test_links_of_the_tutorial_lead_somewhere() -> None:
    assert dead_links(PAGE) == []
