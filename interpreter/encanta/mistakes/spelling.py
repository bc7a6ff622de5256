"""Slips of the hand: a letter left out, doubled, swapped with its neighbour, or another one of the keyboard."""

from __future__ import annotations

from collections.abc import Set
from random import Random

_NEIGHBOURS = {
    "a": "sq", "b": "vn", "c": "xv", "d": "sf", "e": "wr", "f": "dg", "g": "fh", "h": "gj", "i": "uo", "j": "hk",
    "k": "jl", "l": "k", "m": "n", "n": "mb", "o": "ip", "p": "o", "q": "w", "r": "et", "s": "ad", "t": "ry",
    "u": "yi", "v": "cb", "w": "qe", "x": "zc", "y": "tu", "z": "x",
}  # fmt: skip
SHORTEST = 3
"""Shorter words are not misspelt: nobody could tell what was meant."""


def misspelt(word: str, rng: Random, taken: Set[str]) -> str | None:
    """The word with one slip, unlike any word that is `taken`; None if there is no such slip."""
    if len(word) < SHORTEST or not word.isascii():
        return None
    for _ in range(8):
        slip = rng.choice((_left_out, _doubled, _swapped, _neighbour))(word, rng)
        if slip is not None and slip != word and slip.casefold() not in taken and slip not in taken:
            return slip
    return None


def _at(word: str, rng: Random) -> int:
    return rng.randrange(len(word))


def _left_out(word: str, rng: Random) -> str | None:
    at = _at(word, rng)
    return word[:at] + word[at + 1 :] if word[at].isalpha() and (at or word[1].isalpha()) else None


def _doubled(word: str, rng: Random) -> str | None:
    at = _at(word, rng)
    return word[: at + 1] + word[at:] if word[at].isalpha() else None


def _swapped(word: str, rng: Random) -> str | None:
    at = rng.randrange(len(word) - 1)
    first, second = word[at], word[at + 1]
    return word[:at] + second + first + word[at + 2 :] if first.isalpha() and second.isalpha() else None


def _neighbour(word: str, rng: Random) -> str | None:
    at = _at(word, rng)
    others = _NEIGHBOURS.get(word[at])
    return word[:at] + rng.choice(others) + word[at + 1 :] if others else None
