"""What is settled before a rulebook is elaborated: how many play, who sits together, what the options are set to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from encanta.checking.model import OptionDecl


@dataclass(frozen=True, slots=True)
class Facts:
    """One way of playing a rulebook. The tree that goes with it holds no `by OPTION` and no table over players.

    `player_range` is the least and the most players that the rulebook offers. `settings` gives each option an integer:
    a number as it is, a flag as 0 or 1, a choice as the index of its reading in `options[name].members`. `sides` holds
    the seats (from 0) of each side, in the order of their first seats. `fingerprint` is the SHA-256 of all file texts
    that matter.
    """

    players: int
    player_range: tuple[int, int]
    settings: Mapping[str, int]
    options: Mapping[str, OptionDecl]
    sides: tuple[tuple[int, ...], ...]
    title: str
    fingerprint: str
