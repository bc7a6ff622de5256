"""`encanta diff GAME VARIANT`: what a variant, or options that are set, change in the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli.common import (
    GameArgument,
    JsonOption,
    PlayersOption,
    PresetOption,
    SetOption,
    fail,
    locate_game,
    read_settings,
)

if TYPE_CHECKING:
    from encanta.authoring.comparing import Comparison

VariantsArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[VARIANT]...", help="Names of variants, or files of house rules.")
]


def command(
    game: GameArgument,
    variants: VariantsArgument = None,
    players: PlayersOption = None,
    preset: PresetOption = None,
    values: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a variant, house rules, options or a preset change: each rule as it was and as it becomes.

    A file of house rules may stand for GAME: it names the game that it changes.
    """
    from encanta.authoring.comparing import Wanted, compare
    from encanta_cli.opening import give_up

    settings = read_settings(players=players, preset=preset, values=values)
    locate_game(game)
    _must_change(game, variants, preset, values)
    wanted = Wanted(game, tuple(variants or ()), settings.values, preset, players)
    comparison, problems = compare(wanted)
    if comparison is None:
        give_up(problems)
    if as_json:
        from encanta_cli.changes import comparison_data
        from encanta_cli.output import emit_json

        emit_json(comparison_data(comparison))
    else:
        _show(comparison)


def _must_change(game: str, variants: list[str] | None, preset: str | None, values: list[str] | None) -> None:
    from encanta.authoring.comparing import is_file

    if not (variants or preset or values or is_file(game)):
        fail(
            "nothing is named that changes the game",
            "name a variant, a file of house rules, `--set NAME=VALUE` or `--preset NAME`",
        )


def _show(comparison: Comparison) -> None:
    from encanta_cli.changes import comparison_lines
    from encanta_cli.output import console, say

    out = console()
    for line in comparison_lines(comparison, out.width if out.is_terminal else None):
        say(line)
