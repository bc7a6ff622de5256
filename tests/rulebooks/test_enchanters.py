"""What scenarios of Enchanters cannot show: the set-up beside one from which a step is taken out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import encanta.resources as resources
from encanta.checking.configure import open_rulebook
from encanta.machine.program import Program, load_program
from encanta.machine.table import State

GAME = resources.rulebooks_root() / "enchanters"
SETTINGS = {"kingdom_choice": "by_lot", "kingdom_pool": "first_game", "overlord_in_play": "no"}


def begun(folder: Path, players: int, seed: int) -> tuple[Program, list[int]]:
    """A game that has been set up, with all cards of the deck: those of the track first, then from the top."""
    rulebook, found = open_rulebook(str(folder))
    assert rulebook is not None, found
    model, found = rulebook.configure(players, SETTINGS)
    assert model is not None, found
    program = load_program(model)
    state: State = program.start(seed)
    cells = {i.place.name: i.cell for i in program.layout.instances if i.owner < 0}
    return program, [x for x in (*state[cells["track"]], *state[cells["adventure_deck"]]) if x >= 0]


@pytest.mark.parametrize("players", [2, 3])
def test_the_first_items_and_enchantments_come_from_the_bottom(players: int, tmp_path: Path) -> None:
    """ENCH-018 to 020: what is met first from the bottom lies on top, in that order; the rest keeps its own."""
    unprimed = tmp_path / "enchanters"
    shutil.copytree(GAME, unprimed, ignore=shutil.ignore_patterns("scenarios", "variants"))
    text = (unprimed / "rulebook.yaml").read_text(encoding="utf-8")
    before, rest = text.split("  prime: |\n", 1)
    after = rest[rest.index("  track: refill track") :]
    readings = after.index("  priming:\n")
    after = after[:readings] + after[after.index("  too_strong:\n") :]
    (unprimed / "rulebook.yaml").write_text(before + after, encoding="utf-8")
    program, primed = begun(GAME, players, 7)
    _, plain = begun(unprimed, players, 7)
    types = program.layout.property_table(program.model.components["card"].properties["type"])
    found = [x for x in reversed(plain) if types[x] in (0, 1)][: 3 * players]
    assert primed == [*found, *(x for x in plain if x not in found)]
