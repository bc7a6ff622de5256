"""Marks and words of other languages that somebody might try, and what to say instead."""

# ruff: noqa: RUF001 - these are the marks that a text processor puts in the place of plain ones

from __future__ import annotations

import re

FOREIGN_MARKS = re.compile(r"==|!=|<>|=>|=<|&&|\|\||\+=|-=|:=|\*\*|\+\+|[!&|%^?\"“”„‘’`{}≠≤≥×÷−–—→\\]")
"""Marks of other languages, and of typesetting, that somebody might try."""
MARKS = {
    **dict.fromkeys('"“”„`', "texts have no place here; names stand without quotes"),
    "==": "compare with `is`",
    "!=": "say `is not`",
    "<>": "say `is not`",
    "≠": "say `is not`",
    "=>": "say `>=`, or `->` between a cost and its effect",
    "≥": "say `>=`",
    "=<": "say `<=`",
    "≤": "say `<=`",
    "&&": "say `and`",
    "&": "say `and`",
    "||": "say `or`",
    "|": "say `or`",
    "!": "say `not`",
    "+=": "say `total +2`, or `set total to total + 2`",
    "++": "say `total +1`",
    "-=": "say `total -2`, or `set total to total - 2`",
    ":=": "say `let x = 2` for a new name, and `set x to 2` for a variable",
    "?": "say `a if condition else b`",
    "{": "lists stand in [square brackets]",
    "}": "lists stand in [square brackets]",
    "×": "say `*`",
    "÷": "say `/`, which rounds down",
    "−": "write a plain `-`",
    "–": "write a plain `-`",
    "—": "write a plain `-`",
    "→": "write `->`",
    "’": "write a plain `'`",
    "‘": "write a plain `'`",
    "'": "`'s` follows a name at once: `p's hand`",
    ".": "say `strength of it` or `p's hand`; a dot stands only before the name of a step, as in `before search.draw`",
}

STATEMENTS = {
    "while": "a loop with a condition is `repeat while condition:`",
    "loop": "a loop is `repeat:`",
    "look": "say `look at things`",
    "for": "a loop over a set is `for each x in set:`",
    "foreach": "a loop over a set is `for each x in set:`",
    "unless": "say `if not (condition):`",
    "elif": "say `else if condition:`",
    "elseif": "say `else if condition:`",
    "elsif": "say `else if condition:`",
    "return": "what is computed is a value, declared under `values`",
    "def": "procedures are declared under `procedures`",
    "pick": "a choice is `choose name from set`",
    "select": "a choice is `choose name from set`",
    "put": "things are moved with `move things to place`",
    "place": "things are moved with `move things to place`",
    "draw": "things are moved with `move top 2 of deck to hand`",
    "discard": "things are moved with `move things to place`",
    "run": "a phase is run with `do phase`",
    "increase": "a variable is raised with `total +2`",
    "decrease": "a variable is lowered with `total -2`",
    "add": "a variable is raised with `total +2`",
}
WORDS = {
    "equals": "compare with `is`",
    "equal": "compare with `is`",
    "than": "compare with `<`, `<=`, `>` or `>=`",
    "contains": "say `x in set`",
    "starts": "say `begins`",
    "finishes": "say `ends`",
    "highest": "say `set with most n`",
    "lowest": "say `set with least n`",
    "such": "`such that` stands after what is chosen; sets are narrowed with `where`",
    "that": "sets are narrowed with `where`",
    "who": "sets are narrowed with `where`",
    "which": "sets are narrowed with `where`",
    "having": "sets are narrowed with `where`",
    "then": "there is no `then`: a colon, and the rest on lines of its own",
    "mod": "there is no remainder; `/` rounds down",
}
