"""Which way of playing a place in a file matters in, so that a mistake there is looked for in that way first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encanta.checking import structure_codes as codes
from encanta.checking.branches import branch_of
from encanta.checking.configure import Rulebook
from encanta.checking.loading import RulebookText
from encanta.mistakes.mistake import Mistake
from encanta.text.diagnostic import Diagnostic
from encanta.text.nodes import Mapping, Node, Sequence
from encanta.text.spans import Source, Span


@dataclass(frozen=True, slots=True)
class Way:
    """A setting of an option or a variant, and the characters of a file that matter only with it."""

    source: Source
    start: int
    end: int
    option: str | None
    word: str


def ways_of(text: RulebookText) -> list[Way]:
    """Every part of a rulebook that matters only with a reading of an option, or with a variant; inner ones last."""
    found: list[Way] = []
    options = text.rulebook.get("options")
    for option in options if isinstance(options, Mapping) else ():
        readings = option.value.get("readings") if isinstance(option.value, Mapping) else None
        for reading in readings if isinstance(readings, Mapping) else ():
            found.append(_way(reading.value.span, option.key.text, reading.key.text))
    for name, node in text.variants.items():
        found.append(Way(node.span.source, 0, len(node.span.source.text), None, name))
    found += _branches(text.rulebook)
    return found


def _way(span: Span, option: str, word: str) -> Way:
    return Way(span.source, span.start, span.end, option, word)


def _branches(node: Node) -> Iterator[Way]:
    branch = branch_of(node)
    if branch is not None:
        for case in branch.cases:
            yield _way(case.value.span, branch.option, case.key.text)
    if isinstance(node, Mapping):
        for entry in node:
            yield from _branches(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _branches(item)


def looked_at(rulebook: Rulebook, ways: list[Way], mistake: Mistake) -> list[Diagnostic]:
    """What is found in the way of playing in which the place of a mistake matters; nothing where it always does."""
    at = mistake.edits[0].start
    inside = [way for way in ways if way.source is mistake.source and way.start <= at <= way.end]
    settings = {way.option: way.word for way in inside if way.option is not None}
    variants = [way.word for way in inside if way.option is None]
    if not inside:
        return []
    least, most = rulebook.stage(variants).offered.least, rulebook.stage(variants).offered.most
    for players in range(least, (most or least) + 1):
        _, found = rulebook.configure(players, settings, None, variants)
        if not any(problem.code == codes.NEEDS_UNMET for problem in found):
            return found
    return []
