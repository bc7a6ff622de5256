"""The list of commands, and the group that imports only the one that runs."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from encanta_cli import exits
from encanta_cli.common import fail, near

# Every command: its name is the name of its module in `encanta_cli.commands`, whose function `command` it runs.
# The help stands here, so that listing the commands imports none of them.
COMMANDS = {
    "new": "Begin a rulebook with a small game that works.",
    "list": "List the games that can be played.",
    "validate": "Check rulebooks and report every problem.",
    "play": "Play a game against people or bots.",
    "simulate": "Let bots play many games and count what happens.",
    "test": "Run the scenarios of a rulebook, and the tests every rulebook gets.",
    "replay": "Play a recorded game again.",
    "why": "Explain a recorded game: moves, events and scores.",
    "show": "Show the rules, cards, phases, timing, options or assumptions of a game.",
    "diff": "Show what a variant or an option changes in the rules.",
    "fmt": "Lay the files of rulebooks out in one way.",
    "explain": "Explain a diagnostic code.",
    "mistakes": "Put mistakes into rulebooks and count which are found.",
}
FOR_DEVELOPERS = frozenset({"mistakes"})
"""Commands that measure the program itself."""


class LazyGroup(TyperGroup):
    """A group whose commands are imported when they run."""

    # The context and the formatter are typed by names that typer keeps private, hence `Any`.

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands whose modules are there, in the order of the list above."""
        return [name for name in COMMANDS if importlib.util.find_spec(_module_name(name)) is not None]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, imported now; None if there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(_module_name(cmd_name))
        app = _new_app()
        app.command(name=cmd_name)(module.command)
        return typer.main.get_command(app)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Split what is to run from its arguments; a name that is no command is a usage error with a near name."""
        name = args[0]
        commands = self.list_commands(ctx)
        if name in commands or name.startswith("-"):
            return super().resolve_command(ctx, args)
        fail(f"there is no command `{name}`", near(name, commands) or "list the commands with `encanta --help`")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands into the help text, those for the developers of the program apart."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in names if name not in FOR_DEVELOPERS])
        with formatter.section("Commands for the developers of the program"):
            formatter.write_dl([(name, COMMANDS[name]) for name in names if name in FOR_DEVELOPERS])

    def invoke(self, ctx: Any) -> Any:
        """Run the command; the end of what a person types, or of whoever reads the output, ends it quietly."""
        try:
            return super().invoke(ctx)
        except EOFError:
            raise typer.Exit(exits.INTERRUPTED) from None
        except BrokenPipeError:
            exits.close_output()
            raise typer.Exit(exits.PIPE_CLOSED) from None


def _module_name(command: str) -> str:
    return f"encanta_cli.commands.{command}"


def _new_app(**settings: Any) -> typer.Typer:
    # Plain help and plain errors: rich would cost a tenth of a second at every start.
    return typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )


def _print_version(asked: bool) -> None:
    if asked:
        import encanta

        typer.echo(f"encanta {encanta.__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Write, check, play, test and measure games of cards and tokens, without programming."""


def program() -> Any:
    """The whole command line, as an object to call with `args`."""
    app = _new_app(cls=LazyGroup, no_args_is_help=True)
    app.callback()(_root)
    return typer.main.get_command(app)
