"""Every mistake of meaning is reported once, with the exact words marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from .models import CARDS, HEAD, VERBS, elaborated, marked

GAME = "phases: {game: shuffle deck}\n"


def turn(block: str) -> str:
    """A rulebook whose phase `turn` runs for a player and does this."""
    lines = "".join(f"    {line}\n" for line in block.splitlines())
    game = "    take turns once clockwise from first of players:\n      do turn\n"
    return f"{VERBS}phases:\n  game: |\n{game}  turn: |\n{lines}"


def game(block: str) -> str:
    """A rulebook that does this, for nobody."""
    lines = "".join(f"    {line}\n" for line in block.splitlines())
    return f"{VERBS}phases:\n  game: |\n{lines}"


def value(owner: str, formula: str, name: str = "worth") -> str:
    """A rulebook with a value."""
    check = f"checks: {{used: any(players where {name} > 0)}}"
    return f"{GAME}values:\n  {owner}:\n    {name}: {formula}\n{check}\n"


CASES = {
    # ------------------------------------------------------------------------------------------ unknown names
    "a misspelt place": (turn("shuffle «dek»"), "unknown-name", "nothing in this rulebook is called `dek`", "`deck`"),
    "a misspelt verb": (turn("«tke» 2"), "cannot-read", "`tke` is not a verb of this rulebook", "`take`"),
    "a misspelt property": (turn("move hand where «point» > 2 to thrown"), "unknown-name", "`point`", "`points`"),
    "a misspelt member": (
        turn("move hand where suit is «gren» to thrown"),
        "unknown-name",
        "one of red, green, blue",
        "`green`",
    ),
    "a misspelt member first": (turn("move hand where «gren» is suit to thrown"), "unknown-name", "`gren`", "`green`"),
    "a misspelt reading": (turn("shuffle deck if style is «wld»"), "unknown-name", "one of plain, wild", "`wild`"),
    "a word that nothing is": (
        turn("move hand where it is a «jokr» to thrown"),
        "unknown-name",
        "no card is a jokr",
        "`joker`",
    ),
    "a thing that players have not": (
        turn("move you's «hnd» to thrown"),
        "unknown-name",
        "a player has no `hnd`",
        "`hand`",
    ),
    "a function": (turn("shuffle deck if «cont»(hand) > 3"), "unknown-name", "`cont`", "`count`"),
    "a row alone": (
        turn("let x = «king»; reveal hand; take 1 if x is x"),
        "unknown-name",
        "`king` is a row",
        "it is king",
    ),
    "a phase as a thing": (turn("move «turn» to hand"), "unknown-name", "`turn` is a phase", ""),
    "it outside": (turn("move «it» to hand"), "unknown-name", "nothing here is called `it`", "where"),
    "no such phase": (game("do «trn»"), "unknown-name", "there is no phase or procedure or action `trn`", ""),
    "no such sheet": (game("tally «round»"), "unknown-name", "no score sheet `round`", "scoring"),
    "no such variable of a card": (
        turn("move hand to table with «grop» red"),
        "unknown-name",
        "a card has no variable `grop`",
        "`group`",
    ),
    "no such effect": (turn("do «trik» of first of hand"), "unknown-name", "a card has no effect `trik`", "`trick`"),
    "no place to deal to": (game("deal 1 from deck to each player's «hnd»"), "unknown-name", "`hnd`", "`hand`"),
    # ------------------------------------------------------------------------------------------------- whose
    "a hand of nobody": (
        game("shuffle deck if any(«hand»)"),
        "whose",
        "`hand` belongs to each player, and nobody acts",
        "every hand",
    ),
    "a hand of a side": (value("side", "count(«hand»)"), "whose", "here a side is meant", "`hand of members`"),
    "a property of no card": (
        turn("let x = «points»; take x"),
        "whose",
        "`points` is a property of a card",
        "points of it",
    ),
    "you in the game": (game("reveal deck to «you»"), "no-doer", "`you` is nobody here", "take turns"),
    "your in the game": (game("reveal «your hand»"), "no-doer", "nobody is meant by `your`", "take turns"),
    "a choice of nobody": (game("«choose c from deck»; reveal c"), "no-doer", "nobody acts here", "take turns"),
    "their without anybody": (turn("move «their hand» to thrown"), "whose", "nobody is meant by `their`", "p's"),
    "an owner that is not clear": (
        turn("let x = «owner of first of hand»; take count(x's hand)"),
        "whose",
        "not clear",
        "",
    ),
    # ------------------------------------------------------------------------------------------------- types
    "a member and a number": (
        turn("move hand where «suit is 3» to thrown"),
        "cannot-compare",
        "`suit` is one of red, green, blue, 3 is a number",
        "",
    ),
    "a player and a side": (
        turn("take 1 if «you is side»"),
        "cannot-compare",
        "`you` is a player, `side` is a side",
        "",
    ),
    "a place as a number": (
        turn("take «hand»"),
        "wrong-type",
        "`hand` is a place, and a number is needed",
        "`count(hand)`",
    ),
    "a set as a condition": (turn("take 1 if («hand where bright»)"), "wrong-type", "yes or no is needed", "any("),
    "a set as a place": (turn("move hand to («hand where bright»)"), "wrong-type", "a place is needed", ""),
    "a number moved": (turn("move «2» to hand"), "wrong-type", "only components can lie somewhere", ""),
    "a sum of cards": (turn("take sum(«hand»)"), "wrong-type", "many numbers are needed", "sum(points of hand)"),
    "an order of flags": (
        turn("take 1 if «long» < 3"),
        "wrong-type",
        "`long` is yes or no, and a number is needed",
        "",
    ),
    "a list of two kinds": (turn("take count(«[1, you]»)"), "wrong-type", "a number and a player", "one kind"),
    "nothing of a set": (turn("take 1 if «hand is nothing»"), "wrong-type", "a set is never nothing", "`none(hand)`"),
    "a variable that is none": (turn("set «hand» to 3"), "wrong-type", "`hand` is not a variable", "state"),
    "a choice that is set": (turn("choose c from hand; set «c» to c"), "wrong-type", "`c` stays what it is", "let"),
    "a wrong number for a flag": (
        turn("set coins to «yes»"),
        "wrong-type",
        "`yes` is yes or no, and a number is needed",
        "",
    ),
    "one or the other": (turn("take count(«hand if long else 3»)"), "wrong-type", "either", "one kind"),
    "a phase offered": (turn("offer exactly one of «turn»"), "wrong-type", "`turn` is a phase", ""),
    "every number": (turn("take count(every «goal»)"), "wrong-type", "`every` goes before places", ""),
    "a set with a name of its own": (
        turn("take sum(«matches» of players)") + "values: {player: {matches: hand where bright}}\n",
        "wrong-type",
        "each has a set of its own",
        "for each",
    ),
    # --------------------------------------------------------------------------------------------- arguments
    "a verb without its number": (turn("«take»"), "wrong-arguments", "`take` is said without its `n`", "`take n`"),
    "a verb with too much": (turn("take 1 to «you»"), "wrong-arguments", "`take` is not said with `to`", "`take n`"),
    "a verb without a preposition": (
        turn("«hand_over» hand"),
        "wrong-arguments",
        "without `to ...`",
        "hand_over cards to player other",
    ),
    "a verb by its name": (turn("do «take»"), "wrong-arguments", "`take` needs more than its name", "take n"),
    "a value with too much": (
        value("game", "1") + "end: {e: {after: game, if: «worth(2)» > 1, result: drawn}}\n",
        "wrong-arguments",
        "`worth` takes no arguments",
        "",
    ),
    "a value with too little": (
        f"{GAME}values: {{game: {{of_suit(suit s): count(deck where suit is s)}}}}\nchecks: {{c: «of_suit» > 1}}\n",
        "wrong-arguments",
        "`of_suit(s)` is given 0 of 1",
        "",
    ),
    "count of two": (turn("take «count(hand, deck)»"), "wrong-arguments", "`count` needs 1", ""),
    "as without a question": (turn("take count(hand as «m»)"), "wrong-arguments", "nothing is asked of `m`", "where"),
    # ------------------------------------------------------------------------------------------------- names
    "a let that hides a place": (turn("let «deck» = 1; take deck"), "name-hides", "`deck`", "something else"),
    "a choice that hides a value": (
        turn("choose «coins» from hand; move coins to thrown"),
        "name-hides",
        "`coins`",
        "something else",
    ),
    "a let twice": (turn("let x = 1; let «x» = 2; take x"), "name-hides", "`x` is bound here already", ""),
    "a parameter that hides a property": (
        turn("put 1").replace("procedures:", "procedures:\n  put «points»: take points"),
        "name-hides",
        "`points`",
        "",
    ),
    "as that hides": (turn("take count(hand as «suit» where bright)"), "name-hides", "`suit`", ""),
    # --------------------------------------------------------------------------------------------- sentences
    "until outside": (turn("«until none(deck)»"), "until-outside", "`until` stands outside", "loop"),
    "until in for each": (turn("for each p in players:\n  «until none(deck)»"), "until-outside", "`until`", ""),
    "an arrow after what is no cost": (turn("«shuffle deck» -> take 2"), "no-cost", "cannot be a cost", "a cost moves"),
    "what is changed after a chosen cost": (
        turn("let x = 1\n«choose c from hand»; move c to thrown -> take points of c; set x to 2; take x"),
        "not-yet",
        "`x` cannot be changed after a cost",
        "in a line before",
    ),
    "everybody does what asks": (
        turn("«all players» throw").replace("  take n:", "  throw: choose c from hand; move c to thrown\n  take n:"),
        "not-yet",
        "`all players` before a verb that asks for decisions",
        "write `all players:`",
    ),
    "everybody may": (turn("«all players» may take 1"), "not-yet", "`all players` before a verb", "each player"),
    "everybody chooses": (
        turn("«all players» choose c from hand\nshuffle deck"),
        "not-yet",
        "`all players chooses` is not part",
        "below `all players:`",
    ),
    "against": (
        turn("take «coins» against you"),
        "wrong-type",
        "`coins` does not depend on an opponent",
        "against: foe",
    ),
    # ------------------------------------------------------------------------------------------------ events
    "no such step": (
        f"{turn('take 1')}abilities: {{player: {{a: {{when: before take.«drw», do: shuffle deck}}}}}}\n",
        "unknown-name",
        "`take` has no step `drw`",
        "it has no steps",
    ),
    "no such event": (
        f"{turn('take 1')}abilities: {{player: {{a: {{when: «arrival»(red), do: shuffle deck}}}}}}\n",
        "unknown-name",
        "there is no event `arrival`",
        "events",
    ),
    "your place in the game": (
        f"{turn('take 1')}abilities: {{game: {{a: {{when: a card enters «your hand», do: shuffle deck}}}}}}\n",
        "whose",
        "`hand` is nobody's own here",
        "every hand",
    ),
    "no place": (
        f"{turn('take 1')}abilities: {{game: {{a: {{when: a card enters «players», do: shuffle deck}}}}}}\n",
        "wrong-trigger",
        "`players` is no place",
        "",
    ),
    "a number becomes a suit": (
        f"{turn('take 1')}abilities: {{game: {{a: {{when: «count(deck) becomes red», do: shuffle deck}}}}}}\n",
        "cannot-compare",
        "`count(deck)` is a number",
        "",
    ),
    "no phase in a limit": (
        turn("take 1")
        + "abilities: {game: {a: {when: deck becomes empty, limit: once per «trn», do: shuffle deck}}}\n",
        "unknown-name",
        "there is no phase `trn`",
        "`turn`",
    ),
    "a change of a place": (
        f"{turn('take 1')}abilities: {{game: {{a: {{value: «hand» is 3}}}}}}\n",
        "unknown-name",
        "`hand` is neither a value nor a property",
        "",
    ),
    "a change of nothing": (
        f"{turn('take 1')}abilities: {{game: {{a: {{value: «pnts» of a card is 3}}}}}}\n",
        "unknown-name",
        "nothing in this rulebook is called `pnts`",
        "",
    ),
    "more than a suit": (
        f"{turn('take 1')}abilities: {{game: {{a: {{value: «suit» of a card + 3}}}}}}\n",
        "wrong-type",
        "`suit` is no number",
        "suit is",
    ),
    # ---------------------------------------------------------------------------------------------- endings
    "winners that are cards": (
        f"{turn('take 1')}end: {{e: {{after: turn, if: none(deck), winners: «deck»}}}}\n",
        "wrong-type",
        "only players or sides win",
        "",
    ),
    "an unknown result": (
        f"{turn('take 1')}limits: {{turn: {{at most: 9, per: game, then: «draw»}}}}\n",
        "unknown-name",
        "`draw` is no result",
        "drawn",
    ),
    "a sheet that adds to nothing": (
        f"{turn('tally t')}scoring: {{t: {{of: side, lines: {{a: 1}}, adds to: «coins»}}}}\n",
        "unknown-name",
        "`coins` is no number that each side has",
        "",
    ),
    # --------------------------------------------------------------------------------------------- circles
    "a value of itself": (
        f"{GAME}values: {{game: {{«one»: two + 1, two: one + 1}}}}\n",
        "value-cycle",
        "`one` needs itself: `one` needs `two` needs `one`",
        "circle",
    ),
    # ---------------------------------------------------------------------------------------------- warnings
    "a let that nobody uses": (
        turn("let «x» = 1; take 1; hand_over hand to you"),
        "unused-name",
        "nothing uses `x`",
        "",
    ),
    "a choice that nobody uses": (
        turn("choose «c» from hand; hand_over hand to you; take 1"),
        "unused-name",
        "nothing uses `c`",
        "",
    ),
    "a phase that nobody runs": (
        f"{GAME[:-2]}, «more»: shuffle deck}}\n",
        "unused-name",
        "nothing uses the phase `more`",
        "",
    ),
    "always": (turn("take 1 if «coins >= coins»"), "always-true", "`coins >= coins` is always true", ""),
    "never": (turn("take 1 if «1 > 2» and long"), "always-true", "`1 > 2` is never true", ""),
    "never below zero": (
        turn("take 1 if long or «count(hand) >= 0»"),
        "always-true",
        "`count(hand) >= 0` is always",
        "",
    ),
    "never below zero, turned": (turn("take 1 if not «0 > count(hand)»"), "always-true", "never true", ""),
    "always a player": (turn("take 1 if long or «count(players) > 0»"), "always-true", "is always true", ""),
    "both": (turn("take 1 if «(long) or not (long)»"), "always-true", "`(long) or not (long)` is always true", ""),
    "neither": (turn("take 1 if «not any(hand) and any(hand)»"), "always-true", "is never true", ""),
    "in a where": (
        turn("move hand where bright and «points is points» to thrown"),
        "always-true",
        "`points is points` is always true",
        "",
    ),
    "in a value": (value("player", "1 if «0 > 1» else 2").replace("= 0", "= 1"), "always-true", "never true", ""),
}


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_reported_once_where_it_stands(name: str, tmp_path: Path) -> None:
    text, code, message, help = CASES[name]
    plain, places = marked(HEAD + text)
    model, found = elaborated(tmp_path, plain, CARDS if "take n" in plain else CARDS.replace(", trick: take 1", ""))
    problems = [problem for problem in found if problem.code != "unused-name" or code == "unused-name"]
    assert [problem.code for problem in problems] == [code], [p.message for p in problems]
    problem = problems[0]
    assert problem.span is not None
    assert [(problem.span.start, problem.span.end)] == places, problem.span.text
    assert message in problem.message
    assert help in (problem.help or "")
    assert (model is None) == (problem.severity == "error")
