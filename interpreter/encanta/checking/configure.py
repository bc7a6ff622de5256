"""The front door: opens a rulebook, and makes the model of one way of playing it."""

from __future__ import annotations

from collections.abc import Mapping as Map
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from pathlib import Path

from encanta.checking import structure_codes as codes
from encanta.checking.card_names import finished
from encanta.checking.counts import check_counts
from encanta.checking.echoes import without_echoes
from encanta.checking.facts import Facts
from encanta.checking.lending import Lending
from encanta.checking.loading import RulebookText, load
from encanta.checking.model import Model
from encanta.checking.namespace import check_names
from encanta.checking.option_specs import Option
from encanta.checking.options import (
    Settings,
    check_needs,
    check_variant_needs,
    defaults,
    settle,
    settle_tree,
    unknown_choice,
)
from encanta.checking.patches import Touch, apply, conflicts
from encanta.checking.sides import sides_for
from encanta.checking.stage import Change, Stage, Variant, build_stage, check_touched, read_variant
from encanta.checking.static import Known
from encanta.text.diagnostic import Diagnostic, error, has_errors, sort_diagnostics
from encanta.text.nodes import Mapping, Scalar


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """One way of playing, before its texts are read: the resolved tree without its rows, the rows, and the facts."""

    tree: Mapping
    cards: Mapping | None
    facts: Facts


@dataclass(slots=True, eq=False)
class Rulebook:
    """An opened rulebook. `chosen` is the variant it was opened with, which is always played."""

    text: RulebookText
    variants: dict[str, Variant]
    chosen: str | None
    _stages: dict[tuple[str, ...], Stage] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """The folder of the rulebook."""
        return self.text.root

    @property
    def title(self) -> str:
        """The name of the game."""
        return self._head("title")

    @property
    def about(self) -> str:
        """What the game is, in a sentence; may be empty."""
        return self._head("about")

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most players, with the chosen variant."""
        offered = self.stage().offered
        return offered.least, offered.most or offered.least

    @property
    def options(self) -> dict[str, Option]:
        """The options by name, with the chosen variant."""
        return self.stage().options

    @property
    def presets(self) -> dict[str, Mapping]:
        """What each preset sets."""
        return self.stage().presets

    @property
    def sources(self) -> Mapping | None:
        """The tree of `sources.yaml`, if there is one."""
        return self.text.sources

    @property
    def labels(self) -> dict[str, Mapping]:
        """Words for players, by language."""
        return self.text.labels

    def _head(self, key: str) -> str:
        node = self.text.rulebook.get(key)
        return node.text if isinstance(node, Scalar) else ""

    def stage(self, variants: Seq[str] = ()) -> Stage:
        """The rulebook with some variants (unknown ones left out) and the chosen one."""
        chosen = [] if self.chosen is None or self.chosen in variants else [self.chosen]
        return self._stage(tuple(dict.fromkeys(name for name in (*chosen, *variants) if name in self.variants)))

    @property
    def base(self) -> Stage:
        """The rulebook without any variant, not even the chosen one."""
        return self._stage(())

    def _stage(self, names: tuple[str, ...]) -> Stage:
        if names not in self._stages:
            self._stages[names] = build_stage(self.text, tuple(self.variants[name] for name in names))
        return self._stages[names]

    def configure(
        self,
        players: int,
        settings: Map[str, object] | None = None,
        preset: str | None = None,
        variants: Seq[str] = (),
    ) -> tuple[Model | None, list[Diagnostic]]:
        """The model for a number of players, options, a preset and variants; None if there are errors.

        `settings` gives options numbers, flags, or their words as text; they go before a preset, and a preset before
        what a variant sets.
        """
        prepared, found = self.prepare(players, settings, preset, variants)
        if prepared is None:
            return None, found
        return elaborated(prepared, found)

    def prepare(
        self,
        players: int,
        settings: Map[str, object] | None = None,
        preset: str | None = None,
        variants: Seq[str] = (),
    ) -> tuple[Prepared | None, list[Diagnostic]]:
        """Everything up to the reading of the texts; None if there are errors."""
        found = self._unknown_variants(variants)
        stage = self.stage(variants)
        found.extend(stage.diagnostics)
        if players not in stage.offered:
            found.append(_not_offered(players, stage))
        chosen = self._settle(stage, players, settings or {}, preset, found)
        if has_errors(found):
            return None, sort_diagnostics(found)
        return _prepared(stage, players, chosen, self.title)

    def _unknown_variants(self, names: Seq[str]) -> list[Diagnostic]:
        """Variants that are not there, or cannot be read."""
        found: list[Diagnostic] = []
        for name in names:
            if name not in self.variants:
                found.extend(self.text.variant_problems.get(name) or [unknown_choice("variant", name, self.variants)])
        return found

    def _settle(
        self, stage: Stage, players: int, settings: Map[str, object], preset: str | None, found: list[Diagnostic]
    ) -> Settings:
        """The value of every option, from the least to the most particular."""
        chosen = defaults(stage.options, players)
        for variant in stage.variants:
            chosen |= settle_tree(stage.options, variant.node.get("options"), players)
        if preset is not None and preset not in stage.presets:
            found.append(unknown_choice("preset", preset, stage.presets))
        elif preset is not None:
            chosen |= settle_tree(stage.options, stage.presets[preset], players)
        given, problems = settle(stage.options, settings)
        found.extend(problems)
        return chosen | given


def open_rulebook(path_or_game: str) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The rulebook of a folder, of a variant file, or of a shipped game; None if it cannot be read.

    What is wrong with variants that are not played shows only in `validate` and when they are chosen.
    """
    loaded = load(path_or_game)
    if loaded.rulebook is None:
        return None, sort_diagnostics(loaded.diagnostics)
    rulebook = make_rulebook(loaded.rulebook)
    found = without_echoes(loaded.diagnostics, rulebook.base.diagnostics)
    if not has_errors(found):
        found.extend(rulebook.stage().diagnostics)
    found = sort_diagnostics(found)
    return (None if has_errors(found) else rulebook), found


def make_rulebook(text: RulebookText) -> Rulebook:
    """The rulebook of texts that are read."""
    problems = text.variant_problems
    variants = {name: read_variant(name, node, problems.get(name, [])) for name, node in text.variants.items()}
    return Rulebook(text, variants, text.chosen)


def elaborated(
    prepared: Prepared,
    found: list[Diagnostic],
    costs: bool = True,
    lending: Lending | None = None,
    reach: bool = True,
) -> tuple[Model | None, list[Diagnostic]]:
    """The model of a prepared rulebook, with what was found before; `costs` says whether to ask how long it takes.

    With `lending`, what reads the same in several ways of playing is read once, and the model cannot be played. Without
    `reach` nobody asks for what can never be paid, reached or used, which takes the longest.
    """
    from encanta.checking.bounds import check_bounds
    from encanta.checking.elaborate import elaborate

    model, problems = elaborate(prepared.tree, prepared.cards, prepared.facts, lending, reach)
    if model is not None:
        problems = [*problems, *check_bounds(model, costs)]
    found = sort_diagnostics([*found, *problems])
    return (None if has_errors(found) else model), found


def _not_offered(players: int, stage: Stage) -> Diagnostic:
    least, most = stage.offered.least, stage.offered.most
    node = stage.tree.get("players")
    range_ = f"{least}" if least == most else f"{least} to {most}"
    return error(
        codes.PLAYERS_NOT_OFFERED,
        f"the game is for {range_} players, not for {players}",
        node.span if node is not None else None,
    )


def _prepared(stage: Stage, players: int, settings: Settings, title: str) -> tuple[Prepared | None, list[Diagnostic]]:
    """Resolve, patch and check the tree for these settings."""
    found = list(stage.diagnostics)
    tree = stage.resolver.resolve(stage.tree, settings, players)
    tree, touches = _patched(stage, tree, settings, players, found)
    found.extend(check_touched(stage, tree, touches))
    tree = finished(tree, found)
    decls = {name: option.decl for name, option in stage.options.items()}
    sides = sides_for(tree.get("sides"), players)
    known = Known(players, settings, decls, len(sides))
    found.extend(check_needs(tree.get("needs"), known))
    for variant in stage.variants:
        found.extend(check_variant_needs(stage.options, variant.node.get("needs"), settings, variant.title))
    if not has_errors(found):
        found.extend(check_names(tree))
        found.extend(check_counts(tree, known))
    if has_errors(found):
        return None, sort_diagnostics(found)
    most = stage.offered.most or stage.offered.least
    facts = Facts(players, (stage.offered.least, most), settings, decls, sides, title, stage.fingerprint)
    cards = tree.get("cards")
    rest = Mapping(tree.span, tuple(entry for entry in tree if entry.key.text != "cards"))
    return Prepared(rest, cards if isinstance(cards, Mapping) else None, facts), sort_diagnostics(found)


def _patched(
    stage: Stage, tree: Mapping, settings: Settings, players: int, found: list[Diagnostic]
) -> tuple[Mapping, tuple[Touch, ...]]:
    """The tree with the changes of the variants and of the chosen readings."""
    touched: list[tuple[Touch, ...]] = []
    for change in _changes(stage, settings):
        patch = stage.resolver.resolve(change.tree, settings, players)
        patched = apply(tree, change.operation, patch)
        tree = patched.tree
        found.extend(patched.diagnostics)
        found.extend(problem for before in touched for problem in conflicts(before, patched.touches))
        touched.append(patched.touches)
    return tree, tuple(touch for touches in touched for touch in touches)


def _changes(stage: Stage, settings: Settings) -> list[Change]:
    changes = [change for variant in stage.variants for change in variant.late]
    for option in stage.options.values():
        reading = option.readings.get(option.word(settings[option.name])) if option.readings else None
        if reading is not None:
            changes.extend(Change(reading.name, operation, tree) for operation, tree in reading.changes)
    return changes
