"""Says what could stand where the reading of a text stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from encanta.language.explaining import Stuck

_NAMED = {"NAME": "a name", "NUMBER": "a number", "VERB": "a verb", "VERBS": "what is done", "UNIT": "a unit"}
_VALUE = frozenset({"NAME", "NUMBER", "("})
_TELLING = frozenset({
    "to", "from", "in", "is", "of", "else", "where", "and", "or", ")", "]", ":", "->", "=", "(", "with", "times",
    "into",
})  # fmt: skip
_MOST = 6


def _handful(stuck: Stuck) -> str | None:
    """All that could stand here, if it is no more than a handful."""
    wanted = stuck.wanted - {"DICE", "LOT"} - ({"UNIT"} if not stuck.vocabulary.units else set())
    if "VERB" in wanted:
        # What begins a sentence; a number does so only in a cost.
        wanted -= {"NUMBER", "("}
    value = wanted >= _VALUE
    plain = ["a value"] if value else [said for kind, said in _NAMED.items() if kind in wanted]
    quoted = [] if value else sorted(wanted - _NAMED.keys() - {"$END", "_NL", "_INDENT", "_DEDENT"})
    quoted = [word for word in quoted if word not in ("(", "'s")] or quoted
    if len(plain) + len(quoted) > _MOST:
        quoted = [word for word in quoted if word in _TELLING]
    parts = plain + [f"`{word}`" for word in quoted]
    if not parts and {"$END", "_NL"} & wanted:
        return "nothing more can stand here"
    if not parts or len(parts) > _MOST:
        return None
    listed = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1]
    return f"here could stand {listed}"


_JOINING = {
    "move": ("to",), "gather": ("into",), "swap": ("with",), "deal": ("from", "to"), "set": ("to",), "reveal": ("to",),
    "choose": ("from",), "chooses": ("from",), "look": ("at",),
}  # fmt: skip
"""The words that a sentence needs after its first, in their order."""


def _joining(stuck: Stuck) -> str | None:
    """The word that this sentence still needs, if it could stand here."""
    said = stuck.before[stuck.sentence :].split()
    needed = next((_JOINING[word] for word in said[:2] if word in _JOINING), ())
    return next((word for word in needed if word in stuck.wanted and word not in said), None)


def offered(stuck: Stuck) -> str | None:
    """What could stand here, for a person; of more than a handful only the word that the sentence needs, if any."""
    handful = _handful(stuck)
    missing = _joining(stuck) if handful is None else None
    return f"here could stand `{missing}`" if missing is not None else handful
