"""The codes of diagnostics about what the texts of a rulebook mean: names, kinds of values, sentences, events."""

from __future__ import annotations

from encanta.text.codes import register

CANNOT_READ = register("cannot-read", "A text is not a sentence or a formula of the language")
UNKNOWN_NAME = register("unknown-name", "A name that nothing has")
NAME_HIDES = register("name-hides", "A local name that something else has already")
WHOSE = register("whose", "It is not said whose a thing is")
UNCLEAR_WORD = register("unclear-word", "A word that could mean several things")
WRONG_TYPE = register("wrong-type", "A value of another kind is needed")
CANNOT_COMPARE = register("cannot-compare", "Two things that can never be the same")
WRONG_ARGUMENTS = register("wrong-arguments", "Something is said with too much or too little")
UNTYPED_PARAMETER = register("untyped-parameter", "A parameter does not say what it is")
VALUE_CYCLE = register("value-cycle", "A value that needs itself")
NOT_YET = register("not-yet", "Not part of this version of the language")
UNTIL_OUTSIDE = register("until-outside", "`until` outside a loop")
NO_DOER = register("no-doer", "Something that only a player can do, where nobody acts")
WRONG_TRIGGER = register("wrong-trigger", "An event that cannot happen so")
MISSING_PROPERTY = register("missing-property", "A row leaves out a property")
HOME_PLACE = register("home-place", "A kind needs exactly one place to lie in before the set-up")
MISSING_PHASE = register("missing-phase", "The phase `game` is missing")
UNUSED_NAME = register("unused-name", "A name that nothing uses")
ALWAYS_TRUE = register("always-true", "A condition that is always or never true")
HIDDEN_READ = register("hidden-read", "A window reads what is not known to those who should know it")
CHOICE_BY_FACE = register("choice-by-face", "A choice among things whose faces the chooser does not see")
KNOWN_IN_PUBLIC = register("known-in-public", "Everybody knows what lies where everybody sees it")
UNCLEAR_WINNER = register("unclear-winner", "A trick that two things could win alike")
MARKET_WITHOUT_DECK = register("market-without-deck", "A row that nothing fills")
PAYMENT_IMPOSSIBLE = register("payment-impossible", "A payment that nobody can ever make")
MILESTONE_UNREACHABLE = register("milestone-unreachable", "A milestone that nobody can reach")
NO_ROOM = register("no-room", "A place that cannot hold what it should")
EMPTY_WINDOW = register("empty-window", "A window that asks nobody, or offers nothing")
