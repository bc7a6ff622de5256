"""`encanta play GAME`: play a game against people or bots, at a terminal or without one."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli import exits
from encanta_cli.common import (
    JsonOption,
    LanguageOption,
    PlayersOption,
    PresetOption,
    SeatsOption,
    SeedOption,
    SetOption,
    Settings,
    VariantOption,
    fail,
    near,
    read_settings,
)

if TYPE_CHECKING:
    from encanta.machine.game import Game
    from encanta.machine.program import Outcome
    from encanta.play.opening import Opened
    from encanta.play.recording import Setup
    from encanta.play.seats import Seat
    from encanta_cli.desk import GameDesk
    from encanta_cli.watching import RulesChanged, WatchedLines

FileOption = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Keep the game in a file; in a .yaml file as a scenario."),
]
ResumeOption = Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a game that was kept.")]


def command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The name of a game, or a folder.")] = None,
    players: PlayersOption = None,
    variant: VariantOption = None,
    preset: PresetOption = None,
    values: SetOption = None,
    seed: SeedOption = None,
    seats: SeatsOption = None,
    recording: FileOption = None,
    resume: ResumeOption = None,
    language: LanguageOption = None,
    memory: Annotated[
        str, typer.Option("--memory", metavar="keep|fade", help="Show again what was looked at, or only once.")
    ] = "keep",
    as_json: JsonOption = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on with the rules as they are saved, as far as the choices are legal.")
    ] = False,
) -> None:
    """Play a game. At a terminal you sit on the first seat, unless --seats says otherwise; bots play the rest."""
    settings = read_settings(
        players=players, variants=variant, preset=preset, values=values, seed=seed, seats=seats, language=language
    )
    if resume is not None:
        sitting = _resumed(game, settings, resume, recording, as_json)
    elif game is None:
        fail("no game is named", "list the games with `encanta list`")
    else:
        sitting = _new(game, settings, recording, as_json)
    sitting.remember(memory)
    if watch:
        sitting.watch()
    sitting.play()


def _new(name: str, settings: Settings, file: Path | None, as_json: bool) -> Sitting:
    from encanta.machine.bits import mask_of
    from encanta.machine.game import Game
    from encanta.play.quiet import quiet_seats
    from encanta.play.recording import Setup, settings_in_words
    from encanta_cli.opening import chosen_seed, open_game, seat_kinds
    from encanta_cli.output import is_interactive

    opened = open_game(name, settings)
    _must_be_new(file)
    program = opened.program
    kinds = seat_kinds(settings, program.seats, interactive=is_interactive() and not as_json)
    seed = chosen_seed(settings)
    words = settings_in_words(program.model)
    quiet = quiet_seats(kinds)
    setup = Setup(name, program.seats, settings.variants, words, seed, tuple(kinds), quiet)
    game = Game(program, seed, labels=opened.labels, quiet=mask_of(quiet))
    return Sitting(game, setup, file, as_json, opened)


def _resumed(name: str | None, settings: Settings, kept: Path, file: Path | None, as_json: bool) -> Sitting:
    """A game goes on as it was set up; only who sits where may change, and where it is kept."""
    from encanta_cli.opening import seat_kinds
    from encanta_cli.recordings import open_recording

    if settings.players or settings.variants or settings.preset or settings.values or settings.seed is not None:
        fail(
            "a kept game goes on as it was set up",
            "only `--seats`, `--record`, `--language` and `--json` go with `--resume`",
        )
    _must_be_new(file)
    recording, opened, game = open_recording(kept, name, settings.language)
    setup = recording.setup
    if settings.seats:
        setup = replace(setup, seats=tuple(seat_kinds(settings, setup.players, interactive=False)))
        setup, game = _taken_over(setup, game)
    return Sitting(game, setup, file if file is not None else kept, as_json, opened)


def _taken_over(setup: Setup, game: Game) -> tuple[Setup, Game]:
    """The same game where people have come to sit on seats that were passed over: from now on they are asked."""
    from encanta.machine.bits import mask_of
    from encanta.play.quiet import asked_again, quiet_seats

    still = tuple(seat for seat in setup.quiet if seat in quiet_seats(setup.seats))
    quiet = mask_of(still)
    decisions = asked_again(game.program, game.seed, game.decisions, setup.quiet, quiet)
    again = type(game)(game.program, game.seed, decisions, game.names.labels, quiet)
    return replace(setup, quiet=still), again


def _must_be_new(file: Path | None) -> None:
    """A game that somebody kept is never overwritten by another one."""
    if file is not None and file.exists():
        fail(f"there is a file `{file}` already", "take another name, or go on with a kept game: `--resume`")


class Sitting:
    """One evening at the table: a game, who sits there, and where it is kept."""

    def __init__(self, game: Game, setup: Setup, file: Path | None, as_json: bool, opened: Opened) -> None:
        from encanta.play.seats import HUMAN, KINDS, is_kind
        from encanta_cli.desk import GameDesk

        wrong = next((kind for kind in setup.seats if not is_kind(kind)), None)
        if wrong is not None:
            fail(f"`{wrong}` is nobody who can play", f"say who sits where: `--seats` with {', '.join(KINDS)}")
        self._people = setup.seats.count(HUMAN)
        if self._people and as_json:
            fail("`--json` is for games without people", "let bots play: `--seats 1=random`")
        self._game = game
        self._setup = setup
        self._opened = opened
        self._desk: GameDesk = GameDesk(setup, file, opened.key)
        self._as_json = as_json
        self._decided = False
        self._fading = False
        self._lines: WatchedLines | None = None

    def remember(self, memory: str) -> None:
        """Show people what they may remember, or each card that they look at only once."""
        from encanta.play.memory import FADE, MEMORIES
        from encanta_cli.desk import GameDesk

        if memory not in MEMORIES:
            fail(f"there is no memory `{memory}`", near(memory, MEMORIES) or f"it is one of {', '.join(MEMORIES)}")
        self._fading = memory == FADE
        self._desk = GameDesk(self._setup, self._desk.file, self._opened.key, fading=self._fading)

    def watch(self) -> None:
        """Look at the files of the rulebook while a person is asked."""
        from encanta_cli.watching import WatchedLines, watch_of

        if not self._people:
            fail(
                "`--watch` is for games with people", "without them a game is over at once: `encanta validate --watch`"
            )
        self._lines = WatchedLines(watch_of([self._setup.game]))

    def play(self) -> None:
        """Play to the end, or until somebody leaves; then the game is kept."""
        if self._people:
            self._greet()
        try:
            outcome = self._run()
        except (EOFError, KeyboardInterrupt):
            typer.echo()
            self._keep_unfinished()
            raise typer.Exit(exits.INTERRUPTED) from None
        if outcome is None:
            self._keep_unfinished()
            return
        self._keep()
        self._show_end(outcome)

    def _run(self) -> Outcome | None:
        """Play, also on through changes of the rules, until the game is over or somebody leaves."""
        from encanta.play.seats import HUMAN
        from encanta.play.table import Table
        from encanta_cli.watching import RulesChanged

        people = frozenset(seat for seat, kind in enumerate(self._setup.seats) if kind == HUMAN)
        while True:
            table = Table(self._game, self._seats(), self._after, people, self._desk.sight)
            self._desk.serve(table)
            try:
                outcome = table.run()
            except RulesChanged as change:
                self._game = table.game
                self._take_over(change)
            else:
                self._game = table.game
                return outcome

    def _take_over(self, change: RulesChanged) -> None:
        """Go on with the rules as they were saved; with errors in them, as they were before."""
        from encanta.play.carrying import carried_over
        from encanta.play.opening import open_program
        from encanta.play.recording import settings_in_words
        from encanta.text.render import render_text
        from encanta_cli.desk import GameDesk
        from encanta_cli.output import say, wants_color

        say()
        say(f"saved: {change}")
        opened, problems = open_program(self._opened.request)
        if opened is None or opened.program.seats != len(self._setup.seats):
            typer.echo(render_text(problems, wants_color(sys.stdout)), nl=False)
            say("the game goes on with the rules as they were")
            return
        carried = carried_over(self._game, opened.program, opened.labels)
        say(f"the rules are as they are saved now; {carried.words}")
        self._opened, self._game = opened, carried.game
        self._setup = replace(self._setup, settings=settings_in_words(opened.program.model))
        self._desk = GameDesk(self._setup, self._desk.file, opened.key, fading=self._fading)

    def _seats(self) -> list[Seat]:
        from encanta.play.human import Curtain, HumanSeat
        from encanta.play.seats import HUMAN, Bots

        bots = Bots(self._game.program)
        curtain = Curtain(self._people)
        terminal = None
        seats: list[Seat] = []
        for number, kind in enumerate(self._setup.seats):
            if kind == HUMAN:
                if terminal is None:
                    from encanta_cli.terminal import RichTerminal

                    terminal = RichTerminal(self._lines)
                seats.append(HumanSeat(terminal, self._desk, curtain, self._game.names))
            else:
                seats.append(bots.bot(kind, self._setup.seed, number))
        return seats

    def _greet(self) -> None:
        from encanta_cli.output import say

        who = ", ".join(f"P{seat} {kind}" for seat, kind in enumerate(self._setup.seats, 1))
        say(f"{self._game.program.model.title}, seed {self._setup.seed}: {who}")

    def _after(self, seat: int) -> None:
        from encanta.play.seats import HUMAN

        # What a person has decided is not lost even if the machine goes dark; bots can be asked again.
        if self._setup.seats[seat] == HUMAN:
            self._decided = True
            if not self._desk.is_scenario(self._desk.file):
                self._keep()

    def _keep(self) -> None:
        if self._desk.is_scenario(self._desk.file):
            typer.echo(self._desk.save(""), err=self._as_json)
            return
        try:
            self._desk.keep()
        except OSError as problem:
            path, self._desk.file = self._desk.file, None
            typer.echo(f"error: the game cannot be kept in {path}: {(problem.strerror or '').lower()}", err=True)

    def _keep_unfinished(self) -> None:
        """Keep a game that was left, in a file of its own if none was named and a person has decided something."""
        from encanta_cli.output import say

        if self._desk.file is not None or self._decided:
            say(self._desk.save(""))

    def _show_end(self, outcome: Outcome) -> None:
        from encanta_cli.output import say
        from encanta_cli.scores import outcome_line, score_lines

        if self._as_json:
            from encanta_cli.output import emit_json
            from encanta_cli.recordings import replay_data

            emit_json(replay_data(self._game, self._setup, events=True))
            return
        if not self._people:
            self._greet()
            for line in self._desk.story():
                say(line)
        say()
        for line in score_lines(self._game):
            say(line)
        say(outcome_line(self._game, outcome))
