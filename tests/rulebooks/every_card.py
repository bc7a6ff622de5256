"""Positions of Enchanters that are built around one card, and what its data says, read without the language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

import encanta.resources as resources
from encanta.checking import model as m
from encanta.checking.configure import open_rulebook
from encanta.machine.asides import Asides
from encanta.machine.table import State
from encanta.scenarios.cells import contents, fill
from encanta.trust.counting import HELD, Build, place_of

GAME = resources.rulebooks_root() / "enchanters"
CRYSTALS, WOUNDS, STRONG = 12, 5, 40
PILES = {"item": "items", "enchantment": "enchantments", "wound_card": "wound_cards"}
SPOTS = {"village_card": "village", "overlord_card": "overlord"}
ACTING = ("minor", "double", "multi", "rest", "challenge")

Data = dict[str, Any]


def printed_cards() -> dict[str, Data]:
    """What the card file says of each card, by its title, with its type."""
    types = {"item_cards": "item", "enchantment_cards": "enchantment", "dragon_cards": "dragon"}
    types |= {f"{size}_monsters": "monster" for size in ("minor", "medium", "major")}
    rulebook = yaml.safe_load((GAME / "rulebook.yaml").read_text(encoding="utf-8"))
    shared = {name: of.get("all", {}) for name, of in rulebook["components"]["card"]["sections"].items()}
    sections = {"villages": "village_card", "overlords": "overlord_card", "wounds": "wound_card"}
    found: dict[str, Data] = {}

    def walk(node: Data, type_: str, depth: int, actions: Data) -> None:
        for name, inner in node.items():
            if depth == 0:
                found[name] = {**actions, **inner, "type": type_}
            else:
                walk(inner, types.get(name, type_), depth - 1, actions)

    cards = yaml.safe_load((GAME / "cards.yaml").read_text(encoding="utf-8"))["card"]
    for section, depth in {"basics": 1, "kingdoms": 3, "villages": 1, "overlords": 0, "wounds": 0}.items():
        actions = {key: text for key, text in shared[section].items() if key in ACTING}
        walk(cards[section], sections.get(section, ""), depth, actions)
    return found


CARDS = printed_cards()


def listed(thing: Any) -> list[Any]:
    """A list, of one if it is none."""
    return thing if isinstance(thing, list) else [] if thing is None else [thing]


def parts_of(data: Data, *names: str) -> Iterator[Data]:
    """The texts of some parts of a card."""
    for name in names:
        yield from listed(data.get(name))


def texts_of(data: Data) -> Iterator[Data]:
    """All texts of a card: what stands in no part, and the parts."""
    yield data
    yield from parts_of(data, "upper", "lower", "combat", "reward")


def is_plain(data: Data) -> bool:
    """Whether a card has nothing but numbers, and does nothing."""
    keys = {key for text in parts_of(data, "upper", "lower", "combat") for key in text}
    numbers = all(isinstance(v, int) for text in parts_of(data, "upper", "lower") for v in text.values())
    return numbers and keys <= {"attack", "defense", "glory", "slime", "undead"} and "immediate" not in data


# ---------------------------------------------------------------------------------------------- sentences

_WHO = r"(?:(?P<who>each other player|each player|another player|left_neighbour) )?"
_PLAIN = re.compile(_WHO + r"(?P<verb>take|lose|heal)s? (?P<n>\d+)(?: (?P<unit>crystal|wound)s?)?")
_GIVEN = re.compile(r"(?P<verb>give|take) (?P<n>\d+) (?P<unit>crystal|wound)s? (?:to|from) another player")
_PRICE = re.compile(r"(?P<n>\d+) crystals?")
_GAIN = re.compile(r"(?P<what>attack|defense) (?P<n>[+-]\d+)")
_OTHERS = {"each other player": (0, 2), "each player": (1, 2), "another player": (0, 1), "left_neighbour": (0, 1)}


@dataclass(slots=True)
class Sums:
    """What a text does to numbers: crystals and wounds of you and of the two others together, and what you gain."""

    crystal: list[int] = field(default_factory=lambda: [0, 0])
    wound: list[int] = field(default_factory=lambda: [0, 0])
    attack: int = 0
    defense: int = 0
    open: set[str] = field(default_factory=set)
    """The numbers of which it says something that is not read here."""

    def take(self, unit: str, you: int, others: int) -> None:
        """Add to a number of crystals or wounds."""
        numbers = self.crystal if unit == "crystal" else self.wound
        numbers[0] += you
        numbers[1] += others

    def less(self, other: Sums) -> Sums:
        """How far this differs from another."""
        crystal, wound = (
            [a - b for a, b in zip(x, y, strict=True)]
            for x, y in ((self.crystal, other.crystal), (self.wound, other.wound))
        )
        return Sums(crystal, wound, self.attack - other.attack, self.defense - other.defense)

    def agrees(self, found: Sums) -> bool:
        """Whether what was found is what the text says, as far as it is read."""
        return all(getattr(self, n) == getattr(found, n) for n in NUMBERS if n not in self.open)


NUMBERS = ("crystal", "wound", "attack", "defense")
_WORDS = {
    "crystal": ("crystal", "may"),
    "wound": ("wound", "heal", "face", "duel"),
    "attack": ("attack",),
    "defense": ("defense",),
}


def sums_of(*texts: str) -> Sums:
    """What some texts do, sentence by sentence."""
    sums = Sums()
    for text in texts:
        for sentence in re.split(r" -> |; ", str(text).strip()):
            _read(sums, sentence)
    return sums


def _read(sums: Sums, sentence: str) -> None:
    if found := _PRICE.fullmatch(sentence):
        sums.take("crystal", -int(found["n"]), 0)
    elif found := _GAIN.fullmatch(sentence):
        setattr(sums, found["what"], getattr(sums, found["what"]) + int(found["n"]))
    elif found := _GIVEN.fullmatch(sentence):
        n = int(found["n"]) * (1 if found["verb"] == "take" else -1)
        sums.take(found["unit"], n, -n)
    elif found := _PLAIN.fullmatch(sentence):
        you, others = _OTHERS.get(found["who"], (1, 0))
        n = int(found["n"]) * (1 if found["verb"] == "take" else -1)
        sums.take(found["unit"] or "wound", you * n, others * n)
    else:
        sums.open |= {number for number, words in _WORDS.items() if any(word in sentence for word in words)}
        if "journey_to" in sentence or " or else " in sentence or " if " in sentence:
            sums.open |= set(NUMBERS)


# ---------------------------------------------------------------------------------------------- positions

Laid = dict[tuple[str, int], list[int]]


class Board:
    """The game for three players, and positions of it in which there is plenty of everything."""

    def __init__(self) -> None:
        rulebook, problems = open_rulebook(str(GAME))
        assert rulebook is not None, problems
        model, problems = rulebook.configure(3, {"kingdom_choice": "by_lot"})
        assert model is not None, problems
        self.model = model
        self.build = Build(model)
        self.program = self.build.program
        self.layout = self.program.layout
        self.asides = Asides(self.program, {"seen": self.program.notes.seen})
        self.begun = self.program.set_up(1)
        self.places = {(i.place.name, i.owner): i for i in self.layout.instances}
        self.values = {(v.owner, v.name): v for v in model.values}
        self.variables = {(v.owner, v.name): self.layout.variables[v] for v in model.variables}
        self.copies: dict[str, list[int]] = {}
        for kind in self.layout.kinds.values():
            for component in range(kind.first, kind.last):
                row = self.layout.rows[self.layout.row_of[component]]
                self.copies.setdefault(row.title or row.name, []).append(component)
        self.row_of = {row.title or row.name: row for row in self.layout.rows}
        # There is always something else to do than to take a card, so that everybody is asked.
        self.village = next(
            cs[0] for t, cs in self.copies.items() if set(CARDS.get(t, ())) == {"type", "rest", "multi"}
        )
        self.types = {c: CARDS[t]["type"] for t, cs in self.copies.items() if t in CARDS for c in cs}

    def plain(self, type_: str, but: Iterable[int] = ()) -> list[int]:
        """Copies of cards of a type that do nothing, those with icons first."""
        out = set(but)
        titles = [t for t, data in CARDS.items() if data["type"] == type_ and is_plain(data) and t in self.copies]
        titles.sort(key=lambda t: not any({"slime", "undead"} & set(p) for p in parts_of(CARDS[t], "lower")))
        return [c for t in titles for c in self.copies[t] if c not in out]

    def laid(self, more: Laid | None = None, but: Iterable[int] = ()) -> Laid:
        """Where things lie: for everybody gear and trophies, a track, a graveyard, a deck; places of `more` as said."""
        more = more or {}
        out = {*but, *(c for cards in more.values() for c in cards)}
        stock = {t: iter(self.plain(t, out)) for t in ("item", "enchantment", "monster", "dragon")}

        def some(*types: str) -> list[int]:
            return [next(stock[t]) for t in types]

        found: Laid = {}
        for seat in range(3):
            found["items", seat] = some("item", "item", "item")
            found["enchantments", seat] = some("enchantment", "enchantment", "enchantment")
            found["trophies", seat] = some("monster", "monster")
        found["track", -1] = some("item", "enchantment", "monster", "item", "enchantment", "dragon")
        found["graveyard", -1] = some("item", "monster")
        found["adventure_deck", -1] = [*some("item", "enchantment"), *stock["monster"]][:8]
        found["wound_deck", -1] = [c for c, t in self.types.items() if t == "wound_card" and c not in out]
        tokens = self.copies["reward_token"]
        found["overlord_rewards", -1] = tokens[:3]
        found["village", -1] = [self.village]
        return found | more

    def lay(self, state: State, laid: Laid) -> None:
        """Let things lie so, and all others at home; everybody has crystals and wounds, and all are strong."""
        for (name, owner), instance in self.places.items():
            if (name, owner) in laid:
                fill(state, instance, laid[name, owner])
            elif not instance.place.home:
                fill(state, instance, ())
        for instance in self.places.values():
            if instance.place.home:
                kind = self.layout.kinds[instance.place.component]
                lying = {c for i in self.places.values() if i is not instance for c in contents(state, i) if c >= 0}
                fill(state, instance, [c for c in range(kind.first, kind.last) if c not in lying])
        for seat in range(3):
            state[self.variables["player", "crystals"] + seat] = CRYSTALS
            state[self.variables["player", "wounds"] + seat] = WOUNDS
            for name in ("attack", "defense"):
                gained = self.values["player", name].gained
                assert gained is not None
                state[self.layout.variables[gained] + seat] = STRONG

    def at(self, phase: str, laid: Laid, seat: int = 0) -> State:
        """The beginning of a phase of a player in a position."""
        state = self.begun[:]
        self.program.enter(state, phase, seat, lambda here: self.lay(here, laid))
        return state

    # ------------------------------------------------------------------------------------------ moves

    def offered(self, state: State) -> dict[str, int]:
        """The actions on offer, with the option that takes each."""
        site = self.program.site(state)
        return {site.actions[code]: code for code in self.program.options(state) if code >= 0}

    def go_on(self, state: State) -> None:
        """Decide on the first option, and use nothing in between, until the actions of a phase are on offer again."""
        for _ in range(50):
            if self.program.asked(state) < 0:
                return
            site, options = self.program.site(state), self.program.options(state)
            if site.kind == "action" and self.model.bodies[site.body].kind == "phase":
                return
            self.program.advance(state, -1 if site.kind == "action" else options.at(0))
        raise AssertionError("no end of questions")

    def act(self, state: State, action: str) -> None:
        """Use an action that is on offer, all its questions answered with the first option."""
        self.program.advance(state, self.offered(state)[action])
        self.go_on(state)

    def wait_for(self, state: State, seat: int) -> None:
        """Nobody does anything they need not do until a player is asked."""
        for _ in range(50):
            if self.program.asked(state) == seat:
                return
            self.program.advance(state, -1)
            self.go_on(state)
        raise AssertionError("the player is never asked")

    def travel(self, state: State, card: int) -> None:
        """Take a card of the track; the first that may be taken, if that one may not."""
        self.program.advance(state, self.offered(state)["journey"])
        options = self.program.options(state)
        if self.program.site(state).kind == "choose":
            value = next((v for v in options if options.component(v) == card), options.at(0))
            self.program.advance(state, value)
        self.go_on(state)

    # ------------------------------------------------------------------------------------------ looks

    def numbers(self, state: State) -> Sums:
        """The numbers of the first player, and of the others together; ten wounds are a Wound card."""
        sums = Sums()
        for seat in range(3):
            cards = len(contents(state, self.places["wound_cards", seat]))
            wounds = state[self.variables["player", "wounds"] + seat] + 10 * cards
            sums.crystal[min(seat, 1)] += state[self.variables["player", "crystals"] + seat]
            sums.wound[min(seat, 1)] += wounds
        for name in ("attack", "defense"):
            gained = self.values["player", name].gained
            assert gained is not None
            setattr(sums, name, state[self.layout.variables[gained]])
        return sums

    def lying(self, state: State) -> list[list[int]]:
        """What lies where."""
        return [contents(state, instance) for instance in self.places.values()]

    def shown(self, state: State) -> dict[str, int]:
        """The symbols of the first player: attack, defense, icons, and the glory that would be counted."""
        found = {n: self.asides.value(state, self.values["player", n], 0) for n in ("attack", "defense")}
        found |= {n: self.asides.value(state, self.values["player", n], 0) for n in ("undead", "slime")}
        sheet = self.model.sheets["glory_points"]
        wounds = self.asides.line(state, sheet, 0, "wounds")
        return found | {"glory": self.asides.total(state, sheet, 0) - wounds}

    def reached(self, spans: Iterable[Any]) -> bool:
        """Whether one of some texts was come by since the notes were cleared."""
        notes = self.program.notes
        held = {mark.place for mark, bits in zip(self.build.formulas, notes.formulas, strict=True) if bits & HELD}
        there = [p for p, noted in zip(self.build.statements, notes.statements, strict=True) if noted]
        return any(place_of(span) in held or any(_inside(place, span) for place in there) for span in spans)


def _inside(place: tuple[str, int, int], span: Any) -> bool:
    return bool(place[0] == span.source.name and span.start <= place[1] and place[2] <= span.end)


def spans_of(thing: m.Ability | m.Effect) -> list[Any]:
    """Where what an ability or an effect does stands."""
    changes = thing.changes if isinstance(thing, m.Ability) else ()
    return [*(stmt.span for stmt in thing.stmts), *(change.amount.span for change in changes)]
