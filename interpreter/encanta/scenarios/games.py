"""The games that the scenarios of one rulebook are played in, each made once."""

from __future__ import annotations

from collections.abc import Sequence as Seq
from dataclasses import replace

from encanta.checking.configure import Rulebook, make_rulebook
from encanta.checking.loading import RulebookText
from encanta.checking.model import Model
from encanta.machine.asides import Asides
from encanta.machine.program import Program, load_program
from encanta.scenarios.asking import asking_program
from encanta.scenarios.forms import Scenario
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Entry, Mapping


class Games:
    """Makes and keeps the models and programs of a rulebook."""

    telling = True
    """Whether what led to a failure is told, for which the game is played once more."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._models: dict[tuple[object, ...], tuple[Model | None, list[Diagnostic]]] = {}
        self._equal: dict[tuple[object, ...], Model] = {}
        self._programs: dict[tuple[int, bool], Program] = {}
        self._asides: dict[int, Asides] = {}
        self._asking: dict[int, Program] = {}
        self._extended: dict[int, Rulebook] = {}

    def fewest(self, variants: Seq[str] = ()) -> int:
        """The least number of players."""
        return self.rulebook.stage(variants).offered.least

    def numbers(self) -> range:
        """The numbers of players that the rulebook offers."""
        least, most = self.rulebook.players
        return range(least, most + 1)

    def model_for(self, scenario: Scenario) -> tuple[Model | None, list[Diagnostic]]:
        """The game of a scenario, or None and why it cannot be set up."""
        variants = [variant.text for variant in scenario.variants]
        players = scenario.players if scenario.players is not None else self.fewest(variants)
        settings = {name.text: value.text for name, value in scenario.options}
        preset = None if scenario.preset is None else scenario.preset.text
        return self.model(players, settings, preset, variants, scenario.extra)

    def model(
        self,
        players: int,
        settings: dict[str, str] | None = None,
        preset: str | None = None,
        variants: Seq[str] = (),
        extra: Mapping | None = None,
    ) -> tuple[Model | None, list[Diagnostic]]:
        """One way of playing; `extra` are rows that exist only there."""
        chosen = settings or {}
        key = (players, tuple(sorted(chosen.items())), preset, tuple(variants), None if extra is None else id(extra))
        if key not in self._models:
            rulebook = self.rulebook if extra is None else self._with_rows(extra)
            model, found = rulebook.configure(players, chosen, preset, variants)
            self._models[key] = (None if model is None else self._known(model, key), found)
        return self._models[key]

    def _known(self, model: Model, key: tuple[object, ...]) -> Model:
        """The model that was made before for the same settings, however they were asked for."""
        return self._equal.setdefault((model.players, tuple(sorted(model.settings.items())), *key[3:]), model)

    def program(self, model: Model, traced: bool = False) -> Program:
        """The program of a model that this object has made."""
        key = (id(model), traced)
        if key not in self._programs:
            self._programs[key] = load_program(model, traced)
        return self._programs[key]

    def asides(self, model: Model) -> Asides:
        """What works out formulas for a model."""
        if id(model) not in self._asides:
            self._asides[id(model)] = Asides(self.program(model))
        return self._asides[id(model)]

    def asking(self, model: Model) -> Program:
        """The program of a model that asks also what has only one outcome."""
        if id(model) not in self._asking:
            self._asking[id(model)] = asking_program(self.program(model))
        return self._asking[id(model)]

    def _with_rows(self, extra: Mapping) -> Rulebook:
        if id(extra) not in self._extended:
            text = with_rows(self.rulebook.text, extra)
            self._extended[id(extra)] = make_rulebook(text)
        return self._extended[id(extra)]


def with_rows(text: RulebookText, extra: Mapping) -> RulebookText:
    """A rulebook with more rows: by component, or (where there is only one) the rows alone."""
    components = text.rulebook.get("components")
    kinds = components.entries if isinstance(components, Mapping) else ()
    by_component = extra
    if kinds and not set(extra.keys()) <= {entry.key.text for entry in kinds}:
        by_component = Mapping(extra.span, (Entry(kinds[0].key, extra),))
    return replace(text, cards=_joined(text.cards, by_component))


def _joined(cards: Mapping | None, extra: Mapping) -> Mapping:
    if cards is None:
        return extra
    entries = {entry.key.text: entry for entry in cards}
    for entry in extra:
        old = entries.get(entry.key.text)
        value = entry.value
        if old is not None and isinstance(old.value, Mapping) and isinstance(value, Mapping):
            value = Mapping(old.value.span, (*old.value, *value))
        entries[entry.key.text] = Entry(entry.key if old is None else old.key, value)
    return Mapping(cards.span, tuple(entries.values()))
