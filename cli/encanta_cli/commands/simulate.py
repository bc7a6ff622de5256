"""`encanta simulate GAME`: let bots play many games and count what happens."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli import exits
from encanta_cli.common import (
    GameArgument,
    JsonOption,
    LanguageOption,
    PlayersOption,
    PresetOption,
    SeatsOption,
    SeedOption,
    SetOption,
    VariantOption,
    read_settings,
)

if TYPE_CHECKING:
    from encanta.play.opening import Opened
    from encanta.simulate.many import Order, Result

GamesOption = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, max=256, help="How many processes; the result is the same.")
]
UnusedOption = Annotated[
    bool, typer.Option("--unused", help="List the texts of cards that never came to matter; in one process, slower.")
]
FIRST_SEED = 1
"""The seed of the first game unless another is asked for: simulations are to be repeated."""


def command(
    game: GameArgument,
    games: GamesOption = 1000,
    players: PlayersOption = None,
    variant: VariantOption = None,
    preset: PresetOption = None,
    values: SetOption = None,
    seed: SeedOption = None,
    seats: SeatsOption = None,
    language: LanguageOption = None,
    jobs: JobsOption = None,
    unused: UnusedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let bots play many games, one seed a game, and count wins, lengths, scores, and what was offered and used."""
    settings = read_settings(
        players=players, variants=variant, preset=preset, values=values, seed=seed, seats=seats, language=language
    )
    from dataclasses import replace

    from encanta.simulate.many import Order, simulate
    from encanta_cli.opening import open_game, seat_kinds
    from encanta_cli.output import emit_json, progress, say
    from encanta_cli.simulation import result_data, result_lines

    opened = open_game(game, settings)
    program = opened.program
    kinds = seat_kinds(settings, program.seats, interactive=False, humans=False)
    first = settings.seed if settings.seed is not None else FIRST_SEED
    order = Order(replace(opened.request, players=program.seats), tuple(kinds), first, games)
    never = None
    with progress(games, "games") as advance:
        if unused:
            from encanta.trust.mattering import simulate_noting

            result, never = simulate_noting(order, advance, program.model)
        else:
            result = simulate(order, jobs if jobs is not None else os.cpu_count() or 1, advance, program)
    if as_json:
        emit_json(result_data(order, result, program, never))
    else:
        for line in result_lines(order, result, program, opened.labels if language is not None else {}, never):
            say(line)
    _end(order, result, opened)


def _end(order: Order, result: Result, opened: Opened) -> None:
    """Say on standard error what went wrong, and end with the code for it. The first game that broke is saved."""
    tally = result.tally
    for number, fault in enumerate(tally.faults[:5]):
        typer.echo(
            f"error: the game with seed {fault.seed} stops after {fault.decisions} decisions: {fault.message}", err=True
        )
        if number == 0 and not result.stopped:
            from encanta_cli.breaking import save_fault

            saved = save_fault(order, opened, fault)
            typer.echo(f"saved as {saved}" if saved else "no scenario shows it by itself", err=True)
    if result.stopped:
        typer.echo(f"stopped after {tally.games} of {order.games} games; what was counted until then is kept", err=True)
        raise typer.Exit(exits.INTERRUPTED)
    if tally.faults:
        broken = any(fault.kind in ("error", "lost") for fault in tally.faults)
        raise typer.Exit(exits.INTERNAL_ERROR if broken else exits.FINDINGS)
