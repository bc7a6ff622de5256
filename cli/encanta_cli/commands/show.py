"""`encanta show GAME PAGE`: the rules, cards, phases, timing, options or assumptions of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from encanta_cli.common import (
    GameArgument,
    JsonOption,
    PlayersOption,
    PresetOption,
    SeatsOption,
    SeedOption,
    SetOption,
    VariantOption,
    fail,
    near,
    read_settings,
)

PAGES = ("rules", "cards", "phases", "timing", "options", "assumptions")


def command(
    game: GameArgument,
    page: Annotated[str, typer.Argument(metavar="|".join(PAGES), help="What to show.")] = "rules",
    players: PlayersOption = None,
    variant: VariantOption = None,
    preset: PresetOption = None,
    values: SetOption = None,
    seed: SeedOption = None,
    seats: SeatsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what the rulebook of a game says, as it is set up: with its variants, and its options as they are set."""
    if page not in PAGES:
        fail(f"there is no page `{page}`", near(page, PAGES) or f"the pages are {', '.join(PAGES)}")
    settings = read_settings(players=players, variants=variant, preset=preset, values=values, seed=seed, seats=seats)
    from encanta_cli.manuals import open_book
    from encanta_cli.opening import request_for
    from encanta_cli.pages import page_data, show_page

    book = open_book(request_for(game, settings))
    if as_json:
        from encanta_cli.output import emit_json

        emit_json(page_data(page, book))
    else:
        show_page(page, book)
