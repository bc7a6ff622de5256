"""Claims about unseen things that nothing holds against the truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from .models import elaborated

BOOK = """\
encanta: 1
title: Tiny
players: 2..4
types: {color: [red, green]}
components:
  card: {has: {color: color, points: integer}}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  thrown: {pile of: card}
  table: {row of: card, each: player, seen by: SEEN}
state:
  card: {tried: {type: flag, reset: leaving table}}
values:
  card: {fits: points is points of top of thrown}
phases:
  game: |
    each player:
      move top 3 of deck to table
    repeat 3 times:
      move top of deck to thrown
procedures:
  judge card c: |
    JUDGE
actions:
  claim:
    about: throw a card that fits
    limit: once per reactions
    choose: {claimed: from table where not tried}
    do: |
      EFFECT
windows:
  reactions: {opens: a card enters thrown, asks: players, offers: [claim], closes: all passed}
end:
  done: {after: game, if: any(thrown), winners: players with least count(table)}
"""
CARDS = "card:\n" + "".join(
    f"  {c}_{n}: {{color: {c}, points: {n}, copies: 4}}\n" for c in ("red", "green") for n in (1, 2)
)
JUDGED = "judge claimed"
THEN = "\n        move claimed to thrown\n      else:\n        set tried of claimed to yes\n        reveal claimed"


def found(folder: Path, effect: str, judge: str = "move c to thrown", seen: str = "nobody") -> list[str]:
    """What is warned of, as the text where it stands."""
    text = BOOK.replace("EFFECT", effect).replace("JUDGE", judge).replace("SEEN", seen)
    if "judge" not in effect:
        text = text.replace("procedures:\n  judge card c: |\n    " + judge + "\n", "")
    return [p.span.text for p in elaborated(folder, text, CARDS)[1] if p.code == "blind-claim" and p.span]


@pytest.mark.parametrize(
    "test", ["count(thrown) > 2", "any(thrown)", "tried of claimed", "points of top of thrown > 1", "any(table)"]
)
def test_judged_by_something_else(test: str, tmp_path: Path) -> None:
    assert found(tmp_path, f"if {test}:{THEN}") == [test]


@pytest.mark.parametrize(
    "effect",
    [
        f"if fits of claimed:{THEN}",
        f"if color of claimed is red and count(thrown) > 1:{THEN}",
        f"if count(thrown) > 2 or claimed is red_1:{THEN}",
        f"if count(thrown) > 2:\n        {JUDGED}\n      else:\n        reveal claimed",
        "move claimed to thrown",
        "move claimed to thrown\n      if count(thrown) > 2:\n        shuffle deck",
        "if count(thrown) > 2:\n        shuffle deck\n      move claimed to thrown",
    ],
)
def test_judged_by_the_truth_or_not_at_all(effect: str, tmp_path: Path) -> None:
    assert found(tmp_path, effect) == []


def test_what_is_seen_is_no_claim(tmp_path: Path) -> None:
    for seen in ("everyone", "owner"):
        assert found(tmp_path / seen, f"if count(thrown) > 2:{THEN}", seen=seen) == []
