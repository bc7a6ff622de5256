"""The printed rules of a game as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from encanta_cli.common import fail
from encanta_cli.opening import must_speak

if TYPE_CHECKING:
    from encanta.checking.configure import Prepared
    from encanta.play.opening import Request
    from encanta_cli.manuals import Book


def write_booklet(file: Path, book: Book, request: Request, language: str | None) -> None:
    """Write the rules as one page of HTML. A language that the rulebook does not carry ends the command."""
    from encanta.explain.booklet.page import Source, booklet, languages_of
    from encanta_cli.output import say

    known = languages_of(book.rulebook)
    if language is not None:
        must_speak(language, known)
    variants = [*([book.rulebook.chosen] if book.rulebook.chosen is not None else []), *request.variants]
    source = Source(book.rulebook, book.manual, book.prepared, _ways(book, request), tuple(dict.fromkeys(variants)))
    try:
        file.write_text(booklet(source, language), encoding="utf-8", newline="\n")
    except OSError as problem:
        fail(f"`{file}` cannot be written: {(problem.strerror or str(problem)).lower()}")
    say(f"wrote {file}")


def _ways(book: Book, request: Request) -> dict[int, Prepared]:
    """The rulebook for every number of players that the settings allow."""
    offered = book.rulebook.stage(request.variants).offered
    found = {}
    for players in range(offered.least, (offered.most or offered.least) + 1):
        prepared, _ = book.rulebook.prepare(players, request.values, request.preset, request.variants)
        if prepared is not None:
            found[players] = prepared
    return found or {book.prepared.facts.players: book.prepared}
