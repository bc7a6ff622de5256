"""Finds what a person means by a few typed letters."""

from __future__ import annotations

from collections.abc import Sequence

from encanta.text.nearest import nearest


def plain(text: str) -> str:
    """A text for comparing: lower case, underscores as spaces, no space too many."""
    return " ".join(text.replace("_", " ").casefold().split())


def meant(text: str, choices: Sequence[str]) -> list[int]:
    """The positions of the choices that a text may mean, best reading only.

    The same words go before words that begin with the text, and those before words that hold it somewhere. Several
    positions mean that the text is not clear, none that it fits nothing.
    """
    wanted = plain(text)
    if not wanted:
        return []
    shown = [plain(choice) for choice in choices]
    for fits in (_same, _begins, _holds):
        found = [index for index, choice in enumerate(shown) if fits(choice, wanted)]
        if found:
            return found
    return []


def _same(choice: str, wanted: str) -> bool:
    return choice == wanted


def _begins(choice: str, wanted: str) -> bool:
    return choice.startswith(wanted)


def _holds(choice: str, wanted: str) -> bool:
    return any(choice.startswith(wanted, start) for start in _word_starts(choice))


def _word_starts(choice: str) -> list[int]:
    return [0, *(index + 1 for index, letter in enumerate(choice) if not letter.isalnum())]


def did_you_mean(text: str, choices: Sequence[str]) -> str:
    """A sentence that nothing fits a text, with the nearest choice if there is one."""
    found = nearest(plain(text), {plain(choice) for choice in choices})
    hint = f"; did you mean `{found}`?" if found else ""
    return f"nothing here is called `{text.strip()}`{hint}"
