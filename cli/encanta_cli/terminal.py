"""The terminal of a person: what a seat sees as tables, menus as numbered lists, answers line by line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from encanta.play.describing import contents, heading, worth_showing
from encanta.text.render import visible
from encanta_cli.output import console

if TYPE_CHECKING:
    from encanta.machine.views import View
    from encanta_cli.watching import WatchedLines

MANY = 12
"""Options beyond this many stand in columns."""


class RichTerminal:
    """Writes to standard output, reads from standard input. Without a terminal it writes plain text.

    `lines` reads in another way, such as one that looks at files while it waits.
    """

    def __init__(self, lines: WatchedLines | None = None) -> None:
        self._console = console()
        self._lines = lines
        self._real = sys.stdin.isatty() and sys.stdout.isatty()

    def clear(self) -> None:
        """Clear the screen and what can be scrolled back to; without a terminal, nothing."""
        if self._real:
            self._console.clear()
            # The part of the screen that has scrolled away would show what the last person saw.
            sys.stdout.write("\x1b[3J")
            sys.stdout.flush()

    def show_table(self, view: View) -> None:
        """The places with what the seat knows to lie in them, then the variables."""
        from rich.table import Table
        from rich.text import Text

        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="cyan", no_wrap=True)
        grid.add_column(overflow="fold")
        for place in worth_showing(view.places):
            grid.add_row(Text(visible(heading(place))), Text(visible(contents(place))))
        for variable in view.variables:
            # What is not so, and what is nothing, would only hide what matters.
            if variable.value not in ("no", "nothing", "nobody"):
                grid.add_row(Text(visible(variable.title)), Text(visible(variable.value)))
        self._console.print()
        self._console.print(grid)

    def show_menu(self, prompt: str, lines: Sequence[str]) -> None:
        """The question in bold, and the options with their numbers."""
        from rich.columns import Columns
        from rich.text import Text

        self._console.print()
        self._console.print(Text(visible(prompt), style="bold"))
        width = len(str(len(lines)))
        rows = [Text(f"  {number:>{width}}  {visible(line)}") for number, line in enumerate(lines, 1)]
        if len(rows) > MANY and self._real:
            self._console.print(Columns(rows, padding=(0, 2), column_first=True))
            return
        for row in rows:
            self._console.print(row)

    def say(self, text: str) -> None:
        """A line of text."""
        self._console.print(visible(text), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """A line that was typed. Raises EOFError at its end."""
        self._console.file.flush()
        if self._lines is not None:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            return self._lines.line()
        if self._real:
            with suppress(ImportError):
                # Gives the line editing that people know from elsewhere.
                import readline  # noqa: F401
            return input(prompt)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        sys.stdout.write("\n")
        if not line:
            raise EOFError
        return line.rstrip("\r\n")
