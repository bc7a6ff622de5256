"""Saves games that broke in tests and simulations as scenarios, and says where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from encanta.play.opening import Opened
    from encanta.scenarios.drafts import Draft
    from encanta.scenarios.testing import Preparation
    from encanta.simulate.many import Order
    from encanta.simulate.tally import Fault

MOST_SAVED = 3
"""Broken games of one run that are saved; the others are only told."""


def save_findings(preparation: Preparation) -> None:
    """Save the first games in which a law did not hold; each finding says in which file."""
    from encanta.scenarios.games import Games
    from encanta.trust.broken_games import SHOWN_BY_SCENARIOS, file_for, name_of, scenario_of_finding

    rulebook = preparation.rulebook
    left = MOST_SAVED
    for tally in preparation.tested.tallies:
        for number, finding in enumerate(tally.findings):
            if rulebook is None or not left or finding.law not in SHOWN_BY_SCENARIOS:
                continue
            left -= 1
            draft = scenario_of_finding(Games(rulebook), finding)
            path = file_for(rulebook.root, name_of(finding))
            tally.findings[number] = replace(finding, saved=_saved(draft, path))


def save_fault(order: Order, opened: Opened, fault: Fault) -> str:
    """Save the game of a fault; the file, or nothing if no scenario shows it."""
    from encanta.checking.configure import open_rulebook
    from encanta.trust.broken_games import file_for, scenario_of_fault

    rulebook, _ = open_rulebook(order.request.game)
    if rulebook is None:
        return ""
    draft = scenario_of_fault(rulebook, opened, order.kinds, fault)
    return _saved(draft, file_for(rulebook.root, f"{fault.kind}_{len(order.kinds)}_players_seed_{fault.seed}"))


def _saved(draft: Draft | None, path: Path) -> str:
    from encanta.trust.broken_games import save

    if draft is None:
        return ""
    try:
        return str(save(draft, path))
    except OSError:
        return ""
