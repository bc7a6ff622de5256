"""`encanta list`: the games that can be played."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from encanta.resources import RULEBOOK_FILE, games_in, rulebooks_root
from encanta_cli.common import JsonOption

if TYPE_CHECKING:
    from encanta.text.nodes import Node

_PLAYERS = re.compile(r"(\d{1,3})(?:\s*\.\.\s*(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Game:
    """One line of the list. `players` is the least and the most; both it and the title are None if unreadable."""

    name: str
    folder: Path
    shipped: bool
    title: str | None
    players: tuple[int, int] | None


def command(as_json: JsonOption = False) -> None:
    """List the shipped games, and the rulebooks in the current folder."""
    games = _games(rulebooks_root(), shipped=True) + _games(Path(), shipped=False)
    if as_json:
        _write_json(games)
    else:
        _write_table(games)


def _games(root: Path, shipped: bool) -> list[Game]:
    return [_game(root / name, shipped) for name in games_in(root)]


def _game(folder: Path, shipped: bool) -> Game:
    """What the head of a rulebook says. A rulebook with mistakes is listed too, with as much as can be read."""
    from encanta.text.nodes import Mapping
    from encanta.text.source import ReadFailure, load_source
    from encanta.text.yaml_reader import read_yaml

    try:
        root, _ = read_yaml(load_source(folder / RULEBOOK_FILE))
    except ReadFailure:
        root = None
    if not isinstance(root, Mapping):
        return Game(folder.name, folder, shipped, None, None)
    return Game(folder.name, folder, shipped, _text(root.get("title")), _players(root.get("players")))


def _text(node: Node | None) -> str | None:
    from encanta.text.nodes import Scalar

    if not isinstance(node, Scalar) or not node.text:
        return None
    # A rulebook is a stranger's file: nothing in it may steer the terminal.
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in node.text)


def _players(node: Node | None) -> tuple[int, int] | None:
    """The least and the most players, from `2..6` or `4`."""
    match = _PLAYERS.fullmatch((_text(node) or "").strip())
    if match is None:
        return None
    least = int(match[1])
    return least, int(match[2] or least)


def _write_json(games: list[Game]) -> None:
    from encanta_cli.output import emit_json

    emit_json([_as_json(game) for game in games])


def _as_json(game: Game) -> dict[str, Any]:
    players = None if game.players is None else {"least": game.players[0], "most": game.players[1]}
    return {
        "name": game.name,
        "title": game.title,
        "players": players,
        "shipped": game.shipped,
        "folder": str(game.folder.resolve()),
    }


def _write_table(games: list[Game]) -> None:
    rows = [
        (game.name, game.title or "?", _players_text(game.players), "" if game.shipped else "in this folder")
        for game in games
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    for row in rows:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if not rows:
        typer.echo("no games")
    if any(game.title is None for game in games):
        typer.echo("help: `?` marks a rulebook with mistakes; `encanta validate` says which")


def _players_text(players: tuple[int, int] | None) -> str:
    if players is None:
        return "? players"
    least, most = players
    count = str(least) if least == most else f"{least} to {most}"
    return f"{count} player{'' if most == 1 else 's'}"
