"""`encanta show GAME PAGE`: the rules, cards, phases, timing, options or assumptions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the rules as a page to read or to print.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Show what the rulebook of a game says, as it is set up: with its variants, and its options as they are set."""
    if page not in PAGES:
        fail(f"there is no page `{page}`", near(page, PAGES) or f"the pages are {', '.join(PAGES)}")
    _must_fit(page, html, as_json)
    settings = read_settings(
        players=players, variants=variant, preset=preset, values=values, seed=seed, seats=seats, language=language
    )
    from encanta_cli.manuals import open_book
    from encanta_cli.opening import request_for
    from encanta_cli.pages import page_data, show_page

    request = request_for(game, settings)
    book = open_book(request)
    if html is not None:
        from encanta_cli.booklets import write_booklet

        write_booklet(html, book, request, language)
    elif as_json:
        from encanta_cli.output import emit_json

        emit_json(page_data(page, book))
    else:
        show_page(page, book)


def _must_fit(page: str, html: Path | None, as_json: bool) -> None:
    """Whether the options go together."""
    if html is not None and (page != "rules" or as_json):
        fail("`--html` is for the rules alone", "write `encanta show GAME rules --html FILE`")
