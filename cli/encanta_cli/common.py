"""Options that read the same in every command, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from encanta.resources import games_in, is_rulebook, rulebooks_root, shipped_games
from encanta_cli import exits

PlayersOption = Annotated[int | None, typer.Option("--players", metavar="N", min=1, help="How many play.")]
VariantOption = Annotated[
    list[str] | None, typer.Option("--variant", metavar="NAME", help="Play with a variant; may be repeated.")
]
PresetOption = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="Take the options of a preset.")]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game; may be repeated.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="The seed of all chance; the same seed, the same game.")
]
SeatsOption = Annotated[
    str | None,
    typer.Option("--seats", metavar="SEATS", help="Who plays: 1=human,2=thinking,3=first; the others are random bots."),
]
LanguageOption = Annotated[
    str | None,
    typer.Option("--language", metavar="LANG", help="Name things in a language of the rulebook: `en`, `es`..."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The name of a game, or the folder of a rulebook.")]
GamesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[PATH|GAME]...", help="Folders of rulebooks, or names of games.")
]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a game is to be played, as the options say it; nothing here has been held against a rulebook yet."""

    players: int | None = None
    variants: tuple[str, ...] = ()
    preset: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    seats: Mapping[int, str] = field(default_factory=dict)
    language: str | None = None


def read_settings(
    *,
    players: int | None = None,
    variants: Sequence[str] | None = None,
    preset: str | None = None,
    values: Sequence[str] | None = None,
    seed: int | None = None,
    seats: str | None = None,
    language: str | None = None,
) -> Settings:
    """The settings that the options stand for. A badly written option ends the program with a usage error."""
    chosen = parse_seats(seats) if seats is not None else {}
    beyond = [seat for seat in chosen if players is not None and seat > players]
    if beyond:
        fail(f"`--seats` names seat {beyond[0]}, but {players} play")
    return Settings(players, tuple(variants or ()), preset, parse_values(values or ()), seed, chosen, language)


def parse_values(pairs: Iterable[str]) -> dict[str, str]:
    """The options of the game that `--set NAME=VALUE` names, with their values as text."""
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name, value = name.strip(), value.strip()
        if not (name and equals and value):
            fail(
                f"`--set {pair}` is not a name and a value",
                "write the name, an equals sign and the value: `name=value`",
            )
        if values.setdefault(name, value) != value:
            fail(f"`--set` gives `{name}` twice, as `{values[name]}` and as `{value}`")
    return values


def parse_seats(text: str) -> dict[int, str]:
    """Who plays which seat, from a text such as `1=human,2=random`; seats are counted from 1."""
    seats: dict[int, str] = {}
    for part in text.split(","):
        number, equals, kind = (piece.strip() for piece in part.partition("="))
        if not (equals and kind and number.isascii() and number.isdigit() and 0 < len(number) < 4 and int(number)):
            fail(
                f"`{part.strip()}` in `--seats` does not say who plays which seat",
                "write the number of the seat, an equals sign and who plays it: `1=human,2=random`",
            )
        if seats.setdefault(int(number), kind) != kind:
            fail(f"`--seats` names seat {number} twice, as `{seats[int(number)]}` and as `{kind}`")
    return seats


def locate_game(text: str) -> Path:
    """The folder of a game that is named on the command line: a path, a game of this folder, or a shipped one.

    A game of this folder goes before a shipped one of the same name. What is no game at all ends the program
    with a usage error. A path that exists is returned as it is: whether it is a rulebook is for others to say.
    """
    path = Path(text)
    if is_rulebook(path):
        return path
    if text in shipped_games():
        return rulebooks_root() / text
    if _exists(path):
        return path
    known = sorted({*shipped_games(), *games_in(Path())})
    fail(f"there is no game or folder `{text}`", near(text, known) or "list the games with `encanta list`")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def near(name: str, names: Iterable[str]) -> str | None:
    """The question whether the nearest of some names was meant, or None if none is near."""
    from encanta.text.nearest import nearest

    found = nearest(name, names)
    return f"did you mean `{found}`?" if found else None


def fail(message: str, help: str | None = None) -> NoReturn:
    """End the program with a usage error: a lower-case sentence, and what to do about it."""
    typer.echo(f"error: {message}", err=True)
    if help is not None:
        typer.echo(f"help: {help}", err=True)
    raise typer.Exit(exits.USAGE)
