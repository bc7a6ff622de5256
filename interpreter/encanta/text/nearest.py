"""Finds the name that somebody who misspelt a word most likely meant."""

from __future__ import annotations

from collections.abc import Iterable

from encanta.text.keyboard import NEIGHBOURS

# So little under one that three of them are still nearer to three mistakes than to two.
_GAP = 0.95
_SWAP = 0.9
_SLIP = 0.97
"""A letter changed for one that lies next to it."""
_STRANGE = 0.98
"""A letter too many that is neither twice there nor lies next to the one before or after it."""
# Longer words are only compared whole, or a hostile pair of names could take hours.
_LONGEST = 100


def nearest(word: str, candidates: Iterable[str], limit: int | None = None) -> str | None:
    """The candidate most like `word`, or None if none is like it.

    `limit` is the largest number of mistakes (letters missing, added, changed, or two swapped); by default
    it grows with the length of the word. Case does not count, and a plural is near its singular. Of equally
    near candidates, one with swapped letters wins, then the one with the same beginning, then the first in
    the alphabet, so the answer never depends on the order of the candidates.
    """
    found = all_near(word, candidates, limit)
    return found[0] if found else None


def all_near(word: str, candidates: Iterable[str], limit: int | None = None) -> list[str]:
    """All candidates that are like `word`, the nearest first."""
    wanted = word.casefold()
    allowed = default_limit(wanted) if limit is None else limit
    ranked: list[tuple[float, int, str]] = []
    for candidate in set(candidates):
        cost = _cost(wanted, candidate.casefold(), allowed)
        if cost is not None and candidate != word:
            ranked.append((cost, -_shared_beginning(wanted, candidate.casefold()), candidate))
    return [candidate for _, _, candidate in sorted(ranked)]


def default_limit(word: str) -> int:
    """How many mistakes a word of this length may have."""
    if len(word) < 2:
        return 0
    return 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3


def _cost(word: str, candidate: str, allowed: int) -> float | None:
    """How far apart two words are, below 1 for the same word in another number; None if too far."""
    if word == candidate:
        return 0.0
    if _singulars(word) & _singulars(candidate):
        return 0.5
    if max(len(word), len(candidate)) > _LONGEST:
        return None
    if len(word) == 2:
        # Two letters are too few to tell anything by, unless one is missing.
        return _distance(word, candidate, 1) if allowed and len(candidate) == 3 else None
    # A word must keep more letters than it gets wrong.
    allowed = min(allowed, max(len(word), len(candidate)) // 2)
    if abs(len(word) - len(candidate)) > allowed:
        return None
    return _distance(word, candidate, allowed)


def _singulars(word: str) -> set[str]:
    """The word and what it may be the plural of."""
    forms = {word}
    if word.endswith("ies") and len(word) > 4:
        forms.add(word[:-3] + "y")
    if word.endswith("ves") and len(word) > 4:
        forms.update((word[:-3] + "f", word[:-3] + "fe"))
    if word.endswith("es") and len(word) > 3:
        forms.add(word[:-2])
    if word.endswith("s") and len(word) > 2:
        forms.add(word[:-1])
    return forms


def _distance(word: str, candidate: str, allowed: int) -> float | None:
    """Mistakes between two words; None if more than `allowed`.

    A swap counts a little less than a letter missing or too many, and that less than a changed letter.
    """
    before: list[float] = []
    above = [column * _GAP for column in range(len(candidate) + 1)]
    for row, letter in enumerate(word, 1):
        here = [row * _GAP]
        extra = _GAP if _slipped(word, row - 1) else _STRANGE
        for column, other in enumerate(candidate, 1):
            cost = min(above[column] + extra, here[column - 1] + _GAP, above[column - 1] + _changed(letter, other))
            if row > 1 and column > 1 and letter == candidate[column - 2] and word[row - 2] == other:
                cost = min(cost, before[column - 2] + _SWAP)
            here.append(cost)
        if min(here) > allowed:
            return None
        before, above = above, here
    return above[-1] if above[-1] <= allowed else None


def _slipped(word: str, at: int) -> bool:
    """Whether a letter of a word could be a slip beside one of its neighbours in the word."""
    beside = word[at - 1 : at] + word[at + 1 : at + 2]
    return any(letter == word[at] or letter in NEIGHBOURS.get(word[at], "") for letter in beside)


def _changed(letter: str, other: str) -> float:
    return 0.0 if letter == other else _SLIP if other in NEIGHBOURS.get(letter, "") else 1.0


def _shared_beginning(word: str, candidate: str) -> int:
    """How many first letters two words share."""
    count = 0
    for left, right in zip(word, candidate, strict=False):
        if left != right:
            break
        count += 1
    return count
