"""The codes of diagnostics about the structure of a rulebook: its files, keys, options, patches and names."""

from __future__ import annotations

from encanta.text.codes import register

NO_RULEBOOK = register("no-rulebook", "The folder or file is no rulebook")
UNKNOWN_GAME = register("unknown-game", "There is no game of that name")
OUTSIDE_FOLDER = register("outside-folder", "A rulebook reads only its own folder")
TOO_MANY_FILES = register("too-many-files", "The folder holds too many files")
CARD_TABLE = register("card-table", "A table of rows cannot be read")

UNKNOWN_KEY = register("unknown-key", "A key that nobody reads")
MISSING_KEY = register("missing-key", "A key that must be there is missing")
WRONG_KIND = register("wrong-kind", "A list, a mapping or a text stands where something else is needed")
EMPTY_VALUE = register("empty-value", "Nothing stands under a key")
FLAG_WORD = register("flag-word", "A flag is `yes` or `no`")
BAD_NAME = register("bad-name", "A name is one word")
UNKNOWN_WORD = register("unknown-word", "Only a few words may stand here")
BAD_NUMBER = register("bad-number", "A number or a range is needed")
LANGUAGE_VERSION = register("language-version", "The rulebook is written for another version")

UNKNOWN_SETTING = register("unknown-setting", "There is no option, preset or variant of that name")
UNKNOWN_READING = register("unknown-reading", "The option has no such reading")
MISSING_READING = register("missing-reading", "A branch leaves out a reading")
OPTION_VALUE = register("option-value", "The option cannot have this value")
OPTION_FORM = register("option-form", "An option is declared in two ways at once")
BRANCH_ON_NUMBER = register("branch-on-number", "A branch needs an option with readings")
TABLE_GAP = register("table-gap", "A table leaves out a number of players")
TABLE_OVERLAP = register("table-overlap", "A table gives a number of players twice")
PLAYERS_NOT_OFFERED = register("players-not-offered", "The game is not for that many players")
NEEDS_UNMET = register("needs-unmet", "A game cannot be set up in this way")
NOT_STATIC = register("not-static", "Something that is known only in play")
WRONG_SIDES = register("wrong-sides", "The players cannot be divided into these teams")

PATCH_MISSES = register("patch-misses", "A change names what is not there")
PATCH_HITS = register("patch-hits", "An addition names what is there already")
PATCH_CONFLICT = register("patch-conflict", "Two changes of one thing")

NAME_TWICE = register("name-twice", "Two things of one name")
RESERVED_NAME = register("reserved-name", "A word of the language stands as a name")
UNKNOWN_ROWS = register("unknown-rows", "Rows of a component that is not declared")
WRONG_COUNT = register("wrong-count", "The components do not add up")
