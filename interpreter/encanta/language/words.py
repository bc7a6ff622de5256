"""How declared words change their form: verbs after a subject, plurals of kinds."""

from __future__ import annotations

from functools import lru_cache

UNIT_VERBS = frozenset({"take", "lose", "give"})
"""Verbs of the language itself, in rulebooks that declare units: `take 2 coins`."""


@lru_cache(maxsize=4096)
def third_person(verb: str) -> str:
    """The form a verb takes after a subject; only its first part changes (`take_cards`, `takes_cards`)."""
    head, underscore, rest = verb.partition("_")
    return _with_s(head) + underscore + rest


@lru_cache(maxsize=4096)
def plural(noun: str) -> str:
    """The name of all things of a kind (`card`, `cards`); only the last part changes."""
    head, underscore, last = noun.rpartition("_")
    return head + underscore + _with_s(last)


def _with_s(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and len(word) > 1 and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
