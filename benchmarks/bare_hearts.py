"""A hand of Hearts as somebody would write it by hand: no engine, no rulebook, the usual rules only."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

CLUBS, HEARTS = 0, 2
TWO_OF_CLUBS, QUEEN_OF_SPADES = 0, 43
PASSED = list(combinations(range(13), 3))

Below = Callable[[int], int]


def play(deck: list[int], passing: bool, below: Below) -> tuple[list[int], int]:
    """Plays a hand at random and returns the points and how many decisions were made.

    A card is its rank (from two) times 4 plus its suit. `deck` is dealt from the front, one card at a time; three cards
    are passed to the left. `below(n)` gives a number from 0 to n - 1 at random; it is asked where there is a choice.
    """
    hands = [sorted(deck[seat::4]) for seat in range(4)]
    decisions = 0
    if passing:
        hands = pass_left(hands, below)
        decisions = 4
    leader = next(seat for seat in range(4) if TWO_OF_CLUBS in hands[seat])
    taken: list[list[int]] = [[], [], [], []]
    broken = False
    for trick in range(13):
        led = winner = best = -1
        cards = []
        for turn in range(4):
            seat = (leader + turn) % 4
            hand = hands[seat]
            options = leads(hand, trick == 0, broken) if turn == 0 else follows(hand, led, trick == 0)
            if len(options) > 1:
                decisions += 1
                card = options[below(len(options))]
            else:
                card = options[0]
            hand.remove(card)
            cards.append(card)
            if turn == 0:
                led = card & 3
            if card & 3 == led and card > best:
                winner, best = seat, card
            if card & 3 == HEARTS or card == QUEEN_OF_SPADES:
                broken = True
        taken[winner] += cards
        leader = winner
    return points(taken), decisions


def pass_left(hands: list[list[int]], below: Below) -> list[list[int]]:
    given = [[hand[i] for i in PASSED[below(len(PASSED))]] for hand in hands]
    kept = [[card for card in hands[seat] if card not in given[seat]] for seat in range(4)]
    return [sorted(kept[seat] + given[seat - 1]) for seat in range(4)]


def leads(hand: list[int], first: bool, broken: bool) -> list[int]:
    if first:
        return [TWO_OF_CLUBS]
    return hand if broken else [card for card in hand if card & 3 != HEARTS] or hand


def follows(hand: list[int], led: int, first: bool) -> list[int]:
    options = [card for card in hand if card & 3 == led]
    if options:
        return options
    if first:
        return [card for card in hand if card & 3 != HEARTS and card != QUEEN_OF_SPADES] or hand
    return hand


def points(taken: list[list[int]]) -> list[int]:
    found = [
        sum(1 if card & 3 == HEARTS else 13 if card == QUEEN_OF_SPADES else 0 for card in cards) for cards in taken
    ]
    return [26 - score for score in found] if 26 in found else found
