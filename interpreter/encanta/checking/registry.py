"""The registry: every section of a rulebook, every key, and what may stand under it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from encanta.checking.registry_bodies import (
    ABILITY_KEYS,
    FLAG,
    FORMULA,
    HAPPENING,
    NAME,
    NOTES,
    ROW_ABILITY,
    STATIC,
    TEXT,
)
from encanta.checking.registry_forms import Form, Groups, Key, Keys, Leaf, Many, Named, Patch, all_keys

VERSION = 1
OPERATIONS = ("set", "replace", "add", "remove")
OWNERS = ("game", "side", "player")
PLACE_FORMS = ("pile of", "set of", "row of", "spot for")
VALUE = Leaf("value")
SETTINGS = Named("an option", Leaf("setting"), key="setting")

_PATCH_WORDS = {
    "set": ("Changes what it names.", "set: {phases: {turn: do drawing}}"),
    "replace": ("Swaps a whole thing.", "replace: {procedures: {search: move top of deck to hand}}"),
    "add": ("Adds what is not there yet.", "add: {actions: {pass: coins +1}}"),
    "remove": ("Takes things away.", "remove: {actions: [trade, pass]}"),
}
PATCHES = tuple(Key(name, Patch(name), about, example) for name, (about, example) in _PATCH_WORDS.items())

READING = Keys("a reading", (*NOTES, *PATCHES), short="about")
OPTION = Keys(
    "an option",
    (
        Key("default", Leaf("setting"), "What holds unless it is set.", "default: 3", required=True),
        Key("type", Leaf("type"), "Which numbers it may be.", "type: 1..6"),
        Key("readings", Named("a reading", READING), "What it may be, each with its words.",
            "readings: {high: the highest card wins, low: the lowest card wins}"),
        *NOTES,
    ),
)  # fmt: skip
PROPERTY = Keys(
    "a property",
    (
        Key("type", Leaf("type"), "What values it has.", "type: optional color", required=True),
        Key("on the back", FLAG, "Whether it shows on the back, so that everybody sees it face down too.",
            "on the back: yes"),
        Key("used by", Leaf("word", ("nobody",)),
            "That no player uses an effect: then it passes over nobody who is protected from others.",
            "used by: nobody"),
        *NOTES,
    ),
    short="type",
)  # fmt: skip
COPIES = Keys(
    "the copies of a row",
    (Key("all", STATIC, "How many there are of it.", "all: 4"),),
    short="all",
    rest=STATIC,
)
FIELDS = Keys(
    "what rows share",
    (Key("copies", COPIES, "How many there are of each.", "copies: {red: 2, blue: 1}"),),
    rest=VALUE,
)
SECTION = Keys(
    "a section of rows",
    (
        Key("keys", Many(NAME), "The properties that its nested keys give, from the outside in.",
            "keys: [size, color]"),
        Key("all", FIELDS, "What all its rows share.", "all: {size: large}"),
    ),
    short="keys",
)  # fmt: skip
COMPONENT = Keys(
    "a component",
    (
        Key("has", Named("a property", PROPERTY), "What each of them shows.", "has: {color: color, points: integer}"),
        Key("rows", TEXT, "The file of its rows; `cards.yaml` unless given.", "rows: tokens.yaml"),
        Key("marker", Leaf("integer"), "How many there are of it; they are all alike and need no rows.", "marker: 1"),
        Key("decks", STATIC, "How many times all of them are there.", "decks: 2"),
        Key("count", STATIC, "How many there must be in all; checked.", "count: 52"),
        Key(
            "symbols",
            Many(NAME),
            "Numbers that its parts may show; what shows none shows 0.",
            "symbols: [force, guard]",
        ),
        Key(
            "parts",
            Many(NAME),
            "The parts of its rows, active where a place says so; the first is the row itself.",
            "parts: [text, upper, lower]",
        ),
        Key(
            "sections",
            Named("a section", SECTION, key="free"),
            "Sections of its card file with nested keys.",
            "sections: {common: {keys: [color, size]}}",
        ),
        Key(
            "shared",
            Named("a property", Named("a member", FIELDS, key="free")),
            "What all rows with a member of a property share.",
            "shared: {size: {small: {points: 1, copies: 4}}}",
        ),
        Key("copies", STATIC, "How many there are of a kind that needs no rows.", "copies: 12"),
        Key(
            "copy",
            FORMULA,
            "What each of them shows besides: the parts of another component.",
            "copy: upper of top of deck",
        ),
        *NOTES,
    ),
)
ACTIVE = Keys(
    "what is active",
    (
        Key("all", Many(NAME), "The parts that are active of everything in it; `all` means every part.", "all: [text]"),
        Key("top", Many(NAME), "The parts that are active of what lies on top.", "top: [upper, lower]"),
        Key("covered", Many(NAME), "The parts that are active of what lies below.", "covered: [lower]"),
    ),
    short="all",
)
PLACE = Keys(
    "a place",
    (
        Key("pile of", NAME, "An ordered pile of a kind.", "pile of: card"),
        Key("set of", NAME, "An unordered set of a kind.", "set of: card"),
        Key("row of", NAME, "A row of slots for a kind.", "row of: card"),
        Key("spot for", NAME, "Room for one of a kind.", "spot for: card"),
        Key("each", NAME, "Who has one: player, side, or each member of an enumeration.", "each: player"),
        Key("seen by", Leaf("word", ("everyone", "owner", "nobody")), "Who sees the faces.", "seen by: owner"),
        Key("holds", STATIC, "How many it holds at most; what does not fit stays where it is.", "holds: 3"),
        Key("slots", STATIC, "How many slots a row has; gaps are filled first.", "slots: 4"),
        Key("refill from", NAME, "The pile from which the slots of a row are filled.", "refill from: deck"),
        Key(
            "refill",
            Many(Leaf("moment")),
            "When they are filled again: `at once`, or after an event.",
            "refill: [after turn, after round]",
        ),
        Key("home", FLAG, "Whether its kind lies here before the set-up.", "home: yes"),
        Key(
            "active",
            ACTIVE,
            "Which parts of what lies here are active.",
            "active: {top: [upper, lower], covered: lower}",
        ),
        Key("for", Leaf("word", ("everyone",)), "Acts for each player as if it were theirs.", "for: everyone"),
        Key("like", NAME, "The place that it is like; its own keys win.", "like: hand"),
        *NOTES,
    ),
    one_of=((*PLACE_FORMS, "like"),),
)
VARIABLE = Keys(
    "a variable",
    (
        Key("type", Leaf("type"), "What values it has.", "type: integer", required=True),
        Key("start", FORMULA, "What it is at first.", "start: 3"),
        Key("reset", Many(TEXT), "The phase with which it starts anew, or `leaving` and a place.", "reset: turn"),
        Key("becomes yes when", Leaf("trigger"), "The event that makes a flag yes.",
            "becomes yes when: deck becomes empty"),
        Key("one", NAME, "The word for one of them: players take, lose and give it as a unit.", "one: coin"),
        *NOTES,
    ),
    short="type",
)  # fmt: skip
DERIVED = Keys(
    "a value",
    (
        Key("is", FORMULA, "What it is.", "is: count(hand)", required=True),
        Key("against", TEXT, "The name of the opponent on whom it may depend.", "against: foe"),
        Key("gains last", NAME, "The phase until whose end `VALUE +2` adds to it.", "gains last: turn"),
        Key("at least", FORMULA, "What it never falls below, whatever changes it.", "at least: 0"),
        Key("at most", FORMULA, "What it never rises above, whatever changes it.", "at most: 10"),
        *NOTES,
    ),
    short="is",
)

THINGS = (
    Key("types", Named("a type", Leaf("members")), "Enumerations, ordered as written, and ranges.",
        "types: {color: [red, black], rank: 1..13}"),
    Key("options", Named("an option", OPTION), "What groups of players settle before they play.",
        "options: {goal: {default: 100, type: 1.., about: points that end the game}}"),
    Key("presets", Named("a preset", SETTINGS, key="label"), "Options set together.",
        "presets: {quick: {goal: 50}}"),
    Key("components", Named("a component", COMPONENT), "Kinds of things, and what they show.",
        "components: {card: {has: {points: integer}}}"),
    Key("places", Named("a place", PLACE), "Where things lie, and who sees them.",
        "places: {deck: {pile of: card, home: yes}, hand: {set of: card, each: player, seen by: owner}}"),
    Key("state", Groups("variables", OWNERS, True, Named("a variable", VARIABLE)), "What is remembered.",
        "state: {player: {total: integer}}"),
    Key("values", Groups("values", OWNERS, True, Named("a value", DERIVED, key="signature")), "What is worked out.",
        "values: {player: {hand_points: sum(points of hand)}}"),
)  # fmt: skip
SIDES = Keys(
    "the sides",
    (
        Key("seated", Leaf("word", ("together", "alternating")), "How partners sit.", "seated: alternating"),
        Key("about", TEXT, "What to know about it.", "about: partners sit opposite each other"),
    ),
    rest=TEXT,
)
HEAD = (
    Key("encanta", Leaf("integer"), "The version of the language.", "encanta: 1", required=True),
    Key("title", TEXT, "The name of the game.", "title: High card", required=True),
    Key("about", TEXT, "One sentence about it.", "about: the highest card takes the trick"),
    Key("source", Many(TEXT), "Where the rules come from.", "source: a family tradition"),
    Key("language", TEXT, "The language of its texts.", "language: en"),
    Key("players", Leaf("range"), "How many can play.", "players: 2..6", required=True),
    Key("sides", SIDES, "Teams by number of players; otherwise each player is a side.",
        "sides: {4: teams of 2, seated: alternating}"),
    Key("needs", Named("a need", STATIC, key="free"), "What must hold for a game to be set up.",
        "needs: {two decks for five: decks_used is 2 or count(players) < 5}"),
)  # fmt: skip

RULEBOOK = Keys("a rulebook", (*HEAD, *THINGS, *HAPPENING))

ROW = Keys(
    "a row",
    (
        Key("copies", COPIES, "How many there are of it, 1 unless given; or how many with each back.", "copies: 4"),
        Key("text", TEXT, "What is printed on it.", "text: draw a card"),
        Key("abilities", Named("an ability", ROW_ABILITY, key="label"), "What it can do where it lies.",
            "abilities: {echo: {in: table, when: your turn begins, do: coins +1}}"),
        *NOTES,
    ),
    rest=VALUE,
)  # fmt: skip
PART = Keys(
    "a part of a row",
    (
        Key("copy", FORMULA, "It shows what another component shows, or one part of it.", "copy: top of pile"),
        *ABILITY_KEYS,
    ),
    rest=VALUE,
)
"""What stands in a part, or in the row itself: symbols, an ability, kinds of actions."""
CARDS = Named("a component", Named("a row", ROW, key="row"))
WHOLE = Keys("a rulebook", (*RULEBOOK.keys, Key("cards", CARDS, "The rows of the card files.", "cards: {card: {...}}")))
"""The rulebook with the rows of its card files, as patches see it."""

VARIANT = Keys(
    "a variant",
    (
        Key("variant", TEXT, "The name of the variant.", "variant: Short game", required=True),
        Key("base", TEXT, "The game that it changes.", "base: high_card"),
        Key("needs", SETTINGS, "How options must be set for it.", "needs: {wilds: yes}"),
        Key("options", SETTINGS, "How it sets options.", "options: {goal: 50}"),
        *NOTES,
        *PATCHES,
    ),
)
SOURCES = Keys(
    "the sources",
    (
        Key("sources", Named("a source", Many(TEXT), key="free"), "Where each thing comes from.",
            "sources: {phases.turn: page 2}"),
        Key("rulings", Named("a ruling", TEXT, key="free"), "Rulings by their number.",
            "rulings: {R-1: ties are shared}"),
        Key("assumed", Named("an assumption", TEXT, key="free"), "What is assumed, and why.",
            "assumed: {ties: the rules do not say}"),
        Key("marks", Named("a mark", Named("a row", Many(TEXT), key="free"), key="free"),
            "How far single fields of cards can be trusted: by mark, then by row.", "marks: {printed: {wild: points}}"),
        Key("about", TEXT, "What to know about them.", "about: the second printing"),
    ),
)  # fmt: skip


@lru_cache(maxsize=1)
def holders() -> dict[str, tuple[str, ...]]:
    """For every key the mappings (with their articles) that it may stand in."""
    found: dict[str, list[str]] = {}
    for keys in _mappings():
        for key in keys.keys:
            places = found.setdefault(key.name, [])
            if keys.what not in places:
                places.append(keys.what)
    return {name: tuple(places) for name, places in found.items()}


@lru_cache(maxsize=1)
def examples() -> dict[tuple[str, str], str]:
    """An example for each key, by its name and by the kind of what stands under it."""
    return {(key.name, kind_of(key.form)): key.example for keys in _mappings() for key in keys.keys}


def kind_of(form: Form) -> str:
    """The kind of a leaf or of several, else the name of a mapping with an article; of patches what they do."""
    form = form.item if isinstance(form, Many) else form
    return form.kind if isinstance(form, Leaf) else form.operation if isinstance(form, Patch) else form.what


def _mappings() -> Iterator[Keys]:
    roots: tuple[Form, ...] = (RULEBOOK, CARDS, VARIANT, SOURCES)
    for root in roots:
        yield from all_keys(root)
