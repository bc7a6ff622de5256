"""Validates a rulebook in enough of the ways in which it can be played, and says which these were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import prod

from encanta.checking import structure_codes as codes
from encanta.checking.checks.codes import IN_ALL_WAYS
from encanta.checking.configure import Rulebook, elaborated, make_rulebook
from encanta.checking.echoes import without_echoes
from encanta.checking.footprints import Footprint, of_readings, of_variant
from encanta.checking.lending import Lending
from encanta.checking.loading import RulebookText, load
from encanta.checking.mending import mended
from encanta.checking.option_specs import Option
from encanta.checking.tree import entries, scalars, under
from encanta.text.diagnostic import Diagnostic, has_errors, sort_diagnostics
from encanta.text.nodes import Mapping, Node, Scalar
from encanta.text.spans import Span

MAX_PAIRS = 1_000
MAX_WAYS = 3_000


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong with a rulebook, and in how many ways it was looked at; `covered` says so in words."""

    diagnostics: list[Diagnostic]
    covered: list[str]
    ways: int = 0


@dataclass(frozen=True, slots=True)
class _Part:
    """A reading, a number at its bound, or a variant: what makes a way of playing different."""

    option: str | None
    word: str
    footprint: Footprint = field(default_factory=Footprint)


@dataclass(slots=True)
class _Run:
    """Collects what is found while a rulebook is looked at in one way after the other."""

    rulebook: Rulebook
    found: dict[Diagnostic, None] = field(default_factory=dict)
    seen: set[tuple[str, Span | None]] = field(default_factory=set)
    ways: int = 0
    unused: list[tuple[Mapping, frozenset[Diagnostic]]] = field(default_factory=list)
    lending: Lending = field(default_factory=Lending)

    def look(self, players: int, parts: tuple[_Part, ...] = (), preset: str | None = None) -> bool:
        """Validate one way of playing; False if the needs of the rulebook exclude it."""
        settings = {part.option: part.word for part in parts if part.option is not None}
        variants = [part.word for part in parts if part.option is None]
        prepared, found = self.rulebook.prepare(players, self._needed(variants) | settings, preset, variants)
        if parts and any(problem.code == codes.NEEDS_UNMET for problem in found):
            return False
        self.ways += 1
        if prepared is not None:
            costs = not parts and players in self.rulebook.players
            _, found = elaborated(prepared, found, costs, self.lending)
            unused = frozenset(problem for problem in found if problem.code in IN_ALL_WAYS)
            self.unused.append((prepared.tree, unused))
        self.keep(found)
        return True

    def keep(self, found: list[Diagnostic]) -> None:
        """Keep what is new: of one kind of problem in one place, what the first way of playing says."""
        self.found.update((problem, None) for problem in found if (problem.code, problem.span) not in self.seen)
        self.seen.update((problem.code, problem.span) for problem in found)

    def settled(self) -> list[Diagnostic]:
        """Everything that was found; a name is unused, say, only if no way of playing uses it."""
        partly = [problem for problem in self.found if any(problem not in unused for _, unused in self.unused)]
        doubtful = [problem for problem in partly if problem.code in IN_ALL_WAYS]
        used = {problem for problem in doubtful if self._is_used(problem)}
        left = [problem for problem in self.found if problem not in used]
        if self.rulebook.chosen is not None and any(problem.code in IN_ALL_WAYS for problem in left):
            of_the_game = self._without_chosen()
            left = [problem for problem in left if problem not in of_the_game]
        return sort_diagnostics(left)

    def _without_chosen(self) -> set[Diagnostic]:
        """What is unused, say, in the game without the chosen variant too: other variants may use it, and nobody who
        writes this one can mend it."""
        alone = _Run(replace(self.rulebook, chosen=None))
        alone.everywhere(())
        return {problem for problem in alone.found if problem.code in IN_ALL_WAYS}

    def _is_used(self, problem: Diagnostic) -> bool:
        """Whether the name is there in a way of playing in which nothing complains about it."""
        known: dict[Node, bool] = {}
        return any(
            problem not in unused and any(_holds(part, problem.span, known) for part in _played(tree))
            for tree, unused in self.unused
            if problem.span is not None
        )

    def _needed(self, variants: list[str]) -> dict[str, object]:
        """The options as the variants need them."""
        return {
            entry.key.text: entry.value.text
            for name in variants
            for entry in entries(self.rulebook.variants[name].node.get("needs"))
            if isinstance(entry.value, Scalar) and entry.key.text in self.rulebook.stage(variants).options
        }

    def anywhere(self, parts: tuple[_Part, ...]) -> bool:
        """Validate with the first number of players that the needs allow."""
        return any(self.look(players, parts) for players in self.offered(parts))

    def everywhere(self, parts: tuple[_Part, ...]) -> bool:
        """Validate with every number of players that the needs allow; False if they allow none."""
        looked = [self.look(players, parts) for players in self.offered(parts)]
        return any(looked)

    def offered(self, parts: tuple[_Part, ...]) -> range:
        """The numbers of players with the variants among some parts."""
        counts = self.rulebook.stage([part.word for part in parts if part.option is None]).offered
        return range(counts.least, (counts.most or counts.least) + 1)


def validate_path(path_or_game: str, everything: bool = False) -> Report:
    """Validate the rulebook of a folder, a variant file or a shipped game."""
    loaded = load(path_or_game)
    found = list(loaded.diagnostics)
    if loaded.rulebook is None:
        return Report(sort_diagnostics(found), [])
    text = loaded.rulebook
    rulebook = make_rulebook(text)
    found = without_echoes(found, rulebook.base.diagnostics)
    if has_errors(found):
        for name in rulebook.variants:
            found.extend(rulebook.stage([name]).diagnostics)
        found.extend(problem for problems in text.variant_problems.values() for problem in problems)
        behind = _behind(text, found)
        covered = "the shape of the rulebook only, since it has errors"
        if behind is not None:
            covered = "the base alone, read over the mistakes in its shape"
            found.extend(behind)
        return Report(sort_diagnostics(found), [covered])
    report = validate(rulebook, everything)
    return Report(sort_diagnostics(without_echoes(found, report.diagnostics)), report.covered, report.ways)


def _behind(text: RulebookText, found: list[Diagnostic]) -> list[Diagnostic] | None:
    """The errors that stand behind mistakes of shape; None where these cannot be read over."""
    meant = mended(text, found)
    if meant is None:
        return None
    rulebook = make_rulebook(meant)
    if has_errors(rulebook.base.diagnostics):
        return None
    run = _Run(rulebook)
    run.everywhere(())
    return [problem for problem in run.found if problem.severity == "error"]


def validate(rulebook: Rulebook, everything: bool = False) -> Report:
    """Validate a rulebook whose shape is right: the default coverage, or as much of the whole product as is feasible.

    Default: the base for every number of players and every preset, every reading alone, every variant alone, and the
    pairs of readings and variants of which one changes what the other changes or reads.
    """
    run = _Run(rulebook)
    for problems in rulebook.text.variant_problems.values():
        run.keep(problems)
    covered = _base(run)
    parts = _parts(rulebook)
    covered.extend(_product(run, parts) if everything else [*_alone(run, parts), *_pairs(run, parts)])
    return Report(run.settled(), covered, run.ways)


def _base(run: _Run) -> list[str]:
    least, most = run.rulebook.players
    presets = run.rulebook.presets
    for players in range(least, most + 1):
        run.look(players)
        for preset in presets:
            run.look(players, preset=preset)
    count = _several(most - least + 1, "number of players", "numbers of players")
    return [count, *([f"{_several(len(presets), 'preset', 'presets')} for each of them"] if presets else [])]


def _parts(rulebook: Rulebook) -> list[_Part]:
    """Every word of every option that is not its default, bounds of numbers known before play, and variants."""
    stage = rulebook.stage()
    prints = of_readings(stage)
    least = rulebook.players[0]
    static = _static_words(rulebook)
    parts: list[_Part] = []
    for option in stage.options.values():
        default = option.word(option.default_for(least))
        if option.words:
            parts.extend(
                _Part(option.name, word, prints[option.name, word]) for word in option.words if word != default
            )
        elif option.name in static:
            parts.extend(_Part(option.name, word) for word in _bounds(option) if word != default)
    # Whoever plays by a certain variant has chosen it instead of the others.
    names = list(rulebook.variants) if rulebook.chosen is None else []
    parts.extend(_Part(None, name, of_variant(rulebook.variants[name])) for name in names)
    return parts


def _static_words(rulebook: Rulebook) -> set[str]:
    """Words that stand where numbers must be known before play: how many components there are."""
    tree = rulebook.stage().tree
    keys = ("decks", "count", "copies", "shared", "sections")
    nodes = [under(component.value, key) for component in entries(tree.get("components")) for key in keys]
    nodes.extend(under(row.value, "copies") for kind in entries(tree.get("cards")) for row in entries(kind.value))
    return {word for node in nodes for scalar in scalars(node) for word in scalar.text.split()}


def _bounds(option: Option) -> list[str]:
    return [str(bound) for bound in (option.low, option.high) if bound is not None]


def _alone(run: _Run, parts: list[_Part]) -> list[str]:
    looked = [run.everywhere((part,)) if part.option is None else run.anywhere((part,)) for part in parts]
    readings = sum(1 for part, done in zip(parts, looked, strict=True) if done and part.option is not None)
    variants = sum(1 for part, done in zip(parts, looked, strict=True) if done and part.option is None)
    covered = []
    if readings:
        covered.append(f"{_several(readings, 'reading', 'readings')} alone")
    if variants:
        covered.append(f"{_several(variants, 'variant', 'variants')} alone")
    if not all(looked):
        covered.append(f"{looked.count(False)} left out, since the needs of the rulebook exclude them alone")
    return covered


def _pairs(run: _Run, parts: list[_Part]) -> list[str]:
    """The pairs of which one changes what the other changes or reads."""
    pairs = [pair for pair in combinations(parts, 2) if _differ(pair) and pair[0].footprint.meets(pair[1].footprint)]
    pairs.extend(pair for part in parts if part.option is None for pair in _brought(run.rulebook, part))
    looked = sum(run.anywhere(pair) for pair in pairs[:MAX_PAIRS])
    if not pairs:
        return []
    covered = [f"{_several(looked, 'pair', 'pairs')} of readings and variants that touch each other"]
    if len(pairs) > MAX_PAIRS:
        covered.append(f"{len(pairs) - MAX_PAIRS} further pairs left out")
    return covered


def _brought(rulebook: Rulebook, variant: _Part) -> list[tuple[_Part, _Part]]:
    """A variant with each reading of the options that it brings."""
    options = rulebook.stage([variant.word]).options
    return [
        (variant, _Part(name, word))
        for name, option in options.items()
        if name not in rulebook.stage().options
        for word in option.words
        if option.read(word) != option.default_for(rulebook.players[0])
    ]


def _product(run: _Run, parts: list[_Part]) -> list[str]:
    """All combinations for all numbers of players, those with the fewest changes first, up to a bound."""
    least, most = run.rulebook.players
    before = run.ways
    total = (most - least + 1) * _combinations(parts)
    for done, (players, chosen) in enumerate(_chosen(run.rulebook, parts)):
        if done >= MAX_WAYS:
            return [f"{run.ways - before} of {total} combinations, those with the fewest changes; the others left out"]
        run.look(players, chosen)
    return [f"all {total} combinations of readings, variants and numbers of players"]


def _chosen(rulebook: Rulebook, parts: list[_Part]) -> Iterator[tuple[int, tuple[_Part, ...]]]:
    least, most = rulebook.players
    for size in range(1, len(parts) + 1):
        for chosen in combinations(parts, size):
            if _differ(chosen):
                yield from ((players, chosen) for players in range(least, most + 1))


def _combinations(parts: list[_Part]) -> int:
    """How many combinations there are, the one without any change included."""
    options = {part.option for part in parts if part.option is not None}
    words = [1 + sum(1 for part in parts if part.option == option) for option in options]
    variants = sum(1 for part in parts if part.option is None)
    return prod([*words, *([2] * variants)])


def _played(tree: Mapping) -> Iterator[Node]:
    """What counts in a way of playing: all but the readings of its options, of which it has those that were chosen."""
    for entry in tree:
        if entry.key.text != "options":
            yield from (entry.key, entry.value)
            continue
        for option in entries(entry.value):
            yield option.key
            yield from (part.value for part in entries(option.value) if part.key.text != "readings")


def _holds(node: Node, span: Span, known: dict[Node, bool]) -> bool:
    """Whether the text of a span stands in a tree. `known` keeps what was found before."""
    if isinstance(node, Scalar):
        return node.span.source is span.source and node.span.start <= span.start and span.end <= node.span.end
    if node not in known:
        inner = (
            (part for entry in node for part in (entry.key, entry.value)) if isinstance(node, Mapping) else node.items
        )
        known[node] = any(_holds(part, span, known) for part in inner)
    return known[node]


def _differ(parts: tuple[_Part, ...]) -> bool:
    """Whether no two of them set the same option."""
    options = [part.option for part in parts if part.option is not None]
    return len(options) == len(set(options))


def _several(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
