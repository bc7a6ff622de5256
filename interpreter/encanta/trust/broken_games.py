"""Games that broke, saved as the smallest scenarios that still break."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from encanta.checking.configure import Rulebook
from encanta.checking.model import Model
from encanta.machine.bits import members
from encanta.machine.program import Program
from encanta.machine.table import State
from encanta.play.opening import Opened
from encanta.play.quiet import asked_again
from encanta.play.recording import settings_in_words
from encanta.resources import rulebooks_root
from encanta.scenarios.drafts import Draft
from encanta.scenarios.games import Games
from encanta.scenarios.generic import Finding, builds_of, game_again
from encanta.scenarios.reading import FOLDER
from encanta.scenarios.recorded import Played, played
from encanta.simulate.one_game import Player
from encanta.simulate.tally import Fault
from encanta.trust.shrinking import breaks_law, shrunk

SHOWN_BY_SCENARIOS = ("conservation", "options", "purity", "saving", "checks", "ending")
"""Laws that `laws: hold` looks at; the others hold two whole games against each other."""
BROKEN = "broken"
"""The folder of scenarios of broken games, within those of a rulebook."""
_LAW_OF = {"error": "ending", "stuck": "ending", "lost": "conservation"}


def scenario_of_finding(games: Games, finding: Finding) -> Draft | None:
    """The smallest scenario for a law that did not hold in a random game; None if no scenario shows it."""
    model, _ = games.model(finding.players)
    if model is None or finding.law not in SHOWN_BY_SCENARIOS:
        return None
    quiet, taken = game_again(builds_of(model), finding.seed)
    values = taken if finding.law == "ending" else taken[: finding.decisions]
    return _smallest(
        _game(games, model, (), finding.seed, values, members(quiet)), finding.law, finding.seed, finding.message
    )


def scenario_of_fault(rulebook: Rulebook, opened: Opened, kinds: Sequence[str], fault: Fault) -> Draft | None:
    """The smallest scenario for what went wrong in a game of bots; None if no scenario shows it."""
    noting = _Noting(opened.program)
    Player(noting, kinds).play(fault.seed)
    games = Games(rulebook)
    chosen = () if rulebook.chosen is None else (rulebook.chosen,)
    variants = tuple(dict.fromkeys((*chosen, *opened.request.variants)))
    seats = range(opened.program.seats)
    game = _game(games, opened.program.model, variants, fault.seed, noting.values, list(seats))
    return _smallest(game, _LAW_OF.get(fault.kind, "ending"), fault.seed)


class _Noting(Program):
    """A program that notes every decision, also the one that breaks it."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.compiled, program.code)
        self.values: list[int] = []

    def advance(self, state: State, value: int) -> None:
        """Takes an option."""
        self.values.append(value)
        super().advance(state, value)


def _game(
    games: Games, model: Model, variants: tuple[str, ...], seed: int, values: Sequence[int], quiet: Sequence[int]
) -> Played:
    """A game with its quiet seats asked."""
    settings = {name: str(value) for name, value in settings_in_words(model).items()}
    game = played(games, model.players, settings, variants, seed, values)
    try:
        loud = asked_again(game.program, seed, values, quiet, 0)
    except Exception:
        # The last decision breaks the program.
        loud = [*asked_again(game.program, seed, values[:-1], quiet, 0), values[-1]]
    return replace(game, values=tuple(loud))


def _smallest(game: Played, law: str, seed: int, message: str = "") -> Draft | None:
    what = message if law == "checks" else f"the law of {law} does not hold"
    draft = shrunk(game, f"{what}, seed {seed}", breaks_law(game, law, message))
    if draft is None:
        return None
    return replace(draft, notes=(f"The smallest scenario found in which a game with seed {seed} still breaks.",))


# ------------------------------------------------------------------------------------------------ saving


def file_for(root: Path, name: str) -> Path:
    """Where a broken game is saved: with the scenarios of its rulebook; of a shipped one in the current folder."""
    shipped = root.resolve().is_relative_to(rulebooks_root().resolve())
    return Path(f"{root.name}_{name}.yaml") if shipped else root / FOLDER / BROKEN / f"{name}.yaml"


def name_of(finding: Finding) -> str:
    """The name of the file for a finding."""
    check = re.sub(r"\W+", "_", finding.message.removesuffix("does not hold")).strip("_")
    what = f"{finding.law}_{check}" if finding.law == "checks" else finding.law
    return f"{what}_{finding.players}_players_seed_{finding.seed}"


def save(draft: Draft, path: Path) -> Path:
    """Write a scenario to its file; one of the same name goes. Raises OSError if that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(draft.text, encoding="utf-8", newline="\n")
    return path
