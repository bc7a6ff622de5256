"""Opens a game as it is and as it is changed, by variants, files of house rules, options or a preset."""

from __future__ import annotations

from collections.abc import Mapping as Map
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field, replace
from pathlib import Path

from encanta.authoring.differences import Changed, Setting, changes, settings_changed
from encanta.checking.configure import Rulebook, make_rulebook
from encanta.checking.loading import LoadResult, load
from encanta.checking.structure_codes import UNKNOWN_GAME
from encanta.text.diagnostic import Diagnostic, error, has_errors, sort_diagnostics


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be compared with the game as it is. `variants` are names of variants, or files."""

    game: str
    variants: tuple[str, ...] = ()
    settings: Map[str, str] = field(default_factory=dict)
    preset: str | None = None
    players: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs, for a number of players; `names` are the variants that were laid over the game, with titles."""

    title: str
    players: int
    names: tuple[tuple[str, str], ...]
    settings: tuple[Setting, ...]
    changes: tuple[Changed, ...]


def is_file(variant: str) -> bool:
    """Whether a variant is named by its file."""
    return variant.endswith((".yaml", ".yml")) or "/" in variant or "\\" in variant


def compare(wanted: Wanted) -> tuple[Comparison | None, list[Diagnostic]]:
    """The comparison, or None and what is wrong."""
    after, names, found = _opened(wanted)
    if after is None:
        return None, sort_diagnostics(found)
    before = make_rulebook(replace(after.text, chosen=None))
    players = wanted.players if wanted.players is not None else _players(before, after, names)
    old, problems = before.prepare(players)
    new, more = after.prepare(players, dict(wanted.settings), wanted.preset, names)
    if old is None or new is None:
        return None, sort_diagnostics([*problems, *more])
    laid = [*([after.chosen] if after.chosen is not None and after.chosen not in names else []), *names]
    titles = tuple((name, after.variants[name].title) for name in laid)
    options = settings_changed(before.base, after.stage(names), old, new)
    return Comparison(before.title, players, titles, tuple(options), tuple(changes(old, new))), []


def _players(before: Rulebook, after: Rulebook, names: Seq[str]) -> int:
    """The least number of players that both are for, else the least of the game as it is."""
    least, most = before.players
    offered = after.stage(names).offered
    return next((players for players in range(least, most + 1) if players in offered), least)


def _opened(wanted: Wanted) -> tuple[Rulebook | None, list[str], list[Diagnostic]]:
    """The rulebook with all files of house rules among its variants, and the names of the variants that are meant."""
    loaded = load(wanted.game)
    found = list(loaded.diagnostics)
    text = loaded.rulebook
    if text is None:
        return None, [], found
    names = []
    for variant in wanted.variants:
        if not is_file(variant):
            names.append(variant)
            continue
        house = load(variant)
        found.extend(house.diagnostics)
        problem = _misplaced(house, variant, text.root, wanted.game)
        if problem is not None:
            return None, [], [*found, problem]
        if house.rulebook is None:
            return None, [], found
        name = house.rulebook.chosen or ""
        text.variants[name] = house.rulebook.variants[name]
        text.variant_problems[name] = house.rulebook.variant_problems.get(name, [])
        names.append(name)
    rulebook = make_rulebook(text)
    found.extend(rulebook.base.diagnostics)
    return (None if has_errors(found) else rulebook), names, found


def _misplaced(house: LoadResult, variant: str, root: Path, game: str) -> Diagnostic | None:
    """What is wrong with a file that is no change of this game."""
    text = house.rulebook
    if text is None:
        return None
    if text.chosen is None:
        return error(UNKNOWN_GAME, f"`{variant}` is a game of its own, and no change of `{game}`", None)
    if text.root.resolve() != root.resolve():
        return error(UNKNOWN_GAME, f"`{variant}` changes `{text.root.name}`, not `{game}`", None)
    return None
