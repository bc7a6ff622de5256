"""Mistakes in units, gains, picks and events by verb: each is reported once, where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books
from .models import marked

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
components:
  card: {has: {points: integer}}
  counter: {marker: 4}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  hand: {set of: card, each: player, seen by: owner}
  box: {set of: counter, home: yes}
state:
  game: {round_number: integer}
  player:
    coins: {type: 0.., one: coin}
    stars: {type: 0.., one: star}
    done: flag
values:
  player:
    might: {is: count(hand), at least: 0, gains last: turn}
    wealth: coins + stars
    rich: coins > 9
phases:
  game: |
    take turns once clockwise from first of players:
      do turn
    count_up
  turn: |
    take 2 coins
    lose 1 star
    give 1 coin to another player
    might +2
    cure 1
    put 1 of hand to left of you
    offer any of rest
actions:
  rest: {about: take a coin, do: take 1 coin}
procedures:
  cure n: lose n stars
  put card c to player p: move c to p's hand
  count_up: round_number +1
abilities:
  player:
    ear: {when: you cure, do: take wealth coins if rich}
    eye: {when: another player puts a card, do: take 1 coin}
end:
  over: {after: game, if: none(deck), winners: players with most coins}
"""

MISTAKES = {
    # ------------------------------------------------------------------------------------------------ units
    "a unit of the game": (
        "{round_number: integer}",
        "{round_number: {type: 0.., one: «lap»}}",
        "wrong-type",
        "nobody takes",
    ),
    "a unit that is no number": (
        "done: flag",
        "done: {type: flag, one: «dot»}",
        "wrong-type",
        "not a number of a player",
    ),
    "two units of one name": ("one: star", "one: «coin»", "name-twice", "`coin` is a unit here"),
    "a procedure of the language": (
        "count_up: round",
        "«give» n: round",
        "name-twice",
        "`give` is a verb of the language",
    ),
    "no unit": ("take 2 coins", "«take» 2", "wrong-arguments", "`take` is said without a unit"),
    "nothing to take": ("lose 1 star", "«lose»", "wrong-arguments", "`lose` is said without a unit"),
    "given to nobody": ("give 1 coin to another player", "«give» 1 coin", "wrong-arguments", "said without `to ...`"),
    "another preposition": ("give 1 coin to", "give 1 coin by", "wrong-arguments", "`give` is not said with `by`"),
    "lost to somebody": (
        "lose 1 star",
        "lose 1 star to «left of you»",
        "wrong-arguments",
        "`lose` is not said with `to`",
    ),
    "a verb that has no unit": ("    cure 1", "    cure 1 «star»", "wrong-arguments", "`cure` is not said with a unit"),
    "nobody takes": ("    count_up\n", "    «take» 2 coins\n    count_up\n", "no-doer", "nobody acts here"),
    "no player to take from": ("take 2 coins", "take 2 coins from «hand»", "wrong-type", "a player is needed"),
    # ------------------------------------------------------------------------------------------------ gains
    "a value that gains nothing": ("might +2", "«wealth» +2", "wrong-type", "`wealth` is worked out"),
    "gains until what": ("gains last: turn", "gains last: «trun»", "unknown-name", "there is no phase `trun`"),
    "a flag that gains": ("rich: coins > 9", "rich: {is: coins > 9, gains last: «turn»}", "wrong-type", "is no number"),
    "a bounded flag": ("rich: coins > 9", "rich: {is: coins > 9, at most: «1»}", "wrong-type", "is no number"),
    # ------------------------------------------------------------------------------------------------ picks
    "a choice in a value": (
        "wealth: coins",
        "wealth: count(«1 of hand») + coins",
        "no-pick",
        "is decided when something",
    ),
    "a player in a value": (
        "wealth: coins",
        "wealth: coins of («another player») + coins",
        "no-pick",
        "is decided when",
    ),
    "dice in a condition": ("might +2", "might +2 if «d6» > 2", "no-pick", "`d6` is decided when"),
    "nobody picks": (
        "    count_up\n",
        "    move «1 of box» to box\n    count_up\n",
        "no-doer",
        "nobody acts here who could pick",
    ),
    "too many dice": ("take 2 coins", "take «50d6» coins", "wrong-arguments", "1 to 20 dice"),
    "a draw of too many": (
        "put 1 of hand to left of you",
        "move «random 30 of hand» to deck",
        "wrong-arguments",
        "draws 1 to",
    ),
    "picked unseen": ("put 1 of hand to", "put 1 of «hand of left of you» to", "choice-by-face", "does not see"),
    # ----------------------------------------------------------------------------------------------- events
    "something else that does": (
        "when: you cure",
        "when: a «card» cures",
        "wrong-trigger",
        "`card` does nothing by itself",
    ),
    "a kind that nothing is": ("puts a card", "puts a «crad»", "unknown-name", "crad"),
    "a verb without such a thing": (
        "when: you cure",
        "when: you cure a «card»",
        "wrong-trigger",
        "is not done with a card",
    ),
    "a unit of another verb": (
        "when: you cure",
        "when: you cure «stars»",
        "wrong-arguments",
        "is not said with a unit",
    ),
    "no unit in an event": ("when: you cure", "when: you «lose»", "wrong-arguments", "`lose` is said without a unit"),
    "in what": (
        "when: you cure",
        "when: you lose stars by «cuer»",
        "unknown-name",
        "there is no action or procedure `cuer`",
    ),
    "what nobody does": ("when: you cure", "when: you «count_up»", "whose", "done by nobody in particular"),
    "you of the game": (
        "abilities:\n",
        "abilities:\n  game: {ear: {when: «you cure», do: count_up}}\n",
        "whose",
        "nobody is `you`",
    ),
}


CARDS = "card:\n  ace: {points: 1, copies: 9}\n"


def problems(folder: Path, text: str) -> list[tuple[str, str, str]]:
    found = books.problems(folder, {"rulebook.yaml": text, "cards.yaml": CARDS})
    return [(d.code, d.message, d.span.text if d.span else "") for d in found if d.code != "unused-name"]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_where_it_stands(mistake: str, tmp_path: Path) -> None:
    old, new, code, message = MISTAKES[mistake]
    assert old in BOOK
    plain, places = marked(new)
    found = problems(tmp_path, BOOK.replace(old, plain, 1))
    assert [(c, message in m) for c, m, _ in found] == [(code, True)], found
    if places:
        assert found[0][2] == plain[places[0][0] : places[0][1]]


def test_nothing_is_wrong_with_the_book(tmp_path: Path) -> None:
    assert problems(tmp_path, BOOK) == []
