"""The classes of mistakes, and every mistake of a class that is made in a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from encanta.checking.configure import Rulebook
from encanta.checking.loading import RulebookText
from encanta.mistakes import keys, scenarios, sense, texts, traps, values
from encanta.mistakes.mistake import Mistake
from encanta.mistakes.places import Place, places


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A rulebook without mistakes, as those look at it who make some: its places and the words it has."""

    places: list[Place]
    words: texts.Words
    scenarios: scenarios.Scenarios


def ground(text: RulebookText, rulebook: Rulebook, tests: scenarios.Scenarios) -> Ground:
    """What mistakes are made in."""
    return Ground(places(text), texts.words_of_rulebook(rulebook), tests)


@dataclass(frozen=True, slots=True)
class Class:
    """A class of mistakes. `share` is what is to be found of it, `lines` and `suggested` how well it is to be said."""

    name: str
    about: str
    make: Callable[[Ground, Random], Iterator[Mistake]]
    share: float = 1.0
    lines: float = 0.98
    suggested: float = 0.9


Maker = Callable[[list[Place], Random], Iterator[Mistake]]
ScenarioMaker = Callable[[scenarios.Scenarios, texts.Words, Random], Iterator[Mistake]]
WordMaker = Callable[[list[Place], texts.Words, Random], Iterator[Mistake]]


def _in_places(make: Maker, ground: Ground, rng: Random) -> Iterator[Mistake]:
    return make(ground.places, rng)


def _in_words(make: WordMaker, ground: Ground, rng: Random) -> Iterator[Mistake]:
    return make(ground.places, ground.words, rng)


def _in_scenarios(make: ScenarioMaker, ground: Ground, rng: Random) -> Iterator[Mistake]:
    return make(ground.scenarios, ground.words, rng)


CLASSES = (
    Class("misspelt key", "a key with a slip of the hand", partial(_in_places, keys.misspelt_keys)),
    Class("misplaced key", "a key where nobody reads it", partial(_in_places, keys.misplaced_keys), 0.95),
    Class("missing part", "a key left out that must be there", partial(_in_places, keys.missing_parts)),
    Class("duplicate", "a key twice, or a name for two things", partial(_in_places, keys.duplicates)),
    Class("wrong type", "a value of another kind than is needed", partial(_in_words, values.wrong_types)),
    Class("wrong word", "a word that is none of those that may stand there", partial(_in_words, values.wrong_words)),
    Class("misspelt name", "a name in a formula or a sentence with a slip", partial(_in_words, texts.misspelt_names)),
    Class("misspelt word", "a word of the language with a slip", partial(_in_words, texts.misspelt_words)),
    Class("unknown reference", "the name of nothing", partial(_in_words, values.unknown_references)),
    Class("wrong arity", "an argument too many or too few", partial(_in_words, texts.wrong_arguments)),
    Class("syntax error", "a text that is no sentence and no formula", partial(_in_words, texts.broken_texts)),
    Class("trap of YAML", "what YAML reads as something else", partial(_in_places, traps.traps)),
    Class("always true", "a condition that is always or never true", partial(_in_words, sense.always_true), 0.9),
    Class("wrong sum", "numbers that do not add up", partial(_in_words, sense.wrong_sums), 0.9),
    Class("scenario key", "a misspelt key of a scenario", partial(_in_scenarios, scenarios.misspelt_keys)),
    Class("scenario name", "a misspelt name in a scenario", partial(_in_scenarios, scenarios.misspelt_names)),
    Class("scenario value", "another number, a seat of nobody", partial(_in_scenarios, scenarios.wrong_values), 0.95),
    Class("scenario part", "no expectation, or a title twice", partial(_in_scenarios, scenarios.missing_parts)),
    Class("scenario trap", "what YAML reads as something else", partial(_in_scenarios, scenarios.traps)),
)


def class_named(name: str) -> Class:
    """The class of a name. Raises KeyError if there is none."""
    return {one.name: one for one in CLASSES}[name]


def mistakes_of(what: Class, ground: Ground, lot: str) -> list[Mistake]:
    """Every mistake of a class, in an order that `lot` decides: the first so many are a fair sample."""
    rng = Random(f"{what.name} {lot}")
    found = list(what.make(ground, rng))
    rng.shuffle(found)
    return found
