"""What the tests of a rulebook reach: which named things, by which scenarios, and why not the others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from encanta.text.diagnostic import has_errors
from encanta.text.spans import Span
from encanta.trust.benches import Bench, Order, Report, come_by, spread
from encanta.trust.counting import HELD, LOOKED, Place
from encanta.trust.mutants import vocabulary_of
from encanta.trust.named import Thing, things
from encanta.trust.reaching import Reached

_BY_FORMULA = frozenset({"value", "requirement", "score line"})


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """How far a thing is reached: numbers of scenarios, whether random games reach it, and what speaks against it.

    `why` says why no scenario reaches it; `only` what a condition gave whenever it was looked at, if always the same.
    """

    thing: Thing
    scenarios: tuple[int, ...]
    random: bool
    why: str = ""
    only: str = ""


@dataclass(slots=True)
class Coverage:
    """What is reached of one rulebook. `left_out` are scenarios that do not pass; what they reach counts too."""

    bench: Bench
    games: int
    standings: list[Standing] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    stopped: bool = False

    @property
    def fine(self) -> bool:
        """Whether the rulebook could be opened and its scenarios passed; what is not reached is no fault."""
        return not (self.stopped or self.left_out or has_errors(self.bench.opened.diagnostics))

    @property
    def missing(self) -> list[Standing]:
        """What no scenario reaches."""
        return [standing for standing in self.standings if not standing.scenarios]


def survey(order: Order, games: int, jobs: int, begin: Callable[[str, int], Report]) -> Coverage:
    """Open a rulebook and see what its scenarios, and `games` random games a number of players, reach.

    Ctrl-C ends it with nothing said. `begin` is told what comes, as in `mutation.inquire`.
    """
    found = Coverage(Bench(order), games)
    if found.bench.rulebook is None:
        return found
    try:
        _survey(found, games, jobs, begin)
    except KeyboardInterrupt:
        found.stopped = True
    return found


def _survey(found: Coverage, games: int, jobs: int, begin: Callable[[str, int], Report]) -> None:
    bench = found.bench
    coming = come_by(bench, jobs, begin("scenarios", len(bench.scenarios)))
    found.left_out = [bench.scenarios[n].name for n, status in sorted(coming.statuses.items()) if status != "passed"]
    at_random: list[Reached] = []
    if games:
        least, most = bench.rules.players
        report = begin("random games", games * (most - least + 1))
        tasks = [(players, games, order_seed(bench.order)) for players in range(least, most + 1)]
        for reached in spread(bench, Bench.reach_at_random, tasks, jobs):
            report(games)
            at_random.extend([reached] if reached is not None else [])
    found.standings = judged(bench, [coming.reached[n] for n in range(len(bench.scenarios))], at_random)


def order_seed(order: Order) -> int:
    """The seed of the first random game."""
    return 1 if order.seed is None else order.seed


def judged(bench: Bench, reached: Sequence[Reached | None], at_random: Sequence[Reached]) -> list[Standing]:
    """How far everything is reached."""
    text = bench.rules.text
    looks = [_Look(one) if one is not None else None for one in reached]
    random_looks = [_Look(one) for one in at_random]
    found = []
    for thing in things(text, vocabulary_of(text)):
        numbers = tuple(n for n, look in enumerate(looks) if look is not None and look.reaches(thing))
        everybody = [look for look in looks if look is not None]
        why = "" if numbers else _why(thing, everybody)
        at_least_once = any(look.reaches(thing) for look in random_looks)
        found.append(Standing(thing, numbers, at_least_once, why, _only(thing, everybody)))
    return found


class _Look:
    """What one scenario came by, by place."""

    def __init__(self, reached: Reached) -> None:
        self.reached = reached
        self._statements = sorted(reached.statements)
        self._marks = sorted((mark.place, mark.kind, bits) for mark, bits in reached.held.items())

    def reaches(self, thing: Thing) -> bool:
        """Whether a thing was reached."""
        if not self.counts(thing):
            return False
        if thing.option:
            return self._sets(thing)
        if thing.kind in ("end", "limit"):
            return thing.name in self.reached.ends
        if thing.kind in _BY_FORMULA:
            return self.given(thing.whole) != 0
        if thing.kind == "ability" and thing.parts == (thing.whole,):
            return self.given(thing.whole, "change") != 0
        return any(self.comes_by(part) for part in thing.parts)

    def counts(self, thing: Thing) -> bool:
        """Whether a thing is there in the game that was played."""
        variant = thing.spot.variant
        if variant is not None and variant not in self.reached.variants:
            return False
        settings = thing.spot.settings
        return all(self.reached.settings.get(option, word) == word for option, word in settings)

    def _sets(self, thing: Thing) -> bool:
        word = self.reached.settings.get(thing.option)
        if thing.word is not None or word is None:
            return word == thing.word
        return word != _default(thing)

    def comes_by(self, span: Span) -> bool:
        """Whether a statement inside a span was come by."""
        for place in self._statements[bisect_left(self._statements, (span.source.name, span.start, 0)) :]:
            if place[0] != span.source.name or place[1] >= span.end:
                return False
            if place[2] <= span.end:
                return True
        return False

    def given(self, span: Span, kind: str | None = None) -> int:
        """What the formulas inside a span gave: LOOKED, HELD, their sum, or 0 if none was looked at."""
        bits = 0
        for place, of_kind, given in self._marks:
            if _inside(place, span) and kind in (None, of_kind):
                bits |= given
        return bits


def _inside(place: Place, span: Span) -> bool:
    return place[0] == span.source.name and span.start <= place[1] and place[2] <= span.end


def _default(thing: Thing) -> str:
    from encanta.checking.tree import text_under

    default = text_under(thing.spot.node, "default")
    return default.text if default is not None else ""


# ------------------------------------------------------------------------------------------------- reasons


def _why(thing: Thing, looks: Sequence[_Look]) -> str:
    """Why no scenario reaches a thing."""
    if thing.option:
        return "no scenario sets it" if thing.kind == "option" else "no scenario chooses it"
    there = [look for look in looks if look.counts(thing)]
    if not there:
        return "no scenario plays the game in which it is there"
    reason = _REASONS.get(thing.kind)
    return reason(thing, there) if reason is not None else "no scenario comes by"


def _why_action(thing: Thing, looks: Sequence[_Look]) -> str:
    if any(thing.name.split()[0] in look.reached.offered for look in looks):
        return "it is offered, and nobody takes it"
    if any(look.comes_by(thing.span) for look in looks):
        return "it is looked at, and never possible"
    return "it is never offered"


def _why_ability(thing: Thing, looks: Sequence[_Look]) -> str:
    for kind, words in (("while", "its `while` never holds"), ("if", "its `if` never holds")):
        given = _together(look.given(thing.whole, kind) for look in looks)
        if given == LOOKED:
            return words
    if any(thing.name in look.reached.offered for look in looks):
        return "its use is offered, and nobody uses it"
    return "nothing sets it off" if thing.parts != (thing.whole,) else "nothing reads what it changes"


def _why_end(thing: Thing, looks: Sequence[_Look]) -> str:
    given = _together(look.given(thing.whole) for look in looks)
    return "its condition never holds" if given == LOOKED else "it is never looked at"


def _why_branch(thing: Thing, looks: Sequence[_Look]) -> str:
    leaf = thing.spot.node.span
    if any(look.comes_by(leaf) for look in looks):
        return "what leads to it never holds"
    return "no scenario comes by"


_REASONS: Mapping[str, Callable[[Thing, Sequence[_Look]], str]] = {
    "action": _why_action,
    "ability": _why_ability,
    "end": _why_end,
    "branch": _why_branch,
    "limit": lambda thing, looks: "no game gets so long",
    "requirement": lambda thing, looks: "what it belongs to is never looked at",
    "value": lambda thing, looks: "nothing that reads it is come by",
    "score line": lambda thing, looks: "the sheet is never written",
}


def _together(bits: Iterable[int]) -> int:
    whole = 0
    for part in bits:
        whole |= part
    return whole


def _only(thing: Thing, looks: Sequence[_Look]) -> str:
    """What a condition gave whenever it was looked at, if always the same."""
    kind = {"requirement": "require", "ability": "while"}.get(thing.kind)
    if kind is None:
        return ""
    given = _together(look.given(thing.whole, kind) for look in looks if look.counts(thing))
    return {LOOKED: "no", HELD: "yes"}.get(given, "")
