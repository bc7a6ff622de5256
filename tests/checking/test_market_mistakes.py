"""Mistakes in markets, costs, payments, milestones, melds: each is reported once, where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books
from .models import marked

BOOK = """\
encanta: 1
title: Tiny
players: 2..3
types: {color: [red, green], level: 1..3}
options:
  width: {default: 2, type: 0..4, about: how wide the row is}
components:
  card: {has: {color: color, worth: integer, price: integer per color, level: level}}
  coin: {has: {color: color}}
  crown: {marker: 1}
places:
  deck: {pile of: card, home: yes, seen by: nobody}
  heap: {pile of: card, each: level}
  row: {row of: card, slots: 2, refill from: deck, refill: at once}
  mint: {pile of: coin, home: yes, seen by: nobody}
  purse: {set of: coin, each: player, holds: 4}
  hand: {set of: card, each: player}
  box: {spot for: crown, home: yes}
  head: {spot for: crown, each: player}
state:
  game: {paid: integer per color}
  player: {total: integer}
payments:
  cost(card bought): {owed: price of bought, spend: coin from purse, pays: color, to: mint}
milestones:
  rich: {looked at: after turn, met: count(hand) > 1, first: total + 2, later: total + 1}
melds:
  alike: {cards: 2..3, same: color}
phases:
  game: |
    refill row
    move crown to first of players
    each player:
      do turn
  turn: |
    move deck where level is 2 to heap of 2
    choose n from 1..3
    paid(red) + n
    offer any of buy
    total + sum(worth of unmelded(hand, alike, worth))
actions:
  buy:
    about: buy a card
    choose: {bought: from row}
    cost: [total -1, pay cost(bought)]
    do: move bought to hand
end:
  done: {after: game, if: paid(red) > 2, winners: players where rich}
"""
CARDS = """\
card:
  one: {color: red, worth: 1, level: 1, price: {red: 1}, copies: 6}
  two: {color: green, worth: 2, level: 2, price: {red: 1, green: 1}, copies: 6}
coin:
  red_coin: {color: red, copies: 4}
  green_coin: {color: green, copies: 4}
"""
MISTAKES = {
    # what is replaced, with what (the place of the mistake marked), code, a part of the message
    "holds nothing": ("holds: 4", "holds: «0»", "no-room", "`purse` holds 0"),
    "a home too small": ("pile of: coin, home", "pile of: coin, holds: «7», home", "no-room", "all 8 `coin` lie in it"),
    "holds what is known in play": ("holds: 4", "holds: «count(every hand)»", "not-static", "known only in play"),
    "slots of a set": ("purse: {set of: coin, each: player, holds: 4", "purse: {set of: coin, each: player, slots: «4»",
                       "wrong-type", "a row has slots"),
    "room in a spot": ("box: {spot for: crown", "box: {spot for: crown, holds: «2»", "wrong-type", "room for one"),
    "no pile": (" refill from: deck,", "", "market-without-deck", "`row` is to be filled"),
    "no such pile": ("refill from: deck", "refill from: «dek»", "market-without-deck", "no place `dek`"),
    "a pile of another kind": ("refill from: deck",
        "refill from: «mint»", "market-without-deck", "`mint` holds `coin`"),
    "a pile for each": ("refill from: deck", "refill from: «heap»", "market-without-deck", "a `heap` for each level"),
    "no slots": ("row: {row of: card, slots: 2,", "row: {row of: card,", "market-without-deck", "has no slots"),
    "no such moment": ("refill: at once", "refill: after «selling»", "unknown-name", "`selling`"),
    "what nothing fills": ("refill row\n", "refill «deck»\n", "market-without-deck", "from where `deck` is filled"),
    "never full": ("choose n from 1..3",
        "total + 1 if full(«hand»)\n    choose n from 1..3", "wrong-type", "never full"),
    "no such member": ("paid(red) + n", "paid(«rad») + n", "unknown-name", "`rad`"),
    "no member": ("if: paid(red) > 2", "if: «paid» > 2", "wrong-arguments", "a number for each color"),
    "several members": ("paid(red) + n", "«paid(red, green)» + n", "wrong-arguments", "one is named in its brackets"),
    "printed for no member": ("price: {red: 1}", "price: {«rod»: 1}", "wrong-type", "`rod` is not one of red, green"),
    "printed as a number": ("price: {red: 1}", "price: «2»", "wrong-type", "a number for each color"),
    "a number per number": ("paid: integer per color", "paid: integer per «worth»", "unknown-name", "`worth`"),
    "flags per member": ("paid: integer per color", "paid: «flag per color»", "not-yet", "only numbers"),
    "no such payment": ("pay cost(bought)]", "pay «cots»(bought)]", "unknown-name", "no payment `cots`"),
    "paid for nothing": ("pay cost(bought)]", "«pay cost»]", "wrong-arguments", "given 0 of 1"),
    "pay in a sentence for nothing": ("do: move bought to hand",
        "do: '«pay cost»; move bought to hand'", "wrong-arguments", "given 0 of 1"),
    "a cost that is no cost": ("[total -1,", "[«shuffle deck»,", "no-cost", "cannot be a cost"),
    "owed in words": ("owed: price of bought", "owed: «color of bought»", "wrong-type", "a number is needed"),
    "pays a number": ("pays: color", "pays: «count(every purse)»", "wrong-type", "a member of an enumeration"),
    "spends no kind": ("spend: coin from", "spend: «coyn» from", "unknown-name", "no kind of component"),
    "spends another kind": ("spend: coin from purse", "spend: coin from «hand»", "wrong-type", "a set of coins"),
    "a wrong demand": ("pays: color,",
        "pays: color, require: {enough: «count(spent)»},", "wrong-type", "yes or no is needed"),
    "a milestone of nothing": ("rich: {looked", "rich: {each: «cord», looked", "unknown-name", "`cord`"),
    "claimed somehow": ("rich: {looked", "rich: {claim: «maybe», looked", "unknown-word", "`maybe`"),
    "no reward": (", first: total + 2, later: total + 1}", "}", "missing-key", "has no `first` or `later`"),
    "never reached": ("met: count(hand) > 1",
        "met: «count(hand) > 12»", "milestone-unreachable", "nobody can ever reach"),
    "no such meld": ("unmelded(hand, alike, worth)", "unmelded(hand, «alik», worth)", "unknown-name", "no meld `alik`"),
    "a meld of others": ("unmelded(hand, alike, worth)",
        "unmelded(«purse», alike, worth)", "cannot-compare", "made of `card`"),
    "alike in nothing": ("same: color", "same: «colour»", "unknown-name", "no component has a property"),
    "alike in prices": ("same: color", "same: «price»", "wrong-type", "nothing can be alike in it"),
    "several numbers": ("choose n from 1..3", "choose 2 n from «1..3»", "not-yet", "several numbers"),
    "numbers to a word": ("choose n from 1..3", "choose n from 1..«red»", "wrong-type", "a number is needed"),
    "nowhere to go": ("  head: {spot for: crown, each: player}\n",
        "", "wrong-type", "no place of their own for `crown`"),
}  # fmt: skip


def problems(folder: Path, text: str, cards: str) -> list[tuple[str, str, str]]:
    found = books.problems(folder, {"rulebook.yaml": text, "cards.yaml": cards})
    return [(d.code, d.message, d.span.text if d.span else "") for d in found if d.code != "unused-name"]


def test_the_rulebook_is_right(tmp_path: Path) -> None:
    assert problems(tmp_path, BOOK, CARDS) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_where_it_stands(mistake: str, tmp_path: Path) -> None:
    old, new, code, message = MISTAKES[mistake]
    assert (old in BOOK) != (old in CARDS)
    plain, places = marked(new)
    found = problems(tmp_path, BOOK.replace(old, plain, 1), CARDS.replace(old, plain, 1))
    assert [(c, message in m) for c, m, _ in found] == [(code, True)], found
    if places:
        assert found[0][2] == plain[places[0][0] : places[0][1]]
