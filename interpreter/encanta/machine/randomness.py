"""Portable randomness: one odd 128-bit integer, so that a seed gives the same game on every machine.

A multiplicative congruential generator modulo 2**128 with the multiplier 0xda942042e4dd58b5. Only high bits are used: a
number below n is `state * n >> 128`, with a bias of about n / 2**128.
"""

from __future__ import annotations

MULTIPLIER = 0xDA942042E4DD58B5
MASK = (1 << 128) - 1
_WORD = (1 << 64) - 1


def _mixed(x: int) -> int:
    """One output of the splitmix64 generator for a state."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _WORD
    return x ^ (x >> 31)


def seeded(seed: int) -> int:
    """The first state for a seed (any integer; 64 bits of it count)."""
    first = seed + 0x9E3779B97F4A7C15 & _WORD
    second = first + 0x9E3779B97F4A7C15 & _WORD
    return (_mixed(first) << 64 | _mixed(second)) | 1


class Dice:
    """A generator of its own, for bots and tests; never the game's."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; n is at least 1."""
        self.state = self.state * MULTIPLIER & MASK
        return self.state * n >> 128
