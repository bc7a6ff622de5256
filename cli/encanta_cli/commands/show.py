"""`encanta show GAME PAGE`: the rules, cards, phases, timing, options or assumptions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from encanta_cli.manuals import Book

PAGES = ("rules", "cards", "phases", "timing", "options", "assumptions")


def command(
    game: GameArgument,
    page: Annotated[
        str,
        typer.Argument(metavar="|".join((*PAGES, "NAME")), help="What to show: a page, or what is called so."),
    ] = "rules",
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
    mermaid: Annotated[
        bool, typer.Option("--mermaid", help="Draw the phases as a Mermaid flowchart, for `phases`.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Show what the rulebook of a game says, as it is set up: with its variants, and its options as they are set."""
    _must_fit(page, html, as_json, mermaid)
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
    elif mermaid:
        _draw(book)
    elif page not in PAGES:
        _show_what_is_called(page, book, as_json)
    elif as_json:
        from encanta_cli.output import emit_json

        emit_json(page_data(page, book))
    else:
        show_page(page, book)


def _show_what_is_called(name: str, book: Book, as_json: bool) -> None:
    """Show the cards, rules, places and options of a name, as `? NAME` does at the table."""
    from encanta.explain.looking_up import find, look_up
    from encanta_cli.output import emit_json, say
    from encanta_cli.pages import things_data

    found = find(book.manual, name, book.words)
    if not found:
        names = (*PAGES, *(thing.name for thing in book.manual.things), *book.words.values())
        pages = f"the pages are {', '.join(PAGES)}; or name a card, a rule, a place or an option"
        fail(f"there is no page `{name}`, and nothing in these rules is called so", near(name, names) or pages)
    if as_json:
        emit_json(things_data(name, found, book))
        return
    for line in look_up(book.manual, name, book.words):
        say(line)


def _draw(book: Book) -> None:
    """The phases as a diagram."""
    from encanta.checking.configure import elaborated
    from encanta.explain.flow import mermaid
    from encanta_cli.opening import give_up
    from encanta_cli.output import say

    model, problems = elaborated(book.prepared, [], costs=False, reach=False)
    if model is None:
        give_up(problems)
    for line in mermaid(model).splitlines():
        say(line)


def _must_fit(page: str, html: Path | None, as_json: bool, mermaid: bool) -> None:
    """Whether the options go together."""
    if mermaid and (page != "phases" or as_json or html is not None):
        fail("`--mermaid` is for the phases alone", "write `encanta show GAME phases --mermaid`")
    if html is not None and (page != "rules" or as_json):
        fail("`--html` is for the rules alone", "write `encanta show GAME rules --html FILE`")
