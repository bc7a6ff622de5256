"""Games as scenarios: written into a file of scenarios, beside those that stand there already."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from encanta.machine.game import Game
    from encanta.play.recording import Setup

SUFFIXES = (".yaml", ".yml")
"""Files in which games are kept as scenarios."""


class NotKept(Exception):
    """A scenario that cannot be written; the message says why."""


def keep_as_scenario(game: Game, setup: Setup, path: Path, step: int | None = None) -> str:
    """Write a game, or the position after so many of its decisions, as a scenario; a sentence about it.

    Raises NotKept.
    """
    from dataclasses import replace

    from encanta.checking.configure import open_rulebook
    from encanta.scenarios import recorded
    from encanta.scenarios.saying import Unsayable

    titles, text = _there(path)
    rulebook, _ = open_rulebook(setup.game)
    if rulebook is None:
        raise NotKept(f"the rulebook of `{setup.game}` cannot be read any more")
    try:
        played = recorded.of_decisions(rulebook, setup, game.decisions)
        if step is None:
            draft = recorded.of_game(played, _title(f"a game with seed {setup.seed}", titles))
        else:
            made = recorded.steps_of(played, setup, game.decisions, step)
            position = recorded.of_position(
                played, made, _title(f"after {step} decision{'' if step == 1 else 's'}, seed {setup.seed}", titles)
            )
            draft = replace(position.draft, notes=recorded.notes_on(position, step, played))
        draft = recorded.proved(played, draft)
    except Unsayable:
        raise NotKept("there are no words for what happens in this game") from None
    _write(path, f"{text}\n{draft.text}" if text else draft.text)
    extent = f"{len(draft.play)} line{'' if len(draft.play) == 1 else 's'} of play"
    return f"written to {path}: `{draft.title}`, {extent}"


def _there(path: Path) -> tuple[set[str], str]:
    """The titles of the scenarios in a file that is there, and its text."""
    from encanta.scenarios.reading import parse_scenarios
    from encanta.text.diagnostic import has_errors
    from encanta.text.source import ReadFailure, load_source

    if not path.exists():
        return set(), ""
    try:
        source = load_source(path)
    except ReadFailure as failure:
        raise NotKept(failure.diagnostic.message) from None
    scenarios, problems = parse_scenarios(source)
    if has_errors(problems):
        raise NotKept(f"{path} is no file of scenarios")
    return {scenario.title for scenario in scenarios}, source.text.rstrip("\n") + "\n" if source.text.strip() else ""


def _title(title: str, taken: set[str]) -> str:
    """A title that is not taken."""
    number = 2
    found = title
    while found in taken:
        found = f"{title} ({number})"
        number += 1
    return found


def _write(path: Path, text: str) -> None:
    from encanta.authoring.files import replace_text

    try:
        if path.exists():
            replace_text(path, text)
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise NotKept((problem.strerror or str(problem)).lower()) from None
