"""What people at the table ask for beside deciding: taking back, keeping the game, explanations, the log."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from encanta.play.describing import story
from encanta.play.memory import faded, still_shown
from encanta.play.recording import Setup, record, write

if TYPE_CHECKING:
    from encanta.machine.table import State
    from encanta.play.chronicle import Chronicle
    from encanta.play.table import Table
    from encanta_cli.manuals import Book

SUFFIX = ".json"


class GameDesk:
    """Serves one table. `file` is where the game is kept; None: nowhere yet. `key` is its program's in the cache.

    With `fading`, the log tells of what somebody has seen only since their last decision.
    """

    def __init__(self, setup: Setup, file: Path | None, key: str | None = None, *, fading: bool = False) -> None:
        self._setup = setup
        self._fading = fading
        self._key = key
        self.file = file
        self._table: Table | None = None

    def serve(self, table: Table) -> None:
        """Begin to serve a table."""
        self._table = table

    @property
    def table(self) -> Table:
        """The table that is served."""
        assert self._table is not None, "nobody asks for anything before there is a table"
        return self._table

    # ---------------------------------------------------------------------------------------- for people

    def take_back(self, seat: int) -> str | None:
        """Undo the last decision of a seat; the reason why not, or None if it is done."""
        return self.table.take_back(seat)

    def save(self, name: str) -> str:
        """Keep the game in a file; a sentence about it."""
        path = self._path(name)
        if self.is_scenario(path):
            return self._keep_game(path)
        if path != self.file and path.exists():
            return f"there is a file {path} already; take another name"
        try:
            self._write(path)
        except OSError as problem:
            return f"the game cannot be kept in {path}: {(problem.strerror or str(problem)).lower()}"
        self.file = path
        return f"kept in {path}; `encanta play --resume {path}` goes on"

    def keep_position(self, name: str) -> str:
        """Write the position as a scenario to a file; a sentence about it."""
        from encanta_cli.keeping import SUFFIXES, NotKept, keep_as_scenario

        path = Path(name).expanduser()
        path = path if path.suffix in SUFFIXES else Path(f"{path}{SUFFIXES[0]}")
        game = self.table.game
        try:
            return keep_as_scenario(game, self._setup, path, len(game.decisions))
        except NotKept as problem:
            return f"no scenario can be written to {path}: {problem}"

    def explain(self, words: str) -> list[str]:
        """What a rule or a card is; of an action that might be taken now, also what stands in its way."""
        from encanta.explain.looking_up import look_up

        return [*look_up(self._book.manual, words, self.table.game.names.labels), *self._conditions(words)]

    def _conditions(self, words: str) -> list[str]:
        from encanta.machine.why import refusals
        from encanta.play.words import meant

        game = self.table.game
        decision = game.decision
        actions = decision.site.actions if decision is not None else ()
        found = meant(words, [game.names.word(name) for name in actions]) or meant(words, actions)
        if decision is None or len(found) != 1:
            return []
        name = actions[found[0]]
        conditions = refusals(game, name, {})
        lines = [f"    {'yes' if each.holds else 'no '} {each.reason}" for each in conditions]
        if all(each.holds for each in conditions) and found[0] not in decision.options:
            lines.append("    no  there is nothing to choose that fits")
        return [f"  {game.names.word(name)} now:", *lines] if lines else []

    def why(self, seat: int, move: str) -> list[str]:
        """Why a move can be made now or not, as far as the seat may know; without a move, what may be done."""
        from encanta.explain.overview import overview
        from encanta.explain.standing import session_of
        from encanta.explain.verdicts import verdict_on
        from encanta.explain.wording import overview_lines, verdict_lines
        from encanta.scenarios.words import Unclear

        game = self.table.game.copy()
        session = session_of(game)
        for state in (game.state, session.state):
            self._forget(state, seat)
        if not move:
            return list(overview_lines(overview(game, session, seat)))
        said = move if ":" in move else f"P{seat + 1}: {move}"
        try:
            return list(verdict_lines(verdict_on(session, said, seat, game.names)))
        except Unclear as problem:
            help = problem.diagnostic.help
            return [problem.diagnostic.message + (f"; {help}" if help else "")]

    def _forget(self, state: State, seat: int) -> None:
        """Let a seat know no more than it is shown."""
        seen = self.sight(self.table, seat)
        if seen is not None:
            state[self.table.game.program.layout.known + seat] &= seen

    def sight(self, table: Table, seat: int) -> int | None:
        """The components whose faces a person is shown; None: all that they may know."""
        return still_shown(table, seat, self._chronicle) if self._fading else None

    def log(self, seat: int, count: int) -> list[str]:
        """The last events as a seat may know them, each with its causes."""
        events = self._chronicle.events(self.table.game)
        lines = story(faded(events, seat, self.table.game) if self._fading else events, seat, causes=True)
        return lines[-count:] if count else []

    def story(self) -> list[str]:
        """Everything that happened, in full."""
        return story(self._chronicle.events(self.table.game), None, causes=False)

    def news(self, seat: int) -> list[str]:
        """What happened since this seat last decided."""
        game = self.table.game
        if not game.decisions:
            return []
        return story(self._chronicle.since(game, self.table.undecided_since(seat)), seat, causes=False)

    # ---------------------------------------------------------------------------------------- keeping games

    def keep(self) -> None:
        """Write the game to its file, if it has one. Raises OSError if that fails."""
        if self.file is not None:
            self._write(self.file)

    @staticmethod
    def is_scenario(path: Path | None) -> bool:
        """Whether a game is kept in a file as a scenario, which is written once, when it is over or left."""
        from encanta_cli.keeping import SUFFIXES

        return path is not None and path.suffix in SUFFIXES

    def _keep_game(self, path: Path) -> str:
        from encanta_cli.keeping import NotKept, keep_as_scenario

        try:
            return keep_as_scenario(self.table.game, self._setup, path)
        except NotKept as problem:
            return f"no scenario can be written to {path}: {problem}"

    def _write(self, path: Path) -> None:
        write(record(self.table.game, self._setup), path)

    def _path(self, name: str) -> Path:
        if name:
            path = Path(name).expanduser()
            return path if path.suffix else path.with_suffix(SUFFIX)
        return self.file if self.file is not None else self.spare_file()

    def spare_file(self) -> Path:
        """A name for a file of this game that is not there yet."""
        stem = f"{Path(self._setup.game).resolve().name}-{self._setup.seed}"
        path = Path(f"{stem}{SUFFIX}")
        number = 2
        while path.exists():
            path = Path(f"{stem}-{number}{SUFFIX}")
            number += 1
        return path

    @cached_property
    def _chronicle(self) -> Chronicle:
        from encanta.play.chronicle import Chronicle

        return Chronicle(self.table.game.program, self._key)

    @cached_property
    def _book(self) -> Book:
        from encanta_cli.manuals import open_book
        from encanta_cli.recordings import request_of

        return open_book(request_of(self._setup))
