"""A person at a terminal: shows what the seat may see, reads what is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from encanta.play.menu import Answer, Menu, PickMenu, menu_for
from encanta.play.seats import Wish

if TYPE_CHECKING:
    from encanta.machine.game import Decision
    from encanta.machine.names import Names
    from encanta.machine.views import View

HELP = (
    "a number or a name takes an option",
    "?            this help;  ? NAME explains a rule or a card",
    "why MOVE     what a move needs, and what stands in its way;  why  what may be done, and why the rest may not",
    "log          what happened lately, and why;  log 50 shows more",
    "table        show the table again",
    "undo         take back your last decision, if nothing hidden came out",
    "save FILE    keep the game in a file (`encanta play --resume FILE` goes on)",
    "scenario FILE  write the position to a file as a scenario, for `encanta test`",
    "quit         stop; the game is kept",
)
RECENT = 12
"""How many lines of the log are shown unless asked for more."""


class Terminal(Protocol):
    """What a person sits at."""

    def clear(self) -> None:
        """Leave nothing readable of what was shown before."""

    def show_table(self, view: View) -> None:
        """Show what a seat may see."""

    def show_menu(self, prompt: str, lines: Sequence[str]) -> None:
        """Show what is to be decided, and the numbered options."""

    def say(self, text: str) -> None:
        """Show a line of text."""

    def ask(self, prompt: str) -> str:
        """Read a line. Raises EOFError where there is nothing more to read."""


class Desk(Protocol):
    """What a person may ask for beside deciding."""

    def take_back(self, seat: int) -> str | None:
        """Undo the last decision of a seat; the reason why not, or None if it is done."""

    def save(self, name: str) -> str:
        """Keep the game in a file (an empty name: where it is kept anyway); a sentence about it."""

    def keep_position(self, name: str) -> str:
        """Write the position to a file as a scenario; a sentence about it."""

    def explain(self, words: str) -> list[str]:
        """What a rule or a card is, in lines."""

    def why(self, seat: int, move: str) -> list[str]:
        """Why a move can be made or not, in lines; without a move, what may be done."""

    def log(self, seat: int, count: int) -> list[str]:
        """The last events as a seat may know them, each with its cause, oldest first."""

    def news(self, seat: int) -> list[str]:
        """What happened since this seat last decided, as it may know it."""


def question(decision: Decision, names: Names) -> str:
    """Who decides about what, in the words of players."""
    site, who = decision.site, names.player(decision.seat)
    if site.kind == "may":
        return f"{who}: {site.about or names.word(site.name)}?"
    where = ": ".join(names.word(part) for part in site.body.split("."))
    return f"{who}: {where}" if site.kind == "action" else f"{who}: {where}: choose {names.word(site.name)}"


class Curtain:
    """Keeps the hands of several people at one terminal apart."""

    def __init__(self, people: int) -> None:
        self._several = people > 1
        self._shown: int | None = None

    def draw(self, seat: int, name: str, terminal: Terminal) -> None:
        """Let the person of a seat come to the terminal, with nothing of the others in sight."""
        if self._several and self._shown != seat:
            terminal.clear()
            terminal.ask(f"pass to {name}, then press enter ")
            terminal.clear()
        self._shown = seat


class HumanSeat:
    """A seat for a person; several of them share a terminal and a curtain."""

    def __init__(self, terminal: Terminal, desk: Desk, curtain: Curtain, names: Names) -> None:
        self._terminal = terminal
        self._desk = desk
        self._curtain = curtain
        self._names = names
        self._commands: dict[str, Callable[[int, str], Wish | None]] = {
            "?": self._help,
            "help": self._help,
            "why": self._why,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "scenario": self._scenario,
            "quit": self._leave,
            "exit": self._leave,
        }

    def rewind(self, made: int) -> None:
        """A person remembers by themselves."""

    def choose(self, decision: Decision, view: View) -> int | Wish:
        """Ask until there is an answer. Raises EOFError at the end of what is typed."""
        self._curtain.draw(decision.seat, self._names.player(decision.seat), self._terminal)
        menu = menu_for(decision)
        self._show(decision, view, menu)
        while True:
            line = self._terminal.ask("> ").strip()
            if line.casefold() in ("table", "view"):
                self._show(decision, view, menu)
                continue
            result = self._command(decision.seat, line)
            if isinstance(result, Wish):
                return result
            if result is False:
                answer = menu.answer(line)
                if answer.value is not None:
                    return answer.value
                self._not_yet(answer, decision, menu)

    def _show(self, decision: Decision, view: View, menu: Menu) -> None:
        for line in self._desk.news(decision.seat):
            self._terminal.say(f"  {line}")
        self._terminal.show_table(view)
        self._show_menu(decision, menu)

    def _show_menu(self, decision: Decision, menu: Menu) -> None:
        self._terminal.show_menu(question(decision, self._names), menu.lines())
        self._terminal.say(f"({menu.hint}; `?` helps)")

    def _not_yet(self, answer: Answer, decision: Decision, menu: Menu) -> None:
        if answer.complaint is not None:
            self._terminal.say(answer.complaint)
        elif isinstance(menu, PickMenu):
            self._show_menu(decision, menu)
            state = "complete: `done` takes it" if menu.complete else "not complete yet"
            self._terminal.say(f"picked: {menu.picked or 'nothing'} ({state})")

    # ------------------------------------------------------------------------------------------ commands

    def _command(self, seat: int, line: str) -> Wish | bool:
        """Carry out a command; False if the line is none, True if the same decision is still to be made."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:]
        command = self._commands.get(word.casefold())
        if command is None:
            return False
        return command(seat, rest.strip()) or True

    def _help(self, seat: int, rest: str) -> None:
        for line in self._desk.explain(rest) if rest else HELP:
            self._terminal.say(line)

    def _why(self, seat: int, rest: str) -> None:
        for line in self._desk.why(seat, rest):
            self._terminal.say(line)

    def _log(self, seat: int, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 7 else RECENT
        for line in self._desk.log(seat, count) or ["nothing has happened yet"]:
            self._terminal.say(line)

    def _undo(self, seat: int, rest: str) -> Wish | None:
        reason = self._desk.take_back(seat)
        if reason is None:
            return Wish.AGAIN
        self._terminal.say(reason)
        return None

    def _scenario(self, seat: int, rest: str) -> None:
        self._terminal.say(self._desk.keep_position(rest) if rest else "say in which file: `scenario FILE`")

    def _save(self, seat: int, rest: str) -> None:
        self._terminal.say(self._desk.save(rest))

    def _leave(self, seat: int, rest: str) -> Wish:
        return Wish.LEAVE
