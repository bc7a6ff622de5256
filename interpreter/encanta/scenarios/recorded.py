"""Makes scenarios of games that were played: of a whole game, or of a position in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from encanta.checking.configure import Rulebook
from encanta.checking.model import Model
from encanta.machine.program import Program
from encanta.play.quiet import asked_again
from encanta.play.recording import Setup
from encanta.scenarios.cells import State
from encanta.scenarios.drafts import Draft, read_back
from encanta.scenarios.forms import Scenario
from encanta.scenarios.games import Games
from encanta.scenarios.given import NOTHING_GIVEN
from encanta.scenarios.laying import given_for
from encanta.scenarios.moves import Move
from encanta.scenarios.performing import Refused, passing, perform, settle
from encanta.scenarios.running import DEFAULT_SEED, bind, run, start
from encanta.scenarios.saying import Unsayable, lines_of
from encanta.scenarios.session import Session
from encanta.scenarios.snapshots import Begun, beginnings, differing, likeness
from encanta.scenarios.standing import ending, fields, standing
from encanta.scenarios.words import Unclear
from encanta.scenarios.words import Words as Names
from encanta.text.diagnostic import Diagnostic, has_errors

_MOST_BACK = 12
"""Beginnings of phases before a position that are tried; then the scenario tells the game from its beginning."""


@dataclass(frozen=True)
class Played:
    """A game that was played, with every seat asked: `options` and `variants` as they were chosen, all decisions."""

    games: Games
    players: int
    options: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]
    seed: int
    values: tuple[int, ...]

    @cached_property
    def model(self) -> Model:
        """The game's model. Raises ValueError if it cannot be set up."""
        model, problems = self.games.model(self.players, dict(self.options), None, self.variants)
        if model is None:
            raise ValueError("; ".join(problem.message for problem in problems))
        return model

    @cached_property
    def program(self) -> Program:
        """The game's program."""
        return self.games.program(self.model)

    @cached_property
    def names(self) -> Names:
        """The words of the game."""
        return Names(self.program.layout)

    @cached_property
    def begun(self) -> list[Begun]:
        """Where phases began."""
        return beginnings(self.program, self.seed, self.values)

    def at(self, made: int) -> Session:
        """The game after so many decisions."""
        session = start(self.games, self.model, self.names, NOTHING_GIVEN, self.seed)
        for value in self.values[:made]:
            session.take(value)
        return session

    def draft(self, title: str) -> Draft:
        """A scenario of this game in which nothing is said yet."""
        return Draft(title, self.players, self.seed, self.options, self.variants)


def played(
    games: Games, players: int, settings: dict[str, str], variants: tuple[str, ...], seed: int, values: Sequence[int]
) -> Played:
    """A game that was played with these settings, of which those are chosen that are not so by themselves."""
    plain, _ = games.model(players, {}, None, variants)
    chosen, _ = games.model(players, settings, None, variants)
    options = tuple(settings.items())
    if plain is not None and chosen is not None:
        options = tuple((n, v) for n, v in options if plain.settings.get(n) != chosen.settings.get(n))
    return Played(games, players, options, variants, seed, tuple(values))


# -------------------------------------------------------------------------------------------- whole games


def of_game(game: Played, title: str) -> Draft:
    """A scenario that plays a whole game, as far as it was played. Raises Unsayable."""
    session = game.at(len(game.values))
    draft = _told(game, game.draft(title), 0, len(game.values), session.state)
    if draft is None:
        raise Unsayable
    return replace(draft, expect=(*ending(session), *standing(game.program, session.state)))


def _told(game: Played, draft: Draft, first: int, last: int, goal: State) -> Draft | None:
    """A draft with the decisions from one to another as lines that lead to a position; None if they do not.

    What goes by unasked is left out where it can be.
    """
    lines, spoken = _lines(game, first, last)
    wanted = likeness(game.program, goal)
    for written, play in ((False, spoken), (True, lines)):
        found = replace(draft, play=tuple(play), written=written, expect=(("over", "no"),))
        session = carried(game.games, read_back(found))
        if session is not None and not differing(wanted, likeness(game.program, session.state)):
            return found
    return None


def _lines(game: Played, first: int, last: int) -> tuple[list[str], list[str]]:
    """The lines for decisions, and those of them that are needed where optional questions go by. Raises Unsayable."""
    session = game.at(first)
    lines: list[str] = []
    spoken: list[str] = []
    at = first
    while at < last:
        goes_by = passing(session) == game.values[at]
        end = at + 1
        while not goes_by and end < last and end - at < 1 + _choices(session, game.values[at]):
            end += 1
        part = lines_of(session, list(game.values[at:end]))
        lines += part
        spoken += [] if goes_by else part
        at = end
    return lines, spoken


def _choices(session: Session, value: int) -> int:
    """How many choices an action has that is taken here."""
    site = session.site
    if site is None or site.kind != "action" or value < 0:
        return 0
    return len(session.words.model.bodies[site.actions[value]].choices)


def carried(games: Games, scenario: Scenario) -> Session | None:
    """The position to which a scenario leads; None if it cannot be played."""
    model, _ = games.model_for(scenario)
    if model is None:
        return None
    words = Names(games.program(model).layout)
    problems: list[Diagnostic] = []
    script = bind(words, scenario, problems)
    if has_errors(problems):
        return None
    seed = DEFAULT_SEED if scenario.seed is None else scenario.seed
    try:
        session = start(games, model, words, script.given, seed)
        for step in script.steps:
            if isinstance(step, Move):
                if not script.written:
                    settle(session, step)
                perform(session, step)
        if not script.written:
            settle(session, None)
    except (Unclear, Refused):
        return None
    return session


# --------------------------------------------------------------------------------------------- positions


@dataclass(frozen=True, slots=True)
class Position:
    """A scenario of a position. `before` is how many decisions it makes to get there; None: all, from the beginning.

    `lost` names what could not be given, so that it begins earlier than it might.
    """

    draft: Draft
    before: int | None
    lost: tuple[str, ...]


def of_position(game: Played, step: int, title: str) -> Position:
    """A scenario that begins as near as possible to the position after so many decisions, and makes the next one.

    The phase whose beginning is nearest goes first, from which the decisions since then lead to the same position.
    Raises Unsayable.
    """
    goal = game.at(step)
    lost: list[str] = []
    for begun in _nearest(game, step):
        draft = _built(game, begun, step, title, goal.state, lost)
        if draft is not None:
            return Position(_finished(game, draft, step), step - begun.made, tuple(dict.fromkeys(lost)))
    draft = _told(game, game.draft(title), 0, step, goal.state)
    if draft is None:
        raise Unsayable
    return Position(_finished(game, draft, step), None, tuple(dict.fromkeys(lost)))


def _nearest(game: Played, step: int) -> Iterator[Begun]:
    """Beginnings of phases before a position, the nearest first; of those at one time the innermost."""
    before = [begun for begun in game.begun if begun.made <= step]
    return iter(before[::-1][:_MOST_BACK])


def _built(game: Played, begun: Begun, step: int, title: str, goal: State, lost: list[str]) -> Draft | None:
    """A draft that begins with a phase and leads to a position; None (with what is lost) if it would be another one."""
    try:
        given = given_for(game.program, begun, game.seed)
    except ValueError:
        return None
    draft = replace(game.draft(title), given=tuple(given))
    found = _told(game, draft, begun.made, step, goal)
    if found is None and not lost:
        lines, _ = _lines(game, begun.made, step)
        whole = replace(draft, play=tuple(lines), written=True, expect=(("over", "no"),))
        session = carried(game.games, read_back(whole))
        if session is not None:
            wanted = likeness(game.program, goal)
            lost.extend(differing(wanted, likeness(game.program, session.state)))
    return found


def _finished(game: Played, draft: Draft, step: int) -> Draft:
    """A draft that leads to a position, with the next decision and what it changes."""
    session = carried(game.games, read_back(draft))
    assert session is not None, "it has just been played"
    before = likeness(game.program, session.state)
    if step < len(game.values):
        lines, spoken = _lines(game, step, _whole_action(game, step))
        draft, session = _with_next(game, draft, lines, session, spoken)
    after = session.state
    changed = differing(before, likeness(game.program, after))
    expect = (*ending(session), *fields(game.program, after, changed))
    return replace(draft, expect=expect)


def _whole_action(game: Played, step: int) -> int:
    """The number of decisions after an action with its choices."""
    session = game.at(step)
    end = step + 1 + _choices(session, game.values[step])
    return min(end, len(game.values))


def _with_next(
    game: Played, draft: Draft, lines: list[str], before: Session, spoken: list[str]
) -> tuple[Draft, Session]:
    for written, play in ((draft.written, spoken), (True, lines)):
        if written and not draft.written:
            continue
        found = replace(draft, play=(*draft.play, *play[:1]), written=written)
        session = carried(game.games, read_back(found))
        if session is not None:
            return found, session
    return draft, before


# ------------------------------------------------------------------------------------------- recordings


def of_decisions(rulebook: Rulebook, setup: Setup, decisions: Sequence[int]) -> Played:
    """A game of a rulebook as it was recorded, with its quiet seats asked. Raises ValueError if it cannot be set up."""
    chosen = () if rulebook.chosen is None else (rulebook.chosen,)
    variants = tuple(dict.fromkeys((*chosen, *setup.variants)))
    settings = {name: str(value) for name, value in setup.settings.items()}
    game = played(Games(rulebook), setup.players, settings, variants, setup.seed, decisions)
    return replace(game, values=tuple(asked_again(game.program, game.seed, decisions, setup.quiet, 0)))


def steps_of(game: Played, setup: Setup, decisions: Sequence[int], step: int) -> int:
    """How many decisions so many of a recording are where quiet seats are asked."""
    return len(asked_again(game.program, game.seed, decisions[:step], setup.quiet, 0))


def proved(game: Played, draft: Draft) -> Draft:
    """A draft of which it is sure that it passes. Raises Unsayable."""
    if run(game.games, read_back(draft)).status != "passed":
        raise Unsayable
    return draft


def _decisions(count: int) -> str:
    return f"{count} decision{'' if count == 1 else 's'}"


def notes_on(position: Position, step: int, game: Played) -> tuple[str, ...]:
    """What is to be known of a scenario of a position."""
    found = [f"After {_decisions(step)} of a game with seed {game.seed}."]
    if position.before is None:
        found.append("It tells the game from its beginning, as no phase begins from which the position could be built.")
    elif position.before:
        found.append(f"It begins {_decisions(position.before)} before the position.")
    if position.lost:
        found.append(f"Nearer to it these cannot be given: {', '.join(position.lost)}.")
    if position.before is not None:
        found.append("What chance brings from here on is not what it brought in that game.")
    return tuple(found)
