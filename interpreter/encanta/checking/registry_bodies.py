"""The registry of what happens: keys of phases, actions, procedures, events, abilities, scoring and ends."""

from __future__ import annotations

from encanta.checking.registry_forms import Groups, Key, Keys, Leaf, Many, Named

BLOCK = Leaf("block")
FORMULA = Leaf("formula")
STATIC = Leaf("static")
TEXT = Leaf("text")
FLAG = Leaf("flag")
NAME = Leaf("name")

NOTES = (
    Key("about", TEXT, "What it is, for people.", "about: draw up to five cards"),
    Key("source", Many(TEXT), "Where it stands in the printed rules.", "source: page 3"),
    Key("ruling", Many(TEXT), "Which documented ruling it follows.", "ruling: R-2"),
    Key("assumed", TEXT, "Why it is so, where the printed rules are silent.", "assumed: the rules do not say"),
)
COST = Key(
    "cost",
    Many(BLOCK),
    "What is paid first, in full or not at all: things moved, numbers taken away, payments, verbs.",
    "cost: [coins -2, pay price(bought)]",
)
FULL = Key(
    "full",
    FORMULA,
    "When it is done in full, as a cost must be; whatever it requires, unless this is given.",
    "full: count(hand) >= 2",
)
DO = Key("do", BLOCK, "What happens.", "do: move top of deck to hand")
STEP = Keys("a step", (DO, *NOTES), short="do", one_of=(("do",),))
STEPS = Key(
    "steps",
    Named("a step", STEP, key="label", inserts=True),
    "What happens, in named steps that abilities can follow or replace.",
    "steps: {draw: move top 2 of deck to hand, pay: coins -1}",
)
LIMIT = Key("limit", Leaf("limit"), "How often it may happen.", "limit: once per turn")
IF = Key("if", FORMULA, "A further condition.", "if: count(hand) > 0")

PHASE = Keys("a phase", (DO, STEPS, *NOTES), short="do", one_of=(("do", "steps"),))
BODY_KEYS = (
    LIMIT,
    Key("choose", Named("a choice", Leaf("pick")), "What is chosen first.", "choose: {played: 2 from hand}"),
    Key(
        "require",
        Named("a requirement", FORMULA, key="free"),
        "Named conditions; the name is the reason for a refusal.",
        "require: {one color only: count(distinct(color of played)) is 1}",
    ),
    Key(
        "with",
        Named("a variable of one run", FORMULA),
        "Variables of one run, open to abilities on its steps.",
        "with: {cards_drawn: 2}",
    ),
    COST,
    FULL,
    DO,
    STEPS,
    *NOTES,
)
ACTION = Keys("an action", BODY_KEYS, short="do", one_of=(("do", "steps"),))
ANNOUNCE = Key("announce", FLAG, "That it only tells abilities of itself, and does nothing.", "announce: yes")
PROCEDURE = Keys("a procedure", (*BODY_KEYS, ANNOUNCE), short="do", one_of=(("do", "steps", "announce"),))
KIND = Keys(
    "a kind of action",
    (
        Key("is", NAME, "The kind that it is too: it has its limit, its conditions and its steps, and all that is said "
            "of that kind is said of it.", "is: small"),
        Key("limit", Leaf("limit"), "How often each component may be used for each such action that it prints.",
            "limit: once per turn"),
        Key("in", Many(NAME), "The places in which components without parts have their actions; "
            "the places of players and sides, unless it is said.", "in: [table, market]"),
        Key("require", Named("a requirement", FORMULA, key="free"),
            "Named conditions; the name is the reason for a refusal.", "require: {it is late: count(deck) < 10}"),
        DO,
        Key("steps", Named("a step", STEP, key="label", inserts=True),
            "What happens: `pay cost` and `do effect` stand for what is printed. Without it just these two.",
            "steps: {pay: pay cost, look: take_cards 1, effect: do effect}"),
        *NOTES,
    ),
)  # fmt: skip
EVENT = Keys(
    "an event",
    (
        Key("when", Many(Leaf("trigger")), "What must happen.", "when: a wild enters your table", required=True),
        IF,
        LIMIT,
        *NOTES,
    ),
)

ABILITY_KEYS = (
    Key("while", FORMULA, "When it holds at all.", "while: count(hand) >= 3"),
    Key("when", Many(Leaf("trigger")), "What sets it off.", "when: your turn begins"),
    Key("instead", Leaf("hook"), "The step that it replaces.", "instead: search.keep"),
    Key("optional", FLAG, "Whether its owner may leave it.", "optional: yes"),
    IF,
    Key("during", Many(NAME), "The phases in which it can be set off.", "during: [turn, night]"),
    LIMIT,
    DO,
    Key("value", Many(Leaf("change")), "What it changes as long as it holds.", "value: hand_size + 1"),
    Key("forbid", Many(Leaf("ban")), "What its owner may not do as long as it holds.", "forbid: take_cards"),
    Key("protect", Leaf("word", ("from choices and effects of others",)),
        "Whether the texts of cards that others use leave its owner out.",
        "protect: from choices and effects of others"),
    *NOTES,
)  # fmt: skip
_EFFECT = (("do", "value", "forbid", "protect"),)
ABILITY = Keys("an ability", ABILITY_KEYS, one_of=_EFFECT)
ROW_ABILITY = Keys(
    "an ability",
    (*ABILITY_KEYS, Key("in", Many(NAME), "The places in which the component has it.", "in: [table, hand]")),
    one_of=_EFFECT,
)

LINES = Many(Leaf("order"))
WINDOW = Keys(
    "a window",
    (
        Key("during", Many(NAME), "The phases in which it can open.", "during: [round, night]"),
        Key("opens", Many(Leaf("trigger")), "What opens it; without it, only `open` does.",
            "opens: a card enters table"),
        Key("if", FORMULA, "A further condition, known to all.", "if: any(deck)"),
        Key("asks", FORMULA, "The players who are asked; known to all.", "asks: players where any(table)",
            required=True),
        Key("order", Leaf("asked"), "In which order, known to all: `clockwise from` a player, or `by lot`.",
            "order: clockwise from left of current"),
        Key("offers", Many(NAME), "The actions of which each may do one, again and again.", "offers: [answer, double]",
            required=True),
        Key("quiet", FORMULA, "When a player that plays by itself passes unasked; read with what it knows.",
            "quiet: none(hand where rank is 7)"),
        Key("closes", Leaf("word", ("all passed",)), "When it closes; there is one way only.", "closes: all passed"),
        *NOTES,
    ),
)  # fmt: skip
TRICK = Keys(
    "a trick",
    (
        Key("play", Leaf("played"), "What each player plays, and from where.", "play: card from hand", required=True),
        Key("to", NAME, "The place of each player where it comes to lie.", "to: front", required=True),
        Key("chooser", FORMULA, "Who decides what a player plays; the player, unless it is said.",
            "chooser: declarer if you is dummy else you"),
        Key("lead", LINES, "What the first player may play; a line that nothing fits changes nothing.",
            "lead: [color is not red or opened]"),
        Key("led", BLOCK, "What happens as soon as the first one lies open; `led` is what was played.",
            "led: set color_led to color of led"),
        Key("follow", LINES, "What the others may play, likewise; `led` is what the first one played.",
            "follow: [color is color of led]"),
        Key("always", FORMULA, "What may be played at any time.", "always: it is a wild"),
        Key("wins", LINES, "What wins of all that was played; a line that nothing fits changes nothing.",
            "wins: [color is color of led, most rank]", required=True),
        *NOTES,
    ),
)  # fmt: skip
PAYMENT = Keys(
    "a payment",
    (
        Key("owed", FORMULA, "What is owed: a number for each member of an enumeration, or a formula with one as `it`.",
            "owed: price of bought", required=True),
        Key("free", FORMULA, "How much of it may be left unpaid.", "free: discount(it)"),
        Key("spend", Leaf("played"), "What can be spent, and from where.", "spend: coin from purse", required=True),
        Key("pays", FORMULA, "What one of these pays.", "pays: color", required=True),
        Key("wild", FORMULA, "Which of them pay anything.", "wild: it is a joker"),
        Key("worth", FORMULA, "How many units one of them pays; 1 unless given. A wild one always pays one.",
            "worth: points"),
        Key("idle", FORMULA, "Which of them may be spent without paying anything.", "idle: it is a joker"),
        Key("require", Named("a requirement", FORMULA, key="free"),
            "Named conditions on what is `spent`; the name is the reason for a refusal.",
            "require: {two coins or more: count(spent) >= 2}"),
        Key("to", FORMULA, "Where it goes.", "to: discard", required=True),
        Key("then", BLOCK, "What else is part of it, when it has been spent.", "then: paid_so_far + count(spent)"),
        *NOTES,
    ),
)  # fmt: skip
MILESTONE = Keys(
    "a milestone",
    (
        Key("each", NAME, "The kind of which each one is a milestone, `it` in what follows.", "each: medal"),
        Key("looked at", Many(Leaf("trigger")), "When it is looked at whether a player has reached it.",
            "looked at: after buying", required=True),
        Key("met", FORMULA, "Whether `you` have reached it.", "met: count(table) >= 5", required=True),
        Key("claim", Leaf("word", ("at once", "if wanted")), "Whether it is claimed by itself; `at once` unless given.",
            "claim: if wanted"),
        Key("at a time", Leaf("word", ("any number", "1")), "How many are claimed at one moment.", "at a time: 1"),
        Key("claimants", STATIC, "How many players may claim it; any number unless given.", "claimants: 2"),
        Key("first", BLOCK, "What the first who claims it does.", "first: move it to table"),
        Key("later", BLOCK, "What everybody else who claims it does.", "later: points +1"),
        *NOTES,
    ),
    one_of=(("first", "later"),),
)  # fmt: skip
MELD = Keys(
    "a meld",
    (
        Key("cards", Leaf("range"), "How many things it may be made of.", "cards: 3..4"),
        Key("same", Many(NAME), "The properties in which all are alike.", "same: suit"),
        Key("different", Many(NAME), "The properties in which all differ.", "different: suit"),
        Key("consecutive", NAME, "The property in which they follow each other without a gap.", "consecutive: rank"),
        Key("one of", Many(NAME), "Melds of which it may be any.", "one of: [set, run]"),
        *NOTES,
    ),
    one_of=(("cards", "one of"),),
)  # fmt: skip

LINE = Keys(
    "a line of a score sheet",
    (
        Key("is", FORMULA, "How many points.", "is: sum(points of hand)", required=True),
        Key("each", Leaf("word", ("player",)), "Summed over the players of the side.", "each: player"),
        *NOTES,
    ),
    short="is",
)
SHEET = Keys(
    "a score sheet",
    (
        Key("of", Leaf("word", ("side", "player")), "Whose points it counts.", "of: player", required=True),
        Key(
            "lines", Named("a line", LINE, key="free"), "What counts.", "lines: {hand: 0 - count(hand)}", required=True
        ),
        Key("adds to", NAME, "The variable that the sum is added to.", "adds to: total"),
        *NOTES,
    ),
)
END = Keys(
    "an end",
    (
        Key("after", NAME, "The phase after which it is looked at.", "after: round", required=True),
        Key("if", FORMULA, "When the game ends.", "if: any(players where total >= 100)", required=True),
        Key("winners", FORMULA, "Who wins.", "winners: players with least total"),
        Key("result", Leaf("word", ("drawn", "nobody")), "The result where nobody wins.", "result: drawn"),
        *NOTES,
    ),
    one_of=(("winners", "result"),),
)
LONGEST = Keys(
    "a limit of the game",
    (
        Key("at most", STATIC, "How often the phase runs at most.", "at most: 300", required=True),
        Key("per", NAME, "In which phase they are counted.", "per: game", required=True),
        Key("then", TEXT, "What follows: `drawn`, `nobody` or `end` and a phase.", "then: drawn", required=True),
        *NOTES,
    ),
)
CHECK = Keys(
    "a check",
    (
        Key("after", NAME, "The phase after which it is looked at; always if there is none.", "after: turn"),
        Key("that", FORMULA, "What must hold.", "that: count(hand) <= 7", required=True),
        *NOTES,
    ),
    short="that",
)

AT_ONCE = Keys(
    "a condition put right at once",
    (
        Key("each", Leaf("word", ("player",)), "Whether it is looked at for each player, who is `you`.",
            "each: player"),
        Key("while", FORMULA, "When there is something to put right.", "while: count(hand) > 7", required=True),
        Key("do", BLOCK, "What is done, again and again as long as it holds.", "do: move top of hand to thrown",
            required=True),
        *NOTES,
    ),
)  # fmt: skip

TIMING = Keys(
    "the timing",
    (
        Key("ordered by", Leaf("word", ("current",)),
            "Who orders different abilities on one step: the player whose turn it is. Without it they go as written.",
            "ordered by: current", required=True),
        *NOTES,
    ),
)  # fmt: skip

HAPPENING = (
    Key("setup", Named("a step of the set-up", STEP, key="label", inserts=True),
        "What happens before the game, in named steps.",
        "setup: {mix: shuffle deck, deal: deal 5 from deck to each player's hand}"),
    Key("phases", Named("a phase", PHASE, key="label"), "The flow of the game; the phase `game` is the whole.",
        "phases: {game: do turn, turn: offer exactly one of draw_one}", required=True),
    Key("actions", Named("an action", ACTION, key="header"), "What players may do when a phase offers it.",
        "actions: {draw_one: move top of deck to hand}"),
    Key("kinds", Named("a kind of action", KIND, key="label"), "Kinds of actions that are printed on components.",
        "kinds: {small: {limit: once per turn}, double: {is: small, limit: twice per turn}}"),
    Key("procedures", Named("a procedure", PROCEDURE, key="header"), "Verbs of this game.",
        "procedures: {take_cards n: move top n of deck to hand}"),
    Key("payments", Named("a payment", PAYMENT, key="signature"), "What is paid with what.",
        "payments: {price(card bought): {owed: cost of bought, spend: coin from purse, pays: color, to: bank}}"),
    Key("melds", Named("a meld", MELD, key="label"), "Which things combine.",
        "melds: {alike: {cards: 3..4, same: rank}, run: {cards: 3.., same: suit, consecutive: rank}}"),
    Key("milestones", Named("a milestone", MILESTONE), "What players reach and claim, the first and later ones.",
        "milestones: {five: {looked at: after turn, met: count(table) >= 5, first: points +3, later: points +1}}"),
    Key("windows", Named("a window", WINDOW, key="label"), "Times in which several players may react.",
        "windows: {answers: {opens: a card enters table, asks: players where any(hand), offers: [answer]}}"),
    Key("tricks", Named("a trick", TRICK, key="label"), "Tricks: what may be played, and what wins.",
        "tricks: {trick: {play: card from hand, to: front, follow: color is color of led, wins: [most rank, first]}}"),
    Key("events", Groups("events", ("game", "side", "player"), False, Named("an event", EVENT, key="signature")),
        "Named moments of this game.", "events: {player: {emptied: {when: your hand becomes empty}}}"),
    Key("abilities", Groups("abilities", ("game", "side", "player"), False, Named("an ability", ABILITY, key="label")),
        "What follows by itself, replaces a step, or changes a value.",
        "abilities: {player: {haste: {when: your turn begins, do: take_cards 1}}}"),
    Key("at once", Named("a condition put right at once", AT_ONCE, key="label"),
        "What is put right whenever it holds, before anything else goes on.",
        "at once: {broke: {each: player, while: coins < 0, do: set coins to 0}}"),
    Key("timing", TIMING, "How abilities that wait for the same step are ordered.", "timing: {ordered by: current}"),
    Key("scoring", Named("a score sheet", SHEET, key="label"), "Points, line by line; `tally` writes a sheet down.",
        "scoring: {round: {of: player, lines: {hand: 0 - count(hand)}, adds to: total}}"),
    Key("end", Named("an end", END, key="free"), "When the game ends, and who wins.",
        "end: {first to ten: {after: turn, if: any(players where total >= 10), winners: players with most total}}"),
    Key("limits", Named("a phase", LONGEST, key="label"), "The longest game.",
        "limits: {turn: {at most: 300, per: game, then: drawn}}"),
    Key("checks", Named("a check", CHECK, key="free"), "What must always hold; looked at in tests, never in play.",
        "checks: {small hands: count(hand) <= 7}"),
)  # fmt: skip
