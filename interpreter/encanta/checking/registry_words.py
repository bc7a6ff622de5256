"""The registry of the small language: every statement, formula and event, with its meaning and an example."""

from __future__ import annotations

from dataclasses import dataclass

EXAMPLE_VERBS = frozenset({"heal", "take_cards", "hand_over"})
"""Verbs that the examples use as if a rulebook declared them."""
EXAMPLE_UNITS = frozenset({"coin", "coins"})
"""Units that they use so."""


@dataclass(frozen=True, slots=True)
class Word:
    """One form of the language. `start` is the rule of the grammar that reads the example."""

    form: str
    meaning: str
    example: str
    start: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Forms of one kind."""

    title: str
    words: tuple[Word, ...]


def _chapter(title: str, start: str, *rows: tuple[str, str, str]) -> Chapter:
    return Chapter(title, tuple(Word(form, meaning, example, start) for form, meaning, example in rows))


MOVING = _chapter(
    "Statements: things",
    "block",
    ("move THINGS to PLACE", "Moves things; onto a pile, they come to lie on top.", "move top 2 of deck to hand"),
    ("move THINGS to bottom of PLACE", "Moves them under a pile.", "move played to bottom of deck"),
    ("move THINGS to PLACE face up", "Moves them with their faces up; also `face down`.",
     "move top of deck to table face up"),
    ("move THINGS to PLACE with VARIABLE VALUE", "Moves them and sets a variable of theirs.",
     "move played to table with group red"),
    ("gather THINGS into PLACE", "Moves things without any event, to clean up.", "gather cards into deck"),
    ("shuffle PLACE", "Brings a pile into an order that nobody knows.", "shuffle deck"),
    ("deal N from PILE to each player's PLACE", "Gives every player N things, one at a time.",
     "deal 5 from deck to each player's hand"),
    ("swap A with B", "Two things change places.", "swap played with top of discard"),
    ("swap A with N of SET", "One of them is picked when the sentence is reached, by whoever does it.",
     "swap played with 1 of hand where rank is 7"),
    ("reveal THINGS", "Everybody sees their faces.", "reveal hand"),
    ("reveal THINGS to PLAYER", "One player sees their faces.", "reveal hand to left of you"),
    ("look at THINGS", "Only you see their faces.", "look at top 3 of deck"),
    ("slide ROW", "Closes the gaps of a row, towards its first slot.", "slide display"),
    ("refill ROW", "Fills the slots of a row from the pile that belongs to it.", "refill display"),
)  # fmt: skip

CHOOSING = _chapter(
    "Statements: choices and chance",
    "block",
    ("choose NAME from SET", "You choose one; its name stands for it from then on.", "choose thrown from hand"),
    ("choose N NAME from SET", "You choose several: `2`, `up to 2`, `1 or more`, `2 to 4`, `any number of`.",
     "choose up to 2 kept from hand"),
    ("choose NAME from SET such that CONDITION", "Only what fits together may be chosen.",
     "choose 2 pair from hand such that count(distinct(rank of pair)) is 1"),
    ("PLAYER chooses NAME from SET", "Another player chooses.", "leader chooses taken from table"),
    ("let NAME = VALUE", "Names a value until the end of this text.", "let best = max(rank of table)"),
    ("let NAME = random SET", "Draws lots.", "let starter = random players"),
    ("may STATEMENT", "You may leave it.", "may take_cards 2"),
    ("let NAME = DICE", "Rolls dice: `d6`, `2d6`, in amounts too.", "let rolled = roll 2d6"),
    ("VERB N of SET", "Picks what a verb is done with: `1 of`, `up to 2 of`.",
     "hand_over 1 of hand where rank is 7 to leader"),
    ("random N of SET", "So many of them by lot.", "move random 2 of discard to deck"),
    ("PLAYER may DEED", "The player may leave it.", "leader may take_cards 1"),
    ("DEED or else DEED", "One of them, picked among what can be done in full; the first if none can be.",
     "take_cards 2 or else heal 1"),
    ("COST -> EFFECT", "The cost is paid in full, then the effect follows as far as possible; or nothing of both.",
     "coins -3 -> take_cards 1"),
    ("may COST -> EFFECT", "The same, and you may leave it.", "may coins -3 -> take_cards 1"),
    ("STATEMENT if CONDITION", "Only if the condition holds.", "shuffle deck if count(deck) > 1"),
    ("STATEMENT; STATEMENT", "One after the other.", "shuffle deck; take_cards 2"),
)  # fmt: skip

CHANGING = _chapter(
    "Statements: variables, verbs, phases",
    "block",
    ("set VARIABLE to VALUE", "Gives a variable a value.", "set leader to left of you"),
    ("VARIABLE + N", "Adds to a variable; `-` takes from it.", "coins +2"),
    ("VALUE + N", "Adds to a value that says how long gains last.", "strength +1 per 2 coins"),
    ("take N UNITS", "You get more of a unit; `lose` as many as there are.", "take 2 coins; lose 1 coin"),
    ("take N UNITS from PLAYER", "From somebody, as many as there are.", "take 1 coin from another player"),
    ("give N UNITS to PLAYER", "To somebody, as many as there are.", "give 2 coins to left of you"),
    ("VERB N", "Does what the rulebook declares under the verb.", "take_cards 2"),
    ("PLAYER VERBs", "Another player does it.", "leader takes_cards 1"),
    ("each player VERBs", "All do it, one after the other; also `each other player`, `another player`.",
     "each other player takes_cards 1"),
    ("another player VERBs", "Somebody whom you pick; also `any player`, and with `where`.",
     "another player where coins > 0 heals 1"),
    ("the player with most N VERBs", "Whoever has most, or least; you pick among several.",
     "the player with most coins heals 1"),
    ("all players VERB", "All choose first, then everything happens at once.", "all players heal 1"),
    ("do PHASE", "Runs a phase; several with commas.", "do drawing, playing"),
    ("do EFFECT of THING", "Carries out an effect that is printed on a thing.", "do bonus of played"),
    ("do EFFECT of THING for MEMBER", "Carries out the one of its effects that is for a member, if there is one.",
     "do bonus of played for color of led"),
    ("offer exactly one of ACTIONS", "Offers actions: `exactly one`, `one or more`, `at most one`, `any`.",
     "offer any of build, trade"),
    ("open WINDOW", "Asks the players of a window now.", "open answers"),
    ("open WINDOW for PLAYERS", "Asks only some of them.", "open answers for left of you"),
    ("play TRICK clockwise from PLAYER", "Everybody plays to a trick, one after the other.",
     "play trick clockwise from leader"),
    ("play TRICK clockwise from PLAYER won by NAME", "The same; the name stands for the player who won it.",
     "play trick clockwise from leader won by winner; set leader to winner"),
    ("pay PAYMENT(ARGUMENTS)", "Pays, in a way that whoever pays chooses; what cannot be paid in full is not paid.",
     "pay price(played)"),
    ("tally SHEET", "Writes a score sheet down.", "tally round_scores"),
    ("end PHASE", "Ends a phase that is under way.", "end turn"),
    ("end game", "Ends the game; then the ends are looked at.", "end game"),
    ("stop PROCEDURE", "Ends a procedure or an action that is under way.", "stop search"),
    ("until CONDITION", "Leaves the innermost loop if the condition holds.", "until none(deck)"),
)  # fmt: skip

BLOCKS = _chapter(
    "Statements with lines below",
    "block",
    ("if CONDITION: / else if CONDITION: / else:", "One of several.", "if any(hand):\n  heal 1\nelse:\n  take_cards 1"),
    ("for each NAME in SET:", "For each of a set.", "for each x in table:\n  move x to discard"),
    ("each player: / each player clockwise from PLAYER:", "For each player, who is `you` in the lines below.",
     "each player clockwise from leader:\n  take_cards 1"),
    ("all players:", "All choose first, then everything happens at once.",
     "all players:\n  choose thrown from hand\n  move thrown to table"),
    ("repeat: / repeat N times: / repeat while CONDITION:", "Again and again.", "repeat 3 times:\n  take_cards 1"),
    ("take turns clockwise from PLAYER:", "Turns, round and round, until something ends them.",
     "take turns clockwise from leader:\n  do turn\n  until none(deck)"),
    ("take turns once clockwise from PLAYER among SET:", "One round of the table; only those of the set.",
     "take turns once clockwise from leader among players where any(hand):\n  do turn"),
)  # fmt: skip

FORMULAS = _chapter(
    "Formulas",
    "formula",
    ("A + B, -, *, /", "Whole numbers; `/` rounds down.", "count(hand) / 2 + 1"),
    ("A < B, <=, >, >=", "Compares numbers, and members of an enumeration by their order.", "count(hand) <= 7"),
    ("A is B, A is not B", "Whether both are the same.", "color of played is red"),
    ("A is a WORD", "Whether a thing is of a kind: a member of one of its enumerations.", "played is a wild"),
    ("SET is a MELD", "Whether things make up a meld that the rulebook declares.", "laid is a run"),
    ("A is nothing, A is something", "Whether there is anything.", "leader is nothing"),
    ("THING is known to PLAYER, is not known to", "Whether a player sees its face, or saw it and could follow it.",
     "it is known to you"),
    ("A in SET, A not in SET", "Whether it is one of them.", "leader not in winners"),
    ("not A, A and B, A or B", "Conditions; brackets where `and` meets `or`.", "not (done or count(hand) is 0)"),
    ("A if CONDITION else B", "One of two values.", "3 if count(players) is 2 else 2"),
    ("PROPERTY of THING", "What a thing shows; of a set, what each shows.", "rank of played"),
    ("place of THING, slot of THING", "Where it lies; in a row, the number of its slot, from 1.", "slot of played"),
    ("NAME of PLAYER, PLAYER's NAME", "What is a player's or a side's.", "leader's hand"),
    ("your NAME, their NAME", "What is yours, or theirs.", "count(your hand)"),
    ("top of PILE, top N of PILE", "What lies on top; also `bottom`, `first`, `last`.", "top 2 of deck"),
    ("every PLACE", "Everything in all places of that name.", "count(every hand)"),
    ("N per M THINGS", "N for every M of them, rounded down.", "1 per 2 coins"),
    ("[A, B]", "A list.", "[deck, discard]"),
    ("left of, right of, partner of, side of PLAYER", "Who sits where, and with whom.", "partner of leader"),
    ("NAME(MEMBER), NAME(MEMBER) of THING", "What has a number for each member of an enumeration, for one of them.",
     "price(red) of played"),
    ("VALUE(ARGUMENTS)", "A value that the rulebook declares.", "room(table)"),
)  # fmt: skip

SETS = _chapter(
    "Sets",
    "formula",
    ("SET where CONDITION", "Those for which it holds; `it` is each of them in turn.", "hand where rank is 7"),
    ("SET as NAME where CONDITION", "Names each of them, to tell it from an inner `it`.",
     "table as laid where count(hand where rank is rank of laid) > 1"),
    ("SET with most N, SET with least N", "Those with the highest, or the lowest.", "players with most total"),
    ("A otherwise B", "The first, or the second where the first is empty.", "(hand where color is red) otherwise hand"),
    ("A..B", "The whole numbers from A to B, both included.", "max(1..count(hand))"),
    ("count(SET)", "How many.", "count(hand)"),
    ("any(SET), none(SET)", "Whether there is one, or none.", "any(hand where rank is 1)"),
    ("sum(VALUES), min(VALUES), max(VALUES)", "Of numbers.", "sum(points of table)"),
    ("distinct(VALUES)", "Each value once.", "count(distinct(color of hand))"),
    ("unmelded(SET, MELD, N)", "What is left of a set when melds are taken out of it so that the sum of N is least.",
     "sum(points of unmelded(hand, run, points))"),
    ("protected(PLAYER)", "Whether the texts of cards that others use leave a player out.", "protected(leader)"),
    ("full(PLACE)", "Whether a place holds as much as it can.", "full(table)"),
    ("reachable(CONDITION, KIND)", "Whether it can come to hold by printed actions that you may do now.",
     "reachable(coins >= 3, small)"),
    ("abs(N)", "The number without its sign.", "abs(balance)"),
    ("clockwise(PLAYER)", "The players in order, from one on.", "first of clockwise(leader)"),
    ("players, sides, TYPEs", "All of a kind: the plural of a declared name.", "count(players)"),
    ("FIRST VALUE against THING", "A value that depends on an opponent.", "strength against played"),
    ("printed SYMBOL of THING", "What all parts of it show of a symbol, wherever it lies.", "printed force of table"),
)  # fmt: skip

EVENTS = _chapter(
    "Events",
    "trigger",
    ("PHASE begins, PHASE ends", "A phase; `your turn begins` for one's own.", "your turn begins"),
    ("before STEP, after STEP", "A step of a procedure or an action, a phase, an action.", "before search.draw"),
    ("a KIND enters PLACE", "Something comes to lie there.", "a wild enters your table"),
    ("a KIND enters PLACE from PLACE", "Something comes from one place to another.", "a card enters hand from deck"),
    ("a KIND leaves PLACE", "Something goes away.", "a card leaves discard"),
    ("VALUE changes, rises, falls", "A number or anything else is not what it was.", "count(hand) falls"),
    ("VALUE becomes VALUE", "It has reached a value.", "coins becomes 0"),
    ("PLACE becomes empty", "The last thing has gone.", "deck becomes empty"),
    ("EVENT(ARGUMENTS)", "A named event of the rulebook.", "first_arrival(wild)"),
    (
        "you VERB, another player VERBs, a player VERBs",
        "Somebody does what a verb says, wherever it is done.",
        "you heal",
    ),
    ("you VERB a KIND", "With one of a kind.", "another player hands_over a wild"),
    ("you take UNITS", "Some of a unit are taken; also `lose` and `give`. `n` is how many.", "you take coins"),
    (
        "you VERB by NAME",
        "In an action, a kind of actions or a procedure, the innermost under way.",
        "you take coins by take_cards",
    ),
)

CHANGES = _chapter(
    "Changes that last as long as an ability holds",
    "change",
    ("VALUE + N, VALUE - N", "Adds to a declared value, or takes from it.", "hand_size + 1"),
    ("VALUE is N", "Sets it.", "hand_size is 7"),
    ("VALUE times N", "Multiplies it.", "reward times 2"),
    ("VALUE at most N, VALUE at least N", "Bounds it.", "hand_size at most 10"),
    ("PROPERTY of a KIND + N", "Of all of a kind, also `in` a place.", "points of a wild in your table is 0"),
    ("PROPERTY of this + N", "Of the component that has the ability.", "points of this + 2"),
)

SHORT_FORMS = (
    _chapter(
        "What is forbidden",
        "ban",
        ("VERB", "An action or a procedure: skipped in effects, and no cost can be paid with it.", "take_cards"),
        ("VERB a KIND", "The same, but only what is done to things of a kind.", "give a wild"),
        ("actions, KIND actions", "Actions that are printed on things: all, or those of a kind.", "actions"),
        ("actions of THINGS", "Those of some things only.", "actions of hand"),
    ),
    _chapter(
        "Choices of an action",
        "pick",
        ("from SET", "One of a set.", "from hand where rank is 7"),
        ("N from SET", "Several: exactly `2`, `up to 2`, `1 or more`, `2 to 4`, `any number`.", "2 to 4 from hand"),
        ("N from SET such that CONDITION", "Only what fits together.", "1 or more from hand such that fits(laid)"),
    ),
    _chapter(
        "Limits",
        "limit",
        ("once per PHASE", "Also `twice`, `3 times`, `any number`.", "once per turn"),
        ("once per PHASE counted as NAME", "Several share one count.", "once per turn counted as trade"),
    ),
    _chapter(
        "Conditions one after the other",
        "order",
        ("CONDITION", "Only what it holds for; if it holds for nothing, everything stays.", "color is color of led"),
        ("most N, least N", "Only what has the most, or the least.", "most rank"),
        ("first", "Only the first.", "first"),
        (
            "LINE, LINE",
            "One after the other; under `lead`, `follow` and `wins` also as a list.",
            "color is red, most rank, first",
        ),
    ),
    _chapter(
        "Orders of a window",
        "asked",
        ("clockwise from PLAYER", "From a player on.", "clockwise from current"),
        ("by lot", "In an order that is drawn.", "by lot"),
    ),
    _chapter(
        "What is played to a trick",
        "played",
        ("KIND from PLACE", "One of a kind, from a place of the player.", "card from hand"),
    ),
    _chapter(
        "When a row is filled up",
        "moment",
        ("at once", "As soon as something leaves it.", "at once"),
        ("EVENT", "Whenever something happens.", "after turn"),
    ),
    _chapter(
        "Types",
        "type",
        ("integer, flag, player, side", "A number; yes or no; somebody.", "integer"),
        ("NAME", "An enumeration or a component.", "color"),
        ("one of [A, B]", "An enumeration on the spot.", "one of [red, black]"),
        ("A..B", "A number in a range, with both ends.", "1..13"),
        ("optional TYPE", "It may be nothing.", "optional player"),
        ("set of TYPE", "Any of them, each once.", "set of color"),
        ("integer per TYPE", "A number for each member of an enumeration.", "integer per color"),
        ("effect, optional effect", "Something that happens, printed on a component.", "optional effect"),
        ("effect per TYPE", "An effect for each member of an enumeration.", "optional effect per color"),
        ("formula, optional formula", "A number, or a formula that whoever reads it works out.", "optional formula"),
    ),
    _chapter(
        "Headers",
        "header",
        ("NAME", "A verb by itself.", "search"),
        ("NAME N", "With an amount.", "take_cards n"),
        (
            "NAME TYPE X to TYPE Y",
            "With what, and with whom; the types may be left out.",
            "hand_over card x to player p",
        ),
    ),
    _chapter(
        "Signatures",
        "signature",
        ("NAME", "A value by itself.", "hand_points"),
        ("NAME(TYPE X, TYPE Y)", "A value or an event with arguments.", "room(place p, color c)"),
    ),
)

CHAPTERS = (MOVING, CHOOSING, CHANGING, BLOCKS, FORMULAS, SETS, EVENTS, CHANGES, *SHORT_FORMS)
