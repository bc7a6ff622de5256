"""Plays one game with bots, and counts what is offered and taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from encanta.compiling.layout import SEAT
from encanta.machine.options import Codes
from encanta.machine.randomness import Dice
from encanta.machine.worlds import Worlds
from encanta.play.seats import Bots, bot_seed, is_thinking
from encanta.simulate.tally import Fault, Spread, Tally, Use
from encanta.simulate.watching import Watch

if TYPE_CHECKING:
    from encanta.machine.direct import Direct
    from encanta.machine.program import Program, Site
    from encanta.machine.table import State
    from encanta.play.thinking import Imagine

PASS = -1
"""The value of an action site that stands for stopping."""


class Player:
    """Plays games of one program with given bots, and keeps the counts.

    `kinds` names the bot of every seat: `random`, `first`, or one that thinks. All of them are quiet in windows.
    `direct` plays the same program in one go, which bots that do not think can do with; the counts are the same.
    """

    def __init__(self, program: Program, kinds: Sequence[str], direct: Direct | None = None) -> None:
        self._program = program
        self._direct = direct
        self._first = [kind == "first" for kind in kinds]
        self._kinds = kinds
        self._bots = Bots(program)
        self._thinking = [seat for seat, kind in enumerate(kinds) if is_thinking(kind)]
        self._worlds = Worlds(program) if self._thinking else None
        self.tally = Tally()
        # Keyed by what a decision offered and took, which is cheap to count; what it means is found out after the game.
        self._offers: Counter[tuple[int, tuple[int, ...], int]] = Counter()
        self._asked: Counter[int] = Counter()
        self._counted = frozenset(site.id for site in program.sites if site.kind != "choose")
        self._watch = Watch(program)
        self._triggered: Counter[str] = Counter()
        for one in (program, direct.program if direct is not None else None):
            if one is not None:
                self._listen(one)

    def _listen(self, program: Program) -> None:
        """Count the abilities that act by themselves; the optional ones are counted where they are offered."""
        asked = {site.name for site in program.sites if site.kind == "may"}
        for number, function in program.scope["TRIG"].items():
            ability = program.layout.abilities[number]
            if ability.name not in asked:
                name = ability.name if ability.row is None else f"{ability.row}.{ability.name}"
                program.table.trig[number] = self._heard(name, function)

    def _heard(self, name: str, function: Callable[..., object]) -> Callable[..., object]:
        triggered = self._triggered

        def heard(*arguments: object) -> object:
            triggered[name] += 1
            return function(*arguments)

        return heard

    def play(self, seed: int) -> None:
        """Play the game of a seed and add it to the tally. What goes wrong in it becomes a fault, with the seed."""
        if self._direct is None or not self._played_at_once(self._direct, seed):
            self._played_step_by_step(seed)

    def _begin(self) -> None:
        self._watch.begin()
        self._offers.clear()
        self._asked.clear()
        self._triggered.clear()

    def _played_at_once(self, direct: Direct, seed: int) -> bool:
        """Plays a game in one go. What goes wrong is looked into step by step: then it counts for nothing."""
        self._begin()
        dice = [Dice(bot_seed(seed, seat)) for seat in range(self._program.seats)]
        choosers = [_first if first else die.below for first, die in zip(self._first, dice, strict=True)]
        try:
            state = direct.play(seed, choosers, (1 << self._program.seats) - 1)
        except Exception:
            return False
        outcome = direct.program.outcome(state)
        if outcome is None or outcome.kind == "stuck":
            return False
        self._offers.update(direct.noted)
        self._asked.update({site: times for site, times in enumerate(direct.asked) if times})
        self._watch.saw(direct.runs, direct.written)
        self._finish(direct.program, seed, state, direct.decisions)
        return True

    def _played_step_by_step(self, seed: int) -> None:
        made = [0]
        self._begin()
        try:
            state = self._play(seed, made)
            self._finish(self._program, seed, state, made[0])
        except Exception as problem:
            kind = type(problem).__name__
            self.tally.faults.append(Fault(seed, made[0], "error", f"{kind}: {str(problem).partition(chr(10))[0]}"))

    def _play(self, seed: int, made: list[int]) -> State:
        program = self._program
        options_of, site_of, advance, cells_of = program.options, program.site, program.advance, self._watch.cells
        dice = [Dice(bot_seed(seed, seat)) for seat in range(program.seats)]
        first, counted, offers, asked = self._first, self._counted, self._offers, self._asked
        thinking = {seat: self._bots.thinker(self._kinds[seat], seed, seat) for seat in self._thinking}
        state = program.start(seed, (1 << program.seats) - 1)
        self._watch.changed(self._watch.nothing, cells := cells_of(state))
        while (seat := state[SEAT]) >= 0:
            options = options_of(state)
            if seat in thinking:
                value = thinking[seat].decide(seat, options, self._imagine(state, seat))
            else:
                value = options.at(0 if first[seat] else dice[seat].below(len(options)))
            site = site_of(state).id
            if site in counted:
                codes = options.codes if isinstance(options, Codes) else options
                offers[site, tuple(codes), value] += 1
            else:
                asked[site] += 1
            advance(state, value)
            made[0] += 1
            if (now := cells_of(state)) != cells:
                self._watch.changed(cells, now)
                cells = now
        return state

    def _imagine(self, state: State, seat: int) -> Imagine:
        """What a seat may think of a state."""
        worlds = self._worlds
        assert worlds is not None, "only for bots that think"
        return lambda dice: worlds.imagined(state, seat, dice)

    def _finish(self, program: Program, seed: int, state: State, made: int) -> None:
        tally = self.tally
        outcome = program.outcome(state)
        if outcome is None:
            raise AssertionError("nobody is asked, but the game is not over")
        if outcome.kind == "stuck":
            tally.faults.append(Fault(seed, made, "stuck", f"{outcome.reason} never comes to the next decision"))
        if astray := program.table.astray(state):
            count = astray.bit_count()
            tally.faults.append(Fault(seed, made, "lost", f"{count} components do not lie in exactly one place"))
        tally.games += 1
        tally.decisions += made
        tally.outcomes[outcome.kind, outcome.reason] += 1
        for seat in outcome.winners:
            tally.shares[seat, len(outcome.winners)] += 1
        tally.lengths.setdefault("decisions", Spread()).add(made)
        self._watch.finish(tally)
        for (number, offered, value), times in self._offers.items():
            self._count(program.sites[number], offered, value, times)
        for number, times in self._asked.items():
            site = program.sites[number]
            tally.choices[site.body, site.name] += times
        for name, times in self._triggered.items():
            use = tally.abilities.setdefault(name, Use())
            use.offered += times
            use.used += times

    def _count(self, site: Site, offered: tuple[int, ...], value: int, times: int) -> None:
        if site.kind == "may":
            use = self.tally.abilities.setdefault(site.name or site.body, Use())
            use.offered += times
            use.used += times * value
            return
        for option in offered:
            name = "pass" if option == PASS else site.actions[option]
            use = self.tally.actions.setdefault((site.body, name), Use())
            use.offered += times
            use.used += times * (option == value)


def _first(count: int) -> int:
    """The first of so many options."""
    return 0
