"""Mistakes in the scenario files of a rulebook, and what its tests say of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from encanta.checking.configure import Rulebook
from encanta.checking.registry_forms import Leaf
from encanta.mistakes.mistake import Mistake, instead, removal
from encanta.mistakes.places import Place
from encanta.mistakes.spelling import misspelt
from encanta.mistakes.texts import Words, forms_of
from encanta.mistakes.traps import traps as traps_of_yaml
from encanta.scenarios.games import Games
from encanta.scenarios.offers import Difference
from encanta.scenarios.reading import CASE_KEYS, KEYS, parse_scenarios, scenario_files
from encanta.scenarios.running import run
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.source import Source, load_source
from encanta.text.yaml_reader import read_yaml

_PROSE = frozenset({"scenario", "case", "about", "source", "rules", "because", "invalid", "events"})
"""Keys of texts in which no name need be known."""
_WORD = re.compile(r"[^\W\d]\w*")
_KNOWN_KEYS = frozenset({*KEYS, *CASE_KEYS})


@dataclass(slots=True, eq=False)
class Scenarios:
    """The scenario files of a rulebook, and the games in which they are played."""

    games: Games
    sources: list[Source]
    trees: list[Node]
    titles: list[tuple[Source, int, int, str]] = field(default_factory=list)


def scenarios_of(folder: Path, rulebook: Rulebook) -> Scenarios:
    """The scenarios of a rulebook in a folder."""
    sources = [load_source(path) for path in scenario_files(folder)]
    found = Scenarios(Games(rulebook), sources, [])
    for source in sources:
        tree, _ = read_yaml(source)
        if isinstance(tree, Sequence):
            found.trees.append(tree)
            for item in tree:
                title = item.get("scenario") if isinstance(item, Mapping) else None
                if isinstance(title, Scalar):
                    found.titles.append((source, item.span.start, item.span.end, title.text))
    return found


def said_by_tests(scenarios: Scenarios, mistake: Mistake) -> list[Diagnostic | Difference]:
    """What the tests say of a mistake: what is wrong with the file, or what comes of the scenario that holds it."""
    read, found = parse_scenarios(Source(mistake.source.name, mistake.text))
    if found:
        return list(found)
    at = mistake.edits[0].start
    meant = {title for source, start, end, title in scenarios.titles if source is mistake.source and start <= at <= end}
    known = {title for source, _, _, title in scenarios.titles if source is mistake.source}
    for scenario in read:
        if scenario.title in meant or scenario.title not in known:
            result = run(scenarios.games, scenario)
            if result.status != "passed":
                return [*result.diagnostics, *result.differences]
    return []


# ------------------------------------------------------------------------------------------------ making


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A value in a scenario, the keys that lead to it, and the mapping it stands in."""

    node: Node
    path: tuple[str, ...]
    entry: Entry | None
    holder: Mapping | None

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def prose(self) -> bool:
        return not _PROSE.isdisjoint(self.path)


def _spots(scenarios: Scenarios) -> Iterator[_Spot]:
    for tree in scenarios.trees:
        assert isinstance(tree, Sequence)
        for item in tree:
            yield from _below(_Spot(item, (), None, None))


def _below(spot: _Spot) -> Iterator[_Spot]:
    node = spot.node
    if isinstance(node, Sequence):
        for item in node:
            yield from _itself(_Spot(item, spot.path, None, None))
    elif isinstance(node, Mapping):
        for entry in node:
            yield from _itself(_Spot(entry.value, (*spot.path, entry.key.text), entry, node))


def _itself(spot: _Spot) -> Iterator[_Spot]:
    yield spot
    yield from _below(spot)


def misspelt_keys(scenarios: Scenarios, words: Words, rng: Random) -> Iterator[Mistake]:
    """A key of a scenario, or of what is expected, with a slip."""
    for spot in _spots(scenarios):
        if spot.entry is None or (spot.prose and spot.path[-1] not in _KNOWN_KEYS):
            continue
        key = spot.entry.key
        if "play" in spot.path[:-1] and "expect" not in spot.path:
            continue
        taken = words.known | _KNOWN_KEYS
        for word in _WORD.finditer(key.text):
            slip = misspelt(word.group(), rng, taken) if word.group() in taken else None
            if slip is not None:
                wanted = (key.text, *forms_of(word.group(), words.names))
                about = f"`{word.group()}` in the key {spot.name} as `{slip}`"
                yield instead("scenario key", key.span_of(*word.span()), slip, wanted, about)


def misspelt_names(scenarios: Scenarios, words: Words, rng: Random) -> Iterator[Mistake]:
    """A name in what is given, played or expected, with a slip."""
    for spot in _spots(scenarios):
        node = spot.node
        if not isinstance(node, Scalar) or spot.prose or not spot.path:
            continue
        for word in _WORD.finditer(node.text):
            slip = misspelt(word.group(), rng, words.known) if word.group() in words.names else None
            if slip is not None:
                about = f"`{word.group()}` of {spot.name} as `{slip}`"
                wanted = forms_of(word.group(), words.names)
                yield instead("scenario name", node.span_of(*word.span()), slip, wanted, about, "named")


def wrong_values(scenarios: Scenarios, words: Words, rng: Random) -> Iterator[Mistake]:
    """A number that is expected and is another one, a seat that nobody has, an option or a preset that is none."""
    for spot in _spots(scenarios):
        node = spot.node
        if isinstance(node, Scalar) and node.kind == "integer" and "expect" in spot.path and not spot.prose:
            other = str(int(node.text) + rng.choice((1, 2, 7)))
            yield instead("scenario value", node.span, other, (node.text,), f"{other} of {spot.name}", "named")
        if spot.path and spot.path[-1] == "players" and len(spot.path) == 1:
            yield instead("scenario value", node.span, "97", (), f"97 {spot.name}")
        if spot.entry is not None and re.fullmatch(r"P\d", spot.entry.key.text):
            yield instead("scenario value", spot.entry.key.span, "P97", (), f"P97 for {spot.name}")


def missing_parts(scenarios: Scenarios, words: Words, rng: Random) -> Iterator[Mistake]:
    """A scenario without its title or its expectation, or with the title of another."""
    titles = [spot for spot in _spots(scenarios) if spot.path == ("scenario",) and isinstance(spot.node, Scalar)]
    for spot in titles:
        other = rng.choice(titles)
        if spot.node.span.source is other.node.span.source and spot is not other:
            at = (spot.node.span.start, other.node.span.start)
            name = other.node.span.text
            edit = instead("scenario part", spot.node.span, name, (), f"two scenarios `{name}`")
            yield Mistake(edit.kind, edit.source, edit.edits, at, (), edit.about, "pointed", min(at))
        holder = spot.holder
        if holder is None or "cases" in holder:
            continue
        number = next((n for n, entry in enumerate(holder) if entry.key.text == "expect"), 0)
        play = holder.get("play")
        looks = play is not None and "expect" in play.span.text
        put = removal(holder, number) if number and not looks else None
        if put is not None:
            source, about = spot.node.span.source, f"no `expect` in {spot.node.span.text}"
            yield Mistake("scenario part", source, (put,), (holder.span.start,), ("expect",), about, "named")


def traps(scenarios: Scenarios, words: Words, rng: Random) -> Iterator[Mistake]:
    """The traps of YAML, in scenario files."""
    spots = [spot for spot in _spots(scenarios) if spot.path and not spot.prose]
    places = [Place(spot.node, Leaf("value"), spot.entry, spot.holder, None, spot.path) for spot in spots]
    for mistake in traps_of_yaml(places, rng):
        # Without the blank after its colon a line of play is one text, which says the same.
        if not re.fullmatch(r"no blank after the colon of .*play\.P\d+", mistake.about):
            yield replace(mistake, kind="scenario trap")
